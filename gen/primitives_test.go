package gen_test

import (
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

var (
	someInts  = []int64{0, 1, -1, 5, 63, 64, -70, 1<<31 + 7, 0x0123456789abcdef, math.MaxInt64, math.MinInt64}
	someReals = []float64{0.75, -2.5, 3, 1e10, -1e-3}
)

// pickArgs are arguments of the given types; k chooses them.
func pickArgs(params []sx.Type, k int) []semantics.Value {
	out := make([]semantics.Value, len(params))
	for i, p := range params {
		n := k
		if i > 0 {
			n = 3*k + 5*i
		}
		switch p {
		case sx.Real:
			out[i] = semantics.Real(someReals[n%len(someReals)])
		case sx.Int:
			out[i] = semantics.Int(someInts[n%len(someInts)])
		default:
			out[i] = semantics.Bool(n%2 == 0)
		}
	}
	return out
}

// scalarDef is a definition of the given body.
func scalarDef(name string, params []sx.Type, body func(xs []sx.Term) sx.Term) *sx.Def {
	d := &sx.Def{Name: name}
	xs := make([]sx.Term, len(params))
	for i, p := range params {
		x := sx.NewVar("x", p)
		d.Params, xs[i] = append(d.Params, x), sx.Ref(x)
	}
	d.Body = body(xs)
	d.Result = d.Body.Type()
	return d
}

// fails reports whether a primitive refuses its arguments.
func fails(op *sx.Op, args []semantics.Value) bool {
	return op.Divides && args[1].(semantics.Int) == 0
}

// TestPrimitives compares the Go form of every primitive with its meaning, on variables and on
// literals, which are folded.
func TestPrimitives(t *testing.T) {
	c := newCompare(t)
	p := &sx.Program{}
	var runs []run
	for i, op := range sx.Ops() {
		if n := op.Name; n == "polygamma" || n == "powi" || n == "jn" || n == "yn" {
			continue // slow, or too great, for these ints
		}
		name := "op" + string(rune('a'+i/26)) + string(rune('a'+i%26))
		d := scalarDef(name, op.Params, func(xs []sx.Term) sx.Term { return sx.NewPrim(op, xs...) })
		p.Defs = append(p.Defs, d)
		for k := range someInts {
			args := pickArgs(op.Params, k)
			if !fails(op, args) {
				runs = append(runs, run{def: d, args: args})
			}
		}
		args := pickArgs(op.Params, 3)
		if fails(op, args) {
			continue
		}
		lit := scalarDef(name+"lit", nil, func([]sx.Term) sx.Term {
			ts := make([]sx.Term, len(args))
			for i, a := range args {
				switch a := a.(type) {
				case semantics.Real:
					ts[i] = sx.RealLit(float64(a))
				case semantics.Int:
					ts[i] = sx.IntLit(int64(a))
				case semantics.Bool:
					ts[i] = sx.BoolLit(bool(a))
				}
			}
			return sx.NewPrim(op, ts...)
		})
		p.Defs = append(p.Defs, lit)
		runs = append(runs, run{def: lit})
	}
	c.add(t, "primitives", p, runs)
	c.finish(t)
}

// TestBitExpressions nests operators, whose precedences in Go are not those of C.
func TestBitExpressions(t *testing.T) {
	op := func(name string, xs ...sx.Term) sx.Term { return sx.NewPrim(sx.MustOp(name), xs...) }
	ints := []sx.Type{sx.Int, sx.Int, sx.Int}
	defs := []*sx.Def{
		scalarDef("a", ints, func(x []sx.Term) sx.Term { return op("iand", op("iadd", x[0], x[1]), op("ior", x[1], x[2])) }),
		scalarDef("b", ints, func(x []sx.Term) sx.Term {
			return op("isub", op("ishl", x[0], sx.IntLit(3)), op("ixor", x[1], op("imul", x[2], op("ishr", x[0], sx.IntLit(63)))))
		}),
		scalarDef("c", ints, func(x []sx.Term) sx.Term {
			return op("ishl", op("isub", op("inot", x[0]), op("ineg", x[1])), op("iand", x[2], sx.IntLit(31)))
		}),
		scalarDef("d", ints, func(x []sx.Term) sx.Term {
			return op("ixor", op("iandnot", op("iandnot", x[0], x[1]), op("iandnot", x[2], sx.IntLit(-9))), op("isub", x[0], op("isub", x[1], x[2])))
		}),
		scalarDef("e", ints, func(x []sx.Term) sx.Term {
			return op("iushr", op("ishr", x[0], op("ishr", x[1], sx.IntLit(2))), sx.IntLit(64))
		}),
		scalarDef("f", ints, func(x []sx.Term) sx.Term {
			return op("or", op("ult", op("ixor", x[0], x[1]), x[2]), op("ieq", op("iand", x[0], sx.IntLit(1)), sx.IntLit(0)))
		}),
		scalarDef("g", ints, func(x []sx.Term) sx.Term {
			return op("umod", op("udiv", x[0], sx.IntLit(7)), op("ior", x[1], sx.IntLit(1)))
		}),
	}
	p := &sx.Program{Defs: defs}
	var runs []run
	for _, d := range defs {
		for k := range someInts {
			runs = append(runs, run{def: d, args: pickArgs(ints, k)})
		}
	}
	c := newCompare(t)
	c.add(t, "bits", p, runs)
	q, _, err := simplify.Program(p, simplify.Options{KeepNames: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range runs {
		runs[i].def = q.Lookup(r.def.Name)
	}
	c.add(t, "simplebits", q, runs)
	c.finish(t)
}
