package eval

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// An Observer is told what a run does. It gives marks to numbers, and they carry these wherever they are copied to.
type Observer interface {
	// Op is told of an operation and its operands, and gives the mark of the result v.
	Op(e *flow.Op, w *Where, args []Value, v syntax.Value) int32
	// Decides is told of a number with a mark on which it depends what is done.
	Decides(d Decision, at *syntax.Pos, w *Where, v Value)
	// Constant gives the mark of a number that has one and is read from what is constant for differentiation.
	Constant(at *syntax.Pos, w *Where, v Value) int32
	// Argument gives the tangent of a number that a function with a derivative of its own is called with.
	Argument(f *flow.Func, at *syntax.Pos, w *Where, v Value) Value
	// Result gives the mark of a number that such a function gives, of which d is the tangent.
	Result(f *flow.Func, at *syntax.Pos, w *Where, v, d Value) int32
}

// Decision is what a number decides.
type Decision uint8

// The decisions.
const (
	Branch Decision = iota // which branch is taken, or whether a loop goes on
	Index                  // which element is meant
	Size                   // how long a slice, a window or a loop is
)

// Where is a place in a run: a call, or an iteration of a loop, within another place.
type Where struct {
	Up *Where
	// Loop is a *flow.Count or *flow.While; nil for a call.
	Loop flow.Stmt
	// N is the number of the iteration, from 0.
	N int
	// Func is the function that is called, At the statement that calls it; nil for the first.
	Func *flow.Func
	At   *syntax.Pos
}

// ErrUntraced is the kind of the error of what an observed run cannot do.
var ErrUntraced = fmt.Errorf("not traced")

// CallObserved is [Call] with an observer. A function with an attached derivative is not run but its derivative, whose
// tangents are those that the observer gives. The error is that of Call, or one of kind [ErrUntraced].
func CallObserved(f *flow.Func, args []Value, obs Observer) (results []Value, err error) {
	return run(&machine{limit: maxSteps, obs: obs, inside: map[*flow.Func]bool{}}, f, args)
}

// back goes back to a place.
func (m *machine) back(w *Where) { m.where = w }

// iterate goes to an iteration of the loop that was entered.
func (m *machine) iterate(loop flow.Stmt, i int) {
	if m.obs == nil {
		return
	}
	up := m.where
	if i > 0 {
		up = up.Up
	}
	m.where = &Where{Up: up, Loop: loop, N: i}
}

// decided is an int or bool on which it depends what is done.
func (m *machine) decided(v Value, d Decision, at *syntax.Pos) int {
	if v.Mark != 0 {
		m.obs.Decides(d, at, m.where, v)
	}
	return int(v.Num.I)
}

// loaded is what was read from a place.
func (m *machine) loaded(p flow.Place, v Value) Value {
	if v.Mark != 0 && constant(p) {
		v.Mark = m.obs.Constant(m.at, m.where, v)
	}
	return v
}

// constant reports whether a place is in a variable or field that does not vary for differentiation.
func constant(p flow.Place) bool {
	if p.Var.Constant {
		return true
	}
	t := p.Var.Type
	for _, s := range p.Path {
		if st, ok := t.(*flow.Struct); ok && s.Kind == flow.StepField && st.Fields[s.Field].Constant {
			return true
		}
		t = s.Part(t)
	}
	return false
}

// apply calls a function, or in its place the derivative that is attached to it.
func (m *machine) apply(f *flow.Func, up *frame, args []Value) []Value {
	if m.obs == nil || f.Cut || !f.ByHand() && !f.Bodiless() {
		at := m.at
		out := m.call(f, up, args)
		m.at = at
		return m.settled(f, out)
	}
	_, derives := m.obs.(Deriver)
	switch {
	case f.Derived != nil && derives:
		return m.derived(f, args)
	case f.ByHand() && !m.inside[f] && m.deriving > 0:
		fail(m.at, ErrUntraced, "%s has a derivative of its own, of which derivatives are not traced", f.Name)
	case f.ByHand() && !m.inside[f]:
	case f.Body != nil:
		return m.call(f, up, args)
	default:
		fail(m.at, ErrUntraced, "%s has no source here", f.Name)
	}
	m.inside[f] = true
	defer delete(m.inside, f)
	if f.VJP != nil && (f.Body != nil || f.JVP == nil) {
		return m.pulled(f, args)
	}
	return m.attached(f, args)
}

