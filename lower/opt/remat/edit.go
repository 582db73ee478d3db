package remat

import (
	"sort"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
)

// editor collects the changes of one round, and makes them at its end, so that spots
// mean the same throughout.
type editor struct {
	sv      *surveyor
	gone    map[*loop.Var]bool // tapes without readers
	from    map[*loop.Var]*rebuilder
	inserts map[*nest][]insert
	seq     int
}

// An insert is a new statement before the statement at a place of a block.
type insert struct {
	at, order, seq int
	s              loop.Stmt
}

func newEditor(sv *surveyor) *editor {
	return &editor{
		sv: sv, gone: map[*loop.Var]bool{}, from: map[*loop.Var]*rebuilder{}, inserts: map[*nest][]insert{},
	}
}

func (ed *editor) insert(at spot, order int, s loop.Stmt) {
	ed.seq++
	ed.inserts[at.n] = append(ed.inserts[at.n], insert{at.at, order, ed.seq, s})
}

// rebuilder makes the readers of one group compute what they read.
type rebuilder struct {
	*editor
	*forward
	g    *group
	ch   *choice
	jobs map[job]*placed
	list []job
	vars map[reading]*loop.Var
	seen map[loopChain]*loopChain
}

// A loopChain is the loops that count the subscripts of a reader. In one body there may be several that end with the
// same loop: of a[i][k], a[j][k] and a[k][k], say.
type loopChain struct {
	up *loopChain // those around, nil where there are none
	n  *nest
}

// chain is the one for loops, the same for the same loops.
func (rb *rebuilder) chain(loops []*nest) *loopChain {
	var u *loopChain
	for _, n := range loops {
		k := loopChain{u, n}
		if rb.seen[k] == nil {
			rb.seen[k] = &k
		}
		u = rb.seen[k]
	}
	return u
}

// A job is a computation to do again, or a value to load, under the loops of a reader.
type job struct {
	made *compute
	load *value
	in   *loopChain
}

// placed is where a job is done: before all that use it.
type placed struct {
	at    spot
	loops []*nest // of the reader, to in
}

// A reading is a value under the loops of a reader.
type reading struct {
	x  *value
	in *loopChain
}

// edit plans the new readers and stores of a group.
func (ed *editor) edit(g *group, fw *forward, ch *choice) {
	rb := &rebuilder{editor: ed, forward: fw, g: g, ch: ch, jobs: map[job]*placed{}, vars: map[reading]*loop.Var{},
		seen: map[loopChain]*loopChain{}}
	rb.makeTapes()
	for _, t := range g.tapes {
		x := fw.stored[t]
		if ch.stored[x] && x.tape == t {
			continue
		}
		ed.gone[t], ed.from[t] = true, rb
		for _, r := range ed.sv.arrays[t].reads {
			rb.demand(x, r.loops, r.at)
		}
	}
	rb.plan()
	rb.emit()
}

// makeTapes adds arrays for the values that are stored now and were not before.
func (rb *rebuilder) makeTapes() {
	for _, x := range rb.values {
		if !rb.ch.stored[x] || x.tape != nil {
			continue
		}
		dims := rb.lengthsIn(rb.g, x)
		t := loop.NewVar(x.v.Name, loop.Type{Base: x.typ.Base, Rank: int32(len(dims))})
		x.tape = t
		rb.insert(spot{rb.g.top.up, rb.g.top.at}, 0, &loop.Alloc{Var: t, Dims: dims, Dirty: true})
		rb.insert(x.from, 0, &loop.Assign{
			Lhs: []*loop.Expr{elementAt(t, rb.loopsOf(x))}, Rhs: []*loop.Expr{loop.Use(x.v)},
		})
	}
}

func (rb *rebuilder) loopsOf(x *value) []*nest {
	var loops []*nest
	for n := x.at; n != rb.g.top.up; n = n.up {
		loops = append([]*nest{n}, loops...)
	}
	return loops
}

// elementAt is t under the variables of loops.
func elementAt(t *loop.Var, loops []*nest) *loop.Expr {
	e := loop.Use(t)
	for _, n := range loops {
		e = loop.Index(e, loop.Use(n.loop.Var))
	}
	return e
}

