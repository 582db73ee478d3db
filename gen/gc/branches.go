package gc

import (
	"strings"

	"github.com/seed-4b734f86/gochad/gen/code"
)

// Branches are those of one function that only make an array, or add an array to another of which an empty one is zero.
// Each is one statement: such a branch is at every place where a cotangent may not be there, and what it does is the
// same everywhere.
type Branches struct {
	File *code.File
	// Arenas are the arenas, as they are written, of what is taken from them.
	Arenas map[*code.Expr]string
}

// Short is what stands in the place of a branch, or nil.
func (br *Branches) Short(s *code.Stmt) []*code.Stmt {
	for _, f := range []func(*code.Stmt) []*code.Stmt{br.zerosIf, br.takenIf, br.zerosOrElse, br.sumIf} {
		if out := f(s); out != nil {
			return out
		}
	}
	return nil
}

// A made is how a branch makes an array.
type made struct {
	alloc  *code.Expr  // the call that takes the memory
	source *code.Expr  // what is copied there; nil for zeros, and where nothing is
	clear  bool        // its elements become zeros
	within *code.Ident // memory that is kept around the loop, and taken before by
	room   *code.Expr  // this call of takenIf
	target *code.Expr  // what the array is assigned to
}

func one(target, x *code.Expr) []*code.Stmt {
	return []*code.Stmt{{Kind: code.AssignStmt, Op: "=", Lhs: []*code.Expr{target}, Exprs: []*code.Expr{x}}}
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
func (br *Branches) zerosIf(s *code.Stmt) []*code.Stmt {
	m := br.makes(s.Body)
	if m == nil || !m.clear || len(s.Alt) > 0 || !isRead(m.target, s.Exprs[0]) {
		return nil
	}
	c := s.Exprs[0]
	if m.room == nil {
		return one(m.target, br.zerosCall(c, m.target, m.alloc))
	}
	clash := m.target.Kind != code.IdentExpr
	c.EachIdent(func(id *code.Ident) { clash = clash || id == m.within })
	if clash {
		return nil
	}
	br.File.Helper("clearedIf", clearedIfHelper)
	short, kept, n := m.room.Args[0], m.room.Args[1], m.room.Args[3]
	return append(one(kept, code.Call("", "takenIf", code.Binary("&&", c, short), kept, m.room.Args[2], n)),
		one(m.target, code.Call("", "clearedIf", c, m.target, kept, n))...)
}

// zerosCall is zeros in memory that alloc takes if c, and otherwise s.
func (br *Branches) zerosCall(c, s, alloc *code.Expr) *code.Expr {
	if arena, ok := br.Arenas[alloc]; ok {
		br.File.Helper("zerosIf", zerosIfHelper)
		return code.Call("", "zerosIf", c, s, code.Unary("&", code.Node(code.LitExpr, arena)), alloc.Args[0])
	}
	if alloc.Kind == code.TypedExpr {
		br.File.Helper("newIf", newIfHelper)
		return code.Call("", "newIf", c, s, alloc.Args[0])
	}
	br.File.Helper("grownIf", grownIfHelper)
	return code.Call("", "grownIf", c, s, alloc.Args[0], alloc.Args[1])
}

// takenIf is for memory that is kept around a loop, and may be too short:
//
//	if len(kept) < n {                   kept = takenIf(len(kept) < n, kept, &w.reals, n)
//	  kept = w.reals.take(n)       →
//	}
func (br *Branches) takenIf(s *code.Stmt) []*code.Stmt {
	m := br.makes(s.Body)
	if m == nil || m.alloc == nil || m.clear || m.source != nil || m.target.Kind != code.IdentExpr || len(s.Alt) > 0 {
		return nil
	}
	arena, ok := br.Arenas[m.alloc]
	if !ok || !code.Same(s.Exprs[0], code.Binary("<", code.LenOf(m.target), m.alloc.Args[0])) {
		return nil
	}
	br.File.Helper("takenIf", takenIfHelper)
	return one(m.target, code.Call("", "takenIf", s.Exprs[0], m.target, code.Unary("&", code.Node(code.LitExpr, arena)),
		m.alloc.Args[0]))
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
func (br *Branches) zerosOrElse(s *code.Stmt) []*code.Stmt {
	m, other := br.makes(s.Body), br.makes(s.Alt)
	if m == nil || other == nil || !m.clear || m.room != nil || other.clear || other.room != nil ||
		m.target.Kind != code.IdentExpr || !code.Same(m.target, other.target) ||
		other.source != nil && other.source.Kind != code.IdentExpr {
		return nil
	}
	if other.alloc == nil {
		return one(m.target, br.zerosCall(s.Exprs[0], other.source, m.alloc))
	}
	if m.alloc.Kind == code.TypedExpr {
		return nil
	}
	c, n := s.Exprs[0], length(m.alloc)
	a, ok := br.Arenas[m.alloc]
	b, both := br.Arenas[other.alloc]
	switch {
	case other.source == nil && ok && both && a == b:
		br.File.Helper("zerosOrTaken", zerosOrTakenHelper)
		return one(m.target, code.Call("", "zerosOrTaken", c, code.Unary("&", code.Node(code.LitExpr, a)), n,
			length(other.alloc)))
	case other.source == nil:
	case ok && both && a == b:
		br.File.Helper("zerosOrCopy", zerosOrCopyHelper)
		return one(m.target, code.Call("", "zerosOrCopy", c, other.source, code.Unary("&", code.Node(code.LitExpr, a)),
			n,
			length(other.alloc)))
	case !ok && !both:
		br.File.Helper("grownOrCopy", grownOrCopyHelper)
		return one(m.target, code.Call("", "grownOrCopy", c, other.source, m.alloc.Args[0], other.alloc.Args[0], n,
			length(other.alloc)))
	}
	return nil
}

// length is that of the memory that alloc takes.
func length(alloc *code.Expr) *code.Expr { return alloc.Args[len(alloc.Args)-1] }

// makes says what array statements make and assign, if they do nothing else.
func (br *Branches) makes(b []*code.Stmt) *made {
	if len(b) == 0 {
		return nil
	}
	m, set := &made{}, b[len(b)-1]
	if set.Kind != code.AssignStmt || set.Op != "=" || len(set.Lhs) != 1 {
		return nil
	}
	m.target = set.Lhs[0]
	b = b[:len(b)-1]
	if len(b) == 0 && set.Exprs[0].Kind == code.IdentExpr {
		m.source = set.Exprs[0]
		return m
	}
	if len(b) > 0 && b[0].Kind == code.AssignStmt && len(b[0].Exprs) == 1 && b[0].Exprs[0].Kind == code.CallExpr &&
		b[0].Exprs[0].Text == "takenIf" && b[0].Exprs[0].Pkg == "" {
		m.room, b = b[0].Exprs[0], b[1:]
		m.within = m.room.Args[1].Ident
	}
	if len(b) == 0 || b[0].Kind != code.DeclStmt || len(b[0].Idents) != 1 || len(b[0].Exprs) != 1 ||
		set.Exprs[0].Kind != code.IdentExpr || set.Exprs[0].Ident != b[0].Idents[0] {
		return nil
	}
	own, from := b[0].Idents[0], b[0].Exprs[0]
	isOwn := func(x *code.Expr) bool { return x.Kind == code.IdentExpr && x.Ident == own }
	switch _, isArena := br.Arenas[from]; {
	case m.room != nil:
		if from.Kind != code.SliceExpr || len(from.Args) != 2 || !code.Same(from.Args[0], m.room.Args[1]) ||
			!code.Same(from.Args[1], m.room.Args[3]) {
			return nil
		}
	case isArena && isLength(from.Args[0]), from.Kind == code.CallExpr && from.Pkg == "" && from.Text == "grow" &&
		isLength(from.Args[1]):
		m.alloc = from
	case len(b) == 1 && from.Kind == code.TypedExpr && strings.HasPrefix(from.Text, "make []") && len(from.Args) == 1 &&
		from.Args[0].Kind == code.LitExpr:
		m.alloc, m.clear = from, true
		return m
	case from.Kind == code.IdentExpr && len(b) == 1:
		m.source = from
		return m
	default:
		return nil
	}
	if len(b) == 1 && m.room == nil {
		return m
	}
	if len(b) != 2 || b[1].Kind != code.ExprStmt || b[1].Exprs[0].Kind != code.CallExpr || b[1].Exprs[0].Pkg != "" ||
		!isOwn(b[1].Exprs[0].Args[0]) {
		return nil
	}
	switch c := b[1].Exprs[0]; c.Text {
	case "clear":
		m.clear = true
	case "copy":
		m.source = c.Args[1]
	default:
		return nil
	}
	return m
}

// isRead reports whether x is a variable, or an element that a condition reads whatever else it asks.
func isRead(x, c *code.Expr) bool {
	if x.Kind == code.IdentExpr {
		return true
	}
	for c.Kind == code.BinaryExpr {
		c = c.Args[0]
	}
	return x.Kind == code.IndexExpr && code.Same(c, code.LenOf(x))
}

// isLength reports whether x is made of numbers, variables and lengths.
func isLength(x *code.Expr) bool {
	switch x.Kind {
	case code.IdentExpr, code.LitExpr:
		return true
	case code.BinaryExpr:
		return (x.Text == "+" || x.Text == "-") && isLength(x.Args[0]) && isLength(x.Args[1])
	case code.CallExpr:
		return x.Pkg == "" && x.Text == "len" && x.Args[0].Kind == code.IdentExpr
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
