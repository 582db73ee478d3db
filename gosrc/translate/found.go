package translate

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sync"
)

// found is what was found in the syntax of a package. It is the same for all translations of the package, which may be
// as many as it has functions: a search for each would make them quadratic.
type found struct {
	once    sync.Once
	paths   paths
	written map[string]bool            // package variables that are written in the package, by name
	later   map[string]ast.Expr        // where those are written that are written elsewhere than in init functions
	filled  map[string][]*ast.FuncDecl // the init functions that write a package variable
	filling map[*ast.Ident]bool        // where they write it
	handed  map[string]bool            // package variables that are used otherwise than by looking up, by name
}

// paths are the ways along which memory of package variables travels through a package.
type paths struct {
	info     *types.Info
	parent   map[ast.Node]ast.Node
	mentions map[types.Object][]*ast.Ident
	calls    map[string][]*ast.CallExpr // by the full name of the function
	// dynamic are calls of interfaces' methods, by their names.
	dynamic map[string][]*ast.CallExpr
	values  map[string]bool           // functions that are used otherwise than by calling them, by full name
	results map[types.Object]ast.Node // the functions of results with names
}

func (p *Package) search() *found {
	f := &p.found
	f.once.Do(func() {
		f.written, f.handed = map[string]bool{}, map[string]bool{}
		f.later, f.filled, f.filling = map[string]ast.Expr{}, map[string][]*ast.FuncDecl{}, map[*ast.Ident]bool{}
		f.paths = paths{
			info: p.Info, parent: map[ast.Node]ast.Node{}, mentions: map[types.Object][]*ast.Ident{},
			calls:   map[string][]*ast.CallExpr{},
			dynamic: map[string][]*ast.CallExpr{}, values: map[string]bool{}, results: map[types.Object]ast.Node{},
		}
		for _, file := range p.Syntax {
			for _, d := range file.Decls {
				p.findWrites(d)
			}
			p.findHanded(file)
			f.paths.index(file)
		}
	})
	return f
}

func (p *Package) paths() *paths { return &p.search().paths }

// writes reports whether the package writes to the variable of that name.
func (p *Package) writes(name string) bool { return p.search().written[name] }

// writesLater is where it is written elsewhere than in init functions, first, or nil.
func (p *Package) writesLater(name string) ast.Expr { return p.search().later[name] }

// handedOn reports whether a package variable is used otherwise than by looking up, len and range: then others may
// write to what it holds.
func (p *Package) handedOn(name string) bool { return p.search().handed[name] }

func (p *Package) findWrites(decl ast.Decl) {
	var literals []*ast.FuncLit
	write := func(e ast.Expr) {
		id := root(e, p.Info)
		if id == nil {
			return
		}
		v, ok := p.Info.Uses[id].(*types.Var)
		if !ok || !isGlobal(v) || v.Pkg() != p.Types {
			return // a variable of another package: that is for the user of this one to see
		}
		name := v.Name()
		p.found.written[name] = true
		inLiteral := slices.ContainsFunc(literals, func(l *ast.FuncLit) bool { return l.Pos() <= e.Pos() && e.End() <= l.End() })
		if !isInit(decl) || inLiteral {
			if p.found.later[name] == nil {
				p.found.later[name] = e
			}
			return
		}
		p.found.filling[id] = true
		if d := decl.(*ast.FuncDecl); !slices.Contains(p.found.filled[name], d) {
			p.found.filled[name] = append(p.found.filled[name], d)
		}
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			literals = append(literals, n)
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, l := range n.Lhs {
					write(l)
				}
			}
		case *ast.IncDecStmt:
			write(n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				write(n.Key)
				write(n.Value)
			}
		case *ast.CallExpr:
			if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && len(n.Args) > 0 {
				if b, ok := p.Info.Uses[id].(*types.Builtin); ok &&
					(b.Name() == "copy" || b.Name() == "clear" || b.Name() == "delete") {
					write(n.Args[0])
				}
			}
		}
		return true
	})
}

// root is the name of the variable whose memory, direct or through slices and pointers, an expression denotes; nil if
// it is not that of a variable of the package.
func root(e ast.Expr, info *types.Info) *ast.Ident {
	for e != nil {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
			if info.Selections[x] == nil {
				return nil
			}
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		default:
			return nil
		}
	}
	return nil
}

func (p *Package) findHanded(file *ast.File) {
	looked := map[*ast.Ident]bool{}
	look := func(e ast.Expr) {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			looked[id] = true
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			look(n.X)
		case *ast.RangeStmt:
			look(n.X)
		case *ast.CallExpr:
			if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && len(n.Args) == 1 {
				if b, ok := p.Info.Uses[id].(*types.Builtin); ok && b.Name() == "len" {
					look(n.Args[0])
				}
			}
		case *ast.Ident:
			if v, ok := p.Info.Uses[n].(*types.Var); ok && !looked[n] && isGlobal(v) && v.Pkg() == p.Types {
				p.found.handed[v.Name()] = true
			}
		}
		return true
	})
}

func (m *paths) index(file *ast.File) {
	var stack []ast.Node
	callees := map[*ast.Ident]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		if len(stack) > 0 {
			m.parent[n] = stack[len(stack)-1]
		}
		stack = append(stack, n)
		switch n := n.(type) {
		case *ast.Ident:
			switch obj := m.info.Uses[n].(type) {
			case *types.Var:
				m.mentions[obj] = append(m.mentions[obj], n)
			case *types.Func:
				if !callees[n] {
					m.values[obj.Origin().FullName()] = true
				}
			}
		case *ast.CallExpr:
			f, id := m.callee(n)
			if f == nil {
				return true
			}
			callees[id] = true
			if r := f.Signature().Recv(); r != nil && types.IsInterface(r.Type()) {
				m.dynamic[f.Name()] = append(m.dynamic[f.Name()], n)
			}
			name := f.Origin().FullName()
			m.calls[name] = append(m.calls[name], n)
		case *ast.FuncDecl:
			m.resultsOf(n, n.Type)
		case *ast.FuncLit:
			m.resultsOf(n, n.Type)
		}
		return true
	})
}

func (m *paths) resultsOf(f ast.Node, t *ast.FuncType) {
	if t.Results == nil {
		return
	}
	for _, field := range t.Results.List {
		for _, id := range field.Names {
			if obj := m.info.Defs[id]; obj != nil {
				m.results[obj] = f
			}
		}
	}
}

// callee is the declared function or method that a call calls, or nil, and its name there.
func (m *paths) callee(c *ast.CallExpr) (*types.Func, *ast.Ident) {
	fun := ast.Unparen(c.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	switch x := fun.(type) {
	case *ast.Ident:
		f, _ := m.info.Uses[x].(*types.Func)
		return f, x
	case *ast.SelectorExpr:
		f, _ := m.info.Uses[x.Sel].(*types.Func)
		return f, x.Sel
	}
	return nil, nil
}
