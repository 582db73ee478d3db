package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/lower/opt/nest"
)

var scalarReplacement = Pass{ //nolint:gochecknoglobals // a constant
	Name: "scalar-replacement",
	Law: "An element that a loop reads and writes under an index that does not change, while nothing else in the " +
		"loop may " +
		"reach its memory, can be in a variable during the loop.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		r := &replacer{nest.SurroundingsIn(f), nest.RowsIn(f)}
		f.Body = r.block(f.Body)
	}),
}

// replacer replaces elements by variables, outer loops first.
type replacer struct {
	*nest.Surroundings
	rows *nest.Rows
}

func (r *replacer) block(block []loop.Stmt) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(block))
	for _, s := range block {
		switch s := s.(type) {
		case *loop.For:
			out = append(out, r.count(s)...)
			r.Enter(s)
			s.Body = r.block(s.Body)
			r.Leave(s)
			continue
		case *loop.While:
			before, after := r.while(s)
			out = append(append(append(out, before...), s), after...)
		default:
			out = append(out, s)
		}
		r.Blocks(s, func(b *[]loop.Stmt) { *b = r.block(*b) })
	}
	return out
}

func (r *replacer) count(s *loop.For) []loop.Stmt {
	if s.Par != nil {
		return []loop.Stmt{s}
	}
	a := r.accesses(s)
	a.block(s.Body, false)
	var free, bound, after []loop.Stmt
	cells := map[uint64][]*element{}
	for _, e := range a.promotable() {
		switch {
		case r.AllSafe(e.e):
			free = append(free, e.load())
		case e.always:
			bound = append(bound, e.load())
		default:
			continue
		}
		after = append(after, e.store())
		cells[facts.Hash(e.e)] = append(cells[facts.Hash(e.e)], e)
	}
	replaceElements(s, cells)
	return r.Around(s, free, bound, after)
}

func (r *replacer) while(s *loop.While) (before, after []loop.Stmt) {
	a := r.accesses(s)
	a.block(s.Head, false)
	a.expr(s.Cond, false)
	a.block(s.Body, true)
	cells := map[uint64][]*element{}
	for _, e := range a.promotable() {
		if !e.always && !r.AllSafe(e.e) {
			continue
		}
		before, after = append(before, e.load()), append(after, e.store())
		cells[facts.Hash(e.e)] = append(cells[facts.Hash(e.e)], e)
	}
	replaceElements(s, cells)
	return before, after
}

// An element is a[k] for a fixed k.
type element struct {
	e       *loop.Expr
	v       *loop.Var
	always  bool // every iteration reads or writes it
	written bool
	moves   bool // it is not the same place in all iterations
}

func (e *element) load() loop.Stmt { return &loop.Let{Var: e.v, Rhs: e.e} }

func (e *element) store() loop.Stmt {
	return &loop.Assign{Lhs: []*loop.Expr{e.e}, Rhs: []*loop.Expr{loop.Use(e.v)}}
}

// accesses are the elements that one loop reads and writes.
type accesses struct {
	*nest.Surroundings
	rows    *nest.Rows
	ef      *facts.Effects
	regions map[facts.Region]*elements
	order   []*elements
	reached map[*loop.Var]bool // classes in which calls may read everything
}

// elements are the elements of one region.
type elements struct {
	class  *loop.Var
	list   []*element
	byHash map[uint64][]*element
	bad    bool
}

// maxCompared bounds the elements of one region that are compared with each other.
const maxCompared = 64

func (r *replacer) accesses(s loop.Stmt) *accesses {
	return &accesses{Surroundings: r.Surroundings, rows: r.rows, ef: r.In.Effects(s),
		regions: map[facts.Region]*elements{},
		reached: map[*loop.Var]bool{}}
}

// promotable are the elements that are written and that nothing else in the loop reaches.
func (a *accesses) promotable() (out []*element) {
	for _, es := range a.order {
		if es.bad || a.reached[es.class] {
			continue
		}
		for _, e := range es.list {
			if e.written && !e.moves && !e.e.Type.IsArray() && a.alone(e, es) {
				e.v = loop.NewVar(hintOf(e.e), e.e.Type)
				out = append(out, e)
			}
		}
	}
	return out
}

// alone reports whether no other element of the region can be in the place of e.
func (a *accesses) alone(e *element, es *elements) bool {
	sliced := a.In.Sliced(es.class)
	for _, x := range es.list {
		switch {
		case x == e:
		case x.e.Kind != loop.IndexExpr:
			return false
		case !sliced && x.e.Args[1].IsConst() && e.e.Args[1].IsConst() && x.e.Args[1].I != e.e.Args[1].I:
		case !a.rows.Apart(x.e, e.e, a.ef):
			return false
		}
	}
	return true
}

