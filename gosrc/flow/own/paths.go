package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A pather copies a function's body and writes the paths of views for their uses.
type pather struct {
	copier
	views map[*flow.Var]*view
	// windows are the expressions that stand for whole windows.
	windows map[flow.Expr]*view
	// frame has what the statement that is being copied uses.
	frame *frame
	// uses and defines say for the new statements which views they use and define.
	uses, defines map[flow.Stmt][]*view
	bounds        map[*flow.Var]bound
	calls         map[*flow.Call]*flow.Call // from the new calls to those that were copied
	isNil         map[*view]bool            // what is known of views that may be nil where a call is copied
}

// A bound says that a loop index is below n while nobody stores to n's variable.
type bound struct {
	n    flow.Expr
	loop *flow.Count
}

type frame struct {
	uses   []*view
	before []flow.Stmt
	after  []flow.Stmt
}

func newPather(views map[*flow.Var]*view) *pather {
	p := &pather{
		views: views, windows: map[flow.Expr]*view{}, uses: map[flow.Stmt][]*view{},
		defines: map[flow.Stmt][]*view{}, calls: map[*flow.Call]*flow.Call{}, bounds: map[*flow.Var]bound{},
		frame: &frame{},
		isNil: map[*view]bool{},
	}
	p.copier.expr = p.substitute
	p.copier.dst = p.resolve
	p.copier.stmt = p.statement
	return p
}

// statement copies one statement and the definitions and checks that belong to it.
func (p *pather) statement(s flow.Stmt) ([]flow.Stmt, bool) {
	outer := p.frame
	p.frame = &frame{}
	defer func() { p.frame = outer }()
	var main []flow.Stmt
	switch s := s.(type) {
	case *flow.Assign:
		main = p.assign(s)
	case *flow.Append:
		main = p.appendTo(s)
	case *flow.Copy:
		main = []flow.Stmt{p.copyTo(s)}
	case *flow.Call:
		main = []flow.Stmt{p.callFor(s, p.nilables(s))}
	case *flow.Count:
		main = []flow.Stmt{p.count(s)}
	default:
		main = []flow.Stmt{p.same(s)}
	}
	f := p.frame
	for _, t := range append(append([]flow.Stmt(nil), f.before...), main...) {
		p.uses[t] = f.uses
	}
	return append(append(f.before, main...), f.after...), true
}

// count copies a loop; below it, its index is known to be within bounds.
func (p *pather) count(s *flow.Count) flow.Stmt {
	d := &flow.Count{Idx: p.variable(s.Idx), N: p.value(s.N), Checkpoint: s.Checkpoint, At: s.At}
	p.head(s, d)
	p.bounds[d.Idx] = bound{d.N, s}
	d.Body = p.list(s.Body)
	return d
}

func (p *pather) used(w *view) { p.frame.uses = append(p.frame.uses, w) }

// check stops the program unless c holds; nil holds.
func (p *pather) check(c flow.Expr, msg string, at *syntax.Pos) {
	if c == nil {
		return
	}
	s := &flow.If{Cond: c, Else: []flow.Stmt{&flow.Fail{Msg: msg, At: at}}, At: at}
	p.frame.before = append(p.frame.before, s)
}

// at is the place that a view denotes.
func (w *view) at() flow.Place {
	q := flow.Place{Var: w.root}
	k := 0
	for _, s := range w.shape {
		if s.Kind == flow.StepIndex {
			s.Index = load(w.ix[k])
			k++
		}
		q.Path = append(q.Path, s)
	}
	return q
}

// resolve writes the place of a view for a place in one. Its indices were copied already.
func (p *pather) resolve(q flow.Place) flow.Place {
	w := p.views[q.Var]
	if w == nil || len(q.Path) == 0 {
		return q
	}
	p.used(w)
	path := q.Path
	switch {
	case path[0].Kind == flow.StepDeref:
		path = path[1:]
	case w.lo != nil:
		first := path[0]
		first.Index = p.within1(w, first.Index)
		path = append([]flow.Step{first}, path[1:]...)
	}
	return join(w.at(), path...)
}

