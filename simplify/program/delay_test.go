package program_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/simplify/program"

	"github.com/seed-4b734f86/gochad/semantics"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// What moves and what stays, by hand.
func TestDelay(t *testing.T) {
	for _, c := range []struct{ name, before, after string }{
		{
			"a sum, and what is computed from it",
			"let s = sum [sin x[i] | i < n]; u = s * s; c = x[0 :> idx n] < 1 in if c then u + s else 0",
			"let t = index n 0 t2 = x[t] c = t2 < 1 t3 = if c then let a = [let t3 = x[i] t4 = sin t3 in t4 | i < n] s = sum a u = s * s t3 = u + s in t3 else 0.0 in t3",
		},
		{
			"a number stays",
			"let s = sin x[0 :> idx n]; a = sum [x[i] | i < n]; c = a < 1 in if c then s * s else 0",
			"let t = index n 0 t2 = x[t] s = sin t2 a = [let t3 = x[i] in t3 | i < n] a2 = sum a c = a2 < 1 t3 = if c then let t3 = s * s in t3 else 0.0 in t3",
		},
		{
			"used in both branches",
			"let t = [x[i] | i < n]; c = x[0 :> idx n] < 1 in if c then t[0 :> idx n] else t[1 :> idx n]",
			"let t = [let t = x[i] in t | i < n] t2 = index n 0 t3 = x[t2] c = t3 < 1 t4 = if c then let t4 = index n 0 t5 = t[t4] in t5 else let t4 = index n 1 t5 = t[t4] in t5 in t4",
		},
		{
			"used by the condition",
			"let s = sum [x[i] | i < n]; c = s < 1 in if c then s else 0",
			"let a = [let t = x[i] in t | i < n] s = sum a c = s < 1 t = if c then s else 0.0 in t",
		},
		{
			"behind an update",
			"let s = sum [x[i] | i < n]; y = set x (0 :> idx n) 1; c = y[0 :> idx n] < 1 in if c then s else y[1 :> idx n]",
			"let a = [let t = x[i] in t | i < n] s = sum a t = index n 0 y = set x t 1.0 t2 = index n 0 t3 = y[t2] c = t3 < 1 t4 = if c then s else let t4 = index n 1 t5 = y[t4] in t5 in t4",
		},
		{
			"behind an update in a branch, which is used in a branch and stays",
			"let s = sum [x[i] | i < n]; i = 0 :> idx n; t = x[i]; c = t < 1; y = if c then (set x i 1)[i] else 0; u = if t < 2 then s else 0 in if t < 3 then y else u",
			"let a = [let t = x[i] in t | i < n] s = sum a i = index n 0 t = x[i] c = t < 1 y = if c then let a2 = set x i 1.0 t2 = a2[i] in t2 else 0.0 c2 = t < 2 u = if c2 then s else 0.0 c3 = t < 3 t2 = if c3 then y else u in t2",
		},
		{
			"an array that is changed in a branch, with what is used in the other",
			"let s = sum [x[i] | i < n]; i = 0 :> idx n; t = x[i]; c = t < 1; y = if c then set x i 1 else x; u = if t < 2 then s else 0 in if t < 3 then y[i] else u",
			"let i = index n 0 t = x[i] c = t < 1 c2 = t < 2 c3 = t < 3 t2 = if c3 then let y = if c then let a = set x i 1.0 in a else x t2 = y[i] in t2 else let u = if c2 then let a = [let t2 = x[i2] in t2 | i2 < n] s = sum a in s else 0.0 in u in t2",
		},
		{
			"into branches of branches",
			"let s = sum [x[i] | i < n]; c = x[0 :> idx n] < 1 in if c then (if x[1 :> idx n] < 2 then s else 1) else 0",
			"let t = index n 0 t2 = x[t] c = t2 < 1 t3 = if c then let t3 = index n 1 t4 = x[t3] c2 = t4 < 2 t5 = if c2 then let a = [let t5 = x[i] in t5 | i < n] s = sum a in s else 1.0 in t5 else 0.0 in t3",
		},
		{
			"what fails only where something that stays does",
			"let s = sum [x[i] * x[7 :> idx n] | i < n]; c = x[7 :> idx n] < 1 in if c then s else 0",
			"let t = index n 7 t2 = x[t] c = t2 < 1 t3 = if c then let a = [let t3 = x[i] t4 = index n 7 t5 = x[t4] t6 = t3 * t5 in t6 | i < n] s = sum a in s else 0.0 in t3",
		},
		{
			"the first element where there are others",
			"let s = sum [x[i] * x[0 :> idx n] | i < n]; c = x[1 :> idx n] < 1 in if c then s else 0",
			"let t = index n 1 t2 = x[t] c = t2 < 1 t3 = if c then let a = [let t3 = x[i] t4 = index n 0 t5 = x[t4] t6 = t3 * t5 in t6 | i < n] s = sum a in s else 0.0 in t3",
		},
		{
			"an array by its own length",
			"let y = pack x; s = sum [let size k = length y in x[i] * sum (y :> [k]real) | i < n]; c = x[0 :> idx n] < 1 in if c then s else 0",
			"let y = pack x t = index n 0 t2 = x[t] c = t2 < 1 t3 = if c then let a = [let t3 = length y size k = t3 t4 = x[i] t5 = y :> [k]real t6 = sum t5 t7 = t4 * t6 in t7 | i < n] s = sum a in s else 0.0 in t3",
		},
		{
			"the last element where there is a first",
			"let s = sum [x[i] * x[n - 1 :> idx n] | i < n]; c = x[0 :> idx n] < 1 in if c then s else 0",
			"let t = index n 0 t2 = x[t] c = t2 < 1 t3 = if c then let a = [let t3 = x[i] t4 = n t5 = t4 - 1 t6 = index n t5 t7 = x[t6] t8 = t3 * t7 in t8 | i < n] s = sum a in s else 0.0 in t3",
		},
		{
			"a number that is a size already",
			"let k = n - 3; size a = k; s = sum [let size b = k in x[i] * sum [1 | j < b] | i < n]; c = x[0 :> idx n] < 1 in if c then s else real a",
			"let t = n k = t - 3 size a = k t2 = index n 0 t3 = x[t2] c = t3 < 1 t4 = if c then let a2 = [let size b = k t4 = x[i] a2 = [1.0 | j < b] t5 = sum a2 t6 = t4 * t5 in t6 | i < n] s = sum a2 in s else let t4 = a t5 = real t4 in t5 in t4",
		},
		{
			"what may fail stays",
			"let s = sum [x[i] * x[7 :> idx n] | i < n]; c = x[0 :> idx n] < 1 in if c then s else 0",
			"let a = [let t = x[i] t2 = index n 7 t3 = x[t2] t4 = t * t3 in t4 | i < n] t = index n 0 t2 = x[t] c = t2 < 1 t3 = if c then let s = sum a in s else 0.0 in t3",
		},
		{
			"what requires stays",
			"let s = loop s = 0.0 for i < n do (if require (x[i] < 1, 0) < 1 then s + 1 else s); c = x[0 :> idx n] < 1 in if c then s else 0",
			"let s = loop s = 0.0 for i < n do let t = x[i] c = t < 1 t2 = require (c, 0) c2 = t2 < 1 t3 = if c2 then let t3 = s + 1 in t3 else s in t3 t = index n 0 t2 = x[t] c = t2 < 1 t3 = if c then s else 0.0 in t3",
		},
	} {
		p := loaded(t, "def f [n] (x : [n]real) : real = "+c.before)
		sx.ANFProgram(p)
		program.Delay(p, program.FailingStays)
		if err := sx.VerifyProgram(p); err != nil {
			t.Fatal(c.name, err)
		}
		if got := oneLine(sx.String(p.Defs[0].Body)); got != c.after {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.after)
		}
	}
}