// settled are the results of a function, some of which may be constant for differentiation.
func (m *machine) settled(f *flow.Func, results []Value) []Value {
	if m.obs == nil {
		return results
	}
	for i, r := range f.Results {
		if r.Constant {
			Walk(r.Type, func(_ *flow.Basic, vs []*Value) {
				if vs[0].Mark != 0 {
					vs[0].Mark = m.obs.Constant(m.at, m.where, *vs[0])
				}
			}, &results[i])
		}
	}
	return results
}

// attached runs the derivative of a function. Its own arguments have no marks, so that tangents alone lead from them to
// its results: a derivative is linear in its tangents, and what an observer knows of it is its transpose, too. What the
// derivative writes to its arguments is written back; a result that shares memory with an argument does not after this.
func (m *machine) attached(f *flow.Func, args []Value) []Value {
	at, where := m.at, m.where
	in, tangents, before := make([]Value, len(args)), make([]*Value, len(args)), make([]*Value, len(args))
	for i, p := range f.Params {
		in[i] = Deep(p.Type, args[i])
		Walk(p.Type, func(_ *flow.Basic, vs []*Value) { vs[0].Mark = 0 }, &in[i])
	}
	all := in
	for i, p := range f.Params {
		if p.Constant || !flow.Varies(p.Type) {
			continue
		}
		d := Deep(p.Type, args[i])
		Walk(p.Type, func(t *flow.Basic, vs []*Value) {
			if t.Kind == flow.KindReal {
				*vs[0] = m.obs.Argument(f, at, where, *vs[0])
			}
		}, &d)
		was := Deep(p.Type, d)
		all, tangents[i], before[i] = append(all, d), &d, &was
	}
	out := m.call(f.JVP, nil, all)
	for i, p := range f.Params {
		if tangents[i] == nil {
			Walk(p.Type, func(_ *flow.Basic, vs []*Value) { vs[0].Num = vs[1].Num }, &args[i], &in[i])
			continue
		}
		Walk(p.Type, func(_ *flow.Basic, vs []*Value) {
			if vs[0].Num != vs[1].Num || vs[2].Mark != vs[3].Mark {
				vs[0].Num, vs[0].Mark = vs[1].Num, m.obs.Result(f, at, where, *vs[1], *vs[2])
			}
		}, &args[i], &in[i], tangents[i], before[i])
	}
	k := len(f.Results)
	results := out[:k:k]
	for i, r := range f.Results {
		if !r.Constant && flow.Varies(r.Type) {
			Walk(r.Type, func(t *flow.Basic, vs []*Value) {
				if t.Kind == flow.KindReal {
					vs[0].Mark = m.obs.Result(f, at, where, *vs[0], *vs[1])
				}
			}, &results[i], &out[k])
			k++
		}
	}
	return results
}

// Deep is a copy of a value that shares no memory with it.
func Deep(t flow.Type, v Value) Value {
	w := v
	switch t := t.(type) {
	case *flow.Pointer:
		if v.Ptr != nil {
			w.Ptr = &Cell{Deep(t.Elem, v.Ptr.Value)}
		}
	case *flow.Slice, *flow.Array, *flow.Struct:
		if v.Cells == nil {
			return w
		}
		w.Cells = make([]*Cell, len(v.Cells))
		for i, c := range v.Cells {
			w.Cells[i] = &Cell{Deep(part(t, i), c.Value)}
		}
	case *flow.Basic, *flow.FuncType:
	}
	return w
}

// part is the type of the i-th part of a value.
func part(t flow.Type, i int) flow.Type { return flow.Step{Kind: flow.StepField, Field: i}.Part(t) }

// Walk calls f for the scalars in values of one type, side by side, as far as all of them have them.
func Walk(t flow.Type, f func(t *flow.Basic, vs []*Value), vs ...*Value) {
	switch t := t.(type) {
	case *flow.Basic:
		f(t, vs)
	case *flow.Pointer:
		next := make([]*Value, len(vs))
		for i, v := range vs {
			if v.Ptr == nil {
				return
			}
			next[i] = &v.Ptr.Value
		}
		Walk(t.Elem, f, next...)
	case *flow.Slice, *flow.Array, *flow.Struct:
		n := vs[0].count()
		for _, v := range vs {
			n = min(n, v.count())
		}
		for k := range n {
			next := make([]*Value, len(vs))
			for i, v := range vs {
				next[i] = &v.Cells[k].Value
			}
			Walk(part(t, k), f, next...)
		}
	case *flow.FuncType:
	}
}

// count is the number of parts of a value.
func (v *Value) count() int {
	if v.Slice {
		return v.Len
	}
	return len(v.Cells)
}
