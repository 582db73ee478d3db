package loop

import "github.com/seed-4b734f86/gochad/syntax"

// forms are the expressions written as applications, with their numbers of operands.
var forms = map[string]int{"len": 1, "inrange": 2, "tag": 1, "isnil": 1, "select": 3}

// apply reads len(a), select(c, a, b), exp(x), idiv(a, b, "text") …
func (r *reader) apply() *Expr {
	t := r.tok()
	name := r.textOf(t)
	n, isForm := forms[name]
	op := syntax.OpByName(name)
	switch {
	case !isForm && op == nil:
		r.fail(t, "functions of the program are called by a statement: var y real = call f(x)", "unknown primitive %s",
			name)
	case !isForm:
		n = len(op.Params)
	}
	r.at += 2
	var args []*Expr
	text, hasText := "", false
	r.commaList(func() {
		if r.tok().kind == stringToken && !hasText {
			text, hasText = r.quoted(), true
			return
		}
		args = append(args, r.expr())
	})
	if len(args) != n {
		r.fail(t, "", "%s has %d operands, want %d", name, len(args), n)
	}
	if hasText != (name == "inrange") && (isForm || !op.Divides) {
		r.fail(t, "inrange, idiv, imod, udiv and umod end in the text of their error", "%s with or without a text",
			name)
	}
	if isForm {
		return r.form(t, name, args, text)
	}
	if !fits(op, args) {
		r.fail(t, "", "%s of operands of other types", name)
	}
	if hasText {
		return Div(op, args[0], args[1], text)
	}
	return Prim(op, args...)
}

func (r *reader) form(t token, name string, args []*Expr, text string) *Expr {
	switch name {
	case "len":
		if !args[0].Type.IsArray() {
			r.fail(t, "", "length of a %s", args[0].Type)
		}
		return Len(args[0])
	case "inrange":
		return CheckIndex(args[0], args[1], text)
	case "tag":
		return TagOf(args[0])
	case "isnil":
		return IsNil(args[0])
	}
	return Select(args[0], args[1], args[2])
}