// delays makes random blocks with branches in branches and in loops, over numbers and arrays of three that they compute
// and update.
type delays struct {
	*rand.Rand
	reals, arrays []sx.Term
	size          int
}

func (g *delays) real() sx.Term { // those bound last more often
	return g.reals[len(g.reals)-1-min(g.IntN(len(g.reals)), g.IntN(len(g.reals)))]
}

func (g *delays) array() sx.Term {
	return g.arrays[len(g.arrays)-1-min(g.IntN(len(g.arrays)), g.IntN(len(g.arrays)))]
}

// index is out of range at times.
func (g *delays) index() sx.Term {
	return sx.NewToIdx(&sx.Pos{Line: 1}, sx.SizeLit(3), sx.IntLit(int64(g.IntN(25)/8)))
}

// scoped is what f makes, with variables of its own.
func (g *delays) scoped(f func() sx.Term) sx.Term {
	reals, arrays := g.reals, g.arrays
	defer func() { g.reals, g.arrays = reals, arrays }()
	g.reals, g.arrays = reals[:len(reals):len(reals)], arrays[:len(arrays):len(arrays)]
	return f()
}

func (g *delays) number(depth int) sx.Term {
	g.size--
	switch k := g.IntN(7); {
	case k == 0:
		return sx.Mul(g.real(), g.real())
	case k == 1:
		return sx.NewIndex(g.array(), g.index())
	case k < 4 || depth == 0 || g.size < 0:
		return sx.NewSum(g.array())
	case k < 6:
		arm := func() sx.Term { return g.scoped(func() sx.Term { return g.block(depth - 1) }) }
		return sx.NewIf(sx.NewPrim(sx.MustOp("lt"), g.real(), sx.RealLit(0.4)), arm(), arm())
	}
	i, s := sx.NewVar("i", sx.NewIdxType(sx.SizeLit(3))), sx.NewVar("s", sx.Real)
	init := g.real()
	return sx.NewLoop(sx.SizeLit(3), false, sx.NoOutput, i, s, init, g.scoped(func() sx.Term {
		g.reals = append(g.reals, sx.Ref(s))
		return g.block(depth - 1)
	}))
}

