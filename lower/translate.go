package lower

import (
	"context"
	"fmt"

	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// lowerer rewrites the definitions of one strongly connected component.
type lowerer struct {
	ctx     context.Context
	lfuns   *lfunTypes
	touched map[syntax.Term]bool
	callee  func(*syntax.Def) (*summary, bool)
	env     map[*syntax.Var]shape  // variables of the old program whose type mentions linear functions
	vars    map[*syntax.Var]origin // variables of the new program
	sizes   map[*syntax.SizeVar]origin
	made    map[*syntax.Var]bool // bound by the pass itself, and to nothing that can fail
	codes   []*syntax.Def        // static code, in order of creation
	state   map[*syntax.Var]bool // states of loops
	// branched says what versionOf found.
	branched map[branchPart]bool
	counts   map[*syntax.Var]*counters
	before   map[*syntax.Var]syntax.Term // what elements of the state are, known before the loop
}

// bailout says why a definition cannot be lowered. It never leaves the package.
type bailout struct{ reason string }

func bail(format string, args ...any) { panic(bailout{fmt.Sprintf(format, args...)}) }

// term rewrites t, with its operands bound in b. Plain results need not be atoms.
func (l *lowerer) term(b *block, t syntax.Term) shape {
	if r, ok := t.(*syntax.VarRef); ok {
		if s, ok := l.env[r.Var]; ok {
			return s
		}
		if l.lfuns.in(r.Type()) {
			bail("a variable of type %s", r.Type())
		}
		return plain{t}
	}
	if !l.touched[t] {
		return plain{t}
	}
	switch t := t.(type) {
	case *syntax.Let:
		return l.let(b, t)
	case *syntax.LinLam:
		return l.linLam(b, t)
	case *syntax.LinApp:
		f, a := l.term(b, t.Fun), l.operand(b, t.Arg)
		return plain{l.apply(f, a)}
	case *syntax.If:
		return l.ifThenElse(b, t)
	case *syntax.Case:
		return l.caseOf(b, t)
	case *syntax.Build:
		return l.build(b, t)
	case *syntax.Loop:
		return l.loop(b, t)
	case *syntax.While:
		return l.while(b, t)
	case *syntax.Checkpoint:
		body := &block{}
		if l.lfuns.in(t.Type()) {
			bail("a linear function that a checkpoint results in")
		}
		return plain{syntax.NewCheckpoint(t.By, l.blockTerm(body, t.Body))}
	case *syntax.FilterIdx:
		body := b.body(t.Len)
		l.enter(body, t.Idx)
		return plain{syntax.NewFilterIdx(t.Len, t.Idx, l.blockTerm(body, t.Body))}
	case *syntax.Call:
		return l.call(b, t)
	case *syntax.Proj:
		return l.proj(b, t)
	case *syntax.Index:
		if l.lfuns.in(t.Arr.Type()) {
			arr, i := l.term(b, t.Arr), l.operand(b, t.Idx)
			return l.index(b, arr, i)
		}
	case *syntax.Lam, *syntax.App, *syntax.Deriv, *syntax.Singleton, *syntax.CopowerCase:
		bail("a function or copower around a linear function (%T)", t)
	}
	if l.lfuns.in(t.Type()) {
		return l.structure(b, t)
	}
	// Children of the nodes that are left are operands, all evaluated.
	return plain{syntax.MapChildren(t, func(c syntax.Term) syntax.Term {
		s := l.term(b, c)
		if p, ok := s.(plain); ok {
			return l.atom(b, "t", p.term)
		}
		return l.consume(t, s)
	})}
}

// consume is for the nodes that take a value with linear functions and give one without.
func (l *lowerer) consume(t syntax.Term, s shape) syntax.Term {
	a, ok := s.(*array)
	if _, isLen := t.(*syntax.DynLen); !isLen || !ok || a.carrier == nil && a.columns == nil {
		bail("%T of linear functions", t)
	}
	if a.columns != nil {
		return a.columns[0]
	}
	return a.carrier
}

// structure rewrites the nodes whose value holds linear functions.
func (l *lowerer) structure(b *block, t syntax.Term) shape {
	switch t := t.(type) {
	case *syntax.Tuple:
		out := make([]shape, len(t.Elems))
		for i, e := range t.Elems {
			out[i] = l.settle(b, "t", l.term(b, e))
		}
		return tuple{out}
	case *syntax.Coerce:
		return l.coerce(b, t)
	case *syntax.Pack:
		return l.resize(b, l.term(b, t.Arg), func(c syntax.Term) syntax.Term { return syntax.NewPack(c) })
	case *syntax.Zero:
		return l.pointwise(t.Type(), func(*block, syntax.Term, syntax.Type) syntax.Term { return nil })
	case *syntax.Plus:
		return l.plus(b, t)
	default:
		bail("%T of type %s", t, t.Type())
		return nil
	}
}

// proj reads a component of a tuple of shapes, or of a plain tuple.
func (l *lowerer) proj(b *block, t *syntax.Proj) shape {
	switch s := l.term(b, t.Arg).(type) {
	case tuple:
		return s.elems[t.Index]
	case plain:
		return plain{syntax.NewProj(t.Index, l.atom(b, "t", s.term))}
	default:
		bail("a projection of %s", t.Arg.Type())
		return nil
	}
}

// operand rewrites t to an atom.
func (l *lowerer) operand(b *block, t syntax.Term) syntax.Term {
	return l.atom(b, "t", l.value(b, t))
}

// value rewrites t, whose type mentions no linear function.
func (l *lowerer) value(b *block, t syntax.Term) syntax.Term {
	p, ok := l.term(b, t).(plain)
	if !ok {
		bail("%s where a plain value is wanted", t.Type())
	}
	return p.term
}

// blockTerm rewrites t, the body of a binder, to a block of its own.
func (l *lowerer) blockTerm(b *block, t syntax.Term) syntax.Term {
	return b.close(l.value(b, t))
}

func (l *lowerer) let(b *block, t *syntax.Let) shape {
	for _, bind := range t.Binds {
		stop.Check(l.ctx)
		if bind.Var == nil {
			l.bindSize(b, bind.At, bind.Size, l.value(b, bind.Rhs))
			b.binds[len(b.binds)-1].Sure = bind.Sure
			continue
		}
		s := l.term(b, bind.Rhs)
		if p, ok := s.(plain); ok {
			l.bind(b, bind.At, bind.Var, p.term)
			continue
		}
		l.env[bind.Var] = l.settle(b, bind.Var.Name, s)
	}
	return l.term(b, t.Body)
}

// linLam makes static code of λ̲v.Q. Its free variables are in scope.
func (l *lowerer) linLam(b *block, t *syntax.LinLam) shape {
	body := &block{}
	l.enter(body, t.Param)
	return l.newCode(t.Param, l.blockTerm(body, l.readEarly(b, t)))
}

// newCode is λv.body as code, applied to the free variables of body.
func (l *lowerer) newCode(v *syntax.Var, body syntax.Term) *closure {
	body = l.prune(body)
	f := newFree()
	f.bind(v)
	f.term(body)
	return l.closureOf(f, v, body)
}

func (l *lowerer) closureOf(f *free, v *syntax.Var, body syntax.Term) *closure {
	d := &syntax.Def{Sizes: f.sizes, Params: append(f.vars, v), Result: body.Type(), Body: body}
	l.codes = append(l.codes, d)
	c := &closure{code: d, sizes: syntax.SizesOf(f.sizes), args: syntax.Refs(f.vars)}
	return c
}

// apply is f • a, a call of the code of f.
func (l *lowerer) apply(f shape, a syntax.Term) syntax.Term {
	c, ok := f.(*closure)
	if !ok {
		bail("an application of an unknown linear function")
	}
	args := append(append(make([]syntax.Term, 0, len(c.args)+1), c.args...), a)
	return syntax.NewCall(nil, c.code, c.sizes, args...)
}

// pointwise makes a shape of type ty, linear functions and products of them, from
// the body of each linear function; a nil body is zero.
func (l *lowerer) pointwise(ty syntax.Type, body func(b *block, v syntax.Term, cod syntax.Type) syntax.Term) shape {
	switch ty := ty.(type) {
	case *syntax.LFunType:
		v, b := syntax.NewVar("v", ty.Dom), &block{}
		l.enter(b, v)
		r := body(b, syntax.Ref(v), ty.Cod)
		if r == nil {
			r = syntax.NewZero(ty.Cod)
		}
		return l.newCode(v, b.close(r))
	case *syntax.TupleType:
		out := make([]shape, len(ty.Elems))
		for i, e := range ty.Elems {
			if l.lfuns.in(e) {
				out[i] = l.pointwise(e, body)
			} else {
				out[i] = plain{syntax.NewZero(e)}
			}
		}
		return tuple{out}
	default:
		bail("zero or plus at type %s", ty)
		return nil
	}
}

// plus adds linear functions: (f + g) • v = f • v + g • v.
func (l *lowerer) plus(b *block, t *syntax.Plus) shape {
	ty, ok := t.Type().(*syntax.LFunType)
	if !ok {
		bail("plus at type %s", t.Type())
	}
	fs := make([]shape, len(t.Terms))
	for i, f := range t.Terms {
		fs[i] = l.term(b, f)
	}
	return l.pointwise(ty, func(b *block, v syntax.Term, _ syntax.Type) syntax.Term {
		rs := make([]syntax.Term, len(fs))
		for i, f := range fs {
			rs[i] = l.atom(b, "w", l.apply(f, v))
		}
		return syntax.NewPlus(rs...)
	})
}
