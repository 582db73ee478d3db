package loopgen

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Values makes random arguments for programs of this package, whose cell is Cell.
type Values struct {
	*rand.Rand
	Cell *loop.Cell
}

// Of is a value for q, with n elements if it is an array.
func (v Values) Of(q *loop.Var, n int) loop.Value {
	switch {
	case q.Type == rowsType && q.Flat != nil:
		return v.reals(2 * n)
	case q.Type == rowsType:
		rows := make([]loop.Value, n)
		for i := range rows {
			rows[i] = v.reals(n)
		}
		return rows
	case q.Type == realArray:
		return v.reals(n)
	case q.Type == intArray:
		out := make([]int64, n)
		for i := range out {
			out[i] = int64(v.IntN(4))
		}
		return out
	case q.Type == loop.RealType:
		return v.reals(1)[0]
	case q.Type == loop.IntType:
		return int64(v.IntN(5))
	case q.Type == loop.BoolType:
		return v.IntN(2) == 0
	}
	if v.IntN(4) == 0 {
		return (*loop.Object)(nil)
	}
	return loop.NewObject(v.Cell, 1, v.reals(1)[0], (*loop.Object)(nil), v.reals(n))
}

func (v Values) reals(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = math.Round(v.NormFloat64()*8) / 4
	}
	return out
}

// Clone copies a value, so that evaluations share nothing.
func Clone(x loop.Value) loop.Value {
	switch x := x.(type) {
	case []float64:
		return slices.Clone(x)
	case []int64:
		return slices.Clone(x)
	case []bool:
		return slices.Clone(x)
	case []loop.Value:
		out := make([]loop.Value, len(x))
		for i := range x {
			out[i] = Clone(x[i])
		}
		return out
	case *loop.Object:
		if x == nil {
			return x
		}
		k := x.Cell.Ctors[x.Ctor]
		fields := make([]loop.Value, len(k.Fields))
		for i := range fields {
			fields[i] = Clone(x.Field(i))
		}
		return loop.NewObject(x.Cell, x.Ctor, fields...)
	}
	return x
}

// Show writes a value with all bits.
func Show(x loop.Value) string {
	switch x := x.(type) {
	case float64:
		return fmt.Sprintf("%x", math.Float64bits(x))
	case []float64:
		s := "["
		for _, y := range x {
			s += Show(y) + " "
		}
		return s + "]"
	case []loop.Value:
		s := "["
		for _, y := range x {
			s += Show(y) + " "
		}
		return s + "]"
	case *loop.Object:
		if x == nil {
			return "nil"
		}
		s := fmt.Sprintf("%d(", x.Ctor)
		for i := range x.Cell.Ctors[x.Ctor].Fields {
			s += Show(x.Field(i)) + " "
		}
		return s + ")"
	}
	return fmt.Sprint(x)
}

// Moved is a copy of a value with the cell of another program.
func Moved(x loop.Value, cell *loop.Cell) loop.Value {
	o, ok := x.(*loop.Object)
	if !ok || o == nil {
		return Clone(x)
	}
	var fields []loop.Value
	for i := range o.Cell.Ctors[o.Ctor].Fields {
		fields = append(fields, Moved(o.Field(i), cell))
	}
	return loop.NewObject(cell, o.Ctor, fields...)
}