func (g *delays) block(depth int) sx.Term {
	var s sx.Spine
	for range 1 + g.IntN(5) {
		switch k := g.IntN(5); {
		case k == 0:
			g.arrays = append(g.arrays, s.Let("y", sx.NewSet(g.array(), g.index(), g.real())))
		case k == 1:
			a, z := g.array(), g.real()
			g.arrays = append(g.arrays, s.Let("y", sx.BuildArray(sx.SizeLit(3), func(i sx.Term) sx.Term { return sx.Mul(sx.NewIndex(a, i), z) })))
		default:
			g.reals = append(g.reals, s.Let("z", g.number(depth)))
		}
	}
	return s.In(sx.Add(g.real(), g.number(depth)))
}

// Values stay as they are to the last bit where there is one, and cost no more.
func TestDelayRandom(t *testing.T) {
	changed, cheaper, failed := 0, 0, 0
	for seed := range uint64(3000) {
		x, a := sx.NewVar("x", sx.Real), sx.NewVar("a", sx.NewArrayType(sx.SizeLit(3), sx.Real))
		g := &delays{Rand: rand.New(rand.NewPCG(seed, 29)), reals: []sx.Term{sx.Ref(x)}, arrays: []sx.Term{sx.Ref(a)}, size: 60}
		d := &sx.Def{Name: "f", Params: []*sx.Var{x, a}, Result: sx.Real, Body: sx.Refresh(g.block(3))}
		p := &sx.Program{Defs: []*sx.Def{d}}
		sx.ANFProgram(p)
		before := d.Body
		program.Delay(p, program.FailingStays)
		if err := sx.VerifyProgram(p); err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, sx.String(before), sx.String(d.Body))
		}
		if d.Body == before {
			continue
		}
		changed++
		run := func(u sx.Term, v float64) (float64, int64, error) {
			var ev semantics.Evaluator
			y, err := ev.Eval(u, &semantics.Env{Vars: map[*sx.Var]semantics.Value{x: semantics.Real(v), a: semantics.Reals(v, 0.3, -0.2)}})
			if err != nil {
				return 0, 0, err
			}
			return float64(y.(semantics.Real)), ev.Cost.Ops + ev.Cost.Loads + ev.Cost.Stores, nil
		}
		for _, v := range []float64{-0.7, 0.1, 0.6, 2} {
			want, cost, err := run(before, v)
			if err != nil {
				failed++
				if got, _, err := run(d.Body, v); err == nil {
					t.Fatalf("seed %d: %v, where it failed\n%s\n%s", seed, got, sx.String(before), sx.String(d.Body))
				}
				continue
			}
			got, less, err := run(d.Body, v)
			if err != nil || math.Float64bits(got) != math.Float64bits(want) && !(math.IsNaN(got) && math.IsNaN(want)) || less > cost {
				t.Fatalf("seed %d: %v at a cost of %d, %v, want %v at %d\n%s\n%s", seed, got, less, err, want, cost, sx.String(before), sx.String(d.Body))
			}
			if less < cost {
				cheaper++
			}
		}
	}
	t.Logf("%d changed, %d runs became cheaper, %d fail", changed, cheaper, failed)
	if changed < 200 || cheaper < 100 || failed < 20 {
		t.Errorf("%d changed, %d runs became cheaper, %d fail", changed, cheaper, failed)
	}
}

