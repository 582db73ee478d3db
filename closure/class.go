package closure

import "github.com/seed-4b734f86/gochad/syntax"

// A class is a set of functions that can meet: the λs that flow to one place.
// Classes are united as the analysis goes; [class.find] is the one that stands for all.
type class struct {
	up     *class
	weight int
	// param and result are the marks of the parameter and the result.
	param, result *mark
	lams          []*lambda
	types         []*syntax.FuncType // of λs and of functions applied
	given         []*class           // handed to parameters of the class, where those are apart
	first, last   int                // points at which it occurs; none while first < 0
	kept          bool               // its functions stay functions
	data          bool               // its functions are part of data, or chosen by a branch, or returned

	// The rest is filled in after the analysis.
	region  int      // the point that covers all occurrences
	used    []*level // that apply a function of it, nil for the body of a definition
	nests   []*nest  // the nested definitions that apply a function of it
	applied bool
	alone   bool // it shares nothing, since a nested definition would not have that
	over    bool // it shares more than it should
	shared  vars // what λs use from outside the region
	sizes   sizeVars
	inType  sizeVars // size variables of its representation, from outside the region
	cell    bool     // it is represented by a data type
	bare    bool     // no size variable may stand in its representation
	leaves  int
	rep     syntax.Type
	general general
	apply   *apply
	name    string
}

// A lambda is a λ of the program.
type lambda struct {
	term  *syntax.Lam
	class *class
	name  string
	owner string // the definition around it
	base  int    // the point of the parameters of that
	// linear says that it stands in a linear function.
	linear bool
	level
}

func (c *class) find() *class {
	for c.up != nil {
		if c.up.up != nil {
			c.up = c.up.up
		}
		c = c.up
	}
	return c
}

// A mark gives the function types inside a type their classes. It is nil for a type without any; data types
// have marks of their own, one for each of the program.
type mark struct {
	elems []*mark // of a product, sum or array
	fun   *class
}

// part is element i of m.
func (m *mark) part(i int) *mark {
	if m == nil {
		return nil
	}
	return m.elems[i]
}

// join is the mark of a product, sum or array of parts with these marks.
func join(elems ...*mark) *mark {
	for _, e := range elems {
		if e != nil {
			return &mark{elems: elems}
		}
	}
	return nil
}

// unify makes the classes of two marks of one type the same.
func (a *analysis) unify(m, n *mark) {
	if m == nil || n == nil || m == n {
		return
	}
	for i := range m.elems {
		a.unify(m.elems[i], n.elems[i])
	}
	if m.fun == nil {
		return
	}
	c, d := m.fun.find(), n.fun.find()
	if c == d {
		return
	}
	if c.weight < d.weight {
		c, d = d, c
	}
	d.up = c
	c.weight += d.weight
	c.lams, c.types = append(c.lams, d.lams...), append(c.types, d.types...)
	c.given = append(c.given, d.given...)
	c.occurs(d.first)
	c.occurs(d.last)
	c.kept, c.data = c.kept || d.kept, c.data || d.data
	p, r := d.param, d.result
	a.unify(c.param, p)
	a.unify(c.find().result, r)
}

// pass connects an argument with its parameter.
func (a *analysis) pass(param, arg *mark) {
	if !a.apart || param == nil || arg == nil || param.fun == nil {
		a.unify(param, arg)
		return
	}
	c, d := param.fun.find(), arg.fun.find()
	if c == d {
		return
	}
	c.given = append(c.given, d)
	p, r := c.param, c.result
	a.unify(p, d.param)
	a.unify(r, d.find().result)
}

func (c *class) occurs(at int) {
	if at < 0 {
		return
	}
	if c.first < 0 {
		c.first, c.last = at, at
		return
	}
	c.first, c.last = min(c.first, at), max(c.last, at)
}

// occurs notes that a value with the mark stands at a point.
func (m *mark) occurs(at int) {
	if m == nil {
		return
	}
	for _, e := range m.elems {
		e.occurs(at)
	}
	if m.fun != nil {
		c := m.fun.find()
		c.occurs(at)
		c.param.occurs(at)
		c.result.occurs(at)
	}
}

// each calls yield for the classes of the functions that a value with the mark is made of,
// not of those that such functions take and return.
func (m *mark) each(yield func(*class)) {
	if m == nil {
		return
	}
	for _, e := range m.elems {
		e.each(yield)
	}
	if m.fun != nil {
		yield(m.fun.find())
	}
}

// data notes that values with the mark are part of data, or chosen by a branch, or returned.
func (m *mark) data() *mark {
	m.each(func(c *class) { c.data = true })
	return m
}

// spread notes that what functions in data take and return is data too, for who calls them is not known, and so is what
// is handed to a parameter that is data.
func (a *analysis) spread() {
	var work []*class
	done := map[*class]bool{}
	add := func(c *class) {
		if c = c.find(); !done[c] {
			c.data, done[c] = true, true
			work = append(work, c)
		}
	}
	for _, c := range a.classes {
		if c.find().data {
			add(c)
		}
	}
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		c.param.each(add)
		c.result.each(add)
		for _, d := range c.given {
			add(d)
		}
	}
}
