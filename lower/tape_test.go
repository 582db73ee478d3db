package lower_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// This file says what is taped.

// pairs is the array of ⟨e, λ̲v. …⟩ that body makes at each index, used up by a sum.
func pairs(body func(x, i sx.Term) sx.Term) *sx.Def {
	return define("main", real3, func(x sx.Term) sx.Term {
		ts := sx.BuildArray(sx.SizeLit(3), func(i sx.Term) sx.Term { return body(x, i) })
		return let("ts", ts, func(ts sx.Term) sx.Term {
			return sx.NewSum(sx.BuildArray(sx.SizeLit(3), func(j sx.Term) sx.Term {
				return sx.NewLinApp(snd(sx.NewIndex(ts, j)), fst(sx.NewIndex(ts, j)))
			}))
		})
	})
}

func times(e sx.Term) sx.Term {
	return linlam(sx.Real, func(v sx.Term) sx.Term { return sx.Mul(e, v) })
}

// Nothing that the inputs or the loop index give back is taped: not an element,
// not one whose index is computed.
func TestNoTape(t *testing.T) {
	d := pairs(func(x, i sx.Term) sx.Term {
		k := sx.NewPrim(sx.OpIntAdd, sx.NewFromIdx(i), sx.IntLit(1))
		return let("k", k, func(k sx.Term) sx.Term {
			return let("m", sx.NewPrim(sx.OpIntMod, k, sx.IntLit(3)), func(m sx.Term) sx.Term {
				return let("j", sx.NewToIdx(nil, sx.SizeLit(3), m), func(j sx.Term) sx.Term {
					return let("e", sx.NewIndex(x, j), func(e sx.Term) sx.Term { return sx.NewTuple(e, times(e)) })
				})
			})
		})
	})
	q := same(t, program(d), "main", []semantics.Value{point})
	if s := sx.ProgramString(q); strings.Contains(s, "tape") {
		t.Errorf("something is taped:\n%s", s)
	}
}

// What follows from the tape is not taped again: here the tuple, and not its parts.
func TestPartsOfTheTape(t *testing.T) {
	d := pairs(func(x, i sx.Term) sx.Term {
		e := sx.NewIndex(x, i)
		f := &sx.Def{Name: "pair", Params: []*sx.Var{sx.NewVar("e", sx.Real)}}
		f.Body = sx.NewTuple(sin(sx.Ref(f.Params[0])), sx.Apply1("exp", sx.Ref(f.Params[0])))
		f.Result = f.Body.Type()
		return let("u", sx.NewCall(nil, f, nil, e), func(u sx.Term) sx.Term {
			return let("a", fst(u), func(a sx.Term) sx.Term {
				return sx.NewTuple(e, linlam(sx.Real, func(v sx.Term) sx.Term {
					return let("w", u, func(w sx.Term) sx.Term { return sx.Mul(sx.Mul(a, snd(w)), v) })
				}))
			})
		})
	})
	defs := append(reachable(d)[1:], d)
	q := same(t, program(defs...), "main", []semantics.Value{point})
	if got := typesOfArrays(q); got != "[3](real, real)" {
		t.Errorf("arrays of types %s\n%s", got, sx.ProgramString(q))
	}
}

// typesOfArrays lists the types of the arrays that main builds but for those of reals.
func typesOfArrays(p *sx.Program) string {
	var out []string
	var visit func(t sx.Term)
	visit = func(t sx.Term) {
		if b, ok := t.(*sx.Build); ok && b.Body.Type() != sx.Real {
			out = append(out, b.Type().String())
		}
		sx.Children(t, visit)
	}
	visit(p.Lookup("main").Body)
	return strings.Join(out, " ")
}

// A pullback does not take the tape for what only the primal reads of it.
func TestUnreadTape(t *testing.T) {
	d := define("f", real3, func(x sx.Term) sx.Term {
		return sx.NewSum(sx.MapArray(func(e sx.Term) sx.Term { return sx.Mul(e, e) }, x))
	})
	d.Body = sx.ANF(d.Body)
	p := differentiate(t, d)
	q := same(t, p, "use_f_rev", []semantics.Value{point, semantics.Real(1)})
	pull := q.Lookup("f_rev_pullback")
	if pull == nil || len(pull.Params) != 2 {
		t.Errorf("the pullback reads more than x and v:\n%s", sx.ProgramString(q))
	}
}

// A type of one constructor needs no sum of tapes.
func TestOneArm(t *testing.T) {
	box := sx.NewData("box", false).Define(sx.Ctor{Name: "Box", Arg: sx.NewTupleType(sx.Real, sx.Real)})
	d := define("main", real3, func(x sx.Term) sx.Term {
		b := sx.NewInj(box, 0, sx.NewTuple(at(x, 0), sin(at(x, 1))))
		y := sx.NewVar("y", box.Ctors()[0].Arg)
		arm := let("s", sin(fst(sx.Ref(y))), func(s sx.Term) sx.Term {
			return let("r", sin(s), func(r sx.Term) sx.Term { return sx.NewTuple(r, s, times(sx.Mul(s, snd(sx.Ref(y))))) })
		})
		z := sx.NewCase(b, sx.Arm{Var: y, Body: arm})
		return let("z", z, func(z sx.Term) sx.Term {
			return sx.Add(sx.NewLinApp(sx.NewProj(2, z), sx.NewProj(0, z)), sx.NewProj(1, z))
		})
	})
	p := program(d)
	p.Data = []*sx.Data{box}
	same(t, p, "main", []semantics.Value{point})
}

// A linear function through nested data, in the order of a tuple.
func TestNestedTuples(t *testing.T) {
	d := define("main", real3, func(x sx.Term) sx.Term {
		branch := func(k int64) sx.Term {
			return let("s", sin(at(x, k)), func(s sx.Term) sx.Term {
				return sx.NewTuple(sx.NewTuple(times(s), s), sx.NewTuple(at(x, k), times(sx.Mul(s, s))))
			})
		}
		z := sx.NewIf(lt(at(x, 0), at(x, 1)), branch(0), branch(2))
		return let("z", z, func(z sx.Term) sx.Term {
			return sx.Add(sx.NewLinApp(fst(fst(z)), snd(fst(z))), sx.NewLinApp(snd(snd(z)), fst(snd(z))))
		})
	})
	same(t, program(d), "main", []semantics.Value{point}, []semantics.Value{vec(2, 1, 3)})
}
