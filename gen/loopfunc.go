package gen

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// printer writes one function of the loop language as Go.
type printer struct {
	g     *generator
	names *scopes
	ids   map[*loop.Var]*ident
	out   *block
	// assigned are the variables that get a new value after their declaration.
	assigned map[*loop.Var]bool
	receiver string      // the workspace, in an exported function that needs memory
	mem      string      // the arenas
	takes    bool        // from arenas, or something that it calls does
	slots    []keptSlice // fields of the workspace
	fields   *scopes     // their names
	teams    []*team     // loops that run in parts
	guard    string      // the field that keeps other calls out
	memField string      // the field with the arenas
	bySlot   map[*loop.Var]string
	// starts are the calls of gonum that give a variable its first value.
	starts map[*loop.Var]*loop.For
	loops  int // around what is written
	// fixed are the constants of the loop that is written that are fields of a struct.
	fixed map[*loop.Var]*expr
	// arenas are the arenas of what is taken of them.
	arenas map[*expr]string
}

// loopFunc is a function of the loop language as Go.
func (g *generator) loopFunc(f *loop.Func, fn *function) jen.Code {
	names := g.scopes[f]
	if names == nil {
		names = newScopes(func(s string) bool { return g.pkgNames[s] })
	}
	p := &printer{g: g, names: names, ids: map[*loop.Var]*ident{}, out: &block{}, assigned: map[*loop.Var]bool{},
		starts: map[*loop.Var]*loop.For{}}
	loop.Walk(f.Body, p.note)
	var params []param
	var shapes []shaped
	var buffers []string
	for _, q := range f.Params {
		id := &ident{name: q.Var.Name, param: true, fixed: true}
		if g.scopes[f] == nil {
			id.name = names.fresh(q.Var.Name)
		}
		p.ids[q.Var] = id
		params = append(params, param{id.name, g.varType(q.Var)})
		if dims := g.loops.Shapes[q.Var]; len(dims) > 0 {
			shapes = append(shapes, shaped{id.name, dims})
		}
		if q.Out {
			buffers = append(buffers, id.name)
		}
	}
	uses := g.memory.plan.Uses[f]
	method := uses && f.Exported
	p.bySlot = map[*loop.Var]string{}
	switch {
	case method:
		p.receiver = names.fresh("w")
		p.fields = newScopes(func(s string) bool { return s == f.Name })
		p.guard, p.memField = p.fields.fresh("lock"), p.fields.fresh("memory")
		p.mem = p.receiver + "." + p.memField
	case uses:
		name := names.fresh("mem")
		p.mem = name
		params = append([]param{{name, "*" + g.memory.memory}}, params...)
	}
	if !f.Exported {
		p.loops++ // of a caller, perhaps
	}
	p.framed(f)
	given := p.marks(g.memory.plan.Marked[f])
	p.block(f.Body)
	p.release(given)
	p.results(f)
	if fn == nil {
		fn = &function{name: f.Name, def: f.Def}
	}
	out := jen.Null()
	for _, t := range p.teams {
		out.Add(p.g.teamCode(f, t))
	}
	core := fn.export != nil && fn.export.Core
	if core {
		p.describe(f, params)
		if method {
			out.Add(p.coreMemory(f))
		}
	}
	if fn.def != nil {
		for _, c := range docComment(fn, shapes, buffers) {
			out.Add(c).Line()
		}
		if method && !core {
			out.Comment("// Its memory comes from a pool; a [" + g.memory.names[f.Name].typ +
				"] is memory for one caller.").Line()
		}
	} else if p.g.isWorker(f) {
		out.Comment("// " + f.Name + " is one part of a loop.").Line()
	} else if f.Outlined != nil {
		out.Comment("// " + f.Name + " is loops of " + f.Outlined.Name +
			", apart so that its variables stay in registers.").Line()
		out.Comment("//").Line()
		out.Comment("//go:noinline").Line()
	} else if f.Part {
		out.Comment("// " + f.Name + " is a part of a function that is too long for Go's compiler.").Line()
	} else {
		out.Comment("// " + f.Name + " adds two values of one constructor; nil is zero.").Line()
	}
	types := make([]jen.Code, len(f.Results))
	for i, r := range f.Results {
		types[i] = rawSource(g.loopType(r.Type))
	}
	p.out.stmts = dropUnused(settle(p.out.stmts))
	body := printStmts(p.out.stmts)
	if call := g.kernelCall(f, func(v *loop.Var) string { return p.ids[v].name }); call != nil {
		body = append([]jen.Code{call}, body...)
	}
	if method {
		if core {
			body = append(p.reset(), body...)
		} else {
			out.Add(p.workspaceCode(f, params, types))
			body = append(p.enter(f, params, types), body...)
		}
		out.Func().Params(jen.Id(p.receiver).Op("*").Id(g.memory.names[f.Name].typ)).Id(f.Name)
	} else {
		out.Func().Id(f.Name)
	}
	out.Params(signature(params)...)
	results(out, types)
	return out.Block(body...)
}

