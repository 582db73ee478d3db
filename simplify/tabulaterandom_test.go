package simplify_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// A dear value counts how often it is computed.
type dearOp struct {
	op *sx.Op
	n  int
}

func newDearOp() *dearOp {
	d := &dearOp{op: sx.NewHostOp("dear", []sx.Type{sx.Real}, sx.Real)}
	d.op.Eval = func(x []sx.Value) (sx.Value, error) {
		d.n++
		return sx.Value{F: math.Sin(x[0].F)}, nil
	}
	return d
}

// nester makes random nests of loops over xs : [3]real with dear values in them, some under branches, some of states,
// some that fail.
type nester struct {
	r     *rand.Rand
	dear  *sx.Op
	xs    sx.Term
	sizes []*sx.Size
	idx   []sx.Term // of the loops around
	reals []sx.Term // in scope
}

func (g *nester) pick(ts []sx.Term) sx.Term { return ts[g.r.IntN(len(ts))] }

// element is a real in scope, of xs at the index of a loop, which may be out of range, or of that index.
func (g *nester) element() sx.Term {
	if len(g.idx) == 0 || g.r.IntN(4) == 0 {
		return g.pick(g.reals)
	}
	i := sx.Term(sx.NewFromIdx(g.pick(g.idx)))
	switch g.r.IntN(8) {
	case 0:
		return sx.NewPrim(sx.MustOp("real"), i)
	case 1:
		i = sx.NewPrim(sx.MustOp("isub"), i, sx.IntLit(int64(g.r.IntN(2))))
	case 2:
		i = sx.NewPrim(sx.MustOp("iadd"), i, sx.NewFromIdx(g.pick(g.idx)))
	}
	return sx.NewIndex(g.xs, sx.NewToIdx(&sx.Pos{Line: 1}, sx.SizeLit(3), i))
}

func (g *nester) expr(depth int) sx.Term {
	switch n := g.r.IntN(10); {
	case depth == 0 || n < 2:
		return g.element()
	case n < 6:
		return sx.NewPrim(g.dear, g.expr(depth-1))
	case n < 8:
		return sx.Add(g.expr(depth-1), g.expr(depth-1))
	case n < 9:
		return sx.NewIf(sx.NewPrim(sx.MustOp("lt"), g.element(), sx.RealLit(0.3)), g.expr(depth-1), g.expr(depth-1))
	}
	return sx.Mul(g.expr(depth-1), g.expr(depth-1))
}

// both is a loop that gives two reals.
func (g *nester) both() sx.Term {
	s := sx.NewVar("s", sx.NewTupleType(sx.Real, sx.Real))
	init := sx.NewTuple(g.expr(1), g.element())
	next := sx.NewTuple(sx.NewPrim(g.dear, sx.Add(sx.NewProj(0, sx.Ref(s)), g.element())), sx.Add(sx.NewProj(0, sx.Ref(s)), sx.NewProj(1, sx.Ref(s))))
	return sx.NewLoop(sx.SizeLit(9), false, sx.NoOutput, sx.NewVar("k", sx.NewIdxType(sx.SizeLit(9))), s, init, next)
}

// shared uses dear values of two numbers that come together, in a way that takes two tables where the index of the
// outermost loop is not needed for them; or it uses nothing.
func (g *nester) shared(s *sx.Spine) sx.Term {
	var a, b sx.Term
	switch g.r.IntN(4) {
	case 0:
		t := s.Let("t", g.both())
		a, b = sx.NewProj(0, t), sx.NewProj(1, t)
	case 1:
		t := s.Let("row", g.row())
		at := func(k int64) sx.Term { return sx.NewIndex(t, sx.NewToIdx(nil, sx.SizeLit(2), sx.IntLit(k))) }
		a, b = at(0), at(1)
	default:
		return g.element()
	}
	first := sx.NewPrim(sx.MustOp("real"), sx.NewFromIdx(g.idx[0]))
	return sx.Add(sx.Mul(sx.NewPrim(g.dear, a), first), sx.NewPrim(g.dear, b))
}

// row is an array of two dear values.
func (g *nester) row() sx.Term {
	n := sx.SizeLit(2)
	k := sx.NewVar("k", sx.NewIdxType(n))
	return sx.NewBuild(n, k, sx.NewPrim(g.dear, sx.Add(g.element(), sx.NewPrim(sx.MustOp("real"), sx.NewFromIdx(sx.Ref(k))))))
}

