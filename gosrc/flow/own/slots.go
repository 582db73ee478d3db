package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// A slot stands for the values of all variables, and parts of variables, that assignments connect: they have one
// representation. Slots are the classes of a union-find, with one tree of parts for each class (Steensgaard's
// unification, here for what values are made of and not for where they are).
type slot struct {
	up     *slot
	typ    flow.Type
	elem   *slot   // of slices, arrays and pointers
	fields []*slot // of structs
	// Of functions:
	params, results []*slot
	members         []*member
	called          bool
	// tested says that a slice or pointer is compared with nil.
	tested *flow.IsNil
	// addressed says that a pointer may point to where such a value is.
	addressed bool
	// outside says that callers, of whom nothing is known, make the values.
	outside bool
	// zero says that some of the values may be zero without an assignment: nil, for functions.
	zero bool
	rep  flow.Type // the type in the new representation
	busy bool      // rep is being found
}

// A member is a function that a function value may be: a literal in the function home, or a declared function.
type member struct {
	code
	home   *flow.Func
	fields []int // where in the value the captured variables are
}

// slots are the slots of some functions.
type slots struct {
	vars  map[*flow.Var]*slot
	exprs map[flow.Expr]*slot // of literals, zeros and new slices
}

// connect finds the slots of functions that are closed under calls, of which some are called from outside.
func connect(funcs []*flow.Func, roots map[*flow.Func]bool) *slots {
	g := &slots{vars: map[*flow.Var]*slot{}, exprs: map[flow.Expr]*slot{}}
	for _, f := range funcs {
		if roots[f] || f.Sealed() {
			for _, v := range f.Params {
				g.variable(v).fromOutside()
			}
		}
		for _, h := range f.Attached() {
			if h != f {
				g.sameHead(f, h)
			}
		}
		if f.VJP != nil {
			for i, r := range f.Results {
				unify(g.variable(r), g.variable(f.VJP.Params[len(f.Params)+i]))
			}
		}
		if f.Derived != nil {
			g.sameHead(f.Derived.Of, f)
		}
		g.function(f, f.Body)
	}
	return g
}

// sameHead connects the parameters of a function with those of its derivative that stand for the same.
func (g *slots) sameHead(f, derivative *flow.Func) {
	for i, v := range f.Params {
		unify(g.variable(v), g.variable(derivative.Params[i]))
	}
}

func (s *slot) find() *slot {
	for s.up != nil {
		s = s.up
	}
	return s
}

func newSlot(t flow.Type) *slot { return &slot{typ: t} }

// part makes the slot of a part where it is asked for first.
func (s *slot) part(p **slot, t flow.Type) *slot {
	if *p == nil {
		*p = &slot{typ: t, outside: s.outside, zero: s.zero}
	}
	return (*p).find()
}

func (s *slot) element() *slot {
	s = s.find()
	switch t := s.typ.(type) {
	case *flow.Slice:
		return s.part(&s.elem, t.Elem)
	case *flow.Array:
		return s.part(&s.elem, t.Elem)
	case *flow.Pointer:
		return s.part(&s.elem, t.Elem)
	}
	panic("own: " + s.typ.String() + " has no elements")
}

func (s *slot) field(i int) *slot {
	s = s.find()
	t := s.typ.(*flow.Struct)
	if s.fields == nil {
		s.fields = make([]*slot, len(t.Fields))
	}
	return s.part(&s.fields[i], t.Fields[i].Type)
}

func (s *slot) param(i int) *slot {
	s = s.find()
	t := s.typ.(*flow.FuncType)
	if s.params == nil {
		s.params = make([]*slot, len(t.Params))
	}
	return s.part(&s.params[i], t.Params[i])
}

func (s *slot) result(i int) *slot {
	s = s.find()
	t := s.typ.(*flow.FuncType)
	if s.results == nil {
		s.results = make([]*slot, len(t.Results))
	}
	return s.part(&s.results[i], t.Results[i])
}

