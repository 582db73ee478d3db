package chad_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/lower/opt"
)

var (
	statePrograms = flag.Int("states", 12, "random programs of TestRandomStates")
	firstState    = flag.Uint64("firststate", 1, "the seed of the first of them")
)

// Values and derivatives of random programs whose loops have states of arrays, pairs, records and sums of them, kept,
// swapped, shared and updated, are what the interpreter of terms says.
//
//	value     as placed = after the passes = of the interpreter = what is beside the gradient
//	gradient  as placed = after the passes = after those of fast math = by the interpreter in forward mode, and in reverse mode
//	JVP       as placed = after the passes = by the interpreter
//
// A program that breaks a law is cut down to a smaller one that breaks it.
func TestRandomStates(t *testing.T) {
	bound := boundTally{of: placedPrimal}
	for seed := *firstState; seed < *firstState+uint64(*statePrograms); seed++ {
		p := newStateProgram(seed)
		fast := seed%4 == 0
		f := stateFault(p.String(), fast)
		if f == nil {
			bound.text(t, fmt.Sprint("seed ", seed), p.String())
			continue
		}
		if f.law == "parse" {
			t.Fatalf("seed %d: %v\n%s", seed, f, p)
		}
		p.shrink(func(text string) bool { g := stateFault(text, fast); return g != nil && g.law == f.law })
		t.Errorf("seed %d: %v\n%s\nnow: %v", seed, f, p, stateFault(p.String(), fast))
	}
	bound.Report(t)
}

// The zero of a sum has no arrays; one that an element stays as it is in takes none of those that were there two
// iterations before.
func TestStatesKeepZeros(t *testing.T) {
	const text = `def main [n] (x : [n]real) : real =
  (let v = (loop s = ((inl x : [n]real + real), x) for i < n do (case (fst s) of inl a -> ((fst s), a) | inr b -> s)) in
  (snd v)[(n - 1 :> idx n)])
`
	if f := stateFault(text, false); f != nil {
		t.Fatal(f)
	}
}

func (f *nestFault) String() string {
	if len(f.what) > 600 {
		return f.law + ": " + f.what[:600]
	}
	return f.law + ": " + f.what
}

// stateFault is the law that a program breaks, nil if it breaks none; those of fast math are only looked at if fast
// says so.
func stateFault(text string, fast bool) (fault *nestFault) {
	defer catchFault(&fault)
	m, err := chad.Parse("states.chad", []byte(text))
	if err != nil {
		return &nestFault{"parse", err.Error()}
	}
	of, err := m.Func("main")
	if err != nil {
		return &nestFault{"parse", err.Error()}
	}
	derived := func(f *chad.Func, err error) *chad.Func {
		if err != nil {
			breaks("derivative", "%v", err)
		}
		return f
	}
	loops := func(f *chad.Func, passes *opt.Options) *chad.Loops {
		l, err := chad.NewLoops(f, passes)
		if err != nil {
			breaks("loops", "%v", err)
		}
		return l
	}
	eval := func(f *chad.Func, args ...any) any {
		v, err := f.Eval(args...)
		if err != nil {
			breaks("interpreter", "%v", err)
		}
		return v
	}
	plain, grad, jvp := derived(of.Plain()), derived(chad.ValueAndGrad(of)), derived(chad.JVP(of))
	type form struct {
		name             string
		plain, grad, jvp *chad.Loops
	}
	var forms []form
	add := func(name string, passes *opt.Options) {
		forms = append(forms, form{name, loops(plain, passes), loops(grad, passes), loops(jvp, passes)})
	}
	add("as placed", nil)
	add("after the passes", &opt.Options{})
	if fast {
		add("of fast math, with rows four at a time", &opt.Options{FastMath: true, Jam: true})
	}
	for _, n := range []int{3, 5} {
		for k := range 2 {
			x := nestPoint(n, k)
			equal := func(law string, got, want float64) {
				if !within(got, want, 1e-8) {
					breaks(law, "%v, want %v at %v", got, want, x)
				}
			}
			want := eval(plain, x).(float64)
			slopes := make([]float64, n)
			wild := !(math.Abs(want) < 1e6)
			for i := range slopes {
				slopes[i] = eval(jvp, x, unit(n, i)).([]any)[1].(float64)
				wild = wild || !(math.Abs(slopes[i]) < 1e4)
			}
			if wild {
				continue // chaos, in which what is lost in rounding shows
			}
			back := eval(grad, x).([]any)
			equal("value of terms beside the gradient", back[0].(float64), want)
			for i, s := range slopes {
				equal("gradient of terms", back[1].([]float64)[i], s)
			}
			for _, f := range forms {
				equal("value "+f.name, number(f.plain, x), want)
				results := runs(f.grad, x)
				equal("value beside the gradient "+f.name, results[0].(float64), want)
				for i, s := range slopes {
					equal("gradient "+f.name, results[1].([]float64)[i], s)
					equal("tangent "+f.name, last(runs(f.jvp, x, unit(n, i))).(float64), s)
				}
			}
		}
	}
	return nil
}

