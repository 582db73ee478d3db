package own

import (
	"cmp"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// An argNode is a node of a parameter, or with ^i of result i.
type argNode struct {
	param int
	path  string
}

// argPair is two argNodes, the smaller first.
type argPair struct{ a, b argNode }

func compareArgs(a, b argNode) int {
	return cmp.Or(cmp.Compare(a.param, b.param), cmp.Compare(a.path, b.path))
}

func pairOf(a, b argNode) argPair {
	if compareArgs(a, b) > 0 {
		a, b = b, a
	}
	return argPair{a, b}
}

// A summary is what callers have to know about a function.
type summary struct {
	writes  map[argNode]bool    // memory that it writes
	grows   map[argNode]writing // memory that it may write behind the ends of what it is given
	headers map[argNode]bool    // slices and pointers in memory that it assigns; the path is that of the place
	needs   map[argPair]bool    // memory that must be disjoint
	pairs   map[argPair]bool    // memory that it may leave shared, results included
}

func newSummary() *summary {
	return &summary{map[argNode]bool{}, map[argNode]writing{}, map[argNode]bool{}, map[argPair]bool{},
		map[argPair]bool{}}
}

// outs are the parameters that the function writes through, in order.
func (s *summary) outs(n int) []int {
	var out []int
	for i := range n {
		for w := range s.writes {
			if w.param == i {
				out = append(out, i)
				break
			}
		}
	}
	return out
}

// size grows with every fact; summaries only grow.
func (s *summary) size() int {
	n := len(s.writes) + len(s.headers) + len(s.needs) + len(s.pairs)
	for _, g := range s.grows {
		n += g.size()
	}
	return n
}

// call follows a call by the callee's summary.
func (c *checker) call(st *state, s *flow.Call) {
	dsts := make([]map[string][]source, len(s.Dst))
	if s.Func == nil {
		c.store(st, s, s.Dst, dsts, false)
		return
	}
	sum := c.summary(s.Func)
	args := make([]map[string][]source, len(s.Args))
	for i, e := range s.Args {
		args[i] = sources(e)
	}
	for n := range sum.needs {
		c.disjoint(st, s, n, args[n.a.param][n.a.path], args[n.b.param][n.b.path])
	}
	for w := range sum.writes {
		for _, q := range args[w.param][w.path] {
			c.write(st, q.node, q.v)
			if _, ok := outPlace(s.Args[w.param]); !ok {
				st.age(q.node, staleness{name: q.v, at: c.at, link: link{by: origin{call: s, at: c.at}}})
			}
		}
	}
	for at, g := range sum.grows {
		for _, q := range args[at.param][at.path] {
			c.growIn(st, s, at, g, q)
		}
	}
	for h := range sum.headers {
		if p, ok := outPlace(s.Args[h.param]); ok {
			c.headerIn(st, s, p, h)
		}
	}
	if len(sum.headers)+len(sum.pairs) > 0 {
		got := map[*flow.Var]bool{}
		for _, m := range args {
			for _, qs := range m {
				for _, q := range qs {
					got[q.v] = true
				}
			}
		}
		st.changed(func(n node) bool { return got[n.v] })
	}
	for p := range sum.pairs {
		c.result(st, s, p, args, dsts)
	}
	c.store(st, s, s.Dst, dsts, false)
	for n := range st.pairs {
		if n.v == fresh {
			st.forget(n)
		}
	}
	for p := range sum.pairs {
		if i := ^p.a.param; p.a == p.b && i >= 0 && i < len(s.Dst) && s.Dst[i].Var != nil {
			n := node{s.Dst[i].Var, letters(s.Dst[i]) + p.a.path}
			st.link(n, n, link{by: origin{call: s, at: c.at}}, false)
		}
	}
}

// fresh stands for the memory that results of one call share.
var fresh = &flow.Var{Name: "result"}

// headerIn notes that a callee assigned a slice or pointer in memory that it was handed.
func (c *checker) headerIn(st *state, s *flow.Call, p flow.Place, h argNode) {
	at := letters(p) + h.path
	if _, addr := s.Args[h.param].(*flow.Addr); addr {
		at = letters(p) + h.path[1:]
	}
	if i, ok := c.params[p.Var]; ok && trim(at) != "" {
		c.out.headers[argNode{i, at}] = true
	}
	for _, w := range c.views[p.Var] {
		if st.made[w] && w.through(at) {
			st.broken[w] = c.at
		}
	}
}

// result notes that a call leaves two blocks shared: of arguments, or of results.
func (c *checker) result(st *state, s *flow.Call, p argPair, args, dsts []map[string][]source) {
	by := origin{call: s, at: c.at}
	if p.a.param >= 0 {
		for _, a := range args[p.a.param][p.a.path] {
			for _, b := range args[p.b.param][p.b.path] {
				st.link(a.node, b.node, link{by: by}, false)
			}
		}
		return
	}
	i := ^p.a.param
	if i >= len(dsts) {
		return
	}
	if dsts[i] == nil {
		dsts[i] = map[string][]source{}
	}
	if p.b.param >= 0 {
		for _, b := range args[p.b.param][p.b.path] {
			dsts[i][p.a.path] = append(dsts[i][p.a.path], source{node: b.node})
		}
		return
	}
	// Two results share memory that no argument leads to: the second gets it from the first.
	if j := ^p.b.param; j < len(dsts) && s.Dst[i].Var != nil && s.Dst[j].Var != nil {
		if dsts[j] == nil {
			dsts[j] = map[string][]source{}
		}
		n := node{fresh, p.a.path + p.b.path}
		dsts[i][p.a.path] = append(dsts[i][p.a.path], source{node: n})
		dsts[j][p.b.path] = append(dsts[j][p.b.path], source{node: n})
	}
}

// disjoint sees to it that two arguments share no memory.
func (c *checker) disjoint(st *state, s *flow.Call, need argPair, as, bs []source) {
	for _, a := range as {
		for _, b := range bs {
			l, shared := st.pairs[a.node][b.node]
			if a.node == b.node && need.a != need.b && !apart(s.Args[need.a.param], s.Args[need.b.param]) {
				l, shared = link{}, true
			}
			switch {
			case !shared:
			case l.assumed == nil:
				c.problem(problem{call: s, a: a, b: b, at: c.at, st: staleness{link: l}})
			default:
				c.need(l)
			}
		}
	}
}

// outPlace is the place that a call writes when it writes through an argument; false when nobody sees it.
func outPlace(e flow.Expr) (flow.Place, bool) {
	switch e := e.(type) {
	case *flow.Load:
		return e.Place, true
	case *flow.Addr:
		return e.Place, true
	case *flow.Window:
		if l, ok := e.X.(*flow.Load); ok {
			return l.Place, true
		}
	}
	return flow.Place{}, false
}

// apart reports whether two arguments are surely different parts of one variable.
func apart(a, b flow.Expr) bool {
	p, ok := outPlace(a)
	q, ok2 := outPlace(b)
	if !ok || !ok2 || p.Var != q.Var {
		return false
	}
	for k := 0; k < len(p.Path) && k < len(q.Path); k++ {
		s, t := p.Path[k], q.Path[k]
		if s.Kind != t.Kind {
			return false
		}
		if s.Kind == flow.StepField && s.Field != t.Field {
			return true
		}
		if s.Kind == flow.StepIndex && differ(s.Index, t.Index) {
			return true
		}
		if s.Kind == flow.StepIndex && !sameExpr(s.Index, t.Index) {
			return false
		}
	}
	return false
}

// differ reports whether two integers surely differ: both are literals, or they are one expression and two distances.
func differ(a, b flow.Expr) bool {
	x, i := distance(a)
	y, j := distance(b)
	return i != j && (x == nil && y == nil || x != nil && y != nil && sameExpr(x, y))
}

// distance splits e into an expression and a literal distance from it.
func distance(e flow.Expr) (flow.Expr, int64) {
	if i, ok := litValue(e); ok {
		return nil, i
	}
	o, ok := e.(*flow.Op)
	if !ok || len(o.Args) != 2 {
		return e, 0
	}
	i, ok := litValue(o.Args[1])
	switch {
	case ok && o.Op.Name == "iadd":
		return o.Args[0], i
	case ok && o.Op.Name == "isub":
		return o.Args[0], -i
	}
	return e, 0
}
