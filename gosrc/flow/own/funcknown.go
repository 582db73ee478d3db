package own

import (
	"maps"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// A target is what a function variable is known to be: a function, and what to pass behind the arguments.
type target struct {
	fn    *flow.Func
	extra []flow.Expr
}

// A lifted literal is one on the way to a function.
type lifted struct {
	code
	v    *flow.Var            // that holds it
	env  map[*flow.Var]target // the functions that it may use
	open map[*flow.Var]bool   // those of its own list that are not known yet
}

// known resolves the function values in f, whose variables in env are known already.
func (r *resolver) known(f *flow.Func, env map[*flow.Var]target) {
	f.Body = nameLiterals(r.openMakers(f))
	scope := maps.Clone(env)
	if scope == nil {
		scope = map[*flow.Var]target{}
	}
	lifts := r.lifts(f, scope)
	r.captures(f, lifts, scope)
	around := maps.Clone(scope)
	for _, l := range lifts {
		r.share(l, scope, lifts)
		t := target{fn: l.fn}
		for _, c := range l.caps {
			t.extra = append(t.extra, c.argument())
		}
		scope[l.v] = t
	}
	for _, l := range lifts {
		r.lift(l, lifts, around)
	}
	p := &caller{resolver: r, scope: scope}
	p.copier.stmt = p.statement
	p.copier.expr = p.notNil
	f.Body = p.list(f.Body)
	f.Body = dropUnused(f.Body, scope)
}

// dropUnused removes the assignments of known functions to variables that are not used any more.
func dropUnused(ss []flow.Stmt, scope map[*flow.Var]target) []flow.Stmt {
	for {
		uses := map[*flow.Var]int{}
		deep(ss, func(ss []flow.Stmt) {
			eachOperand(ss, func(e flow.Expr) {
				if l, ok := e.(*flow.Load); ok {
					uses[l.Place.Var]++
				}
			})
		})
		dropped := false
		c := &copier{}
		c.stmt = func(s flow.Stmt) ([]flow.Stmt, bool) {
			a, ok := s.(*flow.Assign)
			if !ok {
				return nil, false
			}
			out := &flow.Assign{At: a.At}
			for i, p := range a.Dst {
				if _, known := scope[p.Var]; known && uses[p.Var] == 0 {
					dropped = true
					continue
				}
				out.Dst, out.Src = append(out.Dst, c.store(p)), append(out.Src, c.value(a.Src[i]))
			}
			if len(out.Dst) == 0 {
				return nil, true
			}
			return []flow.Stmt{out}, true
		}
		ss = c.list(ss)
		if !dropped {
			return ss
		}
	}
}
