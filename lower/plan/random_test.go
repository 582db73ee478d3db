package plan

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// TestRandomPlans runs random programs over arrays of arrays, which share rows, keep them and exchange them, with
// memory that dies when the plan gives it to others. Nothing dead may be touched, and results of exported functions are
// memory of their own.
func TestRandomPlans(t *testing.T) {
	ran, kept := 0, 0
	for seed := range uint64(20_000) {
		src := randomPlan(seed)
		p, err := loop.Read("random", src)
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		if loop.Verify(p) != nil {
			continue // writes to what it must not
		}
		m := &machine{plan: Program(p)}
		err = m.run(p.Funcs[len(p.Funcs)-1])
		switch {
		case errors.Is(err, errFailed):
			continue
		case err != nil:
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, src, describe(p, m.plan))
		}
		ran++
		for _, w := range m.plan.Where {
			if w != Heap {
				kept++
			}
		}
	}
	if ran < 7000 || kept < 14000 {
		t.Errorf("%d programs ran, in which %d statements use memory that is kept", ran, kept)
	}
}

// randomPlan is a function and an exported one that calls it, in which all lengths are 2.
func randomPlan(seed uint64) string {
	g := &planGen{r: rand.New(rand.NewPCG(seed, 5))}
	for i := range g.r.IntN(3) {
		name := fmt.Sprintf("f%d", i)
		out := [...]string{"", "out "}[g.r.IntN(2)]
		g.vars = []planVar{{"a", 2, true}, {"b", 1 + g.r.IntN(3), true}}
		fmt.Fprintf(&g.b, "func %s(%sa [][]real, b %sreal) {\n\tvar s real = 0.0\n", name, out, brackets(g.vars[1].rank))
		rank := g.vars[1].rank
		g.block(3+g.r.IntN(6), 0)
		v, w := g.vars[g.r.IntN(len(g.vars))], g.vars[g.r.IntN(len(g.vars))]
		fmt.Fprintf(&g.b, "\treturn s, %s, %s\n}\n", v.name, w.name)
		g.funcs = append(g.funcs, planFunc{name, rank, [2]int{v.rank, w.rank}})
	}
	g.vars = []planVar{{"a", 2, true}, {"b", 3, true}}
	fmt.Fprintf(&g.b, "export func f(%sa [][]real, b [][][]real) {\n\tvar s real = 0.0\n", [...]string{"", "out "}[g.r.IntN(2)])
	g.block(4+g.r.IntN(10), 0)
	g.b.WriteString("\treturn s")
	if v := g.vars[g.r.IntN(len(g.vars))]; !v.given && g.r.IntN(2) == 0 {
		g.b.WriteString(", " + v.name)
	}
	if v := g.vars[g.r.IntN(len(g.vars))]; !v.given && g.r.IntN(2) == 0 {
		g.b.WriteString(", lent " + v.name)
	}
	g.b.WriteString("\n}\n")
	return g.b.String()
}

type planVar struct {
	name  string
	rank  int
	given bool
}

// A planFunc takes a matrix and an array of some rank, and returns a number and two arrays.
type planFunc struct {
	name    string
	rank    int
	results [2]int
}

type planGen struct {
	r     *rand.Rand
	b     strings.Builder
	vars  []planVar
	funcs []planFunc
	n     int
}

func brackets(rank int) string { return strings.Repeat("[]", rank) }

// block writes statements, whose variables end with it but at the top.
func (g *planGen) block(n, depth int) {
	before := len(g.vars)
	for range n {
		g.stmt(depth)
	}
	if depth > 0 {
		g.vars = g.vars[:before]
	}
}

// array is an array of a rank that there is.
func (g *planGen) array(rank int) string {
	for range 20 {
		if v := g.vars[g.r.IntN(len(g.vars))]; v.rank >= rank {
			s := v.name
			for range v.rank - rank {
				s += fmt.Sprintf("[%d]", g.r.IntN(2))
			}
			return s
		}
	}
	return ""
}