// nest is a loop, or sum, with depth loops inside each other.
func (g *nester) nest(depth int) sx.Term {
	if depth == 0 {
		return g.expr(3)
	}
	n := g.sizes[g.r.IntN(len(g.sizes))]
	i := sx.NewVar("i", sx.NewIdxType(n))
	idx, reals := len(g.idx), len(g.reals)
	defer func() { g.idx, g.reals = g.idx[:idx], g.reals[:reals] }()
	g.idx = append(g.idx, sx.Ref(i))
	var state *sx.Var
	var init sx.Term
	if g.r.IntN(2) == 0 {
		state, init = sx.NewVar("s", sx.Real), g.pick(g.reals)
		if g.r.IntN(2) == 0 {
			g.reals = append(g.reals, sx.Ref(state))
		}
	}
	var s sx.Spine
	for range g.r.IntN(3) {
		g.reals = append(g.reals, s.Let("u", g.expr(2)))
	}
	inner := g.nest(depth - 1)
	if g.r.IntN(6) == 0 { // a loop in a branch
		inner = sx.NewIf(sx.NewPrim(sx.MustOp("lt"), g.element(), sx.RealLit(0.5)), inner, g.element())
	}
	if depth == 1 {
		inner = sx.Add(inner, g.shared(&s))
	}
	body := sx.Add(inner, g.pick(g.reals))
	if state != nil {
		return sx.NewLoop(n, g.r.IntN(2) == 0, sx.NoOutput, i, state, init, s.In(sx.Add(body, sx.Mul(sx.RealLit(0.5), sx.Ref(state)))))
	}
	return sx.NewSum(sx.NewBuild(n, i, s.In(body)))
}

// Tables change no bit of a value. They fail only where the loops do, and compute no dear value more often; nothing at
// all where a loop around does not run, and less wherever they are read more than once.
func TestTablesRandom(t *testing.T) {
	fired, fewer, failed, empty := 0, 0, 0, 0
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 7))
		d := newDearOp()
		xs := sx.NewVar("xs", sx.NewArrayType(sx.SizeLit(3), sx.Real))
		a := sx.NewVar("a", sx.Real)
		g := &nester{r: r, dear: d.op, xs: sx.Ref(xs), reals: []sx.Term{sx.Ref(a)}}
		var s sx.Spine
		for k := range 3 {
			n := sx.NewSizeVar(fmt.Sprint("n", k))
			m := sx.NewVar("m", sx.Int)
			s.Bind(m, sx.IntLit(int64(r.IntN(4))))
			s.Binds = append(s.Binds, sx.Bind{Size: n, Rhs: sx.Ref(m)})
			g.sizes = append(g.sizes, sx.SizeOfVar(n))
		}
		term := s.In(g.nest(2 + r.IntN(2)))
		env := &semantics.Env{Vars: map[*sx.Var]semantics.Value{
			xs: semantics.Reals(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()), a: semantics.Real(r.NormFloat64()),
		}}
		run := func(u sx.Term) (string, int, error) {
			var ev semantics.Evaluator
			d.n = 0
			v, err := ev.Eval(u, env)
			if err != nil {
				return "", d.n, err
			}
			return semantics.Format(v), d.n, nil
		}
		o := simplify.Options{Deriving: true, Disable: []string{"sizeKnown", "constFold"}}
		o.Disable = append(o.Disable, "tabulate")
		plain, _ := simplified(t, sx.Refresh(term), o)
		o.Disable = o.Disable[:2]
		with, rep := simplified(t, sx.Refresh(term), o)
		if rep.Times("tabulate") == 0 {
			continue
		}
		fired++
		if err := sx.Verify(with, xs, a); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, sx.String(with))
		}
		want, before, errBefore := run(plain)
		got, after, errAfter := run(with)
		switch {
		case errBefore != nil:
			failed++
			if errAfter == nil {
				t.Fatalf("seed %d: no error, but %v before\n%s\n%s", seed, errBefore, sx.String(plain), sx.String(with))
			}
			continue
		case errAfter != nil:
			t.Fatalf("seed %d: %v, none before\n%s\n%s", seed, errAfter, sx.String(plain), sx.String(with))
		case got != want:
			t.Fatalf("seed %d: %s, want %s\n%s\n%s", seed, got, want, sx.String(plain), sx.String(with))
		case after > before:
			t.Fatalf("seed %d: %d dear values, %d before\n%s\n%s", seed, after, before, sx.String(plain), sx.String(with))
		case after < before:
			fewer++
		case before == 0:
			empty++
		}
	}
	if fired < 200 || fewer < 40 || failed < 30 || empty < 50 {
		t.Errorf("tables in %d programs, fewer values in %d, %d fail, %d are empty", fired, fewer, failed, empty)
	}
	t.Logf("tables in %d programs, fewer values in %d, %d fail, %d are empty", fired, fewer, failed, empty)
}
