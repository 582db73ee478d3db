package eval

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// pulled runs a function that has a VJP by hand, and that for each number of its results, with the cotangent 1 for this
// and 0 for the others: what it returns are the slopes by the arguments. Neither has marks in its arguments, so that the
// slopes alone lead from these to the results.
func (m *machine) pulled(f *flow.Func, args []Value) []Value {
	at, where := m.at, m.where
	if f.Body == nil {
		fail(at, ErrUntraced, "%s has no source here", f.Name)
	}
	unmarked := func(vars []*flow.Var, vals []Value) []Value {
		out := make([]Value, len(vars))
		for i, v := range vars {
			out[i] = Deep(v.Type, vals[i])
			Walk(v.Type, func(_ *flow.Basic, vs []*Value) { vs[0].Mark = 0 }, &out[i])
		}
		return out
	}
	plain := unmarked(f.Params, args)
	results := m.call(f, nil, unmarked(f.Params, args))
	tangents := make([][]Value, len(f.Params))
	for i, p := range f.Params {
		if p.Constant || !flow.Varies(p.Type) {
			continue
		}
		eachReal(p.Type, &args[i], func(v *Value) { tangents[i] = append(tangents[i], m.obs.Argument(f, at, where, *v)) })
	}
	for i, r := range f.Results {
		n := 0
		eachReal(r.Type, &results[i], func(*Value) { n++ })
		if r.Constant || !flow.Varies(r.Type) {
			n = 0
		}
		for k := range n {
			in := slices.Concat(unmarked(f.Params, plain), unmarked(f.Results, results), cotangents(f, results, i, k))
			slope := m.slope(f, m.call(f.VJP, nil, in), tangents)
			m.at, m.where = at, where
			c := -1
			eachReal(r.Type, &results[i], func(v *Value) {
				if c++; c == k {
					v.Mark = m.obs.Result(f, at, where, *v, slope)
				}
			})
		}
	}
	return results
}

// cotangents are those of the results, 1 for the k-th number of result i and 0 for the others.
func cotangents(f *flow.Func, results []Value, i, k int) (out []Value) {
	for j, r := range f.Results {
		if r.Constant || !flow.Varies(r.Type) {
			continue
		}
		d := Deep(r.Type, results[j])
		c := -1
		eachReal(r.Type, &d, func(v *Value) {
			*v = Value{}
			if c++; j == i && c == k {
				v.Num.F = 1
			}
		})
		out = append(out, d)
	}
	return out
}

// slope is the sum of slopes times tangents, as the observer sees it.
func (m *machine) slope(f *flow.Func, slopes []Value, tangents [][]Value) (sum Value) {
	next := 0
	observed := func(op *syntax.Op, a, b Value) Value {
		v, err := op.Eval([]syntax.Value{a.Num, b.Num})
		if err != nil {
			fail(f.VJP.At, ErrOperator, "%v", err)
		}
		e := &flow.Op{Op: op, Typ: flow.Real, At: f.VJP.At}
		return Value{Num: v, Mark: m.obs.Op(e, m.where, []Value{a, b}, v)}
	}
	for i, p := range f.Params {
		if p.Constant || !flow.Varies(p.Type) {
			continue
		}
		k := 0
		eachReal(p.Type, &slopes[next], func(s *Value) {
			if k >= len(tangents[i]) {
				fail(f.VJP.At, ErrProgram, "%s returns more numbers for %s than that has", f.VJP.Name, p.Name)
			}
			if s.Num.F != 0 { // NaN too
				sum = observed(syntax.OpAdd, sum, observed(syntax.OpMul, *s, tangents[i][k]))
			}
			k++
		})
		next++
	}
	return sum
}

// eachReal calls yield for the reals in a value.
func eachReal(t flow.Type, v *Value, yield func(*Value)) {
	Walk(t, func(b *flow.Basic, vs []*Value) {
		if b.Kind == flow.KindReal {
			yield(vs[0])
		}
	}, v)
}
