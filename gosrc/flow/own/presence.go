package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Slices and pointers that are compared with nil have a bool beside them, which is true where they are not nil: a
// variable has a second variable, a field a second field behind all others, with a question mark in its name, a
// parameter a second parameter behind all others. What a pointer that may be nil points to is a zero that nothing
// reads: a read is preceded by a check, where it is not clear that the pointer is something.
//
// An element of a slice or array that is compared with nil becomes a struct of two: itself, and a bool. Where callers
// see the slice, or somebody has the address of an element, there is no room for that: then comparisons of pointers are
// refused, and a slice is taken for one that is not nil, and the program stops where it is empty.

// nilness is one run of presence.
type nilness struct {
	*resolver
	slots  *slots
	beside map[*flow.Var]*flow.Var
	reps   map[*slot]flow.Type
	within map[*slot]bool     // those whose type is being made, true where it was asked for meanwhile
	known  map[*flow.Var]bool // pointers that are not nil here; nil where control does not come
	loose  map[*flow.Var]bool // pointers that may change without an assignment
	shown  map[*slot]bool     // what callers see
	lead   map[*flow.Func]int // of derivatives by hand: how many parameters those of the function are
	copier *copier
	fn     *flow.Func
}

// presence writes the comparisons with nil of functions that are closed under calls.
func (r *resolver) presence(funcs []*flow.Func, roots map[*flow.Func]bool) {
	if !slices.ContainsFunc(funcs, comparesNil) {
		return
	}
	p := &nilness{
		resolver: r, slots: connect(funcs, roots), beside: map[*flow.Var]*flow.Var{}, reps: map[*slot]flow.Type{},
		within: map[*slot]bool{},
		shown:  map[*slot]bool{}, lead: map[*flow.Func]int{},
	}
	for _, f := range funcs {
		for _, h := range f.Attached() {
			if h != f {
				p.lead[h] = len(f.Params)
			}
		}
		if roots[f] || f.Sealed() {
			for _, v := range append(slices.Clone(f.Params), f.Results...) {
				p.show(p.slots.variable(v))
			}
		}
	}
	seen := map[*flow.Func]bool{}
	for _, f := range funcs {
		p.heads(f, roots[f], seen)
	}
	for _, f := range funcs {
		p.function(f)
	}
	for _, f := range funcs {
		p.types(f)
	}
	for _, f := range funcs {
		if roots[f] {
			p.inParameters(f)
			p.outer(f)
		}
	}
}

// inParameters refuses comparisons with nil of pointers in the parameters of a root: what they would point to is needed
// where they are nil.
func (p *nilness) inParameters(f *flow.Func) {
	for _, v := range f.Params {
		if s := p.slots.vars[v]; s != nil {
			p.pointersIn(s.find(), v.Name, map[*slot]bool{})
		}
	}
}

func (p *nilness) pointersIn(s *slot, text string, seen map[*slot]bool) {
	if s = s.find(); seen[s] {
		return
	}
	seen[s] = true
	switch t := s.typ.(type) {
	case *flow.Struct:
		for i, f := range t.Fields {
			q := s.field(i)
			if _, ok := f.Type.(*flow.Pointer); ok && tested(q) {
				p.refuseFor(q, text+"."+f.Name+", a pointer in a parameter, is compared with nil",
					"make it a parameter of its own; or hold the value itself, and beside it a bool that says whether there is one")
			}
			p.pointersIn(q, text+"."+f.Name, seen)
		}
	case *flow.Slice, *flow.Array:
		p.pointersIn(s.element(), text+"[i]", seen)
	case *flow.Pointer:
		p.pointersIn(s.element(), text, seen)
	case *flow.Basic, *flow.FuncType:
	}
}

func comparesNil(f *flow.Func) bool {
	found := false
	deep(f.Body, func(ss []flow.Stmt) {
		eachOperand(ss, func(e flow.Expr) {
			n, ok := e.(*flow.IsNil)
			found = found || ok && !isFunc(n.X.Type())
		})
	})
	return found
}

// tested reports whether what is in a slot has a bool beside it.
func tested(s *slot) bool {
	s = s.find()
	return s.tested != nil && isRef(s.typ)
}

