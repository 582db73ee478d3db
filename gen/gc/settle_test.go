package gc

import (
	"fmt"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
	"github.com/seed-4b734f86/gochad/gen/code"
)

// What a branch only chooses stands before the others, where nobody sees it.
func TestSettle(t *testing.T) {
	x, y, a, c, d := &code.Ident{Name: "x"}, &code.Ident{Name: "y"}, &code.Ident{Name: "a"}, &code.Ident{Name: "c"}, &code.Ident{Name: "d"}
	v := func(id *code.Ident) *code.Stmt {
		return &code.Stmt{Kind: code.VarStmt, Idents: []*code.Ident{id}, Type: "int"}
	}
	set := func(id *code.Ident, e *code.Expr) *code.Stmt {
		return &code.Stmt{Kind: code.AssignStmt, Op: "=", Lhs: []*code.Expr{code.Use(id)}, Exprs: []*code.Expr{e}}
	}
	add := func(id *code.Ident, e *code.Expr) *code.Stmt {
		return &code.Stmt{Kind: code.AssignStmt, Op: "+=", Lhs: []*code.Expr{code.Use(id)}, Exprs: []*code.Expr{e}}
	}
	list := func(ss ...*code.Stmt) []*code.Stmt { return ss }
	when := func(c *code.Expr, body, alt []*code.Stmt) *code.Stmt {
		return &code.Stmt{Kind: code.IfStmt, Exprs: []*code.Expr{c}, Body: body, Alt: alt}
	}
	loop := func(body ...*code.Stmt) *code.Stmt {
		return &code.Stmt{Kind: code.WhileStmt, Exprs: []*code.Expr{code.Use(d)}, Body: body}
	}
	f := &code.Expr{Kind: code.CallExpr, Text: "f"}
	leave := &code.Stmt{Kind: code.BreakStmt}
	both := &code.Stmt{Kind: code.AssignStmt, Op: "=", Lhs: []*code.Expr{code.Use(x), code.Use(y)}, Exprs: []*code.Expr{code.Use(y), code.Use(x)}}
	for _, test := range []struct {
		name string
		in   []*code.Stmt
		want string // "" if nothing changes
	}{
		{"declared", list(v(x), when(code.Use(c), list(set(x, f)), list(set(x, code.IntLit(-1))))), "x := -1; if c { x = f() }"},
		{"a zero", list(v(x), when(code.Use(c), list(set(x, f)), list(set(x, code.IntLit(0))))), "var x int; if c { x = f() }"},
		{"the first branch", list(v(x), when(code.Use(c), list(set(x, code.Use(a))), list(set(x, f)))), "x := a; if !c { x = f() }"},
		{"not declared here", list(set(y, f), when(code.Use(c), list(set(x, f)), list(set(x, code.Use(a))))), "y = f(); x = a; if c { x = f() }"},
		{
			"what is declared keeps what it was given", list(v(x), set(x, f), when(code.Use(x), list(set(y, f)), list(set(y, code.Use(x))))),
			"var x int; x = f(); y = x; if x { y = f() }",
		},
		{
			"a chain", list(v(x), when(code.Use(c), list(set(x, f)), list(when(code.Use(d), list(set(x, code.Use(y))), list(set(x, code.Use(a))))))),
			"x := a; if c { x = f() } else if d { x = y }",
		},
		{
			"in a loop", list(loop(v(x), when(code.Use(c), list(set(x, f)), list(set(x, code.IntLit(7)))))),
			"for d { x := 7; if c { x = f() } }",
		},
		{
			"read after it is assigned", list(v(x), when(code.Use(c), list(set(x, f), add(x, code.Use(x))), list(set(x, code.IntLit(7))))),
			"x := 7; if c { x = f(); x += x }",
		},
		{
			"a loop that ends itself", list(v(x), when(code.Use(c), list(loop(leave), set(x, f)), list(set(x, code.IntLit(7))))),
			"x := 7; if c { for d { break }; x = f() }",
		},
		{"false again", list(when(code.Use(c), list(set(c, f)), list(set(c, code.BoolLit(false))))), "if c { c = f() }"},
		{"asked of", list(when(code.Use(x), list(set(x, f)), list(set(x, code.IntLit(7))))), ""},
		{"asked of in a chain", list(when(code.Use(c), list(set(x, f)), list(when(code.Use(x), list(set(x, f)), list(set(x, code.Use(a))))))), ""},
		{"read before", list(when(code.Use(c), list(set(y, code.Use(x)), set(x, f)), list(set(x, code.Use(a))))), ""},
		{"added to", list(when(code.Use(c), list(add(x, f)), list(set(x, code.Use(a))))), ""},
		{"not assigned", list(when(code.Use(c), list(set(y, f)), list(set(x, code.Use(a))))), ""},
		{"not always assigned", list(when(code.Use(c), list(when(code.Use(d), list(set(x, f)), nil)), list(set(x, code.Use(a))))), ""},
		{"assigned in a loop", list(when(code.Use(c), list(loop(set(x, f))), list(set(x, code.Use(a))))), ""},
		{"left before", list(loop(when(code.Use(c), list(when(code.Use(d), list(leave), nil), set(x, f)), list(set(x, code.Use(a)))))), ""},
		{"one from the other", list(when(code.Use(c), list(set(x, f), set(y, f)), list(set(x, code.Use(a)), set(y, code.Use(x))))), ""},
		{"swapped", list(when(code.Use(c), list(set(x, f), set(y, f)), list(both))), ""},
		{"computed", list(when(code.Use(c), list(set(x, f)), list(set(x, f)))), ""},
	} {
		flat := func(list []*code.Stmt) string {
			body := fmt.Sprintf("%#v", jen.Func().Id("f").Params().Block(code.Print(list)...))
			return flattened(strings.TrimSuffix(strings.TrimPrefix(body, "func f() {\n"), "}"))
		}
		before := flat(test.in)
		want := test.want
		if want == "" {
			want = before
		}
		if got := flat(Settle(test.in)); got != want {
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
