package closure

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/syntax"
)

// An analysis says which functions of a program can meet, and where they occur.
type analysis struct {
	*scopes
	cur      int // the point in work
	owner    string
	base     int // the point of the parameters of the definition in work
	inRule   bool
	inLinear bool
	holds    map[syntax.Type]bool
	marks    map[*syntax.Var]*mark
	terms    map[syntax.Term]*mark // of injections and array literals
	data     map[*syntax.Data][]*mark
	datas    []*syntax.Data
	keptData map[*syntax.Data]bool
	defs     map[*syntax.Def]*signature
	lams     []*lambda
	classes  []*class
	byTerm   map[*syntax.Lam]*lambda
	points   paged.Table[int] // of variables, one more than the point
	sizeAt   map[*syntax.SizeVar]int
	external []outsider
	nests    map[*syntax.Def]*nest
	// apart says that functions that are handed to one parameter need not be in one class: code is copied for them.
	apart bool
}

// An outsider is a type with its mark: the functions of such a type stay functions.
type outsider struct {
	typ  syntax.Type
	mark *mark
}

// A signature is the marks of the parameters and the result of a definition.
type signature struct {
	params []*mark
	result *mark
}

// analyse walks a program in A-normal form.
func analyse(p *syntax.Program, nests map[*syntax.Def]*nest, apart bool) *analysis {
	a := &analysis{
		apart:  apart,
		scopes: newScopes(), holds: map[syntax.Type]bool{}, marks: map[*syntax.Var]*mark{},
		terms: map[syntax.Term]*mark{},
		data:  map[*syntax.Data][]*mark{}, defs: map[*syntax.Def]*signature{}, byTerm: map[*syntax.Lam]*lambda{},
		sizeAt: map[*syntax.SizeVar]int{}, nests: nests,
	}
	for _, d := range p.Defs {
		s := &signature{result: a.fresh(d.Result)}
		for _, x := range d.Params {
			s.params = append(s.params, a.fresh(x.Type))
		}
		a.defs[d] = s
	}
	for _, d := range p.Defs {
		if nests[d] == nil {
			a.definition(d)
		}
	}
	a.close()
	return a
}

func (a *analysis) definition(d *syntax.Def) {
	s := a.defs[d]
	a.owner = d.Name
	a.cur = 0
	s.result.occurs(0)
	a.sizes(d.Sizes)
	for i, x := range d.Params {
		s.params[i].occurs(0)
		a.bind(x, s.params[i])
	}
	a.base = a.cur
	a.unify(s.result, a.block(d.Body))
	s.result.data()
	if d.Primitive() {
		for _, m := range s.params {
			m.data()
		}
	}
	for _, r := range d.Attached() {
		a.cur, a.inRule = 0, true
		a.sizes(r.Sizes)
		for _, x := range r.Params {
			a.bind(x, a.fresh(x.Type))
		}
		for _, x := range r.Tangents {
			a.bind(x, nil)
		}
		a.block(r.Body)
		a.inRule = false
	}
}

func (a *analysis) sizes(ns []*syntax.SizeVar) {
	for _, n := range ns {
		a.bindSize(n)
	}
}

func (a *analysis) bindSize(n *syntax.SizeVar) {
	a.cur = a.below(a.cur)
	a.sizeAt[n] = a.cur
}

// bind brings x into scope.
func (a *analysis) bind(x *syntax.Var, m *mark) {
	m.occurs(a.cur)
	if m != nil {
		a.marks[x] = m
		if a.inRule {
			a.external = append(a.external, outsider{x.Type, m})
		}
	}
	a.cur = a.below(a.cur)
	*a.points.At(x.ID()) = a.cur + 1
}

// point is where x is bound.
func (a *analysis) point(x *syntax.Var) int { return a.points.Get(x.ID()) - 1 }

func (a *analysis) holdsFunc(t syntax.Type) bool {
	h, ok := a.holds[t]
	if !ok {
		h = syntax.HoldsFunc(t)
		a.holds[t] = h
	}
	return h
}

