package code

import (
	"strings"

	"github.com/dave/jennifer/jen"
)

// Print renders statements through jennifer.
func Print(stmts []*Stmt) []jen.Code {
	out := make([]jen.Code, 0, len(stmts))
	for len(stmts) > 0 {
		if n := leading(stmts, VarStmt); n > 0 {
			out = append(out, printVars(stmts[:n])...)
			stmts = stmts[n:]
			continue
		}
		if len(stmts) > 1 && stmts[0].only(stmts[1]) {
			out = append(out, jen.List(codes(stmts[1].Lhs, true)...).Op("=").List(codes(stmts[0].Exprs, false)...))
			stmts = stmts[2:]
			continue
		}
		out = append(out, printStmt(stmts[0]))
		stmts = stmts[1:]
	}
	return out
}

// only reports whether s declares the results of a call for t alone, which assigns them all to other variables.
func (s *Stmt) only(t *Stmt) bool {
	if s.Kind != DeclStmt || len(s.Exprs) != 1 || s.Exprs[0].Kind != CallExpr ||
		t.Kind != AssignStmt || t.Op != "=" || len(t.Exprs) != len(s.Idents) || len(t.Lhs) != len(s.Idents) {
		return false
	}
	for i, id := range s.Idents {
		if e := t.Exprs[i]; e.Kind != IdentExpr || e.Ident != id || id.reads != 1 || t.Lhs[i].Kind != IdentExpr {
			return false
		}
	}
	return true
}

// leading is how many of the first statements are of a kind.
func leading(stmts []*Stmt, kind StmtKind) int {
	n := 0
	for n < len(stmts) && stmts[n].Kind == kind {
		n++
	}
	return n
}

// printVars renders declarations of variables that are zero, those of one type together.
func printVars(stmts []*Stmt) []jen.Code {
	var types []string
	vars := map[string][]jen.Code{}
	for _, s := range stmts {
		if vars[s.Type] == nil {
			types = append(types, s.Type)
		}
		vars[s.Type] = append(vars[s.Type], jen.Id(s.Idents[0].Name))
	}
	out := make([]jen.Code, len(types))
	for i, t := range types {
		out[i] = jen.Var().List(vars[t]...).Add(Source(t))
	}
	return out
}

func printStmt(s *Stmt) jen.Code {
	switch s.Kind {
	case DeclStmt:
		return jen.List(names(s.Idents)...).Op(":=").List(codes(s.Exprs, false)...)
	case AssignStmt:
		return printAssign(s)
	case RangeStmt:
		if s.Idents[0] == nil || s.Idents[0].reads == 0 {
			return jen.For(jen.Range().Add(header(s.Exprs[0]))).Block(Print(s.Body)...)
		}
		return jen.For(jen.Id(s.Idents[0].Name).Op(":=").Range().Add(header(lengthOf(s.Exprs[0])))).
			Block(Print(s.Body)...)
	case EachStmt:
		if s.Idents[0].reads == 0 {
			return jen.For(jen.Range().Add(header(s.Exprs[0]))).Block(Print(s.Body)...)
		}
		return jen.For(jen.List(jen.Id("_"), jen.Id(s.Idents[0].Name)).Op(":=").Range().Add(header(s.Exprs[0]))).
			Block(Print(s.Body)...)
	case DownStmt:
		i := s.Idents[0].Name
		return jen.For(jen.Id(i).Op(":=").Add(Binary("-", s.Exprs[0], IntLit(1)).Code(true)),
			jen.Id(i).Op(">=").Id("0"), jen.Id(i).Op("--")).Block(Print(s.Body)...)
	case FromStmt:
		i := s.Idents[0].Name
		return jen.For(jen.Id(i).Op(":=").Add(s.Exprs[0].Code(true)), jen.Id(i).Op(s.Op).Add(header(s.Exprs[1])),
			jen.Id(i).Op("++")).
			Block(Print(s.Body)...)
	case DownFromStmt:
		i := s.Idents[0].Name
		return jen.For(jen.Id(i).Op(":=").Add(s.Exprs[1].Code(true)), jen.Id(i).Op(">=").Add(header(s.Exprs[0])),
			jen.Id(i).Op("--")).
			Block(Print(s.Body)...)
	case WhileStmt:
		if len(s.Exprs) == 0 {
			if k := len(s.Body) - 1; k > 0 && s.Body[k].outside(s.Body[:k]) {
				return jen.For(jen.Empty(), jen.Empty(), printAssign(s.Body[k])).Block(Print(s.Body[:k])...)
			}
			return jen.For().Block(Print(s.Body)...)
		}
		if k := len(s.Body) - 1; k > 0 && s.Body[k].steps(s.Exprs[0]) {
			return jen.For(jen.Empty(), header(s.Exprs[0]), printAssign(s.Body[k])).Block(Print(s.Body[:k])...)
		}
		return jen.For(header(s.Exprs[0])).Block(Print(s.Body)...)
	case IfStmt:
		return printIf(s)
	case SwitchStmt:
		cases := make([]jen.Code, len(s.Cases))
		for i, c := range s.Cases {
			cases[i] = jen.Case(IntLit(int64(i)).Code(true)).Block(Print(c)...)
		}
		if len(s.Body) > 0 {
			cases = append(cases, jen.Default().Block(Print(s.Body)...))
		}
		return jen.Switch(header(s.Exprs[0])).Block(cases...)
	case ReturnStmt:
		return jen.Return(codes(s.Exprs, true)...)
	case ExprStmt:
		return s.Exprs[0].Code(true)
	case BreakStmt:
		return jen.Break()
	}
	panic("gen: unknown statement")
}

