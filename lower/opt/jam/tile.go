package jam

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// tileRows is how many iterations of a loop over rows run together where several iterations of the loop around it do:
// each element of a row is loaded once for those, and each of theirs once for the rows.
const tileRows = 2

// tiles does to the loops inside those over blocks of iterations what [interleaver.block] did to the loops around them,
// two iterations at a time. A loop of the blocks is as expensive to begin, and to check the bounds of, for two rows as
// for one. For back ends with vectors alone: other registers have not the room.
//
//	for r < m {                                  for b < m / 2 {
//	  var s real = 0.0; var s1 …                   var s real = 0.0; var s1 …; var t real = 0.0; var t1 …
//	  for j < k {                                  for j < k {
//	    s +~= q[r][j] * x[j]                 →       s +~= q[2*b][j] * x[j]
//	    s1 +~= q[r][j] * x1[j]; …                    s1 +~= q[2*b][j] * x1[j]; …
//	  }                                              t +~= q[2*b+1][j] * x[j]
//	  y[r] = s; y1[r] = s1; …                        t1 +~= q[2*b+1][j] * x1[j]; …
//	}                                              }
//	                                               y[2*b] = s; y1[2*b] = s1; …; y[2*b+1] = t; …
//	                                             }
//	                                             for r < m - m/2*2 { … }
func (w *interleaver) tiles(f *loop.Func) {
	if !w.lanes || len(w.blocks) == 0 {
		return
	}
	t := &interleaver{in: facts.Analyse(f), fast: w.fast, zip: w.zip, lanes: true, column: w.column}
	for _, b := range w.blocks {
		b.Body = t.tileBlock(b.Body)
	}
}

// tileBlock tiles the loops of a block that are deepest inside and have loops themselves.
func (w *interleaver) tileBlock(block []loop.Stmt) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(block))
	for _, s := range block {
		if l, ok := s.(*loop.For); ok && deepest(l.Body) {
			if parts := w.tile(l); parts != nil {
				out = append(out, parts...)
				continue
			}
		} else {
			loop.Blocks(s, func(b *[]loop.Stmt) { *b = w.tileBlock(*b) })
		}
		out = append(out, s)
	}
	return out
}

// deepest reports whether the loops of a block have no loops inside, and there is one.
func deepest(block []loop.Stmt) bool {
	deep := facts.HasLoop(block)
	loop.Walk(block, func(s loop.Stmt) {
		if l, ok := s.(*loop.For); ok {
			deep = deep && !facts.HasLoop(l.Body)
		}
	})
	return deep
}

// tile is l in pairs of iterations, or nil.
func (w *interleaver) tile(l *loop.For) []loop.Stmt {
	if !w.can(l, 2*tileRows) {
		return nil
	}
	b := loop.NewVar("b", loop.IntType)
	c, body := w.weave(l, b, tileRows, true)
	if !c.shares || c.sums > tileRows*interleaveLanes || c.arrays > interleaveArrays {
		return nil
	}
	return w.inBlocks(l, b, tileRows, body)
}

// note keeps which arrays the iterations of l, woven by c, have for each other.
func (w *interleaver) note(l *loop.For, c *weaver) {
	if w.column == nil {
		w.column = map[*loop.Var]*loop.Var{}
	}
	own := map[*loop.Var]bool{}
	loop.Walk(l.Body, func(s loop.Stmt) {
		var v *loop.Var
		switch s := s.(type) {
		case *loop.Alloc:
			v = s.Var
		case *loop.Let: // rows of one
			if !s.Var.Type.IsArray() || !own[facts.RootOf(s.Rhs)] {
				return
			}
			v = s.Var
		default:
			return
		}
		own[v] = true
		for _, with := range c.with {
			if x := with.As[v]; x != nil && x.Kind == loop.VarExpr {
				w.column[x.Var] = v
			}
		}
	})
}
