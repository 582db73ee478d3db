package translate

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// Memory of package variables is also written by who gets it: a method by pointer, a function that is given a slice,
// another name. What is not seen to only read it is taken to write it.

// memory follows what leads to memory of package variables through a package.
type memory struct {
	*pkgInfo
	*paths
	owner *translator
	// What a search has found so far.
	params map[types.Object]paramUse
	gives  map[ast.Node]bool // functions whose results lead to the memory of an argument
	own    map[ast.Node]bool // and to that of the variable, whatever they are given
	seen   map[visit]bool
}

// A paramUse says whether a function writes what a parameter leads to.
type paramUse struct{ writes, known bool }

// A visit is an expression that has been followed; by what leads to the memory for one call, or for all.
type visit struct {
	ast.Node
	argument bool
}

// passesOn reports whether somebody may write memory of a package variable by another name than that of the variable.
func (t *translator) passesOn(p *pkgInfo, obj types.Object) bool {
	for _, q := range t.memories {
		q.begin()
	}
	m := t.memoryOf(p)
	for _, id := range m.mentions[obj] {
		if !p.search().filling[id] && m.writes(id, true) {
			return true
		}
	}
	return false
}

func (t *translator) memoryOf(p *pkgInfo) *memory {
	if m := t.memories[p]; m != nil {
		return m
	}
	m := &memory{pkgInfo: p, paths: p.paths(), owner: t}
	m.begin()
	if t.memories == nil {
		t.memories = map[*pkgInfo]*memory{}
	}
	t.memories[p] = m
	return m
}

func (m *memory) begin() {
	m.params, m.gives, m.own, m.seen = map[types.Object]paramUse{}, map[ast.Node]bool{}, map[ast.Node]bool{}, map[visit]bool{}
}

// all are the packages that the translation has read.
func (m *memory) all() []*memory {
	out := []*memory{m}
	for _, p := range m.owner.pkgs {
		if p != nil && p != m.pkgInfo {
			out = append(out, m.owner.memoryOf(p))
		}
	}
	return out
}

