package translate

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Memory of package variables is also written by who gets it: a method by pointer, a function that is given a slice, another name. What is not
// seen to only read it is taken to write it.

// memory follows what leads to memory of package variables through a package.
type memory struct {
	*pkgInfo
	owner  *translator
	parent map[ast.Node]ast.Node
	uses   map[types.Object][]*ast.Ident
	calls  map[types.Object][]*ast.CallExpr
	// What a search has found so far.
	params map[types.Object]bool // whether a function writes what a parameter leads to
	seen   map[ast.Node]bool
}

// passesOn reports whether somebody may write memory of a package variable by another name than that of the variable.
func (t *translator) passesOn(p *pkgInfo, obj types.Object) bool {
	for _, q := range t.memories {
		q.seen, q.params = map[ast.Node]bool{}, map[types.Object]bool{}
	}
	m := t.memoryOf(p)
	for _, id := range m.uses[obj] {
		if m.writes(id, true) {
			return true
		}
	}
	return false
}

func (t *translator) memoryOf(p *pkgInfo) *memory {
	if m := t.memories[p]; m != nil {
		return m
	}
	m := &memory{
		pkgInfo: p, owner: t, parent: map[ast.Node]ast.Node{}, uses: map[types.Object][]*ast.Ident{}, calls: map[types.Object][]*ast.CallExpr{},
		params: map[types.Object]bool{}, seen: map[ast.Node]bool{},
	}
	for _, file := range p.Syntax {
		m.index(file)
	}
	if t.memories == nil {
		t.memories = map[*pkgInfo]*memory{}
	}
	t.memories[p] = m
	return m
}

func (m *memory) index(file *ast.File) {
	var stack []ast.Node
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
			if v, ok := m.Info.Uses[n].(*types.Var); ok {
				m.uses[v] = append(m.uses[v], n)
			}
		case *ast.CallExpr:
			if f := m.called(n); f != nil {
				m.calls[f.Origin()] = append(m.calls[f.Origin()], n)
			}
		}
		return true
	})
}

