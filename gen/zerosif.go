package gen

import (
	"strings"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// A made is how a branch makes an array.
type made struct {
	alloc  *expr  // the call that takes the memory
	source *expr  // what is copied there; nil for zeros, and where nothing is
	clear  bool   // its elements become zeros
	within *ident // memory that is kept around the loop, and taken before by
	room   *expr  // this call of takenIf
	target *expr  // what the array is assigned to
}

// branch writes a branch. One that only makes an array, or adds an array to another of which an empty one is zero, is
// one statement: such a branch is at every place where a cotangent may not be there, and what it does is the same
// everywhere.
func (p *printer) branch(s *loop.If) {
	out := &stmt{kind: ifStmt, exprs: []*expr{p.expr(s.Cond)}, body: p.sub(s.Then), alt: p.sub(s.Else),
		not: p.not(s.Cond)}
	for _, f := range []func(*stmt) []*stmt{p.zerosIf, p.takenIf, p.zerosOrElse, p.sumIf} {
		if short := f(out); short != nil {
			for _, s := range short {
				p.out.add(s)
			}
			return
		}
	}
	p.out.add(out)
}

func one(target, x *expr) []*stmt {
	return []*stmt{{kind: assignStmt, op: "=", lhs: []*expr{target}, exprs: []*expr{x}}}
}

// zerosIf is for zeros in the place of an array:
//
//	if len(c) == 0 {                     c = zerosIf(len(c) == 0, c, &w.reals, n)
//	  zero := w.reals.take(n)
//	  clear(zero)                  →
//	  c = zero
//	}
//
// Where n is a number and zeros are on the stack, they stay there: the compiler of Go puts newIf in its place, and sees
// the number.
//
//	if len(c) == 0 {
//	  zero := make([]float64, 2)   →     c = newIf(len(c) == 0, c, 2)
//	  c = zero
//	}
//
// In a loop, with memory that is kept around it, these are two statements.
//
//	if len(c) == 0 {                     kept = takenIf(len(c) == 0 && len(kept) < n, kept, &w.reals, n)
//	  if len(kept) < n {                 c = clearedIf(len(c) == 0, c, kept, n)
//	    kept = w.reals.take(n)     →
//	  }
//	  zero := kept[:n]
//	  clear(zero)
//	  c = zero
//	}
//
// What the branch computes are lengths, which cannot fail.
func (p *printer) zerosIf(s *stmt) []*stmt {
	m := p.makes(s.body)
	if m == nil || !m.clear || len(s.alt) > 0 || !isRead(m.target, s.exprs[0]) {
		return nil
	}
	c := s.exprs[0]
	if m.room == nil {
		return one(m.target, p.zerosCall(c, m.target, m.alloc))
	}
	clash := m.target.kind != identExpr
	c.eachIdent(func(id *ident) { clash = clash || id == m.within })
	if clash {
		return nil
	}
	p.g.helper("clearedIf", clearedIfHelper)
	short, kept, n := m.room.args[0], m.room.args[1], m.room.args[3]
	return append(one(kept, call("", "takenIf", binary("&&", c, short), kept, m.room.args[2], n)),
		one(m.target, call("", "clearedIf", c, m.target, kept, n))...)
}

// zerosCall is zeros in memory that alloc takes if c, and otherwise s.
func (p *printer) zerosCall(c, s, alloc *expr) *expr {
	if arena, ok := p.arenas[alloc]; ok {
		p.g.helper("zerosIf", zerosIfHelper)
		return call("", "zerosIf", c, s, unary("&", node(litExpr, arena)), alloc.args[0])
	}
	if alloc.kind == typedExpr {
		p.g.helper("newIf", newIfHelper)
		return call("", "newIf", c, s, alloc.args[0])
	}
	p.g.helper("grownIf", grownIfHelper)
	return call("", "grownIf", c, s, alloc.args[0], alloc.args[1])
}

// takenIf is for memory that is kept around a loop, and may be too short:
//
//	if len(kept) < n {                   kept = takenIf(len(kept) < n, kept, &w.reals, n)
//	  kept = w.reals.take(n)       →
//	}
func (p *printer) takenIf(s *stmt) []*stmt {
	m := p.makes(s.body)
	if m == nil || m.alloc == nil || m.clear || m.source != nil || m.target.kind != identExpr || len(s.alt) > 0 {
		return nil
	}
	arena, ok := p.arenas[m.alloc]
	if !ok || !same(s.exprs[0], binary("<", lenOf(m.target), m.alloc.args[0])) {
		return nil
	}
	p.g.helper("takenIf", takenIfHelper)
	return one(m.target, call("", "takenIf", s.exprs[0], m.target, unary("&", node(litExpr, arena)), m.alloc.args[0]))
}

// zerosOrElse is for an array that another begins with, which an empty one does with zeros:
//
//	if len(s) == 0 {                     sum = zerosIf(len(s) == 0, s, &w.reals, n)
//	  zero := w.reals.take(n)
//	  clear(zero)                  →     sum = zerosOrCopy(len(s) == 0, s, &w.reals, n, m)
//	  sum = zero
//	} else {
//	  sum = s                            own := w.reals.take(m); copy(own, s); sum = own
//	}
func (p *printer) zerosOrElse(s *stmt) []*stmt {
	m, other := p.makes(s.body), p.makes(s.alt)
	if m == nil || other == nil || !m.clear || m.room != nil || other.clear || other.room != nil ||
		m.target.kind != identExpr || !same(m.target, other.target) ||
		other.source != nil && other.source.kind != identExpr {
		return nil
	}
	if other.alloc == nil {
		return one(m.target, p.zerosCall(s.exprs[0], other.source, m.alloc))
	}
	if m.alloc.kind == typedExpr {
		return nil
	}
	c, n := s.exprs[0], length(m.alloc)
	a, ok := p.arenas[m.alloc]
	b, both := p.arenas[other.alloc]
	switch {
	case other.source == nil && ok && both && a == b:
		p.g.helper("zerosOrTaken", zerosOrTakenHelper)
		return one(m.target, call("", "zerosOrTaken", c, unary("&", node(litExpr, a)), n, length(other.alloc)))
	case other.source == nil:
	case ok && both && a == b:
		p.g.helper("zerosOrCopy", zerosOrCopyHelper)
		return one(m.target, call("", "zerosOrCopy", c, other.source, unary("&", node(litExpr, a)), n,
			length(other.alloc)))
	case !ok && !both:
		p.g.helper("grownOrCopy", grownOrCopyHelper)
		return one(m.target, call("", "grownOrCopy", c, other.source, m.alloc.args[0], other.alloc.args[0], n,
			length(other.alloc)))
	}
	return nil
}

// length is that of the memory that alloc takes.
func length(alloc *expr) *expr { return alloc.args[len(alloc.args)-1] }

// makes says what array statements make and assign, if they do nothing else.
func (p *printer) makes(b []*stmt) *made {
	if len(b) == 0 {
		return nil
	}
	m, set := &made{}, b[len(b)-1]
	if set.kind != assignStmt || set.op != "=" || len(set.lhs) != 1 {
		return nil
	}
	m.target = set.lhs[0]
	b = b[:len(b)-1]
	if len(b) == 0 && set.exprs[0].kind == identExpr {
		m.source = set.exprs[0]
		return m
	}
	if len(b) > 0 && b[0].kind == assignStmt && len(b[0].exprs) == 1 && b[0].exprs[0].kind == callExpr &&
		b[0].exprs[0].text == "takenIf" && b[0].exprs[0].pkg == "" {
		m.room, b = b[0].exprs[0], b[1:]
		m.within = m.room.args[1].id
	}
	if len(b) == 0 || b[0].kind != declStmt || len(b[0].ids) != 1 || len(b[0].exprs) != 1 ||
		set.exprs[0].kind != identExpr || set.exprs[0].id != b[0].ids[0] {
		return nil
	}
	own, from := b[0].ids[0], b[0].exprs[0]
	isOwn := func(x *expr) bool { return x.kind == identExpr && x.id == own }
	switch _, isArena := p.arenas[from]; {
	case m.room != nil:
		if from.kind != sliceExpr || len(from.args) != 2 || !same(from.args[0], m.room.args[1]) ||
			!same(from.args[1], m.room.args[3]) {
			return nil
		}
	case isArena && isLength(from.args[0]), from.kind == callExpr && from.pkg == "" && from.text == "grow" &&
		isLength(from.args[1]):
		m.alloc = from
	case len(b) == 1 && from.kind == typedExpr && strings.HasPrefix(from.text, "make []") && len(from.args) == 1 &&
		from.args[0].kind == litExpr:
		m.alloc, m.clear = from, true
		return m
	case from.kind == identExpr && len(b) == 1:
		m.source = from
		return m
	default:
		return nil
	}
	if len(b) == 1 && m.room == nil {
		return m
	}
	if len(b) != 2 || b[1].kind != exprStmt || b[1].exprs[0].kind != callExpr || b[1].exprs[0].pkg != "" ||
		!isOwn(b[1].exprs[0].args[0]) {
		return nil
	}
	switch c := b[1].exprs[0]; c.text {
	case "clear":
		m.clear = true
	case "copy":
		m.source = c.args[1]
	default:
		return nil
	}
	return m
}

// isRead reports whether x is a variable, or an element that a condition reads whatever else it asks.
func isRead(x, c *expr) bool {
	if x.kind == identExpr {
		return true
	}
	for c.kind == binaryExpr {
		c = c.args[0]
	}
	return x.kind == indexExpr && same(c, lenOf(x))
}

// isLength reports whether x is made of numbers, variables and lengths.
func isLength(x *expr) bool {
	switch x.kind {
	case identExpr, litExpr:
		return true
	case binaryExpr:
		return (x.text == "+" || x.text == "-") && isLength(x.args[0]) && isLength(x.args[1])
	case callExpr:
		return x.pkg == "" && x.text == "len" && x.args[0].kind == identExpr
	}
	return false
}

const zerosIfHelper = `// zerosIf is n zeros if c, and otherwise s.
func zerosIf[T any](c bool, s []T, a *arena[T], n int) []T {
	if c {
		s = a.take(n)
		clear(s)
	}
	return s
}`

const newIfHelper = `// newIf is n new zeros if c, and otherwise s.
func newIf[T any](c bool, s []T, n int) []T {
	if c {
		s = make([]T, n)
	}
	return s
}`

const grownIfHelper = `// grownIf is n zeros in kept if c, and otherwise s.
func grownIf[T any](c bool, s []T, kept *[]T, n int) []T {
	if c {
		s = grow(kept, n)
		clear(s)
	}
	return s
}`

const takenIfHelper = `// takenIf is n elements of any value if c, and otherwise s.
func takenIf[T any](c bool, s []T, a *arena[T], n int) []T {
	if c {
		s = a.take(n)
	}
	return s
}`

const clearedIfHelper = `// clearedIf is n zeros in kept if c, and otherwise s.
func clearedIf[T any](c bool, s, kept []T, n int) []T {
	if c {
		s = kept[:n]
		clear(s)
	}
	return s
}`

const zerosOrCopyHelper = `// zerosOrCopy is n zeros if c, and otherwise a copy of the m elements of s.
func zerosOrCopy[T any](c bool, s []T, a *arena[T], n, m int) []T {
	if c {
		z := a.take(n)
		clear(z)
		return z
	}
	t := a.take(m)
	copy(t, s)
	return t
}`

const zerosOrTakenHelper = `// zerosOrTaken is n zeros if c, and otherwise m elements of any value.
func zerosOrTaken[T any](c bool, a *arena[T], n, m int) []T {
	if c {
		z := a.take(n)
		clear(z)
		return z
	}
	return a.take(m)
}`

const grownOrCopyHelper = `// grownOrCopy is n zeros in kept if c, and otherwise a copy of the m elements of s in other.
func grownOrCopy[T any](c bool, s []T, kept, other *[]T, n, m int) []T {
	if c {
		z := grow(kept, n)
		clear(z)
		return z
	}
	t := grow(other, m)
	copy(t, s)
	return t
}`
