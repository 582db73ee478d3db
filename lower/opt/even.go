package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// even keeps one number instead of an array of it: what a loop stores for the way back may be the same in all iterations, and known to be
// so only since it has been moved in front of them.
//
//	var z []real = new(n)            var z real = 0.0
//	if c {                           if c {
//	  var t real = sin(x[0])           var t real = sin(x[0])
//	  for i < n {                      z = t
//	    …                        →     for i < n {
//	    z[i] = t                         …
//	  }                                }
//	}                                }
//	for down j < n {                 for down j < n {
//	  … cos(z[j]) …                    … cos(z) …
//	}                                }
//
// Where the loop does not run, all elements are zero, and so is the number.
var even = Pass{ //nolint:gochecknoglobals // a constant
	Name:  "even",
	Law:   "An array that is made of zeros, and all elements of which one loop sets to one number, has equal elements before and after that loop.",
	Needs: Loops | Allocs,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		e := &evener{surveyor: survey(f), with: map[*loop.Expr]*loop.Expr{}, gone: map[*loop.Var]*loop.Expr{}, stores: map[*loop.Assign][]int{}, sets: map[*loop.For]*loop.Assign{}, declared: map[*loop.For]map[*loop.Var]bool{}}
		for _, t := range e.order {
			e.array(t, e.arrays[t])
		}
		if len(e.gone) > 0 {
			loop.MapExprs(f.Body, e.replace)
			e.block(&f.Body)
			removeDead(f)
		}
	}),
}

type evener struct {
	*surveyor
	with   map[*loop.Expr]*loop.Expr  // elements, and the numbers that they are
	gone   map[*loop.Var]*loop.Expr   // arrays that become numbers
	stores map[*loop.Assign][]int     // the parts of assignments that go
	sets   map[*loop.For]*loop.Assign // what is assigned in front of loops instead

	declared map[*loop.For]map[*loop.Var]bool // the variables of loops that fill arrays
}

// array plans to make t a number if it is even.
func (e *evener) array(t *loop.Var, s *sites) {
	if s.alloc == nil || s.other || len(s.reads) == 0 || len(s.rows) > 0 || len(s.alloc.Dims) != 1 || t.Type.Rank != 1 {
		return
	}
	loops := e.filled(t, s)
	if loops == nil || !e.through(loops[0], s.alloc) {
		return
	}
	in := loops[0]
	store := (*s.write.n.block)[s.write.at].(*loop.Assign)
	v := store.Rhs[s.part]
	if !v.IsAtom() || v.Kind == loop.VarExpr && e.changes(in.loop, v.Var) {
		return
	}
	for _, r := range s.reads {
		if len(r.loops) != 1 || !e.through(r.loops[0], s.alloc) || r.at.n.within(in) {
			return
		}
	}
	x := loop.NewVar(t.Name, v.Type)
	e.gone[t] = loop.Use(x)
	e.stores[store] = append(e.stores[store], s.part)
	for _, r := range s.reads {
		e.with[r.e] = e.gone[t]
	}
	set := e.sets[in.loop]
	if set == nil {
		set = &loop.Assign{}
		e.sets[in.loop] = set
	}
	set.Lhs, set.Rhs = append(set.Lhs, e.gone[t]), append(set.Rhs, v)
}

// through reports whether a loop counts through all elements of an array with one dimension.
func (e *evener) through(n *nest, a *loop.Alloc) bool {
	trips := e.linear(n.loop.N)
	return trips.over(e.fixed) && trips.equal(e.linear(a.Dims[0]))
}

// changes reports whether a loop declares v, or anything assigns it.
func (e *evener) changes(l *loop.For, v *loop.Var) bool {
	if e.Mutable(v) {
		return true
	}
	if e.declared[l] == nil {
		e.declared[l] = map[*loop.Var]bool{l.Var: true}
		loop.Walk(l.Body, func(s loop.Stmt) { loop.Declared(s, func(d *loop.Var) { e.declared[l][d] = true }) })
	}
	return e.declared[l][v]
}

func (e *evener) replace(x *loop.Expr) *loop.Expr {
	if y := e.with[x]; y != nil {
		return y
	}
	return x.MapArgs(e.replace)
}

// block takes the arrays away.
func (e *evener) block(b *[]loop.Stmt) {
	out := make([]loop.Stmt, 0, len(*b))
	for _, s := range *b {
		loop.Blocks(s, e.block)
		switch s := s.(type) {
		case *loop.Alloc:
			if x := e.gone[s.Var]; x != nil {
				out = append(out, &loop.Let{Var: x.Var, Rhs: loop.ZeroOf(x.Type)})
				continue
			}
		case *loop.Assign:
			if parts := e.stores[s]; parts != nil {
				rest := &loop.Assign{}
				for k := range s.Lhs {
					if !slices.Contains(parts, k) {
						rest.Lhs, rest.Rhs = append(rest.Lhs, s.Lhs[k]), append(rest.Rhs, s.Rhs[k])
					}
				}
				if len(rest.Lhs) > 0 {
					out = append(out, rest)
				}
				continue
			}
		case *loop.For:
			if set := e.sets[s]; set != nil {
				out = append(out, set)
			}
		}
		out = append(out, s)
	}
	*b = out
}
