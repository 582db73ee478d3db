package opt

import (
	"slices"
	"strconv"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

var unrolling = Pass{ //nolint:gochecknoglobals // a constant
	Name: "unrolling",
	Law: "A loop with a constant count is its body, once for each index. Done where that makes all indices of a " +
		"small array constant, for loops that run once or not at all, and for short loops with little in them.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		in := facts.Analyse(f)
		u := &unroller{in: in, small: smallArrays(in, true)}
		f.Body = u.block(f.Body)
	}),
}

var smallArrayScalars = Pass{ //nolint:gochecknoglobals // a constant
	Name:  "small-array-promotion",
	Law:   "An array of few elements that is only used by elements under constant indices is as many variables.",
	Needs: Allocs,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		s := &splitter{arrays: smallArrays(facts.Analyse(f), false)}
		if len(s.arrays) > 0 {
			f.Body = s.block(f.Body)
			for i, r := range f.Results {
				f.Results[i] = s.expr(r)
			}
		}
	}),
}

const (
	maxElements = 8   // of an array that becomes variables
	maxUnrolled = 400 // nodes of an unrolled loop

	maxTiny      = 4   // times that a loop with a small body runs whose counting costs as much as its work
	maxTinyNodes = 120 // nodes of such a loop unrolled
)

// A smallArray is a local array with few elements.
type smallArray struct {
	dims  []int64
	elems []*loop.Var
	alloc *loop.Alloc
}

// smallArrays finds the arrays that are only used by elements under constant indices, or, if unrolled, under
// indices that are constant once the loops with small constant counts are unrolled. Aliases, views, calls and results
// need the array in memory; clearing and copying it as a whole does not.
func smallArrays(in *facts.Info, unrolled bool) map[*loop.Var]*smallArray {
	found := map[*loop.Var]*smallArray{}
	loop.Walk(in.Func.Body, func(s loop.Stmt) {
		if a, ok := s.(*loop.Alloc); ok {
			if dims := smallDims(a); dims != nil {
				found[a.Var] = &smallArray{dims: dims, alloc: a}
			}
		}
	})
	if len(found) == 0 {
		return found
	}
	u := &elementUses{in: in, found: found, counted: map[*loop.Var]bool{}, unrolled: unrolled}
	u.block(in.Func.Body)
	for _, r := range in.Func.Results {
		u.expr(r)
	}
	u.settle()
	return found
}

func smallDims(a *loop.Alloc) []int64 {
	if len(a.Dims) != int(a.Var.Type.Rank) || a.Var.Type.Base > loop.Bool {
		return nil
	}
	n := int64(1)
	var dims []int64
	for _, d := range a.Dims {
		if !d.IsConst() || d.I < 0 || d.I > maxElements {
			return nil
		}
		n *= d.I
		dims = append(dims, d.I)
	}
	if n > maxElements {
		return nil
	}
	return dims
}

// swap notes an exchange of small arrays, and reports whether s is one; array variables that are assigned otherwise
// are no small arrays.
func (u *elementUses) swap(s *loop.Assign) bool {
	to, from := map[*loop.Var]bool{}, map[*loop.Var]bool{}
	for _, l := range s.Lhs {
		if l.Kind == loop.VarExpr && l.Type.IsArray() {
			to[l.Var] = true
		}
	}
	if len(to) == 0 {
		return false
	}
	exchange := true
	for i, l := range s.Lhs {
		if r := s.Rhs[i]; l.Kind == loop.VarExpr && l.Type.IsArray() {
			exchange = exchange && r.Kind == loop.VarExpr && to[r.Var] && !from[r.Var] && u.alike(l.Var, r.Var)
			from[r.Var] = true
		}
	}
	if !exchange {
		for v := range to {
			delete(u.found, v)
		}
		return false
	}
	u.swaps = append(u.swaps, to)
	for i, l := range s.Lhs {
		if l.Kind != loop.VarExpr || !l.Type.IsArray() {
			u.expr(l)
			u.expr(s.Rhs[i])
		}
	}
	return true
}

// alike reports whether two small arrays have the same lengths.
func (u *elementUses) alike(v, w *loop.Var) bool {
	a, b := u.found[v], u.found[w]
	return a != nil && b != nil && slices.Equal(a.dims, b.dims)
}

// settle takes out the arrays that are exchanged with one that has been taken out.
func (u *elementUses) settle() {
	for again := true; again; {
		again = false
		for _, group := range u.swaps {
			out := false
			for v := range group {
				out = out || u.found[v] == nil
			}
			for v := range group {
				if out && u.found[v] != nil {
					delete(u.found, v)
					again = true
				}
			}
		}
	}
}