// within1 is the index in the root of element i of a window; it is out of range there if i is out of range here.
func (p *pather) within1(w *view, i flow.Expr) flow.Expr {
	moved := plus(load(w.lo), i)
	if p.below(i, load(w.n)) {
		return moved
	}
	ok := both(atMost(intLit(0), i), below(i, load(w.n)))
	return &flow.Cond{C: ok, If: moved, Else: intLit(-1)}
}

// below reports whether i is surely at least 0 and less than n.
func (p *pather) below(i, n flow.Expr) bool {
	if x, ok := litValue(i); ok {
		y, ok := litValue(n)
		return ok && 0 <= x && x < y
	}
	l, ok := i.(*flow.Load)
	if !ok || len(l.Place.Path) > 0 {
		return false
	}
	b, ok := p.bounds[l.Place.Var]
	if !ok || !sameExpr(b.n, n) {
		return false
	}
	kept := true
	flow.WalkExpr(b.n, func(e flow.Expr) {
		if l, ok := e.(*flow.Load); ok && p.changes(b.loop, l.Place.Var) {
			kept = false
		}
	})
	return kept
}

// changes reports whether the body of a loop may change a number, a slice's length, or the window that v belongs to.
func (p *pather) changes(loop *flow.Count, v *flow.Var) bool {
	found := false
	eachStmt(loop.Body, func(s flow.Stmt) {
		for _, q := range flow.Stores(s) {
			if q.Var == nil {
				continue
			}
			if w := p.views[q.Var]; w != nil {
				if len(q.Path) == 0 && (w.owns(v) || w.base == v) {
					found = true
				}
				if len(q.Path) > 0 && w.root == v && (holds(q.Type()) || q.Type() == flow.Int) {
					found = true
				}
			} else if q.Var == v && (len(q.Path) == 0 || holds(q.Type())) {
				found = true
			}
		}
		if c, ok := s.(*flow.Call); ok {
			for _, e := range c.Args {
				flow.WalkExpr(e, func(e flow.Expr) {
					if a, ok := e.(*flow.Addr); ok && (a.Place.Var == v || p.views[a.Place.Var] != nil) {
						found = true
					}
					if l, ok := e.(*flow.Load); ok && (l.Place.Var == v || p.views[l.Place.Var] != nil) &&
						nested(l.Type()) {
						found = true
					}
				})
			}
		}
	})
	return found
}

// nested reports whether a slice or pointer leads to slices or pointers, which who has it may assign.
func nested(t flow.Type) bool {
	switch t := t.(type) {
	case *flow.Slice:
		return holds(t.Elem)
	case *flow.Pointer:
		return holds(t.Elem)
	}
	return holds(t)
}

// owns reports whether v is one of the variables of the view.
func (w *view) owns(v *flow.Var) bool {
	for _, x := range w.ix {
		if x == v {
			return true
		}
	}
	return v != nil && (v == w.lo || v == w.n)
}

// substitute writes paths for the uses of views in an expression whose parts were copied.
func (p *pather) substitute(e flow.Expr) flow.Expr {
	switch e := e.(type) {
	case *flow.Load:
		w := p.views[e.Place.Var]
		if w == nil || len(e.Place.Path) > 0 {
			return &flow.Load{Place: p.resolve(e.Place)}
		}
		return p.whole(w)
	case *flow.Addr:
		return &flow.Addr{Place: p.resolve(e.Place)}
	case *flow.Len:
		if w := p.windows[e.X]; w != nil && !e.Cap {
			return load(w.n)
		}
	case *flow.Window:
		w := p.windows[e.X]
		if w == nil {
			return e
		}
		if c, ok := e.X.(*flow.Cond); ok {
			return &flow.Window{X: c, Lo: e.Lo, Hi: e.Hi, At: e.At}
		}
		x := e.X.(*flow.Window)
		out := &flow.Window{X: x.X, Lo: x.Lo, Hi: x.Hi, At: e.At}
		if e.Lo != nil {
			out.Lo = choose(atMost(intLit(0), e.Lo), plus(x.Lo, e.Lo), intLit(-1))
		}
		if e.Hi != nil {
			out.Hi = choose(atMost(e.Hi, w.limit()), plus(x.Lo, e.Hi), intLit(-1))
		}
		return out
	}
	return e
}

