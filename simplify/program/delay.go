package program

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Delay moves what is expensive and used in one branch alone into that branch, and what is computed from it with it:
//
//	let x = sum [f i | i < n]; y = x * x in if c then g y else 0    ⇝    if c then (let x = sum [f i | i < n]; y = x * x in g y) else 0
//
// Of a function the passes on loops do so themselves, where nothing is left but its value. Its derivative has the value
// of x on its tape: what is to be computed on one side only has to stand there before the program is differentiated, or
// its gradient takes many times as long as the function.
//
// What is moved into a branch may be branches into which more is moved, but not for ever: the tape of a branch holds
// the tapes of all that are in it, so that a gradient grows with the number of branches times their depth. In a chain of n branches, each of which uses the one before on one side, that would be n.
//
// Nothing is computed more often, as a branch is taken once at most wherever the binding is computed. Of what may fail,
// failing says whether it moves; what requires something never does, nor does anything after an update, or a call of
// what updates something, which may change in place what it reads. The program is in A-normal form, and the result too;
// where there is nothing to move it is p itself.
//
// Delay takes time linear in the size of p times the depth to which its blocks nest.
//
// It reports whether anything moved.
func Delay(p *syntax.Program, failing Failing) bool {
	defer times.Begin("delay")()
	moved := false
	l := delayer{
		failing: failing, moved: &moved, rows: map[*syntax.Var]bool{}, known: map[*syntax.Def]callee{},
		sure: map[sureIndex]int{},
		lens: map[*syntax.Var]*syntax.Var{}, sizes: map[*syntax.SizeVar]*syntax.Var{},
		ints: map[*syntax.Var]*syntax.Size{}, lasts: map[*syntax.Var]*syntax.Size{},
		inner: map[syntax.Term]int{}, updates: reaching(p, updatesHere),
	}
	if failing == FailingMoves {
		l.requires = reaching(p, requiresHere)
	}
	for _, d := range p.Defs { // callees first, but for recursion
		if d.Body != nil {
			for _, x := range d.Params {
				l.sure[sureIndex{x.Type, some{}}]++ // of indices: there is some element
			}
			l.known[d] = callee{dear: l.dear(d.Body), total: l.total(d.Body)}
			d.Body = l.delayed(d.Body)
		}
	}
	return moved
}

// Failing says where what may fail is computed. A derivative is to fail where its function does, and to do the work
// that it does.
type Failing bool

const (
	// FailingStays is for functions that are run as they are written, as Go's are: they panic whether a branch needs
	// the value or not. What fails only where something that stays does moves all the same.
	FailingStays Failing = false
	// FailingMoves is for functions that are simplified and placed as their derivatives are: there a value that nobody
	// uses is not computed, and fails no more (letDead).
	FailingMoves Failing = true
)

// A delayer knows the definitions that have been seen. One that has not calls the caller: it is dear, and perhaps
// fails.
type delayer struct {
	failing  Failing
	requires map[*syntax.Def]bool // of all definitions, where it matters
	updates  map[*syntax.Def]bool // the definitions that may change an array where it is
	moved    *bool
	rows     map[*syntax.Var]bool // rows of arrays
	known    map[*syntax.Def]callee
	// the indices in range wherever the term in work is not failing anyway, and how often that is known
	sure  map[sureIndex]int
	lens  map[*syntax.Var]*syntax.Var     // numbers that are the length of an array
	sizes map[*syntax.SizeVar]*syntax.Var // sizes that are
	ints  map[*syntax.Var]*syntax.Size    // numbers that are a size
	lasts map[*syntax.Var]*syntax.Size    // and one less
	// the branches into which something was moved, and how many of them are around each other
	inner map[syntax.Term]int
	depth int // of the branch in work
}

// A sureIndex is a checked index: its type, and the number, the variable or the place that it is.
type sureIndex struct {
	typ syntax.Type
	at  any
}

// some is where an array has an element, if it has any: at the first place, or the last.
type some struct{}

func (l delayer) sureIndexOf(t *syntax.ToIdx) (sureIndex, bool) {
	switch a := t.Arg.(type) {
	case *syntax.Const:
		if a.I == 0 {
			return sureIndex{t.Type(), some{}}, !t.Shifts()
		}
		return sureIndex{t.Type(), a.I}, !t.Shifts()
	case *syntax.VarRef:
		if l.lasts[a.Var] == t.Len {
			return sureIndex{t.Type(), some{}}, !t.Shifts()
		}
		return sureIndex{t.Type(), a.Var}, !t.Shifts()
	}
	return sureIndex{}, false
}

