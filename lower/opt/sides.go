package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// sides does without the branches whose two sides do the same, as the pullbacks of functions do which differ in what they tape only.
//
//	if f == 3 {                                  var v real = c * dy
//	  w = c * dy                                 w = v
//	} else {                               →
//	  var v real = c * dy
//	  w = v
//	}
var sides = Pass{ //nolint:gochecknoglobals // a constant
	Name: "sides",
	Law: "A branch whose two blocks give the same variables the same values, and do nothing else, is one of the blocks: what a condition that cannot " +
		"fail says makes no difference then.",
	Needs: Branches,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		s := &sider{}
		if f.Body = s.block(f.Body); !s.changed {
			o.unchanged()
		}
	}),
}

// mostOfSide bounds the statements of a block that is compared with another, and the operands of what it computes.
const (
	mostOfSide = 12
	mostInSide = 100
)

type sider struct{ changed bool }

func (d *sider) block(b []loop.Stmt) []loop.Stmt {
	out, changed := b, false
	for i, s := range b {
		loop.Blocks(s, func(b *[]loop.Stmt) { *b = d.block(*b) })
		c, ok := s.(*loop.If)
		if ok && sameSides(c) {
			if !changed {
				out, changed = append(make([]loop.Stmt, 0, len(b)), b[:i]...), true
			}
			out = append(out, c.Then...)
		} else if changed {
			out = append(out, s)
		}
	}
	d.changed = d.changed || changed
	return out
}

// sameSides reports whether the two blocks of a branch give the same variables the same values and do nothing else.
func sameSides(s *loop.If) bool {
	if len(s.Then) == 0 || len(s.Else) == 0 || len(s.Then) > mostOfSide || len(s.Else) > mostOfSide || s.Cond.CanFail() {
		return false
	}
	then, other := sideOf(s.Then), sideOf(s.Else)
	if then == nil || other == nil || len(then.sets) != len(other.sets) {
		return false
	}
	for _, v := range then.sets {
		if e := other.is[v]; e == nil || !loop.Equal(then.is[v], e) {
			return false
		}
	}
	return true
}

// A side is what a block makes of variables, in terms of what they were before it.
type side struct {
	is   map[*loop.Var]*loop.Expr
	sets []*loop.Var // those that are declared outside of the block
	left int         // how many operands there may be yet
}

// sideOf looks at a block of declarations and assignments of scalars that cannot fail. Of others it gives nil.
func sideOf(b []loop.Stmt) *side {
	d := &side{is: map[*loop.Var]*loop.Expr{}, left: mostInSide}
	for _, s := range b {
		switch s := s.(type) {
		case *loop.Let:
			if !d.see(s.Var, s.Rhs) {
				return nil
			}
			d.is[s.Var] = d.expr(s.Rhs)
		case *loop.Assign:
			now := make([]*loop.Expr, len(s.Lhs))
			for k, l := range s.Lhs {
				if l.Kind != loop.VarExpr || !d.see(l.Var, s.Rhs[k]) {
					return nil
				}
				now[k] = d.expr(s.Rhs[k])
			}
			for k, l := range s.Lhs {
				if d.is[l.Var] == nil {
					d.sets = append(d.sets, l.Var)
				}
				d.is[l.Var] = now[k]
			}
		default:
			return nil
		}
	}
	if d.left < 0 {
		return nil
	}
	return d
}

// see reports whether e may be what v is.
func (d *side) see(v *loop.Var, e *loop.Expr) bool {
	return !holds(v.Type) && !e.CanFail() && d.left >= 0
}

// expr is e in terms of what was before the block, as far as there may be that much.
func (d *side) expr(e *loop.Expr) *loop.Expr {
	if d.left--; d.left < 0 {
		return e
	}
	if e.Kind == loop.VarExpr {
		if is := d.is[e.Var]; is != nil {
			d.left -= sizeWithin(is, d.left)
			return is
		}
		return e
	}
	return e.MapArgs(d.expr)
}

// sizeWithin counts the operands of e, up to most.
func sizeWithin(e *loop.Expr, most int) int {
	n := 1
	for _, a := range e.Args {
		if n > most {
			break
		}
		n += sizeWithin(a, most-n)
	}
	return n
}