// elementUses takes the arrays out of found that are used otherwise.
type elementUses struct {
	in       *facts.Info
	found    map[*loop.Var]*smallArray
	counted  map[*loop.Var]bool // variables that unrolling makes constant
	unrolled bool
	swaps    []map[*loop.Var]bool // arrays that are exchanged with each other
}

func (u *elementUses) block(block []loop.Stmt) {
	for _, s := range block {
		switch s := s.(type) {
		case *loop.For:
			u.expr(s.N)
			if u.unrolled && s.N.IsConst() && s.N.I <= maxElements {
				u.counted[s.Var] = true
			}
			u.block(s.Body)
			continue
		case *loop.Clear:
			if s.Dst.Kind == loop.VarExpr {
				continue
			}
		case *loop.Copy:
			for _, e := range []*loop.Expr{s.Dst, s.Src} {
				if e.Kind != loop.VarExpr || u.found[e.Var] == nil {
					u.expr(e)
				}
			}
			continue
		case *loop.Assign:
			if u.swap(s) {
				continue
			}
		case *loop.Append:
			delete(u.found, s.Var)
		case *loop.Let:
			u.counted[s.Var] = u.unrolled && s.Var.Type == loop.IntType && u.constant(s.Rhs) && !u.in.Mutable(s.Var)
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) { u.expr(*e) })
		loop.Blocks(s, func(b *[]loop.Stmt) { u.block(*b) })
	}
}

func (u *elementUses) expr(e *loop.Expr) {
	switch e.Kind {
	case loop.VarExpr:
		delete(u.found, e.Var)
		return
	case loop.LenExpr:
		if e.Args[0].Kind == loop.VarExpr {
			return
		}
	case loop.IndexExpr:
		r := e.Root()
		if a := u.found[r]; a != nil && !e.Type.IsArray() {
			if !u.within(e, a) {
				delete(u.found, r)
			}
			for x := e; x.Kind == loop.IndexExpr; x = x.Args[0] {
				u.expr(x.Args[1])
			}
			return
		}
	}
	for _, a := range e.Args {
		u.expr(a)
	}
}

// within reports whether e is an element of a under indices that are, or will be, constants in bounds.
func (u *elementUses) within(e *loop.Expr, a *smallArray) bool {
	for k := len(a.dims) - 1; k >= 0; k-- {
		if e.Kind != loop.IndexExpr {
			return false
		}
		if i := e.Args[1]; i.IsConst() {
			if i.I < 0 || i.I >= a.dims[k] {
				return false
			}
		} else if !u.unrolled || !u.constant(i) {
			return false
		}
		e = e.Args[0]
	}
	return e.Kind == loop.VarExpr
}

func (u *elementUses) constant(i *loop.Expr) bool {
	switch i.Kind {
	case loop.VarExpr:
		return u.counted[i.Var]
	case loop.ConstExpr:
		return true
	case loop.PrimExpr:
		switch i.Prim.Name {
		case "iadd", "isub", "imul":
			return u.constant(i.Args[0]) && u.constant(i.Args[1])
		}
	}
	return false
}

// unroller unrolls loops, inner loops first.
type unroller struct {
	in    *facts.Info
	small map[*loop.Var]*smallArray
}

func (u *unroller) block(block []loop.Stmt) []loop.Stmt {
	out := block[:0:0]
	for _, s := range block {
		loop.Blocks(s, func(b *[]loop.Stmt) { *b = u.block(*b) })
		f, ok := s.(*loop.For)
		if !ok || !f.N.IsConst() || !u.worth(f) {
			out = append(out, s)
			continue
		}
		for k := range f.N.I {
			i := k
			if f.Down {
				i = f.N.I - 1 - k
			}
			c := &edit.Cloner{In: u.in, As: map[*loop.Var]*loop.Expr{f.Var: loop.IntConst(i)}}
			out = append(out, c.Block(f.Body)...)
		}
	}
	return out
}

// worth reports whether a loop with a constant count should be unrolled: all loops inside have been.
func (u *unroller) worth(f *loop.For) bool {
	if f.Par != nil {
		return false
	}
	if f.N.I <= 1 {
		return true
	}
	if f.N.I > maxElements {
		return false
	}
	size, indexed := 0, false
	depends := map[*loop.Var]bool{f.Var: true}
	var expr func(e *loop.Expr)
	expr = func(e *loop.Expr) {
		if e.Kind == loop.IndexExpr && u.small[e.Root()] != nil {
			for x := e; x.Kind == loop.IndexExpr; x = x.Args[0] {
				x.Args[1].EachVar(func(v *loop.Var) { indexed = indexed || depends[v] })
			}
		}
		for _, a := range e.Args {
			expr(a)
		}
	}
	loop.Walk(f.Body, func(s loop.Stmt) {
		switch s.(type) {
		case *loop.For, *loop.While:
			size += maxUnrolled
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) {
			size += int((*e).Size)
			expr(*e)
		})
		if l, ok := s.(*loop.Let); ok && l.Var.Type == loop.IntType {
			l.Rhs.EachVar(func(v *loop.Var) { depends[l.Var] = depends[l.Var] || depends[v] })
		}
	})
	return indexed && size*int(f.N.I) <= maxUnrolled || f.N.I <= maxTiny && size*int(f.N.I) <= maxTinyNodes
}

