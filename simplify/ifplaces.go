package simplify

import (
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// dropPlaces is ifPlaceDead for x = t: branches give the places that are used, and no others, so that nothing is
// computed and handed back for those. It returns nil if it applied, else t.
func (p *pass) dropPlaces(t syntax.Term, x *syntax.Var, o *occ) syntax.Term {
	ty, ok := t.Type().(*syntax.TupleType)
	b, branch := syntax.ForkOf(t)
	if !ok || !branch || o.n != o.projs || o.mask&maskBit(63) != 0 || !p.on["ifPlaceDead"] {
		return t
	}
	var live []int
	for i := range ty.Elems {
		if o.mask&maskBit(i) != 0 {
			live = append(live, i)
		}
	}
	if len(live) == len(ty.Elems) {
		return t
	}
	p.fire("ifPlaceDead")
	bodies := make([]syntax.Term, len(b.Bodies))
	for k, body := range b.Bodies {
		in := &form.Body{Name: x.Name}
		if l, ok := body.(*syntax.Let); ok {
			in.Binds, body = append(in.Binds, l.Binds...), l.Body
		}
		body = in.Named(body)
		for _, i := range live {
			in.Next = append(in.Next, form.PartAtFirst(body, i))
		}
		bodies[k] = syntax.NewLet(in.Binds, form.TupleOf(in.Next))
	}
	b.On = p.atom("c", b.On)
	parts := make([]syntax.Term, len(ty.Elems))
	for j, e := range p.fields(x, b.With(b.Vars, bodies), len(live)) {
		parts[live[j]] = e
	}
	p.isParts(x, p.gaveParts("ifPlaceDead", parts))
	return nil
}
