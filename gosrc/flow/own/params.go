package own

import "github.com/seed-4b734f86/gochad/gosrc/flow"

// separate gives a local variable to each parameter that holds slices or pointers and is assigned itself, or has its
// address taken. Afterwards a parameter names what the caller handed over, from the beginning to the end: what the
// function does to its own copy of the slice or pointer is the local variable's matter.
func separate(f *flow.Func) {
	changed := map[*flow.Var]bool{}
	eachOwn(f.Body, func(v *flow.Var, _ bool) { changed[v] = holds(v.Type) })
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
