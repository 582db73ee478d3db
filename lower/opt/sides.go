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

type sider struct {
	changed     bool
	then, other side // their memory
}

func (d *sider) block(b []loop.Stmt) []loop.Stmt {
	out, changed := b, false
	for i, s := range b {
		c, ok := s.(*loop.If)
		if ok {
			c.Then, c.Else = d.block(c.Then), d.block(c.Else)
		} else {
			loop.Blocks(s, func(b *[]loop.Stmt) { *b = d.block(*b) })
		}
		if ok && d.same(c) {
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

// same reports whether the two blocks of a branch give the same variables the same values and do nothing else.
func (d *sider) same(s *loop.If) bool {
	if len(s.Then) == 0 || len(s.Else) == 0 || len(s.Then) > mostOfSide || len(s.Else) > mostOfSide || s.Cond.CanFail() {
		return false
	}
	then, other := &d.then, &d.other
	if !then.look(s.Then) || !other.look(s.Else) || then.outer != other.outer {
		return false
	}
	for _, x := range then.is {
		if x.outer {
			if e := other.of(x.v); e == nil || !loop.Equal(x.e, e) {
				return false
			}
		}
	}
	return true
}

// A side is what a block makes of variables, in terms of what they were before it.
type side struct {
	is    []sideValue // of few variables
	now   []*loop.Expr
	outer int // how many of them are declared outside of the block
	left  int // how many operands there may be yet
}

// sideValue is what a variable is.
type sideValue struct {
	v     *loop.Var
	e     *loop.Expr
	outer bool // it is declared outside of the block
}

// of is what v is, or nil where it is what it was.
func (d *side) of(v *loop.Var) *loop.Expr {
	for i := range d.is {
		if d.is[i].v == v {
			return d.is[i].e
		}
	}
	return nil
}

func (d *side) give(v *loop.Var, e *loop.Expr, outer bool) {
	for i := range d.is {
		if d.is[i].v == v {
			d.is[i].e = e
			return
		}
	}
	d.is = append(d.is, sideValue{v, e, outer})
	if outer {
		d.outer++
	}
}

// look looks at a block of declarations and assignments of scalars that cannot fail. Of others it knows nothing, and says so.
func (d *side) look(b []loop.Stmt) bool {
	d.is, d.outer, d.left = d.is[:0], 0, mostInSide
	for _, s := range b {
		switch s := s.(type) {
		case *loop.Let:
			if !d.see(s.Var, s.Rhs) {
				return false
			}
			d.give(s.Var, d.expr(s.Rhs), false)
		case *loop.Assign:
			d.now = d.now[:0]
			for k, l := range s.Lhs {
				if l.Kind != loop.VarExpr || !d.see(l.Var, s.Rhs[k]) {
					return false
				}
				d.now = append(d.now, d.expr(s.Rhs[k]))
			}
			for k, l := range s.Lhs {
				d.give(l.Var, d.now[k], true)
			}
		default:
			return false
		}
	}
	return d.left >= 0
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
		if is := d.of(e.Var); is != nil {
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
