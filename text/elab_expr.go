package text

import (
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// expr elaborates an expression whose type is to be want, which may be unknown.
func (e *elab) expr(x Expr, want *ty) gen {
	stop.Check(e.ctx)
	switch x := x.(type) {
	case *Name:
		return e.name(x, want)
	case *Int:
		return e.intLit(x.Span, x.Value, want)
	case *Real:
		return e.realLit(x.Span, x.Value, want)
	case *Tuple:
		return e.tuple(x, want)
	case *Record:
		return e.record(x, want)
	case *Array:
		return e.arrayLit(x, want)
	case *Comp:
		return e.comp(x, x.Ranges, want)
	case *Lambda:
		return e.lambda(x, x.Params, want)
	case *Apply:
		return e.apply(x, want)
	case *Index:
		return e.index(x, want)
	case *Field:
		return e.projection(x.X, x.Name.Span, x.Name.Name, 0, x.Span, want)
	case *Proj:
		return e.projection(x.X, x.Span, "", x.N-1, x.Span, want)
	case *Chain:
		return e.chain(x, want)
	case *Unary:
		return e.negate(x, want)
	case *If:
		cond := e.expr(x.Cond, boolTy)
		then, els := e.expr(x.Then, want), e.expr(x.Else, want)
		return func() syntax.Term {
			c := cond()
			t := then()
			return syntax.NewIf(c, t, els())
		}
	case *Case:
		return e.caseOf(x, want)
	case *Let:
		return e.let(x, want)
	case *Loop:
		return e.loop(x, want)
	case *Checkpoint:
		return e.checkpoint(x, want)
	case *Coerce:
		return e.coerce(x, want)
	case *Typed:
		t := e.surface(x.Type)
		g := e.expr(x.X, t)
		return e.convert(x.Span, g, t, want)
	case *Bad:
	}
	return badGen
}

// convert makes a term of type found one of the wanted type: an index counts as an int, and an
// array of known length as one of unknown length, where the wanted type is known to be that.
func (e *elab) convert(s Span, g gen, found, want *ty) gen {
	f, w := found.repr(), want.repr()
	switch {
	case f.kind == kIdx && w.done == syntax.Int:
		return func() syntax.Term { return syntax.NewFromIdx(g()) }
	case f.kind == kArray && w.kind == kDyn:
		e.want(s, f.args[0], w.args[0])
		return func() syntax.Term { return syntax.NewPack(g()) }
	}
	e.want(s, f, w)
	return g
}

// any elaborates an expression of any type and returns it with its type.
func (e *elab) any(x Expr) (gen, *ty) {
	t := newMeta()
	g := e.expr(x, t)
	return g, t.repr()
}

func (e *elab) intLit(s Span, v int64, want *ty) gen {
	t := want.repr()
	if t.done != syntax.Real && t.done != syntax.Int {
		t = newNum()
		e.want(s, t, want)
	}
	return func() syntax.Term {
		if e.resolve(t) == syntax.Real {
			return syntax.RealLit(float64(v))
		}
		return syntax.IntLit(v)
	}
}

func (e *elab) realLit(s Span, v float64, want *ty) gen {
	e.want(s, realTy, want)
	return func() syntax.Term { return syntax.RealLit(v) }
}

func (e *elab) tuple(x *Tuple, want *ty) gen {
	w := want.repr()
	args := w.args
	if w.kind != kTuple || len(args) != len(x.Elems) || w.names != nil {
		args = make([]*ty, len(x.Elems))
		for i := range args {
			args[i] = newMeta()
		}
		e.want(x.Span, tupleTy(args...), want)
	}
	gens := make([]gen, len(x.Elems))
	for i, y := range x.Elems {
		gens[i] = e.expr(y, args[i])
	}
	return func() syntax.Term { return syntax.NewTuple(run(gens)...) }
}

func run(gens []gen) []syntax.Term {
	out := make([]syntax.Term, len(gens))
	for i, g := range gens {
		out[i] = g()
	}
	return out
}

func (e *elab) record(x *Record, want *ty) gen {
	w := want.repr()
	if len(x.Fields) < 2 {
		e.errorf(x.Span, CodeArity, "use the value of the field itself", "a record has two fields at least")
		return badGen
	}
	at := map[string]int{}
	if w.kind == kTuple && w.names != nil {
		for i, n := range w.names {
			at[n] = i
		}
	} else {
		r := &ty{kind: kTuple}
		for i, f := range x.Fields {
			at[f.Name.Name] = i
			r.names, r.args = append(r.names, f.Name.Name), append(r.args, newMeta())
		}
		e.want(x.Span, r, want)
		w = r
	}
	gens := make([]gen, len(w.args))
	for _, f := range x.Fields {
		i, ok := at[f.Name.Name]
		if !ok {
			e.errorf(f.Name.Span, CodeUnknown, didYouMean(f.Name.Name, append([]string(nil), w.names...)),
				"%s has no field %s", e.show(w), f.Name.Name)
			continue
		}
		if gens[i] != nil {
			e.errorf(f.Name.Span, CodeDuplicate, "", "the field %s is given twice", f.Name.Name)
		}
		gens[i] = e.expr(f.Value, w.args[i])
	}
	for i, g := range gens {
		if g == nil && len(x.Fields) < len(gens) {
			e.errorf(x.Span, CodeArity, "", "the field %s is missing", w.names[i])
		}
	}
	// The fields are evaluated in the order of the type.
	return func() syntax.Term {
		return syntax.NewTupleOf(e.resolve(w).(*syntax.TupleType), run(gens)...)
	}
}

func (e *elab) projection(x Expr, s Span, name string, position int, whole Span, want *ty) gen {
	g, t := e.any(x)
	part, index := newMeta(), new(int)
	e.member(s, t, name, position, part, index)
	return e.convert(whole, func() syntax.Term { return syntax.NewProj(*index, g()) }, part, want)
}

func (e *elab) lambda(x *Lambda, params []Pattern, want *ty) gen {
	if len(params) == 0 {
		return e.expr(x.Body, want)
	}
	w := want.repr()
	if w.kind != kFunc {
		w = funcTy(newMeta(), newMeta())
		e.want(x.Span, w, want)
	}
	p := e.pattern(params[0], w.args[0])
	restore := e.scope(p.vars...)
	body := e.lambda(x, params[1:], w.args[1])
	restore()
	e.mustDecide(params[0].Range(), w.args[0])
	return func() syntax.Term {
		v, binds := e.param(p)
		return syntax.NewLam(v, syntax.NewLet(binds, body()))
	}
}

// mustDecide reports, when all is solved, a binder whose type is still unknown.
func (e *elab) mustDecide(s Span, t *ty) {
	e.checks = append(e.checks, func() {
		if e.undecided(t) {
			e.errorf(s, CodeAmbiguous, "write it: \\(x : type). …", "cannot find the type of this parameter, %s",
				e.show(t))
		}
	})
}

// let elaborates a list of bindings in a loop.
func (e *elab) let(x *Let, want *ty) gen {
	type item struct {
		value gen
		pat   pat
		size  *entity
		at    Span
	}
	items := make([]item, len(x.Binds))
	var restores []func()
	var sizes []*entity
	for i, b := range x.Binds {
		it := &items[i]
		if b.Size != nil {
			it.value, it.at = e.expr(b.Value, intTy), b.Value.Range()
			it.size = &entity{name: b.Size.Name, size: syntax.NewSizeVar(b.Size.Name)}
			sizes = append(sizes, it.size)
			restores = append(restores, e.scope(it.size))
			continue
		}
		t := newMeta()
		if typed, ok := b.Pattern.(*TypedPattern); ok {
			t = e.surface(typed.Type) // pushed into the value
		}
		it.value = e.expr(b.Value, t)
		it.pat = e.pattern(b.Pattern, t)
		restores = append(restores, e.scope(it.pat.vars...))
	}
	body := e.expr(x.Body, want)
	for i := len(restores) - 1; i >= 0; i-- {
		restores[i]()
	}
	if len(sizes) > 0 {
		e.checks = append(e.checks, func() { e.checkEscape(x.Body.Range(), want, sizes) })
	}
	return func() syntax.Term {
		binds := make([]syntax.Bind, 0, len(items))
		for _, it := range items {
			if it.size != nil {
				binds = append(binds, syntax.Bind{Size: it.size.size, Rhs: it.value(), At: e.pos(it.at)})
				continue
			}
			rhs := it.value()
			if b := it.pat.root; b.entity == nil && len(b.parts) > 0 {
				binds = e.bind1(b, rhs, binds)
			} else {
				binds = append(binds, syntax.Bind{Var: e.binder(b, rhs.Type()), Rhs: rhs})
			}
		}
		return syntax.NewLet(binds, body())
	}
}

// checkEscape reports sizes of a let in the type of its result.
func (e *elab) checkEscape(s Span, t *ty, sizes []*entity) {
	if e.undecided(t) {
		return
	}
	reported := false
	syntax.EachSizeVar(e.resolve(t), func(v *syntax.SizeVar) {
		for _, n := range sizes {
			if n.size == v && !reported {
				reported = true
				e.errorf(s, CodeEscape, "forget the length: pack e : [?]t",
					"the size %s leaves its scope in the result, %s", n.name, e.show(t))
			}
		}
	})
}

func (e *elab) coerce(x *Coerce, want *ty) gen {
	t := e.surface(x.Type)
	g, found := e.any(x.X)
	r := t.repr()
	at := e.pos(x.Span)
	result := g
	switch {
	case r.kind == kIdx && (found.done == syntax.Int || found.kind == kMeta && found.num):
		e.want(x.X.Range(), found, intTy)
		result = func() syntax.Term { return syntax.NewToIdx(at, e.norm(r.size), g()) }
	case r.kind == kIdx && found.kind == kIdx:
		result = func() syntax.Term { return syntax.NewToIdx(at, e.norm(r.size), syntax.NewFromIdx(g())) }
	case r.kind == kArray && (found.kind == kArray || found.kind == kDyn):
		e.want(x.X.Range(), found.args[0], r.args[0])
		result = func() syntax.Term { return syntax.NewCoerce(at, g(), e.resolve(r).(*syntax.ArrayType)) }
	case r.kind == kDyn:
		result = e.convert(x.X.Range(), g, found, r)
	case r.kind == kBad || found.kind == kBad:
	case r.kind != kArray && r.kind != kIdx:
		e.errorf(x.Type.Range(), CodeMismatch, "a type is stated without a check by (e : t)",
			":> gives an array another length or makes an index, but %s is neither", e.show(r))
	default:
		e.mismatch(x.X.Range(), found, r, "")
	}
	return e.convert(x.Span, result, t, want)
}