// mayBeZero notes that values begin as zeros.
func (s *slot) mayBeZero() {
	s = s.find()
	if s.zero {
		return
	}
	s.zero = true
	for _, p := range s.parts() {
		p.mayBeZero()
	}
}

// fromOutside notes that nothing is known of the functions in a value.
func (s *slot) fromOutside() {
	s = s.find()
	if s.outside {
		return
	}
	s.outside = true
	for _, p := range s.parts() {
		p.fromOutside()
	}
}

func (s *slot) parts() []*slot {
	var out []*slot
	for _, ps := range [][]*slot{{s.elem}, s.fields, s.params, s.results} {
		for _, p := range ps {
			if p != nil {
				out = append(out, p)
			}
		}
	}
	return out
}

// unify makes two slots one.
func unify(a, b *slot) {
	a, b = a.find(), b.find()
	if a == b || basic(a.typ) || basic(b.typ) {
		return
	}
	if b.outside && !a.outside {
		a.fromOutside()
	} else if a.outside && !b.outside {
		b.fromOutside()
	}
	if b.zero && !a.zero {
		a.mayBeZero()
	} else if a.zero && !b.zero {
		b.mayBeZero()
	}
	b.up = a
	a.members = append(a.members, b.members...)
	a.called = a.called || b.called
	a.addressed = a.addressed || b.addressed
	if a.tested == nil {
		a.tested = b.tested
	}
	// The parts are made one when all of them are in their places: a class that is a part of itself is not a any more
	// behind that.
	var pairs [][2]*slot
	join := func(to **slot, from *slot) {
		switch {
		case from == nil:
		case *to == nil:
			*to = from
		default:
			pairs = append(pairs, [2]*slot{*to, from})
		}
	}
	each := func(to *[]*slot, from []*slot) {
		if *to == nil {
			*to = from
			return
		}
		for i, p := range from {
			join(&(*to)[i], p)
		}
	}
	join(&a.elem, b.elem)
	each(&a.fields, b.fields)
	each(&a.params, b.params)
	each(&a.results, b.results)
	for _, p := range pairs {
		unify(p[0], p[1])
	}
}

func basic(t flow.Type) bool { _, ok := t.(*flow.Basic); return ok }

// variable is the slot of a variable.
func (g *slots) variable(v *flow.Var) *slot {
	s := g.vars[v]
	if s == nil {
		s = newSlot(v.Type)
		g.vars[v] = s
	}
	return s.find()
}

// place is the slot of what is in a place.
func (g *slots) place(p flow.Place) *slot {
	s := g.variable(p.Var)
	for _, st := range p.Path {
		s = s.step(st)
	}
	return s
}

func (s *slot) step(st flow.Step) *slot {
	if st.Kind == flow.StepField {
		return s.field(st.Field)
	}
	return s.element()
}

// function connects what the statements of a function, or of a literal in it, assign.
func (g *slots) function(f *flow.Func, ss []flow.Stmt) {
	g.results(f)
	eachStmt(ss, func(s flow.Stmt) { g.statement(f, s) })
}

// results notes which results of a function may be what they begin with.
func (g *slots) results(f *flow.Func) {
	for _, r := range f.Results {
		if !basic(r.Type) && !setBeforeReturn(f.Body, r) {
			g.variable(r).mayBeZero()
		}
	}
}

// setBeforeReturn reports whether a list of statements that a function ends with stores to r right before each return.
func setBeforeReturn(ss []flow.Stmt, r *flow.Var) bool {
	returns, good := 0, 0
	var look func(ss []flow.Stmt)
	look = func(ss []flow.Stmt) {
		for i, s := range ss {
			if _, ok := s.(*flow.Return); ok {
				returns++
				if i > 0 && slices.ContainsFunc(flow.Stores(ss[i-1]),
					func(p flow.Place) bool { return p.Var == r && len(p.Path) == 0 }) {
					good++
				}
			}
			for _, b := range flow.Lists(s) {
				look(b)
			}
		}
	}
	look(ss)
	return good == returns && neverFalls(ss)
}