// splitter writes variables for the elements of small arrays.
type splitter struct{ arrays map[*loop.Var]*smallArray }

func (s *splitter) block(block []loop.Stmt) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(block))
	for _, st := range block {
		switch st := st.(type) {
		case *loop.Alloc:
			if a := s.arrays[st.Var]; a != nil {
				out = append(out, a.declare()...)
				continue
			}
		case *loop.Clear:
			if a := s.arrayOf(st.Dst); a != nil {
				out = append(out, a.clear()...)
				continue
			}
		case *loop.Copy:
			if c := s.copy(st); c != nil {
				out = append(out, c...)
				continue
			}
		case *loop.Assign:
			s.exchange(st)
		}
		loop.Operands(st, func(e **loop.Expr, _ bool) { *e = s.expr(*e) })
		loop.Blocks(st, func(b *[]loop.Stmt) { *b = s.block(*b) })
		out = append(out, st)
	}
	return out
}

func (s *splitter) arrayOf(e *loop.Expr) *smallArray {
	if e.Kind != loop.VarExpr {
		return nil
	}
	return s.arrays[e.Var]
}

func (a *smallArray) declare() (out []loop.Stmt) {
	v := a.alloc.Var
	n := int64(1)
	for _, d := range a.dims {
		n *= d
	}
	for k := range n {
		w := loop.NewVar(v.Name+strconv.FormatInt(k, 10), v.Type.Scalar())
		a.elems = append(a.elems, w)
		out = append(out, &loop.Let{Var: w, Rhs: loop.ZeroOf(w.Type)})
	}
	return out
}

func (a *smallArray) clear() (out []loop.Stmt) {
	for _, w := range a.elems {
		out = append(out, &loop.Assign{Lhs: []*loop.Expr{loop.Use(w)}, Rhs: []*loop.Expr{loop.ZeroOf(w.Type)}})
	}
	return out
}

// exchange writes the exchange of arrays by elements.
func (s *splitter) exchange(st *loop.Assign) {
	var lhs, rhs []*loop.Expr
	for i, l := range st.Lhs {
		a := s.arrayOf(l)
		if a == nil {
			lhs, rhs = append(lhs, l), append(rhs, st.Rhs[i])
			continue
		}
		for k, v := range s.arrayOf(st.Rhs[i]).elems {
			lhs, rhs = append(lhs, loop.Use(a.elems[k])), append(rhs, loop.Use(v))
		}
	}
	st.Lhs, st.Rhs = lhs, rhs
}

// copy copies by elements where one side is variables.
func (s *splitter) copy(c *loop.Copy) []loop.Stmt {
	dst, src := s.arrayOf(c.Dst), s.arrayOf(c.Src)
	if dst == nil && src == nil {
		return nil
	}
	shape := dst
	if shape == nil {
		shape = src
	}
	st := &loop.Assign{}
	for k := range shape.elems {
		st.Lhs = append(st.Lhs, shape.element(c.Dst, dst, k))
		st.Rhs = append(st.Rhs, shape.element(c.Src, src, k))
	}
	if len(st.Lhs) == 0 {
		return []loop.Stmt{}
	}
	return []loop.Stmt{st}
}

// element is element k, in the order of memory, of e, an array of the shape of a, which is vars if that is not nil.
func (a *smallArray) element(e *loop.Expr, vars *smallArray, k int) *loop.Expr {
	if vars != nil {
		return loop.Use(vars.elems[k])
	}
	stride := int64(len(a.elems))
	at := int64(k)
	for _, d := range a.dims {
		stride /= d
		e = loop.Index(e, loop.IntConst(at/stride))
		at %= stride
	}
	return e
}

func (s *splitter) expr(e *loop.Expr) *loop.Expr {
	if e.Kind == loop.LenExpr {
		if a := s.arrayOf(e.Args[0]); a != nil {
			return loop.IntConst(a.dims[0])
		}
	}
	if e.Kind == loop.IndexExpr && !e.Type.IsArray() {
		if a := s.arrays[e.Root()]; a != nil {
			at, stride := int64(0), int64(1)
			for k := len(a.dims) - 1; k >= 0; k-- {
				at += e.Args[1].I * stride
				stride *= a.dims[k]
				e = e.Args[0]
			}
			return loop.Use(a.elems[at])
		}
	}
	return e.MapArgs(s.expr)
}
