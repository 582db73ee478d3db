package loops

import (
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/plan"
)

// take is n elements of an array type, for v: new ones, or memory that is kept, whose elements may have any value.
func (p *emitter) take(v *loop.Var, where plan.Where, level int, t loop.Type, n *code.Expr) *code.Expr {
	switch where {
	case plan.Slot:
		p.g.Helper("grow", GrowHelper)
		typ := p.g.loopType(t)
		if p.g.rows[v] != 0 {
			typ = p.g.varType(v)
		}
		return code.Call("", "grow", code.Unary("&", p.slot(v, t, typ)), n)
	case plan.Arena:
		arena := p.arena(plan.Key{Type: t.Elem(), Level: level})
		x := code.Call("", arena+".take", n)
		p.branches.Arenas[x] = arena
		return x
	}
	return code.Node(code.TypedExpr, "make "+p.g.loopType(t), n)
}

// arena is an arena.
func (p *emitter) arena(k plan.Key) string {
	p.takes = true
	return p.mem + "." + p.g.memory.arenas[k]
}

// slot is the field of the workspace that keeps the memory of v, of a type in Go; its rows have one of their own,
// unless they are arrays.
func (p *emitter) slot(v *loop.Var, t loop.Type, typ string) *code.Expr {
	hint := v.Name
	if t.IsArray() && t.Elem().IsArray() && p.g.rows[v] == 0 {
		hint += "Rows"
	}
	name := p.fields.Fresh(hint)
	p.slots = append(p.slots, keptSlice{name, typ})
	p.bySlot[v] = name
	return code.Node(code.FieldExpr, name, code.Node(code.LitExpr, p.receiver))
}

// push writes what the first statements append to one array, and returns how many they are: 0 if they append nothing.
// What comes later must not read the array.
func (p *emitter) push(b []loop.Stmt) int {
	s, ok := b[0].(*loop.Append)
	if !ok {
		return 0
	}
	x, n := code.Use(p.id(s.Var)), 1
	vals := []*code.Expr{x, p.expr(s.Val)}
	for ; n < len(b) && len(p.g.memory.plan.Saved[b[n-1]]) == 0; n++ {
		a, ok := b[n].(*loop.Append)
		if !ok || a.Var != s.Var || reads(a.Val, a.Var) {
			break
		}
		vals = append(vals, p.expr(a.Val))
	}
	app := "append"
	if t := s.Var.Type.Elem(); p.g.memory.plan.Growing[s.Var] == plan.Arena {
		arena := p.arena(plan.Key{Type: t, Level: p.g.memory.plan.Levels[s.Var]})
		if n == 1 {
			app = arena + p.g.arenaMethod("push")
		} else {
			vals[0] = code.Call("", arena+p.g.arenaMethod("room"), x, code.IntLit(int64(n)))
		}
	}
	p.out.Add(&code.Stmt{Kind: code.AssignStmt, Op: "=", Lhs: []*code.Expr{x},
		Exprs: []*code.Expr{code.Call("", app, vals...)}})
	p.save(p.g.memory.plan.Saved[b[n-1]])
	return n
}

func reads(e *loop.Expr, v *loop.Var) bool {
	found := false
	e.EachVar(func(w *loop.Var) { found = found || w == v })
	return found
}

// framed tells Go's compiler the lengths of the frames that a part is given, so that it checks no index.
func (p *emitter) framed(f *loop.Func) {
	if !f.Part {
		return
	}
	for _, q := range f.Params {
		if n, ok := p.g.frames[q.Var]; ok {
			x := code.Use(p.id(q.Var))
			p.out.Add(&code.Stmt{Kind: code.AssignStmt, Op: "=", Lhs: []*code.Expr{x},
				Exprs: []*code.Expr{code.Node(code.SliceExpr, "", x, code.IntLit(n))}})
		}
	}
}

// save keeps the memory of variables that grew.
func (p *emitter) save(vars []*loop.Var) {
	for _, v := range vars {
		field := code.Node(code.FieldExpr, p.bySlot[v], code.Node(code.LitExpr, p.receiver))
		p.out.Add(&code.Stmt{Kind: code.AssignStmt, Op: "=", Lhs: []*code.Expr{field},
			Exprs: []*code.Expr{code.Use(p.id(v))}})
	}
}

// memory is the argument for functions that need memory.
func (p *emitter) memory() *code.Expr {
	p.takes = true
	at := code.Node(code.LitExpr, p.mem)
	if p.receiver != "" {
		return code.Unary("&", at)
	}
	return at
}

// given is an arena and the variable with its height.
type given struct {
	arena string
	mark  *code.Ident
}

// marks notes the heights of arenas.
func (p *emitter) marks(keys []plan.Key) []given {
	var out []given
	for _, k := range keys {
		g := given{p.arena(k), &code.Ident{Name: p.names.Fresh("mark")}}
		p.out.Add(&code.Stmt{Kind: code.DeclStmt, Idents: []*code.Ident{g.mark},
			Exprs: []*code.Expr{code.Call("", g.arena+p.g.arenaMethod("mark"))}})
		out = append(out, g)
	}
	return out
}

// release gives back what arenas gave since their marks.
func (p *emitter) release(gs []given) {
	for _, g := range gs {
		p.out.Add(&code.Stmt{Kind: code.ExprStmt,
			Exprs: []*code.Expr{code.Call("", g.arena+".release", code.Use(g.mark))}})
	}
}