// fresh marks the functions of a type as ones that meet no others yet.
func (a *analysis) fresh(t syntax.Type) *mark {
	if !a.holdsFunc(t) {
		return nil
	}
	switch t := t.(type) {
	case *syntax.TupleType:
		return a.freshAll(t.Elems)
	case *syntax.SumType:
		return a.freshAll(t.Variants)
	case *syntax.ArrayType:
		return join(a.fresh(t.Elem))
	case *syntax.DynType:
		return join(a.fresh(t.Elem))
	case *syntax.FuncType:
		c := &class{weight: 1, param: a.fresh(t.Param), result: a.fresh(t.Result), types: []*syntax.FuncType{t},
			first: -1}
		a.classes = append(a.classes, c)
		return &mark{fun: c}
	case *syntax.Data:
		a.constructors(t)
	case *syntax.Scalar, *syntax.IdxType, *syntax.LFunType, *syntax.CopowerType:
	}
	return nil
}

func (a *analysis) freshAll(ts []syntax.Type) *mark {
	elems := make([]*mark, len(ts))
	for i, t := range ts {
		elems[i] = a.fresh(t)
	}
	return join(elems...)
}

// constructors are the marks of what the constructors of a data type hold.
func (a *analysis) constructors(d *syntax.Data) []*mark {
	if ms, ok := a.data[d]; ok || !a.holdsFunc(d) {
		return ms
	}
	ctors := d.Ctors()
	ms := make([]*mark, len(ctors))
	a.data[d] = ms
	a.datas = append(a.datas, d)
	for i, c := range ctors {
		ms[i] = a.fresh(c.Arg)
		ms[i].occurs(0)
	}
	return ms
}

// block walks a block and gives the mark of its result.
func (a *analysis) block(t syntax.Term) *mark {
	defer func(cur int) { a.cur = cur }(a.cur)
	l, ok := t.(*syntax.Let)
	if !ok {
		return a.rhs(t, "f")
	}
	for i := range l.Binds {
		b := &l.Binds[i]
		if b.Var == nil {
			a.rhs(b.Rhs, "")
			a.bindSize(b.Size)
			continue
		}
		a.bind(b.Var, a.rhs(b.Rhs, b.Var.Name))
	}
	return a.rhs(l.Body, "f")
}

// under walks a block below a binder.
func (a *analysis) under(x *syntax.Var, m *mark, t syntax.Term) *mark {
	defer func(cur int) { a.cur = cur }(a.cur)
	a.bind(x, m)
	return a.block(t)
}

// rhs walks a right-hand side that is bound to a variable of that name.
func (a *analysis) rhs(t syntax.Term, name string) *mark {
	switch t := t.(type) {
	case *syntax.VarRef:
		return a.marks[t.Var]
	case *syntax.Tuple:
		return join(a.each(t.Elems)...).data()
	case *syntax.Proj:
		return a.rhs(t.Arg, "").part(t.Index)
	case *syntax.Lam:
		return a.lambda(t, name)
	case *syntax.App:
		c := a.rhs(t.Fun, "").fun.find()
		c.types = append(c.types, t.Fun.Type().(*syntax.FuncType))
		a.pass(c.param, a.rhs(t.Arg, ""))
		return c.find().result
	case *syntax.Inj:
		return a.inject(t)
	case *syntax.Case:
		return a.caseOf(t)
	case *syntax.If:
		a.rhs(t.Cond, "")
		m := a.block(t.Then)
		a.unify(m, a.block(t.Else))
		return m.data()
	case *syntax.Call:
		s := a.defs[t.Def]
		if n := a.nests[t.Def]; n != nil && n.first == 0 {
			a.nested(n)
		}
		for i, m := range a.each(t.Args) {
			a.pass(s.params[i], m)
		}
		return s.result
	case *syntax.Checkpoint:
		return a.block(t.Body).data()
	default:
		return a.array(t)
	}
}

func (a *analysis) each(ts []syntax.Term) []*mark {
	out := make([]*mark, len(ts))
	for i, t := range ts {
		out[i] = a.rhs(t, "")
	}
	return out
}

