package translate

import (
	"go/ast"
	"go/token"
	"go/types"
	"sync"
)

// found is what was found in the syntax of a package. It is the same for all translations of the package, which may be
// as many as it has functions: a search for each would make them quadratic.
type found struct {
	once    sync.Once
	paths   paths
	written map[string]bool // package variables that are written in the package, by name
	handed  map[string]bool // package variables that are used otherwise than by looking up, by name
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
		f.paths = paths{
			info: p.Info, parent: map[ast.Node]ast.Node{}, mentions: map[types.Object][]*ast.Ident{},
			calls:   map[string][]*ast.CallExpr{},
			dynamic: map[string][]*ast.CallExpr{}, values: map[string]bool{}, results: map[types.Object]ast.Node{},
		}
		for _, file := range p.Syntax {
			p.findWrites(file)
			p.findHanded(file)
			f.paths.index(file)
		}
	})
	return f
}

func (p *Package) paths() *paths { return &p.search().paths }

// writes reports whether the package writes to the variable of that name.
func (p *Package) writes(name string) bool { return p.search().written[name] }

// handedOn reports whether a package variable is used otherwise than by looking up, len and range: then others may
// write to what it holds.
func (p *Package) handedOn(name string) bool { return p.search().handed[name] }

func (p *Package) findWrites(file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, l := range n.Lhs {
					p.noteWrite(l)
				}
			}
		case *ast.IncDecStmt:
			p.noteWrite(n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				p.noteWrite(n.Key)
				p.noteWrite(n.Value)
			}
		case *ast.CallExpr:
			if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && len(n.Args) > 0 {
				if b, ok := p.Info.Uses[id].(*types.Builtin); ok &&
					(b.Name() == "copy" || b.Name() == "clear" || b.Name() == "delete") {
					p.noteWrite(n.Args[0])
				}
			}
		}
		return true
	})
}

// noteWrite notes the package variable whose memory, direct or through slices and pointers, an expression denotes.
func (p *Package) noteWrite(e ast.Expr) {
	for e != nil {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			if v, ok := p.Info.Uses[x].(*types.Var); ok && isGlobal(v) && v.Pkg() == p.Types {
				p.found.written[v.Name()] = true
			}
			return
		case *ast.SelectorExpr:
			e = x.X
			if p.Info.Selections[x] == nil {
				return // a variable of another package: that is for the user of this one to see
			}
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		default:
			return
		}
	}
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
