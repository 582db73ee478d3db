package program

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Views hands a part of an array on as the array and an offset, where a definition reads no more than elements of it:
//
//	def f [n] (a : [n]real, k : int) = … a[i] … f ([a[int j + k] | j < m], k) …
//	⇝   def f [n, p] (a : [p]real, o : int, k : int) = … a[int i + o] … f (a, o + k, k) …
//
// which is β for arrays, [e | j < m][i] = e[i/j]. A part that was made for each call would cost its length, in a
// recursion that halves an array a logarithm more, and its cotangent as much: that of a view is added where it belongs.
// An index is checked against the length of the part as before, and against the array.
//
// Only what some call hands on as a part changes, with what it is handed on to. The definitions are changed in place,
// except for the signatures of root, and of those with a derivative, an adjoint or a kernel of their own, which are known
// outside. It reports whether anything has changed, in time linear in the program.
func Views(p *syntax.Program, root *syntax.Def) bool {
	defer times.Begin("views")()
	v := viewing{params: map[*syntax.Var]bool{}, to: map[*syntax.Var][]*syntax.Var{},
		parts: map[*syntax.Var]view{}, part: map[*syntax.Var]bool{}, private: private(p, root)}
	for d := range v.private {
		for _, x := range d.Params {
			if _, ok := x.Type.(*syntax.ArrayType); ok {
				v.params[x] = true
			}
		}
	}
	if len(v.params) == 0 {
		return false
	}
	for _, d := range p.Defs {
		if d.Body != nil {
			v.visit(d.Body)
		}
	}
	v.settle()
	if len(v.part) == 0 {
		return false
	}
	v.change(p)
	return true
}

// A view is a part of an array: its elements from an offset on, nil for 0.
type view struct {
	base   *syntax.Var
	offset syntax.Term
}

type viewing struct {
	private map[*syntax.Def]bool
	// params are those of which elements alone are read, and that are handed on to such.
	params map[*syntax.Var]bool
	to     map[*syntax.Var][]*syntax.Var // the parameters that one is handed on to
	parts  map[*syntax.Var]view          // what is bound to parts of arrays
	part   map[*syntax.Var]bool          // the parameters that are to become views

	// of the new definitions
	of map[*syntax.Var]view // old parameters
}

// partOf is the part of an array that a build makes; ok says whether it makes one.
func partOf(t syntax.Term) (w view, ok bool) {
	b, ok := t.(*syntax.Build)
	if !ok {
		return w, false
	}
	x, ok := b.Body.(*syntax.Index)
	if !ok {
		return w, false
	}
	r, ok := x.Arr.(*syntax.VarRef)
	if !ok || r.Var == b.Idx {
		return w, false
	}
	if isIndex(x.Idx, b.Idx) {
		return view{r.Var, nil}, true
	}
	to, ok := x.Idx.(*syntax.ToIdx)
	if !ok {
		return w, false
	}
	if to.Shifts() {
		return view{r.Var, syntax.IntLit(to.Offset)}, isIndex(to.Arg, b.Idx)
	}
	if f, ok := to.Arg.(*syntax.FromIdx); ok && isIndex(f.Arg, b.Idx) {
		return view{r.Var, nil}, true
	}
	sum, ok := to.Arg.(*syntax.Prim)
	if !ok || sum.Op != syntax.OpIntAdd {
		return w, false
	}
	for i, e := range sum.Args {
		if f, ok := e.(*syntax.FromIdx); ok && isIndex(f.Arg, b.Idx) && mayMove(sum.Args[1-i], b.Idx) {
			return view{r.Var, sum.Args[1-i]}, true
		}
	}
	return w, false
}

func isIndex(t syntax.Term, i *syntax.Var) bool {
	r, ok := t.(*syntax.VarRef)
	return ok && r.Var == i
}

// mayMove reports whether t is arithmetic on integers without an index, which may be done elsewhere, and again.
func mayMove(t syntax.Term, but *syntax.Var) bool {
	switch t := t.(type) {
	case *syntax.VarRef:
		return t.Var != but
	case *syntax.Const, *syntax.SizeOf:
		return true
	case *syntax.FromIdx, *syntax.Proj:
	case *syntax.Prim:
		if t.Op != syntax.OpIntAdd && t.Op != syntax.OpIntSub && t.Op != syntax.OpIntMul {
			return false
		}
	default:
		return false
	}
	ok := true
	syntax.Children(t, func(c syntax.Term) { ok = ok && mayMove(c, but) })
	return ok
}

// viewOf is what an argument is a part of.
func (v *viewing) viewOf(t syntax.Term) (view, bool) {
	if r, ok := t.(*syntax.VarRef); ok {
		if w, ok := v.parts[r.Var]; ok {
			return w, true
		}
		return view{r.Var, nil}, true
	}
	return partOf(t)
}

