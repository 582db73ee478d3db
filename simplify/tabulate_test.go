package simplify_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// There is no table where one would cost, or hold what the loops may not compute.
func TestNoTable(t *testing.T) {
	three, one := sx.SizeLit(3), sx.SizeLit(1)
	xs := sx.Ref(sx.NewVar("xs", sx.NewArrayType(three, sx.Real)))
	a := sx.Ref(sx.NewVar("a", sx.Real))
	real := func(i sx.Term) sx.Term { return sx.NewPrim(sx.MustOp("real"), sx.NewFromIdx(i)) }
	nest := func(n *sx.Size, e func(i, j sx.Term) sx.Term) sx.Term {
		return sx.BuildArray(n, func(i sx.Term) sx.Term {
			return sx.BuildArray(three, func(j sx.Term) sx.Term { return sx.Mul(sx.NewIndex(xs, j), e(i, j)) })
		})
	}
	sin := func(x sx.Term) sx.Term { return sx.Apply1("sin", x) }
	at := func(j sx.Term) sx.Term { return sin(sx.NewIndex(xs, j)) }
	for name, term := range map[string]sx.Term{
		"cheap":               nest(three, func(_, j sx.Term) sx.Term { return sx.Apply1("sqrt", sx.NewIndex(xs, j)) }),
		"of the index around": nest(three, func(i, j sx.Term) sx.Term { return sin(sx.Add(real(i), sx.NewIndex(xs, j))) }),
		"one iteration":       nest(one, func(_, j sx.Term) sx.Term { return at(j) }),
		"in a branch":         nest(three, func(i, j sx.Term) sx.Term { return sx.NewIf(sx.NewPrim(sx.MustOp("lt"), real(i), a), at(j), a) }),
		"a checkpoint":        nest(three, func(_, j sx.Term) sx.Term { return sx.NewCheckpoint(sx.Schedule{}, at(j)) }),
		"a loop in a checkpoint": sx.BuildArray(three, func(i sx.Term) sx.Term {
			return sx.NewCheckpoint(sx.Schedule{}, sx.NewSum(sx.BuildArray(three, func(j sx.Term) sx.Term { return sx.Mul(real(i), at(j)) })))
		}),
		"a loop in a branch": sx.BuildArray(three, func(i sx.Term) sx.Term {
			return sx.NewIf(sx.NewPrim(sx.MustOp("lt"), real(i), a), sx.NewSum(sx.BuildArray(three, func(j sx.Term) sx.Term { return sx.Mul(real(i), at(j)) })), a)
		}),
		"as long as the index around": sx.BuildArray(three, func(i sx.Term) sx.Term {
			n := sx.NewSizeVar("n")
			sum := sx.NewSum(sx.BuildArray(sx.SizeOfVar(n), func(j sx.Term) sx.Term { return sx.Mul(real(i), sin(real(j))) }))
			return sx.NewLet([]sx.Bind{{Size: n, Rhs: sx.NewFromIdx(i)}}, sum)
		}),
		"larger than what it is made from": sx.BuildArray(three, func(i sx.Term) sx.Term {
			return nest(three, func(h, j sx.Term) sx.Term { return sx.Mul(real(i), sin(sx.Mul(real(h), sx.NewIndex(xs, j)))) })
		}),
	} {
		t.Run(name, func(t *testing.T) {
			if out, rep := simplified(t, term, simplify.Options{Deriving: true}); rep.Times("tabulate") > 0 {
				t.Errorf("a table\n%s", sx.String(out))
			}
		})
	}
}

