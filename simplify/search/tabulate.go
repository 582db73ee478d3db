package search

import (
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/syntax"
)

// This file is tabulate: what a loop in a loop computes of its own index alone is computed once for each index.
//
//	loop s = 0 for i < n do loop t = s for j < m do t + a[i][j] * tanh x[j]
//
// becomes
//
//	let size k = if n > 0 then m else 0
//	    y = [tanh x[j] | j < k] in
//	    loop s = 0 for i < n do loop t = s for j < m do t + a[i][j] * y[j]
//
// It comes before differentiation, so that the way back adds to the cotangent of y in the loops and is through with
// tanh in one loop of its own, and tapes none of it. A loop around that does not run costs nothing: the table is empty
// then. And each entry is a value that the loops would have computed as well, so that it fails only where they do.

// dear is the cost from which a value is worth a store and loads: less than that of exp, more than that of a root or a
// few quotients.
const dear = 16

// mostTableLoops bounds the loops around each other that are told apart.
const mostTableLoops = 60

// tabulate applies the rule on the A-normal form of t. If it does not apply, it returns t itself.
func (r *Rules) tabulate(t syntax.Term) (syntax.Term, bool) {
	if !r.On["tabulate"] || !mayTabulate(t) {
		return t, false
	}
	defer times.Begin("tabulate")()
	w := &tabulator{Rules: r, vars: map[*syntax.Var]*tabulated{}, sizes: map[*syntax.SizeVar]*tabulated{}}
	n := w.block(syntax.ANF(t), &tableBlock{})
	if w.fired == 0 {
		return t, false
	}
	return n, true
}

// mayTabulate reports whether anything dear is in a loop in a loop.
func mayTabulate(t syntax.Term) bool {
	if syntax.NodesOf(t)&(syntax.Builds|syntax.Loops) == 0 {
		return false
	}
	found := false
	var visit func(t syntax.Term, depth int)
	visit = func(t syntax.Term, depth int) {
		if found {
			return
		}
		found = depth >= 2 && ownCost(t) >= dear/2
		operands, bodies := form.Shape(t)
		k := 0
		syntax.Children(t, func(c syntax.Term) {
			switch k++; {
			case k <= operands:
				visit(c, depth)
			case counts(t) != nil:
				visit(c, depth+1)
			case bodies != form.None:
				visit(c, 0)
			}
		})
	}
	visit(t, 0)
	return found
}

// counts is the number of iterations of a loop that runs all of them, else nil.
func counts(t syntax.Term) *syntax.Size {
	switch t := t.(type) {
	case *syntax.Build:
		return t.Len
	case *syntax.FilterIdx:
		return t.Len
	case *syntax.Loop:
		return t.Len
	}
	return nil
}

// A tabulator goes through blocks, outermost first.
type tabulator struct {
	*Rules
	blocks []*tableBlock // around, and the one in work
	vars   map[*syntax.Var]*tabulated
	sizes  map[*syntax.SizeVar]*tabulated
	fired  int
}

// A tableBlock is a block in work: its spine so far, and what loop it is the body of, if it is one that runs whenever
// the block around does.
type tableBlock struct {
	out  []syntax.Bind
	n    *syntax.Size
	lens map[[2]*syntax.Size]*syntax.Size // of [tableBlock.ifRuns]

	body            syntax.Term // of the loop
	asked, requires bool        // it requires something, or may; asked says that this is known
}

// tabulated is what is known of a variable, or of a size variable, that a block in work binds.
type tabulated struct {
	level int    // the number of the block
	deps  uint64 // the loops, by the number of their blocks, whose indices it depends on
	fixed int    // the innermost block that has something else it depends on that is no binding: a state
	bind  *syntax.Bind
	uses  []*tabulated // by the binding
	index *syntax.Var  // if it is the index of the loop
	at    int          // the block of the loop in front of which it can be computed, or 0
	// needed says that something uses it that cannot be computed in front of a loop, or the entries of two tables do,
	// each of which would compute it otherwise.
	needed bool
	table  *tabulated // whose entry alone uses it, if it is not needed
}

// served notes at what x uses that x does. All that uses x has been through it.
func (x *tabulated) served() {
	if x.needed {
		x.table = x
	}
	for _, u := range x.uses {
		switch {
		case x.at == 0:
			u.needed = true
		case u.table == nil:
			u.table = x.table
		case u.table != x.table:
			u.needed = true
		}
	}
}

