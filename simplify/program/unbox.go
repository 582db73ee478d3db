package program

import (
	"strconv"

	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Unbox gives definitions the components of the tuples that they are given, one by one, and has them give one tuple
// that holds no other:
//
//	def f (k : int, w : (real, real)) : ((real, real), int) = ⟨w, k⟩
//	⇝   def f (k : int, w1 : real, w2 : real) : (real, real, int) = ⟨w1, w2, k⟩
//
// What is needed, or the same at all calls, is then seen of each component. It is the worker of the worker/wrapper
// transformation (S. Peyton Jones, J. Launchbury: Unboxed values as first class citizens, FPCA 1991). Around calls,
// and at the beginning and the end of bodies, tuples are made and taken apart; rules of package simplify cancel that.
//
// The definitions are changed in place, except for the signatures of root, and of those with a derivative, an adjoint or a
// kernel of their own, which are known outside. It reports whether anything has changed, in time linear in the program
// and the components of its tuples.
func Unbox(p *syntax.Program, root *syntax.Def) bool {
	defer times.Begin("unbox")()
	u := unboxing{old: map[*syntax.Def]*syntax.Def{}}
	boxes := map[*syntax.Def]syntax.Term{} // what stands for the parameters in the bodies
	for d := range private(p, root) {
		if boxed(d) {
			u.old[d] = &syntax.Def{Params: d.Params, Result: d.Result}
		}
	}
	if len(u.old) == 0 {
		return false
	}
	for _, d := range p.Defs {
		if was := u.old[d]; was != nil {
			var binds []syntax.Bind
			d.Params = nil
			for _, x := range was.Params {
				if _, ok := x.Type.(*syntax.TupleType); !ok {
					d.Params = append(d.Params, x)
					continue
				}
				n := 0
				t := box(x.Type, func(t syntax.Type) syntax.Term {
					n++
					y := syntax.NewVar(x.Name+"_"+strconv.Itoa(n), t)
					d.Params = append(d.Params, y)
					return syntax.Ref(y)
				})
				binds = append(binds, syntax.Bind{Var: x, Rhs: t})
			}
			d.Result = syntax.NewTupleType(leaves(d.Result)...)
			boxes[d] = syntax.NewLet(binds, d.Body)
		}
	}
	for _, d := range p.Defs {
		switch {
		case d.Body == nil:
		case u.old[d] != nil:
			d.Body = u.flat(u.term(boxes[d]))
		default:
			d.Body = u.term(d.Body)
		}
	}
	return true
}

type unboxing struct {
	old map[*syntax.Def]*syntax.Def // definitions that change, with the signatures that they had
}

// boxed reports whether a definition is given a tuple, or gives one that holds others.
func boxed(d *syntax.Def) bool {
	for _, x := range d.Params {
		if _, ok := x.Type.(*syntax.TupleType); ok {
			return true
		}
	}
	return d.Result != syntax.NewTupleType(leaves(d.Result)...)
}

// leaves are the types of the components of a value that are no tuples.
func leaves(t syntax.Type) (out []syntax.Type) {
	tt, ok := t.(*syntax.TupleType)
	if !ok {
		return []syntax.Type{t}
	}
	for _, e := range tt.Elems {
		out = append(out, leaves(e)...)
	}
	return out
}

// box makes a value of type t of its components.
func box(t syntax.Type, leaf func(syntax.Type) syntax.Term) syntax.Term {
	tt, ok := t.(*syntax.TupleType)
	if !ok {
		return leaf(t)
	}
	elems := make([]syntax.Term, len(tt.Elems))
	for i, e := range tt.Elems {
		elems[i] = box(e, leaf)
	}
	return syntax.NewTupleOf(tt, elems...)
}

// unbox is the components of t, which may be copied.
func unbox(t syntax.Term, out []syntax.Term) []syntax.Term {
	tt, ok := t.Type().(*syntax.TupleType)
	if !ok {
		return append(out, t)
	}
	for i := range tt.Elems {
		out = unbox(syntax.NewProj(i, t), out)
	}
	return out
}

// flat is a result as one tuple.
func (u *unboxing) flat(t syntax.Term) syntax.Term {
	if tt, ok := t.Type().(*syntax.TupleType); !ok || syntax.NewTupleType(leaves(tt)...) == tt {
		return t
	}
	switch t := t.(type) {
	case *syntax.Let:
		return syntax.NewLet(t.Binds, u.flat(t.Body))
	case *syntax.If:
		return syntax.NewIf(t.Cond, u.flat(t.Then), u.flat(t.Else))
	case *syntax.Case:
		arms := make([]syntax.Arm, len(t.Arms))
		for i, a := range t.Arms {
			arms[i] = syntax.Arm{Var: a.Var, Body: u.flat(a.Body)}
		}
		return syntax.NewCase(t.Scrut, arms...)
	}
	var s syntax.Spine
	return s.In(syntax.NewTuple(u.components(&s, t, nil)...))
}

// components are those of t; what makes a tuple at once is bound.
func (u *unboxing) components(s *syntax.Spine, t syntax.Term, out []syntax.Term) []syntax.Term {
	switch tt := t.Type().(type) {
	case *syntax.TupleType:
		if tup, ok := t.(*syntax.Tuple); ok {
			for _, e := range tup.Elems {
				out = u.components(s, e, out)
			}
			return out
		}
		if _, ok := t.(*syntax.VarRef); !ok && len(tt.Elems) > 0 {
			t = s.Let("w", t)
		}
		return unbox(t, out)
	}
	return append(out, t)
}

// term has the calls in t as they are now.
func (u *unboxing) term(t syntax.Term) syntax.Term {
	c, ok := t.(*syntax.Call)
	if !ok || u.old[c.Def] == nil {
		return syntax.MapChildren(t, u.term)
	}
	var s syntax.Spine
	var args []syntax.Term
	for _, a := range c.Args {
		args = u.components(&s, u.term(a), args)
	}
	var call syntax.Term = syntax.NewCall(c.At, c.Def, c.Sizes, args...)
	if _, ok := c.Type().(*syntax.TupleType); ok && call.Type() != c.Type() {
		parts := unbox(s.Let("y", call), nil)
		call = box(c.Type(), func(syntax.Type) syntax.Term {
			x := parts[0]
			parts = parts[1:]
			return x
		})
	}
	return s.In(call)
}
