package check

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/load"
)

// A graph says which functions of the packages read from source call which, and which stop derivatives.
type graph struct {
	calls  map[*types.Func][]*types.Func
	stops  map[*types.Func]bool // //chad:nodiff, or stores to a field that has it
	inside map[*types.Func]bool // of the package that is checked
}

// calls reads the graph. A method that is called through an interface may be any of its name.
func (c *checking) calls() *graph {
	g := &graph{calls: map[*types.Func][]*types.Func{}, stops: map[*types.Func]bool{}, inside: map[*types.Func]bool{}}
	methods := map[string][]*types.Func{}
	fields := map[*types.Var]bool{}
	for _, p := range c.p.Closure() {
		for f := range p.NodiffFuncs() {
			g.stops[f] = true
		}
		for v := range p.NodiffFields() {
			fields[v] = true
		}
		for _, decl := range funcs(p) {
			if f, ok := p.TypesInfo.Defs[decl.Name].(*types.Func); ok && decl.Recv != nil {
				methods[f.Name()] = append(methods[f.Name()], f)
			}
		}
	}
	for _, p := range c.p.Closure() {
		for _, decl := range funcs(p) {
			f, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
			if !ok {
				continue
			}
			g.inside[f] = p == c.p
			g.body(p, f, decl, methods)
			g.stops[f] = g.stops[f] || stores(p, decl, fields)
		}
	}
	return g
}

func funcs(p *load.Package) (out []*ast.FuncDecl) {
	for _, file := range p.Syntax {
		for _, d := range file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				out = append(out, d)
			}
		}
	}
	return out
}

func (g *graph) body(p *load.Package, f *types.Func, decl *ast.FuncDecl, methods map[string][]*types.Func) {
	ast.Inspect(decl, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if callee, ok := p.TypesInfo.Uses[id].(*types.Func); ok {
			to := []*types.Func{callee.Origin()}
			if recv := callee.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
				to = methods[callee.Name()]
			}
			g.calls[f] = append(g.calls[f], to...)
		}
		return true
	})
}

// stores reports whether a function gives a field a value that derivatives do not go through.
func stores(p *load.Package, decl *ast.FuncDecl, fields map[*types.Var]bool) (yes bool) {
	if len(fields) == 0 {
		return false
	}
	field := func(x ast.Expr) bool {
		for {
			switch e := x.(type) {
			case *ast.IndexExpr:
				x = e.X
			case *ast.SelectorExpr:
				v, ok := p.TypesInfo.Uses[e.Sel].(*types.Var)
				return ok && fields[v.Origin()]
			default:
				return false
			}
		}
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			yes = yes || n.Tok != token.DEFINE && slices.ContainsFunc(n.Lhs, field)
		case *ast.CompositeLit:
			if t, ok := p.TypesInfo.TypeOf(n).Underlying().(*types.Struct); ok && len(n.Elts) > 0 {
				for v := range t.Fields() {
					yes = yes || fields[v.Origin()]
				}
			}
		}
		return true
	})
	return yes
}

// reach are the functions that one calls, directly or not, itself last.
func (g *graph) reach(f *types.Func) (out []*types.Func) {
	seen := map[*types.Func]bool{}
	var visit func(f *types.Func)
	visit = func(f *types.Func) {
		if seen[f] {
			return
		}
		seen[f] = true
		for _, h := range g.calls[f] {
			visit(h)
		}
		out = append(out, f)
	}
	visit(f)
	return out
}

func (g *graph) reaches(f, to *types.Func) bool { return slices.Contains(g.reach(f), to) }

// stopped is a function that f comes to and that stops derivatives, or nil.
func (g *graph) stopped(f *types.Func) *types.Func {
	for _, h := range g.reach(f) {
		if g.stops[h] {
			return h
		}
	}
	return nil
}

// suspects are functions that may be to blame for what is wrong with those that call them: where no derivative written
// by hand is.
func (c *checking) suspects(subjects []*subject, verdicts verdicts) (out []*subject) {
	g := c.calls()
	seen := map[*types.Func]*subject{}
	for _, s := range subjects {
		if s.kind == helper {
			seen[s.fn] = s
		}
	}
	for _, s := range subjects {
		if s.kind != asked || !verdicts.wrong(s) || g.stopped(s.fn) != nil || c.blamed(g, s, subjects, verdicts) != nil {
			continue
		}
		for _, f := range g.reach(s.fn) {
			if f == s.fn || !g.inside[f] || typeParams(f) > 0 || len(seen) == mostSuspects && seen[f] == nil {
				continue
			}
			if seen[f] == nil {
				decl, file := c.decl(f)
				if decl == nil || decl.Body == nil || strings.HasPrefix(f.Name(), "_") {
					continue
				}
				seen[f] = c.helper(f, decl, file)
				seen[f].complete(len(subjects) + len(out))
				out = append(out, seen[f])
			}
			if !slices.Contains(seen[f].from, s.name) {
				seen[f].from = append(seen[f].from, s.name)
			}
		}
	}
	return out
}

const mostSuspects = 32

// helper is a subject for a function without directives of its own.
func (c *checking) helper(f *types.Func, decl *ast.FuncDecl, file *load.File) *subject {
	d := &load.Directive{Verb: load.VJP, Pos: decl.Name.Pos(), End: decl.Name.End(), File: file, Decl: decl, Node: decl,
		Object: f}
	s := &subject{name: "helper " + qualified(f), kind: helper, fn: f, d: d, at: d, of: -1, record: c.recordable(f)}
	for _, d := range c.p.Implicits() {
		if d.Object == f {
			s.at = d
		}
	}
	return s
}

// blamed is what is wrong because of which s is: a derivative written by hand that it comes to, or the innermost of
// the functions that it calls.
func (c *checking) blamed(g *graph, s *subject, subjects []*subject, verdicts verdicts) *subject {
	if s.kind == attached {
		return nil
	}
	reach := g.reach(s.fn) // callees first
	for _, kind := range []kind{attached, helper, asked} {
		for _, f := range reach {
			for _, t := range subjects {
				if t != s && t.fn == f && f != s.fn && t.kind == kind && verdicts.wrong(t) {
					return t
				}
			}
		}
	}
	return nil
}
