package text

import (
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/syntax"
)

// adjoint elaborates adjoint f x (y, w) = body: the transpose of f in x, in which f is linear, at the
// other parameters y and the cotangent w of the result; body is the cotangent of x.
func (e *elab) adjoint(d *defInfo, a *Adjoint) {
	before := len(e.errs)
	e.before = before
	wrt, ok := e.adjointWrt(d, a)
	if !ok || d.failed {
		return
	}
	for _, b := range d.core.Adjoints {
		if slices.Equal(b.Wrt, wrt) {
			e.errorf(a.Name.Span, CodeDuplicate, "", "%s has two adjoints in %s", a.Name.Name, a.Wrt[0].Name)
			return
		}
	}
	rule := &syntax.CustomJVP{}
	sizes, restoreSizes := e.ruleSizes(d, rule)
	defer restoreSizes()
	params, result := d.core.Instantiate(sizes)
	var given []syntax.Type // what the pattern binds
	var wanted []*ty
	for i, t := range params {
		if !wrt[i] {
			given = append(given, t)
			continue
		}
		if !e.vector(a.Name.Span, t, "the parameter "+d.core.Params[i].Name) {
			return
		}
		wanted = append(wanted, e.fromSyntax(t))
	}
	if !e.vector(a.Name.Span, result, "the result of "+d.core.Name) {
		return
	}
	given = append(given, result)
	patterns, ok := e.adjointParams(a, d, len(given))
	if !ok {
		return
	}
	pats := make([]pat, len(given))
	var vars []*entity
	for i, t := range given {
		pats[i] = e.pattern(patterns[i], e.fromSyntax(t))
		vars = append(vars, pats[i].vars...)
	}
	restore := e.scope(vars...)
	body := e.expr(a.Body, tupleTy(wanted...))
	restore()
	if !e.settle(before) || before > 0 {
		return
	}
	var binds []syntax.Bind
	for _, p := range pats {
		v, b := e.param(p)
		rule.Params = append(rule.Params, v)
		binds = append(binds, b...)
	}
	n := len(rule.Params) - 1
	rule.Params, rule.Tangents = rule.Params[:n:n], rule.Params[n:]
	rule.Body = syntax.NewLet(binds, body())
	d.core.Adjoints = append(d.core.Adjoints, &syntax.Adjoint{Wrt: wrt, Rule: rule})
	clear(e.sizeMetas)
}

// adjointWrt marks the parameters that an adjoint is about.
func (e *elab) adjointWrt(d *defInfo, a *Adjoint) (wrt []bool, ok bool) {
	wrt = make([]bool, len(d.def.Params))
	ok = true
	for _, n := range a.Wrt {
		k := -1
		names := make([]string, len(d.def.Params))
		for i, p := range d.def.Params {
			names[i] = p.Name.Name
			if p.Name.Name == n.Name {
				k = i
			}
		}
		switch {
		case k < 0:
			e.errorf(n.Span, CodeUnknown, didYouMean(n.Name, names), "%s has no parameter %s", a.Name.Name, n.Name)
			ok = false
		case wrt[k]:
			e.errorf(n.Span, CodeDuplicate, "", "the parameter %s is named twice", n.Name)
			ok = false
		default:
			wrt[k] = true
		}
	}
	return wrt, ok
}

// vector reports a type whose values are not their own cotangents.
func (e *elab) vector(s Span, t syntax.Type, what string) bool {
	if tan := syntax.TangentType(t); tan == t && syntax.Dual(t) == t && t != syntax.Unit {
		return true
	}
	e.errorf(s, CodeDerivative, "adjoints are of functions from and to reals, and tuples and arrays of them",
		"%s has type %s, in which nothing is linear", what, t)
	return false
}

// adjointParams are the patterns for the other parameters and the cotangent.
func (e *elab) adjointParams(a *Adjoint, d *defInfo, n int) ([]Pattern, bool) {
	if n == 1 {
		return []Pattern{a.Params}, true
	}
	if t, ok := a.Params.(*TuplePattern); ok && len(t.Elems) == n {
		return t.Elems, true
	}
	linear := set.By(a.Wrt, func(w Ident) string { return w.Name })
	var others []string
	for _, p := range d.def.Params {
		if !linear[p.Name.Name] {
			others = append(others, p.Name.Name)
		}
	}
	e.errorf(a.Params.Range(), CodeDerivative, "the other parameters and the cotangent: ("+strings.Join(others, ", ")+
		", w)",
		"an adjoint of %s in %s has %d parameters", d.core.Name, a.Wrt[0].Name, n)
	return nil, false
}
