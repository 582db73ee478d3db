package functor

import (
	"context"
	"fmt"
	"strconv"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Options choose between representations of the same derivative.
type Options struct {
	// Recompute gives CHAD §10's form of build, which runs the body once more
	// in the linear half, instead of an array of linear functions. For reading.
	Recompute bool
	// Direct applies the partials of primitives of a block in reverse mode where their linear functions would be
	// applied, which is once, instead of binding these first: a term of half the size, to be compiled.
	Direct bool
	// Context ends it: errors are that of the context then. Nil is one that does not end.
	Context context.Context
}

// A Functor transforms the definitions of one program in one mode. It makes the
// derivative of a definition when first asked and remembers it.
type Functor struct {
	Mode Mode
	Options
	// Reverse is the functor that expands vjp inside programs; in reverse mode it is
	// the functor itself.
	Reverse *Functor
	// Push gives the tangent half of a source term by dual numbers; it is
	// package dual's, and needed only for programs with operators inside.
	Push Pusher
	// Linear takes what a vjp inside a program is taken of into values and a tangent; it is package dual's. Without it
	// the values are computed again by the linear half.
	Linear Linearizer
	// LinearBlock is Linear for what is computed before a loop in which the operator is.
	LinearBlock BlockLinearizer

	defs  map[defKey]*Derivative
	out   []*syntax.Def
	plain map[*syntax.Def]*syntax.Def
	used  map[string]int           // names taken, with how often each was asked for
	tan   paged.Table[syntax.Type] // D₂ of primal variables
	lams  syntax.Lambdas           // of the source

	splitter *syntax.Def // of binomial schedules, once made
}

// A Pusher gives, for a source block t with free variables, the tangent of t as
// a source term, when the variables in dirs have the tangents given there and the others none.
type Pusher func(t syntax.Term, dirs map[*syntax.Var]syntax.Term) syntax.Term

// A Linearizer gives the tangent of a source block t at x = at in the direction dx, which it makes, as a source term
// linear in dx, over bindings that do not mention dx.
type Linearizer func(t syntax.Term, x *syntax.Var, at syntax.Term) (values []syntax.Bind, dx *syntax.Var,
	tangent syntax.Term)

// A BlockLinearizer is a [Linearizer] that gives the values as a block. This ends in what the tangent needs of them, and
// reads from the variable kept. It is not ok where the tangent has to compute values again.
type BlockLinearizer func(t syntax.Term, x *syntax.Var, at syntax.Term) (values syntax.Term, kept, dx *syntax.Var,
	tangent syntax.Term, ok bool)

// Derivative is the derivative of a definition: Def returns ⟨D₁σ, linear half⟩
// over the product of D₂ of the active parameters.
type Derivative struct {
	Def    *syntax.Def
	Active []bool // by parameter
}

type defKey struct {
	def  *syntax.Def
	mask string
}

// New returns a functor for one mode.
func New(m Mode, o Options) *Functor {
	f := &Functor{Mode: m, Options: o, defs: map[defKey]*Derivative{}, used: map[string]int{},
		plain: map[*syntax.Def]*syntax.Def{}, lams: syntax.Lambdas{}}
	f.Reverse = f
	return f
}

// Defs returns the definitions made so far, in order of creation. They may call
// the source definitions too.
func (f *Functor) Defs() []*syntax.Def { return f.out }

// An Error says why a program has no derivative.
type Error struct {
	At  *syntax.Pos
	Msg string
}

// Error gives the position, when known, and the message.
func (e *Error) Error() string {
	if e.At == nil {
		return e.Msg
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.At.File, e.At.Line, e.At.Col, e.Msg)
}

func fail(at *syntax.Pos, format string, args ...any) {
	panic(&Error{at, fmt.Sprintf(format, args...)})
}

// recovered turns a failure inside the traversal into an error: of the program,
// or, for a broken invariant, of the functor.
func recovered(err *error) {
	switch r := recover().(type) {
	case nil:
	case *Error:
		*err = r
	default:
		if e, ok := stop.Error(r); ok {
			*err = e
			return
		}
		*err = &Error{nil, fmt.Sprintf("internal error in the functor: %v", r)}
	}
}

// Definition differentiates d with respect to the parameters marked active.
// The body of d, and of what it calls, must be in A-normal form. Parameters whose
// type does not vary are never active.
func (f *Functor) Definition(d *syntax.Def, active []bool) (out *Derivative, err error) {
	defer times.Begin("functor")()
	defer recovered(&err)
	f.reserve(d)
	return f.definition(d, active), nil
}

func (f *Functor) definition(d *syntax.Def, active []bool) *Derivative {
	mask := make([]byte, len(active))
	all := true
	act := make([]bool, len(active))
	for i, a := range active {
		act[i] = a && Tangent(f.Mode, d.Params[i].Type) != syntax.Unit
		mask[i] = '-'
		if act[i] {
			mask[i] = '+'
		}
		all = all && (act[i] || Tangent(f.Mode, d.Params[i].Type) == syntax.Unit)
	}
	key := defKey{d, string(mask)}
	if done, ok := f.defs[key]; ok {
		return done
	}
	t := f.newScope()
	def := &syntax.Def{Name: f.name(d, act, all), Doc: d.Doc, At: d.At}
	for _, n := range d.Sizes {
		def.Sizes = append(def.Sizes, t.sizeBinder(n))
	}
	var ctx []*syntax.Var
	for i, p := range d.Params {
		x := t.bind(p, act[i])
		def.Params = append(def.Params, x)
		if act[i] {
			ctx = append(ctx, x)
		}
	}
	res := t.primal(d.Result)
	def.Result = syntax.NewTupleType(res, f.Mode.Arrow(t.context(ctx).Type(), t.tangent(d.Result)))
	done := &Derivative{def, act}
	f.defs[key] = done
	f.out = append(f.out, def)
	// An attached derivative is about reals: other analyses go through the body.
	if d.Custom != nil && f.Mode.Real() == syntax.Real {
		def.Body = t.custom(d, def, act)
	} else {
		def.Body = t.pair(f.lams.CloseAll(d.Body), ctx)
	}
	return done
}

// Plain is d without the derivative operators inside it and inside what it
// calls: each vjp becomes a pullback, each jvp dual numbers. A definition
// without any is returned itself.
// The error is an [*Error].
func (f *Functor) Plain(d *syntax.Def) (out *syntax.Def, err error) {
	defer recovered(&err)
	f.reserve(d)
	return f.plainDef(d), nil
}

func (f *Functor) plainDef(d *syntax.Def) *syntax.Def {
	if done, ok := f.plain[d]; ok {
		return done
	}
	f.plain[d] = d // so that recursion ends; corrected below if an operator is found
	if !syntax.RunsOperators(d) {
		return d
	}
	if holdsFuncs(d) {
		fail(d.At, "%s takes or returns functions and has derivative operators inside; inline it where it is called",
			d.Name)
	}
	t := f.newScope()
	def := &syntax.Def{Name: f.fresh(d.Name + "_plain"), Doc: d.Doc, At: d.At}
	f.plain[d] = def
	for _, n := range d.Sizes {
		def.Sizes = append(def.Sizes, t.sizeBinder(n))
	}
	for _, p := range d.Params {
		x := syntax.NewVar(p.Name, t.source(p.Type))
		t.rename(p, x)
		def.Params = append(def.Params, x)
	}
	def.Result = t.source(d.Result)
	f.out = append(f.out, def)
	def.Body = t.plain(f.lams.CloseAll(d.Body))
	for _, a := range d.Adjoints {
		def.Adjoints = append(def.Adjoints, &syntax.Adjoint{Wrt: a.Wrt, Rule: f.plainRule(a.Rule)})
	}
	return def
}

// plainRule is an adjoint for a definition without operators: what it calls has none.
func (f *Functor) plainRule(c *syntax.CustomJVP) *syntax.CustomJVP {
	in := syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}, Sizes: map[*syntax.SizeVar]*syntax.Size{}, Fresh: true}
	out := &syntax.CustomJVP{}
	for _, n := range c.Sizes {
		m := syntax.NewSizeVar(n.Name)
		in.Sizes[n] = syntax.SizeOfVar(m)
		out.Sizes = append(out.Sizes, m)
	}
	fresh := func(xs []*syntax.Var) (ys []*syntax.Var) {
		for _, x := range xs {
			y := syntax.NewVar(x.Name, syntax.SubstSizes(x.Type, func(n *syntax.SizeVar) *syntax.Size { return in.Sizes[n] }))
			in.Vars[x] = syntax.Ref(y)
			ys = append(ys, y)
		}
		return ys
	}
	out.Params, out.Tangents = fresh(c.Params), fresh(c.Tangents)
	out.Body = f.plainCalls(in.Apply(c.Body))
	return out
}