// refers reports whether a copy of a value leads to memory that the value leads to.
func refers(T types.Type, under map[types.Type]bool) bool {
	if T == nil || under[T] || isError(T) { // of errors only whether there is one matters
		return false
	}
	under[T] = true
	defer delete(under, T)
	if isTypeParam(T) {
		return true
	}
	switch T := T.Underlying().(type) {
	case *types.Slice, *types.Pointer, *types.Map, *types.Chan, *types.Interface:
		return true
	case *types.Tuple:
		for v := range T.Variables() {
			if refers(v.Type(), under) {
				return true
			}
		}
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

// writes reports whether what is done with an expression may write the memory that it leads to; through says that it is
// in that memory itself, and no copy.
func (m *memory) writes(e ast.Expr, through bool) bool {
	here := visit{e, m.owner.inArgument}
	if m.seen[here] {
		return false
	}
	m.seen[here] = true
	for {
		T := m.Info.TypeOf(e)
		up := m.parent[e]
		switch x := up.(type) {
		case *ast.ParenExpr:
			e = x
			continue
		case *ast.KeyValueExpr:
			if x.Value != e || !refers(T, map[types.Type]bool{}) {
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
		case *ast.TypeAssertExpr:
			if x.Type == nil {
				return m.typeSwitch(x)
			}
			e, through = x, false
			continue
		case *ast.StarExpr:
			e, through = x, true
			continue
		case *ast.UnaryExpr:
			if _, lit := e.(*ast.CompositeLit); x.Op == token.AND && (lit || through) {
				e, through = x, false
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
	if !ok {
		return false
	}
	call, ok := m.parent[x].(*ast.CallExpr)
	if !ok || call.Fun != ast.Expr(x) {
		return refers(T, map[types.Type]bool{}) || through
	}
	if isInterface(T) {
		return refers(T, map[types.Type]bool{}) && m.dynamicWrites(f, call)
	}
	recv := f.Signature().Recv()
	_, pointer := types.Unalias(recv.Type()).(*types.Pointer)
	if !(pointer && through) && !refers(T, map[types.Type]bool{}) {
		return false
	}
	return m.callWrites(f, -1, call)
}

// dynamicWrites reports whether a method that an interface's method may be writes the memory of its receiver.
func (m *memory) dynamicWrites(f *types.Func, call *ast.CallExpr) bool {
	for _, q := range m.all() {
		scope := q.Types.Scope()
		for _, name := range scope.Names() {
			t, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || types.IsInterface(t.Type()) {
				continue
			}
			obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t.Type()), true, f.Pkg(), f.Name())
			if g, ok := obj.(*types.Func); ok && m.callWrites(g, -1, call) {
				return true
			}
		}
	}
	return false
}

// typeSwitch reports whether one of the variables of a type switch, which all lead to the memory, is used to write it.
func (m *memory) typeSwitch(x *ast.TypeAssertExpr) bool {
	a, ok := m.parent[x].(*ast.AssignStmt)
	if !ok {
		return false
	}
	s, ok := m.parent[a].(*ast.TypeSwitchStmt)
	if !ok {
		return true
	}
	for _, c := range s.Body.List {
		if v, ok := m.Info.Implicits[c].(*types.Var); ok && m.anyUse(v) {
			return true
		}
	}
	return false
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
		return leads && slices.ContainsFunc(x.Lhs, m.named)
	case *ast.IncDecStmt:
		return through
	case *ast.UnaryExpr:
		return false
	case *ast.ValueSpec:
		for i, v := range x.Values {
			if v == e && len(x.Names) == len(x.Values) {
				return leads && m.named(x.Names[i])
			}
		}
		return leads && slices.ContainsFunc(x.Names, func(id *ast.Ident) bool { return m.named(id) })
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
	if !ok || isGlobal(v) {
		return true
	}
	if f := m.results[v]; f != nil && m.givenBack(f) {
		return true
	}
	return m.anyUse(v)
}

func (m *memory) anyUse(v *types.Var) bool {
	for _, id := range m.mentions[v] {
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
				if c.Args[0] == e || !m.elementsRefer(e) {
					return c.Args[0] == e
				}
				m.seen[visit{c.Args[0], m.owner.inArgument}] = true // this is where it gets them
				return m.named(c.Args[0])
			case "append":
				if c.Args[0] == e {
					return m.mayHaveRoom(e) || m.writes(c, false)
				}
				return (!c.Ellipsis.IsValid() || m.elementsRefer(e)) && m.writes(c, false)
			}
			return false
		}
	}
	f, id := m.callee(c)
	if f == nil {
		return true
	}
	if f.Pkg() != nil && (pureForeign[f.Pkg().Path()] || f.Pkg().Path() == "fmt") {
		return false
	}
	first := 0 // parameter of the first argument
	if s, ok := m.parent[id].(*ast.SelectorExpr); ok && m.Info.Selections[s] != nil &&
		m.Info.Selections[s].Kind() == types.MethodExpr {
		first = -1
	}
	params := f.Origin().Signature().Params()
	if t, ok := m.Info.TypeOf(e).(*types.Tuple); ok {
		for i := range t.Len() {
			if m.callWrites(f, min(i+first, params.Len()-1), c) {
				return true
			}
		}
		return false
	}
	for i, a := range c.Args {
		if a == e {
			return m.callWrites(f, min(i+first, params.Len()-1), c)
		}
	}
	return true
}

// elementsRefer reports whether the elements of a slice lead to memory.
func (m *memory) elementsRefer(e ast.Expr) bool {
	s, ok := m.Info.TypeOf(e).Underlying().(*types.Slice)
	return !ok || refers(s.Elem(), map[types.Type]bool{})
}

// mayHaveRoom reports whether an append to an expression may write memory behind its end that others see. Behind the
// end of a package variable itself, or of a literal, nobody sees any.
func (m *memory) mayHaveRoom(e ast.Expr) bool {
	switch x := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return false
	case *ast.SliceExpr:
		return x.Max == nil || types.ExprString(x.High) != types.ExprString(x.Max)
	case *ast.Ident:
		v, ok := m.Info.Uses[x].(*types.Var)
		return !ok || !isGlobal(v)
	case *ast.SelectorExpr:
		v, ok := m.Info.Uses[x.Sel].(*types.Var)
		return !ok || !isGlobal(v)
	}
	return true
}

// callWrites reports whether a call of a function may write the memory of a parameter, -1 for the receiver, or what it
// gives leads to it and is used to write it.
func (m *memory) callWrites(f *types.Func, i int, c *ast.CallExpr) bool {
	p, decl := m.owner.declOf(f.Origin())
	if m.bodyWrites(f, i) {
		return true
	}
	return m.owner.memoryOf(p).gives[decl] && m.writes(c, true)
}

// bodyWrites reports whether a function may write the memory of a parameter.
func (m *memory) bodyWrites(f *types.Func, i int) bool {
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
	if w, begun := q.params[v]; begun {
		q.gives[decl] = q.gives[decl] || !w.known // where it calls itself
		return w.writes
	}
	q.params[v] = paramUse{}
	outer := m.owner.inArgument
	m.owner.inArgument = true
	q.params[v] = paramUse{q.anyUse(v), true}
	m.owner.inArgument = outer
	return q.params[v].writes
}

// returned reports whether somebody writes the memory of what a function returns.
func (m *memory) returned(r *ast.ReturnStmt) bool {
	for n := m.parent[ast.Node(r)]; n != nil; n = m.parent[n] {
		switch n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return m.givenBack(n)
		}
	}
	return true
}

// givenBack is returned for a function.
func (m *memory) givenBack(f ast.Node) bool {
	d, ok := f.(*ast.FuncDecl)
	if !ok {
		return true
	}
	if m.owner.inArgument { // the call says more
		m.gives[d] = true
		return false
	}
	if m.own[d] {
		return false
	}
	m.own[d] = true
	obj, ok := m.Info.Defs[d.Name].(*types.Func)
	if !ok {
		return true
	}
	for _, q := range m.all() {
		if q.values[obj.FullName()] {
			return true
		}
		calls := q.calls[obj.FullName()]
		if d.Recv != nil {
			calls = append(slices.Clip(calls), q.dynamic[obj.Name()]...)
		}
		for _, c := range calls {
			if q.writes(c, true) {
				return true
			}
		}
	}
	return false
}
