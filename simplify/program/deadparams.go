package program

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// DeadParams drops the parameters and the components of results that definitions do nothing with but hand on, at places
// where nothing else is done with them, and what is computed only for those:
//
//	def f (k, x, y) = if k > 0 then f (k - 1, x, sin y) else ⟨k, x⟩    ⇝    def f (k) = if k > 0 then f (k - 1) else k
//
// where the program uses fst (f (3, x, y)) alone.
// That is the greatest fixed point of letDead over the calls: a variable is needed if a result needs it, or what it
// gives to a parameter that is needed. In the body of f alone x and y are used. A derivative would have cotangents for
// them, of the length of their arrays, that are zero and added all the same.
//
// A component of a result that is a parameter is the argument.
//
// The definitions are changed in place, except for the signatures of root, and of those with a derivative, an adjoint or a
// kernel of their own, which are known outside. It reports whether anything is dropped, in time linear in the program.
func DeadParams(p *syntax.Program, root *syntax.Def) bool {
	defer times.Begin("deadparams")()
	d := deadness{defs: map[*syntax.Def]*results{}, needs: map[any][]any{}, live: map[any]bool{},
		calls: map[*syntax.Var]*syntax.Call{}}
	if !d.candidates(p, root) {
		return false
	}
	for _, def := range p.Defs {
		if def.Body != nil {
			d.result(def.Body, def)
		}
	}
	some := false
	for def, r := range d.defs {
		some = d.settle(def, r) || some
	}
	if !some {
		return false
	}
	d.drop(p)
	return true
}

type deadness struct {
	defs map[*syntax.Def]*results // the definitions whose signatures may change
	// needs are, for parameters and all that is bound by lets, and for components of results, what is needed if they
	// are. What needs nothing yet is in it, too.
	needs map[any][]any
	live  map[any]bool
	calls map[*syntax.Var]*syntax.Call // what variables are bound to
}

// results says what becomes of the components of a result.
type results struct {
	// given are the parameters that components are, -1 for none.
	given  []int
	place  []int  // of a component that is left, -1 for others
	params []bool // the parameters that are left
}

// A component is one of a result.
type component struct {
	def    *syntax.Def
	number int
}

// candidates notes the definitions that may change, and reports whether there are any.
func (d *deadness) candidates(p *syntax.Program, root *syntax.Def) bool {
	for def := range private(p, root) {
		r := &results{}
		for _, x := range def.Params {
			d.needs[x] = nil
		}
		if tt, ok := def.Result.(*syntax.TupleType); ok {
			elems := make([]syntax.Term, len(tt.Elems))
			if tup, ok := form.Result(def.Body).(*syntax.Tuple); ok {
				elems = tup.Elems
			}
			for i, e := range elems {
				d.needs[component{def, i}] = nil
				r.given = append(r.given, slices.IndexFunc(def.Params, func(x *syntax.Var) bool {
					return e != nil && form.IsVar(e, x)
				}))
			}
		}
		if len(def.Params) > 0 || len(r.given) > 0 {
			d.defs[def] = r
		}
	}
	return len(d.defs) > 0
}

// result notes what the components of a result of def need; those of a definition that stays are needed.
func (d *deadness) result(t syntax.Term, def *syntax.Def) {
	r := d.defs[def]
	if r == nil || len(r.given) == 0 {
		d.visit(t, nil)
		return
	}
	switch t := t.(type) {
	case *syntax.Let:
		d.binds(t.Binds, nil)
		d.result(t.Body, def)
	case *syntax.If:
		d.visit(t.Cond, nil)
		d.result(t.Then, def)
		d.result(t.Else, def)
	case *syntax.Case:
		d.visit(t.Scrut, nil)
		for _, a := range t.Arms {
			d.result(a.Body, def)
		}
	case *syntax.Tuple:
		for i, e := range t.Elems {
			d.visit(e, component{def, i})
		}
	case *syntax.Call:
		if s := d.defs[t.Def]; s != nil {
			d.args(t)
			for i := range r.given {
				d.need(component{t.Def, i}, component{def, i})
			}
			return
		}
		d.all(t, def)
	default:
		d.all(t, def)
	}
}