// last notes x if it is one less than a size.
func (l delayer) last(x *syntax.Var, rhs syntax.Term) {
	switch t := rhs.(type) {
	case *syntax.SizeOf:
		l.ints[x] = t.Size
	case *syntax.Prim:
		one, ok := last(t.Args).(*syntax.Const)
		n, isVar := t.Args[0].(*syntax.VarRef)
		if t.Op == syntax.OpIntSub && ok && one.I == 1 && isVar && l.ints[n.Var] != nil {
			l.lasts[x] = l.ints[n.Var]
		}
	}
}

func last(ts []syntax.Term) syntax.Term { return ts[len(ts)-1] }

// lengths notes which numbers and sizes of a block are lengths, and which numbers one less than a size.
func (l delayer) lengths(t *syntax.Let) {
	for _, b := range t.Binds {
		if b.Var != nil && b.Var.Type == syntax.Int {
			l.last(b.Var, b.Rhs)
		}
		if _, ok := b.Rhs.(*syntax.Index); ok && b.Var != nil && syntax.HoldsArray(b.Var.Type) {
			l.rows[b.Var] = true
		}
		var of *syntax.Var
		switch r := b.Rhs.(type) {
		case *syntax.DynLen:
			if x, ok := r.Arg.(*syntax.VarRef); ok {
				of = x.Var
			}
		case *syntax.VarRef:
			of = l.lens[r.Var]
		}
		if of == nil {
			continue
		}
		if b.Var == nil {
			l.sizes[b.Size] = of
		} else {
			l.lens[b.Var] = of
		}
	}
}

// ownLength reports whether t is an array by its own length, which has a name.
func (l delayer) ownLength(t *syntax.Coerce) bool {
	x, ok := t.Arg.(*syntax.VarRef)
	if !ok {
		return false
	}
	a, ok := t.Type().(*syntax.ArrayType)
	if !ok {
		return false
	}
	is := false
	a.Len.Vars(func(v *syntax.SizeVar) { is = l.sizes[v] == x.Var && a.Len == syntax.SizeOfVar(v) })
	return is
}

// isSize reports whether t is a number that a block around has as a size, which is not negative.
func (l delayer) isSize(t syntax.Term) bool {
	x, ok := t.(*syntax.VarRef)
	return ok && l.sure[sureIndex{nil, x.Var}] > 0
}

// counts has n more, or fewer, reasons to know what is in range: what a block has checked, and the first element where
// there are iterations.
func (l delayer) counts(t syntax.Term, n int) {
	switch t := t.(type) {
	case *syntax.Let:
		for _, b := range t.Binds {
			if x, ok := b.Rhs.(*syntax.VarRef); ok && b.Var == nil {
				l.sure[sureIndex{nil, x.Var}] += n // a number that is a size is not negative
			}
			if to, ok := b.Rhs.(*syntax.ToIdx); ok { // which stays
				if k, ok := l.sureIndexOf(to); ok {
					l.sure[k] += n
				}
				l.sure[sureIndex{to.Type(), some{}}] += n
			}
		}
	case *syntax.Build:
		l.sure[sureIndex{t.Idx.Type, some{}}] += n
	case *syntax.Loop:
		l.sure[sureIndex{t.Idx.Type, some{}}] += n
	}
}

type callee struct{ dear, total bool }

// dear reports whether t, which is bound, is worth moving: it takes longer than its text. To move calls of what is
// straight would only take from branches what they share.
func (l delayer) dear(t syntax.Term) bool {
	if _, sum := t.(*syntax.Sum); sum || syntax.NodesOf(t)&(syntax.Builds|syntax.Loops) != 0 {
		return true
	}
	switch t := t.(type) {
	case *syntax.Set:
		if l.copies(t) {
			return true
		}
	case *syntax.If, *syntax.Case:
		if syntax.HoldsArray(t.Type()) {
			return true
		}
	}
	return syntax.NodesOf(t)&syntax.Calls != 0 && slices.ContainsFunc(syntax.Callees(t), func(d *syntax.Def) bool {
		of, seen := l.known[d]
		return of.dear || !seen && d.Body != nil
	})
}

// delayed is t with what is delayed in its block, and in those within.
func (l delayer) delayed(t syntax.Term) syntax.Term {
	if syntax.NodesOf(t)&worth == 0 {
		return t
	}
	b, block := t.(*syntax.Let)
	if block {
		l.lengths(b)
	}
	if n, ok := l.inner[t]; ok {
		l.depth = n
	}
	l.counts(t, 1)
	defer l.counts(t, -1)
	if block && l.depth < mostDelayed {
		t = l.delayedIn(b)
	}
	return syntax.MapChildren(t, l.delayed)
}

