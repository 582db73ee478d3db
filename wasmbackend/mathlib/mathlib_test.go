package mathlib_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend/mathlib"
	"github.com/seed-4b734f86/gochad/wasmbackend/mathlib/functions"
)

// Laws:
//
//	complete   every function of the program is that of a primitive, with its types, or called by one
//	equal      the loop program computes what the Go functions compute, to the last bit
//	total      no function fails, or reads outside of a table, at any argument

// run evaluates a function of the library.
func run(t *testing.T, f *mathlib.Func, args ...loop.Value) loop.Value {
	t.Helper()
	for _, tab := range f.Tables {
		if tab.Reals != nil {
			args = append(args, tab.Reals)
		} else {
			args = append(args, tab.Ints)
		}
	}
	out, _, err := loop.Eval(f.Prog, f.Fn, args, 1e6)
	if err != nil {
		t.Fatalf("%s(%v): %v", f.Fn.Name, args[0], err)
	}
	return out[0]
}

// corners are reals of all kinds.
var corners = []float64{
	0, math.Copysign(0, -1), 5e-324, -5e-324, 0x1p-1022, -0x1p-1022, 0x1p-1023, 1e-310, 1e-20, -1e-20, 1e-9, -1e-5, 0.03125, 0.25,
	0.5, -0.5, 0.999, 1, -1, 1.001, 1.4616321449683623, 2, -2, 2.5, 3, 7, -7.5, 10, 36.7, 171.5, -171.5, 700, -700, 709.7, 709.79, -708.5, -745.1, -746,
	1e5, -1e5, 1 << 31, 1 << 52, 1 << 53, 1<<53 + 2, 1 << 63, 1e19, 6381956970095103 * 0x1p797, -1e300, math.MaxFloat64, -math.MaxFloat64,
	math.Inf(1), math.Inf(-1), math.NaN(), math.Float64frombits(0xfff8000000000123),
}

// number is a random real of any magnitude, or an easy one.
func number(r *rand.Rand) float64 {
	switch r.IntN(4) {
	case 0:
		return math.Float64frombits(r.Uint64())
	case 1:
		return 8 * r.NormFloat64()
	case 2:
		return float64(r.IntN(200) - 100)
	}
	return r.Float64()*2 - 1
}

func sameBits(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b
}

func TestUnary(t *testing.T) {
	for name, want := range functions.Unary {
		f, ok := mathlib.Lookup(name)
		if !ok {
			t.Errorf("%s is not in the program", name)
			continue
		}
		r := rand.New(rand.NewPCG(1, uint64(len(name))))
		xs := append([]float64{}, corners...)
		for range 300 {
			xs = append(xs, number(r))
		}
		for _, x := range xs {
			if got := run(t, f, x).(float64); !sameBits(got, want(x)) {
				t.Errorf("%s(%v) = %v, Go computes %v", name, x, got, want(x))
			}
		}
	}
}

func TestBinary(t *testing.T) {
	for name, want := range functions.Binary {
		f, ok := mathlib.Lookup(name)
		if !ok {
			t.Errorf("%s is not in the program", name)
			continue
		}
		check := func(x, y float64) {
			if got := run(t, f, x, y).(float64); !sameBits(got, want(x, y)) {
				t.Errorf("%s(%v, %v) = %v, Go computes %v", name, x, y, got, want(x, y))
			}
		}
		for i, x := range corners {
			for j, y := range corners {
				if (i*7+j)%5 == 0 {
					check(x, y)
				}
			}
		}
		r := rand.New(rand.NewPCG(2, uint64(len(name))))
		for range 300 {
			check(number(r), number(r))
		}
	}
}

func loopType(t syntax.Type) loop.Type {
	switch t {
	case syntax.Real:
		return loop.RealType
	case syntax.Bool:
		return loop.BoolType
	}
	return loop.IntType
}