// whole is the value of a view itself.
func (p *pather) whole(w *view) flow.Expr {
	p.used(w)
	null, known := p.isNil[w]
	if null {
		return &flow.Zero{Typ: w.v.Type}
	}
	if _, ok := w.v.Type.(*flow.Pointer); ok {
		return &flow.Addr{Place: w.at()}
	}
	x := &flow.Load{Place: w.at()}
	if w.lo == nil {
		if _, ok := x.Type().(*flow.Array); ok {
			return &flow.Window{X: x}
		}
		return x
	}
	out := &flow.Window{X: x, Lo: load(w.lo), Hi: plus(load(w.lo), load(w.n))}
	p.windows[out] = w
	if w.nilable && indexed(w.shape) && !known { // of nil the indices lead nowhere
		some := &flow.Cond{C: w.some(), If: out, Else: &flow.Zero{Typ: out.Type()}}
		p.windows[some] = w
		return some
	}
	return out
}

// A range is what a slice or pointer expression denotes: a place, and of a window the first element and the length.
type extent struct {
	at    flow.Place
	lo, n flow.Expr // nil when the whole place is meant
	limit flow.Expr // how far a window of it may reach, from its first element; nil if no farther than it does itself
}

// denote resolves an expression that aliases reports, and emits the checks that Go makes when it evaluates it.
func (p *pather) denote(e flow.Expr, checked func(flow.Place) bool) extent {
	switch e := e.(type) {
	case *flow.Load:
		q := p.place(e.Place)
		if w := p.views[q.Var]; w != nil && len(q.Path) == 0 {
			p.used(w)
			if w.lo != nil {
				return extent{w.at(), load(w.lo), load(w.n), w.limit()}
			}
			return extent{at: w.at()}
		}
		p.inside(q, checked)
		q = p.resolve(q)
		if _, ok := q.Type().(*flow.Pointer); ok {
			q = join(q, flow.Step{Kind: flow.StepDeref})
		}
		return extent{at: q}
	case *flow.Addr:
		q := p.place(e.Place)
		p.inside(q, checked)
		return extent{at: p.resolve(q)}
	case *flow.Window:
		x := p.denote(e.X, checked)
		whole := x.n
		if whole == nil {
			whole = length(x.at)
		}
		limit := x.limit
		if limit == nil {
			limit = whole
		}
		lo, hi := p.value(e.Lo), p.value(e.Hi)
		low, high := lo, hi
		if lo == nil {
			low = intLit(0)
		}
		if hi == nil {
			high = whole
		}
		var ok flow.Expr
		if lo != nil {
			ok = both(atMost(intLit(0), low), atMost(low, high))
		} else if hi != nil {
			ok = atMost(intLit(0), high)
		}
		if hi != nil {
			ok = both(ok, atMost(high, limit))
		}
		if max := p.value(e.Max); max != nil {
			ok = both(ok, both(atMost(high, max), atMost(max, limit)))
			limit = max
		}
		p.check(ok, "slice bounds out of range", e.At)
		if x.lo == nil {
			x.lo = intLit(0)
		}
		return extent{x.at, plus(x.lo, low), minus(high, low), minus(limit, low)}
	}
	panic("own: no place")
}

// limit is how far a window of a view may reach, from its first element.
func (w *view) limit() flow.Expr {
	if w.wide {
		return minus(length(w.at()), load(w.lo))
	}
	return load(w.n)
}