// A stateProgram is a program as trees of expressions, to be cut down.
type stateProgram struct{ defs []*stateNode }

// A stateNode is an expression, or a definition: a format for its parts.
type stateNode struct {
	typ   string // of the language; of a condition bool, of a definition nothing
	form  string
	parts []*stateNode
}

func (n *stateNode) String() string {
	args := make([]any, len(n.parts))
	for i, p := range n.parts {
		args[i] = p.String()
	}
	return fmt.Sprintf(n.form, args...)
}

func (p *stateProgram) String() string {
	out := ""
	for _, d := range p.defs {
		out += d.String() + "\n"
	}
	return out
}

// shrink puts parts of expressions, or something simple, in their places as long as the program fails.
func (p *stateProgram) shrink(fails func(string) bool) {
	tries := 1500
	try := func() bool {
		tries--
		return tries > 0 && fails(p.String())
	}
	for again := true; again && tries > 0; {
		again = false
		for i := 0; i < len(p.defs)-1; i++ {
			defs := p.defs
			if p.defs = append(append([]*stateNode(nil), defs[:i]...), defs[i+1:]...); try() {
				again = true
			} else {
				p.defs = defs
			}
		}
		var visit func(n *stateNode)
		visit = func(n *stateNode) {
			if n.typ != "" {
				old := *n
				for _, c := range n.smaller() {
					if *n = *c; n.String() != old.String() && len(n.String()) < len(old.String()) && try() {
						again = true
						break
					}
					*n = old
				}
			}
			for _, c := range n.parts {
				visit(c)
			}
		}
		for _, d := range p.defs {
			visit(d)
		}
	}
}

// smaller are expressions of the type of n.
func (n *stateNode) smaller() (out []*stateNode) {
	switch n.typ {
	case "bool":
		out = append(out, &stateNode{typ: n.typ, form: "1 < 2"}, &stateNode{typ: n.typ, form: "2 < 1"})
	case "real":
		out = append(out, &stateNode{typ: n.typ, form: "0.5"})
	case "[n]real":
		out = append(out, &stateNode{typ: n.typ, form: "x"})
	case stateRow:
		out = append(out, &stateNode{typ: n.typ, form: "(pack x)"})
	}
	var visit func(c *stateNode)
	visit = func(c *stateNode) {
		for _, d := range c.parts {
			if d.typ == n.typ {
				out = append(out, d)
			}
			visit(d)
		}
	}
	visit(n)
	return out
}

// stateMaker makes programs. Types are their text.
type stateMaker struct {
	*rand.Rand
	names int
	funcs []stateFunc
	vars  []stateVar
	index []string // of type idx n
	size  int      // of the definition, bounded
}

type stateVar struct{ name, typ string }

type stateFunc struct {
	name   string
	params []string
	result string
	counts bool
}

const (
	stateVec  = "[n]real"
	stateMat  = "[n][n]real"
	statePair = "([n]real, [n]real)"
	stateMix  = "([n]real, real)"
	stateRows = "([n][n]real, [n]real)"
	stateRec  = "{u : [n]real, w : [n]real}"
	stateDeep = "(([n]real, real), [n]real)"
	stateSum  = "([n]real + real)"
	stateSide = "([n]real + real, [n]real)"
	stateMore = "(([n]real, [n]real), ([n]real, real))"
	stateRow  = "[?]real" // of rows that grow
	stateOwn  = "[n][?]real"
	stateHeap = "([n][?]real, [n]real)"
)

