package own

import (
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// report tells once what is wrong with the functions of a slot.
func (t *tagger) report(s *slot, text, hint string) {
	if t.bad[s] {
		return
	}
	t.bad[s] = true
	at := t.at
	for _, m := range s.members {
		if m.lit != nil && len(m.caps) > 0 && m.lit.At != nil {
			at = m.lit.At
		}
	}
	if s.outside {
		at = t.calledAt(s)
	}
	t.diags = append(t.diags, message(at, CodeFunctions, text, hint))
}

// calledAt is where a function of the slot is called.
func (t *tagger) calledAt(s *slot) (at *syntax.Pos) {
	for _, f := range t.funcs {
		deep(f.Body, func(ss []flow.Stmt) {
			eachStmt(ss, func(st flow.Stmt) {
				c, ok := st.(*flow.Call)
				if ok && c.Fun != nil && t.slots.value(f, c.Fun).find() == s &&
					(at == nil || c.At != nil && compareAt(c.At, at) < 0) {
					at = c.At
				}
			})
		})
	}
	if at == nil && s.tested != nil {
		at = s.tested.At
	}
	return at
}