// show notes that callers see a value and what is in it.
func (p *nilness) show(s *slot) {
	s = s.find()
	if p.shown[s] {
		return
	}
	p.shown[s] = true
	for _, q := range s.parts() {
		p.show(q)
	}
}

// paired reports whether the elements of a slice or array have bools beside them.
func (p *nilness) paired(s *slot) bool {
	s = s.find()
	if _, pointer := s.typ.(*flow.Pointer); pointer || p.shown[s] {
		return false
	}
	e := s.element()
	return tested(e) && !e.addressed
}

// pairedAt reports whether a place is an element with a bool beside it.
func (p *nilness) pairedAt(at flow.Place) bool {
	n := len(at.Path)
	return n > 0 && at.Path[n-1].Kind == flow.StepIndex &&
		p.paired(p.slots.place(flow.Place{Var: at.Var, Path: at.Path[:n-1]}))
}

// withBool is the type of an element with a bool.
func withBool(t flow.Type) *flow.Struct {
	return &flow.Struct{Fields: []flow.Field{{Name: "v", Type: t}, {Name: "v" + flow.SetSuffix, Type: flow.Bool}}}
}

// withSet is an element with its bool; e is the value in terms of the old variables.
func (p *nilness) withSet(e flow.Expr, s *slot) flow.Expr {
	return &flow.Lits{Typ: withBool(p.rep(s)), Elems: []flow.Expr{p.copier.value(e), p.set(e)}}
}

// inPair leads from an element that has a bool to the element itself.
func (p *nilness) inPair(at flow.Place) []flow.Step {
	if !p.pairedAt(at) {
		return nil
	}
	return []flow.Step{{Kind: flow.StepField, At: at.Path[len(at.Path)-1].At}}
}

// heads adds the bools to the parameters and results of a function and of the literals in it.
func (p *nilness) heads(f *flow.Func, root bool, seen map[*flow.Func]bool) {
	if seen[f] {
		return
	}
	seen[f] = true
	extra := func(vars []*flow.Var, fixed bool, note func(int)) (out []*flow.Var) {
		for i, v := range vars {
			if !tested(p.slots.variable(v)) {
				continue
			}
			if fixed {
				p.refuse(p.slots.variable(v), f.Name+
					" has a derivative of its own, whose parameters cannot be compared with nil")
				continue
			}
			out = append(out, p.bool(v))
			note(i)
		}
		return out
	}
	// A derivative by hand has the bools of the function behind the function's parameters, before what it has besides.
	lead, derivative := p.lead[f]
	if !derivative {
		lead = len(f.Params)
	}
	sets := extra(f.Params[:lead], f.Extern != nil || f.Cut, func(i int) {
		if root {
			p.result.Set[f] = append(p.result.Set[f], i)
		}
	})
	extra(f.Params[lead:], true, func(int) {})
	f.Params = slices.Insert(slices.Clip(f.Params), lead, sets...)
	f.Results = append(slices.Clip(f.Results), extra(f.Results, f.ByHand() || f.Extern != nil || derivative, func(int) {})...)
	deep(f.Body, func(ss []flow.Stmt) {
		for _, l := range literals(ss) {
			p.heads(l, false, seen)
		}
	})
}

// bool is the variable that says whether v is not nil.
func (p *nilness) bool(v *flow.Var) *flow.Var {
	b := p.beside[v]
	if b == nil {
		b = &flow.Var{Name: v.Name + "Set", Type: flow.Bool, At: v.At}
		p.beside[v] = b
	}
	return b
}