// all notes a result of which one component is not told from another.
func (d *deadness) all(t syntax.Term, def *syntax.Def) {
	for i := range d.defs[def].given {
		d.mark(component{def, i})
	}
	d.visit(t, nil)
}

func (d *deadness) binds(binds []syntax.Bind, of any) {
	for _, b := range binds {
		if b.Var == nil {
			d.visit(b.Rhs, of)
			continue
		}
		d.needs[b.Var] = nil
		if c, ok := b.Rhs.(*syntax.Call); ok && d.defs[c.Def] != nil {
			d.calls[b.Var] = c
			d.args(c)
			continue
		}
		d.visit(b.Rhs, b.Var)
	}
}

func (d *deadness) args(c *syntax.Call) {
	for i, a := range c.Args {
		d.visit(a, c.Def.Params[i])
	}
}

// visit notes what t needs: if of is needed, or in any case if that is nil.
func (d *deadness) visit(t syntax.Term, of any) {
	switch t := t.(type) {
	case *syntax.Const:
		return
	case *syntax.VarRef:
		d.need(t.Var, of)
		if c := d.calls[t.Var]; c != nil {
			d.whole(c, of)
		}
		return
	case *syntax.Proj:
		if r, ok := t.Arg.(*syntax.VarRef); ok {
			if c := d.calls[r.Var]; c != nil && len(d.defs[c.Def].given) > 0 {
				if a := d.argument(c, t.Index); a != nil {
					d.visit(a, of)
				} else {
					d.need(r.Var, of)
					d.need(component{c.Def, t.Index}, of)
				}
				return
			}
		}
	case *syntax.Let:
		d.binds(t.Binds, of)
		d.visit(t.Body, of)
		return
	case *syntax.Call:
		if d.defs[t.Def] != nil {
			d.args(t)
			d.whole(t, of)
			return
		}
	}
	syntax.Children(t, func(c syntax.Term) { d.visit(c, of) })
}

// whole notes that all that a call gives is used.
func (d *deadness) whole(c *syntax.Call, of any) {
	for i := range d.defs[c.Def].given {
		d.need(component{c.Def, i}, of)
	}
}

// argument is the argument that a component of what a call gives is, if that may be copied.
func (d *deadness) argument(c *syntax.Call, i int) syntax.Term {
	given := d.defs[c.Def].given[i]
	if given < 0 || !copied(c.Args[given]) {
		return nil
	}
	return c.Args[given]
}

// copied reports whether t is an atom or a component of one.
func copied(t syntax.Term) bool {
	for {
		p, ok := t.(*syntax.Proj)
		if !ok {
			return form.IsAtom(t)
		}
		t = p.Arg
	}
}

// need notes that of needs n.
func (d *deadness) need(n, of any) {
	if _, tracked := d.needs[n]; !tracked || n == of {
		return
	}
	if of == nil || d.live[of] {
		d.mark(n)
	} else {
		d.needs[of] = append(d.needs[of], n)
	}
}

// mark marks n, and what it needs.
func (d *deadness) mark(n any) {
	work := []any{n}
	for len(work) > 0 {
		n, work = work[len(work)-1], work[:len(work)-1]
		if d.live[n] {
			continue
		}
		d.live[n] = true
		work = append(work, d.needs[n]...)
		d.needs[n] = nil
	}
}

// settle decides what is left of a signature, and reports whether anything is not.
func (d *deadness) settle(def *syntax.Def, r *results) bool {
	for _, x := range def.Params {
		r.params = append(r.params, d.live[x])
	}
	n := 0
	for i := range r.given {
		r.place = append(r.place, -1)
		if d.live[component{def, i}] {
			r.place[i] = n
			n++
		}
	}
	return slices.Contains(r.params, false) || slices.Contains(r.place, -1)
}

