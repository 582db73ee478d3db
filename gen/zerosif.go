package gen

// zerosIf is one statement for a branch that only puts zeros in the place of an array, or nil where s is something else:
//
//	if len(c) == 0 {                     c = zerosIf(len(c) == 0, c, &w.reals, n)
//	  zero := w.reals.take(n)
//	  clear(zero)                  →
//	  c = zero
//	}
//
// What the branch computes are lengths, which cannot fail.
func (p *printer) zerosIf(s *stmt) *stmt {
	if len(s.body) != 3 || len(s.alt) > 0 {
		return nil
	}
	made, cleared, set := s.body[0], s.body[1], s.body[2]
	if made.kind != declStmt || len(made.ids) != 1 || len(made.exprs) != 1 || cleared.kind != exprStmt || set.kind != assignStmt || set.op != "=" || len(set.lhs) != 1 {
		return nil
	}
	zero, from, c := made.ids[0], made.exprs[0], cleared.exprs[0]
	isZero := func(x *expr) bool { return x.kind == identExpr && x.id == zero }
	if c.kind != callExpr || c.pkg != "" || c.text != "clear" || !isZero(c.args[0]) || !isZero(set.exprs[0]) || set.lhs[0].kind != identExpr || from.kind != callExpr || from.pkg != "" {
		return nil
	}
	arena, isArena := p.arenas[from]
	switch {
	case isArena && isLength(from.args[0]):
		p.g.helper("zerosIf", zerosIfHelper)
		x := call("", "zerosIf", s.exprs[0], set.lhs[0], unary("&", node(litExpr, arena)), from.args[0])
		return &stmt{kind: assignStmt, op: "=", lhs: set.lhs, exprs: []*expr{x}}
	case from.text == "grow" && isLength(from.args[1]):
		p.g.helper("grownIf", grownIfHelper)
		x := call("", "grownIf", s.exprs[0], set.lhs[0], from.args[0], from.args[1])
		return &stmt{kind: assignStmt, op: "=", lhs: set.lhs, exprs: []*expr{x}}
	}
	return nil
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

const grownIfHelper = `// grownIf is n zeros in kept if c, and otherwise s.
func grownIf[T any](c bool, s []T, kept *[]T, n int) []T {
	if c {
		s = grow(kept, n)
		clear(s)
	}
	return s
}`
