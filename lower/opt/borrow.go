package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// A gradient often keeps a number for each element until it knows a factor, and then writes the product to where the
// result goes: exp(x[i]) before the sum of all is known. The place of the result can hold it
// meanwhile, and no array is made.

var borrow = Pass{ //nolint:gochecknoglobals // a constant
	Name: "borrow",
	Law: "An array whose last use is a loop that reads its element i before it writes element i of another of the same " +
		"length can be that other, if nothing looks at that one before.",
	Needs: Loops | Allocs,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		in := Analyse(f)
		b := &borrower{in: in, lengths: in.Lengths(), uses: usesOf(f)}
		b.block(f.Body)
		f.Body = dropAllocs(f.Body, b.gone)
		for from, to := range b.gone {
			loop.MapExprs(f.Body, func(e *loop.Expr) *loop.Expr { return rename(e, from, to) })
		}
	}),
}

type borrower struct {
	in      *Info
	lengths Lengths
	uses    map[*loop.Var]int
	gone    map[*loop.Var]*loop.Var // arrays, and what they are now
}

func (b *borrower) block(block []loop.Stmt) {
	for p, s := range block {
		if a, ok := s.(*loop.Alloc); ok && a.Dirty && a.Var.Type.Rank == 1 && a.Var.Type.IsArray() && !b.in.Mutable(a.Var) && len(b.gone) == 0 {
			b.try(block, p, a)
		}
		loop.Blocks(s, func(inner *[]loop.Stmt) { b.block(*inner) })
	}
}

// try looks for the loop of the last use of a, among the statements after p.
func (b *borrower) try(block []loop.Stmt, p int, a *loop.Alloc) {
	seen := 0
	for q := p + 1; q < len(block) && q-p < shadowWindow; q++ {
		n := mentionsIn(block[q], a.Var)
		seen += n
		if n == 0 || seen < b.uses[a.Var] {
			continue
		}
		f, ok := block[q].(*loop.For)
		if !ok {
			return
		}
		z := b.target(f, a)
		if z == nil || !b.untouched(block[p+1:q], z) {
			return
		}
		if b.gone == nil {
			b.gone = map[*loop.Var]*loop.Var{}
		}
		b.gone[a.Var] = z
		return
	}
}

// target is the array that f writes at its index, after it has read a there for the last time.
func (b *borrower) target(f *loop.For, a *loop.Alloc) *loop.Var {
	var z *loop.Var
	reads := true // still reading a
	for _, s := range f.Body {
		if mentionsIn(s, a.Var) > 0 {
			if !reads || !b.readsAt(s, a.Var, f.Var) {
				return nil
			}
		}
		st, ok := s.(*loop.Assign)
		if !ok || len(st.Lhs) != 1 || st.Lhs[0].Kind != loop.IndexExpr || st.Lhs[0].Args[0].Kind != loop.VarExpr || !st.Lhs[0].Args[1].IsVar(f.Var) {
			if z != nil && b.touches(s, z) {
				return nil
			}
			continue
		}
		y := st.Lhs[0].Args[0].Var
		if z == nil && y != a.Var && b.isOut(y) && y.Type == a.Var.Type && b.lengths[y] != nil && loop.Equal(b.lengths[y], a.Dims[0]) {
			z, reads = y, false
			rhs := &loop.Let{Var: loop.NewVar("", y.Type.Elem()), Rhs: st.Rhs[0]}
			if b.touches(rhs, z) {
				return nil
			}
		} else if z != nil && b.touches(s, z) {
			return nil
		}
	}
	if z == nil {
		return nil
	}
	for _, s := range f.Body { // nothing of z is read before it is written
		if st, ok := s.(*loop.Assign); ok && len(st.Lhs) == 1 && st.Lhs[0].Root() == z {
			break
		}
		if b.touches(s, z) {
			return nil
		}
	}
	return z
}

// isOut reports whether the caller gave y to be overwritten.
func (b *borrower) isOut(y *loop.Var) bool {
	for _, p := range b.in.Func.Params {
		if p.Var == y {
			return p.Alone() && !b.in.Mutable(y)
		}
	}
	return false
}

// readsAt reports whether every use of a in s is the element at i, read, and s has no loop inside.
func (b *borrower) readsAt(s loop.Stmt, a, i *loop.Var) bool {
	ok := true
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		switch s.(type) {
		case *loop.For, *loop.While, *loop.Call:
			ok = false
		}
		loop.Operands(s, func(e **loop.Expr, read bool) {
			ok = ok && (read || (*e).Root() != a) && elementsOnly(*e, a, i)
		})
	})
	return ok
}

// elementsOnly reports whether a stands in e only as a[i].
func elementsOnly(e *loop.Expr, a, i *loop.Var) bool {
	if e.Kind == loop.IndexExpr && e.Args[0].IsVar(a) {
		return e.Args[1].IsVar(i)
	}
	if e.IsVar(a) {
		return false
	}
	for _, x := range e.Args {
		if !elementsOnly(x, a, i) {
			return false
		}
	}
	return true
}

func (b *borrower) untouched(block []loop.Stmt, z *loop.Var) bool {
	for _, s := range block {
		if b.touches(s, z) {
			return false
		}
	}
	return true
}

// touches reports whether s has to do with memory that may be z's; its length is free to ask for.
func (b *borrower) touches(s loop.Stmt, z *loop.Var) bool {
	found := false
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) {
			(*e).EachVar(func(v *loop.Var) { found = found || holds(v.Type) && b.in.MayShare(v, z) })
		})
		if a, ok := s.(*loop.Append); ok {
			found = found || b.in.MayShare(a.Var, z)
		}
	})
	return found
}

// mentionsIn counts the uses of v in s and the blocks inside.
func mentionsIn(s loop.Stmt, v *loop.Var) int {
	n := 0
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) {
			EachRead(*e, func(x *loop.Var) {
				if x == v {
					n++
				}
			})
		})
		if a, ok := s.(*loop.Append); ok && a.Var == v {
			n++
		}
	})
	return n
}

// rename replaces a variable in an expression.
func rename(e *loop.Expr, from, to *loop.Var) *loop.Expr {
	if e.IsVar(from) {
		return loop.Use(to)
	}
	return e.MapArgs(func(a *loop.Expr) *loop.Expr { return rename(a, from, to) })
}

// dropAllocs removes the statements that make the arrays of gone.
func dropAllocs(block []loop.Stmt, gone map[*loop.Var]*loop.Var) []loop.Stmt {
	if len(gone) == 0 {
		return block
	}
	out := block[:0]
	for _, s := range block {
		if a, ok := s.(*loop.Alloc); ok && gone[a.Var] != nil {
			continue
		}
		loop.Blocks(s, func(b *[]loop.Stmt) { *b = dropAllocs(*b, gone) })
		out = append(out, s)
	}
	return out
}