func newStateProgram(seed uint64) *stateProgram {
	m := &stateMaker{Rand: rand.New(rand.NewPCG(seed, 41))}
	p := &stateProgram{}
	for range m.IntN(3) {
		p.defs = append(p.defs, m.function())
	}
	m.vars, m.index, m.size = []stateVar{{"x", stateVec}}, nil, 60
	body := m.lets("real", 1+m.IntN(5))
	p.defs = append(p.defs, &stateNode{form: "def main [n] (x : [n]real) : real =\n  %s", parts: []*stateNode{body}})
	return p
}

func (m *stateMaker) function() *stateNode {
	f := stateFunc{name: m.fresh("f"), result: m.pick("real", stateVec, statePair, stateVec, stateRec, stateMat, stateOwn), counts: m.IntN(3) == 0}
	m.vars, m.index, m.size = nil, []string{"i"}, 25
	head := "def " + f.name + " [n] (k : int, x : [n]real"
	for j := range 1 + m.IntN(2) {
		t := m.typ()
		name := fmt.Sprintf("a%d", j)
		f.params = append(f.params, t)
		m.vars = append(m.vars, stateVar{name, t})
		head += ", " + name + " : " + t
	}
	m.vars = append(m.vars, stateVar{"x", stateVec})
	head += ", i : idx n) : " + f.result + " =\n  "
	parts := []*stateNode{m.lets(f.result, 3)}
	form := "%s"
	if f.counts {
		form = "if k < 1 then %s else %s"
		again := &stateNode{typ: f.result, form: f.name + " (k - 1, x"}
		for _, t := range f.params {
			again.form += ", %s"
			again.parts = append(again.parts, m.expr(t, 2))
		}
		again.form += ", " + m.pick("i", "0 :> idx n") + ")"
		parts = append(parts, again)
	}
	m.funcs = append(m.funcs, f)
	return &stateNode{form: head + form, parts: parts}
}

func (m *stateMaker) fresh(p string) string {
	m.names++
	return fmt.Sprintf("%s%d", p, m.names)
}

func (m *stateMaker) pick(of ...string) string { return of[m.IntN(len(of))] }

func (m *stateMaker) typ() string {
	return m.pick("real", stateVec, stateVec, statePair, statePair, stateMix, stateMat, stateRows, stateRec, stateDeep, stateSum, stateSide, stateMore, stateMore,
		stateRow, stateOwn, stateOwn, stateHeap)
}

func (m *stateMaker) at() string {
	if len(m.index) > 0 && m.IntN(3) > 0 {
		return m.pick(m.index...)
	}
	return m.pick("(0 :> idx n)", "(1 :> idx n)", "(2 :> idx n)", "(n - 1 :> idx n)")
}

// in makes something with more variables.
func (m *stateMaker) in(index string, vars []stateVar, f func() *stateNode) *stateNode {
	v, i := m.vars, m.index
	m.vars = append(v[:len(v):len(v)], vars...)
	if index != "" {
		m.index = append(i[:len(i):len(i)], index)
	}
	n := f()
	m.vars, m.index = v, i
	return n
}

// lets is an expression behind some that have names.
func (m *stateMaker) lets(t string, k int) *stateNode {
	if k == 0 || m.size < 0 {
		return m.expr(t, 3)
	}
	u := m.typ()
	v := m.fresh("v")
	e := m.expr(u, 3)
	rest := m.in("", []stateVar{{v, u}}, func() *stateNode { return m.lets(t, k-1) })
	return &stateNode{typ: t, form: "(let " + v + " = %s in\n  %s)", parts: []*stateNode{e, rest}}
}

func stateParts(t string) (a, b string, pair bool) {
	switch t {
	case statePair:
		return stateVec, stateVec, true
	case stateMix:
		return stateVec, "real", true
	case stateRows:
		return stateMat, stateVec, true
	case stateDeep:
		return stateMix, stateVec, true
	case stateSide:
		return stateSum, stateVec, true
	case stateMore:
		return statePair, stateMix, true
	case stateHeap:
		return stateOwn, stateVec, true
	}
	return "", "", false
}

