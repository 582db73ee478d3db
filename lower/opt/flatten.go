package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

var flattening = Pass{ //nolint:gochecknoglobals // a constant
	Name: "flatten",
	Law: "A regular nested array that belongs to the function is one array, row after row: a[i][j] is a[i·m + j], and row i is " +
		"the slice of m elements from i·m.",
	Needs: Allocs,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		l := &flattener{arrays: flatArrays(f)}
		if len(l.arrays) == 0 {
			return
		}
		f.Body = l.block(f.Body)
		for i, r := range f.Results {
			f.Results[i] = l.expr(r)
		}
	}),
}

// A flatArray is a local array of rank 2 or more that is used by elements, rows of rank 1, and as a whole to clear it or, a matrix, to copy.
type flatArray struct {
	v    *loop.Var // the array of rank 1
	dims []*loop.Expr
}

// flatArrays finds the arrays to flatten.
func flatArrays(f *loop.Func) map[*loop.Var]*flatArray {
	in := Analyse(f)
	found := map[*loop.Var]*flatArray{}
	loop.Walk(f.Body, func(s loop.Stmt) {
		a, ok := s.(*loop.Alloc)
		if !ok || a.Var.Type.Rank < 2 || len(a.Dims) != a.Var.Type.Rank || in.Mutable(a.Var) || a.Var.Type.Base > loop.Bool {
			return
		}
		for _, d := range a.Dims {
			if !d.IsAtom() || !in.Fixed(d) {
				return
			}
		}
		t := a.Var.Type.Scalar().Array()
		found[a.Var] = &flatArray{v: loop.NewVar(a.Var.Name, t), dims: a.Dims}
	})
	u := &flatUses{found}
	loop.Walk(f.Body, func(s loop.Stmt) {
		if len(found) > 0 {
			u.statement(s)
		}
	})
	for _, r := range f.Results {
		u.expr(r)
	}
	return found
}

// flatUses takes out the arrays that are used otherwise.
type flatUses struct{ found map[*loop.Var]*flatArray }

func (u *flatUses) statement(s loop.Stmt) {
	switch s := s.(type) {
	case *loop.Clear:
		if s.Dst.Kind == loop.VarExpr {
			return
		}
	case *loop.Copy:
		for _, e := range []*loop.Expr{s.Dst, s.Src} {
			if e.Kind != loop.VarExpr || e.Type.Rank != 2 {
				u.expr(e)
			}
		}
		return
	case *loop.Assign:
		for _, l := range s.Lhs {
			if l.Type.IsArray() { // a row is replaced
				delete(u.found, l.Root())
			}
		}
	}
	loop.Operands(s, func(e **loop.Expr, _ bool) { u.expr(*e) })
}

func (u *flatUses) expr(e *loop.Expr) {
	switch e.Kind {
	case loop.VarExpr:
		delete(u.found, e.Var)
		return
	case loop.LenExpr:
		x := e.Args[0]
		for ; x.Kind == loop.IndexExpr; x = x.Args[0] {
			u.expr(x.Args[1])
		}
		if x.Kind != loop.VarExpr {
			u.expr(x)
		}
		return
	case loop.IndexExpr:
		a := u.found[e.Root()]
		if a == nil || e.Type.Rank > 1 {
			break
		}
		k := e
		for ; k.Kind == loop.IndexExpr; k = k.Args[0] {
			u.expr(k.Args[1])
		}
		if k.Kind != loop.VarExpr {
			delete(u.found, e.Root())
		}
		return
	}
	for _, a := range e.Args {
		u.expr(a)
	}
}

// flattener rewrites the uses.
type flattener struct{ arrays map[*loop.Var]*flatArray }

func (l *flattener) block(block []loop.Stmt) []loop.Stmt {
	for i, s := range block {
		switch s := s.(type) {
		case *loop.Alloc:
			if a := l.arrays[s.Var]; a != nil {
				n := a.dims[0]
				for _, d := range a.dims[1:] {
					n = loop.Mul(n, d)
				}
				block[i] = &loop.Alloc{Var: a.v, Dims: []*loop.Expr{n}, Dirty: s.Dirty}
				continue
			}
		case *loop.Clear:
			if a := l.array(s.Dst); a != nil {
				s.Dst = loop.Use(a.v)
				continue
			}
		case *loop.Copy:
			if c := l.copied(s); c != nil {
				block[i] = c
				continue
			}
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) { *e = l.expr(*e) })
		loop.Blocks(s, func(b *[]loop.Stmt) { *b = l.block(*b) })
	}
	return block
}

// copied is a copy of a matrix, of which at least one is flat: of one block, or row by row.
func (l *flattener) copied(s *loop.Copy) loop.Stmt {
	dst, src := l.array(s.Dst), l.array(s.Src)
	switch {
	case dst == nil && src == nil:
		return nil
	case dst != nil && src != nil:
		return &loop.Copy{Dst: loop.Use(dst.v), Src: loop.Use(src.v)}
	}
	i := loop.NewVar("i", loop.IntType)
	row := func(e *loop.Expr, a *flatArray) *loop.Expr {
		if a == nil {
			return loop.Index(l.expr(e), loop.Use(i))
		}
		return loop.Slice(loop.Use(a.v), loop.Mul(loop.Use(i), a.dims[1]), a.dims[1])
	}
	a := dst
	if a == nil {
		a = src
	}
	return &loop.For{Var: i, N: a.dims[0], Body: []loop.Stmt{&loop.Copy{Dst: row(s.Dst, dst), Src: row(s.Src, src)}}}
}

func (l *flattener) array(e *loop.Expr) *flatArray {
	if e.Kind != loop.VarExpr {
		return nil
	}
	return l.arrays[e.Var]
}

func (l *flattener) expr(e *loop.Expr) *loop.Expr {
	switch e.Kind {
	case loop.LenExpr:
		x := e.Args[0]
		if a := l.array(x); a != nil {
			return a.dims[0]
		}
		if a := l.arrays[x.Root()]; a != nil && x.Kind == loop.IndexExpr {
			return a.dims[len(a.dims)-x.Type.Rank]
		}
	case loop.IndexExpr:
		if a := l.arrays[e.Root()]; a != nil {
			return l.element(e, a)
		}
	}
	return e.MapArgs(l.expr)
}

// element is an element or row of a flat array.
func (l *flattener) element(e *loop.Expr, a *flatArray) *loop.Expr {
	var index []*loop.Expr // innermost first
	for k := e; k.Kind == loop.IndexExpr; k = k.Args[0] {
		index = append(index, l.expr(k.Args[1]))
	}
	at := index[len(index)-1]
	for k := len(index) - 2; k >= 0; k-- {
		at = plus(loop.Mul(at, a.dims[len(index)-1-k]), index[k])
	}
	if !e.Type.IsArray() {
		return loop.Index(loop.Use(a.v), at)
	}
	m := a.dims[len(a.dims)-1]
	return loop.Slice(loop.Use(a.v), loop.Mul(at, m), m)
}

// plus is a + b, written in this order.
func plus(a, b *loop.Expr) *loop.Expr {
	if a.IsConst() {
		return loop.Add(b, a)
	}
	return loop.Add(a, b)
}
