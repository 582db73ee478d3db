package functor

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A scope is the state of one traversal: the renaming of source variables to
// primal variables and which of those are active.
//
// A primal variable is active when level[x] > floor. Raising the floor makes all
// that is in scope inactive, for the parts of a program that are needed without
// a linear half; the parameters of functions made there are active above it, since a
// function's primal carries its derivative whatever it is used for.
type scope struct {
	f     *Functor
	env   paged.Table[*syntax.Var]
	level paged.Table[int32]
	floor int
	depth int
	sizes map[*syntax.SizeVar]*syntax.Size
	atoms syntax.Mapper // for nodes without binders
}

func (f *Functor) newScope() *scope {
	s := &scope{
		f: f, depth: 1, sizes: map[*syntax.SizeVar]*syntax.Size{},
	}
	s.atoms = syntax.Mapper{Term: s.atom, Type: s.primal, Size: s.size}
	return s
}

func (s *scope) size(n *syntax.Size) *syntax.Size {
	if len(s.sizes) == 0 {
		return n
	}
	return n.Subst(func(v *syntax.SizeVar) *syntax.Size { return s.sizes[v] })
}

// sizeBinder makes the fresh copy of a size variable.
func (s *scope) sizeBinder(n *syntax.SizeVar) *syntax.SizeVar {
	m := syntax.NewSizeVar(n.Name)
	s.sizes[n] = syntax.SizeOfVar(m)
	return m
}

// source renames the sizes of a source type.
func (s *scope) source(t syntax.Type) syntax.Type {
	if len(s.sizes) == 0 {
		return t
	}
	return syntax.SubstSizes(t, func(v *syntax.SizeVar) *syntax.Size { return s.sizes[v] })
}

// primal is D₁ with sizes renamed.
func (s *scope) primal(t syntax.Type) syntax.Type { return Primal(s.f.Mode, s.source(t)) }

// tangent is D₂ with sizes renamed.
func (s *scope) tangent(t syntax.Type) syntax.Type { return Tangent(s.f.Mode, s.source(t)) }

// bind makes the primal variable of a source variable.
func (s *scope) bind(x *syntax.Var, active bool) *syntax.Var {
	y := syntax.NewVar(x.Name, s.primal(x.Type))
	s.rename(x, y)
	*s.f.tan.At(y.ID()) = s.tangent(x.Type)
	if active {
		s.activate(y)
	}
	return y
}

// ref is the primal of a source variable.
func (s *scope) ref(x *syntax.Var) *syntax.Var {
	if y := s.env.Get(x.ID()); y != nil {
		return y
	}
	return x
}

// rename makes y the primal of the source variable x.
func (s *scope) rename(x, y *syntax.Var) { *s.env.At(x.ID()) = y }

// activate makes the primal variable y active at the depth in work.
func (s *scope) activate(y *syntax.Var) { *s.level.At(y.ID()) = int32(s.depth) }

func (s *scope) isActive(y *syntax.Var) bool { return int(s.level.Get(y.ID())) > s.floor }

// atom is the primal of an atom.
func (s *scope) atom(t syntax.Term) syntax.Term {
	if r, ok := t.(*syntax.VarRef); ok {
		return syntax.Ref(s.ref(r.Var))
	}
	return t
}

// activeVars are the active free variables of t, as primal variables, but for those in except.
func (s *scope) activeVars(t syntax.Term, except ...*syntax.Var) []*syntax.Var {
	free := syntax.FreeVars(t)
	out := free[:0]
	var seen slotMap // nobody needs it while there are few
	for _, x := range free {
		y := s.ref(x)
		if !s.isActive(y) || slices.Contains(except, x) || slices.Contains(except, y) {
			continue
		}
		if len(out) < fewSlots {
			if !slices.Contains(out, y) {
				out = append(out, y)
			}
			continue
		}
		if seen.n == 0 {
			seen = slotsOf(slices.Clone(out))
		}
		if seen.add(y); seen.n > len(out) {
			out = append(out, y)
		}
	}
	return out
}

// varTangent is D₂ of a primal variable.
func (s *scope) varTangent(y *syntax.Var) syntax.Type {
	if t := s.f.tan.Get(y.ID()); t != nil {
		return t
	}
	return Tangent(s.f.Mode, y.Type)
}

func (s *scope) context(vars []*syntax.Var) Context {
	ctx := make(Context, len(vars))
	for i, x := range vars {
		ctx[i] = s.varTangent(x)
	}
	return ctx
}

// frame numbers the variables of a context.
type frame struct {
	s    *scope
	vars []*syntax.Var
	slot slotMap
	ctx  Context
}

func (s *scope) frame(vars []*syntax.Var) *frame {
	fr := new(frame)
	fr.begin(s, vars)
	return fr
}

// begin makes fr that of distinct variables.
func (fr *frame) begin(s *scope, vars []*syntax.Var) {
	*fr = frame{s: s, vars: vars, slot: slotsOf(vars), ctx: s.context(vars)}
}

// operand is a source atom as an operand in the frame.
func (fr *frame) operand(t syntax.Term) Operand { return fr.primalOperand(fr.s.atom(t)) }

func (fr *frame) operands(ts []syntax.Term) []Operand {
	out := make([]Operand, len(ts))
	for i, t := range ts {
		out[i] = fr.operand(t)
	}
	return out
}