// known are paths to values of a type.
func (m *stateMaker) known(t string) (out []string) {
	var visit func(path, u string)
	visit = func(path, u string) {
		if u == t {
			out = append(out, path)
		}
		if a, b, ok := stateParts(u); ok {
			visit("(fst "+path+")", a)
			visit("(snd "+path+")", b)
		}
		switch u {
		case stateRec:
			visit(path+".u", stateVec)
			visit(path+".w", stateVec)
		case stateMat:
			if t == stateVec {
				out = append(out, path+"["+m.at()+"]")
			}
			if t == "real" {
				out = append(out, path+"["+m.at()+"]["+m.at()+"]")
			}
		case stateVec:
			if t == "real" {
				out = append(out, path+"["+m.at()+"]")
			}
		case stateOwn:
			if t == stateRow {
				out = append(out, path+"["+m.at()+"]")
			}
		}
	}
	for _, v := range m.vars {
		visit(v.name, v.typ)
	}
	return out
}

func (m *stateMaker) leaf(t string) *stateNode {
	if k := m.known(t); len(k) > 0 {
		late := len(k) - 1 - min(m.IntN(len(k)), m.IntN(len(k))) // what has come last, rather
		return &stateNode{typ: t, form: k[late]}
	}
	if a, b, ok := stateParts(t); ok {
		return &stateNode{typ: t, form: "(%s, %s)", parts: []*stateNode{m.leaf(a), m.leaf(b)}}
	}
	switch t {
	case stateMat:
		return &stateNode{typ: t, form: "[%s | " + m.fresh("r") + " < n]", parts: []*stateNode{m.leaf(stateVec)}}
	case stateRec:
		return &stateNode{typ: t, form: "{u = %s, w = %s}", parts: []*stateNode{m.leaf(stateVec), m.leaf(stateVec)}}
	case stateSum:
		return &stateNode{typ: t, form: "(inl %s : [n]real + real)", parts: []*stateNode{m.leaf(stateVec)}}
	case stateRow:
		return &stateNode{typ: t, form: "(pack %s)", parts: []*stateNode{m.leaf(stateVec)}}
	case stateOwn:
		return &stateNode{typ: t, form: "[%s | " + m.fresh("r") + " < n]", parts: []*stateNode{m.leaf(stateRow)}}
	}
	return &stateNode{typ: t, form: "0.5"}
}

func (m *stateMaker) cond() *stateNode {
	if len(m.index) > 0 && m.IntN(3) == 0 {
		return &stateNode{typ: "bool", form: "int " + m.pick(m.index...) + m.pick(" > 0", " < 2", " == 1")}
	}
	return &stateNode{typ: "bool", form: "%s" + m.pick(" > ", " < ") + m.pick("0.41", "0.73", "1.1"), parts: []*stateNode{m.leaf("real")}}
}

