package simplify_test

import (
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// picking makes random programs that make arrays of numbers and of rows, of each other's elements, and read them in
// loops, branches and functions: at places that are literals, numbers from outside, or indices of loops, and may be out
// of range.
type picking struct {
	r      *rand.Rand
	dear   *sx.Op
	arrays []sx.Term // of n numbers
	rows   []sx.Term // of n rows of n numbers
	few    []sx.Term // of 2 rows of n numbers
	inside bool      // of rows, elements of few columns, of the diagonal and of a line are read alone
	n      *sx.Size
	ints   []sx.Term // in scope
}

// place is an index, which may be out of range.
func (g *picking) place() sx.Term {
	k := g.ints[g.r.IntN(len(g.ints))]
	if g.r.IntN(3) > 0 {
		k = sx.IntLit(int64(g.r.IntN(4)))
	}
	return sx.NewToIdx(&sx.Pos{Line: 1}, g.n, k)
}

// number is an expression of elements.
func (g *picking) number(depth int) sx.Term {
	switch c := g.r.IntN(8); {
	case depth > 0 && c < 2:
		return sx.Mul(g.number(depth-1), g.number(depth-1))
	case depth > 0 && c == 2:
		return sx.NewPrim(g.dear, g.number(depth-1))
	case depth > 0 && c == 3:
		return sx.NewIf(sx.NewPrim(sx.MustOp("lt"), g.number(depth-1), sx.RealLit(0.2)), g.number(depth-1), g.number(depth-1))
	case depth > 0 && c == 4:
		return sx.NewSum(sx.BuildArray(g.n, g.under(depth-1)))
	case c == 7 && len(g.few) > 0:
		i := sx.NewToIdx(&sx.Pos{Line: 1}, sx.SizeLit(2), sx.IntLit(int64(g.r.IntN(2))))
		return sx.NewIndex(sx.NewIndex(g.few[g.r.IntN(len(g.few))], i), g.place())
	case c < 7 || len(g.rows) == 0:
		return sx.NewIndex(g.arrays[g.r.IntN(len(g.arrays))], g.place())
	}
	at, column := g.place(), g.place()
	if g.inside && g.r.IntN(2) == 0 { // but for a line
		at, column = sx.NewToIdx(&sx.Pos{Line: 1}, g.n, sx.IntLit(0)), sx.NewToIdx(&sx.Pos{Line: 1}, g.n, g.ints[len(g.ints)-1])
	} else if g.inside {
		if column = sx.NewToIdx(&sx.Pos{Line: 1}, g.n, sx.IntLit(int64(g.r.IntN(3)))); g.r.IntN(2) == 0 {
			column = at
		}
	}
	return sx.NewIndex(sx.NewIndex(g.rows[g.r.IntN(len(g.rows))], at), column)
}

// under is the body of a loop.
func (g *picking) under(depth int) func(i sx.Term) sx.Term {
	return func(i sx.Term) sx.Term {
		ints := g.ints
		defer func() { g.ints = ints }()
		g.ints = append(ints[:len(ints):len(ints)], sx.NewFromIdx(i))
		return g.number(depth)
	}
}

func (g *picking) program() sx.Term {
	var s sx.Spine
	for range 1 + g.r.IntN(3) {
		row := func(k sx.Term) sx.Term {
			ints := g.ints
			defer func() { g.ints = ints }()
			g.ints = append(ints[:len(ints):len(ints)], sx.NewFromIdx(k))
			return sx.BuildArray(g.n, func(i sx.Term) sx.Term {
				e := g.under(2)(i)
				return sx.NewPrim(g.dear, sx.Mul(e, sx.NewPrim(sx.MustOp("real"), sx.NewPrim(sx.MustOp("iadd"), sx.NewFromIdx(k), sx.NewFromIdx(i)))))
			})
		}
		switch g.r.IntN(8) {
		case 0:
			g.few = append(g.few, s.Let("w", sx.BuildArray(sx.SizeLit(2), row)))
		case 1, 2, 3:
			g.rows = append(g.rows, s.Let("z", sx.BuildArray(g.n, row)))
		default:
			g.arrays = append(g.arrays, s.Let("y", sx.BuildArray(g.n, func(i sx.Term) sx.Term { return sx.NewPrim(g.dear, g.under(2)(i)) })))
		}
	}
	g.arrays = g.arrays[1:] // those that are made
	if len(g.arrays) == 0 {
		g.arrays = append(g.arrays, s.Let("y", sx.BuildArray(g.n, func(i sx.Term) sx.Term { return sx.NewPrim(sx.MustOp("real"), sx.NewFromIdx(i)) })))
	}
	if g.r.IntN(4) == 0 { // an update
		g.arrays = append(g.arrays, s.Let("u", sx.NewSet(g.arrays[0], g.place(), g.number(1))))
	}
	if g.r.IntN(3) == 0 { // a place with a name that comes behind them
		k := sx.Term(sx.NewPrim(sx.MustOp("iadd"), g.ints[0], sx.IntLit(1)))
		if g.r.IntN(2) == 0 { // and depends on elements
			k = sx.NewIf(sx.NewPrim(sx.MustOp("lt"), g.number(0), sx.RealLit(0.2)), k, sx.IntLit(1))
		}
		g.ints = append(g.ints, s.Let("k", k))
	}
	x := sx.NewVar("x", sx.Real)
	f := s.Let("f", sx.NewLam(x, sx.Add(sx.Ref(x), g.number(1))))
	end := sx.NewSum(sx.BuildArray(g.n, func(i sx.Term) sx.Term { return sx.Add(g.under(2)(i), sx.NewApp(f, g.number(1))) }))
	return s.In(end)
}

// What is not made changes no bit of a value, and programs fail where they failed: where an element is read that is not
// there. Nothing is computed more often but what two places with a name read that are the same.
func TestDemandRandom(t *testing.T) {
	fired, fewer, failed := 0, 0, 0
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 8))
		d := newDearOp()
		xs := sx.NewVar("xs", sx.NewArrayType(sx.SizeLit(4), sx.Real))
		k, m := sx.NewVar("k", sx.Int), sx.NewVar("m", sx.Int)
		n := sx.NewSizeVar("n")
		g := &picking{r: r, dear: d.op, n: sx.SizeOfVar(n), ints: []sx.Term{sx.Ref(k)}, inside: seed%3 == 0}
		var s sx.Spine
		s.Binds = append(s.Binds, sx.Bind{Size: n, Rhs: sx.Ref(m)})
		i := sx.NewVar("i", sx.NewIdxType(g.n))
		in := sx.NewToIdx(nil, sx.SizeLit(4), sx.NewPrim(sx.MustOp("imin"), sx.NewFromIdx(sx.Ref(i)), sx.IntLit(3)))
		g.arrays = append(g.arrays, s.Let("x", sx.NewBuild(g.n, i, sx.NewIndex(sx.Ref(xs), in))))
		term := s.In(g.program())
		env := &semantics.Env{Vars: map[*sx.Var]semantics.Value{
			xs: semantics.Reals(r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64()),
			k:  semantics.Int(int64(r.IntN(5) - 1)), m: semantics.Int(int64(r.IntN(6))),
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
		o := simplify.Options{Deriving: true, Disable: []string{"tabulate", "loopInvariant", "buildDemand"}}
		plain, _ := simplified(t, sx.Refresh(term), o)
		o.Disable = o.Disable[:2]
		with, rep := simplified(t, sx.Refresh(term), o)
		if rep.Times("buildDemand") == 0 {
			continue
		}
		fired++
		if err := sx.Verify(with, xs, k, m); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, sx.String(with))
		}
		want, before, errBefore := run(plain)
		got, after, errAfter := run(with)
		switch {
		case errBefore != nil:
			failed++ // perhaps for an element that nobody reads
			continue
		case errAfter != nil:
			t.Fatalf("seed %d: %v, none before\n%s\n%s", seed, errAfter, sx.String(plain), sx.String(with))
		case got != want:
			t.Fatalf("seed %d: %s, want %s\n%s\n%s", seed, got, want, sx.String(plain), sx.String(with))
		case after > 2*before:
			t.Fatalf("seed %d: %d dear values, %d before\n%s\n%s", seed, after, before, sx.String(plain), sx.String(with))
		case after < before:
			fewer++
		}
	}
	if fired < 500 || fewer < 100 || failed < 200 {
		t.Errorf("elements in %d programs, fewer values in %d, %d fail", fired, fewer, failed)
	}
	t.Logf("elements in %d programs, fewer values in %d, %d fail", fired, fewer, failed)
}