// rep is the type of the values of a slot, with the bools in structs.
func (p *nilness) rep(s *slot) flow.Type {
	s = s.find()
	if t, ok := p.reps[s]; ok {
		if _, making := p.within[s]; making {
			p.within[s] = true
		}
		return t
	}
	p.reps[s] = s.typ
	p.within[s] = false
	defer func() {
		if p.within[s] && !flow.Same(p.reps[s], s.typ) {
			p.refuse(testedIn(s, map[*slot]bool{}),
				"what is in a structure with functions that take such structures is compared with nil")
		}
		delete(p.within, s)
	}()
	switch t := s.typ.(type) {
	case *flow.Slice:
		if e := p.repElem(s); !flow.Same(e, t.Elem) {
			p.reps[s] = &flow.Slice{Elem: e}
		}
	case *flow.Array:
		if e := p.repElem(s); !flow.Same(e, t.Elem) {
			p.reps[s] = &flow.Array{Len: t.Len, Elem: e}
		}
	case *flow.Pointer:
		if e := p.repElem(s); !flow.Same(e, t.Elem) {
			p.reps[s] = &flow.Pointer{Elem: e}
		}
	case *flow.Struct:
		p.reps[s] = p.repStruct(s, t)
	case *flow.FuncType:
		p.reps[s] = p.repFunc(s, t)
	case *flow.Basic:
	}
	return p.reps[s]
}

// testedIn is a slot in s that is compared with nil.
func testedIn(s *slot, seen map[*slot]bool) *slot {
	s = s.find()
	if seen[s] {
		return nil
	}
	seen[s] = true
	for _, q := range s.parts() {
		if tested(q) {
			return q.find()
		}
		if t := testedIn(q, seen); t != nil && tested(t) {
			return t
		}
	}
	return nil
}

func (p *nilness) repElem(s *slot) flow.Type {
	e := s.element()
	if p.paired(s) {
		return withBool(p.rep(e))
	}
	if tested(e) && !isSlice(e.typ) {
		p.refuse(e,
			"a pointer that is an element of a slice or array of a caller, or is reached through another pointer, is compared "+
				"with nil")
	}
	return p.rep(e)
}

func (p *nilness) repStruct(s *slot, t *flow.Struct) flow.Type {
	n := &flow.Struct{Name: t.Name, Map: t.Map}
	changed := false
	var more []flow.Field
	for i, f := range t.Fields {
		ft := p.rep(s.field(i))
		changed = changed || !flow.Same(ft, f.Type)
		n.Fields = append(n.Fields, flow.Field{Name: f.Name, Type: ft, Constant: f.Constant})
		if tested(s.field(i)) {
			more = append(more, flow.Field{Name: f.Name + flow.SetSuffix, Type: flow.Bool})
		}
	}
	if !changed && more == nil {
		return t
	}
	n.Fields = append(n.Fields, more...)
	return n
}

func (p *nilness) repFunc(s *slot, t *flow.FuncType) flow.Type {
	n := &flow.FuncType{Interface: t.Interface}
	changed := false
	list := func(ts []flow.Type, part func(int) *slot) (out []flow.Type) {
		var more []flow.Type
		for i := range ts {
			out = append(out, p.rep(part(i)))
			changed = changed || !flow.Same(out[i], ts[i])
			if tested(part(i)) {
				more = append(more, flow.Bool)
				changed = true
			}
		}
		return append(out, more...)
	}
	n.Params, n.Results = list(t.Params, s.param), list(t.Results, s.result)
	if !changed {
		return t
	}
	return n
}

// refuse tells that a comparison with nil has no representation.
func (p *nilness) refuse(s *slot, text string) {
	p.refuseFor(s, text, "hold the value itself, and beside it a bool that says whether there is one")
}

// refuseFor is refuse with another mend.
func (p *nilness) refuseFor(s *slot, text, hint string) {
	s = s.find()
	if slices.ContainsFunc(p.diags, func(d diag.Diagnostic) bool {
		return s.tested.At != nil && d.Pos.Line == s.tested.At.Line && d.Pos.Col == s.tested.At.Col
	}) {
		return
	}
	p.diags = append(p.diags, message(s.tested.At, CodeNil, text, hint))
}

// besidePlace is where the bool of what is in a place is, in terms of the new variables.
func (p *nilness) besidePlace(at flow.Place) (flow.Place, bool) {
	n := len(at.Path)
	if n == 0 {
		return place(p.bool(at.Var)), true
	}
	last := at.Path[n-1]
	if p.pairedAt(at) {
		q := p.copier.place(at)
		q.Path[len(q.Path)-1].Field = 1
		return q, true
	}
	if last.Kind != flow.StepField {
		return flow.Place{}, false // refused, or not represented
	}
	st := p.slots.place(flow.Place{Var: at.Var, Path: at.Path[:n-1]})
	k := len(st.typ.(*flow.Struct).Fields)
	for i := range last.Field {
		if tested(st.field(i)) {
			k++
		}
	}
	return join(p.copier.place(flow.Place{Var: at.Var, Path: at.Path[:n-1]}),
		flow.Step{Kind: flow.StepField, Field: k}), true
}

