package opt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// share makes arrays whose lives do not overlap in one place. The logarithms of a softmax, their exponentials and what these are over their sum
// are three arrays of one length, of which a person would make one.
//
//	var a []real = dirty(n)              var a []real = dirty(n)
//	for i < n { a[i] = x[i] - m }        for i < n { a[i] = x[i] - m }
//	var e []real = dirty(n)
//	for i < n {                          for i < n {
//	  e[i] = exp(a[i])             →       a[i] = exp(a[i])
//	  s +~= e[i]                           s +~= a[i]
//	}                                    }
//
// It runs before iterations share the memory of arrays that each of them makes (see [hoistAlloc]): a life is seen in the block that makes the array.
var share = Pass{ //nolint:gochecknoglobals // a constant
	Name: "share",
	Law: "An array whose elements are written before they are read may have the memory of another of its lengths that the same block made, " +
		"when nothing uses that one any more; or when its first use is the loop of the last use of the other, which reads element i of that " +
		"before it writes element i of this, and no others.",
	Needs: Allocs,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		w := newSharer(f)
		w.block(f.Body)
		if len(w.now) == 0 {
			return
		}
		f.Body = dropAllocs(f.Body, w.now)
		var sub func(e *loop.Expr) *loop.Expr
		sub = func(e *loop.Expr) *loop.Expr {
			if e.Kind == loop.VarExpr && w.now[e.Var] != nil {
				return loop.Use(w.now[e.Var])
			}
			return e.MapArgs(sub)
		}
		loop.MapExprs(f.Body, sub)
	}),
}

type sharer struct {
	*Info
	views  map[*loop.Var]bool // variables that are parts of arrays
	loops  map[*loop.For]map[*loop.Var]*elementUse
	barred map[*loop.Var]bool      // classes whose memory is not that of one array with its views, or that others may hold on to
	now    map[*loop.Var]*loop.Var // arrays, and in the memory of which others they are
}

func newSharer(f *loop.Func) *sharer {
	w := &sharer{Info: Analyse(f), views: map[*loop.Var]bool{}, loops: map[*loop.For]map[*loop.Var]*elementUse{}, barred: map[*loop.Var]bool{}, now: map[*loop.Var]*loop.Var{}}
	bar := func(v *loop.Var) { w.barred[w.Class(v)] = true }
	for _, p := range f.Params {
		bar(p.Var)
	}
	for _, r := range f.Results {
		EachRead(r, bar)
	}
	loop.Walk(f.Body, func(s loop.Stmt) {
		loop.Declared(s, func(v *loop.Var) {
			for _, n := range v.Flat {
				n.EachVar(bar) // lengths stay those of the array that they are of
			}
		})
		switch s := s.(type) {
		case *loop.Let:
			w.views[s.Var] = !w.Mutable(s.Var) && rootOf(s.Rhs) != nil
		case *loop.Append:
			bar(s.Var)
		}
	})
	owners := map[*loop.Var]int{}
	for v := range w.members() {
		if w.views[v] {
			continue
		}
		if owners[w.Class(v)]++; owners[w.Class(v)] > 1 || w.Mutable(v) {
			bar(v)
		}
	}
	return w
}

// A life is the part of a block in which the memory of an array is used, by the array and those that it is given to.
type life struct {
	alloc       *loop.Alloc
	now         *loop.Var // the last that is in the memory
	first, last int       // of the statements of the block that use it; first is -1 if there is none
}

func (w *sharer) block(b []loop.Stmt) {
	var lives []*life
	of := map[*loop.Var]*life{} // by class
	for _, s := range b {
		if a, ok := s.(*loop.Alloc); ok && w.may(a) {
			l := &life{alloc: a, now: a.Var, first: -1}
			lives, of[w.Class(a.Var)] = append(lives, l), l
		}
	}
	if len(lives) > 1 {
		w.measure(b, of)
		w.join(b, lives)
	}
	for _, s := range b {
		loop.Blocks(s, func(inner *[]loop.Stmt) { w.block(*inner) })
	}
}

// may reports whether a is an array of numbers, of a length that is known when it runs only, that has its memory for itself.
func (w *sharer) may(a *loop.Alloc) bool {
	t := a.Var.Type
	return t.IsArray() && t.Rank == 1 && t.Elem().IsNumber() && len(a.Dims) == 1 && !a.Dims[0].IsConst() && w.Fixed(a.Dims[0]) &&
		!w.barred[w.Class(a.Var)] && !w.Mutable(a.Var)
}

