package text

import (
	"errors"

	"github.com/seed-4b734f86/gochad/syntax"
)

// customJVP elaborates a derivative declaration: derivative f (x, y, dx, dy) = body, or
// derivative f ((x, y), (dx, dy)) = body, with body the tangent of the result.
func (e *elab) customJVP(d *defInfo) {
	c, before := d.custom, len(e.errs)
	e.before = before
	primals, tangents, ok := e.jvpParams(d, c)
	if !ok || d.failed {
		return
	}
	jvp := &syntax.CustomJVP{}
	sizes, restoreSizes := e.ruleSizes(d, jvp)
	env := syntax.SizeEnv(d.core.Sizes, sizes)
	var pats, dpats []pat
	var vars []*entity
	for i, p := range d.core.Params {
		t := syntax.SubstSizes(p.Type, env)
		dt := syntax.TangentType(t)
		if dt == nil {
			e.errorf(c.Name.Span, CodeDerivative, "",
				"%s has a parameter that holds functions, %s: its derivative cannot be given",
				d.core.Name, t)
			restoreSizes()
			return
		}
		pats = append(pats, e.pattern(primals[i], e.fromSyntax(t)))
		dpats = append(dpats, e.pattern(tangents[i], e.fromSyntax(dt)))
		vars = append(append(vars, pats[i].vars...), dpats[i].vars...)
	}
	result := syntax.TangentType(syntax.SubstSizes(d.core.Result, env))
	if result == nil {
		e.errorf(c.Name.Span, CodeDerivative, "", "the result of %s holds functions: its derivative cannot be given",
			d.core.Name)
		restoreSizes()
		return
	}
	restore := e.scope(vars...)
	body := e.expr(c.Body, e.fromSyntax(result))
	restore()
	restoreSizes()
	if !e.settle(before) || before > 0 {
		return
	}
	var binds []syntax.Bind
	for i := range pats {
		v, b := e.param(pats[i])
		dv, db := e.param(dpats[i])
		jvp.Params, jvp.Tangents = append(jvp.Params, v), append(jvp.Tangents, dv)
		binds = append(append(binds, b...), db...)
	}
	jvp.Body = syntax.NewLet(binds, body())
	d.core.Custom = jvp
	clear(e.sizeMetas)
}

// jvpParams splits the parameters of a derivative into those for the primals and the tangents.
func (e *elab) jvpParams(d *defInfo, c *Derivative) (primals, tangents []Pattern, ok bool) {
	n := len(d.def.Params)
	t, isTuple := c.Params.(*TuplePattern)
	if isTuple && n > 0 {
		if len(t.Elems) == 2*n {
			return t.Elems[:n], t.Elems[n:], true
		}
		if len(t.Elems) == 2 {
			p, ok1 := t.Elems[0].(*TuplePattern)
			q, ok2 := t.Elems[1].(*TuplePattern)
			if ok1 && ok2 && len(p.Elems) == n && len(q.Elems) == n {
				return p.Elems, q.Elems, true
			}
		}
	}
	hint := "derivative " + d.core.Name + " (x, dx) = …"
	if n != 1 {
		hint = "name all parameters, then all their tangents"
	}
	e.errorf(c.Params.Range(), CodeDerivative, hint, "%s has %d parameters, so its derivative has %d", d.core.Name, n,
		2*n)
	return nil, nil, false
}

// checkLinear reports derivatives that are not linear in the tangents, and adjoints that are not in the cotangent.
func (e *elab) checkLinear(prog *syntax.Program) {
	refuse := map[string]func(){}
	for _, d := range e.own {
		core := d.core
		if core.Custom != nil {
			refuse["the derivative of "+core.Name] = func() {
				e.errorf(d.custom.Body.Range(), CodeDerivative,
					"each tangent enters as a sum of products with one tangent in each",
					"the derivative of %s is not linear in the tangents", core.Name)
				core.Custom = nil
			}
		}
		for i, a := range core.Adjoints {
			refuse[syntax.AdjointOf(core, a)] = func() {
				e.errorf(d.adjoints[i].Body.Range(), CodeDerivative,
					"the cotangent enters as a sum of products with it in each",
					"%s is not linear in the cotangent", syntax.AdjointOf(core, a))
				a.Rule.Body = syntax.NewZero(a.Rule.Body.Type())
			}
		}
	}
	for len(refuse) > 0 {
		var broken *syntax.VerifyError
		if !errors.As(syntax.VerifyProgram(prog), &broken) || broken.Rule != syntax.RuleLinear ||
			refuse[broken.Def] == nil {
			return
		}
		refuse[broken.Def]()
		delete(refuse, broken.Def)
	}
}

// ruleSizes gives a rule for d size variables of its own, which are in scope until restore.
func (e *elab) ruleSizes(d *defInfo, rule *syntax.CustomJVP) (sizes []*syntax.Size, restore func()) {
	var scoped []*entity
	for _, v := range d.core.Sizes {
		w := syntax.NewSizeVar(v.Name)
		rule.Sizes = append(rule.Sizes, w)
		scoped = append(scoped, &entity{name: v.Name, size: w})
	}
	return syntax.SizesOf(rule.Sizes), e.scope(scoped...)
}