// worth are nodes that may make a binding worth moving.
const worth = syntax.Builds | syntax.Loops | syntax.Calls | syntax.Sets

// branchAt is a branch of the item at a place of a block.
type branchAt struct{ item, branch int }

// mostDelayed bounds how many branches are around each other into which something is moved.
const mostDelayed = 16

// nowhere is the place of what is not used, everywhere that of what is used in several branches, or outside of them.
var nowhere, everywhere = branchAt{-1, -1}, branchAt{-2, -2}

// A delay is the work on one block. An item of a block is a binding, or the body, which is the last.
type delay struct {
	delayer
	let   *syntax.Let
	uses  map[*syntax.Var]branchAt // where the variables of the block are used
	at    map[*syntax.Var]int      // the items that bind them
	moved []branchAt               // of each binding, where it goes
	needs [][]int                  // of each binding that may be moved, the ones that it uses
	// next is the first item behind the one in work that updates an array, or may.
	next int
}

func (dl delayer) delayedIn(l *syntax.Let) syntax.Term {
	first, last := -1, -1
	for i, b := range l.Binds {
		if dl.dear(b.Rhs) && first < 0 {
			first = i
		}
		if _, ok := syntax.ForkOf(b.Rhs); ok {
			last = i
		}
	}
	if _, ok := syntax.ForkOf(l.Body); ok {
		last = len(l.Binds)
	}
	if first < 0 || last <= first {
		return l
	}
	d := &delay{delayer: dl, let: l, uses: map[*syntax.Var]branchAt{}, at: map[*syntax.Var]int{},
		moved: make([]branchAt, len(l.Binds)), needs: make([][]int, len(l.Binds)), next: len(l.Binds) + 1}
	for i, b := range l.Binds {
		d.moved[i] = nowhere
		if b.Var != nil {
			d.uses[b.Var], d.at[b.Var] = nowhere, i
		}
	}
	d.item(len(l.Binds), l.Body)
	for i := len(l.Binds) - 1; i >= first; i-- {
		b := l.Binds[i]
		if b.Var != nil {
			if to := d.uses[b.Var]; to.item >= 0 && d.next >= to.item && d.delayable(b.Rhs) {
				d.moved[i] = to
				switch updates := d.visit(b.Rhs, to, &d.needs[i]); {
				case updates && d.dear(b.Rhs):
					d.next = min(d.next, to.item)
				case updates: // it stays if nothing moves that it needs
					d.next = i
				}
				continue
			}
		}
		d.item(i, b.Rhs)
	}
	return d.block()
}

// item notes what the item uses that stays where it is.
func (d *delay) item(i int, t syntax.Term) {
	updates := false
	if b, ok := syntax.ForkOf(t); ok {
		updates = d.visit(b.On, everywhere, nil)
		for k, body := range b.Bodies {
			updates = d.visit(body, branchAt{i, k}, nil) || updates
		}
	} else {
		updates = d.visit(t, everywhere, nil)
	}
	if updates {
		d.next = i
	}
}

// visit notes that t, which stands there, uses what it uses, and the items that are that; it reports whether t may
// update an array.
func (d *delay) visit(t syntax.Term, there branchAt, needs *[]int) (updates bool) {
	switch t := t.(type) {
	case *syntax.VarRef:
		was, ok := d.uses[t.Var]
		if !ok {
			return false
		}
		if d.uses[t.Var] = there; was != nowhere && was != there {
			d.uses[t.Var] = everywhere
		}
		if needs != nil {
			*needs = append(*needs, d.at[t.Var])
		}
		return false
	case *syntax.Set, *syntax.App, *syntax.LinApp:
		updates = true
	case *syntax.Call:
		updates = d.updates[t.Def]
	}
	syntax.Children(t, func(c syntax.Term) { updates = d.visit(c, there, needs) || updates })
	return updates
}

// copies reports whether an update is one of a row of an array, which is another array then.
func (l delayer) copies(t *syntax.Set) bool {
	x, ok := t.Arr.(*syntax.VarRef)
	return ok && l.rows[x.Var]
}

// delayable reports whether t is no update by itself, and never fails, or may move all the same.
func (l delayer) delayable(t syntax.Term) bool {
	if l.failing == FailingMoves {
		u, update := t.(*syntax.Set)
		return (!update || l.copies(u)) && l.requiresNothing(t)
	}
	switch t := t.(type) {
	case *syntax.ToIdx: // by which others may be known to be in range
		return false
	case *syntax.Set:
		return l.copies(t) && l.total(t)
	}
	return l.total(t)
}