// length is the number of elements of a slice or array.
func length(q flow.Place) flow.Expr {
	if a, ok := q.Type().(*flow.Array); ok {
		return intLit(int64(a.Len))
	}
	return &flow.Len{X: &flow.Load{Place: q}}
}

// inside checks the indices of a place that is not read yet, as Go does, unless a read follows anyway.
func (p *pather) inside(q flow.Place, checked func(flow.Place) bool) {
	if checked != nil && checked(q) {
		return
	}
	for k, s := range q.Path {
		if s.Kind != flow.StepIndex {
			continue
		}
		front := flow.Place{Var: q.Var, Path: q.Path[:k]}
		var n flow.Expr
		if w := p.views[q.Var]; w != nil && k == 0 {
			if n = length(w.at()); w.n != nil {
				n = load(w.n)
			}
		} else {
			n = length(p.resolve(front))
		}
		if !p.below(s.Index, n) {
			p.check(both(atMost(intLit(0), s.Index), below(s.Index, n)), "index out of range", s.At)
		}
	}
}

// operand copies an operand of a statement. A window is checked as Go does.
func (p *pather) operand(e flow.Expr) flow.Expr {
	w, ok := e.(*flow.Window)
	if !ok || !aliases(w.X) {
		return p.value(e)
	}
	x := p.denote(e, nil)
	out := &flow.Window{X: &flow.Load{Place: x.at}, Lo: x.lo, Hi: plus(x.lo, x.n), At: w.At}
	if noRoom(w) {
		out.Max = out.Hi // the check wants to know
	}
	return out
}

func (p *pather) operands(es []flow.Expr) []flow.Expr {
	out := make([]flow.Expr, len(es))
	for i, e := range es {
		out[i] = p.operand(e)
	}
	return out
}

// assign copies an assignment; those to views store where their paths lead.
func (p *pather) assign(s *flow.Assign) []flow.Stmt {
	out := &flow.Assign{At: s.At}
	store := func(dst flow.Place, src flow.Expr) {
		out.Dst = append(out.Dst, dst)
		out.Src = append(out.Src, src)
	}
	for i, q := range s.Dst {
		w := p.views[q.Var]
		if w == nil || len(q.Path) > 0 {
			src := p.operand(s.Src[i])
			store(p.store(q), src)
			continue
		}
		p.defines[out] = append(p.defines[out], w)
		p.define(w, s.Src[i], store)
	}
	return []flow.Stmt{out}
}

// define stores where a view leads from now on.
func (p *pather) define(w *view, src flow.Expr, store func(flow.Place, flow.Expr)) {
	_, zero := src.(*flow.Zero)
	switch {
	case zero && w.empty:
		store(place(w.base), src)
		p.renew(w)
	case zero && w.lo == nil: // a nil pointer
		for _, x := range w.ix {
			store(place(x), intLit(-1))
		}
	case zero:
		for _, x := range w.ix {
			store(place(x), intLit(0))
		}
		store(place(w.lo), intLit(0))
		store(place(w.n), intLit(0))
	case !aliases(src):
		if m, ok := src.(*flow.Make); ok && m.Cap != nil && w.roomy {
			p.makeRoom(w, m, store)
			return
		}
		store(place(w.base), p.value(src))
		p.renew(w)
	default:
		x := p.denote(src, func(flow.Place) bool { return p.readSoon(w.v) })
		k := 0
		for _, s := range x.at.Path {
			if s.Kind == flow.StepIndex {
				store(place(w.ix[k]), s.Index)
				k++
			}
		}
		if w.lo == nil {
			return
		}
		if x.lo == nil {
			x.lo, x.n = intLit(0), length(x.at)
		}
		store(place(w.lo), x.lo)
		store(place(w.n), x.n)
	}
}