// Of a chain of branches, each of which uses the one before on one side alone, no more than a few are moved into each
// other.
func TestDelayDepth(t *testing.T) {
	deepest := func(n int) int {
		x, a := sx.NewVar("x", sx.Real), sx.NewVar("a", sx.NewArrayType(sx.SizeLit(3), sx.Real))
		var s sx.Spine
		y := sx.Term(sx.Ref(a))
		for k := range n {
			z := y
			sines := sx.BuildArray(sx.SizeLit(3), func(i sx.Term) sx.Term { return sx.Apply1("sin", sx.NewIndex(z, i)) })
			y = s.Let("y", sx.NewIf(sx.NewPrim(sx.MustOp("lt"), sx.Ref(x), sx.RealLit(float64(k))), sines, sx.Ref(a)))
		}
		p := &sx.Program{Defs: []*sx.Def{{Name: "f", Params: []*sx.Var{x, a}, Result: sx.Real, Body: s.In(sx.NewSum(y))}}}
		sx.ANFProgram(p)
		program.Delay(p, program.FailingStays)
		var depth func(t sx.Term) int
		depth = func(t sx.Term) int {
			n := 0
			sx.Children(t, func(c sx.Term) { n = max(n, depth(c)) })
			if _, ok := t.(*sx.If); ok {
				n++
			}
			return n
		}
		return depth(p.Defs[0].Body)
	}
	if got := deepest(8); got != 8 {
		t.Errorf("8 branches are %d deep, want 8: each moves into the next", got)
	}
	if few, many := deepest(100), deepest(400); few < 8 || many != few {
		t.Errorf("100 branches are %d deep, 400 are %d", few, many)
	}
}

