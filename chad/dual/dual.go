package dual

import (
	"context"
	"fmt"

	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A Transformer makes dual-number versions of blocks, definitions and data
// types, each once.
type Transformer struct {
	// Context ends it, by a panic of package stop. Nil is one that does not end.
	Context context.Context

	data map[*syntax.Data]*syntax.Data
	defs map[defKey]*syntax.Def
	used map[string]int // how often a name was asked for
	lams syntax.Lambdas // of the source

	halved map[defKey]*halvedDef
	made   map[*syntax.Var]bool // what holds what blocks keep
}

// defKey is a definition with the parameters that carry tangents, or a
// conversion of a data type.
type defKey struct {
	def  *syntax.Def
	data *syntax.Data
	mask string
}

// New returns an empty transformer.
func New() *Transformer {
	return &Transformer{data: map[*syntax.Data]*syntax.Data{}, defs: map[defKey]*syntax.Def{}, used: map[string]int{},
		lams: syntax.Lambdas{}, halved: map[defKey]*halvedDef{}, made: map[*syntax.Var]bool{}}
}

// Unsupported is the panic of [Transformer.Push] for terms without a tangent:
// callers turn it into their own errors.
type Unsupported string

// Error is the message.
func (u Unsupported) Error() string { return string(u) }

// Recover, deferred, makes an error of an [Unsupported], and of what package stop ends.
func Recover(err *error) {
	switch r := recover().(type) {
	case nil:
	case Unsupported:
		*err = r
	default:
		e, ok := stop.Error(r)
		if !ok {
			panic(r)
		}
		*err = e
	}
}

func fail(format string, args ...any) { panic(Unsupported(fmt.Sprintf(format, args...))) }

// Push is the tangent of a block t in A-normal form, whose type must be flat,
// when the free variables in dirs have the tangents given there and the others are constants.
// The result is a source term with fresh binders over the same free variables.
func (d *Transformer) Push(t syntax.Term, dirs map[*syntax.Var]syntax.Term) syntax.Term {
	s, v := d.along(t, dirs)
	return s.sp.In(v.tangent(t.Type()))
}

// Pair is the value of a block and its tangent, ⟨t, ṫ⟩, as for Push.
func (d *Transformer) Pair(t syntax.Term, dirs map[*syntax.Var]syntax.Term) syntax.Term {
	s, v := d.along(t, dirs)
	return s.sp.In(syntax.NewTuple(v.p, v.tangent(t.Type())))
}

// along is the dual of a block where the variables in dirs move.
func (d *Transformer) along(t syntax.Term, dirs map[*syntax.Var]syntax.Term) (*scope, dualVal) {
	if !flat(t.Type()) {
		fail("a value of type %s has no tangent as dual numbers carry it", t.Type())
	}
	s := d.newScope()
	s.seed(dirs)
	return s, s.block(t)
}

// seed gives variables their tangents. Both are one value only for flat types: a tangent of a sum
// or of data must follow the variant of its value.
func (s *scope) seed(dirs map[*syntax.Var]syntax.Term) {
	var refused *syntax.Var
	for x, dx := range dirs {
		s.env[x] = dualVal{p: syntax.Ref(x), d: dx}
		if !flat(x.Type) && (refused == nil || x.Name < refused.Name) {
			refused = x
		}
	}
	if refused != nil {
		fail("forward mode takes no tangent for %s : %s, only for reals, and tuples and arrays of them", refused.Name,
			refused.Type)
	}
}

// dualVal is a dual value of a source type: p and d for flat types (d nil when zero), w : R(τ) for others.
// All parts are atoms.
type dualVal struct{ p, d, w syntax.Term }

func (v dualVal) active() bool { return v.d != nil || v.w != nil }

// tangent is the tangent part of a flat value of type t.
func (v dualVal) tangent(t syntax.Type) syntax.Term {
	tt := syntax.TangentType(t)
	switch {
	case tt == syntax.Unit:
		return syntax.UnitTerm()
	case v.d == nil:
		return syntax.NewZero(tt)
	}
	return v.d
}

// A scope is the state of one traversal; sp is the spine being emitted.
type scope struct {
	d     *Transformer
	sp    *syntax.Spine
	env   map[*syntax.Var]dualVal
	sizes map[*syntax.SizeVar]*syntax.Size
}

func (d *Transformer) newScope() *scope {
	return &scope{d, &syntax.Spine{}, map[*syntax.Var]dualVal{}, map[*syntax.SizeVar]*syntax.Size{}}
}

// inner is the scope of a nested block: its own spine, the environment shared
// (binders are unique).
func (s *scope) inner() *scope { return &scope{s.d, &syntax.Spine{}, s.env, s.sizes} }

func (s *scope) size(n *syntax.Size) *syntax.Size {
	if len(s.sizes) == 0 {
		return n
	}
	return n.Subst(func(v *syntax.SizeVar) *syntax.Size { return s.sizes[v] })
}

// source renames the sizes in a source type.
func (s *scope) source(t syntax.Type) syntax.Type {
	if len(s.sizes) == 0 {
		return t
	}
	return syntax.SubstSizes(t, func(v *syntax.SizeVar) *syntax.Size { return s.sizes[v] })
}

// atom is the dual of an atom. A variable bound outside is a constant.
func (s *scope) atom(t syntax.Term) dualVal {
	r, ok := t.(*syntax.VarRef)
	if !ok {
		return dualVal{p: t}
	}
	if v, ok := s.env[r.Var]; ok {
		return v
	}
	v := dualVal{p: t}
	if !flat(r.Var.Type) {
		knowable(r.Var.Type)
		v = dualVal{w: s.sp.Atom(r.Var.Name, s.lift(t, r.Var.Type))}
	}
	return v
}

// primal is the primal part of an atom of flat type.
func (s *scope) primal(t syntax.Term) syntax.Term { return s.atom(t).p }

// reify is a dual value as one term of type R(t).
func (s *scope) reify(v dualVal, t syntax.Type) syntax.Term {
	switch {
	case !flat(t):
		return v.w
	case constant(t):
		return v.p
	}
	return s.sp.Let("dual", syntax.NewTuple(v.p, s.sp.Atom("dx", v.tangent(t))))
}

// reflect is the converse of reify.
func (s *scope) reflect(name string, t syntax.Term, src syntax.Type) dualVal {
	a := s.sp.Atom(name, t)
	switch {
	case !flat(src):
		return dualVal{w: a}
	case constant(src):
		return dualVal{p: a}
	}
	return dualVal{p: s.sp.Let(name, syntax.NewProj(0, a)), d: s.sp.Let(name+"'", syntax.NewProj(1, a))}
}

// param makes the variable of a binder that binds a value of type R(x.Type).
func (s *scope) param(x *syntax.Var) *syntax.Var {
	return syntax.NewVar(x.Name, s.d.Type(s.source(x.Type)))
}

// block emits a block and returns the dual of its result.
func (s *scope) block(t syntax.Term) dualVal {
	l, ok := t.(*syntax.Let)
	if !ok {
		l = &syntax.Let{Body: t}
	}
	for _, b := range l.Binds {
		stop.Check(s.d.Context)
		if b.Var == nil {
			m := syntax.NewSizeVar(b.Size.Name)
			rhs := s.primal(b.Rhs)
			s.sizes[b.Size] = syntax.SizeOfVar(m)
			s.sp.Binds = append(s.sp.Binds, syntax.Bind{Size: m, Rhs: rhs, At: b.At, Sure: b.Sure})
			continue
		}
		s.d.lams.Note(b.Var, b.Rhs)
		s.env[b.Var] = s.rhs(b.Var.Name, b.Rhs)
	}
	if syntax.IsAtom(l.Body) {
		return s.atom(l.Body)
	}
	return s.rhs("y", l.Body)
}

// closed emits a block under a binder and returns it with its result reified:
// whole as R(τ), or, when nothing in it is active, as its primal.
func (s *scope) closed(t syntax.Term) (block syntax.Term, active bool) {
	in := s.inner()
	v := in.block(t)
	if flat(t.Type()) && v.d == nil {
		return in.sp.In(v.p), false
	}
	return in.sp.In(in.reify(v, in.source(t.Type()))), true
}

// whole is closed with the result always R(τ).
func (s *scope) whole(t syntax.Term) syntax.Term {
	in := s.inner()
	v := in.block(t)
	return in.sp.In(in.reify(v, in.source(t.Type())))
}

// plain emits a block whose primal alone is wanted.
func (s *scope) plain(t syntax.Term) syntax.Term {
	in := s.inner()
	v := in.block(t)
	return in.sp.In(in.down(v, in.source(t.Type())))
}