// plainCalls has what runs operators called without them, in a term of a rule.
func (f *Functor) plainCalls(t syntax.Term) syntax.Term {
	m := syntax.Mapper{Def: func(d *syntax.Def) *syntax.Def {
		if syntax.RunsOperators(d) {
			return f.plainDef(d)
		}
		return d
	}}
	m.Term = func(t syntax.Term) syntax.Term {
		if syntax.NodesOf(t)&syntax.Calls == 0 {
			return t
		}
		return m.Map(t)
	}
	return m.Term(t)
}

// name gives the derivative of d a name of its own.
func (f *Functor) name(d *syntax.Def, act []bool, all bool) string {
	base := d.Name + "_" + f.Mode.Name()[:3]
	if !all {
		for i, a := range act {
			if a {
				base += "_" + d.Params[i].Name
			}
		}
	}
	return f.fresh(base)
}

// reserve keeps the names of d and what it calls from being given to derivatives.
func (f *Functor) reserve(d *syntax.Def) {
	for _, r := range syntax.Reachable(d) {
		f.used[r.Name] = max(f.used[r.Name], 1)
	}
}

// fresh is a name that nothing has yet.
func (f *Functor) fresh(base string) string {
	name := base
	for f.used[name] > 0 {
		f.used[base]++
		name = base + strconv.Itoa(f.used[base])
	}
	f.used[name] = 1
	return name
}

// Block differentiates a block with respect to some of its free variables, which
// the result mentions under their own identity: ⟨D₁τ, linear half⟩. Binders
// inside are fresh. Every other free variable is a constant; none may hold functions.
// The error is an [*Error].
func (f *Functor) Block(t syntax.Term, wrt []*syntax.Var) (out syntax.Term, err error) {
	defer recovered(&err)
	return f.block(t, wrt), nil
}

func (f *Functor) block(t syntax.Term, wrt []*syntax.Var) syntax.Term {
	s := f.newScope()
	for _, x := range wrt {
		s.activate(x)
	}
	return s.pair(f.lams.CloseAll(t), wrt)
}