// demand asks for a value at a spot under the loops of a reader.
func (rb *rebuilder) demand(x *value, loops []*nest, at spot) {
	if x.index || x.constant() {
		return
	}
	loops = loops[:x.at.depth-rb.g.top.up.depth]
	in := rb.chain(loops)
	j := job{in: in, made: x.made}
	if rb.ch.stored[x] {
		j = job{in: in, load: x}
	}
	for at.n.loops > in.n.loops {
		at = spot{at.n.up, at.n.at}
	}
	if p := rb.jobs[j]; p != nil {
		p.at = p.at.meet(at)
		return
	}
	rb.jobs[j] = &placed{at, loops}
	rb.list = append(rb.list, j)
}

// plan finds all jobs and their spots, users before what they use.
func (rb *rebuilder) plan() {
	byID := make([][]job, len(rb.comps))
	taken := 0
	take := func() {
		for ; taken < len(rb.list); taken++ {
			if j := rb.list[taken]; j.made != nil {
				byID[j.made.id] = append(byID[j.made.id], j)
			}
		}
	}
	take()
	for id := len(byID) - 1; id >= 0; id-- {
		for k := 0; k < len(byID[id]); k++ {
			j := byID[id][k]
			p := rb.jobs[j]
			for _, y := range j.made.needs {
				rb.demand(y, p.loops, p.at)
			}
			take()
		}
	}
}

// emit writes the jobs, each before what uses it.
func (rb *rebuilder) emit() {
	sort.SliceStable(rb.list, func(a, b int) bool { return rb.list[a].order() < rb.list[b].order() })
	for _, j := range rb.list {
		p := rb.jobs[j]
		if x := j.load; x != nil {
			rb.insert(p.at, j.order(), &loop.Let{Var: rb.variable(x, j.in), Rhs: elementAt(x.tape, p.loops)})
			continue
		}
		for _, s := range rb.recompute(j, p) {
			rb.insert(p.at, j.order(), s)
		}
	}
}

func (j job) order() int {
	if j.load != nil {
		return 2 * j.load.made.id
	}
	return 2*j.made.id + 1
}

// variable is that which holds x under the loops of a reader.
func (rb *rebuilder) variable(x *value, in *loopChain) *loop.Var {
	if x.index {
		return in.n.loop.Var
	}
	k := reading{x, in}
	if rb.vars[k] == nil {
		name := "t"
		switch {
		case x.v != nil:
			name = x.v.Name
		case x.tape != nil:
			name = x.tape.Name
		}
		rb.vars[k] = loop.NewVar(name, x.typ)
	}
	return rb.vars[k]
}

// recompute is a computation as statements of a reader.
func (rb *rebuilder) recompute(j job, p *placed) []loop.Stmt {
	c := j.made
	with := map[*loop.Var]*loop.Expr{}
	for v, x := range c.in {
		with[v] = rb.read(x, p.loops)
	}
	sub := func(e *loop.Expr) *loop.Expr { return edit.Substitute(e, with) }
	if c.branch == nil {
		return []loop.Stmt{&loop.Let{Var: rb.variable(c.outs[0], j.in), Rhs: sub(c.rhs)}}
	}
	var out []loop.Stmt
	for _, x := range c.outs {
		out = append(out, &loop.Let{Var: rb.variable(x, j.in), Rhs: sub(loop.Use(x.v))})
	}
	for _, x := range c.outs {
		with[x.v] = loop.Use(rb.variable(x, j.in))
	}
	return append(out, again([]loop.Stmt{c.branch}, with)...)
}

// read is the expression for x under the loops of a reader.
func (rb *rebuilder) read(x *value, loops []*nest) *loop.Expr {
	if x.constant() {
		return x.made.rhs
	}
	return loop.Use(rb.variable(x, rb.chain(loops[:x.at.depth-rb.g.top.up.depth])))
}

// constant reports whether x is a constant, which needs no variable.
func (x *value) constant() bool { return x.made.rhs != nil && x.made.rhs.IsConst() }