func (g *planGen) stmt(depth int) {
	in := strings.Repeat("\t", depth+1)
	line := func(format string, args ...any) { fmt.Fprintf(&g.b, in+format+"\n", args...) }
	fresh := func(rank int) string {
		g.n++
		v := planVar{fmt.Sprintf("v%d", g.n), rank, false}
		g.vars = append(g.vars, v)
		return v.name
	}
	rank := 1 + g.r.IntN(3)
	switch g.r.IntN(9) {
	case 0, 1:
		dims := make([]string, 1+g.r.IntN(rank))
		for i := range dims {
			dims[i] = [...]string{"2", "len(a)"}[g.r.IntN(2)] // of constant length, which Go may keep on its stack, or not
		}
		line("var %s %sreal = new(%s)", fresh(rank), brackets(rank), strings.Join(dims, ", "))
	case 2:
		if x := g.array(rank); x != "" {
			line("var %s %sreal = %s", fresh(rank), brackets(rank), x)
		}
	case 3: // a variable, row or element
		v := g.vars[g.r.IntN(len(g.vars))]
		l := v.name
		for range g.r.IntN(v.rank) {
			l += fmt.Sprintf("[%d]", g.r.IntN(2))
			v.rank--
		}
		if x := g.array(v.rank); x != "" && x != l && (!v.given || g.r.IntN(4) == 0) {
			line("%s = %s", l, x)
		}
	case 4, 5:
		if x := g.array(1); x != "" {
			line("s += %s[%d]", x, g.r.IntN(2))
		}
	case 6:
		if v := g.vars[g.r.IntN(len(g.vars))]; v.rank == 1 && !v.given {
			line("%s[%d] = s", v.name, g.r.IntN(2))
		}
	case 7:
		if depth < 2 {
			g.n++
			line("for i%d < 3 {", g.n)
			g.block(2+g.r.IntN(4), depth+1)
			line("}")
		}
	case 8:
		if len(g.funcs) > 0 {
			f := g.funcs[g.r.IntN(len(g.funcs))]
			x, y := g.array(2), g.array(f.rank)
			if g.r.IntN(8) == 0 {
				x = "nil([][]real)"
			}
			if x != "" && y != "" {
				g.n++
				targets := []string{fmt.Sprintf("t%d real", g.n)}
				for _, rank := range f.results {
					if g.r.IntN(3) == 0 {
						targets = append(targets, "_") // nobody needs it
						continue
					}
					targets = append(targets, fresh(rank)+" "+brackets(rank)+"real")
				}
				line("var %s = call %s(%s, %s)", strings.Join(targets, ", "), f.name, x, y)
				line("s += %s", strings.Fields(targets[0])[0])
			}
		}
	}
}

// block is memory of one array.
type memBlock struct {
	dead  string // who gave it to others
	heap  bool
	stack bool // of Go
	elems []value
}

// value is a number or a reference to memory, which may be nil.
type value struct {
	x float64
	m *memBlock
}

var errFailed = errors.New("the program fails by itself")

// machine runs a program with the memory of a plan.
type machine struct {
	plan  *Plan
	env   map[*loop.Var]value
	slots map[loop.Stmt][]*memBlock
	taken []keyed // from arenas, in order
}

type keyed struct {
	key Key
	m   *memBlock
}

// run calls an exported function with memory of its user.
func (m *machine) run(f *loop.Func) error {
	m.slots = map[loop.Stmt][]*memBlock{}
	var args []value
	for _, q := range f.Params {
		args = append(args, fresh(int(q.Var.Type.Rank), int(q.Var.Type.Rank)))
	}
	out, err := m.call(f, args)
	if err != nil {
		return err
	}
	lent := map[*memBlock]bool{}
	var alive func(v value) error
	alive = func(v value) error {
		if v.m == nil || lent[v.m] {
			return nil
		}
		if lent[v.m] = true; v.m.dead != "" || v.m.stack {
			return errors.New("a lent result is memory that is gone")
		}
		for _, e := range v.m.elems {
			if err := alive(e); err != nil {
				return err
			}
		}
		return nil
	}
	own := args
	for i, v := range out {
		if !f.IsLent(i) {
			own = append(own, v)
		} else if err := alive(v); err != nil {
			return err
		}
	}
	for _, ms := range m.slots {
		for _, b := range ms {
			b.dead = "the next run"
		}
	}
	for _, k := range m.taken {
		k.m.dead = "the next run"
	}
	seen := map[*memBlock]bool{}
	var whole func(v value) error
	whole = func(v value) error {
		if v.m == nil || seen[v.m] {
			return nil
		}
		if seen[v.m] = true; v.m.dead != "" || !v.m.heap {
			return errors.New("a result is memory of the workspace")
		}
		for _, e := range v.m.elems {
			if err := whole(e); err != nil {
				return err
			}
		}
		return nil
	}
	for _, v := range own {
		if err := whole(v); err != nil {
			return err
		}
	}
	return nil
}