// An element that is read and not there is an error, though nothing of it is used: the shorter array has none either.
func TestDemandOutOfRange(t *testing.T) {
	n := sx.NewSizeVar("n")
	m := sx.NewVar("m", sx.Int)
	size := sx.SizeOfVar(n)
	var s sx.Spine
	s.Binds = append(s.Binds, sx.Bind{Size: n, Rhs: sx.Ref(m)})
	x := sx.NewVar("x", sx.NewArrayType(sx.SizeLit(3), sx.Real))
	y := s.Let("y", sx.BuildArray(size, func(i sx.Term) sx.Term { return sx.Apply1("sin", sx.NewPrim(sx.MustOp("real"), sx.NewFromIdx(i))) }))
	term := s.In(sx.NewSum(sx.BuildArray(sx.SizeLit(3), func(i sx.Term) sx.Term {
		return sx.Mul(sx.NewIndex(sx.Ref(x), i), sx.NewIndex(y, sx.NewToIdx(&sx.Pos{Line: 1}, size, sx.IntLit(2))))
	})))
	out, rep := simplified(t, term, simplify.Options{Deriving: true})
	if rep.Times("buildDemand") != 1 {
		t.Fatalf("not applied:\n%s", sx.String(out))
	}
	for k, fails := range map[int64]bool{2: true, 3: false} {
		var ev semantics.Evaluator
		env := &semantics.Env{Vars: map[*sx.Var]semantics.Value{x: semantics.Reals(1, 2, 3), m: semantics.Int(k)}}
		if _, err := ev.Eval(out, env); (err != nil) != fails {
			t.Errorf("of %d elements: %v", k, err)
		}
	}
}