// neverFalls reports whether control does not come behind a list of statements.
func neverFalls(ss []flow.Stmt) bool {
	if len(ss) == 0 {
		return false
	}
	switch s := ss[len(ss)-1].(type) {
	case *flow.Return, *flow.Fail:
		return true
	case *flow.If:
		return neverFalls(s.Then) && neverFalls(s.Else)
	}
	return false
}

func (g *slots) statement(f *flow.Func, s flow.Stmt) {
	for _, p := range flow.Stores(s) {
		for _, e := range flow.Indices(p) {
			g.value(f, e)
		}
	}
	vals := map[flow.Expr]*slot{}
	for _, e := range flow.Operands(s) {
		vals[e] = g.value(f, e)
	}
	store := func(p flow.Place, v *slot) {
		if p.Var != nil {
			unify(g.place(p), v)
		}
	}
	switch s := s.(type) {
	case *flow.Assign:
		for i, p := range s.Dst {
			store(p, vals[s.Src[i]])
		}
	case *flow.Call:
		if s.Func != nil {
			for i, e := range s.Args {
				unify(g.variable(s.Func.Params[i]), vals[e])
			}
			for i, p := range s.Dst {
				store(p, g.variable(s.Func.Results[i]))
			}
			return
		}
		fun := vals[s.Fun]
		fun.find().called = true
		for i, e := range s.Args {
			unify(fun.param(i), vals[e])
		}
		for i, p := range s.Dst {
			store(p, fun.result(i))
		}
	case *flow.Append:
		store(s.Dst, vals[s.Src])
		for _, e := range s.Elems {
			unify(vals[s.Src].element(), vals[e])
		}
		if s.Spread != nil {
			unify(vals[s.Src].element(), vals[s.Spread].element())
		}
	case *flow.Copy:
		if s.Dst != nil {
			unify(vals[s.Dst].element(), vals[s.Src].element())
		}
	}
}

// value is the slot of the value of an expression in f.
func (g *slots) value(f *flow.Func, e flow.Expr) *slot {
	if s := g.exprs[e]; s != nil {
		return s.find()
	}
	vals := map[flow.Expr]*slot{}
	for _, p := range flow.Parts(e) {
		vals[p] = g.value(f, p)
	}
	switch e := e.(type) {
	case *flow.Load:
		return g.place(e.Place)
	case *flow.Cond:
		unify(vals[e.If], vals[e.Else])
		return vals[e.If].find()
	case *flow.IsNil:
		s := vals[e.X].find()
		if s.tested == nil {
			s.tested = e
		}
	case *flow.Window:
		if isSlice(e.X.Type()) {
			return vals[e.X]
		}
		s := newSlot(e.Type())
		unify(s.element(), vals[e.X].element())
		return s
	case *flow.Addr:
		s := newSlot(e.Type())
		unify(s.element(), g.place(e.Place))
		s.element().addressed = true
		return s
	}
	s := newSlot(e.Type())
	g.exprs[e] = s
	switch e := e.(type) {
	case *flow.Zero, *flow.Make:
		s.mayBeZero()
	case *flow.Lits:
		for i, x := range e.Elems {
			if _, ok := e.Typ.(*flow.Struct); ok {
				unify(s.field(i), vals[x])
			} else {
				unify(s.element(), vals[x])
			}
		}
	case *flow.FuncRef:
		s.members = []*member{{code: code{fn: e.Func}, home: f}}
		g.head(s, e.Func)
	case *flow.Closure:
		s.members = []*member{{code: code{lit: e.Func}, home: f}}
		g.head(s, e.Func)
		g.results(e.Func)
		eachStmt(e.Func.Body, func(s flow.Stmt) { g.statement(f, s) })
	}
	return s
}

// head connects the parameters and results of a function value with those of the function.
func (g *slots) head(s *slot, f *flow.Func) {
	for i, v := range f.Params {
		unify(s.param(i), g.variable(v))
	}
	for i, v := range f.Results {
		unify(s.result(i), g.variable(v))
	}
}
