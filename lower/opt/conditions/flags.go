package conditions

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

const (
	mostOfFlag = 8   // variables in what a flag is known to be
	mostFlags  = 200 // statements that are looked at for the flags of a branch
)

// flags has it known what the branches s make of bools that were known before, as the facts were; those that s changes
// are forgotten.
//
//	var g bool = false
//	if tag == 1 {
//	  g = true             g is tag == 1 from here on, as long as neither changes
//	}
func (d *decider) flags(s *loop.If, before []implied) {
	d.left = mostFlags
	for _, f := range before {
		if f.is == nil || d.lost.Get(f.is.ID()) != d.asked || d.shown(f.is, before).e != f.e {
			continue
		}
		is, size := d.becomes(f.is, f.e, []loop.Stmt{s}), 0
		if is == nil || !d.pure(is) {
			continue
		}
		stays := true
		facts.EachRead(is, func(v *loop.Var) {
			size++
			stays = stays && d.lost.Get(v.ID()) != d.asked && v != f.is
		})
		if stays && size <= mostOfFlag {
			d.know(implied{is: f.is, e: is})
		}
	}
}

// shown is the last of the facts that say what v is.
func (d *decider) shown(v *loop.Var, facts []implied) implied {
	for i := len(facts) - 1; i >= 0; i-- {
		if facts[i].is == v {
			return facts[i]
		}
	}
	return implied{}
}

// becomes is what statements make of a bool that was e before, or nil where that is not known. Its variables are as
// they are behind the statements that change none of them.
func (d *decider) becomes(v *loop.Var, e *loop.Expr, b []loop.Stmt) *loop.Expr {
	for i, s := range b {
		if d.left--; d.left < 0 {
			return nil
		}
		switch s := s.(type) {
		case *loop.Assign:
			for k, l := range s.Lhs {
				if l.Kind == loop.VarExpr && l.Var == v {
					e = d.inside(s.Rhs[k], b[:i])
				}
			}
		case *loop.If:
			yes, no := d.becomes(v, e, s.Then), d.becomes(v, e, s.Else)
			if yes != e || no != e {
				e = either(s.Cond, yes, no)
			}
		default:
			loop.Blocks(s, func(in *[]loop.Stmt) {
				if e != nil && d.becomes(v, e, *in) != e {
					e = nil
				}
			})
		}
		if e == nil {
			return nil
		}
	}
	return e
}

// inside is e, or what a flag that the block before it declares is.
func (d *decider) inside(e *loop.Expr, b []loop.Stmt) *loop.Expr {
	if e.Kind != loop.VarExpr {
		return e
	}
	for i, s := range b {
		if l, ok := s.(*loop.Let); ok && l.Var == e.Var && d.pure(l.Rhs) {
			return d.becomes(e.Var, l.Rhs, b[i+1:])
		}
	}
	return e
}

// either is yes if c holds, and otherwise no, of which one at least is a constant; or nil.
func either(c, yes, no *loop.Expr) *loop.Expr {
	switch {
	case yes == nil || no == nil:
		return nil
	case yes.IsConst() && no.IsConst() && yes.I == no.I:
		return yes
	case yes.IsConst() && no.IsConst() && yes.I != 0:
		return c
	case yes.IsConst() && no.IsConst():
		return loop.Not(c)
	case yes.IsConst() && yes.I != 0:
		return edit.Binary("or", c, no)
	case yes.IsConst():
		return edit.Binary("and", loop.Not(c), no)
	case no.IsConst() && no.I == 0:
		return edit.Binary("and", c, yes)
	case no.IsConst():
		return edit.Binary("or", loop.Not(c), yes)
	}
	return nil
}
