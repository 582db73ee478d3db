package own

import "github.com/seed-4b734f86/gochad/gosrc/flow"

// A capture is a variable around a literal that the literal uses; by pointer if it assigns it.
type capture struct {
	v   *flow.Var
	ref bool
}

// argument is the variable where it is in scope: for a parameter, or for a value that keeps it.
func (k capture) argument() flow.Expr {
	if k.ref {
		return &flow.Addr{Place: place(k.v)}
	}
	return load(k.v)
}

// captureOf is what an argument is for.
func captureOf(e flow.Expr) capture {
	if a, ok := e.(*flow.Addr); ok {
		return capture{a.Place.Var, true}
	}
	return capture{e.(*flow.Load).Place.Var, false}
}

// parameter is a new parameter for the variable.
func (k capture) parameter() *flow.Var {
	p := *k.v
	p.Global = false
	if k.ref {
		p.Type = &flow.Pointer{Elem: k.v.Type}
	}
	return &p
}

// A code is a function literal on the way to a function, with what it captures as parameters behind its own.
type code struct {
	lit  *flow.Func // nil for declared functions
	fn   *flow.Func
	caps []capture
}

// head gives the function its parameters and results, as they are in the copies that c makes: those of the literal, and
// some for what it captures.
func (l *code) head(c *copier, captured []*flow.Var) {
	c.refs = map[*flow.Var]*flow.Var{}
	for i, k := range l.caps {
		if k.ref {
			c.refs[k.v] = captured[i]
			delete(c.vars, k.v)
		} else {
			c.vars[k.v] = captured[i]
		}
	}
	l.fn.Params = append(c.variables(l.lit.Params), captured...)
	l.fn.Results = c.variables(l.lit.Results)
}

// body gives the function its body, which may be empty.
func (l *code) body(ss []flow.Stmt) { l.fn.Body = append([]flow.Stmt{}, ss...) }
