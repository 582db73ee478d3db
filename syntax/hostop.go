package syntax

import "fmt"

// NewHostOp makes a primitive that only the host of a program knows, by a name: what runs emitted code gives it. It is
// taken to be pure: equal arguments give equal results, and a call that nothing needs is not made. The primitive itself
// is flat; a definition around it may have a derivative of its own ([Def].Custom).
//
// The parameters and the result are scalars.
func NewHostOp(name string, params []Type, result Type) *Op {
	o := &Op{Name: name, Params: params, Result: result, Cost: 20, Flat: true, Host: true, Go: GoForm{Func: name}}
	o.Eval = func([]Value) (Value, error) {
		return Value{}, fmt.Errorf("%s is a function of the host, which cannot be run here", name)
	}
	if result == Real {
		o.Partials = func(x []Term, _ Term) []Term { return make([]Term, len(x)) }
	}
	return o
}

// hosted reports whether a definition is nothing but a function of the host.
func (d *Def) hosted() bool {
	p, ok := d.Body.(*Prim)
	return ok && p.Op.Host && p.Op.Name == d.Name
}
