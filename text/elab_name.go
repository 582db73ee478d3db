package text

import (
	"maps"
	"math"
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// constants are names of values.
var constants = map[string]syntax.Term{
	"true": syntax.BoolLit(true), "false": syntax.BoolLit(false),
	"inf": syntax.RealLit(math.Inf(1)), "nan": syntax.RealLit(math.NaN()), "pi": syntax.RealLit(math.Pi),
}

// name elaborates the use of a name as a value: a variable, a size, a definition, a constructor,
// a constant, or a primitive or builtin as a function.
func (e *elab) name(x *Name, want *ty) gen {
	if v := e.env[x.Name]; v != nil {
		if v.size != nil {
			g := func() syntax.Term { return syntax.NewSizeOf(syntax.SizeOfVar(v.size)) }
			return e.convert(x.Span, g, intTy, want)
		}
		return e.convert(x.Span, func() syntax.Term { return syntax.Ref(v.v) }, v.ty, want)
	}
	if d := e.defs[x.Name]; d != nil {
		return e.defValue(x, d, want)
	}
	if c := e.ctors[x.Name]; c != nil && c.bare {
		return e.convert(x.Span, func() syntax.Term {
			return syntax.NewInj(c.data, c.tag, syntax.UnitTerm())
		}, e.dataTy(c), want)
	}
	if c, ok := constants[x.Name]; ok {
		return e.convert(x.Span, func() syntax.Term { return c }, e.fromSyntax(c.Type()), want)
	}
	if e.callable(x.Name) {
		return e.etaExpand(x, want)
	}
	e.unknown(x.Ident)
	return e.badOf(want)
}

// badOf makes the wanted type agree with anything, so that one mistake is reported once.
func (e *elab) badOf(want *ty) gen {
	e.unify(badTy, want)
	return badGen
}

func (e *elab) dataTy(c *ctorInfo) *ty { return e.fromSyntax(c.data) }

// maxNames bounds how many names are searched for a similar one.
const maxNames = 20_000

func (e *elab) unknown(n Ident) {
	if len(e.errs) >= maxErrors {
		return
	}
	var known []string
	if len(e.env)+len(e.defs) < maxNames {
		known = slices.AppendSeq(slices.Collect(maps.Keys(e.env)), maps.Keys(e.defs))
	}
	known = slices.AppendSeq(known, maps.Keys(e.ctors))
	known = slices.AppendSeq(known, maps.Keys(libraryNames()))
	known = slices.AppendSeq(known, maps.Keys(constants))
	known = slices.AppendSeq(known, maps.Keys(builtinArity))
	for _, op := range syntax.Ops() {
		known = append(known, op.Name)
	}
	e.errorf(n.Span, CodeUnknown, didYouMean(n.Name, known), "unknown name %s", n.Name)
}

// callable reports whether a name that is not defined in the file can be applied.
func (e *elab) callable(name string) bool {
	return e.ctors[name] != nil || sumTag(name) >= 0 || builtinArity[name] > 0 || primitive(name) != nil
}

// etaExpand turns a name that must be applied into a function: f becomes \x. f x.
func (e *elab) etaExpand(x *Name, want *ty) gen {
	n := max(1, builtinArity[x.Name])
	f := &Lambda{Span: x.Span}
	call := &Apply{Span: x.Span, Fun: x}
	for i := range n {
		// A space keeps the parameter from being the name of anything in the file.
		v := Ident{x.Span, "x " + string(rune('a'+i))}
		f.Params = append(f.Params, &NamePattern{v})
		call.Args = append(call.Args, &Name{v})
	}
	f.Body = call
	return e.lambda(f, f.Params, want)
}

// defValue is a definition as a value: its constant, or the function from its parameters.
func (e *elab) defValue(x *Name, d *defInfo, want *ty) gen {
	params, result, sizes := e.instantiate(d)
	if !d.def.HasArg {
		call := e.call(x.Span, d, sizes, nil)
		return e.convert(x.Span, call, result, want)
	}
	arg := tupleTy(params...)
	e.want(x.Span, funcTy(arg, result), want)
	var v *syntax.Var
	parts := make([]gen, len(params))
	for i := range params {
		parts[i] = func() syntax.Term {
			if len(params) == 1 {
				return syntax.Ref(v)
			}
			return syntax.NewProj(i, syntax.Ref(v))
		}
	}
	call := e.call(x.Span, d, sizes, parts)
	return func() syntax.Term {
		v = syntax.NewVar("x", e.resolve(arg))
		return syntax.NewLam(v, call())
	}
}

// instantiate gives the types of a definition for one use. Within the group that is being
// inferred, the definition is used at its own types; elsewhere its sizes are fresh unknowns.
func (e *elab) instantiate(d *defInfo) (params []*ty, result *ty, sizes []*syntax.Size) {
	full := d.def.Result != nil
	for _, p := range d.def.Params {
		full = full && p.Type != nil
	}
	if !d.done && !full || len(d.sizes) == 0 {
		for _, p := range d.params {
			params = append(params, p.ty)
		}
		for _, v := range d.core.Sizes {
			sizes = append(sizes, syntax.SizeOfVar(v))
		}
		return params, d.result, sizes
	}
	for _, v := range d.core.Sizes {
		sizes = append(sizes, e.sizeMeta(v.Name))
	}
	env := syntax.SizeEnv(d.core.Sizes, sizes)
	for _, p := range d.params {
		params = append(params, e.substSizes(p.ty, env))
	}
	return params, e.substSizes(d.result, env), sizes
}

// substSizes replaces size variables in a type without unknowns.
func (e *elab) substSizes(t *ty, env func(*syntax.SizeVar) *syntax.Size) *ty {
	t = t.repr()
	if t.kind == kMeta || t.kind == kBad || t.kind == kScalar || t.kind == kData || t.kind == kOther {
		return t
	}
	u := &ty{kind: t.kind, names: t.names}
	changed := false
	if t.size != nil {
		u.size = e.norm(t.size).Subst(env)
		changed = u.size != t.size
	}
	for _, a := range t.args {
		b := e.substSizes(a, env)
		u.args = append(u.args, b)
		changed = changed || b != a.repr()
	}
	if !changed {
		return t
	}
	return u
}

// call builds the call of a definition whose arguments have been checked.
func (e *elab) call(s Span, d *defInfo, sizes []*syntax.Size, args []gen) gen {
	e.checks = append(e.checks, func() {
		for i, n := range sizes {
			if e.hasSizeMeta(e.norm(n)) {
				e.errorf(s, CodeAmbiguous, "give an argument a type that mentions it",
					"cannot find the size %s of %s", d.sizes[i].name, d.core.Name)
			}
		}
	})
	return func() syntax.Term {
		at := e.pos(s)
		for i, n := range sizes {
			sizes[i] = e.norm(n)
		}
		return syntax.NewCall(at, e.used(d.core), sizes, run(args)...)
	}
}
