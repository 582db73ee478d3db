package loops

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/gen/gc"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// emitter writes one function of the loop language as Go.
type emitter struct {
	g     *Printer
	names *code.Scopes
	ids   map[*loop.Var]*code.Ident
	out   *code.Block
	// assigned are the variables that get a new value after their declaration.
	assigned map[*loop.Var]bool
	receiver string       // the workspace, in an exported function that needs memory
	mem      string       // the arenas
	takes    bool         // from arenas, or something that it calls does
	slots    []keptSlice  // fields of the workspace
	fields   *code.Scopes // their names
	teams    []*team      // loops that run in parts
	guard    string       // the field that keeps other calls out
	memField string       // the field with the arenas
	bySlot   map[*loop.Var]string
	// starts are the calls of gonum that give a variable its first value.
	starts map[*loop.Var]*loop.For
	loops  int // around what is written
	// fixed are the constants of the loop that is written that are fields of a struct.
	fixed map[*loop.Var]*code.Expr
	// branches are what some of them become.
	branches *gc.Branches
}

// Function is a function of the loop language as Go: for fn, if that is not nil. Where that is a core, it also says how
// it is called.
func (g *Printer) Function(f *loop.Func, fn *code.Function) (jen.Code, *Callable) {
	names := g.scopes[f]
	if names == nil {
		names = g.Scopes()
	}
	p := &emitter{g: g, names: names, ids: map[*loop.Var]*code.Ident{}, out: &code.Block{},
		assigned: map[*loop.Var]bool{},
		starts:   map[*loop.Var]*loop.For{}, branches: &gc.Branches{File: g.File, Arenas: map[*code.Expr]string{}}}
	loop.Walk(f.Body, p.note)
	var params []code.Param
	var shapes []code.Shaped
	var buffers []string
	for _, q := range f.Params {
		id := &code.Ident{Name: q.Var.Name, Param: true, Fixed: true}
		if g.scopes[f] == nil {
			id.Name = names.Fresh(q.Var.Name)
		}
		p.ids[q.Var] = id
		params = append(params, code.Param{Name: id.Name, Type: g.varType(q.Var)})
		if dims := g.result.Shapes[q.Var]; len(dims) > 0 {
			shapes = append(shapes, code.Shaped{Name: id.Name, Dims: dims})
		}
		if q.Out {
			buffers = append(buffers, id.Name)
		}
	}
	uses := g.memory.plan.Uses[f]
	method := uses && f.Exported
	p.bySlot = map[*loop.Var]string{}
	switch {
	case method:
		p.receiver = names.Fresh("w")
		p.fields = code.NewScopes(func(s string) bool { return s == f.Name })
		p.guard, p.memField = p.fields.Fresh("lock"), p.fields.Fresh("memory")
		p.mem = p.receiver + "." + p.memField
	case uses:
		name := names.Fresh("mem")
		p.mem = name
		params = append([]code.Param{{Name: name, Type: "*" + g.memory.memory}}, params...)
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
		fn = &code.Function{Name: f.Name, Def: f.Def}
	}
	out := jen.Null()
	for _, t := range p.teams {
		out.Add(p.g.teamCode(f, t))
	}
	var call *Callable
	if fn.Core {
		call = p.callable(f, params)
		if method {
			out.Add(p.coreMemory(f))
		}
	}
	if fn.Def != nil {
		for _, c := range code.DocComment(fn, shapes, buffers) {
			out.Add(c).Line()
		}
		if method && !fn.Core {
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
		types[i] = code.Source(g.loopType(r.Type))
	}
	p.out.Stmts = code.DropUnused(gc.Settle(p.out.Stmts))
	body := code.Print(p.out.Stmts)
	if k := g.kernelCall(f, func(v *loop.Var) string { return p.ids[v].Name }); k != nil {
		body = append([]jen.Code{k}, body...)
	}
	if method {
		if fn.Core {
			body = append(p.reset(), body...)
		} else {
			out.Add(p.workspaceCode(f, params, types))
			body = append(p.enter(f, params, types), body...)
		}
		out.Func().Params(jen.Id(p.receiver).Op("*").Id(g.memory.names[f.Name].typ)).Id(f.Name)
	} else {
		out.Func().Id(f.Name)
	}
	out.Params(code.Signature(params)...)
	results(out, types)
	return out.Block(body...), call
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
func (p *emitter) note(s loop.Stmt) {
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
func (g *Printer) loopType(t loop.Type) string {
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

// varType is the type of a variable in Go.
func (g *Printer) varType(v *loop.Var) string {
	n := g.rows[v]
	if n == 0 || !v.Type.IsArray() {
		return g.loopType(v.Type)
	}
	if v.Type.Rank == 1 {
		return fmt.Sprintf("*[%d]float64", n)
	}
	return fmt.Sprintf("[][%d]float64", n)
}

// results returns the results. Where the function ends in branches that only choose the results, each
// branch returns its own.
func (p *emitter) results(f *loop.Func) {
	if len(f.Results) == 0 {
		return
	}
	exprs := make([]*code.Expr, len(f.Results))
	for i, r := range f.Results {
		exprs[i] = p.expr(r)
	}
	if n := len(p.out.Stmts); n > 0 && returns(p.out.Stmts[n-1], exprs) {
		last := p.out.Stmts[n-1]
		if last.Kind == code.IfStmt && len(last.Alt) > 0 {
			p.out.Stmts = append(p.out.Stmts, last.Alt...)
			last.Alt = nil
		}
		mentioned := map[*code.Ident]bool{}
		code.EachRead(p.out.Stmts, func(id *code.Ident) { mentioned[id] = true })
		p.out.Stmts = slices.DeleteFunc(p.out.Stmts, func(s *code.Stmt) bool {
			return s.Kind == code.VarStmt && !mentioned[s.Idents[0]]
		})
		return
	}
	p.out.Add(&code.Stmt{Kind: code.ReturnStmt, Exprs: exprs})
}

// returns makes the branches of s, if each ends by assigning all results, return them.
func returns(s *code.Stmt, results []*code.Expr) bool {
	var blocks []*[]*code.Stmt
	switch s.Kind {
	case code.IfStmt:
		blocks = []*[]*code.Stmt{&s.Body, &s.Alt}
	case code.SwitchStmt:
		for i := range s.Cases {
			blocks = append(blocks, &s.Cases[i])
		}
		blocks = append(blocks, &s.Body)
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
		if last.Kind != code.AssignStmt {
			returns(last, results)
			continue
		}
		exprs := make([]*code.Expr, len(results))
		for i, r := range results {
			for k, l := range last.Lhs {
				if code.Same(l, r) {
					exprs[i] = last.Exprs[k]
				}
			}
		}
		(*b)[len(*b)-1] = &code.Stmt{Kind: code.ReturnStmt, Exprs: exprs}
	}
	return true
}

// endsIn reports whether a block ends by assigning exactly the results, which are variables.
func endsIn(b []*code.Stmt, results []*code.Expr) bool {
	if len(b) == 0 {
		return false
	}
	last := b[len(b)-1]
	switch last.Kind {
	case code.IfStmt:
		return endsIn(last.Body, results) && endsIn(last.Alt, results)
	case code.SwitchStmt:
		ok := endsIn(last.Body, results)
		for _, c := range last.Cases {
			ok = ok && endsIn(c, results)
		}
		return ok
	case code.AssignStmt:
	default:
		return false
	}
	if last.Op != "=" || len(last.Lhs) != len(results) {
		return false
	}
	for _, r := range results {
		found := false
		for _, l := range last.Lhs {
			found = found || r.Kind == code.IdentExpr && code.Same(l, r)
		}
		if !found {
			return false
		}
	}
	return true
}