func (m *stateMaker) expr(t string, depth int) *stateNode {
	m.size--
	if depth <= 0 || m.size < 0 || m.IntN(8) == 0 {
		return m.leaf(t)
	}
	node := func(form string, parts ...*stateNode) *stateNode { return &stateNode{typ: t, form: form, parts: parts} }
	switch m.IntN(9) {
	case 0:
		return node("(if %s then %s else %s)", m.cond(), m.expr(t, depth-1), m.expr(t, depth-1))
	case 1:
		u, v := m.typ(), m.fresh("v")
		e := m.expr(u, depth-1)
		return node("(let "+v+" = %s in %s)", e, m.in("", []stateVar{{v, u}}, func() *stateNode { return m.expr(t, depth-1) }))
	case 2, 3, 4:
		return m.loop(t, depth)
	case 5:
		if n := m.call(t, depth); n != nil {
			return n
		}
	case 7:
		if t == stateVec || t == statePair || t == stateMix || t == stateMat {
			return node("(%s + %s)", m.expr(t, depth-1), m.leaf(t))
		}
	case 6:
		if k := m.known(stateSum); len(k) > 0 {
			a, b := m.fresh("a"), m.fresh("b")
			return node("(case "+m.pick(k...)+" of inl "+a+" -> %s | inr "+b+" -> %s)",
				m.in("", []stateVar{{a, stateVec}}, func() *stateNode { return m.expr(t, depth-1) }),
				m.in("", []stateVar{{b, "real"}}, func() *stateNode { return m.expr(t, depth-1) }))
		}
	}
	if a, b, ok := stateParts(t); ok {
		return node("(%s, %s)", m.expr(a, depth-1), m.expr(b, depth-1))
	}
	switch t {
	case "real":
		if len(m.known(stateRow)) > 0 && m.IntN(3) == 0 {
			a, k := m.fresh("a"), m.fresh("k")
			return node("(let "+a+" = %s; size "+k+" = length "+a+" in 0.2 * sum ("+a+" :> ["+k+"]real))", m.expr(stateRow, depth-1))
		}
		switch m.IntN(6) {
		case 0:
			return node("(sin (%s * %s))", m.expr(t, depth-1), m.expr(t, depth-1))
		case 1:
			return node("((%s + %s) * 0.5)", m.expr(t, depth-1), m.expr(t, depth-1))
		case 2:
			return node("(0.3 * sum %s)", m.expr(stateVec, depth-1))
		case 3:
			return node("(sin %s)", m.expr(t, depth-1))
		case 4:
			j := m.fresh("j")
			return node("(0.3 * sum [%s | "+j+" < n])", m.in(j, nil, func() *stateNode { return m.expr(t, depth-1) }))
		}
		return node("(0.3 * sum (filter (\\z. z > 0.6) %s))", m.expr(stateVec, depth-1))
	case stateVec:
		if m.IntN(2) == 0 {
			return node("(set %s "+m.at()+" %s)", m.expr(t, depth-1), m.expr("real", depth-1))
		}
		j := m.fresh("j")
		return node("[%s | "+j+" < n]", m.in(j, nil, func() *stateNode { return m.expr("real", depth-1) }))
	case stateMat:
		if m.IntN(3) > 0 {
			return node("(set %s "+m.at()+" %s)", m.expr(t, depth-1), m.expr(stateVec, depth-1))
		}
		j := m.fresh("j")
		return node("[%s | "+j+" < n]", m.in(j, nil, func() *stateNode { return m.expr(stateVec, depth-1) }))
	case stateRow:
		return m.row(depth)
	case stateOwn:
		if m.IntN(4) > 0 {
			return node("(set %s "+m.at()+" %s)", m.expr(t, depth-1), m.expr(stateRow, depth-1))
		}
		j := m.fresh("j")
		return node("[%s | "+j+" < n]", m.in(j, nil, func() *stateNode { return m.expr(stateRow, depth-1) }))
	case stateRec:
		return node("{u = %s, w = %s}", m.expr(stateVec, depth-1), m.expr(stateVec, depth-1))
	case stateSum:
		if m.IntN(2) == 0 {
			return node("(inl %s : [n]real + real)", m.expr(stateVec, depth-1))
		}
		return node("(inr %s : [n]real + real)", m.expr("real", depth-1))
	}
	return m.leaf(t)
}

// row is a row: one with another element, one with an element changed, the beginning of one, or an array as one.
func (m *stateMaker) row(depth int) *stateNode {
	node := func(form string, parts ...*stateNode) *stateNode {
		return &stateNode{typ: stateRow, form: form, parts: parts}
	}
	a, b, k, j := m.fresh("a"), m.fresh("b"), m.fresh("k"), m.fresh("j")
	head := "(let " + a + " = %s; size " + k + " = length " + a + "; " + b + " = " + a + " :> [" + k + "]real in "
	switch m.IntN(4) {
	case 0:
		return node(head+"pack [if int "+j+" < "+k+" then "+b+"[int "+j+" :> idx "+k+"] else %s | "+j+" < "+k+" + 1])", m.expr(stateRow, depth-1), m.leaf("real"))
	case 1:
		return node(head+"if "+k+" > 1 then pack (set "+b+" (1 :> idx "+k+") %s) else "+a+")", m.expr(stateRow, depth-1), m.leaf("real"))
	case 2:
		return node("(filter (\\z. z > 0.6) %s)", m.expr(stateVec, depth-1))
	}
	return node("(pack %s)", m.expr(stateVec, depth-1))
}

