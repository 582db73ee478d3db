package own

import "github.com/seed-4b734f86/gochad/gosrc/flow"

// separate gives a local variable to each parameter that holds slices or pointers and is assigned itself, or has its
// address taken. Afterwards a parameter names what the caller handed over, from the beginning to the end: what the
// function does to its own copy of the slice or pointer is the local variable's matter.
func separate(f *flow.Func) {
	changed := map[*flow.Var]bool{}
	note := func(p flow.Place) {
		if p.Var != nil && holds(p.Var.Type) && trim(letters(p)) == "" {
			changed[p.Var] = true
		}
	}
	eachStmt(f.Body, func(s flow.Stmt) {
		for _, p := range stores(s) {
			note(p)
		}
	})
	eachOperand(f.Body, func(e flow.Expr) {
		if a, ok := e.(*flow.Addr); ok {
			note(a.Place)
		}
	})
	c := &copier{vars: map[*flow.Var]*flow.Var{}}
	first := &flow.Assign{}
	for _, p := range f.Params {
		if !changed[p] {
			continue
		}
		v := *p
		c.vars[p] = &v
		first.Dst, first.Src = append(first.Dst, place(&v)), append(first.Src, load(p))
	}
	if len(first.Dst) > 0 {
		f.Body = append([]flow.Stmt{first}, c.list(f.Body)...)
	}
}
