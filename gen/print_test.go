package gen

import (
	"fmt"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
)

// printed is statements as Go.
func printed(stmts ...*stmt) string {
	text := fmt.Sprintf("%#v", jen.Func().Id("f").Params().Block(printStmts(stmts)...))
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
		x, y := &ident{name: "x", reads: c.reads}, &ident{name: "y", reads: c.reads}
		from, to := []*ident{x, y}, []*ident{{name: "a"}, {name: "b"}}
		assign := &stmt{kind: assignStmt, op: c.op}
		for i, k := range c.order {
			assign.lhs, assign.exprs = append(assign.lhs, use(to[i])), append(assign.exprs, use(from[k]))
		}
		call := &stmt{kind: declStmt, ids: from, exprs: []*expr{{kind: callExpr, text: "g"}}}
		if got := printed(call, assign); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
	x := &ident{name: "x", reads: 1}
	element := &stmt{kind: assignStmt, op: "=", lhs: []*expr{node(indexExpr, "", use(&ident{name: "a"}), intLit(0))}, exprs: []*expr{use(x)}}
	if got, want := printed(&stmt{kind: declStmt, ids: []*ident{x}, exprs: []*expr{{kind: callExpr, text: "g"}}}, element), "\tx := g()\n\ta[0] = x\n"; got != want {
		t.Errorf("an element:\n%swant\n%s", got, want)
	}
	sum := &stmt{kind: assignStmt, op: "+=", lhs: []*expr{use(&ident{name: "a"})}, exprs: []*expr{use(x)}}
	if got, want := printed(&stmt{kind: declStmt, ids: []*ident{x}, exprs: []*expr{{kind: callExpr, text: "g"}}}, sum), "\tx := g()\n\ta += x\n"; got != want {
		t.Errorf("a sum:\n%swant\n%s", got, want)
	}
}

// The last statement of a loop that moves a variable of its condition by a constant stands in its head.
func TestPrintSteps(t *testing.T) {
	i, j := &ident{name: "i"}, &ident{name: "j"}
	below := binary("<", use(i), use(&ident{name: "n"}))
	for _, c := range []struct {
		name string
		last *stmt
		head string
	}{
		{"a step", &stmt{kind: assignStmt, op: "+=", lhs: []*expr{use(i)}, exprs: []*expr{intLit(4)}}, "for ; i < n; i += 4 {"},
		{"a sum", &stmt{kind: assignStmt, op: "=", lhs: []*expr{use(i)}, exprs: []*expr{binary("-", use(i), intLit(2))}}, "for ; i < n; i -= 2 {"},
		{"of another", &stmt{kind: assignStmt, op: "+=", lhs: []*expr{use(j)}, exprs: []*expr{intLit(4)}}, "for i < n {"},
		{"by a variable", &stmt{kind: assignStmt, op: "+=", lhs: []*expr{use(i)}, exprs: []*expr{use(j)}}, "for i < n {"},
		{"a product", &stmt{kind: assignStmt, op: "*=", lhs: []*expr{use(i)}, exprs: []*expr{intLit(4)}}, "for i < n {"},
		{"a sum of another", &stmt{kind: assignStmt, op: "=", lhs: []*expr{use(i)}, exprs: []*expr{binary("+", use(j), intLit(2))}}, "for i < n {"},
	} {
		first := &stmt{kind: exprStmt, exprs: []*expr{{kind: callExpr, text: "g"}}}
		got := printed(&stmt{kind: whileStmt, exprs: []*expr{below}, body: []*stmt{first, c.last}})
		if head, _, _ := strings.Cut(strings.TrimSpace(got), "\n"); head != c.head {
			t.Errorf("%s:\n%swant %s", c.name, got, c.head)
		}
		alone := printed(&stmt{kind: whileStmt, exprs: []*expr{below}, body: []*stmt{c.last}})
		if head, _, _ := strings.Cut(strings.TrimSpace(alone), "\n"); head != "for i < n {" {
			t.Errorf("%s, alone:\n%s", c.name, alone)
		}
	}
}

// So does the last statement of a loop without a condition that assigns a variable, if it needs nothing that the loop
// declares.
func TestPrintStepsOfLoopsWithoutCondition(t *testing.T) {
	i, j, mask := &ident{name: "i"}, &ident{name: "j"}, &ident{name: "mask"}
	next := func(i, j, m *ident) *stmt {
		sum := binary("&", binary("+", use(j), intLit(1)), use(m))
		return &stmt{kind: assignStmt, op: "=", lhs: []*expr{use(i)}, exprs: []*expr{sum}}
	}
	leave := &stmt{kind: ifStmt, exprs: []*expr{{kind: callExpr, text: "done"}}, body: []*stmt{{kind: breakStmt}}}
	declare := func(id *ident) *stmt {
		return &stmt{kind: declStmt, ids: []*ident{id}, exprs: []*expr{{kind: callExpr, text: "g"}}}
	}
	for _, c := range []struct {
		name string
		body []*stmt
		head string
	}{
		{"of outer variables", []*stmt{leave, next(i, i, mask)}, "for ; ; i = (i + 1) & mask {"},
		{"of an inner variable", []*stmt{declare(j), leave, next(i, j, mask)}, "for {"},
		{"to an inner variable", []*stmt{declare(j), leave, next(j, i, mask)}, "for {"},
		{"alone", []*stmt{next(i, i, mask)}, "for {"},
	} {
		got := printed(&stmt{kind: whileStmt, body: c.body})
		if head, _, _ := strings.Cut(strings.TrimSpace(got), "\n"); head != c.head {
			t.Errorf("%s:\n%swant %s", c.name, got, c.head)
		}
	}
}

// Variables that begin as zero are declared together, if nothing stands between them, by type.
func TestPrintVars(t *testing.T) {
	v := func(name, typ string) *stmt { return &stmt{kind: varStmt, ids: []*ident{{name: name}}, typ: typ} }
	call := &stmt{kind: exprStmt, exprs: []*expr{{kind: callExpr, text: "g"}}}
	got := printed(v("a", "float64"), v("i", "int"), v("b", "float64"), call, v("c", "float64"))
	if want := "\tvar a, b float64\n\tvar i int\n\tg()\n\tvar c float64\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
