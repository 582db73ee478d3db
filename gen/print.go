package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"
)

// printStmts renders statements through jennifer.
func printStmts(stmts []*stmt) []jen.Code {
	out := make([]jen.Code, 0, len(stmts))
	for len(stmts) > 0 {
		if n := leading(stmts, varStmt); n > 0 {
			out = append(out, printVars(stmts[:n])...)
			stmts = stmts[n:]
			continue
		}
		if len(stmts) > 1 && stmts[0].only(stmts[1]) {
			out = append(out, jen.List(codes(stmts[1].lhs, true)...).Op("=").List(codes(stmts[0].exprs, false)...))
			stmts = stmts[2:]
			continue
		}
		out = append(out, printStmt(stmts[0]))
		stmts = stmts[1:]
	}
	return out
}

// only reports whether s declares the results of a call for t alone, which assigns them all to other variables.
func (s *stmt) only(t *stmt) bool {
	if s.kind != declStmt || len(s.exprs) != 1 || s.exprs[0].kind != callExpr ||
		t.kind != assignStmt || t.op != "=" || len(t.exprs) != len(s.ids) || len(t.lhs) != len(s.ids) {
		return false
	}
	for i, id := range s.ids {
		if e := t.exprs[i]; e.kind != identExpr || e.id != id || id.reads != 1 || t.lhs[i].kind != identExpr {
			return false
		}
	}
	return true
}

// leading is how many of the first statements are of a kind.
func leading(stmts []*stmt, kind stmtKind) int {
	n := 0
	for n < len(stmts) && stmts[n].kind == kind {
		n++
	}
	return n
}

// printVars renders declarations of variables that are zero, those of one type together.
func printVars(stmts []*stmt) []jen.Code {
	var types []string
	vars := map[string][]jen.Code{}
	for _, s := range stmts {
		if vars[s.typ] == nil {
			types = append(types, s.typ)
		}
		vars[s.typ] = append(vars[s.typ], jen.Id(s.ids[0].name))
	}
	out := make([]jen.Code, len(types))
	for i, t := range types {
		out[i] = jen.Var().List(vars[t]...).Add(rawSource(t))
	}
	return out
}

func printStmt(s *stmt) jen.Code {
	switch s.kind {
	case declStmt:
		return jen.List(names(s.ids)...).Op(":=").List(codes(s.exprs, false)...)
	case assignStmt:
		return printAssign(s)
	case rangeStmt:
		if s.ids[0] == nil || s.ids[0].reads == 0 {
			return jen.For(jen.Range().Add(header(s.exprs[0]))).Block(printStmts(s.body)...)
		}
		return jen.For(jen.Id(s.ids[0].name).Op(":=").Range().Add(header(lengthOf(s.exprs[0])))).Block(printStmts(s.body)...)
	case eachStmt:
		if s.ids[0].reads == 0 {
			return jen.For(jen.Range().Add(header(s.exprs[0]))).Block(printStmts(s.body)...)
		}
		return jen.For(jen.List(jen.Id("_"), jen.Id(s.ids[0].name)).Op(":=").Range().Add(header(s.exprs[0]))).
			Block(printStmts(s.body)...)
	case downStmt:
		i := s.ids[0].name
		return jen.For(jen.Id(i).Op(":=").Add(binary("-", s.exprs[0], intLit(1)).code(true)),
			jen.Id(i).Op(">=").Id("0"), jen.Id(i).Op("--")).Block(printStmts(s.body)...)
	case fromStmt:
		i := s.ids[0].name
		return jen.For(jen.Id(i).Op(":=").Add(s.exprs[0].code(true)), jen.Id(i).Op(s.op).Add(header(s.exprs[1])),
			jen.Id(i).Op("++")).
			Block(printStmts(s.body)...)
	case downFromStmt:
		i := s.ids[0].name
		return jen.For(jen.Id(i).Op(":=").Add(s.exprs[1].code(true)), jen.Id(i).Op(">=").Add(header(s.exprs[0])),
			jen.Id(i).Op("--")).
			Block(printStmts(s.body)...)
	case whileStmt:
		if len(s.exprs) == 0 {
			if k := len(s.body) - 1; k > 0 && s.body[k].outside(s.body[:k]) {
				return jen.For(jen.Empty(), jen.Empty(), printAssign(s.body[k])).Block(printStmts(s.body[:k])...)
			}
			return jen.For().Block(printStmts(s.body)...)
		}
		if k := len(s.body) - 1; k > 0 && s.body[k].steps(s.exprs[0]) {
			return jen.For(jen.Empty(), header(s.exprs[0]), printAssign(s.body[k])).Block(printStmts(s.body[:k])...)
		}
		return jen.For(header(s.exprs[0])).Block(printStmts(s.body)...)
	case ifStmt:
		return printIf(s)
	case switchStmt:
		cases := make([]jen.Code, len(s.cases))
		for i, c := range s.cases {
			cases[i] = jen.Case(intLit(int64(i)).code(true)).Block(printStmts(c)...)
		}
		if len(s.body) > 0 {
			cases = append(cases, jen.Default().Block(printStmts(s.body)...))
		}
		return jen.Switch(header(s.exprs[0])).Block(cases...)
	case returnStmt:
		return jen.Return(codes(s.exprs, true)...)
	case exprStmt:
		return s.exprs[0].code(true)
	case breakStmt:
		return jen.Break()
	}
	panic("gen: unknown statement")
}