// besideStored is besidePlace for a place that is stored to. Through a pointer nobody knows where the bool is.
func (p *nilness) besideStored(to flow.Place) (flow.Place, bool) {
	at, ok := p.besidePlace(to)
	if n := len(to.Path); !ok && to.Path[n-1].Kind == flow.StepDeref {
		p.refuse(p.slots.place(to), "a slice that is assigned through a pointer to it is compared with nil")
	}
	return at, ok
}

// something is set where it matters that a slice with elements is not nil: so much is known wherever its length is, as
// in a loop over it, whoever set its bool.
func (p *nilness) something(e flow.Expr) flow.Expr {
	set := p.set(e)
	if x, ok := e.(*flow.Load); ok && isSlice(x.Type()) {
		if _, lit := set.(*flow.Lit); !lit {
			some := apply("igt", flow.Bool, &flow.Len{X: p.copier.value(e)}, intLit(0))
			return &flow.Cond{C: some, If: boolLit(true), Else: set}
		}
	}
	return set
}

// set is whether a value is not nil, in terms of the old variables.
func (p *nilness) set(e flow.Expr) flow.Expr {
	switch e := e.(type) {
	case *flow.Load:
		if at, ok := p.besidePlace(e.Place); ok {
			return &flow.Load{Place: at}
		}
	case *flow.Window:
		if isSlice(e.X.Type()) { // which may have more elements than are looked at
			return p.something(e.X)
		}
	case *flow.Cond:
		return &flow.Cond{C: p.copier.value(e.C), If: p.set(e.If), Else: p.set(e.Else)}
	case *flow.Zero:
		return boolLit(false)
	}
	return boolLit(true)
}

func boolLit(b bool) *flow.Lit {
	l := &flow.Lit{Typ: flow.Bool}
	if b {
		l.I = 1
	}
	return l
}

func not(e flow.Expr) flow.Expr {
	if l, ok := e.(*flow.Lit); ok {
		return boolLit(l.I == 0)
	}
	if o, ok := e.(*flow.Op); ok && o.Op.Name == "not" {
		return o.Args[0]
	}
	return apply("not", flow.Bool, e)
}

// function writes the body of a function.
func (p *nilness) function(f *flow.Func) {
	if f.Body == nil {
		return
	}
	p.fn = f
	p.known, p.loose = map[*flow.Var]bool{}, addressed(f)
	p.copier = &copier{}
	p.copier.whole, p.copier.stmt, p.copier.more = p.expr, p.statement, p.inPair
	f.Body = p.copier.list(f.Body)
}

func (p *nilness) expr(e flow.Expr) (flow.Expr, bool) {
	c := p.copier
	switch e := e.(type) {
	case *flow.IsNil:
		if !isFunc(e.X.Type()) {
			return not(p.something(e.X)), true
		}
	case *flow.Zero:
		return &flow.Zero{Typ: p.rep(p.slots.value(p.fn, e))}, true
	case *flow.Make:
		return &flow.Make{Typ: p.rep(p.slots.value(p.fn, e)).(*flow.Slice), Len: c.value(e.Len), Cap: c.value(e.Cap),
			At: e.At}, true
	case *flow.Lits:
		s := p.slots.value(p.fn, e)
		out := &flow.Lits{Typ: p.rep(s), Elems: c.exprs(e.Elems)}
		if _, ok := e.Typ.(*flow.Struct); !ok {
			for i, x := range e.Elems {
				if p.paired(s) {
					out.Elems[i] = p.withSet(x, s.element())
				}
			}
			return out, true
		}
		for i, x := range e.Elems {
			if tested(s.field(i)) {
				out.Elems = append(out.Elems, p.set(x))
			}
		}
		return out, true
	case *flow.Closure:
		known := p.known
		p.known = map[*flow.Var]bool{}
		out := &flow.Closure{Func: c.literal(e.Func)}
		p.known = known
		return out, true
	}
	return nil, false
}