func (a *analysis) lambda(t *syntax.Lam, name string) *mark {
	m := a.fresh(t.Type())
	c := m.fun
	l := &lambda{term: t, class: c, name: name, owner: a.owner, base: a.base, linear: a.inRule || a.inLinear}
	c.lams = []*lambda{l}
	a.lams = append(a.lams, l)
	a.byTerm[t] = l
	l.inner = len(a.parent) // the point of its parameter
	r := a.under(t.Param, c.param, t.Body)
	if _, ok := curried(t.Body); !ok {
		r.data()
	}
	a.unify(c.find().result, r)
	return m
}

func (a *analysis) inject(t *syntax.Inj) *mark {
	arg := a.rhs(t.Arg, "").data()
	if d, ok := t.Type().(*syntax.Data); ok {
		if ms := a.constructors(d); ms != nil {
			a.unify(ms[t.Tag], arg)
		}
		return nil
	}
	m := a.remember(t)
	a.unify(m.part(t.Tag), arg)
	return m
}

// remember is the mark of a term whose own type says more than its parts.
func (a *analysis) remember(t syntax.Term) *mark {
	m := a.fresh(t.Type())
	if m != nil {
		a.terms[t] = m
	}
	return m
}

func (a *analysis) caseOf(t *syntax.Case) *mark {
	m := a.rhs(t.Scrut, "")
	var parts []*mark
	if d, ok := t.Scrut.Type().(*syntax.Data); ok {
		parts = a.constructors(d)
	} else if m != nil {
		parts = m.elems
	}
	var out *mark
	for i, arm := range t.Arms {
		var in *mark
		if parts != nil {
			in = parts[i]
		}
		r := a.under(arm.Var, in, arm.Body)
		if out == nil {
			out = r
		}
		a.unify(out, r)
	}
	return out.data()
}

// array walks the nodes of arrays and all others that may hold blocks.
func (a *analysis) array(t syntax.Term) *mark {
	switch t := t.(type) {
	case *syntax.Build:
		return join(a.under(t.Idx, nil, t.Body)).data()
	case *syntax.Loop:
		return a.loop(t)
	case *syntax.While:
		return a.while(t)
	case *syntax.ArrayLit:
		m := a.remember(t)
		for _, e := range a.each(t.Elems) {
			a.unify(m.part(0), e)
		}
		return m.data()
	case *syntax.Index:
		a.rhs(t.Idx, "")
		return a.rhs(t.Arr, "").part(0)
	case *syntax.Set:
		m := a.rhs(t.Arr, "")
		a.rhs(t.Idx, "")
		a.unify(m.part(0), a.rhs(t.Val, ""))
		return m.data()
	case *syntax.Coerce:
		return a.rhs(t.Arg, "")
	case *syntax.Pack:
		return a.rhs(t.Arg, "")
	case *syntax.Const, *syntax.Prim: // no blocks
		return nil
	}
	defer func(cur int, linear bool) { a.cur, a.inLinear = cur, linear }(a.cur, a.inLinear)
	switch t.(type) {
	case *syntax.LinLam, *syntax.CopowerCase:
		a.inLinear = true
	}
	syntax.Binders(t, func(x *syntax.Var) { a.bind(x, a.fresh(x.Type)) })
	syntax.Children(t, func(c syntax.Term) { a.block(c).data() })
	return nil
}

func (a *analysis) loop(t *syntax.Loop) *mark {
	defer func(cur int) { a.cur = cur }(a.cur)
	state := a.rhs(t.Init, "").data()
	a.bind(t.Idx, nil)
	a.bind(t.State, state)
	return a.iterated(state, a.block(t.Body), t.Out)
}

func (a *analysis) while(t *syntax.While) *mark {
	defer func(cur int) { a.cur = cur }(a.cur)
	state := a.rhs(t.Init, "").data()
	a.bind(t.State, state)
	a.block(t.Cond)
	return a.iterated(state, a.block(t.Body), t.Out)
}

// iterated is the mark of a loop with that state and body.
func (a *analysis) iterated(state, body *mark, out syntax.Output) *mark {
	switch out {
	case syntax.NoOutput:
		a.unify(state, body)
		return state
	case syntax.Collect:
		a.unify(state, body.part(0))
		return join(state, join(body.part(1)))
	case syntax.Accumulate:
		a.unify(state, body.part(0))
	}
	return join(state, nil)
}
