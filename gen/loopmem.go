package gen

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/plan"
)

// take is n elements of an array type: new ones, or memory that is kept, whose elements may have any value.
func (p *printer) take(v *loop.Var, where plan.Where, t loop.Type, n *expr) *expr {
	switch where {
	case plan.Slot:
		p.g.helper("grow", growHelper)
		typ := p.g.loopType(t)
		if p.g.rows[v] != 0 {
			typ = p.g.varType(v)
		}
		return call("", "grow", unary("&", p.slot(v, t, typ)), n)
	case plan.Arena:
		arena := p.arena(plan.Key{Type: t.Elem()})
		x := call("", arena+".take", n)
		if p.arenas == nil {
			p.arenas = map[*expr]string{}
		}
		p.arenas[x] = arena
		return x
	}
	return node(typedExpr, "make "+p.g.loopType(t), n)
}

// arena is an arena.
func (p *printer) arena(k plan.Key) string {
	p.takes = true
	return p.mem + "." + p.g.memory.arenas[k]
}

// slot is the field of the workspace that keeps the memory of v, of a type in Go; its rows have one of their own,
// unless they are arrays.
func (p *printer) slot(v *loop.Var, t loop.Type, typ string) *expr {
	hint := v.Name
	if t.IsArray() && t.Elem().IsArray() && p.g.rows[v] == 0 {
		hint += "Rows"
	}
	name := p.fields.fresh(hint)
	p.slots = append(p.slots, keptSlice{name, typ})
	p.bySlot[v] = name
	return node(fieldExpr, name, node(litExpr, p.receiver))
}

// push writes an appending.
func (p *printer) push(s *loop.Append) {
	x, val := use(p.id(s.Var)), p.expr(s.Val)
	app := call("", "append", x, val)
	if t := s.Var.Type.Elem(); p.g.memory.plan.Growing[s.Var] == plan.Arena {
		app = call("", p.arena(plan.Key{Type: t})+".push", x, val)
	}
	p.out.add(&stmt{kind: assignStmt, op: "=", lhs: []*expr{x}, exprs: []*expr{app}})
}

// framed tells Go's compiler the lengths of the frames that a part is given, so that it checks no index.
func (p *printer) framed(f *loop.Func) {
	if !f.Part {
		return
	}
	for _, q := range f.Params {
		if n, ok := p.g.frames[q.Var]; ok {
			x := use(p.id(q.Var))
			p.out.add(&stmt{kind: assignStmt, op: "=", lhs: []*expr{x},
				exprs: []*expr{node(sliceExpr, "", x, intLit(n))}})
		}
	}
}

// save keeps the memory of variables that grew.
func (p *printer) save(vars []*loop.Var) {
	for _, v := range vars {
		field := node(fieldExpr, p.bySlot[v], node(litExpr, p.receiver))
		p.out.add(&stmt{kind: assignStmt, op: "=", lhs: []*expr{field}, exprs: []*expr{use(p.id(v))}})
	}
}

// memory is the argument for functions that need memory.
func (p *printer) memory() *expr {
	p.takes = true
	at := node(litExpr, p.mem)
	if p.receiver != "" {
		return unary("&", at)
	}
	return at
}

// given is an arena and the variable with its height.
type given struct {
	arena string
	mark  *ident
}

// marks notes the heights of arenas.
func (p *printer) marks(keys []plan.Key) []given {
	var out []given
	for _, k := range keys {
		g := given{p.arena(k), &ident{name: p.names.fresh("mark")}}
		p.out.add(&stmt{kind: declStmt, ids: []*ident{g.mark}, exprs: []*expr{call("", g.arena+".mark")}})
		out = append(out, g)
	}
	return out
}

// release gives back what arenas gave since their marks.
func (p *printer) release(gs []given) {
	for _, g := range gs {
		p.out.add(&stmt{kind: exprStmt, exprs: []*expr{call("", g.arena+".release", use(g.mark))}})
	}
}
