package affine

import "github.com/seed-4b734f86/gochad/lower/loop"

// An around is a statement around a place of a function, with blocks that may not run.
type around struct {
	index *loop.Var // of a counted loop
	loop  bool
	runs  bool // the loop is known to run
	known int  // how many facts are known in front of it
}

func (f *Facts) aroundOf(s loop.Stmt) around {
	p := around{known: len(f.Known)}
	switch s := s.(type) {
	case *loop.For:
		p.index, p.loop, p.runs = s.Var, true, f.positive(s.N)
	case *loop.While:
		p.loop = true
	}
	return p
}

// Leaves looks for the outermost statement from which an element at an index may be taken although it may not have run,
// and says how many facts are known in front of it. Elements without a check, under the variable of a loop around,
// leave loops that may not run and branches that may not be taken: see Safe of package nest. What is known of the index
// inside such a statement only, because of its condition or since it has checked the index, is no reason to do without
// a check.
//
//	for i < n {
//	  for j < m {                 m may be 0
//	    if i < len(x) { … x[i] }
//	    … y[inrange(i, k)] … z[inrange(i, k)] …
func (f *Facts) Leaves(i *loop.Expr) (known int, some bool) {
	from := f.Level(i)
	if from == 0 {
		return 0, false
	}
	inLoop := false
	for _, p := range f.around[from:] {
		if p.loop && !p.runs || !p.loop && inLoop {
			return p.known, true
		}
		inLoop = inLoop || p.loop
	}
	return 0, false
}

// Level is how many statements are around the body of the innermost loop whose variable e depends on, by itself or by
// what is defined with it, that loop included; 0 if there is none.
func (f *Facts) Level(e *loop.Expr) (n int) {
	e.EachVar(func(v *loop.Var) { n = max(n, f.levelOf(v)) })
	return n
}

func (f *Facts) levelOf(v *loop.Var) int {
	for k := len(f.around) - 1; k >= 0; k-- {
		if f.around[k].index == v {
			return k + 1
		}
	}
	d := f.Def.Get(v.ID())
	if d == nil {
		return 0
	}
	n, known := f.levels[v]
	if !known {
		n = f.Level(d)
		f.levels[v] = n
	}
	return n
}