// steps reports whether s moves a variable that the condition c of the loop reads by a constant.
func (s *stmt) steps(c *expr) bool {
	if s.kind != assignStmt || len(s.lhs) != 1 || s.lhs[0].kind != identExpr {
		return false
	}
	op, by := s.op, s.exprs[0]
	if op == "=" && by.kind == binaryExpr && same(s.lhs[0], by.args[0]) {
		op, by = by.text+"=", by.args[1]
	}
	if op != "+=" && op != "-=" || by.kind != litExpr {
		return false
	}
	found := false
	c.eachIdent(func(id *ident) { found = found || id == s.lhs[0].id })
	return found
}

// outside reports whether s assigns one variable, and says nothing of what the statements before it declare: it may
// stand in the head of the loop whose body they are.
func (s *stmt) outside(before []*stmt) bool {
	if s.kind != assignStmt || len(s.lhs) != 1 || s.lhs[0].kind != identExpr {
		return false
	}
	declared := map[*ident]bool{}
	for _, b := range before {
		for _, id := range b.ids {
			declared[id] = true
		}
	}
	out := !declared[s.lhs[0].id]
	s.exprs[0].eachIdent(func(id *ident) { out = out && !declared[id] })
	return out
}

// lengthOf is the slice whose length n is, or n: range a means range len(a).
func lengthOf(n *expr) *expr {
	if n.kind == callExpr && n.text == "len" && n.args[0].kind != callExpr {
		return n.args[0]
	}
	return n
}

// printAssign renders an assignment, x = x + e as x += e and x += -e as x -= e.
func printAssign(s *stmt) jen.Code {
	op, rhs := s.op, s.exprs
	if len(s.lhs) == 1 && len(rhs) == 1 {
		l, r := s.lhs[0], rhs[0]
		if op == "=" && r.kind == binaryExpr && same(l, r.args[0]) && strings.Contains("+-*/", r.text) {
			op, rhs = r.text+"=", []*expr{r.args[1]}
		}
		if r = rhs[0]; op == "+=" && r.kind == unaryExpr && r.text == "-" {
			op, rhs = "-=", r.args
		}
		if r = rhs[0]; r.kind == litExpr && r.text == "1" && !r.real && (op == "+=" || op == "-=") {
			return s.lhs[0].code(true).Op(op[:1] + op[:1])
		}
	}
	return jen.List(codes(s.lhs, true)...).Op(op).List(codes(rhs, true)...)
}

// printIf renders a conditional, with else-if chains kept flat.
func printIf(s *stmt) jen.Code {
	c, body, alt := s.exprs[0], s.body, s.alt
	if len(body) == 0 {
		c, body, alt = negate(c), alt, nil
	}
	out := jen.If(header(c)).Block(printStmts(body)...)
	switch {
	case len(alt) == 0:
		return out
	case len(alt) == 1 && alt[0].kind == ifStmt:
		return out.Else().Add(printIf(alt[0]))
	}
	return out.Else().Block(printStmts(alt)...)
}

// negate is not e; comparisons of reals are not turned round, because of NaN.
func negate(e *expr) *expr {
	if e.kind == unaryExpr && e.text == "!" {
		return e.args[0]
	}
	return unary("!", e)
}

func names(ids []*ident) []jen.Code {
	out := make([]jen.Code, len(ids))
	for i, id := range ids {
		out[i] = jen.Id(id.name)
	}
	return out
}

func codes(es []*expr, typed bool) []jen.Code {
	out := make([]jen.Code, len(es))
	for i, e := range es {
		out[i] = e.code(typed)
	}
	return out
}

// header renders the expression of an if, for or switch, where a composite
// literal needs brackets.
func header(e *expr) *jen.Statement {
	if e.literal() {
		return jen.Parens(e.code(true))
	}
	return e.code(true)
}

// literal reports whether e holds a composite literal.
func (e *expr) literal() bool {
	if e.kind == typedExpr && !strings.HasPrefix(e.text, "make ") {
		return true
	}
	for _, a := range e.args {
		if a.literal() {
			return true
		}
	}
	return false
}