// requiresNothing reports whether t has no requirement that may be lost.
func (l delayer) requiresNothing(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Prim:
		if t.Op.Requires {
			return false
		}
	case *syntax.Call:
		if l.requires[t.Def] {
			return false
		}
	case *syntax.App, *syntax.LinApp, *syntax.Deriv:
		return false
	}
	ok := true
	syntax.Children(t, func(c syntax.Term) { ok = ok && l.requiresNothing(c) })
	return ok
}

// reaching are the definitions that do something themselves, or call one that does.
func reaching(p *syntax.Program, here func(syntax.Term) bool) map[*syntax.Def]bool {
	out, callers := map[*syntax.Def]bool{}, map[*syntax.Def][]*syntax.Def{}
	var work []*syntax.Def
	for _, d := range p.Defs {
		if d.Body == nil || here(d.Body) {
			work = append(work, d)
		}
		for _, c := range syntax.Callees(d.Body) {
			callers[c] = append(callers[c], d)
		}
	}
	for len(work) > 0 {
		d := work[len(work)-1]
		work = work[:len(work)-1]
		if !out[d] {
			out[d] = true
			work = append(work, callers[d]...)
		}
	}
	return out
}

// updatesHere reports whether t itself updates an array, or calls a function that is a value.
func updatesHere(t syntax.Term) bool {
	found := false
	syntax.EachNode(t, func(c syntax.Term) {
		switch c.(type) {
		case *syntax.Set, *syntax.App, *syntax.LinApp, *syntax.Deriv:
			found = true
		}
	})
	return found
}

// requiresHere reports whether t itself requires something, or calls a function that is a value.
func requiresHere(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Prim:
		if t.Op.Requires {
			return true
		}
	case *syntax.App, *syntax.LinApp, *syntax.Deriv:
		return true
	}
	found := false
	syntax.Children(t, func(c syntax.Term) { found = found || requiresHere(c) })
	return found
}

// total reports whether t fails for no values of its variables: Go's functions panic where what they compute fails,
// whether a branch needs it or not.
func (l delayer) total(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Prim:
		if t.Op.Fails() {
			return false
		}
	case *syntax.ToIdx:
		if k, ok := l.sureIndexOf(t); !ok || l.sure[k] == 0 {
			return false
		}
	case *syntax.Coerce:
		if !t.Sure && !l.ownLength(t) {
			return false
		}
	case *syntax.Let:
		l.lengths(t)
		// of a length that may be negative
		if slices.ContainsFunc(t.Binds, func(b syntax.Bind) bool {
			return b.Size != nil && l.sizes[b.Size] == nil && !l.isSize(b.Rhs)
		}) {
			return false
		}
	case *syntax.Call:
		if !l.known[t.Def].total {
			return false
		}
	case *syntax.App, *syntax.LinApp, *syntax.Deriv:
		return false
	}
	_, block := t.(*syntax.Let)
	if !block {
		l.counts(t, 1)
		defer l.counts(t, -1)
	}
	ok := true
	syntax.Children(t, func(c syntax.Term) { ok = ok && l.total(c) })
	return ok
}

// block is the block with what is dear, and what is computed from it, where it is used.
func (d *delay) block() syntax.Term {
	into := map[branchAt][]syntax.Bind{}
	some := false
	var binds []syntax.Bind
	kept := make([]bool, len(d.moved)) // moved indeed
	for i, b := range d.let.Binds {
		to := d.moved[i]
		kept[i] = to.item >= 0 && (d.dear(b.Rhs) ||
			slices.ContainsFunc(d.needs[i], func(k int) bool { return kept[k] }))
		if kept[i] {
			into[to] = append(into[to], b)
			some = true
		}
	}
	if !some {
		return d.let
	}
	*d.delayer.moved = true
	for i, b := range d.let.Binds {
		if !kept[i] {
			b.Rhs = d.filled(i, b.Rhs, into)
			binds = append(binds, b)
		}
	}
	return syntax.NewLet(binds, d.filled(len(d.let.Binds), d.let.Body, into))
}

// filled is item i with what goes into its branches.
func (d *delay) filled(i int, t syntax.Term, into map[branchAt][]syntax.Bind) syntax.Term {
	b, ok := syntax.ForkOf(t)
	if !ok {
		return t
	}
	bodies, some := slices.Clone(b.Bodies), false
	for k := range bodies {
		if binds := into[branchAt{i, k}]; len(binds) > 0 {
			bodies[k], some = syntax.NewLet(binds, bodies[k]), true
			d.inner[bodies[k]] = d.depth + 1
		}
	}
	if !some {
		return t
	}
	return b.With(b.Vars, bodies)
}