// drop leaves out parameters, arguments, components and bindings of what is dead.
func (d *deadness) drop(p *syntax.Program) {
	for def, r := range d.defs {
		var params []*syntax.Var
		for i, x := range def.Params {
			if r.params[i] {
				params = append(params, x)
			}
		}
		def.Params = params
		if tt, ok := def.Result.(*syntax.TupleType); ok {
			var left []syntax.Type
			for i, t := range tt.Elems {
				if r.place[i] >= 0 {
					left = append(left, t)
				}
			}
			if len(left) < len(tt.Elems) {
				def.Result = syntax.NewTupleType(left...)
			}
		}
	}
	w := dropping{deadness: d, now: map[*syntax.Var]*syntax.Var{}}
	for _, def := range p.Defs {
		if def.Body != nil {
			def.Body = w.result(def.Body, d.defs[def])
		}
	}
}

// dropping rewrites bodies.
type dropping struct {
	*deadness
	now map[*syntax.Var]*syntax.Var // what is bound to a call that gives less
}

// result leaves the components of a result that are needed.
func (w *dropping) result(t syntax.Term, r *results) syntax.Term {
	if r == nil || !slices.Contains(r.place, -1) {
		return w.term(t)
	}
	switch t := t.(type) {
	case *syntax.Let:
		return syntax.NewLet(w.lets(t.Binds), w.result(t.Body, r))
	case *syntax.If:
		return syntax.NewIf(w.term(t.Cond), w.result(t.Then, r), w.result(t.Else, r))
	case *syntax.Case:
		arms := make([]syntax.Arm, len(t.Arms))
		for i, a := range t.Arms {
			arms[i] = syntax.Arm{Var: a.Var, Body: w.result(a.Body, r)}
		}
		return syntax.NewCase(w.term(t.Scrut), arms...)
	case *syntax.Tuple:
		var elems []syntax.Term
		for i, e := range t.Elems {
			if r.place[i] >= 0 {
				elems = append(elems, w.term(e))
			}
		}
		return syntax.NewTuple(elems...)
	}
	c := t.(*syntax.Call) // as result has seen
	s := w.defs[c.Def]
	if slices.Equal(s.place, r.place) {
		return w.call(c)
	}
	var b syntax.Spine
	y := b.Let("y", w.call(c))
	var elems []syntax.Term
	for i, n := range r.place {
		if n >= 0 {
			elems = append(elems, s.part(y, i))
		}
	}
	return b.In(syntax.NewTuple(elems...))
}

// part is component i of the old result, which is left, of what a call gives now.
func (r *results) part(y syntax.Term, i int) syntax.Term {
	for _, n := range r.place {
		if n > 0 {
			return syntax.NewProj(r.place[i], y)
		}
	}
	return y // the only one
}

func (w *dropping) lets(binds []syntax.Bind) []syntax.Bind {
	var out []syntax.Bind
	for _, b := range binds {
		if _, tracked := w.needs[b.Var]; b.Var != nil && tracked && !w.live[b.Var] {
			continue
		}
		b.Rhs = w.term(b.Rhs)
		if b.Var != nil && b.Rhs.Type() != b.Var.Type {
			y := syntax.NewVar(b.Var.Name, b.Rhs.Type())
			w.now[b.Var], b.Var = y, y
		}
		out = append(out, b)
	}
	return out
}

func (w *dropping) term(t syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.Call:
		if w.defs[t.Def] != nil {
			return w.call(t)
		}
	case *syntax.Let:
		return syntax.NewLet(w.lets(t.Binds), w.term(t.Body))
	case *syntax.Proj:
		x, ok := t.Arg.(*syntax.VarRef)
		if !ok {
			break
		}
		if c := w.calls[x.Var]; c != nil && len(w.defs[c.Def].given) > 0 {
			if a := w.argument(c, t.Index); a != nil {
				return w.term(a)
			}
			if y := w.now[x.Var]; y != nil {
				return w.defs[c.Def].part(syntax.Ref(y), t.Index)
			}
		}
	}
	return syntax.MapChildren(t, w.term)
}

func (w *dropping) call(c *syntax.Call) syntax.Term {
	var args []syntax.Term
	for i, a := range c.Args {
		if w.defs[c.Def].params[i] {
			args = append(args, w.term(a))
		}
	}
	return syntax.NewCall(c.At, c.Def, c.Sizes, args...)
}