// steps reports whether s moves a variable that the condition c of the loop reads by a constant.
func (s *Stmt) steps(c *Expr) bool {
	if s.Kind != AssignStmt || len(s.Lhs) != 1 || s.Lhs[0].Kind != IdentExpr {
		return false
	}
	op, by := s.Op, s.Exprs[0]
	if op == "=" && by.Kind == BinaryExpr && Same(s.Lhs[0], by.Args[0]) {
		op, by = by.Text+"=", by.Args[1]
	}
	if op != "+=" && op != "-=" || by.Kind != LitExpr {
		return false
	}
	found := false
	c.EachIdent(func(id *Ident) { found = found || id == s.Lhs[0].Ident })
	return found
}

// outside reports whether s assigns one variable, and says nothing of what the statements before it declare: it may
// stand in the head of the loop whose body they are.
func (s *Stmt) outside(before []*Stmt) bool {
	if s.Kind != AssignStmt || len(s.Lhs) != 1 || s.Lhs[0].Kind != IdentExpr {
		return false
	}
	declared := map[*Ident]bool{}
	for _, b := range before {
		for _, id := range b.Idents {
			declared[id] = true
		}
	}
	out := !declared[s.Lhs[0].Ident]
	s.Exprs[0].EachIdent(func(id *Ident) { out = out && !declared[id] })
	return out
}

// lengthOf is the slice whose length n is, or n: range a means range len(a).
func lengthOf(n *Expr) *Expr {
	if n.Kind == CallExpr && n.Text == "len" && n.Args[0].Kind != CallExpr {
		return n.Args[0]
	}
	return n
}

// printAssign renders an assignment, x = x + e as x += e and x += -e as x -= e.
func printAssign(s *Stmt) jen.Code {
	op, rhs := s.Op, s.Exprs
	if len(s.Lhs) == 1 && len(rhs) == 1 {
		l, r := s.Lhs[0], rhs[0]
		if op == "=" && r.Kind == BinaryExpr && Same(l, r.Args[0]) && strings.Contains("+-*/", r.Text) {
			op, rhs = r.Text+"=", []*Expr{r.Args[1]}
		}
		if r = rhs[0]; op == "+=" && r.Kind == UnaryExpr && r.Text == "-" {
			op, rhs = "-=", r.Args
		}
		if r = rhs[0]; r.Kind == LitExpr && r.Text == "1" && !r.real && (op == "+=" || op == "-=") {
			return s.Lhs[0].Code(true).Op(op[:1] + op[:1])
		}
	}
	return jen.List(codes(s.Lhs, true)...).Op(op).List(codes(rhs, true)...)
}

// printIf renders a conditional, with else-if chains kept flat.
func printIf(s *Stmt) jen.Code {
	c, body, alt := s.Exprs[0], s.Body, s.Alt
	if len(body) == 0 {
		c, body, alt = Negate(c), alt, nil
	}
	out := jen.If(header(c)).Block(Print(body)...)
	switch {
	case len(alt) == 0:
		return out
	case len(alt) == 1 && alt[0].Kind == IfStmt:
		return out.Else().Add(printIf(alt[0]))
	}
	return out.Else().Block(Print(alt)...)
}

// Negate is not e; comparisons of reals are not turned round, because of NaN.
func Negate(e *Expr) *Expr {
	if e.Kind == UnaryExpr && e.Text == "!" {
		return e.Args[0]
	}
	return Unary("!", e)
}

func names(ids []*Ident) []jen.Code {
	out := make([]jen.Code, len(ids))
	for i, id := range ids {
		out[i] = jen.Id(id.Name)
	}
	return out
}

func codes(es []*Expr, typed bool) []jen.Code {
	out := make([]jen.Code, len(es))
	for i, e := range es {
		out[i] = e.Code(typed)
	}
	return out
}

// header renders the expression of an if, for or switch, where a composite
// literal needs brackets.
func header(e *Expr) *jen.Statement {
	if e.Literal() {
		return jen.Parens(e.Code(true))
	}
	return e.Code(true)
}

// Literal reports whether e holds a composite literal.
func (e *Expr) Literal() bool {
	if e.Kind == TypedExpr && !strings.HasPrefix(e.Text, "make ") {
		return true
	}
	for _, a := range e.Args {
		if a.Literal() {
			return true
		}
	}
	return false
}
