package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// ownElements has a variable in place of an element where an array is first used and where it is last used, if each iteration of those loops uses only its
// own element: a cotangent that one loop begins and a later one adds to and reads. What is left of the array is a tape, written by
// one statement and read by another, which may turn out not to be needed ([remat]).
//
//	var w []real = new(n)                var w []real = dirty(n)
//	for i < n {                          for i < n {
//	  w[i] +~= 2.0 * x[i]                  w[i] = 2.0 * x[i]
//	}                                    }
//	…                              →     …
//	for i < n {                          for i < n {
//	                                       var e = w[i]
//	  w[i] +~= z[i]                        e +~= z[i]
//	  y[i] = e[i] * w[i]                   y[i] = e[i] * e
//	}                                    }
var ownElements = Pass{ //nolint:gochecknoglobals // a constant
	Name: "own-elements",
	Law: "Where each iteration of a nest of loops uses one element of an array, and no other iteration does, a variable has what the element has. " +
		"In the first loops to use the array it begins as the zero; after the last nobody asks for what is in the array.",
	Needs: Loops | Allocs,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		w := &ownedElements{uses: arrayUses(f), work: workIn(f.Body, 1), results: map[*loop.Var]bool{}, changed: map[*loop.For]bool{}, left: ownElementsUses}
		for _, e := range f.Results {
			e.EachVar(func(v *loop.Var) { w.results[w.Class(v)] = true })
		}
		w.block(f.Body)
		if len(w.changed) > 0 && !o.Ordered {
			fs := &firstStores{places: newPlaces(f)}
			loop.Walk(f.Body, func(s loop.Stmt) {
				if l, ok := s.(*loop.For); ok && w.changed[l] {
					l.Body = fs.dropZeros(l.Body)
				}
			})
		}
	}),
}

type ownedElements struct {
	*uses
	work    int64              // of the function
	results map[*loop.Var]bool // alias classes
	changed map[*loop.For]bool
	left    int // how many uses of arrays may be looked at, each time that one is
}

// ownElementsUses is enough for all but functions in which loops with thousands of statements use thousands of arrays.
const ownElementsUses = 1 << 20

// An arrayUser is a statement of a block, and how it uses the memory of an alias class.
type arrayUser struct {
	loop.Stmt
	at int
	u  usage
}

func (w *ownedElements) block(b []loop.Stmt) {
	users := map[*loop.Var][]arrayUser{} // by alias class
	for _, s := range b {
		if a, ok := s.(*loop.Alloc); ok && w.may(a) {
			users[w.Class(a.Var)] = nil
		}
	}
	if len(users) > 0 {
		w.find(users, b)
	}
	for i, s := range b {
		if a, ok := s.(*loop.Alloc); ok && w.may(a) {
			u := users[w.Class(a.Var)]
			for len(u) > 0 && u[0].at <= i {
				u = u[1:]
			}
			w.array(u, a)
		}
		if l, ok := s.(*loop.While); ok { // its test sees what its head makes
			w.block(l.Body)
			continue
		}
		loop.Blocks(s, func(in *[]loop.Stmt) { w.block(*in) })
	}
}

// may reports whether the memory of an array of numbers is only that of its variable.
func (w *ownedElements) may(a *loop.Alloc) bool {
	v := a.Var
	c := w.Class(v)
	return len(a.Dims) == int(v.Type.Rank) && smallDims(a) == nil && v.Type.Scalar().IsNumber() && v.Flat == nil && !w.Mutable(v) && w.owners[c] <= 1 && !w.stored[c] && !w.results[c]
}

// find notes the statements of a block that use memory of some classes.
func (w *ownedElements) find(users map[*loop.Var][]arrayUser, b []loop.Stmt) {
	for i, s := range b {
		for r, x := range w.summary(s).regions {
			us, ok := users[r.Class]
			if !ok {
				continue
			}
			if k := len(us) - 1; k >= 0 && us[k].at == i {
				us[k].u |= x
			} else {
				users[r.Class] = append(us, arrayUser{s, i, x})
			}
		}
	}
}