// block goes through a block, which is not in work yet.
func (w *tabulator) block(t syntax.Term, b *tableBlock) syntax.Term {
	l, ok := t.(*syntax.Let)
	if !ok {
		return t
	}
	w.blocks = append(w.blocks, b)
	known := make([]*tabulated, len(l.Binds))
	for i := range l.Binds {
		known[i] = w.learn(&l.Binds[i])
	}
	if r, ok := l.Body.(*syntax.VarRef); ok && w.vars[r.Var] != nil {
		w.vars[r.Var].needed = true
	}
	for _, x := range slices.Backward(known) {
		x.served()
	}
	for i, bind := range l.Binds {
		if x := known[i]; x.at > 0 && x.needed && w.pays(x) {
			bind.Rhs = w.makeTable(x)
		} else {
			bind.Rhs = w.inside(bind.Rhs)
		}
		b.out = append(b.out, bind)
	}
	w.blocks = w.blocks[:len(w.blocks)-1]
	return syntax.NewLet(b.out, l.Body)
}

// inside goes through the bodies of a right-hand side.
func (w *tabulator) inside(t syntax.Term) syntax.Term {
	operands, bodies := form.Shape(t)
	if bodies == form.None {
		return t
	}
	n := counts(t)
	level := len(w.blocks)
	syntax.Binders(t, func(x *syntax.Var) {
		k := &tabulated{level: level, fixed: level}
		if i := indexOf(t); i == x && level < mostTableLoops {
			k.deps, k.fixed, k.index = 1<<level, 0, x
		}
		w.vars[x] = k
	})
	k := 0
	return syntax.MapChildren(t, func(c syntax.Term) syntax.Term {
		if k++; k <= operands {
			return c
		}
		return w.block(c, &tableBlock{n: n, body: c})
	})
}

// indexOf is the index of a loop that [counts] knows.
func indexOf(t syntax.Term) *syntax.Var {
	switch t := t.(type) {
	case *syntax.Build:
		return t.Idx
	case *syntax.FilterIdx:
		return t.Idx
	case *syntax.Loop:
		return t.Idx
	}
	return nil
}

// learn notes what a binding of the block in work depends on.
func (w *tabulator) learn(b *syntax.Bind) *tabulated {
	x := &tabulated{level: len(w.blocks) - 1, bind: b}
	use := func(u *tabulated) {
		if u != nil {
			x.deps |= u.deps
			x.fixed = max(x.fixed, u.fixed)
			x.uses = append(x.uses, u)
		}
	}
	for _, v := range syntax.FreeVars(b.Rhs) {
		use(w.vars[v])
		syntax.EachSizeVar(v.Type, func(n *syntax.SizeVar) { use(w.sizes[n]) })
	}
	eachSize(b.Rhs, func(n *syntax.SizeVar) { use(w.sizes[n]) })
	if b.Var == nil {
		w.sizes[b.Size] = x
		return x
	}
	w.vars[b.Var] = x
	if ofNumbers(b.Var.Type) && !syntax.IsAtom(b.Rhs) {
		x.at = w.place(x)
	}
	return x
}

// ofNumbers reports whether values of a type are numbers, truths, or tuples of them: what an entry of a table can be.
func ofNumbers(t syntax.Type) bool {
	if t, ok := t.(*syntax.TupleType); ok {
		return !slices.ContainsFunc(t.Elems, func(t syntax.Type) bool { return !ofNumbers(t) })
	}
	return t == syntax.Real || t == syntax.Int || t == syntax.Bool
}

// eachSize calls yield for the size variables that t mentions, with repeats.
func eachSize(t syntax.Term, yield func(*syntax.SizeVar)) {
	typ := func(t syntax.Type) syntax.Type { syntax.EachSizeVar(t, yield); return t }
	var m syntax.Mapper
	m = syntax.Mapper{
		Term:   func(t syntax.Term) syntax.Term { typ(t.Type()); return m.Map(t) },
		Binder: func(x *syntax.Var) *syntax.Var { typ(x.Type); return x },
		Type:   typ,
		Size:   func(n *syntax.Size) *syntax.Size { n.Vars(yield); return n },
	}
	m.Term(t)
}