// measure finds the first and the last statement of a block that use arrays.
func (w *sharer) measure(b []loop.Stmt, of map[*loop.Var]*life) {
	for i := range b {
		use := func(v *loop.Var) {
			if !v.Type.IsArray() {
				return
			}
			if l := of[w.Class(v)]; l != nil {
				if l.first < 0 {
					l.first = i
				}
				l.last = i
			}
		}
		loop.Walk(b[i:i+1], func(s loop.Stmt) {
			loop.Operands(s, func(e **loop.Expr, _ bool) { EachRead(*e, use) })
		})
	}
}

// shareWindow is how many arrays of equal lengths are looked at for the memory of one.
const shareWindow = 32

// join gives arrays the memory of others, in the order in which they begin.
func (w *sharer) join(b []loop.Stmt, lives []*life) {
	lives = slices.DeleteFunc(lives, func(l *life) bool { return l.first < 0 })
	slices.SortStableFunc(lives, func(k, l *life) int { return k.first - l.first })
	alike := map[string][]*life{} // those with memory of their own
	for _, l := range lives {
		var key strings.Builder
		fmt.Fprint(&key, l.alloc.Var.Type)
		writeKey(&key, l.alloc.Dims[0])
		same := alike[key.String()]
		if k := w.place(b, same, l); k != nil {
			w.now[l.alloc.Var] = k.alloc.Var
			k.now, k.last = l.now, l.last
			continue
		}
		if len(same) == shareWindow {
			same = same[1:]
		}
		alike[key.String()] = append(same, l)
	}
}

// place is the array in whose memory l may be, or nil.
func (w *sharer) place(b []loop.Stmt, same []*life, l *life) *life {
	if !l.alloc.Dirty {
		return nil
	}
	for _, k := range same {
		if k.last < l.first {
			return k
		}
		if s, ok := b[l.first].(*loop.For); ok && k.last == l.first && s.Par == nil && !s.Vector && w.meet(s, k, l) {
			return k
		}
	}
	return nil
}

// meet reports whether a loop uses of both nothing but the elements at its index, and those of k no longer when it begins to use those of l. Of
// others that are in the memory of k the loop needs nothing any more when it uses k.
func (w *sharer) meet(s *loop.For, k, l *life) bool {
	uses := w.uses(s)
	of, then := uses[w.Class(k.now)], uses[w.Class(l.now)]
	switch {
	case then == nil || !then.plain:
		return false
	case of == nil: // but in how often it runs
		return true
	case !of.plain || of.last > then.first:
		return false
	case of.last == then.first:
		a, ok := s.Body[then.first].(*loop.Assign)
		return ok && len(a.Lhs) == 1 // all that it reads comes before what it writes
	}
	return true
}

// An elementUse is what a loop does with the memory of an array.
type elementUse struct {
	first, last int  // of the statements of its body that use it
	plain       bool // as elements at the index of the loop only
}

// uses finds what a loop does with the memory of arrays, by class.
func (w *sharer) uses(l *loop.For) map[*loop.Var]*elementUse {
	if out := w.loops[l]; out != nil {
		return out
	}
	out := map[*loop.Var]*elementUse{}
	w.loops[l] = out
	for at := range l.Body {
		use := func(v *loop.Var, plain bool) {
			u := out[w.Class(v)]
			if u == nil {
				u = &elementUse{first: at, plain: true}
				out[w.Class(v)] = u
			}
			u.last, u.plain = at, u.plain && plain
		}
		var visit func(e *loop.Expr)
		visit = func(e *loop.Expr) {
			switch {
			case e.Kind == loop.VarExpr && e.Type.IsArray():
				use(e.Var, false)
			case e.Kind == loop.IndexExpr && e.Args[0].Kind == loop.VarExpr && !w.views[e.Args[0].Var]:
				use(e.Args[0].Var, e.Args[1].IsVar(l.Var))
				visit(e.Args[1])
			default:
				for _, a := range e.Args {
					visit(a)
				}
			}
		}
		loop.Walk(l.Body[at:at+1], func(s loop.Stmt) {
			loop.Operands(s, func(e **loop.Expr, _ bool) { visit(*e) })
		})
	}
	return out
}
