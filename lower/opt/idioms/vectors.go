package idioms

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/lower/opt/nest"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Vectors marks loops that a library may do at once ([loop.For].Vector), if the back end asks for them: Go's compiler
// emits no vector instructions. A loop that does several such things is taken apart, as one that adds up a sum
// and adds to an array.
//
//	for j < m {                      for vector j < len(a) {
//	  var t real = a[j]                s +~= a[j] * x[j]
//	  s +~= t * x[j]           →     }
//	  y[j] += c * t                  for vector j < len(y) {
//	}                                  y[j] += c * a[j]
//	                                 }
//
// What is done to arrays is what the loops did, to the last bit; sums are in the order of the library, with
// the error of a sum in any order: at most (n-1)·u·Σ|e| + O(u²) for n terms e and unit roundoff u = 2⁻⁵³.
//
// Whole leaves loops that do several such things as they are, for back ends that are good at them too; fast allows what
// changes the last bits.
func Vectors(f *loop.Func, whole, fast bool) {
	k := &kernelFinder{nest.SurroundingsIn(f), nest.RowsIn(f), whole, fast, map[*loop.Var]*loop.Expr{}}
	loop.Walk(f.Body, func(s loop.Stmt) {
		if l, ok := s.(*loop.Let); ok && (l.Var.Type.IsArray() || l.Var.Type == loop.IntType) &&
			!k.In.Mutable(l.Var) {
			k.lets[l.Var] = l.Rhs
		}
	})
	k.block(&f.Body)
}

// kernelShort is the constant length up to which loops are left alone: a call is no faster, and such loops may be
// unrolled.
const kernelShort = 8

type kernelFinder struct {
	*nest.Surroundings
	rows  *nest.Rows
	whole bool
	fast  bool
	lets  map[*loop.Var]*loop.Expr // of arrays and ints that do not change
}

func (k *kernelFinder) block(b *[]loop.Stmt) {
	out := make([]loop.Stmt, 0, len(*b))
	for _, s := range *b {
		loop.Blocks(s, k.block)
		if l, ok := s.(*loop.For); ok {
			if parts := k.split(l); parts != nil {
				out = append(out, parts...)
				continue
			}
		}
		out = append(out, s)
	}
	*b = out
}

// split is a loop as vector loops, one for each statement, or nil.
func (k *kernelFinder) split(l *loop.For) (out []loop.Stmt) {
	if !l.N.IsAtom() || l.N.IsConst() && l.N.I <= kernelShort {
		return nil
	}
	changed := k.In.Effects(l.Body...)
	lets := map[*loop.Var]*loop.Expr{}
	for _, s := range k.additions(k.inlined(l.Body)) {
		switch s := s.(type) {
		case *loop.Let:
			rhs := edit.Substitute(s.Rhs, lets)
			if s.Var.Type != loop.RealType || !factors(rhs) || !k.unwritten(rhs, changed, l.Body) ||
				k.In.Mutable(s.Var) {
				return nil
			}
			lets[s.Var] = rhs
		case *loop.AddTo:
			i := loop.NewVar(l.Var.Name, loop.IntType)
			with := k.over(lets, l.Var, i)
			out = append(out, &loop.For{Var: i, N: l.N, Vector: true, Body: []loop.Stmt{
				&loop.AddTo{Lhs: edit.Substitute(s.Lhs, with), Rhs: edit.Substitute(s.Rhs, with), Free: s.Free},
			}})
		case *loop.Assign:
			if len(s.Lhs) != 1 {
				return nil
			}
			i := loop.NewVar(l.Var.Name, loop.IntType)
			with := k.over(lets, l.Var, i)
			out = append(out, &loop.For{Var: i, N: l.N, Vector: true, Body: []loop.Stmt{
				&loop.Assign{Lhs: []*loop.Expr{edit.Substitute(s.Lhs[0], with)},
					Rhs: []*loop.Expr{edit.Substitute(s.Rhs[0], with)}},
			}})
		default:
			return nil
		}
	}
	if k.whole && len(out) > 1 || !k.apart(out, l.N, changed) {
		return nil
	}
	for _, s := range out {
		// The number may have been a variable for this loop alone.
		s := s.(*loop.For)
		v, _ := loop.VectorOf(s)
		s.N = loop.Len(v.Arrays()[0])
	}
	return out
}