// results writes the types of results.
func results(out *jen.Statement, types []jen.Code) {
	switch len(types) {
	case 0:
	case 1:
		out.Add(types[0])
	default:
		out.Params(types...)
	}
}

// note finds the variables that are assigned.
func (p *printer) note(s loop.Stmt) {
	root := func(e *loop.Expr) {
		if e.Kind == loop.VarExpr {
			p.assigned[e.Var] = true
		}
	}
	switch s := s.(type) {
	case *loop.Assign:
		for _, l := range s.Lhs {
			root(l)
		}
	case *loop.AddTo:
		root(s.Lhs)
	case *loop.Append:
		p.assigned[s.Var] = true
	}
}

// loopType is a type of the loop language in Go.
func (g *generator) loopType(t loop.Type) string {
	s := strings.Repeat("[]", int(t.Rank))
	switch t.Base {
	case loop.Real:
		return s + "float64"
	case loop.Int:
		return s + "int"
	case loop.Bool:
		return s + "bool"
	case loop.Unit:
		return s + "struct{}"
	}
	return s + "*" + g.cellNames[t.Cell]
}

// results returns the results. Where the function ends in branches that only choose the results, each
// branch returns its own.
func (p *printer) results(f *loop.Func) {
	if len(f.Results) == 0 {
		return
	}
	exprs := make([]*expr, len(f.Results))
	for i, r := range f.Results {
		exprs[i] = p.expr(r)
	}
	if n := len(p.out.stmts); n > 0 && returns(p.out.stmts[n-1], exprs) {
		last := p.out.stmts[n-1]
		if last.kind == ifStmt && len(last.alt) > 0 {
			p.out.stmts = append(p.out.stmts, last.alt...)
			last.alt = nil
		}
		mentioned := map[*ident]bool{}
		eachRead(p.out.stmts, func(id *ident) { mentioned[id] = true })
		p.out.stmts = slices.DeleteFunc(p.out.stmts, func(s *stmt) bool {
			return s.kind == varStmt && !mentioned[s.ids[0]]
		})
		return
	}
	p.out.add(&stmt{kind: returnStmt, exprs: exprs})
}

// returns makes the branches of s, if each ends by assigning all results, return them.
func returns(s *stmt, results []*expr) bool {
	var blocks []*[]*stmt
	switch s.kind {
	case ifStmt:
		blocks = []*[]*stmt{&s.body, &s.alt}
	case switchStmt:
		for i := range s.cases {
			blocks = append(blocks, &s.cases[i])
		}
		blocks = append(blocks, &s.body)
	default:
		return false
	}
	for _, b := range blocks {
		if !endsIn(*b, results) {
			return false
		}
	}
	for _, b := range blocks {
		last := (*b)[len(*b)-1]
		if last.kind != assignStmt {
			returns(last, results)
			continue
		}
		exprs := make([]*expr, len(results))
		for i, r := range results {
			for k, l := range last.lhs {
				if same(l, r) {
					exprs[i] = last.exprs[k]
				}
			}
		}
		(*b)[len(*b)-1] = &stmt{kind: returnStmt, exprs: exprs}
	}
	return true
}

// endsIn reports whether a block ends by assigning exactly the results, which are variables.
func endsIn(b []*stmt, results []*expr) bool {
	if len(b) == 0 {
		return false
	}
	last := b[len(b)-1]
	switch last.kind {
	case ifStmt:
		return endsIn(last.body, results) && endsIn(last.alt, results)
	case switchStmt:
		ok := endsIn(last.body, results)
		for _, c := range last.cases {
			ok = ok && endsIn(c, results)
		}
		return ok
	case assignStmt:
	default:
		return false
	}
	if last.op != "=" || len(last.lhs) != len(results) {
		return false
	}
	for _, r := range results {
		found := false
		for _, l := range last.lhs {
			found = found || r.kind == identExpr && same(l, r)
		}
		if !found {
			return false
		}
	}
	return true
}
