package text

import (
	"github.com/seed-4b734f86/gochad/internal/scc"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// defInfo is a definition on its way into the core.
type defInfo struct {
	def      *Def
	core     *syntax.Def
	sizes    []*entity
	params   []*entity
	result   *ty
	custom   *Derivative
	adjoints []*Adjoint
	body     gen
	done     bool // its types are final: a use instantiates the sizes
	failed   bool
}

func (e *elab) program(f *File) *syntax.Program {
	prog := &syntax.Program{}
	e.declareTypes(f, prog)
	infos := e.declareDefs(f)
	e.own = infos
	for _, group := range e.groups(infos) {
		e.group(group)
	}
	for _, d := range infos {
		if d.custom != nil {
			e.customJVP(d)
		} else if d.def.Body == nil {
			e.hostDerivative(d)
		}
		for _, a := range d.adjoints {
			e.adjoint(d, a)
		}
		prog.Defs = append(prog.Defs, d.core)
	}
	if len(e.errs) == 0 {
		e.closeLibrary(prog)
		e.checkLinear(prog)
	}
	return prog
}

func (e *elab) declareDefs(f *File) []*defInfo {
	var infos []*defInfo
	for _, d := range f.Decls {
		def, ok := d.(*Def)
		if !ok {
			continue
		}
		switch name := def.Name.Name; {
		case e.defs[name] != nil:
			e.errorf(def.Name.Span, CodeDuplicate, "", "%s is defined twice", name)
			e.also(def.Name.Span, e.defs[name].def.Name.Span, "defined here")
			continue
		case e.ctors[name] != nil || sumTag(name) >= 0:
			e.errorf(def.Name.Span, CodeDuplicate, "", "%s is a constructor already", name)
			continue
		}
		info := &defInfo{def: def, core: &syntax.Def{Name: def.Name.Name, At: e.pos(def.Name.Span)}}
		e.defs[def.Name.Name] = info
		infos = append(infos, info)
	}
	for _, info := range infos {
		e.signature(info)
	}
	own := func(n Ident) *defInfo {
		if info := e.defs[n.Name]; info != nil {
			return info
		}
		names := make([]string, len(infos))
		for i, d := range infos {
			names[i] = d.def.Name.Name
		}
		e.errorf(n.Span, CodeUnknown, didYouMean(n.Name, names), "there is no definition %s", n.Name)
		return nil
	}
	for _, d := range f.Decls {
		switch c := d.(type) {
		case *Derivative:
			switch info := own(c.Name); {
			case info == nil:
			case info.custom != nil:
				e.errorf(c.Name.Span, CodeDuplicate, "", "%s has two derivatives", c.Name.Name)
			default:
				info.custom = c
			}
		case *Adjoint:
			if info := own(c.Name); info != nil {
				info.adjoints = append(info.adjoints, c)
			}
		default:
		}
	}
	e.openLibrary()
	return infos
}

// signature reads the parameters and the result of a definition; what is not written is unknown.
func (e *elab) signature(d *defInfo) {
	seen := map[string]bool{}
	once := func(n Ident) {
		if seen[n.Name] {
			e.errorf(n.Span, CodeDuplicate, "", "the parameter %s is declared twice", n.Name)
		}
		seen[n.Name] = true
	}
	for _, n := range d.def.Sizes {
		once(n)
		v := syntax.NewSizeVar(n.Name)
		d.sizes = append(d.sizes, &entity{name: n.Name, size: v})
		d.core.Sizes = append(d.core.Sizes, v)
	}
	defer e.scope(d.sizes...)()
	for _, p := range d.def.Params {
		once(p.Name)
		t := newMeta()
		if p.Type != nil {
			t = e.surface(p.Type)
		}
		d.params = append(d.params, &entity{name: p.Name.Name, ty: t})
	}
	d.result = newMeta()
	if d.def.Result != nil {
		d.result = e.surface(d.def.Result)
	}
}

// group elaborates definitions that use each other.
func (e *elab) group(ds []*defInfo) {
	before := len(e.errs)
	e.before = before
	for _, d := range ds {
		e.at = d.def.Name.Span
		if d.def.Body == nil {
			d.body = e.host(d)
			continue
		}
		restore := e.scope(append(append([]*entity(nil), d.sizes...), d.params...)...)
		d.body = e.expr(d.def.Body, d.result)
		restore()
	}
	ok := e.settle(before)
	for _, d := range ds {
		if ok {
			e.decided(d)
		}
	}
	failed := len(e.errs) > before
	for _, d := range ds {
		if failed {
			spoil(d.result)
		}
		e.at = d.def.Name.Span
		for _, p := range d.params {
			p.v = syntax.NewVar(p.name, e.resolve(p.ty))
			p.ty = e.freeze(p.ty)
			d.core.Params = append(d.core.Params, p.v)
		}
		d.core.Result = e.resolve(d.result)
		d.result = e.freeze(d.result)
		d.done, d.failed = true, failed
	}
	for _, d := range ds {
		stop.Check(e.ctx)
		e.at = d.def.Name.Span
		if len(e.errs) == 0 {
			d.core.Body = d.body()
		}
		d.body = nil
	}
	clear(e.sizeMetas)
}

// settle solves what is open and, when no mistake has been found so far, runs the checks that need
// final types: after a mistake they would only repeat it. It reports whether all is well.
func (e *elab) settle(before int) bool {
	if len(e.errs) > before {
		e.later, e.sizeEqs, e.checks = nil, nil, nil
		return false
	}
	e.solve()
	for _, check := range e.checks {
		check()
	}
	e.checks = nil
	return len(e.errs) == before
}

// spoil makes the unknown parts of the type of a faulty definition agree with anything.
func spoil(t *ty) {
	eachPart(t, func(p *ty) bool {
		if p.kind == kMeta {
			p.ref = badTy
		}
		return true
	})
}

// decided reports parameters and results whose types nothing has settled.
func (e *elab) decided(d *defInfo) {
	for i, p := range d.params {
		if e.undecided(p.ty) {
			e.errorf(d.def.Params[i].Name.Span, CodeAmbiguous, "write it: "+p.name+" : …",
				"cannot find the type of %s", p.name)
		}
	}
	if e.undecided(d.result) {
		e.errorf(d.def.Name.Span, CodeAmbiguous, "write it: def "+d.def.Name.Name+" … : type = …",
			"cannot find the type of the result of %s", d.def.Name.Name)
	}
}

// undecided reports whether a type has unknown parts, numbers apart, in it.
func (e *elab) undecided(t *ty) bool {
	return !eachPart(t, func(p *ty) bool {
		return (p.kind != kMeta || p.num) && (p.size == nil || !e.hasSizeMeta(e.norm(p.size)))
	})
}

// freeze copies a type without the unknowns of the current group, which are forgotten behind it.
// Types with faulty parts stay as they are.
func (e *elab) freeze(t *ty) *ty {
	if e.undecided(t) || !eachPart(t, func(p *ty) bool { return p.kind != kBad }) {
		return t
	}
	return e.fromSyntax(e.resolve(t))
}

// eachPart calls ok for the parts of a type that are not finished yet, shared ones once, and
// stops when ok is false. It reports whether ok was true of all.
func eachPart(t *ty, ok func(*ty) bool) bool {
	t = t.repr()
	if t.done != nil {
		return true
	}
	if len(t.args) == 0 {
		return ok(t)
	}
	seen := map[*ty]bool{}
	var visit func(t *ty) bool
	visit = func(t *ty) bool {
		t = t.repr()
		if t.done != nil || seen[t] {
			return true
		}
		seen[t] = true
		if !ok(t) {
			return false
		}
		for _, a := range t.args {
			if !visit(a) {
				return false
			}
		}
		return true
	}
	return visit(t)
}

// groups puts definitions into an order in which each stands behind those that it uses; those that use each other form
// one group.
func (e *elab) groups(infos []*defInfo) [][]*defInfo {
	var out [][]*defInfo
	for _, group := range scc.Components(infos, e.uses) {
		out = append(out, group.Nodes)
	}
	return out
}

// uses lists the definitions that may be mentioned in the body of another, each once.
func (e *elab) uses(d *defInfo) []*defInfo {
	var out []*defInfo
	seen := map[*defInfo]bool{}
	if d.def.Body == nil {
		return nil
	}
	eachName(d.def.Body, func(n string) {
		if u := e.defs[n]; u != nil && !seen[u] && !u.core.Library {
			seen[u] = true
			out = append(out, u)
		}
	})
	return out
}