// over are the variables of a loop in a copy of it.
func (k *kernelFinder) over(lets map[*loop.Var]*loop.Expr, old, i *loop.Var) map[*loop.Var]*loop.Expr {
	with := map[*loop.Var]*loop.Expr{old: loop.Use(i)}
	for v, e := range lets {
		with[v] = edit.Substitute(e, map[*loop.Var]*loop.Expr{old: loop.Use(i)})
	}
	return with
}

// factors reports whether e is an element, a variable, a constant, or a product or negation of such.
func factors(e *loop.Expr) bool {
	switch e.Kind {
	case loop.VarExpr, loop.ConstExpr, loop.IndexExpr:
		return true
	case loop.PrimExpr:
		return (e.Prim == syntax.OpNeg || e.Prim.Name == "square") && factors(e.Args[0]) ||
			e.Prim == syntax.OpMul && factors(e.Args[0]) && factors(e.Args[1])
	}
	return false
}

// unwritten reports whether a loop with a body and its effects changes no memory that e reads.
func (k *kernelFinder) unwritten(e *loop.Expr, changed *facts.Effects, body []loop.Stmt) bool {
	if r, ok := k.In.Region(e); ok && changed.Regions[r] && !k.elsewhere(e, body) {
		return false
	}
	for _, a := range e.Args {
		if !k.unwritten(a, changed, body) {
			return false
		}
	}
	return true
}

