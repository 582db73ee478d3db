package translate

import (
	"go/ast"
	"go/token"
	"go/types"
)

// effects is what a call of a declared function may change of what its caller sees.
type effects struct {
	params  []bool          // by parameter, the receiver first: whether it writes to what the parameter looks at
	fields  map[string]bool // names of fields that it assigns behind pointers or in slices
	headers bool            // it assigns slices that lie in memory of others, or whole structs there
	maps    bool            // it changes a map
	unknown bool            // it calls a function value
}

var anything = &effects{unknown: true}

// writes reports whether the i-th argument may be written through.
func (e *effects) writes(i int) bool {
	return e.unknown || i < len(e.params) && e.params[i]
}

// effects analyses a declared function; recursion is taken to do no more than the rest of the function.
func (t *translator) effects(p *pkgInfo, decl *ast.FuncDecl) *effects {
	if e := p.effects[decl]; e != nil {
		return e
	}
	e := &effects{fields: map[string]bool{}}
	p.effects[decl] = e
	if decl.Body == nil {
		return e
	}
	s := &effectScan{translator: t, pkg: p, effects: e, from: map[types.Object]int{}}
	if decl.Recv != nil {
		s.params(decl.Recv)
	}
	s.params(decl.Type.Params)
	for size := -1; size != len(s.from); { // aliases of aliases
		size = len(s.from)
		ast.Inspect(decl.Body, s.aliases)
	}
	for { // a recursive call may say more once it is known
		before := s.count()
		ast.Inspect(decl.Body, s.visit)
		if s.count() == before {
			return e
		}
	}
}

type effectScan struct {
	*translator
	pkg     *pkgInfo
	effects *effects
	from    map[types.Object]int // parameters and local names for what they look at
}

func (s *effectScan) count() int {
	n := len(s.effects.fields)
	for _, w := range s.effects.params {
		if w {
			n++
		}
	}
	if s.effects.headers {
		n++
	}
	if s.effects.maps {
		n++
	}
	if s.effects.unknown {
		n++
	}
	return n
}

func (s *effectScan) params(list *ast.FieldList) {
	for _, f := range list.List {
		for _, id := range f.Names {
			if obj := s.pkg.Info.Defs[id]; obj != nil && refers(obj.Type()) {
				s.from[obj] = len(s.effects.params)
			}
			s.effects.params = append(s.effects.params, false)
		}
		if len(f.Names) == 0 {
			s.effects.params = append(s.effects.params, false)
		}
	}
}

// refers reports whether a copy of a value may look at memory of the value: of a parameter that is all numbers, arrays
// and structs of these, the caller sees nothing of what happens to it.
func refers(T types.Type) bool {
	switch u := T.Underlying().(type) {
	case *types.Basic:
		return false
	case *types.Array:
		return refers(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if refers(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// root is the parameter that an expression is part of or looks at, or false.
func (s *effectScan) root(e ast.Expr) (int, bool) {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			i, ok := s.from[s.pkg.Info.ObjectOf(x)]
			return i, ok
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.UnaryExpr:
			if x.Op != token.AND {
				return 0, false
			}
			e = x.X
		case *ast.CallExpr: // append(x, …) and conversions
			if len(x.Args) == 0 {
				return 0, false
			}
			e = x.Args[0]
		default:
			return 0, false
		}
	}
}

// aliases notes local variables that look at what a parameter looks at.
func (s *effectScan) aliases(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) == len(n.Rhs) {
			for i, l := range n.Lhs {
				s.alias(l, n.Rhs[i])
			}
		}
	case *ast.RangeStmt:
		if n.Value != nil {
			s.alias(n.Value, n.X)
		}
	}
	return true
}

func (s *effectScan) alias(l, r ast.Expr) {
	id, ok := l.(*ast.Ident)
	if !ok || scalar(s.pkg.Info.TypeOf(l)) {
		return
	}
	if i, ok := s.root(r); ok {
		if obj := s.pkg.Info.ObjectOf(id); obj != nil {
			if _, known := s.from[obj]; !known {
				s.from[obj] = i
			}
		}
	}
}

