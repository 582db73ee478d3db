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
}

func (w *seer) block(b *[]loop.Stmt) {
	for i := 0; i < len(*b); i++ {
		loop.Blocks((*b)[i], w.block)
		c, ok := (*b)[i].(*loop.Copy)
		if !ok {
			continue
		}
		if a := w.made((*b), i, c); a != nil {
			out := slices.Clone(*b)
			out[i] = &loop.Let{Var: a.Var, Rhs: c.Src}
			at := slices.IndexFunc(out, func(s loop.Stmt) bool { return s == loop.Stmt(a) })
			*b = slices.Delete(out, at, at+1)
			i--
		}
	}
}

// made is the making of an array that the copy at i of a block fills with a row that can be read in its place, or nil.
func (w *seer) made(b []loop.Stmt, i int, c *loop.Copy) *loop.Alloc {
	if c.Dst.Kind != loop.VarExpr || c.Src.Kind != loop.IndexExpr || c.Src.Args[0].Kind != loop.VarExpr {
		return nil
	}
	v, root := c.Dst.Var, c.Src.Args[0].Var
	if v.Type.Rank != 1 || v.Type.Base == loop.Ref || root.Type.Rank != 2 || root.Flat != nil || w.sv.Mutable(v) || w.sv.Mutable(root) {
		return nil
	}
	a := madeFor(c, b[:i])
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
	if w.private.isShared(v) || w.written(b, v, c) {
		return nil
	}
	end := lastUse(b, v)
	for _, r := range w.sv.Effects(b[i+1 : end+1]...).RegionList {
		if r.Class == class {
			return nil
		}
	}
	return a
}

// written reports whether anything but c writes to v.
func (w *seer) written(b []loop.Stmt, v *loop.Var, c *loop.Copy) (yes bool) {
	is := func(e *loop.Expr) { yes = yes || e.Root() == v }
	loop.Walk(b, func(s loop.Stmt) {
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
			if s != c {
				is(s.Dst)
			}
		case *loop.Call:
			for _, a := range s.Args {
				is(a)
			}
		}
	})
	return yes
}
