package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// sight reads a row where it is, and not in a copy, while nothing changes it.
//
//	for i < n {                          for i < n {
//	  var d []real = new(m)                var d []real = s[i]
//	  copy(d, s[i])                →       for j < m {
//	  for j < m {                            y[j] += d[j]
//	    y[j] += d[j]                       }
//	  }                                  }
//	}
//
// The row must be as long as the copy, by the making of both.
var sight = Pass{ //nolint:gochecknoglobals // a constant
	Name:  "sight",
	Law:   "A copy that is only read is as good as the row that it is a copy of, if both are equally long, and nothing writes rows of that array until the copy is read for the last time.",
	Needs: Copies,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		if !copiesRows(f) {
			return
		}
		sv := survey(f)
		w := &seer{sv: sv, private: &spender{in: sv.Info}}
		w.block(&f.Body)
	}),
}

// copiesRows reports whether a row of a matrix is copied to an array.
func copiesRows(f *loop.Func) (yes bool) {
	loop.Walk(f.Body, func(s loop.Stmt) {
		c, ok := s.(*loop.Copy)
		yes = yes || ok && c.Dst.Kind == loop.VarExpr && c.Src.Kind == loop.IndexExpr
	})
	return yes
}

type seer struct {
	sv      *surveyor
	private *spender
	writes  map[*loop.Var]int // statements that write to the memory of a variable, by that name
}

func (w *seer) block(b *[]loop.Stmt) {
	var at *rowCopies
	out := *b
	gone := map[loop.Stmt]bool{}
	for i, s := range *b {
		loop.Blocks(s, w.block)
		c, ok := s.(*loop.Copy)
		if !ok || c.Dst.Kind != loop.VarExpr || c.Src.Kind != loop.IndexExpr || c.Src.Args[0].Kind != loop.VarExpr {
			continue
		}
		if at == nil {
			at = &rowCopies{*b, lastMentions(*b), w.classes(*b)}
		}
		if a := w.made(at, i, c); a != nil {
			if len(gone) == 0 {
				out = slices.Clone(out)
			}
			gone[a] = true
			out[i] = &loop.Let{Var: a.Var, Rhs: c.Src}
		}
	}
	if len(gone) > 0 {
		*b = slices.DeleteFunc(out, func(s loop.Stmt) bool { return gone[s] })
	}
}

// rowCopies is what is asked about a block with copies of rows.
type rowCopies struct {
	block  []loop.Stmt
	last   map[*loop.Var]int   // see [lastMentions]
	writes map[*loop.Var][]int // the statements that write to a class
}

// classes are the places of a block where memory is written, by class.
func (w *seer) classes(b []loop.Stmt) map[*loop.Var][]int {
	out := map[*loop.Var][]int{}
	for i, s := range b {
		for _, r := range w.sv.Effects(s).RegionList {
			out[r.Class] = append(out[r.Class], i)
		}
	}
	return out
}

// made is the making of an array that the copy at i of a block fills with a row that can be read in its place, or nil.
func (w *seer) made(at *rowCopies, i int, c *loop.Copy) *loop.Alloc {
	v, root := c.Dst.Var, c.Src.Args[0].Var
	if v.Type.Rank != 1 || v.Type.Base == loop.Ref || root.Type.Rank != 2 || root.Flat != nil || w.sv.Mutable(v) || w.sv.Mutable(root) {
		return nil
	}
	a := madeFor(c, at.block[:i])
	if a == nil || len(a.Dims) != 1 {
		return nil
	}
	of, class := w.sv.arrays[root], w.sv.Class(root)
	if of == nil || of.alloc == nil || len(of.alloc.Dims) != 2 || w.sv.owners[class] > 1 || w.sv.ragged[class] || w.sv.stored[class] {
		return nil
	}
	long, row := a.Dims[0], of.alloc.Dims[1]
	if !loop.Equal(long, row) || !(long.IsConst() || long.Kind == loop.VarExpr && !w.sv.Mutable(long.Var)) {
		return nil
	}
	if w.private.isShared(v) || w.writesTo(v) > 1 || between(at.writes[class], i+1, at.last[v]) {
		return nil
	}
	return a
}

// writesTo counts the statements that write to v.
func (w *seer) writesTo(v *loop.Var) int {
	if w.writes == nil {
		w.writes = map[*loop.Var]int{}
		is := func(e *loop.Expr) { w.writes[e.Root()]++ }
		loop.Walk(w.sv.Func.Body, func(s loop.Stmt) {
			switch s := s.(type) {
			case *loop.Assign:
				for _, l := range s.Lhs {
					is(l)
				}
			case *loop.AddTo:
				is(s.Lhs)
			case *loop.Clear:
				is(s.Dst)
			case *loop.Copy:
				is(s.Dst)
			case *loop.Call:
				for _, a := range s.Args {
					is(a)
				}
			}
		})
	}
	return w.writes[v]
}