func (a *accesses) region(r facts.Region) *elements {
	es := a.regions[r]
	if es == nil {
		es = &elements{class: r.Class}
		a.regions[r] = es
		a.order = append(a.order, es)
	}
	return es
}

func (a *accesses) spoil(r facts.Region) { a.region(r).bad = true }

// note notes an access to an element.
func (a *accesses) note(e *loop.Expr, written, maybe bool) {
	r, ok := a.In.Region(e)
	if !ok {
		return
	}
	es := a.region(r)
	if es.bad {
		return
	}
	el := es.find(e)
	if el == nil {
		es.bad = true
		return
	}
	if el.e == e {
		el.moves = e.Kind != loop.IndexExpr || e.CanFail() || !a.steady(e)
	}
	el.written = el.written || written
	el.always = el.always || !maybe
}

// steady reports whether the place of e is the same in all iterations.
func (a *accesses) steady(e *loop.Expr) bool {
	return a.In.Steady(e.Args[0], a.ef) && a.In.Steady(e.Args[1], a.ef)
}

// find finds or adds an element; nil when there are too many.
func (es *elements) find(e *loop.Expr) *element {
	h := facts.Hash(e)
	for _, el := range es.byHash[h] {
		if loop.Equal(el.e, e) {
			return el
		}
	}
	if len(es.list) == maxCompared {
		return nil
	}
	if es.byHash == nil {
		es.byHash = map[uint64][]*element{}
	}
	el := &element{e: e}
	es.list, es.byHash[h] = append(es.list, el), append(es.byHash[h], el)
	return el
}

func (a *accesses) block(block []loop.Stmt, maybe bool) {
	for _, s := range block {
		a.statement(s, maybe)
	}
}

func (a *accesses) statement(s loop.Stmt, maybe bool) {
	facts.EachOperand(s, func(e **loop.Expr) { a.expr(*e, maybe) })
	switch s := s.(type) {
	case *loop.Assign:
		for _, l := range s.Lhs {
			if l.Kind != loop.VarExpr {
				a.note(l, true, maybe)
			}
		}
	case *loop.AddTo:
		if s.Lhs.Kind != loop.VarExpr {
			a.note(s.Lhs, true, maybe)
		}
	case *loop.For:
		a.block(s.Body, maybe || !a.Runs(s.N))
	case *loop.While:
		a.block(s.Head, maybe)
		a.block(s.Body, true)
	case *loop.If, *loop.Switch:
		loop.Blocks(s, func(b *[]loop.Stmt) { a.block(*b, true) })
	default:
		a.In.Writes(s, a.spoil, nil)
		a.readsWhole(s)
	}
}

// readsWhole spoils what a statement reads otherwise than by elements.
func (a *accesses) readsWhole(s loop.Stmt) {
	whole := func(e *loop.Expr) {
		if v := facts.RootOf(e); v != nil {
			a.In.Contents(v, e.Type, a.spoil)
			if e.Type.Base == loop.Ref {
				a.reached[a.In.Class(v)] = true
			}
		}
	}
	switch s := s.(type) {
	case *loop.Copy:
		whole(s.Src)
	case *loop.Call:
		for _, e := range s.Args {
			whole(e)
		}
	}
}

func (a *accesses) expr(e *loop.Expr, maybe bool) {
	if e.Kind == loop.IndexExpr || e.Kind == loop.FieldExpr {
		a.note(e, false, maybe)
	}
	for i, x := range e.Args {
		a.expr(x, maybe || i > 0 && facts.Lazy(e))
	}
}

// replaceElements writes the variables for the elements in a loop.
func replaceElements(s loop.Stmt, cells map[uint64][]*element) {
	if len(cells) == 0 {
		return
	}
	var f func(e *loop.Expr) *loop.Expr
	f = func(e *loop.Expr) *loop.Expr {
		if e.Kind == loop.IndexExpr && !e.Type.IsArray() {
			for _, c := range cells[facts.Hash(e)] {
				if loop.Equal(c.e, e) {
					return loop.Use(c.v)
				}
			}
		}
		return e.MapArgs(f)
	}
	loop.Blocks(s, func(b *[]loop.Stmt) { loop.MapExprs(*b, f) })
	if w, ok := s.(*loop.While); ok {
		w.Cond = f(w.Cond)
	}
}
