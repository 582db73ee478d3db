package text

import (
	"github.com/seed-4b734f86/gochad/syntax"
)

// pat is an elaborated pattern: the entities that it binds, and how to bind them in the core.
type pat struct {
	vars []*entity
	root *binding
}

// binding is a node of a pattern.
type binding struct {
	ty     *ty
	entity *entity    // of a name
	parts  []*binding // of a tuple or record; nil for parts that are not bound
	index  []int      // the component of each part
}

// pattern elaborates a pattern for a value of type t.
func (e *elab) pattern(x Pattern, t *ty) pat {
	var p pat
	p.root = e.patternNode(x, t, &p.vars)
	seen := map[string]bool{}
	if len(p.vars) > 1 {
		for _, v := range p.vars {
			if seen[v.name] {
				e.errorf(x.Range(), CodeDuplicate, "", "the pattern binds %s twice", v.name)
			}
			seen[v.name] = true
		}
	}
	return p
}

func (e *elab) patternNode(x Pattern, t *ty, vars *[]*entity) *binding {
	b := &binding{ty: t}
	switch x := x.(type) {
	case *NamePattern:
		b.entity = &entity{name: x.Name, ty: t}
		*vars = append(*vars, b.entity)
	case *WildPattern, *BadPattern:
	case *TypedPattern:
		e.want(x.Span, t, e.surface(x.Type))
		return e.patternNode(x.Pattern, t, vars)
	case *TuplePattern:
		parts := e.parts(x.Span, t, len(x.Elems))
		for i, y := range x.Elems {
			b.parts = append(b.parts, e.patternNode(y, parts[i], vars))
			b.index = append(b.index, i)
		}
	case *RecordPattern:
		for _, f := range x.Fields {
			part, index := newMeta(), new(int)
			e.member(f.Name.Span, t, f.Name.Name, 0, part, index)
			b.parts = append(b.parts, e.patternNode(f.Pattern, part, vars))
			at := len(b.index)
			b.index = append(b.index, 0)
			e.checks = append(e.checks, func() { b.index[at] = *index })
		}
	}
	return b
}

// parts makes t a product of n components and returns them. A record is taken by position.
func (e *elab) parts(s Span, t *ty, n int) []*ty {
	t = t.repr()
	if t.kind == kTuple && len(t.args) == n && t.names != nil {
		return t.args
	}
	parts := make([]*ty, n)
	for i := range parts {
		parts[i] = newMeta()
	}
	e.want(s, t, tupleTy(parts...))
	return parts
}

// member looks up a component of a product type, by name or, with an empty name, by position; the
// component's type is unified with part, and index is set. When t is not known yet it waits.
func (e *elab) member(s Span, t *ty, name string, position int, part *ty, index *int) {
	answer := func(last bool) bool {
		r := t.repr()
		switch {
		case r.kind == kBad:
			return e.unify(part, r)
		case r.kind == kMeta && !last:
			return false
		case r.kind == kMeta:
			e.errorf(s, CodeAmbiguous, "write the type where the variable is bound", "the type is not known here")
			return true
		case r.kind != kTuple:
			e.errorf(s, CodeMismatch, "", "%s has no components", e.show(r))
			return true
		}
		i := position
		if name != "" {
			i = -1
			for k, n := range r.names {
				if n == name {
					i = k
				}
			}
		}
		switch {
		case i < 0:
			e.errorf(s, CodeUnknown, didYouMean(name, append([]string(nil), r.names...)), "%s has no field %s",
				e.show(r), name)
		case i >= len(r.args):
			e.errorf(s, CodeArity, "", "%s has no component %d", e.show(r), i+1)
		default:
			*index = i
			e.want(s, r.args[i], part)
		}
		return true
	}
	if !answer(false) {
		e.later = append(e.later, answer)
	}
}

// bind1 gives the core bindings of a pattern to a value.
func (e *elab) bind1(b *binding, rhs syntax.Term, out []syntax.Bind) []syntax.Bind {
	if ref, ok := rhs.(*syntax.VarRef); ok {
		if b.entity != nil {
			b.entity.v = ref.Var // another name for the same variable
		}
		return e.bindParts(b, ref.Var, out)
	}
	v := e.binder(b, rhs.Type())
	return e.bindParts(b, v, append(out, syntax.Bind{Var: v, Rhs: rhs}))
}

// binder makes the variable that holds the value of a pattern.
func (e *elab) binder(b *binding, t syntax.Type) *syntax.Var {
	if b.entity != nil {
		b.entity.v = syntax.NewVar(b.entity.name, t)
		return b.entity.v
	}
	if len(b.parts) == 0 {
		return syntax.NewVar("_", t)
	}
	return syntax.NewVar("p", t)
}

func (e *elab) bindParts(b *binding, v *syntax.Var, out []syntax.Bind) []syntax.Bind {
	for i, part := range b.parts {
		if part.entity == nil && len(part.parts) == 0 {
			continue
		}
		out = e.bind1(part, syntax.NewProj(b.index[i], syntax.Ref(v)), out)
	}
	return out
}

// param makes a parameter for a pattern, and the bindings that take it apart.
func (e *elab) param(p pat) (*syntax.Var, []syntax.Bind) {
	v := e.binder(p.root, e.resolve(p.root.ty))
	return v, e.bindParts(p.root, v, nil)
}