// Where the function is placed as its derivatives are, what may fail moves as anything else does, but no requirement,
// nor a call of what has one.
func TestDelayFailing(t *testing.T) {
	for _, c := range []struct{ name, before, after string }{
		{
			"an index",
			"def f [n] (x : [n]real) : real = let s = sum [x[i] * x[7 :> idx n] | i < n]; c = x[0 :> idx n] < 1 in if c then s else 0",
			"let t = index n 0 t2 = x[t] c = t2 < 1 t3 = if c then let a = [let t3 = x[i] t4 = index n 7 t5 = x[t4] t6 = t3 * t5 in t6 | i < n] s = sum a in s else 0.0 in t3",
		},
		{
			"a size that may be negative",
			"def f [n] (x : [n]real) : real = let k = n - 3; s = sum [let size b = k in x[i] * sum [1 | j < b] | i < n]; c = x[0 :> idx n] < 1 in if c then s else 0",
			"let t = n k = t - 3 t2 = index n 0 t3 = x[t2] c = t3 < 1 t4 = if c then let a = [let size b = k t4 = x[i] a = [1.0 | j < b] t5 = sum a t6 = t4 * t5 in t6 | i < n] s = sum a in s else 0.0 in t4",
		},
		{
			"what requires stays",
			"def f [n] (x : [n]real) : real = let s = loop s = 0.0 for i < n do (if require (x[i] < 1, 0) < 1 then s + 1 else s); c = x[0 :> idx n] < 1 in if c then s else 0",
			"let s = loop s = 0.0 for i < n do let t = x[i] c = t < 1 t2 = require (c, 0) c2 = t2 < 1 t3 = if c2 then let t3 = s + 1 in t3 else s in t3 t = index n 0 t2 = x[t] c = t2 < 1 t3 = if c then s else 0.0 in t3",
		},
		{
			"what calls what requires stays",
			"def g (k : int, y : real) : real = if k < 1 then real (require (y < 1, 0)) else h (k - 1, y) def h (k : int, y : real) : real = y * g (k - 1, y) " +
				"def f [n] (x : [n]real) : real = let s = h (3, x[0 :> idx n]); c = x[0 :> idx n] < 1 in if c then s else 0",
			"let t = index n 0 t2 = x[t] s = h (3, t2) t3 = index n 0 t4 = x[t3] c = t4 < 1 t5 = if c then s else 0.0 in t5",
		},
		{
			"behind a call that updates nothing",
			"def g [n] (k : int, x : [n]real) : real = if k < 1 then x[0 :> idx n] else g (k - 1, x) " +
				"def f [n] (x : [n]real) : real = let s = sum [x[i] | i < n]; c = g (3, x) < 1 in if c then s else 0",
			"let g_ = g (3, x) c = g_ < 1 t = if c then let a = [let t = x[i] in t | i < n] s = sum a in s else 0.0 in t",
		},
		{
			"behind a call of what calls what updates",
			"def g [n] (k : int, x : [n]real) : real = if k < 1 then x[0 :> idx n] else h (k - 1, set x (0 :> idx n) 1) def h [n] (k : int, x : [n]real) : real = g (k, x) " +
				"def f [n] (x : [n]real) : real = let s = sum [x[i] | i < n]; c = h (3, x) < 1 in if c then s else 0",
			"let a = [let t = x[i] in t | i < n] s = sum a h_ = h (3, x) c = h_ < 1 t = if c then s else 0.0 in t",
		},
		{
			"a recursion that does not moves",
			"def h (k : int, y : real) : real = if k < 1 then y else y * h (k - 1, y) " +
				"def f [n] (x : [n]real) : real = let s = h (3, x[0 :> idx n]); c = x[0 :> idx n] < 1 in if c then s else 0",
			"let t = index n 0 t2 = x[t] t3 = index n 0 t4 = x[t3] c = t4 < 1 t5 = if c then let s = h (3, t2) in s else 0.0 in t5",
		},
	} {
		p := loaded(t, c.before)
		sx.ANFProgram(p)
		program.Delay(p, program.FailingMoves)
		if err := sx.VerifyProgram(p); err != nil {
			t.Fatal(c.name, err)
		}
		if got := oneLine(sx.String(p.Lookup("f").Body)); got != c.after {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.after)
		}
	}
}