// visit notes how parameters are used in t.
func (v *viewing) visit(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.VarRef:
		delete(v.params, t.Var)
		return
	case *syntax.Index:
		if _, ok := t.Arr.(*syntax.VarRef); ok {
			v.visit(t.Idx)
			return
		}
	case *syntax.Let:
		for _, b := range t.Binds {
			if w, ok := partOf(b.Rhs); ok && b.Var != nil {
				v.parts[b.Var] = w
			}
			v.visit(b.Rhs)
		}
		v.visit(t.Body)
		return
	case *syntax.Call:
		if !v.private[t.Def] {
			break
		}
		for i, a := range t.Args {
			w, ok := v.viewOf(a)
			x := t.Def.Params[i]
			if _, array := x.Type.(*syntax.ArrayType); !ok || !array {
				v.visit(a)
				continue
			}
			if r, ok := a.(*syntax.VarRef); ok && r.Var == w.base {
				v.to[r.Var] = append(v.to[r.Var], x)
				continue
			}
			v.part[x] = true
			if w.offset != nil {
				v.visit(w.offset)
			}
		}
		return
	}
	syntax.Children(t, v.visit)
}

// settle finds the parameters that become views.
func (v *viewing) settle() {
	for again := true; again; { // what is handed on to what is used as a whole is, too
		again = false
		for x := range v.params {
			if slices.ContainsFunc(v.to[x], func(y *syntax.Var) bool { return !v.params[y] }) {
				delete(v.params, x)
				again = true
			}
		}
	}
	var work []*syntax.Var
	for x := range v.part {
		if work = append(work, x); !v.params[x] {
			delete(v.part, x)
		}
	}
	for len(work) > 0 { // and what a view is handed on to is a view
		x := work[len(work)-1]
		if work = work[:len(work)-1]; !v.part[x] {
			continue
		}
		for _, y := range v.to[x] {
			if !v.part[y] {
				v.part[y] = true
				work = append(work, y)
			}
		}
	}
}

// change gives definitions their new signatures and bodies.
func (v *viewing) change(p *syntax.Program) {
	v.of = map[*syntax.Var]view{}
	was := map[*syntax.Def][]*syntax.Var{}
	for _, d := range p.Defs {
		if !slices.ContainsFunc(d.Params, func(x *syntax.Var) bool { return v.part[x] }) {
			continue
		}
		was[d] = d.Params
		d.Sizes, d.Params = slices.Clone(d.Sizes), nil
		for _, x := range was[d] {
			if !v.part[x] {
				d.Params = append(d.Params, x)
				continue
			}
			n := syntax.NewSizeVar("n")
			base := syntax.NewVar(x.Name, syntax.NewArrayType(syntax.SizeOfVar(n), x.Type.(*syntax.ArrayType).Elem))
			offset := syntax.NewVar(x.Name+"_from", syntax.Int)
			d.Sizes, d.Params = append(d.Sizes, n), append(d.Params, base, offset)
			v.of[x] = view{base, syntax.Ref(offset)}
		}
	}
	for _, d := range p.Defs {
		if d.Body != nil {
			d.Body = v.term(d.Body, was)
		}
	}
}

// term has views in the place of parts in t.
func (v *viewing) term(t syntax.Term, was map[*syntax.Def][]*syntax.Var) syntax.Term {
	rec := func(t syntax.Term) syntax.Term { return v.term(t, was) }
	switch t := t.(type) {
	case *syntax.Index:
		r, ok := t.Arr.(*syntax.VarRef)
		if !ok || v.of[r.Var].base == nil {
			break
		}
		w := v.of[r.Var]
		at := syntax.NewPrim(syntax.OpIntAdd, syntax.NewFromIdx(rec(t.Idx)), w.offset)
		var where *syntax.Pos
		if to, ok := t.Idx.(*syntax.ToIdx); ok {
			where = to.At
		}
		return syntax.NewIndex(syntax.Ref(w.base), syntax.NewToIdx(where, w.base.Type.(*syntax.ArrayType).Len, at))
	case *syntax.Call:
		params := was[t.Def]
		if params == nil {
			break
		}
		var s syntax.Spine
		sizes := slices.Clone(t.Sizes)
		var args []syntax.Term
		for i, a := range t.Args {
			if !v.part[params[i]] {
				args = append(args, rec(a))
				continue
			}
			w, ok := v.viewOf(a)
			if !ok {
				w = view{base: s.Let("a", rec(a)).Var}
			}
			offset := syntax.Term(syntax.IntLit(0))
			if w.offset != nil {
				offset = rec(w.offset)
			}
			if b, ok := v.of[w.base]; ok {
				if w.base = b.base; w.offset == nil {
					offset = b.offset
				} else {
					offset = syntax.NewPrim(syntax.OpIntAdd, offset, b.offset)
				}
			}
			args = append(args, syntax.Ref(w.base), offset)
			sizes = append(sizes, w.base.Type.(*syntax.ArrayType).Len)
		}
		return s.In(syntax.NewCall(t.At, t.Def, sizes, args...))
	}
	return syntax.MapChildren(t, rec)
}