func (p *nilness) statement(s flow.Stmt) ([]flow.Stmt, bool) {
	c := p.copier
	switch s := s.(type) {
	case *flow.If:
		return p.branch(s), true
	case *flow.While:
		p.forget(s)
		start := p.known
		d := c.same(s).(*flow.While)
		p.known = copyKnown(start)
		d.Pre = append(d.Pre, p.checks(s)...)
		p.known = start
		return []flow.Stmt{d}, true
	case *flow.Count:
		out := p.checks(s)
		p.forget(s)
		start := copyKnown(p.known)
		out = append(out, c.same(s))
		p.known = start
		return out, true
	case *flow.Block:
		p.forget(s)
		start := copyKnown(p.known)
		out := c.same(s)
		p.known = start
		return []flow.Stmt{out}, true
	case *flow.Break, *flow.Continue, *flow.Return, *flow.Fail:
		out := c.same(s)
		p.known = nil
		return []flow.Stmt{out}, true
	}
	before := p.checks(s)
	p.forget(s)
	var out []flow.Stmt
	switch s := s.(type) {
	case *flow.Assign:
		out = []flow.Stmt{p.assign(s)}
	case *flow.Call:
		out = []flow.Stmt{p.call(s)}
	case *flow.Append:
		out = p.appendTo(s)
	default:
		out = []flow.Stmt{c.same(s)}
	}
	return append(before, out...), true
}

func (p *nilness) assign(s *flow.Assign) flow.Stmt {
	c := p.copier
	d := &flow.Assign{Src: c.exprs(s.Src), Dst: c.dsts(s.Dst), At: s.At}
	for i, to := range s.Dst {
		if to.Var == nil || !tested(p.slots.place(to)) {
			continue
		}
		at, ok := p.besideStored(to)
		if !ok {
			continue
		}
		set := p.set(s.Src[i])
		d.Dst, d.Src = append(d.Dst, at), append(d.Src, set)
		if l, ok := set.(*flow.Lit); ok && l.I != 0 && len(to.Path) == 0 && p.known != nil && !p.loose[to.Var] {
			p.known[to.Var] = true
		}
	}
	return d
}

func (p *nilness) call(s *flow.Call) flow.Stmt {
	d := p.copier.same(s).(*flow.Call)
	param, result := func(i int) *slot {
		return p.slots.variable(s.Func.Params[i])
	}, func(i int) *slot { return p.slots.variable(s.Func.Results[i]) }
	if s.Func == nil {
		fun := p.slots.value(p.fn, s.Fun)
		param, result = fun.param, fun.result
	}
	lead, ok := p.lead[s.Func]
	if !ok {
		lead = len(s.Args)
	}
	var sets []flow.Expr
	for i, e := range s.Args[:lead] {
		if tested(param(i)) {
			sets = append(sets, p.set(e))
		}
	}
	d.Args = slices.Insert(d.Args, lead, sets...)
	for i, to := range s.Dst {
		if !tested(result(i)) {
			continue
		}
		var at flow.Place
		if to.Var != nil {
			if q, ok := p.besideStored(to); ok {
				at = q
			}
		}
		d.Dst = append(d.Dst, at)
	}
	return d
}

// appendTo is an append: of nothing to nil it is nil.
func (p *nilness) appendTo(s *flow.Append) []flow.Stmt {
	d := p.copier.same(s).(*flow.Append)
	if to := p.slots.value(p.fn, s.Src); p.paired(to) {
		for i, e := range s.Elems {
			d.Elems[i] = p.withSet(e, to.element())
		}
	}
	if s.Dst.Var == nil || !tested(p.slots.place(s.Dst)) {
		return []flow.Stmt{d}
	}
	to, ok := p.besideStored(s.Dst)
	if !ok {
		return []flow.Stmt{d}
	}
	if s.Spread == nil && len(s.Elems) > 0 {
		return []flow.Stmt{d, &flow.Assign{Dst: []flow.Place{to}, Src: []flow.Expr{boolLit(true)}, At: s.At}}
	}
	was := &flow.Var{Name: "set", Type: flow.Bool, At: s.At}
	some := apply("igt", flow.Bool, &flow.Len{X: &flow.Load{Place: p.copier.place(s.Dst)}}, intLit(0))
	return []flow.Stmt{
		&flow.Assign{Dst: []flow.Place{place(was)}, Src: []flow.Expr{p.set(s.Src)}, At: s.At}, d,
		&flow.Assign{Dst: []flow.Place{to}, Src: []flow.Expr{&flow.Cond{C: some, If: boolLit(true), Else: load(was)}},
			At: s.At},
	}
}