func (s *effectScan) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, l := range n.Lhs {
			s.write(l)
		}
	case *ast.IncDecStmt:
		s.write(n.X)
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			s.write(n.Key)
			s.write(n.Value)
		}
	case *ast.CallExpr:
		s.call(n)
	}
	return true
}

// write notes an assignment that others can see: not to a variable itself, but through a slice or a pointer.
func (s *effectScan) write(l ast.Expr) {
	if l == nil {
		return
	}
	l = ast.Unparen(l)
	if _, ok := l.(*ast.Ident); ok || (&useWalker{info: s.pkg.Info}).owner(l) != nil {
		return
	}
	if i, ok := s.root(l); ok {
		s.effects.params[i] = true
	}
	if x, ok := l.(*ast.IndexExpr); ok && maybeMap(s.pkg.Info.TypeOf(x.X)) {
		s.effects.maps = true
	}
	if sel, ok := l.(*ast.SelectorExpr); ok {
		s.effects.fields[sel.Sel.Name] = true
	}
	if T := s.pkg.Info.TypeOf(l); T != nil && !scalar(T) {
		s.effects.headers = true
	}
}

func (s *effectScan) call(c *ast.CallExpr) {
	s.effects.maps = s.effects.maps || takesOut(s.pkg.Info, c)
	if id, ok := ast.Unparen(c.Fun).(*ast.Ident); ok {
		if b, ok := s.pkg.Info.Uses[id].(*types.Builtin); ok {
			if b.Name() == "copy" || b.Name() == "clear" || b.Name() == "delete" || b.Name() == "append" {
				if i, ok := s.root(c.Args[0]); ok {
					s.effects.params[i] = true
				}
				s.effects.headers = s.effects.headers || b.Name() != "append" && !scalarSlice(s.pkg.Info.TypeOf(c.Args[0]))
			}
			return
		}
	}
	e := s.ofCall(s.pkg, c)
	s.effects.unknown = s.effects.unknown || e.unknown
	s.effects.headers = s.effects.headers || e.headers
	s.effects.maps = s.effects.maps || e.maps
	for f := range e.fields {
		s.effects.fields[f] = true
	}
	for i, a := range arguments(s.pkg, c) {
		if j, ok := s.root(a); ok && e.writes(i) {
			s.effects.params[j] = true
		}
	}
}

func scalarSlice(T types.Type) bool {
	st, ok := T.Underlying().(*types.Slice)
	return ok && scalar(st.Elem())
}

// arguments are the arguments of a call, the receiver of a method first.
func arguments(p *pkgInfo, c *ast.CallExpr) []ast.Expr {
	if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok {
		if s := p.Info.Selections[sel]; s != nil && s.Kind() == types.MethodVal {
			return append([]ast.Expr{sel.X}, c.Args...)
		}
	}
	return c.Args
}

// ofCall is what a call may change. Functions of other modules change nothing: those that would are refused.
func (t *translator) ofCall(p *pkgInfo, c *ast.CallExpr) *effects {
	if p.Info.Types[c.Fun].IsType() || p.Info.Types[c.Fun].IsBuiltin() {
		return &effects{}
	}
	obj := staticCallee(p, c.Fun)
	if obj == nil {
		return anything
	}
	if obj.Pkg() == nil || isInterface(receiverType(obj)) {
		return anything
	}
	q, decl := t.declOf(obj)
	if decl == nil {
		return &effects{}
	}
	return t.effects(q, decl)
}

func receiverType(obj *types.Func) types.Type {
	if r := obj.Signature().Recv(); r != nil {
		return r.Type()
	}
	return types.Typ[types.Int]
}

// staticCallee is the declared function that an expression names, or nil.
func staticCallee(p *pkgInfo, fun ast.Expr) *types.Func {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.Ident:
		obj, _ := p.Info.Uses[fun].(*types.Func)
		return obj
	case *ast.SelectorExpr:
		if isTypeParam(p.Info.TypeOf(fun.X)) {
			return nil
		}
		obj, _ := p.Info.Uses[fun.Sel].(*types.Func)
		return obj
	case *ast.IndexExpr:
		return staticCallee(p, fun.X)
	case *ast.IndexListExpr:
		return staticCallee(p, fun.X)
	}
	return nil
}
