package own

import (
	"maps"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// mode says what becomes of a variable that is assigned other variables' memory.
type mode uint8

const (
	byView  mode = iota // its uses become paths into the one variable that owns the memory
	byValue             // it owns a value of its own; check tells whether anybody could see the difference
	byReuse             // it is a view, and appends to it store into the memory that it is a view of
	byCase              // its uses become a case distinction over several paths
)

// A view is a variable whose uses are written as paths into root. Its definitions store where the path leads: the
// indices on the path, and of a window its first element and its length.
type view struct {
	v     *flow.Var
	root  *flow.Var
	shape []flow.Step // to what v denotes: a slice's header, an array, or what a pointer points to; indices are ix
	ix    []*flow.Var
	lo, n *flow.Var // of a window
	base  *flow.Var // the variable for new values that are assigned to v; then it is root
	// nilable says that v may be nil: then the indices are those of nothing.
	nilable bool
	// roomy says that base has all elements of the capacity that it is made with.
	roomy bool
	// wide says that what is behind the window, to the end of root, may be its elements again: its capacity reaches so
	// far.
	wide bool
	// empty says that nil is a new value, of no elements: v is a slice that starts as nil, and all else that it is
	// assigned are windows of itself.
	empty bool
}

// A denotation is what classify knows about a variable: nothing yet, one root and shape, or that it has no single one.
type denotation struct {
	known, many bool
	root        *flow.Var
	shape       []flow.Step
	window      bool
	nilable     bool // may be nil
	strict      bool // some window has a capacity of its own
}

// classifier finds the variables that can be views.
type classifier struct {
	modes map[*flow.Var]mode
	defs  map[*flow.Var][]flow.Expr // nil for a new value
	order []*flow.Var
	bases map[*flow.Var]*flow.Var
	den   map[*flow.Var]denotation
	// whole are the variables that are used as a whole elsewhere than where another variable is defined by them.
	whole map[*flow.Var]bool
	// grown are variables whose appends are to store into memory of others.
	grown map[*flow.Var]bool
	// roomy are variables that are made with a capacity and cut to a length: they are windows of all that.
	roomy map[*flow.Var]bool
	// empty are variables of which nil is a new value.
	empty map[*flow.Var]bool
}

// classify finds the views among the variables of a function: a variable is one if all its definitions lead to one
// place, up to indices and bounds. Variables in fixed are none: parameters, results, and variables whose address is
// taken. A variable that some definition makes a window of itself is a window of a variable that has its new values.
func classify(body []flow.Stmt, fixed map[*flow.Var]bool, modes map[*flow.Var]mode) map[*flow.Var]*view {
	c := &classifier{modes: modes, defs: map[*flow.Var][]flow.Expr{}, bases: map[*flow.Var]*flow.Var{},
		whole: map[*flow.Var]bool{}, grown: map[*flow.Var]bool{}, empty: map[*flow.Var]bool{}}
	deep(body, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			for i, p := range flow.Stores(s) {
				if p.Var == nil || len(p.Path) > 0 || !isRef(p.Var.Type) || fixed[p.Var] {
					continue
				}
				var src flow.Expr
				if a, ok := s.(*flow.Assign); ok {
					src = a.Src[i]
				}
				grows := appendsTo(s, p.Var) || spreadsTo(s, p.Var)
				if modes[p.Var] == byReuse && (grows || takesOut(s, p.Var)) {
					src = s.(*flow.Append).Src
					c.grown[p.Var] = c.grown[p.Var] || grows
				}
				c.define(p.Var, src)
			}
		})
	})
	eachStmt(body, c.wholes)
	c.findRoomy(body)
	for !c.settle() {
	}
	return c.views()
}

// findRoomy finds the variables that are made with more capacity than length, and cut to a length somewhere.
func (c *classifier) findRoomy(body []flow.Stmt) {
	made := madeWithRoom(body)
	maps.DeleteFunc(made, func(v *flow.Var, _ bool) bool { return c.defs[v] == nil })
	c.roomy = map[*flow.Var]bool{}
	if len(made) == 0 {
		return
	}
	// Variables that are assigned to each other are one here.
	up := map[*flow.Var]*flow.Var{}
	find := func(v *flow.Var) *flow.Var {
		for up[v] != nil {
			v = up[v]
		}
		return v
	}
	for _, v := range c.order {
		for _, e := range c.defs[v] {
			if u := wholeOf(e); u != nil && find(u) != find(v) {
				up[find(u)] = find(v)
			}
		}
	}
	cut := map[*flow.Var]bool{}
	for v := range cutBeyond(body, false) {
		cut[find(v)] = true
	}
	for v := range made {
		c.roomy[v] = cut[find(v)]
	}
}