// types gives the variables of a function their types.
func (p *nilness) types(f *flow.Func) {
	written := func(v *flow.Var) bool { return p.slots.vars[v] != nil && !basic(v.Type) }
	for _, v := range byPlace(f, written) {
		t := p.rep(p.slots.variable(v))
		if f.Sealed() && !flow.Same(t, v.Type) && slices.Contains(f.Params, v) {
			what := f.Name + " has a derivative of its own"
			if f.Derived != nil {
				what = f.Name + " is called inside a function that is differentiated"
			}
			p.diags = append(p.diags, message(f.At, CodeNil, what+
				"; what is in its parameters cannot be compared with nil", "keep a bool beside it"))
		}
		v.Type = t
	}
}

// outer gives a root its own results back, where bools were added.
func (p *nilness) outer(f *flow.Func) {
	n := 0
	same := true
	for _, v := range f.Results {
		s := p.slots.vars[v]
		if s == nil {
			same = false // a bool
			continue
		}
		n++
		same = same && flow.Same(p.rep(s), s.find().typ)
	}
	if same {
		return
	}
	in := &flow.Func{Name: f.Name + ".inner", Params: f.Params, Results: f.Results, Body: f.Body, At: f.At}
	p.redirect(f, in)
	p.resolver.funcs = append(p.resolver.funcs, in)
	call := &flow.Call{Func: in, At: f.At}
	f.Params, f.Results = nil, nil
	for _, v := range in.Params {
		q := *v
		f.Params = append(f.Params, &q)
		call.Args = append(call.Args, load(&q))
	}
	out := &flow.Assign{At: f.At}
	for i, v := range in.Results {
		if i >= n {
			call.Dst = append(call.Dst, flow.Place{})
			continue
		}
		t, r := *v, *v
		s := p.slots.variable(v)
		r.Type = s.typ
		call.Dst = append(call.Dst, place(&t))
		f.Results = append(f.Results, &r)
		out.Dst, out.Src = append(out.Dst, place(&r)), append(out.Src, p.strip(place(&t), s, f.At))
	}
	f.Body = []flow.Stmt{call, out}
}

// redirect makes all calls of f calls of another function.
func (p *nilness) redirect(f, to *flow.Func) {
	for _, g := range p.funcs {
		deep(g.Body, func(ss []flow.Stmt) {
			eachStmt(ss, func(s flow.Stmt) {
				if c, ok := s.(*flow.Call); ok && c.Func == f {
					c.Func = to
				}
			})
			eachOperand(ss, func(e flow.Expr) {
				if r, ok := e.(*flow.FuncRef); ok && r.Func == f {
					r.Func = to
				}
			})
		})
	}
}

// strip is a value without the bools in it.
func (p *nilness) strip(at flow.Place, s *slot, where *syntax.Pos) flow.Expr {
	s = s.find()
	if flow.Same(p.rep(s), s.typ) {
		return &flow.Load{Place: at}
	}
	t, ok := s.typ.(*flow.Struct)
	if !ok {
		p.diags = append(p.diags, message(where, CodeNil,
			"results hold slices of structs, or pointers to them, with fields that are compared with nil",
			"keep a bool beside them"))
		return &flow.Zero{Typ: s.typ}
	}
	out := &flow.Lits{Typ: t}
	for i := range t.Fields {
		out.Elems = append(out.Elems, p.strip(join(at, flow.Step{Kind: flow.StepField, Field: i}), s.field(i), where))
	}
	return out
}