// called is the declared function or method that a call calls, or nil.
func (m *memory) called(c *ast.CallExpr) *types.Func {
	fun := ast.Unparen(c.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	switch x := fun.(type) {
	case *ast.Ident:
		f, _ := m.Info.Uses[x].(*types.Func)
		return f
	case *ast.SelectorExpr:
		f, _ := m.Info.Uses[x.Sel].(*types.Func)
		return f
	}
	return nil
}

// refers reports whether a copy of a value leads to memory that the value leads to.
func refers(T types.Type, under map[types.Type]bool) bool {
	if T == nil || under[T] {
		return false
	}
	under[T] = true
	defer delete(under, T)
	if isTypeParam(T) {
		return true
	}
	switch T := T.Underlying().(type) {
	case *types.Slice, *types.Pointer, *types.Map, *types.Chan:
		return true
	case *types.Array:
		return refers(T.Elem(), under)
	case *types.Struct:
		for f := range T.Fields() {
			if refers(f.Type(), under) {
				return true
			}
		}
	}
	return false
}

// writes reports whether what is done with an expression may write the memory that it leads to; through says that it is in that memory
// itself, and no copy.
func (m *memory) writes(e ast.Expr, through bool) bool {
	if m.seen[e] {
		return false
	}
	m.seen[e] = true
	for {
		T := m.Info.TypeOf(e)
		up := m.parent[e]
		switch x := up.(type) {
		case *ast.ParenExpr:
			e = x
			continue
		case *ast.KeyValueExpr:
			if x.Value != e {
				return false
			}
			if lit, ok := m.parent[x].(*ast.CompositeLit); ok {
				e, through = lit, true
				continue
			}
		case *ast.CompositeLit:
			if !refers(T, map[types.Type]bool{}) {
				return false
			}
			e, through = x, true
			continue
		case *ast.StarExpr:
			e, through = x, true
			continue
		case *ast.UnaryExpr:
			if _, lit := e.(*ast.CompositeLit); lit && x.Op == token.AND {
				e = x
				continue
			}
		case *ast.IndexExpr:
			if x.X != e {
				return false
			}
			if _, array := T.Underlying().(*types.Array); !array {
				through = true
			}
			e = x
			continue
		case *ast.SliceExpr:
			if x.X != e {
				return false
			}
			if _, array := T.Underlying().(*types.Array); array && !through {
				return false // of a copy
			}
			e, through = x, true
			continue
		case *ast.SelectorExpr:
			s := m.Info.Selections[x]
			switch {
			case x.X != e || s == nil: // the name of a package's variable
				e = x
				continue
			case s.Kind() == types.FieldVal:
				e, through = x, through || s.Indirect()
				continue
			}
			return m.method(x, s, T, through)
		}
		break
	}
	return m.used(e, through)
}

// method reports whether the call of a method of a value may write its memory.
func (m *memory) method(x *ast.SelectorExpr, s *types.Selection, T types.Type, through bool) bool {
	f, ok := s.Obj().(*types.Func)
	if !ok || isInterface(T) {
		return false
	}
	recv := f.Signature().Recv()
	_, pointer := recv.Type().(*types.Pointer)
	if !(pointer && through) && !refers(T, map[types.Type]bool{}) {
		return false
	}
	call, ok := m.parent[x].(*ast.CallExpr)
	return !ok || call.Fun != ast.Expr(x) || m.callWrites(f, -1)
}

// used is writes for an expression that is no part of a longer one that leads further.
func (m *memory) used(e ast.Expr, through bool) bool {
	T := m.Info.TypeOf(e)
	leads := refers(T, map[types.Type]bool{})
	switch x := m.parent[e].(type) {
	case *ast.AssignStmt:
		for i, l := range x.Lhs {
			if l == e {
				_, name := e.(*ast.Ident)
				return through && !name
			}
			if len(x.Lhs) == len(x.Rhs) && x.Rhs[i] == e {
				return leads && m.named(l)
			}
		}
		return leads
	case *ast.IncDecStmt, *ast.UnaryExpr:
		u, unary := x.(*ast.UnaryExpr)
		return through && (!unary || u.Op == token.AND)
	case *ast.ValueSpec:
		for i, v := range x.Values {
			if v == e && len(x.Names) == len(x.Values) {
				return leads && m.named(x.Names[i])
			}
		}
		return leads
	case *ast.RangeStmt:
		if x.X != e {
			return through // what the loop assigns to
		}
		return leads && x.Value != nil && refers(m.Info.TypeOf(x.Value), map[types.Type]bool{}) && m.named(x.Value)
	case *ast.CallExpr:
		return leads && m.argument(x, e)
	case *ast.ReturnStmt:
		return leads && m.returned(x)
	case *ast.BinaryExpr, *ast.ExprStmt, *ast.IfStmt, *ast.SwitchStmt, *ast.CaseClause, *ast.ForStmt:
		return false
	}
	return leads
}

// named follows a name that is given to memory: a local variable, or nothing.
func (m *memory) named(l ast.Expr) bool {
	id, ok := l.(*ast.Ident)
	if !ok {
		return true
	}
	if id.Name == "_" {
		return false
	}
	obj := m.Info.Defs[id]
	if obj == nil {
		obj = m.Info.Uses[id]
	}
	v, ok := obj.(*types.Var)
	return !ok || isGlobal(v) || m.anyUse(v)
}

func (m *memory) anyUse(v *types.Var) bool {
	for _, id := range m.uses[v] {
		if m.writes(id, false) {
			return true
		}
	}
	return false
}

// argument reports whether a call may write the memory of an argument.
func (m *memory) argument(c *ast.CallExpr, e ast.Expr) bool {
	if m.Info.Types[c.Fun].IsType() {
		return m.writes(c, false)
	}
	if id, ok := ast.Unparen(c.Fun).(*ast.Ident); ok {
		if b, ok := m.Info.Uses[id].(*types.Builtin); ok {
			switch b.Name() {
			case "copy", "clear", "delete":
				return c.Args[0] == e
			case "append":
				if c.Args[0] != e {
					s, _ := m.Info.TypeOf(e).Underlying().(*types.Slice)
					return s == nil || !c.Ellipsis.IsValid() || refers(s.Elem(), map[types.Type]bool{})
				}
				_, window := ast.Unparen(e).(*ast.SliceExpr)
				return window || m.writes(c, false)
			}
			return false
		}
	}
	f := m.called(c)
	if f == nil {
		return true
	}
	if f.Pkg() != nil && (pureForeign[f.Pkg().Path()] || f.Pkg().Path() == "fmt") {
		return false
	}
	params := f.Origin().Signature().Params()
	for i, a := range c.Args {
		if a == e && params.Len() > 0 {
			return m.callWrites(f, min(i, params.Len()-1))
		}
	}
	return true
}

// callWrites reports whether a function may write the memory of a parameter, -1 for the receiver.
func (m *memory) callWrites(f *types.Func, i int) bool {
	p, decl := m.owner.declOf(f.Origin())
	if decl == nil || decl.Body == nil {
		return true
	}
	list := decl.Type.Params
	if i < 0 {
		list, i = decl.Recv, 0
	}
	if list == nil {
		return true
	}
	var names []*ast.Ident
	for _, field := range list.List {
		names = append(names, field.Names...)
	}
	if i >= len(names) {
		return len(names) > 0 // without a name nothing is done with it
	}
	q := m.owner.memoryOf(p)
	v, ok := p.Info.Defs[names[i]].(*types.Var)
	if !ok {
		return false
	}
	if w, known := q.params[v]; known {
		return w
	}
	q.params[v] = false // where it calls itself
	q.params[v] = q.anyUse(v)
	return q.params[v]
}

// returned reports whether somebody writes the memory of what a function returns.
func (m *memory) returned(r *ast.ReturnStmt) bool {
	for n := m.parent[ast.Node(r)]; n != nil; n = m.parent[n] {
		if _, literal := n.(*ast.FuncLit); literal {
			return true
		}
		if d, ok := n.(*ast.FuncDecl); ok {
			for _, c := range m.calls[m.Info.Defs[d.Name]] {
				if m.writes(c, true) {
					return true
				}
			}
			return false
		}
	}
	return true
}
