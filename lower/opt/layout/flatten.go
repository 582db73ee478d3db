package layout

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// Flatten makes one array of numbers of each local array of arrays whose lengths are all the same.
func Flatten(f *loop.Func) {
	l := &flattener{flatArrays(f)}
	if len(l.found) == 0 {
		return
	}
	f.Body = l.block(f.Body)
	for i, r := range f.Results {
		f.Results[i] = l.expr(r)
	}
}

// A flatArray is a local array of rank 2 or more that is used by elements, rows of rank 1, and as a whole to clear it
// or, a matrix, to copy.
type flatArray struct {
	v    *loop.Var // the array of rank 1
	dims []*loop.Expr
}

// flatArrays finds the arrays to flatten.
func flatArrays(f *loop.Func) *flatUses {
	in := facts.Analyse(f)
	u := &flatUses{found: map[*loop.Var]*flatArray{}, parts: map[*loop.Var]*loop.Expr{}}
	loop.Walk(f.Body, func(s loop.Stmt) {
		a, ok := s.(*loop.Alloc)
		if !ok || int(a.Var.Type.Rank) < 2 || len(a.Dims) != int(a.Var.Type.Rank) || in.Mutable(a.Var) ||
			a.Var.Type.Base > loop.Bool {
			return
		}
		for _, d := range a.Dims {
			if !d.IsAtom() || !in.Fixed(d) {
				return
			}
		}
		t := a.Var.Type.Scalar().Array()
		u.found[a.Var] = &flatArray{v: loop.NewVar(a.Var.Name, t), dims: a.Dims}
	})
	if len(u.found) == 0 {
		return u
	}
	loop.Walk(f.Body, func(s loop.Stmt) { u.part(s, in) })
	loop.Walk(f.Body, func(s loop.Stmt) {
		if len(u.found) > 0 {
			u.statement(s)
		}
	})
	for _, r := range f.Results {
		u.expr(r)
	}
	return u
}

// flatUses takes out the arrays that are used otherwise.
type flatUses struct {
	found map[*loop.Var]*flatArray
	// parts are the variables for parts of rank 2 or more, which are as good as what they stand for.
	parts map[*loop.Var]*loop.Expr
}

// part notes a variable for a part that stays what it is.
func (u *flatUses) part(s loop.Stmt, in *facts.Info) {
	l, ok := s.(*loop.Let)
	if !ok || l.Rhs.Kind != loop.IndexExpr && l.Rhs.Kind != loop.VarExpr || l.Rhs.Type.Rank < 2 || in.Mutable(l.Var) ||
		u.found[u.root(l.Rhs)] == nil {
		return
	}
	for k := l.Rhs; k.Kind == loop.IndexExpr; k = k.Args[0] {
		if k.Args[1].CanFail() || !in.Fixed(k.Args[1]) {
			return
		}
	}
	u.parts[l.Var] = l.Rhs
}

// below is what e is an element or a part of: what parts stand for is followed.
func (u *flatUses) below(e *loop.Expr) *loop.Expr {
	return u.meant(e.Args[0])
}

// meant is what a variable for a part stands for, or e.
func (u *flatUses) meant(e *loop.Expr) *loop.Expr {
	for e.Kind == loop.VarExpr && u.parts[e.Var] != nil {
		e = u.parts[e.Var]
	}
	return e
}

// root is the array that e is taken from by indices, or nil.
func (u *flatUses) root(e *loop.Expr) *loop.Var {
	for e = u.meant(e); e.Kind == loop.IndexExpr; {
		e = u.below(e)
	}
	if e.Kind != loop.VarExpr {
		return nil
	}
	return e.Var
}

func (u *flatUses) statement(s loop.Stmt) {
	switch s := s.(type) {
	case *loop.Let:
		if u.parts[s.Var] != nil {
			return
		}
	case *loop.Clear:
		if u.whole(s.Dst) {
			return
		}
	case *loop.Copy:
		for _, e := range []*loop.Expr{s.Dst, s.Src} {
			if e.Type.Rank != 2 {
				u.expr(e)
			} else if !u.whole(e) {
				u.matrix(e)
			}
		}
		return
	case *loop.Assign:
		for _, l := range s.Lhs {
			if l.Type.IsArray() { // a row is replaced
				delete(u.found, u.root(l))
			}
		}
	}
	loop.Operands(s, func(e **loop.Expr, _ bool) { u.expr(*e) })
}

// matrix looks at a part of rank 2 that is copied. Long rows are as well off where they are.
func (u *flatUses) matrix(e *loop.Expr) {
	m := u.meant(e)
	a := u.found[u.root(m)]
	if a == nil || m.Kind != loop.IndexExpr {
		u.expr(e)
		return
	}
	if n := a.dims[len(a.dims)-1]; !n.IsConst() || n.I > shortRow {
		u.expr(e)
		return
	}
	for ; m.Kind == loop.IndexExpr; m = u.below(m) {
		u.expr(m.Args[1])
	}
}

// whole reports whether e is an array by its name, and not a part of another.
func (u *flatUses) whole(e *loop.Expr) bool {
	return e.Kind == loop.VarExpr && u.parts[e.Var] == nil
}

