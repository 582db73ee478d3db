package wasmbackend_test

import (
	"context"
	"errors"
	"math"
	"testing"

	v8 "github.com/seed-4b734f86/gochad/internal/testkit/v8"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// Results of all forms: a real, a view of a parameter, rows, cells, and cells that were changed.
const nans = `
cell list { nil empty() cons(x real, tail &list) }

export func f(x []real, y real) {
	var r []real = new(len(x))
	var m [][]real = new(2, len(x))
	for i < len(x) {
		r[i] = x[i] - x[i]
		m[0][i] = -x[i]
		m[1][i] = sqrt(x[i])
	}
	var c &list = new cons(y * 0.0, nil(&list))
	var d &list = new cons(1.0, c)
	d.cons.x = -(y - y)
	return x[0], r, x, m, d, copysign(y, -1.0)
}
`

// Whatever NaN an engine makes, and whichever comes in, the results have one.
func TestNaN(t *testing.T) {
	ctx := context.Background()
	prog, err := loop.Read("nans", nans)
	if err != nil {
		t.Fatal(err)
	}
	node, err := v8.Start()
	if err == nil {
		defer node.Close() //nolint:errcheck // the test is over
	} else if !errors.Is(err, v8.ErrNoNode) {
		t.Fatal(err)
	}
	odd := math.Float64frombits(0xfff0_0000_0000_0123) // signals, with a sign
	x := []float64{odd, 1, -1, math.Inf(1), math.Inf(-1), odd, 2, 3, 4, 5, 6, math.NaN(), 7, 8, -9, 10, 11}
	for _, scalar := range []bool{false, true} {
		m := compiled(t, wasmbackend.Options{Scalar: scalar}, prog)
		p, err := run.New(ctx, nil, m)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close(ctx) //nolint:errcheck // the test is over
		f, err := p.Func("f")
		if err != nil {
			t.Fatal(err)
		}
		args := []loop.Value{x, odd}
		got, err := f.Leaves(ctx, nil, args)
		if err != nil {
			t.Fatal(err)
		}
		// x, x-x, x, -x, √x, and what came of y: three in the cells and one by itself.
		if n := oneNaN(t, got); n != 1+5+3+3+6+2+1 {
			t.Errorf("%d NaN in %s", n, showAll(got))
		}
		if node == nil {
			continue
		}
		_, inV8, err := node.Leaves(m, m.Code.Encode(), m.Blocks[0], nil, args)
		if err != nil {
			t.Fatal(err)
		}
		if n := oneNaN(t, inV8); n != 21 || showAll(inV8) != showAll(got) {
			t.Errorf("%d NaN in %s in V8", n, showAll(inV8))
		}
	}
}

// oneNaN counts the NaN in values.
func oneNaN(t *testing.T, vs []loop.Value) (n int) {
	t.Helper()
	for _, v := range vs {
		switch v := v.(type) {
		case float64:
			if math.IsNaN(v) {
				n++
				if b := math.Float64bits(v); b != wasmbackend.NaN {
					t.Errorf("the NaN %x", b)
				}
			}
		case []float64:
			for _, x := range v {
				n += oneNaN(t, []loop.Value{x})
			}
		case []loop.Value:
			n += oneNaN(t, v)
		case *loop.Object:
			if v != nil {
				for i := range v.Cell.Ctors[v.Ctor].Fields {
					n += oneNaN(t, []loop.Value{v.Field(i)})
				}
			}
		}
	}
	return n
}
