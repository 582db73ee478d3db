package chad

import (
	"strings"

	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/pipeline"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// HVP is the Hessian-vector product of f: its parameters, and then one
// direction for each of wrt, to the product, a tuple where they are several. f must return a real. It is one reverse
// pass over dual numbers.
func HVP(f *Func, wrt ...string) (*Func, error) {
	if f.def.Result != syntax.Real {
		return nil, errorf(ErrType, "%s returns %s; Hessians are of real functions", f.def.Name, f.def.Result)
	}
	active, err := f.varying(wrt)
	if err != nil {
		return nil, err
	}
	return f.operated(func(def *syntax.Def) *syntax.Def {
		d := header(def, f.def.Name+"_hvp")
		p := packed(d, def, active)
		var vs []syntax.Term
		for _, i := range p.index {
			v := syntax.NewVar("d"+d.Params[i].Name, syntax.TangentType(d.Params[i].Type))
			d.Params, vs = append(d.Params, v), append(vs, syntax.Ref(v))
		}
		d.Body = hvpAt(p, syntax.NewTuple(vs...))
		return d
	})
}

// operated is a definition with operators around calls of f, expanded; write makes it around calls of a definition that
// is prepared.
func (f *Func) operated(write func(def *syntax.Def) *syntax.Def) (_ *Func, err error) {
	defer stop.Recover(&err)
	whole := func(def *syntax.Def) *syntax.Def {
		d := write(def)
		d.Result = d.Body.Type()
		return d
	}
	prog, def, err := f.written().prepared()
	if err != nil {
		return nil, err
	}
	g, err := f.derived(f.expand(prog, whole(def)))
	if err != nil {
		return nil, err
	}
	return g.from(f, whole), nil
}

// hvpAt is vjp (λx. jvp f x v) x 1.
func hvpAt(p packing, v syntax.Term) syntax.Term {
	y := syntax.NewVar(p.x.Name, p.x.Type)
	inner := syntax.NewDeriv(syntax.JVP, p.x, p.body, syntax.Ref(y), v)
	return syntax.Grad(y, inner, p.at)
}

// Hessian is the matrix of second derivatives of f : … → real with respect to
// one parameter: real for a real one, [n][n]real for an [n]real.
// Errors: f returns no real, wrt names none or several or another type, or f cannot be differentiated.
func Hessian(f *Func, wrt ...string) (*Func, error) {
	if f.def.Result != syntax.Real {
		return nil, errorf(ErrType, "%s returns %s; Hessians are of real functions", f.def.Name, f.def.Result)
	}
	return f.perColumn("Hessian", wrt, hvpAt, false)
}

// Jacobian is the matrix of first derivatives of f with respect to one
// parameter x, real or [n]real, where f returns a real or [m]real: [m][n]real,
// an index left out where there is a single real.
// Errors: another result, wrt names none or several or another type, or f cannot be differentiated.
func Jacobian(f *Func, wrt ...string) (*Func, error) {
	if _, ok := vector(f.def.Result); !ok {
		return nil, errorf(ErrType, "%s returns %s; Jacobians are of results real or [m]real", f.def.Name, f.def.Result)
	}
	return f.perColumn("Jacobian", wrt, func(p packing, v syntax.Term) syntax.Term {
		return syntax.NewDeriv(syntax.JVP, p.x, p.body, p.at, v)
	}, true)
}

// vector reports the length of [n]real, nil for real.
func vector(t syntax.Type) (*syntax.Size, bool) {
	if t == syntax.Real {
		return nil, true
	}
	a, ok := t.(*syntax.ArrayType)
	if !ok || a.Elem != syntax.Real {
		return nil, false
	}
	return a.Len, true
}

// perColumn builds the matrix called name from its columns: column applied to each unit vector.
func (f *Func) perColumn(name string, wrt []string, column func(p packing, v syntax.Term) syntax.Term,
	transpose bool) (*Func, error) {
	active, err := f.varying(wrt)
	if err != nil {
		return nil, err
	}
	if d := header(f.def, ""); len(d.Params) > 0 {
		p := packed(d, f.def, active)
		if _, ok := vector(p.x.Type); len(p.index) != 1 || !ok {
			return nil, errorf(ErrType, "the %s of %s is by one parameter of type real or [n]real; name it", name,
				f.def.Name)
		}
	}
	return f.operated(func(def *syntax.Def) *syntax.Def {
		d := header(def, f.def.Name+"_"+strings.ToLower(name))
		p := packed(d, def, active)
		n, _ := vector(p.x.Type)
		if n == nil {
			d.Body = column(p, syntax.RealLit(1))
			return d
		}
		i := syntax.NewVar("i", syntax.NewIdxType(n))
		e := syntax.NewVar("e", syntax.NewArrayType(n, syntax.Real))
		unit := syntax.NewOneHot(n, syntax.Ref(i), syntax.RealLit(1))
		d.Body = syntax.NewBuild(n, i, syntax.NewLet([]syntax.Bind{{Var: e, Rhs: unit}}, column(p, syntax.Ref(e))))
		if a, isArray := def.Result.(*syntax.ArrayType); isArray && transpose && a != nil {
			m := syntax.NewVar("columns", d.Body.Type())
			d.Body = syntax.NewLet([]syntax.Bind{{Var: m, Rhs: d.Body}}, syntax.Transpose(syntax.Ref(m)))
		}
		return d
	})
}

// A packing is f as a function λx. body of its active parameters together,
// applied at the parameters of a new definition.
type packing struct {
	x     *syntax.Var
	body  syntax.Term
	at    syntax.Term
	index []int // the active parameters
}

func packed(d, f *syntax.Def, active []bool) packing {
	var p packing
	var ts []syntax.Type
	var at []syntax.Term
	for i, a := range active {
		if a {
			p.index = append(p.index, i)
			ts = append(ts, d.Params[i].Type)
			at = append(at, syntax.Ref(d.Params[i]))
		}
	}
	name := "x"
	if len(p.index) == 1 {
		name = d.Params[p.index[0]].Name
	}
	p.x = syntax.NewVar(name, syntax.NewTupleType(ts...))
	args := syntax.Refs(d.Params)
	for k, i := range p.index {
		args[i] = syntax.Ref(p.x)
		if len(p.index) > 1 {
			args[i] = syntax.NewProj(k, syntax.Ref(p.x))
		}
	}
	p.at = syntax.NewTuple(at...)
	p.body = syntax.NewCall(nil, f, syntax.SizesOf(d.Sizes), args...)
	return p
}

// expand removes the operators inside d.
func (f *Func) expand(prog *syntax.Program, d *syntax.Def) (*Func, error) {
	d.Body = syntax.ANF(d.Body)
	plain, err := Reverse(f.functor()).Plain(d)
	if err != nil {
		return nil, err
	}
	plain.Name = d.Name
	return f.assemble(prog, plain), nil
}

// functor is how it is differentiated on the compiled route.
func (f *Func) functor() functor.Options {
	o := pipeline.Functor
	o.Context = f.ctx
	return o
}

// prepared is [Func.closed] in A-normal form, with what one branch alone needs in that branch.
func (f *Func) prepared() (*syntax.Program, *syntax.Def, error) {
	prog, def, err := f.copied(toDerive)
	if err != nil {
		return nil, nil, err
	}
	return pipeline.Prepared(f.ctx, prog, def, f.failing)
}

// read is prepared without a copy of the terms, for who takes none of them over: they may be those of f, and share
// binders with it. Only the definitions are others. It is for the functor, which gives each binder that it meets a new
// one, since a derivative may stand beside what it is of. Programs with loops, functions or recursion are copied in any
// case: lifting and closure conversion change definitions where they stand, and it is not their terms that are large.
func (f *Func) read() (*syntax.Program, *syntax.Def, error) {
	prog, def, err := f.reachable(toDerive)
	if err != nil {
		return nil, nil, err
	}
	if !straight(prog.Defs) {
		return f.prepared()
	}
	return pipeline.Read(f.ctx, prog, def, f.failing)
}

// closed is what is differentiated on the compiled route: a copy of the program of f, simplified, with functions that
// do not escape lifted to definitions, and the others made data; and f's definition in it.
func (f *Func) closed() (*syntax.Program, *syntax.Def, error) {
	prog, def, err := f.copied(toDerive)
	if err != nil {
		return nil, nil, err
	}
	return pipeline.Closed(f.ctx, prog, def)
}
