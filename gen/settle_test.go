package gen

import (
	"strings"
	"testing"
)

// What a branch only chooses stands before the others, where nobody sees it.
func TestSettle(t *testing.T) {
	x, y, a, c, d := &ident{name: "x"}, &ident{name: "y"}, &ident{name: "a"}, &ident{name: "c"}, &ident{name: "d"}
	v := func(id *ident) *stmt { return &stmt{kind: varStmt, ids: []*ident{id}, typ: "int"} }
	set := func(id *ident, e *expr) *stmt {
		return &stmt{kind: assignStmt, op: "=", lhs: []*expr{use(id)}, exprs: []*expr{e}}
	}
	add := func(id *ident, e *expr) *stmt {
		return &stmt{kind: assignStmt, op: "+=", lhs: []*expr{use(id)}, exprs: []*expr{e}}
	}
	list := func(ss ...*stmt) []*stmt { return ss }
	when := func(c *expr, body, alt []*stmt) *stmt {
		return &stmt{kind: ifStmt, exprs: []*expr{c}, body: body, alt: alt}
	}
	loop := func(body ...*stmt) *stmt { return &stmt{kind: whileStmt, exprs: []*expr{use(d)}, body: body} }
	f := &expr{kind: callExpr, text: "f"}
	leave := &stmt{kind: breakStmt}
	both := &stmt{kind: assignStmt, op: "=", lhs: []*expr{use(x), use(y)}, exprs: []*expr{use(y), use(x)}}
	for _, test := range []struct {
		name string
		in   []*stmt
		want string // "" if nothing changes
	}{
		{"declared", list(v(x), when(use(c), list(set(x, f)), list(set(x, intLit(-1))))), "x := -1; if c { x = f() }"},
		{"a zero", list(v(x), when(use(c), list(set(x, f)), list(set(x, intLit(0))))), "var x int; if c { x = f() }"},
		{"the first branch", list(v(x), when(use(c), list(set(x, use(a))), list(set(x, f)))), "x := a; if !c { x = f() }"},
		{"not declared here", list(set(y, f), when(use(c), list(set(x, f)), list(set(x, use(a))))), "y = f(); x = a; if c { x = f() }"},
		{
			"what is declared keeps what it was given", list(v(x), set(x, f), when(use(x), list(set(y, f)), list(set(y, use(x))))),
			"var x int; x = f(); y = x; if x { y = f() }",
		},
		{
			"a chain", list(v(x), when(use(c), list(set(x, f)), list(when(use(d), list(set(x, use(y))), list(set(x, use(a))))))),
			"x := a; if c { x = f() } else if d { x = y }",
		},
		{
			"in a loop", list(loop(v(x), when(use(c), list(set(x, f)), list(set(x, intLit(7)))))),
			"for d { x := 7; if c { x = f() } }",
		},
		{
			"read after it is assigned", list(v(x), when(use(c), list(set(x, f), add(x, use(x))), list(set(x, intLit(7))))),
			"x := 7; if c { x = f(); x += x }",
		},
		{
			"a loop that ends itself", list(v(x), when(use(c), list(loop(leave), set(x, f)), list(set(x, intLit(7))))),
			"x := 7; if c { for d { break }; x = f() }",
		},
		{"false again", list(when(use(c), list(set(c, f)), list(set(c, boolLit(false))))), "if c { c = f() }"},
		{"asked of", list(when(use(x), list(set(x, f)), list(set(x, intLit(7))))), ""},
		{"asked of in a chain", list(when(use(c), list(set(x, f)), list(when(use(x), list(set(x, f)), list(set(x, use(a))))))), ""},
		{"read before", list(when(use(c), list(set(y, use(x)), set(x, f)), list(set(x, use(a))))), ""},
		{"added to", list(when(use(c), list(add(x, f)), list(set(x, use(a))))), ""},
		{"not assigned", list(when(use(c), list(set(y, f)), list(set(x, use(a))))), ""},
		{"not always assigned", list(when(use(c), list(when(use(d), list(set(x, f)), nil)), list(set(x, use(a))))), ""},
		{"assigned in a loop", list(when(use(c), list(loop(set(x, f))), list(set(x, use(a))))), ""},
		{"left before", list(loop(when(use(c), list(when(use(d), list(leave), nil), set(x, f)), list(set(x, use(a)))))), ""},
		{"one from the other", list(when(use(c), list(set(x, f), set(y, f)), list(set(x, use(a)), set(y, use(x))))), ""},
		{"swapped", list(when(use(c), list(set(x, f), set(y, f)), list(both))), ""},
		{"computed", list(when(use(c), list(set(x, f)), list(set(x, f)))), ""},
	} {
		flat := func(list []*stmt) string { return flattened(printed(list...)) }
		before := flat(test.in)
		want := test.want
		if want == "" {
			want = before
		}
		if got := flat(settle(test.in)); got != want {
			t.Errorf("%s:\n%s\nbecomes\n%s\nwant\n%s", test.name, before, got, want)
		}
	}
}

// flattened is a text in one line.
func flattened(text string) string {
	line := strings.Join(strings.Fields(strings.ReplaceAll(text, "\n", " ; ")), " ")
	for _, r := range [][2]string{{"{ ;", "{"}, {"; }", "}"}, {" ;", ";"}} {
		line = strings.ReplaceAll(line, r[0], r[1])
	}
	return strings.TrimSuffix(line, ";")
}