// TestSignatures holds each function to the types of its primitive and of its tables.
func TestSignatures(t *testing.T) {
	shared := map[string]*loop.Func{}
	for _, op := range syntax.Ops() {
		f, ok := mathlib.Lookup(op.Name)
		if !ok {
			continue
		}
		if err := loop.Verify(f.Prog); err != nil {
			t.Errorf("%s: %v", op, err)
		}
		for _, g := range f.Prog.Funcs {
			if old := shared[g.Name]; old != nil && old != g {
				t.Errorf("%s has a %s of its own", op, g.Name)
			}
			shared[g.Name] = g
		}
		if again, _ := mathlib.Lookup(op.Name); again != f {
			t.Errorf("%s is read twice", op)
		}
		if len(f.Fn.Params) != len(op.Params)+len(f.Tables) || len(f.Fn.Results) != 1 {
			t.Errorf("%s has %d parameters and %d results", op, len(f.Fn.Params), len(f.Fn.Results))
			continue
		}
		for i, p := range f.Fn.Params {
			want := loop.RealType.Array()
			switch {
			case i < len(op.Params):
				want = loopType(op.Params[i])
			case f.Tables[i-len(op.Params)].Ints != nil:
				want = loop.IntType.Array()
			}
			if p.Var.Type != want {
				t.Errorf("%s: parameter %d is a %s, want %s", op, i, p.Var.Type, want)
			}
		}
		if got := f.Fn.Results[0].Type; got != loopType(op.Result) {
			t.Errorf("%s gives a %s", op, got)
		}
	}
}

// samples are arguments of a type.
func samples(t syntax.Type, r *rand.Rand, n int) []syntax.Value {
	var out []syntax.Value
	if t == syntax.Real {
		for _, x := range corners {
			out = append(out, syntax.Value{F: x})
		}
		for range n {
			x := number(r)
			if r.IntN(3) == 0 {
				x = math.Round(2*x) / 2
			}
			out = append(out, syntax.Value{F: x})
		}
		return out
	}
	for _, k := range []int64{0, 1, -1, 2, 3, 31, 32, 63, 127, 128, 255, 1 << 15, 1<<31 - 1, 1 << 31, 1<<32 - 1, -1 << 31, -129, 308, -323, -1080, 2100, math.MaxInt64, math.MinInt64} {
		out = append(out, syntax.Value{I: k})
	}
	for range n {
		out = append(out, syntax.Value{I: int64(r.Uint64()) >> r.IntN(64)})
	}
	return out
}

// TestExact holds the functions of exact primitives, and those with results of ints and bools, to the meaning of the
// primitive.
func TestExact(t *testing.T) {
	tested := 0
	for _, op := range syntax.Ops() {
		f, ok := mathlib.Lookup(op.Name)
		if !ok || op.Result == syntax.Real && !op.Exact || len(op.Params) > 2 {
			continue
		}
		tested++
		r := rand.New(rand.NewPCG(3, uint64(len(op.Name))))
		xs := samples(op.Params[0], r, 150)
		ys := []syntax.Value{{}}
		if len(op.Params) == 2 {
			ys = samples(op.Params[1], r, 150)
		}
		for i, x := range xs {
			for j, y := range ys {
				if len(op.Params) == 2 && i%17 != j%17 && i > 12 {
					continue
				}
				if op.Name == "ldexp" && (y.I > 1<<40 || y.I < -1<<40) {
					continue // math.Ldexp adds exponents without care for overflow
				}
				args := []syntax.Value{x, y}[:len(op.Params)]
				want, err := op.Eval(args)
				if err != nil {
					continue
				}
				var vs []loop.Value
				for k, a := range args {
					if op.Params[k] == syntax.Real {
						vs = append(vs, a.F)
					} else {
						vs = append(vs, a.I)
					}
				}
				var same bool
				got := run(t, f, vs...)
				switch g := got.(type) {
				case float64:
					same = sameBits(g, want.F)
				case int64:
					same = g == want.I
				case bool:
					same = g == (want.I != 0)
				}
				if !same {
					t.Errorf("%s%v = %v, want %v", op, vs, got, want)
				}
			}
		}
	}
	t.Logf("%d primitives", tested)
}

// TestMeaning holds all functions to the meaning of their primitives, where these are sampled.
func TestMeaning(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for _, op := range syntax.Ops() {
		f, ok := mathlib.Lookup(op.Name)
		if !ok || op.Domain == nil {
			continue
		}
		for range 200 {
			var args []syntax.Value
			var vs []loop.Value
			for i, d := range op.Domain {
				x := d.Lo + r.Float64()*(d.Hi-d.Lo)
				if op.Params[i] == syntax.Real {
					args, vs = append(args, syntax.Value{F: x}), append(vs, x)
				} else {
					n := int64(math.Round(x))
					args, vs = append(args, syntax.Value{I: n}), append(vs, n)
				}
			}
			want, err := op.Eval(args)
			if err != nil {
				t.Fatal(op, err)
			}
			if got, ok := run(t, f, vs...).(float64); ok && !(math.Abs(got-want.F) <= 1e-10*max(1, math.Abs(want.F))) {
				t.Errorf("%s%v = %v, the table gives %v", op, vs, got, want.F)
			}
		}
	}
}