// wholeOf is the variable that an expression is, or is a window of.
func wholeOf(e flow.Expr) *flow.Var {
	switch e := e.(type) {
	case *flow.Load:
		if len(e.Place.Path) == 0 {
			return e.Place.Var
		}
	case *flow.Window:
		return wholeOf(e.X)
	}
	return nil
}

// withinLength reports whether a bound is 0, or the length of v or less.
func withinLength(hi flow.Expr, v *flow.Var) bool {
	if n, ok := litValue(hi); ok {
		return n == 0
	}
	if o, ok := hi.(*flow.Op); ok && o.Op.Name == "isub" {
		if n, ok := litValue(o.Args[1]); ok && n >= 0 {
			hi = o.Args[0]
		}
	}
	n, ok := hi.(*flow.Len)
	if !ok {
		return false
	}
	l, ok := n.X.(*flow.Load)
	return ok && l.Place.Var == v && len(l.Place.Path) == 0
}

func (c *classifier) define(v *flow.Var, src flow.Expr) {
	if _, ok := c.defs[v]; !ok {
		c.order = append(c.order, v)
	}
	if !aliases(src) {
		src = nil
	}
	c.defs[v] = append(c.defs[v], src)
}

// aliases reports whether an expression is memory that exists already, or nil.
func aliases(e flow.Expr) bool {
	switch e := e.(type) {
	case *flow.Load, *flow.Addr, *flow.Zero:
		return true
	case *flow.Window:
		return aliases(e.X)
	}
	return false
}

func isSlice(t flow.Type) bool { _, ok := t.(*flow.Slice); return ok }

// wholes notes the variables that a statement uses as a whole, but for definitions of others that may be views, and
// arguments of calls.
func (c *classifier) wholes(s flow.Stmt) {
	for i, e := range flow.Operands(s) {
		l, ok := e.(*flow.Load)
		whole := ok && len(l.Place.Path) == 0
		if a, isAssign := s.(*flow.Assign); whole && isAssign && len(a.Dst[i].Path) == 0 &&
			c.defs[a.Dst[i].Var] != nil {
			continue
		}
		if c, isCall := s.(*flow.Call); whole && isCall && e != c.Fun {
			continue
		}
		c.usedWhole(e)
	}
	for _, p := range flow.Stores(s) {
		for _, e := range flow.Indices(p) {
			c.usedWhole(e)
		}
	}
}

func (c *classifier) usedWhole(e flow.Expr) {
	flow.WalkExpr(e, func(e flow.Expr) {
		if l, ok := e.(*flow.Load); ok && len(l.Place.Path) == 0 {
			c.whole[l.Place.Var] = true
		}
	})
}

// nowhere reports whether a view, a pointer that may be nil, would have no place to denote then: indices out of range
// lead nowhere, but there must be one, and nobody may look at all that is there.
func (c *classifier) nowhere(v *flow.Var) bool {
	d := c.den[v]
	if isSlice(v.Type) || !d.nilable {
		return false
	}
	if st, ok := v.Type.(*flow.Pointer).Elem.(*flow.Struct); ok && st.Map {
		return true // a nil map reads as an empty one
	}
	if !indexed(d.shape) || c.whole[v] {
		return true
	}
	for u, defs := range c.defs {
		for _, e := range defs {
			if l, ok := e.(*flow.Load); ok && l.Place.Var == v && len(l.Place.Path) == 0 && !c.viewed(u) {
				return true
			}
		}
	}
	return false
}

func indexed(shape []flow.Step) bool {
	return slices.ContainsFunc(shape, func(s flow.Step) bool { return s.Kind == flow.StepIndex })
}

// settle computes denotations from scratch until nothing changes; it gives up, for another try, when a variable turns
// out to have several.
func (c *classifier) settle() bool {
	c.den = map[*flow.Var]denotation{}
	for changed := true; changed; {
		changed = false
		for _, v := range c.order {
			if c.modes[v] == byValue || !c.aliased(v) {
				continue
			}
			d := c.all(v)
			if d.many {
				c.modes[v] = byValue
				return false
			}
			if !sameDenotation(d, c.den[v]) {
				c.den[v] = d
				changed = true
			}
		}
	}
	for _, v := range c.order {
		if c.modes[v] != byValue && c.aliased(v) && isSlice(v.Type) && !c.empty[v] && c.null(v) &&
			(!c.den[v].known || c.den[v].root == c.bases[v]) {
			c.empty[v] = true
			return false
		}
	}
	for _, v := range c.order {
		// Behind a window with a capacity of its own an append stores nothing.
		if c.modes[v] != byValue && c.aliased(v) && (!c.den[v].known || c.nowhere(v) || c.grown[v] && c.den[v].strict) {
			c.modes[v] = byValue
			return false
		}
	}
	return true
}

// null reports whether some definition of v is nil.
func (c *classifier) null(v *flow.Var) bool {
	return slices.ContainsFunc(c.defs[v], func(e flow.Expr) bool { _, zero := e.(*flow.Zero); return zero })
}