// makeRoom defines a view as a new slice with all elements of its capacity behind it.
func (p *pather) makeRoom(w *view, m *flow.Make, store func(flow.Place, flow.Expr)) {
	n, room := counter(w.v, "Len"), counter(w.v, "Cap")
	p.frame.before = append(p.frame.before, &flow.Assign{
		Dst: []flow.Place{place(n), place(room)}, Src: []flow.Expr{p.value(m.Len), p.value(m.Cap)}, At: m.At,
	})
	p.check(both(atMost(intLit(0), load(n)), atMost(load(n), load(room))), "makeslice: cap out of range", m.At)
	store(place(w.base), &flow.Make{Typ: m.Typ, Len: load(room), At: m.At})
	store(place(w.lo), intLit(0))
	store(place(w.n), load(n))
}

// renew makes a view denote its whole base, once that has a new value.
func (p *pather) renew(w *view) {
	if w.lo == nil {
		return
	}
	p.frame.after = append(p.frame.after, &flow.Assign{
		Dst: []flow.Place{place(w.lo), place(w.n)}, Src: []flow.Expr{intLit(0), &flow.Len{X: load(w.base)}},
	})
}

// destination copies a place that gets a new value.
func (p *pather) destination(q flow.Place, s flow.Stmt) flow.Place {
	w := p.views[q.Var]
	if q.Var == nil || w == nil || len(q.Path) > 0 {
		return p.store(q)
	}
	p.defines[s] = append(p.defines[s], w)
	p.renew(w)
	return place(w.base)
}

// some is whether a view that may be nil is not, or a slice that is not empty.
func (w *view) some() flow.Expr {
	if w.lo == nil {
		return atMost(intLit(0), load(w.ix[0]))
	}
	return apply("igt", flow.Bool, load(w.n), intLit(0))
}

