package eval

import (
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A Deriver is an [Observer] that differentiates what it has seen. The numbers that it gives have marks, so that it can
// be asked again for derivatives of these.
type Deriver interface {
	Observer
	// Begin begins what is to be differentiated; what it gives says where.
	Begin() int
	// End ends what Begin has begun.
	End(begin int)
	// Fresh gives the mark of a number by which what follows is differentiated.
	Fresh(at *syntax.Pos, w *Where, v Value) int32
	// Push gives the tangents of the numbers ys for the tangents dxs of fresh numbers xs.
	Push(begin int, xs, dxs, ys []Value) []Value
	// Pull gives the cotangents of fresh numbers xs for the cotangents cots of numbers ys.
	Pull(begin int, ys, cots, xs []Value) []Value
}

// derived runs a function that is a derivative of another, which only reads its arguments: it runs the other one, and
// asks the observer.
func (m *machine) derived(f *flow.Func, args []Value) []Value {
	d, obs := f.Derived, m.obs.(Deriver)
	at, where := m.at, m.where
	m.deriving++
	defer func() { m.deriving-- }()
	begin := obs.Begin()
	defer obs.End(begin)
	in := make([]Value, len(d.Of.Params))
	var xs, more, ys []Value
	for i, p := range d.Of.Params {
		in[i] = Deep(p.Type, args[i])
	}
	for _, i := range d.Active {
		walkReals(d.Of.Params[i].Type, &in[i], func(v *Value) {
			v.Mark = obs.Fresh(at, where, *v)
			xs = append(xs, *v)
		})
	}
	for i := range args[len(in):] {
		k := len(in) + i
		walkReals(f.Params[k].Type, &args[k], func(v *Value) { more = append(more, *v) })
	}
	out := m.apply(d.Of, nil, in)
	for _, i := range d.Outs {
		walkReals(d.Of.Results[i].Type, &out[i], func(v *Value) { ys = append(ys, *v) })
	}
	if (d.Kind == flow.Pullback && len(more) != len(ys)) ||
		(d.Kind == flow.Pushforward || d.Kind == flow.HessianProduct) && len(more) != len(xs) {
		fail(at, ErrLength, "%s is told %d numbers", f.Name, len(more))
	}
	one := []Value{{Num: syntax.Value{F: 1}}}
	switch d.Kind {
	case flow.Gradient:
		return gradients(d, args, obs.Pull(begin, ys, one, xs))
	case flow.Pullback:
		return gradients(d, args, obs.Pull(begin, ys, more, xs))
	case flow.HessianProduct:
		return gradients(d, args, obs.Push(begin, xs, more, obs.Pull(begin, ys, one, xs)))
	case flow.Pushforward:
	}
	dys := obs.Push(begin, xs, more, ys)
	results := make([]Value, len(d.Outs))
	for k, i := range d.Outs {
		results[k] = filled(d.Of.Results[i].Type, out[i], &dys)
	}
	return results
}

// gradients are the results of a derivative in reverse mode, of their numbers in order.
func gradients(d *flow.Derived, args, numbers []Value) []Value {
	out := make([]Value, len(d.Active))
	for k, i := range d.Active {
		t, v := d.Of.Params[i].Type, args[i]
		if p, ok := t.(*flow.Pointer); ok {
			if t = p.Elem; v.Ptr == nil {
				out[k] = zeroOf(t)
				continue
			}
			v = v.Ptr.Value
		}
		out[k] = filled(t, v, &numbers)
	}
	return out
}

// filled is a copy of a value with the next numbers for its reals.
func filled(t flow.Type, v Value, numbers *[]Value) Value {
	w := Deep(t, v)
	walkReals(t, &w, func(x *Value) { *x, *numbers = (*numbers)[0], (*numbers)[1:] })
	return w
}

// walkReals is [Walk] over the reals in one value.
func walkReals(t flow.Type, v *Value, f func(v *Value)) {
	Walk(t, func(b *flow.Basic, vs []*Value) {
		if b.Kind == flow.KindReal {
			f(vs[0])
		}
	}, v)
}