func (u *flatUses) expr(e *loop.Expr) {
	switch e.Kind {
	case loop.VarExpr:
		delete(u.found, u.root(e))
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
		a := u.found[u.root(e)]
		if a == nil || e.Type.Rank > 1 {
			break
		}
		for k := e; k.Kind == loop.IndexExpr; k = u.below(k) {
			u.expr(k.Args[1])
		}
		return
	}
	for _, a := range e.Args {
		u.expr(a)
	}
}

// flattener rewrites the uses.
type flattener struct{ *flatUses }

func (l *flattener) block(block []loop.Stmt) []loop.Stmt {
	out := block[:0]
	for _, s := range block {
		switch s := s.(type) {
		case *loop.Let:
			if l.parts[s.Var] != nil && l.found[l.root(s.Rhs)] != nil {
				continue
			}
		case *loop.Alloc:
			if a := l.found[s.Var]; a != nil {
				n := a.dims[0]
				for _, d := range a.dims[1:] {
					n = loop.Mul(n, d)
				}
				out = append(out, &loop.Alloc{Var: a.v, Dims: []*loop.Expr{n}, Dirty: s.Dirty})
				continue
			}
		case *loop.Clear:
			if a := l.array(s.Dst); a != nil {
				s.Dst = loop.Use(a.v)
				out = append(out, s)
				continue
			}
		case *loop.Copy:
			if c := l.copied(s); c != nil {
				out = append(out, c)
				continue
			}
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) { *e = l.expr(*e) })
		loop.Blocks(s, func(b *[]loop.Stmt) { *b = l.block(*b) })
		out = append(out, s)
	}
	return out
}

// copied is a copy of a matrix, of which at least one is flat: of one block, or row by row.
func (l *flattener) copied(s *loop.Copy) loop.Stmt {
	dst, src := l.matrixOf(s.Dst), l.matrixOf(s.Src)
	switch {
	case dst == nil && src == nil:
		return nil
	case dst != nil && src != nil:
		return &loop.Copy{Dst: dst.all(), Src: src.all()}
	}
	i := loop.NewVar("i", loop.IntType)
	row := func(e *loop.Expr, a *flatMatrix) *loop.Expr {
		if a == nil {
			return loop.Index(l.expr(e), loop.Use(i))
		}
		at := loop.Use(i)
		if a.at != nil {
			at = loop.Add(a.at, at)
		}
		return loop.Slice(loop.Use(a.v), loop.Mul(at, a.m), a.m)
	}
	a := dst
	if a == nil {
		a = src
	}
	return &loop.For{Var: i, N: a.n, Body: []loop.Stmt{&loop.Copy{Dst: row(s.Dst, dst), Src: row(s.Src, src)}}}
}

// A flatMatrix is a flat array of rank 2, or a part of one that is deeper: n rows of m from row at, or from the first.
type flatMatrix struct {
	v        *loop.Var
	at, n, m *loop.Expr
}

// all is the matrix as one array.
func (a *flatMatrix) all() *loop.Expr {
	if a.at == nil {
		return loop.Use(a.v)
	}
	return loop.Slice(loop.Use(a.v), loop.Mul(a.at, a.m), loop.Mul(a.n, a.m))
}

func (l *flattener) matrixOf(e *loop.Expr) *flatMatrix {
	if e.Type.Rank != 2 {
		return nil
	}
	e = l.meant(e)
	a := l.found[l.root(e)]
	if a == nil {
		return nil
	}
	k := len(a.dims)
	out := &flatMatrix{v: a.v, n: a.dims[k-2], m: a.dims[k-1]}
	var index []*loop.Expr // innermost first
	for ; e.Kind == loop.IndexExpr; e = l.below(e) {
		index = append(index, l.expr(e.Args[1]))
	}
	for i := range index {
		x := index[len(index)-1-i]
		if out.at != nil {
			x = edit.Plus(out.at, x)
		}
		out.at = loop.Mul(x, a.dims[i+1])
	}
	return out
}

func (l *flattener) array(e *loop.Expr) *flatArray {
	if e.Kind != loop.VarExpr {
		return nil
	}
	return l.found[e.Var]
}

func (l *flattener) expr(e *loop.Expr) *loop.Expr {
	switch e.Kind {
	case loop.LenExpr:
		x := e.Args[0]
		if a := l.array(x); a != nil {
			return a.dims[0]
		}
		if a := l.found[l.root(x)]; a != nil {
			return a.dims[len(a.dims)-int(x.Type.Rank)]
		}
	case loop.IndexExpr:
		if a := l.found[l.root(e)]; a != nil {
			return l.element(e, a)
		}
	}
	return e.MapArgs(l.expr)
}

// element is an element or row of a flat array.
func (l *flattener) element(e *loop.Expr, a *flatArray) *loop.Expr {
	var index []*loop.Expr // innermost first
	for k := e; k.Kind == loop.IndexExpr; k = l.below(k) {
		index = append(index, l.expr(k.Args[1]))
	}
	at := index[len(index)-1]
	for k := len(index) - 2; k >= 0; k-- {
		at = edit.Plus(loop.Mul(at, a.dims[len(index)-1-k]), index[k])
	}
	if !e.Type.IsArray() {
		return loop.Index(loop.Use(a.v), at)
	}
	m := a.dims[len(a.dims)-1]
	return loop.Slice(loop.Use(a.v), loop.Mul(at, m), m)
}