// array looks at the statements that use an array after its making.
func (w *ownedElements) array(users []arrayUser, a *loop.Alloc) {
	if len(users) < 2 {
		return
	}
	for _, s := range users[1 : len(users)-1] {
		if s.u&^reads != 0 {
			return
		}
	}
	last, u := users[len(users)-1], users[0].u
	if u&(stores|adds) == 0 {
		return
	}
	first := w.nest(users[0].Stmt, a)
	if first == nil {
		return
	}
	var end []*loop.For
	if last.u&^reads != 0 {
		if end = w.nest(last.Stmt, a); end == nil {
			return
		}
	} else if u == stores || u&adds == 0 && !w.aside(first) {
		return // a tape as it is, or one that stays
	}
	e := w.replace(first, a)
	l := first[len(first)-1]
	l.Body = append(declareScalars(l.Body, []*loop.Var{e}), &loop.Assign{Lhs: []*loop.Expr{elementOf(a.Var, first)}, Rhs: []*loop.Expr{loop.Use(e)}})
	a.Dirty = true
	if end != nil {
		e := w.replace(end, a)
		l := end[len(end)-1]
		l.Body = append([]loop.Stmt{&loop.Let{Var: e, Rhs: elementOf(a.Var, end)}}, l.Body...)
	}
}

// usage says how a statement uses memory of a class.
func (w *ownedElements) usage(s loop.Stmt, c *loop.Var) (u usage) {
	for r, x := range w.summary(s).regions {
		if r.Class == c {
			u |= x
		}
	}
	return u
}

// nest is the loops around all that a statement does to an array, one inside the other, if they run through all indices of the array and each
// iteration uses just the element with its indices; nil otherwise.
func (w *ownedElements) nest(s loop.Stmt, a *loop.Alloc) []*loop.For {
	c := w.Class(a.Var)
	if w.left -= len(w.summary(s).access); w.left < 0 {
		return nil
	}
	var loops []*loop.For
	for _, n := range a.Dims {
		l, ok := s.(*loop.For)
		if !ok || l.Par != nil || l.Vector {
			return nil
		}
		trips := w.linear(l.N)
		if !trips.over(w.fixed) || !trips.equal(w.linear(n)) {
			return nil
		}
		if loops = append(loops, l); len(loops) == len(a.Dims) {
			break
		}
		s = nil
		for _, t := range l.Body {
			if w.usage(t, c) == 0 {
				continue
			}
			if s != nil {
				return nil
			}
			s = t
		}
	}
	stays := false
	loop.Walk(loops[0].Body, func(s loop.Stmt) {
		if l, ok := s.(*loop.For); ok {
			stays = stays || l.Par != nil || l.Vector
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) { stays = stays || w.checks(*e, a) })
	})
	if stays {
		return nil
	}
	for _, x := range w.summary(loops[0]).access {
		if x.reg.Class != c {
			continue
		}
		if x.at.root != a.Var || len(x.at.subs) != len(loops) || !x.reg.Type.IsNumber() {
			return nil
		}
		for k, l := range loops {
			if soleVar(x.at.subs[k]) != l.Var {
				return nil
			}
		}
	}
	return loops
}

// checks reports whether an expression has an element of an array whose index can fail: the check would go with the element.
func (w *ownedElements) checks(e *loop.Expr, a *loop.Alloc) bool {
	if !e.CanFail() {
		return false
	}
	if w.element(e, a) {
		return true
	}
	return slices.ContainsFunc(e.Args, func(x *loop.Expr) bool { return w.checks(x, a) })
}

// element reports whether an expression is an element of an array.
func (w *ownedElements) element(e *loop.Expr, a *loop.Alloc) bool {
	return e.Kind == loop.IndexExpr && e.Type.IsNumber() && w.locate(e).root == a.Var
}

// replace puts a new variable in place of the elements of an array in loops that use only their own.
func (w *ownedElements) replace(loops []*loop.For, a *loop.Alloc) *loop.Var {
	e := loop.NewVar(a.Var.Name, a.Var.Type.Scalar())
	var sub func(x *loop.Expr) *loop.Expr
	sub = func(x *loop.Expr) *loop.Expr {
		if w.element(x, a) {
			return loop.Use(e)
		}
		return x.MapArgs(sub)
	}
	l := loops[len(loops)-1]
	loop.MapExprs(l.Body, sub)
	w.changed[l] = true
	return e
}

// elementOf is the element with the indices of loops.
func elementOf(v *loop.Var, loops []*loop.For) *loop.Expr {
	e := loop.Use(v)
	for _, l := range loops {
		e = loop.Index(e, loop.Use(l.Var))
	}
	return e
}

// aside reports whether what the innermost of loops around one another computes hardly counts in the function, whatever it is.
func (w *ownedElements) aside(loops []*loop.For) bool {
	times := int64(1)
	for l := loop.Stmt(loops[len(loops)-1]); l != nil && times < w.work; l = w.loops.around[l] {
		times *= tripsOf(l)
	}
	return asideShare*2*dearCost*times <= w.work
}