// What may have no end is in no table in front of loops that require something: it may end only where what an iteration
// before it requires holds. Nor is a call, which may have such a loop.
func TestNoTableBeforeRequirement(t *testing.T) {
	three := sx.SizeLit(3)
	xs := sx.Ref(sx.NewVar("xs", sx.NewArrayType(three, sx.Real)))
	steps := func(h sx.Term) sx.Term {
		s := sx.NewVar("s", sx.Real)
		return sx.NewWhile(nil, s, realLit(0), lt(sx.Ref(s), realLit(1)), add(sx.Ref(s), h))
	}
	x := sx.NewVar("x", sx.Real)
	f := &sx.Def{Name: "f", Params: []*sx.Var{x}, Result: sx.Real, Body: steps(sx.Ref(x))}
	calls := func(h sx.Term) sx.Term { return sx.NewCall(nil, f, nil, h) }
	for _, c := range []struct {
		name     string
		value    func(h sx.Term) sx.Term
		requires bool
		tables   int
	}{
		{"while", steps, true, 0},
		{"while, nothing required", steps, false, 1},
		{"call", calls, true, 0},
		{"call, nothing required", calls, false, 1},
		{"tanh", func(h sx.Term) sx.Term { return sx.Apply1("tanh", h) }, true, 1},
	} {
		k := sx.NewVar("k", sx.Int)
		pair := sx.NewTupleType(sx.Real, sx.Int)
		s := sx.NewVar("s", pair)
		outer := sx.NewVar("s", pair)
		i, j := sx.NewVar("i", sx.NewIdxType(three)), sx.NewVar("j", sx.NewIdxType(three))
		token := sx.Term(sx.NewProj(1, sx.Ref(s)))
		h := sx.NewIndex(xs, sx.Ref(j))
		if c.requires {
			token = sx.NewPrim(sx.OpRequire, lt(realLit(0), h), token)
		}
		inner := sx.NewLoop(three, false, sx.NoOutput, j, s, sx.Ref(outer), sx.NewLet([]sx.Bind{{Var: k, Rhs: token}},
			tup(mul(add(sx.NewProj(0, sx.Ref(s)), sx.Apply1("real", sx.NewFromIdx(sx.Ref(i)))), c.value(h)), sx.Ref(k))))
		term := sx.NewLoop(three, false, sx.NoOutput, i, outer, tup(realLit(1), sx.IntLit(0)), inner)
		out, rep := simplified(t, term, simplify.Options{Deriving: true})
		if got := rep.Times("tabulate"); got != c.tables {
			t.Errorf("%s: %d tables, want %d:\n%s", c.name, got, c.tables, sx.String(out))
		}
	}
}

// Many tables of one loop share the size that says whether the loop around runs: each size of a spine is a way through
// it for the rules that merge loops.
func TestManyTables(t *testing.T) {
	const tables = 20
	n, m := sx.NewSizeVar("n"), sx.NewSizeVar("m")
	rows := sx.BuildArray(sx.SizeOfVar(n), func(i sx.Term) sx.Term {
		return sx.NewSum(sx.BuildArray(sx.SizeOfVar(m), func(j sx.Term) sx.Term {
			x, y := sx.NewPrim(sx.MustOp("real"), sx.NewFromIdx(i)), sx.NewPrim(sx.MustOp("real"), sx.NewFromIdx(j))
			sum := sx.Term(x)
			for k := range tables {
				sum = sx.Add(sum, sx.Mul(x, sx.Apply1("sin", sx.Mul(y, sx.RealLit(float64(k+2))))))
			}
			return sum
		}))
	})
	sizes := []sx.Bind{{Size: n, Rhs: prim("imax", k, sx.IntLit(0))}, {Size: m, Rhs: prim("imax", k, sx.IntLit(1))}}
	out, rep := simplified(t, sx.NewLet(sizes, sx.NewSum(rows)), simplify.Options{Deriving: true})
	if got := rep.Times("tabulate"); got != tables {
		t.Errorf("%d tables, want %d", got, tables)
	}
	lens := map[*sx.Size]bool{}
	sx.EachNode(out, func(t sx.Term) {
		if b, ok := t.(*sx.Build); ok {
			lens[b.Len] = true
		}
	})
	if len(lens) != 3 { // n, m, and m if n > 0
		t.Errorf("loops of %d lengths, want 3:\n%s", len(lens), sx.String(out))
	}
}

