package simplify_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// A world is what random terms mention from outside, and its values: infinities and NaNs at times, else numbers of which sums are exact.
type world struct {
	*rand.Rand
	env      *semantics.Env
	unsigned bool // -0 counts as 0
}

func newWorld(seed, stream uint64) *world {
	return &world{Rand: rand.New(rand.NewPCG(seed, stream)), env: &semantics.Env{Vars: map[*sx.Var]semantics.Value{}}}
}

func (w *world) number() float64 {
	values := []float64{0, 1, -0.5, 2, 0.25, math.Inf(1), math.NaN()}
	if w.IntN(12) > 0 {
		return values[w.IntN(5)]
	}
	return values[w.IntN(len(values))]
}

func (w *world) given(t sx.Type, v semantics.Value) sx.Term {
	x := sx.NewVar("x", t)
	w.env.Vars[x] = v
	return sx.Ref(x)
}

func (w *world) row() semantics.Value { return semantics.Reals(w.number(), w.number(), w.number()) }

func (w *world) asked() sx.Term { return w.given(sx.Bool, semantics.Bool(w.IntN(2) == 0)) }

func (w *world) of(ts []sx.Term) sx.Term { return ts[w.IntN(len(ts))] }

// chosen is one of some terms by an if, or by a case of three.
func (w *world) chosen(arm func() sx.Term) sx.Term {
	if w.IntN(3) > 0 {
		return iff(w.asked(), arm(), arm())
	}
	sum := sx.NewSumType(sx.Real, sx.Real, sx.Real)
	on := w.given(sum, &semantics.Inj{Tag: w.IntN(3), Arg: semantics.Real(w.number())})
	var arms []sx.Arm
	for range 3 {
		arms = append(arms, sx.Arm{Var: sx.NewVar("u", sx.Real), Body: arm()})
	}
	return sx.NewCase(on, arms...)
}

// numbers are the numbers of t, in order.
func numbers(t sx.Term) []sx.Term {
	var out []sx.Term
	switch ty := t.Type().(type) {
	case *sx.TupleType:
		for i := range ty.Elems {
			out = append(out, numbers(sx.NewProj(i, t))...)
		}
	case *sx.ArrayType:
		n, _ := ty.Len.Lit()
		for i := range n {
			out = append(out, numbers(sx.NewIndex(t, sx.NewToIdx(nil, ty.Len, sx.IntLit(i))))...)
		}
	default:
		return []sx.Term{t}
	}
	return out
}

// value is what t gives, and what it takes.
func (w *world) value(t *testing.T, u sx.Term) (string, int64) {
	t.Helper()
	var ev semantics.Evaluator
	v, err := ev.Eval(u, w.env)
	if err != nil {
		t.Fatalf("%v\n%s", err, sx.String(u))
	}
	x := sx.NewVar("x", u.Type())
	all := numbers(sx.Ref(x))
	for i, y := range all {
		if w.unsigned {
			all[i] = add(y, realLit(0))
		}
	}
	if v, err = ev.Eval(tup(all...), &semantics.Env{Vars: map[*sx.Var]semantics.Value{x: v}}); err != nil {
		t.Fatal(err)
	}
	return semantics.Format(v), ev.Cost.Ops + ev.Cost.Loads + ev.Cost.Stores
}