// nilables are the arguments of a call that may be nil, and may be written to where they are not.
func (p *pather) nilables(s *flow.Call) (out []*view) {
	for _, e := range s.Args {
		l, ok := e.(*flow.Load)
		if !ok || len(l.Place.Path) > 0 {
			continue
		}
		if w := p.views[l.Place.Var]; w != nil && w.nilable && indexed(w.shape) && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// callFor copies a call for views that are nil, and for such that are not: what they denote is written to, nil is not.
func (p *pather) callFor(s *flow.Call, views []*view) flow.Stmt {
	if len(views) == 0 {
		return p.call(s)
	}
	w := views[0]
	defer delete(p.isNil, w)
	out := &flow.If{Cond: w.some(), At: s.At}
	p.isNil[w] = false
	out.Then = []flow.Stmt{p.callFor(s, views[1:])}
	p.isNil[w] = true
	out.Else = []flow.Stmt{p.callFor(s, views[1:])}
	return out
}

func (p *pather) call(s *flow.Call) flow.Stmt {
	out := &flow.Call{Func: p.function(s.Func), Fun: p.value(s.Fun), Args: p.operands(s.Args), At: s.At}
	for _, q := range s.Dst {
		out.Dst = append(out.Dst, p.destination(q, out))
	}
	p.calls[out] = s
	return out
}

func (p *pather) copyTo(s *flow.Copy) flow.Stmt {
	out := &flow.Copy{Src: p.operand(s.Src), N: p.store(s.N), At: s.At}
	if !aliases(s.Dst) {
		// A new slice that nobody can see: what remains is the number of elements.
		a, b := &flow.Len{X: p.value(s.Dst)}, &flow.Len{X: out.Src}
		least := &flow.Cond{C: apply("ilt", flow.Bool, a, b), If: a, Else: b}
		if s.N.Var == nil {
			return &flow.Assign{At: s.At}
		}
		return &flow.Assign{Dst: []flow.Place{out.N}, Src: []flow.Expr{least}, At: s.At}
	}
	x := p.denote(s.Dst, nil)
	out.To = x.at
	if x.lo != nil {
		out.Off, out.Lim = x.lo, plus(x.lo, x.n)
	}
	return out
}

// appendTo copies an append. Appending to a window of a variable's own memory goes on in that memory.
func (p *pather) appendTo(s *flow.Append) []flow.Stmt {
	w := p.views[s.Dst.Var]
	if w != nil && w.lo != nil && w.root != w.base && takesOut(s, w.v) {
		return p.takeOut(w, s)
	}
	if w != nil && w.lo != nil && w.root != w.base && spreadsTo(s, w.v) {
		return p.refillAll(w, s)
	}
	if w != nil && w.root == w.base && w.wide && spreadsTo(s, w.v) {
		return p.pushAll(w, s)
	}
	if w == nil || w.lo == nil || !appendsTo(s, w.v) {
		out := &flow.Append{Src: p.operand(s.Src), Elems: p.exprs(s.Elems), Moves: s.Moves, Surely: s.Surely, At: s.At}
		if s.Spread != nil {
			out.Spread = p.operand(s.Spread)
		}
		out.Dst = p.destination(s.Dst, out)
		return []flow.Stmt{out}
	}
	if w.root != w.base {
		return p.refill(w, s)
	}
	return p.push(w, s)
}

// held evaluates the elements of an append before any is stored.
func (p *pather) held(w *view, s *flow.Append) ([]flow.Stmt, []flow.Expr) {
	elems := p.exprs(s.Elems)
	if len(elems) < 2 {
		return nil, elems
	}
	hold := &flow.Assign{At: s.At}
	for i, e := range elems {
		t := &flow.Var{Name: w.v.Name + "Elem", Type: e.Type(), At: s.At}
		hold.Dst, hold.Src = append(hold.Dst, place(t)), append(hold.Src, e)
		elems[i] = load(t)
	}
	return []flow.Stmt{hold}, elems
}

// push appends elements to a window: behind it there may be elements that were cut off before.
func (p *pather) push(w *view, s *flow.Append) []flow.Stmt {
	out, elems := p.held(w, s)
	p.used(w)
	for _, e := range elems {
		end := plus(load(w.lo), load(w.n))
		in := join(place(w.base), flow.Step{Kind: flow.StepIndex, Index: end, At: s.At})
		more := &flow.Append{Dst: place(w.base), Src: load(w.base), Elems: []flow.Expr{e}, At: s.At}
		p.defines[more] = []*view{w}
		out = append(out, &flow.If{
			Cond: apply("ilt", flow.Bool, end, &flow.Len{X: load(w.base)}),
			Then: []flow.Stmt{&flow.Assign{Dst: []flow.Place{in}, Src: []flow.Expr{e}, At: s.At}},
			Else: []flow.Stmt{more}, At: s.At,
		}, &flow.Assign{Dst: []flow.Place{place(w.n)}, Src: []flow.Expr{plus(load(w.n), intLit(1))}, At: s.At})
	}
	return out
}

// pushAll appends the elements of a slice to a window likewise.
func (p *pather) pushAll(w *view, s *flow.Append) []flow.Stmt {
	p.used(w)
	src := p.operand(s.Spread)
	n := &flow.Var{Name: w.v.Name + "More", Type: flow.Int, At: s.At}
	count := &flow.Assign{Dst: []flow.Place{place(n)}, Src: []flow.Expr{&flow.Len{X: src}}, At: s.At}
	begin := plus(load(w.lo), load(w.n))
	end := plus(begin, load(n))
	in := &flow.Copy{To: place(w.base), Off: begin, Lim: end, Src: src, At: s.At}
	more := &flow.Append{Dst: place(w.base), Src: &flow.Window{X: load(w.base), Lo: intLit(0), Hi: begin, At: s.At},
		Spread: src, At: s.At}
	p.defines[more], p.uses[in] = []*view{w}, []*view{w}
	room := &flow.If{Cond: atMost(end, &flow.Len{X: load(w.base)}), Then: []flow.Stmt{in}, Else: []flow.Stmt{more},
		At: s.At}
	grow := &flow.Assign{Dst: []flow.Place{place(w.n)}, Src: []flow.Expr{plus(load(w.n), load(n))}, At: s.At}
	return []flow.Stmt{count, room, grow}
}
