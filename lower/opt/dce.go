package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

var deadCode = Pass{ //nolint:gochecknoglobals // a constant
	Name: "dead-code-elimination",
	Law: "A statement whose variables and memory no result, Out parameter, Check, call of a function with a Check or " +
		"needed statement reads " +
		"can go: expressions have no effects but errors, and errors of values that nobody needs may go. So can a " +
		"branch " +
		"whose condition is a constant that does not take it, and a loop whose condition is false, except for its head, " +
		"which runs once.",
	Run: eachFunc(func(f *loop.Func, o *Options) {
		d := &o.scratch().deadness
		d.called = o.scratch().callees()
		decided := o.partsOf(f)&Decided != 0
		if decided {
			f.Body = dropUntaken(f.Body)
			d.remove(facts.Analyse(f))
		} else {
			d.remove(o.analyse(f))
		}
		switch {
		case decided:
		case !d.changed:
			o.unchanged()
		case !d.again:
			o.exhausted()
		}
	}),
}

// dropUntaken writes the branch that is taken for those whose condition is a constant, and the head of a loop that ends
// before its first iteration. What is never run may be nothing that a back end can write, as a[-1] is.
func dropUntaken(block []loop.Stmt) []loop.Stmt {
	var out []loop.Stmt
	for _, s := range block {
		loop.Blocks(s, func(b *[]loop.Stmt) { *b = dropUntaken(*b) })
		switch c := s.(type) {
		case *loop.If:
			if c.Cond.IsConst() {
				taken := c.Else
				if c.Cond.I != 0 {
					taken = c.Then
				}
				out = append(out, taken...)
				continue
			}
		case *loop.While:
			if facts.IsNever(c) {
				out = append(out, c.Head...)
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// removeDead is the pass on one function.
func removeDead(f *loop.Func) { (&deadness{called: facts.NewCallees()}).remove(facts.Analyse(f)) }

// sweep rebuilds a block from what is needed.
func (d *deadness) sweep(block []loop.Stmt) []loop.Stmt {
	out := block[:0]
	for _, s := range block {
		if a, ok := s.(*loop.Assign); ok {
			if d.parts(a) {
				out = append(out, s)
			}
			continue
		}
		needed := d.need[d.next]
		d.next++
		if _, ok := s.(*loop.Let); ok {
			if needed {
				out = append(out, s)
			}
			continue
		}
		loop.Blocks(s, func(b *[]loop.Stmt) { *b = d.sweep(*b) })
		if c, ok := s.(*loop.Copy); !needed || ok && loop.Equal(c.Dst, c.Src) {
			d.again = d.again || needed
			continue
		}
		switch s := s.(type) {
		case *loop.Call:
			for i, v := range s.Vars {
				if v != nil && d.of.Get(v.ID()) != taken { // nothing has read it
					s.Vars[i], d.changed = nil, true
				}
			}
		case *loop.For:
			if len(s.Body) == 0 {
				d.again = true
				continue
			}
			if s.Par != nil {
				n := len(s.Par.Writes)
				s.Par.Writes = slices.DeleteFunc(s.Par.Writes,
					func(a *loop.Expr) bool { return d.of.Get(a.Var.ID()) != taken })
				d.changed = d.changed || len(s.Par.Writes) < n
			}
		case *loop.If:
			if len(s.Then) == 0 {
				s.Cond, s.Then, s.Else, d.changed = loop.Not(s.Cond), s.Else, nil, true
				d.again = d.again || len(s.Then) == 0
			}
		}
		out = append(out, s)
	}
	d.changed = d.changed || len(out) < len(block)
	clear(block[len(out):])
	return out
}

// parts keeps the needed assignments of an Assign, but those of a place to itself, and reports
// whether there are any.
func (d *deadness) parts(a *loop.Assign) bool {
	n := 0
	for k := range a.Lhs {
		if d.need[d.next] && !loop.Equal(a.Lhs[k], a.Rhs[k]) {
			a.Lhs[n], a.Rhs[n] = a.Lhs[k], a.Rhs[k]
			n++
		} else {
			d.changed, d.again = true, d.again || d.need[d.next]
		}
		d.next++
	}
	a.Lhs, a.Rhs = a.Lhs[:n], a.Rhs[:n]
	return n > 0
}