// What is dear and several tables need has a table of its own, rather than being computed for each of them.
func TestTableShared(t *testing.T) {
	const tables = 20
	n, m := sx.NewSizeVar("n"), sx.NewSizeVar("m")
	xs := sx.Ref(sx.NewVar("xs", sx.NewArrayType(sx.SizeOfVar(m), sx.Real)))
	body := sx.BuildArray(sx.SizeOfVar(n), func(i sx.Term) sx.Term {
		return sx.NewSum(sx.BuildArray(sx.SizeOfVar(m), func(j sx.Term) sx.Term {
			dear := sx.NewVar("dear", sx.Real)
			sum := sx.Term(sx.NewPrim(sx.MustOp("real"), sx.NewFromIdx(i)))
			for k := range tables {
				sum = sx.Mul(sum, sx.Apply1("sin", sx.Mul(sx.Ref(dear), sx.RealLit(float64(k+2)))))
			}
			return sx.NewLet([]sx.Bind{{Var: dear, Rhs: sx.Apply1("tanh", sx.NewIndex(xs, j))}}, sum)
		}))
	})
	sizes := []sx.Bind{{Size: n, Rhs: prim("imax", k, sx.IntLit(0))}, {Size: m, Rhs: prim("imax", k, sx.IntLit(1))}}
	array := sx.Bind{Var: xs.Var, Rhs: sx.BuildArray(sx.SizeOfVar(m), func(j sx.Term) sx.Term { return sx.NewPrim(sx.MustOp("real"), sx.NewFromIdx(j)) })}
	out, rep := simplified(t, sx.NewLet(append(sizes, array), sx.NewSum(body)), simplify.Options{Deriving: true})
	if got := rep.Times("tabulate"); got != tables+1 {
		t.Errorf("%d tables, want %d", got, tables+1)
	}
	found := 0
	sx.EachNode(out, func(t sx.Term) {
		if p, ok := t.(*sx.Prim); ok && p.Op.Name == "tanh" {
			found++
		}
	})
	if found != 1 {
		t.Errorf("tanh is computed in %d places, want 1:\n%s", found, sx.String(out))
	}
}

// What is dear and gives several numbers has one table of them all.
func TestTablesOfOneCall(t *testing.T) {
	n, m := sx.NewSizeVar("n"), sx.NewSizeVar("m")
	xs := sx.Ref(sx.NewVar("xs", sx.NewArrayType(sx.SizeOfVar(m), sx.Real)))
	y := sx.NewVar("y", sx.Real)
	both := &sx.Def{Name: "both", Params: []*sx.Var{y}, Result: sx.NewTupleType(sx.Real, sx.Real), Body: tup(sin(sx.Ref(y)), sx.Apply1("exp", sx.Ref(y)))}
	body := sx.BuildArray(sx.SizeOfVar(n), func(i sx.Term) sx.Term {
		return sx.NewSum(sx.BuildArray(sx.SizeOfVar(m), func(j sx.Term) sx.Term {
			dear := sx.NewVar("dear", both.Result)
			product := sx.Mul(sx.Apply1("real", sx.NewFromIdx(i)), sx.NewProj(0, sx.Ref(dear)))
			return sx.NewLet([]sx.Bind{{Var: dear, Rhs: sx.NewCall(nil, both, nil, sx.NewIndex(xs, j))}}, sx.Mul(product, sx.NewProj(1, sx.Ref(dear))))
		}))
	})
	sizes := []sx.Bind{{Size: n, Rhs: prim("imax", k, sx.IntLit(0))}, {Size: m, Rhs: prim("imax", k, sx.IntLit(1))}}
	array := sx.Bind{Var: xs.Var, Rhs: sx.BuildArray(sx.SizeOfVar(m), func(j sx.Term) sx.Term { return sx.NewPrim(sx.MustOp("real"), sx.NewFromIdx(j)) })}
	out, rep := simplified(t, sx.NewLet(append(sizes, array), sx.NewSum(body)), simplify.Options{Deriving: true})
	if got := rep.Times("tabulate"); got != 1 {
		t.Errorf("%d tables, want 1:\n%s", got, sx.String(out))
	}
}
