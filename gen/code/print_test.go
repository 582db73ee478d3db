package code

import (
	"fmt"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
)

// printed is statements as Go.
func printed(stmts ...*Stmt) string {
	text := fmt.Sprintf("%#v", jen.Func().Id("f").Params().Block(Print(stmts)...))
	return strings.TrimSuffix(strings.TrimPrefix(text, "func f() {\n"), "}")
}

// Results of a call go straight into the variables that they are for, where they are for nothing else.
func TestPrintResults(t *testing.T) {
	for _, c := range []struct {
		name  string
		reads int
		order []int
		op    string
		want  string
	}{
		{"alone", 1, []int{0, 1}, "=", "\ta, b = g()\n"},
		{"read twice", 2, []int{0, 1}, "=", "\tx, y := g()\n\ta, b = x, y\n"},
		{"exchanged", 1, []int{1, 0}, "=", "\tx, y := g()\n\ta, b = y, x\n"},
		{"not all", 1, []int{0}, "=", "\tx, y := g()\n\ta = x\n"},
		{"added", 1, []int{0}, "+=", "\tx, y := g()\n\ta += x\n"},
	} {
		x, y := &Ident{Name: "x", reads: c.reads}, &Ident{Name: "y", reads: c.reads}
		from, to := []*Ident{x, y}, []*Ident{{Name: "a"}, {Name: "b"}}
		assign := &Stmt{Kind: AssignStmt, Op: c.op}
		for i, k := range c.order {
			assign.Lhs, assign.Exprs = append(assign.Lhs, Use(to[i])), append(assign.Exprs, Use(from[k]))
		}
		call := &Stmt{Kind: DeclStmt, Idents: from, Exprs: []*Expr{{Kind: CallExpr, Text: "g"}}}
		if got := printed(call, assign); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
	x := &Ident{Name: "x", reads: 1}
	element := &Stmt{Kind: AssignStmt, Op: "=", Lhs: []*Expr{Node(IndexExpr, "", Use(&Ident{Name: "a"}), IntLit(0))}, Exprs: []*Expr{Use(x)}}
	if got, want := printed(&Stmt{Kind: DeclStmt, Idents: []*Ident{x}, Exprs: []*Expr{{Kind: CallExpr, Text: "g"}}}, element), "\tx := g()\n\ta[0] = x\n"; got != want {
		t.Errorf("an element:\n%swant\n%s", got, want)
	}
	sum := &Stmt{Kind: AssignStmt, Op: "+=", Lhs: []*Expr{Use(&Ident{Name: "a"})}, Exprs: []*Expr{Use(x)}}
	if got, want := printed(&Stmt{Kind: DeclStmt, Idents: []*Ident{x}, Exprs: []*Expr{{Kind: CallExpr, Text: "g"}}}, sum), "\tx := g()\n\ta += x\n"; got != want {
		t.Errorf("a sum:\n%swant\n%s", got, want)
	}
}

// The last statement of a loop that moves a variable of its condition by a constant stands in its head.
func TestPrintSteps(t *testing.T) {
	i, j := &Ident{Name: "i"}, &Ident{Name: "j"}
	below := Binary("<", Use(i), Use(&Ident{Name: "n"}))
	for _, c := range []struct {
		name string
		last *Stmt
		head string
	}{
		{"a step", &Stmt{Kind: AssignStmt, Op: "+=", Lhs: []*Expr{Use(i)}, Exprs: []*Expr{IntLit(4)}}, "for ; i < n; i += 4 {"},
		{"a sum", &Stmt{Kind: AssignStmt, Op: "=", Lhs: []*Expr{Use(i)}, Exprs: []*Expr{Binary("-", Use(i), IntLit(2))}}, "for ; i < n; i -= 2 {"},
		{"of another", &Stmt{Kind: AssignStmt, Op: "+=", Lhs: []*Expr{Use(j)}, Exprs: []*Expr{IntLit(4)}}, "for i < n {"},
		{"by a variable", &Stmt{Kind: AssignStmt, Op: "+=", Lhs: []*Expr{Use(i)}, Exprs: []*Expr{Use(j)}}, "for i < n {"},
		{"a product", &Stmt{Kind: AssignStmt, Op: "*=", Lhs: []*Expr{Use(i)}, Exprs: []*Expr{IntLit(4)}}, "for i < n {"},
		{"a sum of another", &Stmt{Kind: AssignStmt, Op: "=", Lhs: []*Expr{Use(i)}, Exprs: []*Expr{Binary("+", Use(j), IntLit(2))}}, "for i < n {"},
	} {
		first := &Stmt{Kind: ExprStmt, Exprs: []*Expr{{Kind: CallExpr, Text: "g"}}}
		got := printed(&Stmt{Kind: WhileStmt, Exprs: []*Expr{below}, Body: []*Stmt{first, c.last}})
		if head, _, _ := strings.Cut(strings.TrimSpace(got), "\n"); head != c.head {
			t.Errorf("%s:\n%swant %s", c.name, got, c.head)
		}
		alone := printed(&Stmt{Kind: WhileStmt, Exprs: []*Expr{below}, Body: []*Stmt{c.last}})
		if head, _, _ := strings.Cut(strings.TrimSpace(alone), "\n"); head != "for i < n {" {
			t.Errorf("%s, alone:\n%s", c.name, alone)
		}
	}
}

// So does the last statement of a loop without a condition that assigns a variable, if it needs nothing that the loop
// declares.
func TestPrintStepsOfLoopsWithoutCondition(t *testing.T) {
	i, j, mask := &Ident{Name: "i"}, &Ident{Name: "j"}, &Ident{Name: "mask"}
	next := func(i, j, m *Ident) *Stmt {
		sum := Binary("&", Binary("+", Use(j), IntLit(1)), Use(m))
		return &Stmt{Kind: AssignStmt, Op: "=", Lhs: []*Expr{Use(i)}, Exprs: []*Expr{sum}}
	}
	leave := &Stmt{Kind: IfStmt, Exprs: []*Expr{{Kind: CallExpr, Text: "done"}}, Body: []*Stmt{{Kind: BreakStmt}}}
	declare := func(id *Ident) *Stmt {
		return &Stmt{Kind: DeclStmt, Idents: []*Ident{id}, Exprs: []*Expr{{Kind: CallExpr, Text: "g"}}}
	}
	for _, c := range []struct {
		name string
		body []*Stmt
		head string
	}{
		{"of outer variables", []*Stmt{leave, next(i, i, mask)}, "for ; ; i = (i + 1) & mask {"},
		{"of an inner variable", []*Stmt{declare(j), leave, next(i, j, mask)}, "for {"},
		{"to an inner variable", []*Stmt{declare(j), leave, next(j, i, mask)}, "for {"},
		{"alone", []*Stmt{next(i, i, mask)}, "for {"},
	} {
		got := printed(&Stmt{Kind: WhileStmt, Body: c.body})
		if head, _, _ := strings.Cut(strings.TrimSpace(got), "\n"); head != c.head {
			t.Errorf("%s:\n%swant %s", c.name, got, c.head)
		}
	}
}

// Variables that begin as zero are declared together, if nothing stands between them, by type.
func TestPrintVars(t *testing.T) {
	v := func(name, typ string) *Stmt { return &Stmt{Kind: VarStmt, Idents: []*Ident{{Name: name}}, Type: typ} }
	call := &Stmt{Kind: ExprStmt, Exprs: []*Expr{{Kind: CallExpr, Text: "g"}}}
	got := printed(v("a", "float64"), v("i", "int"), v("b", "float64"), call, v("c", "float64"))
	if want := "\tvar a, b float64\n\tvar i int\n\tg()\n\tvar c float64\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