// loop is a loop with a state of type t, or one that collects, or sums, something of type t.
func (m *stateMaker) loop(t string, depth int) *stateNode {
	node := func(form string, parts ...*stateNode) *stateNode { return &stateNode{typ: t, form: form, parts: parts} }
	s, i := m.fresh("s"), m.fresh("i")
	down := m.pick("", "", " down")
	body := func(index, u string, f func() *stateNode) *stateNode {
		return m.in(index, []stateVar{{s, u}, {s, u}}, f)
	}
	if t == "real" || t == stateVec || t == stateMat {
		u := m.typ()
		out := map[string]string{"real": "", stateVec: "real", stateMat: stateVec}[t]
		what := "collect"
		if out == "" || m.IntN(4) == 0 {
			what, out = "sum", t
		}
		if m.IntN(2) == 0 {
			init := m.expr(u, depth-1)
			in := body(i, u, func() *stateNode {
				return m.chain(func() *stateNode {
					next := m.step(u, depth-1)
					return &stateNode{form: "(%s, %s)", parts: []*stateNode{next, m.expr(out, depth-1)}}
				})
			})
			scale := ""
			if what == "sum" && t == "real" {
				scale = "0.3 * "
			}
			whole := &stateNode{typ: "(" + u + ", " + t + ")", form: "(loop " + s + " = %s for " + i + " < n" + down + " " + what + " %s)", parts: []*stateNode{init, in}}
			if m.IntN(2) == 0 {
				return node("("+scale+"snd %s)", whole)
			}
			p, a := m.fresh("p"), m.fresh("v")
			rest := m.in("", []stateVar{{a, u}, {p + ".2", t}}, func() *stateNode { return m.expr(t, depth-1) })
			return node("(let "+p+" = %s; "+a+" = fst "+p+" in %s)", whole, rest)
		}
	}
	if m.IntN(4) == 0 {
		init := m.expr(t, depth-1)
		q := m.fresh("q")
		in := m.in("", []stateVar{{s, t}, {s, t}}, func() *stateNode { return m.step(t, depth-1) })
		cond := m.in("", []stateVar{{s, t}}, m.cond)
		return node("(snd (loop "+q+" = (0, %s) while fst "+q+" < "+m.pick("2", "3")+m.pick("", " && (let "+s+" = snd "+q+" in CUT)")+" do (let "+s+" = snd "+q+" in (fst "+q+" + 1, %s))))", init, cond, in).cut()
	}
	u := t
	init := m.expr(u, depth-1)
	in := body(i, u, func() *stateNode { return m.chain(func() *stateNode { return m.step(u, depth-1) }) })
	return node("(loop "+s+" = %s for "+i+" < n"+down+" do %s)", init, in)
}

// chain puts names of parts of the state, of updates and of numbers that read them, around the end of a loop body.
func (m *stateMaker) chain(end func() *stateNode) *stateNode {
	if m.IntN(2) == 0 {
		return end()
	}
	state := m.vars[len(m.vars)-1]
	names := 1 + m.IntN(4)
	var next func(k int) *stateNode
	next = func(k int) *stateNode {
		if k == names {
			return m.in("", []stateVar{state}, end)
		}
		t, v := m.pick(stateVec, stateVec, stateVec, "real", "real", stateMat, stateRow, state.typ), m.fresh("v")
		e := m.small(t)
		rest := m.in("", []stateVar{{v, t}}, func() *stateNode { return next(k + 1) })
		return &stateNode{typ: rest.typ, form: "(let " + v + " = %s in %s)", parts: []*stateNode{e, rest}}
	}
	return next(0)
}

// small is something that is there, updated once or chosen.
func (m *stateMaker) small(t string) *stateNode {
	node := func(form string, parts ...*stateNode) *stateNode { return &stateNode{typ: t, form: form, parts: parts} }
	switch m.IntN(6) {
	case 0:
		return node("(if %s then %s else %s)", m.cond(), m.leaf(t), m.leaf(t))
	case 1, 2:
		switch t {
		case "real":
			return node("(sin (%s + %s))", m.leaf(t), m.leaf(t))
		case stateVec:
			return node("(set %s "+m.at()+" %s)", m.leaf(t), m.small("real"))
		case stateMat:
			return node("(set %s "+m.at()+" %s)", m.leaf(t), m.small(stateVec))
		}
		if a, b, ok := stateParts(t); ok {
			return node("(%s, %s)", m.small(a), m.small(b))
		}
	case 3:
		if n := m.call(t, 1); n != nil {
			return n
		}
	case 4:
		if t == stateVec || t == statePair {
			return node("(%s + %s)", m.leaf(t), m.leaf(t))
		}
	}
	return m.leaf(t)
}