// Sums of two places of branches are what they were when they are made in the branches, coprojections around the places included; infinities and NaNs as well.
func TestPlusIfRandom(t *testing.T) {
	pair := sx.NewTupleType(vec, sx.Real, sx.NewTupleType(vec, vec)).(*sx.TupleType)
	inner := pair.Elems[2].(*sx.TupleType)
	wide := sx.NewTupleType(pair, vec, inner, vec, sx.Real).(*sx.TupleType)
	around := func(k int, w sx.Term) sx.Term { // a place of w in pair
		p := sx.NewProj(k, w)
		switch p.Type() {
		case sx.Type(vec):
			if k == 1 {
				return sx.NewCoproj(pair, 0, p)
			}
			return sx.NewCoproj(pair, 2, sx.NewCoproj(inner, 1, p))
		case sx.Type(inner):
			return sx.NewCoproj(pair, 2, p)
		}
		return p
	}
	fired := 0
	for seed := range uint64(1000) {
		g := newWorld(seed, 19)
		vs := []sx.Term{g.given(vec, g.row()), g.given(vec, g.row())}
		rs := []sx.Term{g.given(sx.Real, semantics.Real(g.number()))}
		var value func(ty sx.Type) sx.Term
		value = func(ty sx.Type) sx.Term {
			tt, isTuple := ty.(*sx.TupleType)
			switch {
			case ty != sx.Type(wide) && g.IntN(5) < 2:
				return sx.NewZero(ty)
			case ty == sx.Real:
				return g.of(rs)
			case !isTuple:
				return sx.Refresh(g.of(vs))
			case g.IntN(4) == 0:
				k := g.IntN(len(tt.Elems))
				return sx.NewCoproj(tt, k, value(tt.Elems[k]))
			}
			var elems []sx.Term
			for _, e := range tt.Elems {
				elems = append(elems, value(e))
			}
			return tup(elems...)
		}
		var arm func(depth int) sx.Term
		arm = func(depth int) sx.Term {
			switch {
			case depth > 0 && g.IntN(4) == 0:
				return g.chosen(func() sx.Term { return arm(depth - 1) })
			case g.IntN(8) == 0:
				return sx.NewZero(wide)
			case g.IntN(6) == 0: // a block
				x := sx.NewVar("y", vec)
				vs = append(vs, sx.Ref(x))
				body := value(wide)
				vs = vs[:len(vs)-1]
				return sx.NewLet([]sx.Bind{{Var: x, Rhs: plus(vs[0], vs[1])}}, body)
			}
			return value(wide)
		}
		var s sx.Spine
		var out, sums []sx.Term
		for range 1 + g.IntN(3) {
			w := s.Let("w", g.chosen(func() sx.Term { return arm(2) }))
			ks := g.Perm(4)[:2+g.IntN(2)]
			var terms []sx.Term
			for _, k := range ks {
				terms = append(terms, around(k, w))
			}
			if g.IntN(2) == 0 {
				terms = append(terms, value(pair))
			}
			if g.IntN(3) == 0 && len(sums) > 0 {
				terms = append(terms, g.of(sums))
			}
			g.Shuffle(len(terms), func(i, j int) { terms[i], terms[j] = terms[j], terms[i] })
			z := s.Let("z", plus(terms...))
			out, sums = append(out, z), append(sums, z)
			vs = append(vs, s.Let("v", sx.NewProj(0, z)))
			switch g.IntN(8) { // what else uses w
			case 0:
				out = append(out, w)
			case 1:
				out = append(out, sx.NewProj(ks[0], w))
			case 2:
				out = append(out, sx.NewProj(4, w))
			}
		}
		term := s.In(tup(append(out, rs[0])...))
		for _, o := range []simplify.Options{{Compiled: true, Final: true}, {Compiled: true, Final: true, Disable: []string{"share"}}, {Compiled: true, Final: true, Only: []string{"plusIf"}}} {
			with, rep := simplified(t, sx.Refresh(term), o)
			if rep.Times("plusIf") == 0 {
				continue
			}
			fired++
			want, cost := g.value(t, term)
			got, less := g.value(t, with)
			if got != want || o.Only != nil && less > cost {
				t.Fatalf("seed %d: %s at %d, want %s at %d\n%s\n%s", seed, got, less, want, cost, sx.String(term), sx.String(with))
			}
		}
	}
	t.Logf("the rule fires in %d programs", fired)
	if fired < 600 {
		t.Errorf("the rule fires in %d programs", fired)
	}
}