func fresh(rank, dims int) value {
	b := &memBlock{heap: true, elems: make([]value, 2)}
	if rank > 1 && dims > 1 {
		for i := range b.elems {
			b.elems[i] = fresh(rank-1, dims-1)
		}
	}
	return value{m: b}
}

func (m *machine) call(f *loop.Func, args []value) ([]value, error) {
	env, height := m.env, len(m.taken)
	defer func() { m.env = env }()
	m.env = map[*loop.Var]value{}
	for i, q := range f.Params {
		m.env[q.Var] = args[i]
	}
	if err := m.block(f.Body); err != nil {
		return nil, err
	}
	var out []value
	for _, r := range f.Results {
		v, err := m.eval(r)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	m.release(m.plan.Marked[f], height, "the end of "+f.Name)
	return out, nil
}

// release lets die what arenas gave above a height.
func (m *machine) release(keys []Key, height int, who string) {
	for _, k := range m.taken[height:] {
		if slices.Contains(keys, k.key) {
			k.m.dead = who
		}
	}
}

func (m *machine) block(b []loop.Stmt) error {
	for _, s := range b {
		if err := m.stmt(s); err != nil {
			return err
		}
	}
	return nil
}

func (m *machine) stmt(s loop.Stmt) error {
	switch s := s.(type) {
	case *loop.Let:
		v, err := m.eval(s.Rhs)
		m.env[s.Var] = v
		return err
	case *loop.Alloc:
		m.alloc(s)
	case *loop.Assign:
		return m.assign(s)
	case *loop.AddTo:
		_, err := m.eval(s.Rhs)
		return err
	case *loop.For:
		for i := range 3 {
			height := len(m.taken)
			m.env[s.Var] = value{x: float64(i)}
			if err := m.block(s.Body); err != nil {
				return err
			}
			m.release(m.plan.Released[s], height, "an iteration")
		}
	case *loop.Call:
		var args []value
		for _, a := range s.Args {
			v, err := m.eval(a)
			if err != nil {
				return err
			}
			args = append(args, v)
		}
		out, err := m.call(s.Func, args)
		for i, v := range s.Vars {
			if err == nil && v != nil {
				m.env[v] = out[i]
			}
		}
		return err
	default:
		return fmt.Errorf("no statement that is expected: %T", s)
	}
	return nil
}

func (m *machine) alloc(s *loop.Alloc) {
	v := fresh(int(s.Var.Type.Rank), len(s.Dims))
	m.env[s.Var] = v
	where := m.plan.Where[s]
	if where == Heap && !m.plan.Stack[s] {
		return
	}
	v.m.stack = m.plan.Stack[s]
	if where != Arena {
		for _, b := range m.slots[s] {
			b.dead = "another run of " + s.Var.Name
		}
		m.slots[s] = nil
	}
	t := s.Var.Type
	level := []*memBlock{v.m}
	for range s.Dims {
		t = t.Elem()
		var next []*memBlock
		for _, b := range level {
			b.heap = false
			if where == Arena {
				m.taken = append(m.taken, keyed{Key{Type: t, Level: m.plan.Levels[s.Var]}, b})
			} else {
				m.slots[s] = append(m.slots[s], b)
			}
			for _, e := range b.elems {
				if e.m != nil {
					next = append(next, e.m)
				}
			}
		}
		level = next
	}
}

func (m *machine) assign(s *loop.Assign) error {
	l := s.Lhs[0]
	v, err := m.eval(s.Rhs[0])
	if err != nil {
		return err
	}
	if l.Kind == loop.VarExpr {
		m.env[l.Var] = v
		return nil
	}
	a, err := m.eval(l.Args[0])
	if err != nil {
		return err
	}
	e, err := m.at(a, l.Args[1])
	if err == nil {
		*e = v
	}
	return err
}

// at is an element of living memory.
func (m *machine) at(a value, i *loop.Expr) (*value, error) {
	if a.m == nil {
		return nil, errFailed
	}
	if a.m.dead != "" {
		return nil, errors.New("memory is used after " + a.m.dead)
	}
	return &a.m.elems[i.I], nil
}

func (m *machine) eval(e *loop.Expr) (value, error) {
	switch e.Kind {
	case loop.VarExpr:
		return m.env[e.Var], nil
	case loop.ConstExpr:
		return value{x: e.F}, nil
	case loop.IndexExpr:
		a, err := m.eval(e.Args[0])
		if err != nil {
			return value{}, err
		}
		v, err := m.at(a, e.Args[1])
		if err != nil {
			return value{}, err
		}
		return *v, nil
	}
	return value{}, fmt.Errorf("no expression that is expected: %v", e)
}