// cut puts the second part where a loop has a condition on its state, or drops it.
func (n *stateNode) cut() *stateNode {
	for i := 0; i+3 <= len(n.form); i++ {
		if n.form[i:i+3] == "CUT" {
			n.form = n.form[:i] + "%s" + n.form[i+3:]
			return n
		}
	}
	n.parts = []*stateNode{n.parts[0], n.parts[2]}
	return n
}

// step is a next state: often the one before, changed in a part, or with its parts exchanged.
func (m *stateMaker) step(t string, depth int) *stateNode {
	s := m.vars[len(m.vars)-1].name
	node := func(form string, parts ...*stateNode) *stateNode { return &stateNode{typ: t, form: form, parts: parts} }
	if m.IntN(6) == 0 {
		return node("(if %s then "+s+" else %s)", m.cond(), m.step(t, depth))
	}
	if m.IntN(6) == 0 {
		u, v := m.typ(), m.fresh("v")
		e := m.expr(u, depth-1)
		vars := m.vars
		rest := m.in("", []stateVar{{v, u}, vars[len(vars)-1]}, func() *stateNode { return m.step(t, depth-1) })
		return node("(let "+v+" = %s in %s)", e, rest)
	}
	if m.IntN(4) == 0 {
		return m.small(t)
	}
	if m.IntN(2) == 0 {
		switch t {
		case stateOwn:
			return node("(set "+s+" "+m.at()+" %s)", m.expr(stateRow, depth))
		case stateHeap:
			return node("(set (fst "+s+") "+m.at()+" %s, %s)", m.expr(stateRow, depth), m.small(stateVec))
		case stateMore:
			return node("(%s, %s)", m.both("(fst "+s+")", "(%s, %s)", "(fst (fst "+s+"))", "(snd (fst "+s+"))", statePair, depth), m.small(stateMix))
		case stateVec:
			return node("(set "+s+" "+m.at()+" %s)", m.expr("real", depth))
		case stateMat:
			return node("(set "+s+" "+m.at()+" (set "+s+"["+m.at()+"] "+m.at()+" %s))", m.expr("real", depth))
		case statePair:
			return m.both(s, "(%s, %s)", "(fst "+s+")", "(snd "+s+")", t, depth)
		case stateRec:
			return m.both(s, "{u = %s, w = %s}", s+".u", s+".w", t, depth)
		case stateMix:
			return node("(set (fst "+s+") "+m.at()+" %s, %s)", m.expr("real", depth), m.expr("real", depth))
		case stateRows:
			return node("(set (fst "+s+") "+m.at()+" %s, %s)", m.expr(stateVec, depth), m.expr(stateVec, depth))
		}
	}
	return m.expr(t, depth)
}

// both is two arrays, in the places of two of a state.
func (m *stateMaker) both(s, form, a, b, t string, depth int) *stateNode {
	one := func() *stateNode {
		p := m.pick(a, b)
		if m.IntN(2) == 0 {
			return &stateNode{typ: stateVec, form: p}
		}
		return &stateNode{typ: stateVec, form: "(set " + p + " " + m.at() + " %s)", parts: []*stateNode{m.expr("real", depth-1)}}
	}
	return &stateNode{typ: t, form: form, parts: []*stateNode{one(), one()}}
}

func (m *stateMaker) call(t string, depth int) *stateNode {
	var fit []stateFunc
	for _, f := range m.funcs {
		if f.result == t {
			fit = append(fit, f)
		}
	}
	if len(fit) == 0 || len(m.known(stateVec)) == 0 {
		return nil
	}
	f := fit[m.IntN(len(fit))]
	n := &stateNode{typ: t, form: "(" + f.name + " (" + m.pick("1", "2") + ", " + m.pick(m.known(stateVec)...)}
	for _, p := range f.params {
		n.form += ", %s"
		n.parts = append(n.parts, m.expr(p, depth-1))
	}
	n.form += ", " + m.at() + "))"
	return n
}