// elsewhere reports whether the elements that a block writes are in other rows than the element e.
func (k *kernelFinder) elsewhere(e *loop.Expr, body []loop.Stmt) bool {
	if e.Kind != loop.IndexExpr || e.Args[0].Kind != loop.VarExpr {
		return false
	}
	other := func(place *loop.Expr) bool {
		return !facts.Holds(place.Type) && (place.Kind == loop.VarExpr ||
			place.Kind == loop.IndexExpr && place.Args[0].Kind == loop.VarExpr &&
				(!k.In.MayShare(e.Args[0].Var, place.Args[0].Var) || k.otherRows(e.Args[0].Var, place.Args[0].Var)))
	}
	for _, s := range body {
		switch s := s.(type) {
		case *loop.Let:
		case *loop.AddTo:
			if !other(s.Lhs) {
				return false
			}
		case *loop.Assign:
			for _, l := range s.Lhs {
				if !other(l) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// apart reports whether vector loops are of known forms, run through whole arrays, and do one after the other what
// they did in one: each variable that is added to is read by none, and each array that is written overlaps no other.
func (k *kernelFinder) apart(loops []loop.Stmt, n *loop.Expr, changed *facts.Effects) bool {
	var parts []loop.Vector
	var arrays []*loop.Var
	for _, s := range loops {
		l := s.(*loop.For)
		v, ok := loop.VectorOf(l)
		if !ok || v.C != nil && v.C.Kind == loop.VarExpr && changed.Vars[v.C.Var] {
			return false
		}
		for _, a := range v.Arrays() {
			if m := k.Lengths[a.Var]; m == nil || !loop.Equal(m, n) || changed.Vars[a.Var] {
				return false
			}
			arrays = append(arrays, a.Var)
		}
		parts = append(parts, v)
	}
	for _, v := range parts {
		if v.Dst == nil {
			continue
		}
		for _, a := range arrays {
			if a != v.Dst.Var && k.In.MayShare(a, v.Dst.Var) && !k.otherRows(a, v.Dst.Var) {
				return false
			}
		}
	}
	return len(parts) > 0
}

// otherRows reports whether two arrays are different rows of one, or parts of such.
func (k *kernelFinder) otherRows(a, b *loop.Var) bool {
	if v, i, m := k.flatRow(a); v != nil {
		w, j, l := k.flatRow(b)
		d := i.Plus(-1, j)
		return v == w && loop.Equal(m, l) && d.OK &&
			(k.rows.Positive(d) || k.rows.Positive(access.Const(0).Plus(-1, d)))
	}
	x, y := k.rows.Locate(loop.Use(a)), k.rows.Locate(loop.Use(b))
	if x.Root == nil || x.Root != y.Root || len(x.Subs) != len(y.Subs) {
		return false
	}
	for i := range x.Subs {
		if d := x.Subs[i].Plus(-1, y.Subs[i]); d.OK &&
			(k.rows.Positive(d) || k.rows.Positive(access.Const(0).Plus(-1, d))) {
			return true
		}
	}
	return false
}

// flatRow finds out that v is row i of a flat array, or a part of that row: i·m and what follows, m elements. The array
// is nil for other variables.
func (k *kernelFinder) flatRow(v *loop.Var) (array *loop.Var, i access.Linear, m *loop.Expr) {
	for e := k.lets[v]; e != nil; e = k.lets[e.Var] {
		if e.Kind == loop.SliceExpr {
			lo, n := e.Args[1], e.Args[2]
			if e = e.Args[0]; e.Kind != loop.VarExpr {
				return nil, access.Linear{}, nil
			}
			if k.lets[e.Var] == nil && !k.In.Mutable(e.Var) {
				i, m := k.rowPart(lo, n)
				if m == nil {
					return nil, access.Linear{}, nil
				}
				return e.Var, i, m
			}
		}
		if e.Kind != loop.VarExpr {
			break
		}
	}
	return nil, access.Linear{}, nil
}

// rowPart finds out that n elements from lo on are part of a row of m elements, row i, of a flat array, wherever the
// variables of i are in scope; else m is nil.
func (k *kernelFinder) rowPart(lo, n *loop.Expr) (row access.Linear, m *loop.Expr) {
	i, m, c := rowAt(lo, k.lets)
	if m == nil || !m.IsAtom() || !k.In.Fixed(m) {
		return access.Linear{}, nil
	}
	if row = k.rows.Linear(i); !row.Over(k.rows.OneValue) {
		return access.Linear{}, nil
	}
	one, col, width, count := access.Const(1), k.rows.Linear(c), k.rows.Linear(m), k.rows.Linear(n)
	if whole := c.IsConst() && c.I == 0 && loop.Equal(m, n); !whole {
		for _, x := range []access.Linear{col, width, count} {
			if !x.OK || !x.Over(k.rows.OneValue) {
				return access.Linear{}, nil
			}
		}
		if !k.rows.Positive(col.Plus(1, one)) || !k.rows.Positive(width.Plus(-1, col).Plus(-1, count).Plus(1, one)) {
			return access.Linear{}, nil
		}
	}
	return row, m
}

// rowAt takes i·m + c apart, whose parts variables may have been bound to; m is nil for other indices.
func rowAt(e *loop.Expr, lets map[*loop.Var]*loop.Expr) (i, m, c *loop.Expr) {
	e = known(e, lets)
	c = loop.IntConst(0)
	if e.Kind == loop.PrimExpr && e.Prim == syntax.OpIntAdd {
		for at := range 2 {
			if p := known(e.Args[at], lets); p.Kind == loop.PrimExpr && p.Prim == syntax.OpIntMul {
				e, c = p, e.Args[1-at]
				break
			}
		}
	}
	if e.Kind != loop.PrimExpr || e.Prim != syntax.OpIntMul {
		return nil, nil, nil
	}
	return e.Args[0], e.Args[1], c
}

// known is what an int variable was bound to.
func known(e *loop.Expr, lets map[*loop.Var]*loop.Expr) *loop.Expr {
	for e.Kind == loop.VarExpr && lets[e.Var] != nil {
		e = lets[e.Var]
	}
	return e
}

// additions are the statements of a block, with y[j] += ±e in the place of y[j] = y[j] ± e, which may be written with
// a variable that is used for nothing else.
func (k *kernelFinder) additions(block []loop.Stmt) []loop.Stmt {
	if len(block) > maxKernelBody {
		return block
	}
	var out []loop.Stmt
	values := map[*loop.Var]*loop.Expr{} // of variables that are stored at once
	for i, s := range block {
		switch s := s.(type) {
		case *loop.Let:
			if k.storedOnly(s, block[i+1:]) {
				values[s.Var] = s.Rhs
				continue
			}
		case *loop.Assign:
			if len(s.Lhs) == 1 {
				e := s.Rhs[0]
				if e.Kind == loop.VarExpr && values[e.Var] != nil {
					e = values[e.Var]
				}
				if add := k.asAdditions(s.Lhs[0], e); add != nil {
					out = append(out, add...)
					continue
				}
			}
		}
		out = append(out, s)
	}
	return out
}

// inlined is a block with the elements that one of its stores alone uses written there, where they are the same.
func (k *kernelFinder) inlined(block []loop.Stmt) []loop.Stmt {
	if len(block) > maxKernelBody {
		return block
	}
	out := append([]loop.Stmt(nil), block...)
	for i := 0; i < len(out); i++ {
		l, ok := out[i].(*loop.Let)
		if !ok || l.Rhs.Kind != loop.IndexExpr || l.Var.Type != loop.RealType || k.In.Mutable(l.Var) {
			continue
		}
		at, uses := -1, 0
		for j := i + 1; j < len(out); j++ {
			loop.Walk(out[j:j+1], func(s loop.Stmt) {
				loop.Operands(s, func(e **loop.Expr, _ bool) {
					facts.EachRead(*e, func(v *loop.Var) {
						if v == l.Var {
							at, uses = j, uses+1
						}
					})
				})
			})
		}
		if uses != 1 || !k.In.Steady(l.Rhs, k.In.Effects(out[i+1:at]...)) {
			continue
		}
		a, ok := out[at].(*loop.Assign)
		if !ok || len(a.Lhs) != 1 || blockReads([]loop.Stmt{&loop.Let{Rhs: a.Lhs[0]}}, l.Var) {
			continue
		}
		out[at] = &loop.Assign{Lhs: a.Lhs, Rhs: edit.SubstituteAll(a.Rhs, map[*loop.Var]*loop.Expr{l.Var: l.Rhs})}
		out = append(out[:i], out[i+1:]...)
		i--
	}
	return out
}

// maxKernelBody bounds the statements of a loop that are compared with each other.
const maxKernelBody = 12

// storedOnly reports whether the value of a variable is only stored, as what is added to an element, by one of the
// statements that follow, and would be the same if it were computed there.
func (k *kernelFinder) storedOnly(l *loop.Let, rest []loop.Stmt) bool {
	if k.In.Mutable(l.Var) {
		return false
	}
	for i, s := range rest {
		if a, ok := s.(*loop.Assign); ok && len(a.Lhs) == 1 && a.Rhs[0].IsVar(l.Var) {
			return asAddition(a.Lhs[0], l.Rhs) != nil && !blockReads(rest[:i], l.Var) &&
				!blockReads(rest[i+1:], l.Var) &&
				k.In.Steady(l.Rhs, k.In.Effects(rest[:i]...))
		}
	}
	return false
}

// asAddition is place = e as an addition, or nil.
func asAddition(place, e *loop.Expr) loop.Stmt {
	if place.Kind != loop.IndexExpr || place.Type != loop.RealType || e.Kind != loop.PrimExpr {
		return nil
	}
	switch {
	case e.Prim == syntax.OpSub && loop.Equal(e.Args[0], place):
		return &loop.AddTo{Lhs: place, Rhs: loop.Prim(syntax.OpNeg, e.Args[1])}
	case e.Prim == syntax.OpAdd && loop.Equal(e.Args[0], place):
		return &loop.AddTo{Lhs: place, Rhs: e.Args[1]}
	case e.Prim == syntax.OpAdd && loop.Equal(e.Args[1], place):
		return &loop.AddTo{Lhs: place, Rhs: e.Args[0]}
	}
	return nil
}

// asAdditions is place = e as additions, with fast math one for each term of a sum that is added or subtracted, where
// the second is not of elements that the first changes; or nil.
func (k *kernelFinder) asAdditions(place, e *loop.Expr) []loop.Stmt {
	one := asAddition(place, e)
	if one == nil {
		return nil
	}
	a := one.(*loop.AddTo)
	x, neg := facts.Negated(a.Rhs)
	if !neg {
		x = a.Rhs
	}
	if !k.fast || x.Kind != loop.PrimExpr || x.Prim != syntax.OpAdd {
		return []loop.Stmt{one}
	}
	again := false
	facts.EachRead(x.Args[1], func(v *loop.Var) { again = again || v == facts.RootOf(place) })
	if again {
		return []loop.Stmt{one}
	}
	var out []loop.Stmt
	for _, t := range x.Args {
		if neg {
			t = loop.Prim(syntax.OpNeg, t)
		}
		out = append(out, &loop.AddTo{Lhs: place, Rhs: t})
	}
	return out
}

// blockReads reports whether a block reads a variable.
func blockReads(block []loop.Stmt, v *loop.Var) bool {
	found := false
	loop.Walk(block, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) {
			facts.EachRead(*e, func(w *loop.Var) { found = found || v == w })
		})
	})
	return found
}