// aliased reports whether some definition of v leads to memory that exists, or v to more than its length says.
func (c *classifier) aliased(v *flow.Var) bool {
	if c.roomy[v] {
		return true
	}
	for _, e := range c.defs[v] {
		if _, zero := e.(*flow.Zero); e != nil && !zero {
			return true
		}
	}
	return false
}

func (c *classifier) all(v *flow.Var) denotation {
	var d denotation
	null := false
	for _, e := range c.defs[v] {
		if _, zero := e.(*flow.Zero); zero {
			if !c.empty[v] {
				null = true
				continue
			}
			e = nil
		}
		d = merge(d, c.one(v, e))
	}
	d.nilable = d.nilable || null
	d.window = d.window || null && isSlice(v.Type) || c.roomy[v]
	return d
}

func (c *classifier) one(v *flow.Var, e flow.Expr) denotation {
	switch e := e.(type) {
	case nil:
		if c.bases[v] == nil {
			c.bases[v] = &flow.Var{Name: v.Name, Type: v.Type, At: v.At, Constant: v.Constant}
		}
		return denotation{known: true, root: c.bases[v]}
	case *flow.Load:
		d := c.place(e.Place)
		if _, ok := v.Type.(*flow.Pointer); ok && d.known && !c.isView(e.Place) {
			d.shape = append(d.shape[:len(d.shape):len(d.shape)], flow.Step{Kind: flow.StepDeref})
		}
		return d
	case *flow.Addr:
		return c.place(e.Place)
	case *flow.Window:
		d := c.one(v, e.X)
		d.window = true
		d.strict = d.strict || e.Max != nil
		return d
	}
	return denotation{many: true}
}

// isView reports whether a place is a whole variable that is a view.
func (c *classifier) isView(p flow.Place) bool { return len(p.Path) == 0 && c.viewed(p.Var) }

func (c *classifier) viewed(v *flow.Var) bool {
	_, ok := c.defs[v]
	return ok && c.modes[v] != byValue && c.aliased(v)
}

// place is the denotation of a place, without the indices.
func (c *classifier) place(p flow.Place) denotation {
	d := denotation{known: true, root: p.Var}
	path := p.Path
	if c.viewed(p.Var) {
		d = c.den[p.Var]
		if !d.known || len(path) == 0 {
			return d
		}
		d.window, d.nilable = false, false
		if path[0].Kind == flow.StepDeref {
			path = path[1:]
		}
	}
	d.shape = d.shape[:len(d.shape):len(d.shape)]
	for _, s := range path {
		d.shape = append(d.shape, flow.Step{Kind: s.Kind, Field: s.Field})
	}
	return d
}

func merge(a, b denotation) denotation {
	switch {
	case a.many || b.many:
		return denotation{many: true}
	case !a.known:
		return b
	case !b.known:
		return a
	case a.root != b.root || !sameShape(a.shape, b.shape):
		return denotation{many: true}
	}
	a.window = a.window || b.window
	a.nilable = a.nilable || b.nilable
	a.strict = a.strict || b.strict
	return a
}

func sameShape(a, b []flow.Step) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Kind != b[i].Kind || a[i].Field != b[i].Field {
			return false
		}
	}
	return true
}

func sameDenotation(a, b denotation) bool {
	return a.known == b.known && a.many == b.many && a.root == b.root && a.window == b.window &&
		a.nilable == b.nilable && a.strict == b.strict && sameShape(a.shape, b.shape)
}

// views makes the variables for what definitions store.
func (c *classifier) views() map[*flow.Var]*view {
	out := map[*flow.Var]*view{}
	for _, v := range c.order {
		d := c.den[v]
		if !c.viewed(v) {
			continue
		}
		w := &view{v: v, root: d.root, shape: d.shape, nilable: d.nilable, empty: c.empty[v]}
		for _, s := range d.shape {
			if s.Kind == flow.StepIndex {
				w.ix = append(w.ix, counter(v, "At"))
			}
		}
		if d.window {
			w.lo, w.n = counter(v, "Lo"), counter(v, "Len")
		}
		if d.root == c.bases[v] {
			w.base = d.root
		}
		w.roomy = d.window && !d.strict && c.isBase(d.root)
		w.wide = w.roomy || d.window && !d.strict && !d.nilable
		out[v] = w
	}
	return out
}

// isBase reports whether a variable is the base of one that is roomy.
func (c *classifier) isBase(v *flow.Var) bool {
	for u := range c.roomy {
		if c.roomy[u] && c.bases[u] == v {
			return true
		}
	}
	return false
}

// counter is a new int variable that belongs to v.
func counter(v *flow.Var, suffix string) *flow.Var {
	return &flow.Var{Name: v.Name + suffix, Type: flow.Int, At: v.At}
}
