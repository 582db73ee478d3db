package program

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/syntax"
)

// DeadParams drops the parameters that definitions do nothing with but hand on, at places where nothing else is done
// with them, and what is computed only for those:
//
//	def f (k, x, y) = if k > 0 then f (k - 1, x, sin y) else k    ⇝    def f (k) = if k > 0 then f (k - 1) else k
//
// That is the greatest fixed point of letDead over the calls: a variable is needed if a result needs it, or what it
// gives to a parameter that is needed. In the body of f alone x and y are used. A derivative would have cotangents for
// them, of the length of their arrays, that are zero and added all the same.
//
// The definitions are changed in place, but for the parameters of root, and of those with a derivative, an adjoint or a
// kernel of their own, whose signatures are known outside. It reports whether anything is dropped, in time linear in
// the program.
func DeadParams(p *syntax.Program, root *syntax.Def) bool {
	defer times.Begin("deadparams")()
	d := deadness{params: map[*syntax.Def]bool{}, vars: map[*syntax.Var][]*syntax.Var{}, live: map[*syntax.Var]bool{}}
	if !d.candidates(p, root) {
		return false
	}
	for _, def := range p.Defs {
		if def.Body != nil {
			d.visit(def.Body, nil)
		}
	}
	some := false
	for def := range d.params {
		some = some || slices.ContainsFunc(def.Params, d.dead)
	}
	if !some {
		return false
	}
	d.drop(p)
	return true
}

type deadness struct {
	params map[*syntax.Def]bool // the definitions whose parameters may go
	// vars are, for those parameters and all that is bound by lets, the variables that are needed if they are.
	vars map[*syntax.Var][]*syntax.Var
	live map[*syntax.Var]bool
}

// candidates notes the definitions whose parameters may go, and reports whether there are any.
func (d *deadness) candidates(p *syntax.Program, root *syntax.Def) bool {
	for def := range private(p, root) {
		d.params[def] = len(def.Params) > 0
	}
	for def := range d.params {
		for _, x := range def.Params {
			d.vars[x] = nil
		}
	}
	return len(d.params) > 0
}

// visit notes what t needs: if the variable of is needed, or in any case if that is nil.
func (d *deadness) visit(t syntax.Term, of *syntax.Var) {
	switch t := t.(type) {
	case *syntax.Const:
		return
	case *syntax.VarRef:
		_, tracked := d.vars[t.Var]
		switch {
		case !tracked || t.Var == of:
		case of == nil || d.live[of]:
			d.need(t.Var)
		default:
			d.vars[of] = append(d.vars[of], t.Var)
		}
		return
	case *syntax.Let:
		for _, b := range t.Binds {
			if b.Var == nil {
				d.visit(b.Rhs, of)
				continue
			}
			d.vars[b.Var] = nil
			d.visit(b.Rhs, b.Var)
		}
		d.visit(t.Body, of)
		return
	case *syntax.Call:
		if d.params[t.Def] {
			for i, a := range t.Args {
				d.visit(a, t.Def.Params[i])
			}
			return
		}
	}
	syntax.Children(t, func(c syntax.Term) { d.visit(c, of) })
}

// need marks x, and what it needs.
func (d *deadness) need(x *syntax.Var) {
	work := []*syntax.Var{x}
	for len(work) > 0 {
		x, work = work[len(work)-1], work[:len(work)-1]
		if d.live[x] {
			continue
		}
		d.live[x] = true
		work = append(work, d.vars[x]...)
		d.vars[x] = nil
	}
}

// dead reports whether x, which is tracked, is not needed.
func (d *deadness) dead(x *syntax.Var) bool { return !d.live[x] }

// drop leaves out parameters, arguments and bindings of what is dead.
func (d *deadness) drop(p *syntax.Program) {
	gone := map[*syntax.Def][]bool{}
	for def := range d.params {
		if i := slices.IndexFunc(def.Params, d.dead); i >= 0 {
			mask := make([]bool, len(def.Params))
			for i, x := range def.Params {
				mask[i] = d.dead(x)
			}
			gone[def] = mask
			def.Params = slices.DeleteFunc(slices.Clone(def.Params), d.dead)
		}
	}
	var without func(t syntax.Term) syntax.Term
	without = func(t syntax.Term) syntax.Term {
		switch t := t.(type) {
		case *syntax.Call:
			mask := gone[t.Def]
			if mask == nil {
				break
			}
			var args []syntax.Term
			for i, a := range t.Args {
				if !mask[i] {
					args = append(args, without(a))
				}
			}
			return syntax.NewCall(t.At, t.Def, t.Sizes, args...)
		case *syntax.Let:
			var binds []syntax.Bind
			for _, b := range t.Binds {
				if b.Var != nil && d.dead(b.Var) {
					continue
				}
				b.Rhs = without(b.Rhs)
				binds = append(binds, b)
			}
			return syntax.NewLet(binds, without(t.Body))
		}
		return syntax.MapChildren(t, without)
	}
	for _, def := range p.Defs {
		if def.Body != nil {
			def.Body = without(def.Body)
		}
	}
}
