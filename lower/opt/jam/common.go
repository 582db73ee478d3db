package jam

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// commonArrays are the arrays that every iteration of a loop makes for itself and fills with the same numbers:
// iterations that run together need one of them.
type commonArrays struct {
	in     *facts.Info
	arrays map[*loop.Var]bool // by class
}

// findCommon finds those of l. All others depend on the iteration: what does is followed through variables and arrays,
// from the variable of l on, until nothing is added.
func (w *interleaver) findCommon(l *loop.For) *commonArrays {
	c := &commonArrays{w.in, map[*loop.Var]bool{}}
	loop.Walk(l.Body, func(s loop.Stmt) {
		if a, ok := s.(*loop.Alloc); ok && !w.outer[w.in.Class(a.Var)] {
			c.arrays[w.in.Class(a.Var)] = true
		}
	})
	if len(c.arrays) == 0 {
		return c
	}
	f := &laneFinder{
		interleaver: w, common: c, written: w.in.Effects(l.Body...), depends: map[*loop.Var]bool{l.Var: true},
		alone: map[*loop.For]bool{},
	}
	loop.Walk(l.Body, func(s loop.Stmt) {
		if in, ok := s.(*loop.For); ok && !w.together(in) {
			f.alone[in] = true
		}
	})
	for f.changed = true; f.changed; {
		f.changed = false
		f.block(l.Body, false)
	}
	return c
}

// A laneFinder follows what depends on the iteration.
type laneFinder struct {
	*interleaver
	common  *commonArrays
	written *facts.Effects
	depends map[*loop.Var]bool // numbers
	alone   map[*loop.For]bool // loops that run once for each iteration, one after the other
	changed bool
}

// varies reports whether the value of e may differ between iterations.
func (f *laneFinder) varies(e *loop.Expr) bool {
	if e.Kind == loop.VarExpr {
		if facts.Holds(e.Type) {
			return f.depends[e.Var]
		}
		return f.depends[e.Var] || f.in.Mutable(e.Var) && f.written.Vars[e.Var]
	}
	if e.Kind == loop.IndexExpr || e.Kind == loop.FieldExpr {
		r, ok := f.in.Region(e)
		if !ok || f.written.Regions[r] && !f.common.arrays[r.Class] {
			return true
		}
	}
	for _, a := range e.Args {
		if f.varies(a) {
			return true
		}
	}
	return false
}

func (f *laneFinder) variable(v *loop.Var) {
	if !f.depends[v] {
		f.depends[v], f.changed = true, true
	}
}

func (f *laneFinder) array(v *loop.Var) {
	if v != nil && f.common.arrays[f.in.Class(v)] {
		delete(f.common.arrays, f.in.Class(v))
		f.changed = true
	}
}

// block looks at statements; sometimes says that whether or how often they run depends on the iteration.
func (f *laneFinder) block(b []loop.Stmt, sometimes bool) {
	for _, s := range b {
		inner := true // blocks of branches and of loops without a count
		switch s := s.(type) {
		case *loop.Let:
			if f.varies(s.Rhs) {
				f.variable(s.Var)
			}
			if facts.Holds(s.Var.Type) {
				f.array(s.Var) // what a view shows is not followed
			}
		case *loop.Alloc:
			for _, d := range s.Dims {
				if sometimes || s.Var.Type.Rank != 1 || f.varies(d) {
					f.array(s.Var)
				}
			}
		case *loop.Assign:
			for i, l := range s.Lhs {
				if l.Kind == loop.IndexExpr && l.Args[0].Kind == loop.VarExpr && !sometimes && !f.varies(l.Args[1]) &&
					!f.varies(s.Rhs[i]) &&
					(len(s.Lhs) == 1 || f.independent(s)) {
					continue
				}
				f.array(facts.RootOf(l))
			}
		case *loop.For:
			if inner = sometimes || f.alone[s] || f.varies(s.N); inner {
				f.variable(s.Var)
			}
		case *loop.Check:
		default:
			f.in.Writes(s, func(r facts.Region) { f.array(r.Class) }, nil)
		}
		loop.Blocks(s, func(c *[]loop.Stmt) { f.block(*c, inner) })
	}
}

// independent reports whether the parts of an assignment may be done one after the other, in any order.
func (f *laneFinder) independent(s *loop.Assign) bool {
	ok := true
	for _, l := range s.Lhs {
		r, is := f.in.Region(l)
		if ok = ok && is; !ok {
			return false
		}
		for _, e := range s.Rhs {
			f.eachRegion(e, func(q facts.Region) { ok = ok && q != r })
		}
		for _, m := range s.Lhs {
			for _, a := range m.Args {
				f.eachRegion(a, func(q facts.Region) { ok = ok && q != r })
			}
		}
	}
	return ok
}

func (f *laneFinder) eachRegion(e *loop.Expr, yield func(facts.Region)) {
	if r, ok := f.in.Region(e); ok {
		yield(r)
	}
	for _, a := range e.Args {
		f.eachRegion(a, yield)
	}
}

// is reports whether an element is one of a common array.
func (c *commonArrays) is(l *loop.Expr) bool {
	v := facts.RootOf(l)
	return l.Kind == loop.IndexExpr && v != nil && c.arrays[c.in.Class(v)]
}

// once is what s does to common arrays, or nil.
func (c *commonArrays) once(s loop.Stmt) loop.Stmt {
	if len(c.arrays) == 0 {
		return nil
	}
	switch s := s.(type) {
	case *loop.Alloc:
		if c.arrays[c.in.Class(s.Var)] {
			return s
		}
	case *loop.Assign:
		return c.parts(s, true)
	}
	return nil
}

// rest is what s does to other variables and arrays, or nil.
func (c *commonArrays) rest(s loop.Stmt) loop.Stmt {
	if a, ok := s.(*loop.Assign); ok {
		return c.parts(a, false)
	}
	return nil
}

func (c *commonArrays) parts(s *loop.Assign, common bool) loop.Stmt {
	out := &loop.Assign{}
	for i, l := range s.Lhs {
		if c.is(l) == common {
			out.Lhs, out.Rhs = append(out.Lhs, l), append(out.Rhs, s.Rhs[i])
		}
	}
	if len(out.Lhs) == 0 {
		return nil
	}
	return out
}
