package translate

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// effects is what a call of a declared function may change of what its caller sees.
type effects struct {
	// by parameter, the receiver first: the fields of what it looks at that it writes to; "" is all
	params  []map[string]bool
	fields  map[string]bool // names of fields that it assigns behind pointers or in slices
	headers bool            // it assigns slices that lie in memory of others, or whole structs there
	maps    bool            // it changes a map
	unknown bool            // it calls a function value
	results map[int]bool    // the parameters, the receiver first, that its results may look at
}

var anything = &effects{unknown: true}

// writes reports whether the i-th argument is written through, at a field of it or, for "", anywhere. What function
// values write that are called is known where they are given arguments, and else a matter of what they have captured.
func (e *effects) writes(i int, field string) bool {
	if i >= len(e.params) {
		return false
	}
	to := e.params[i]
	return to[field] || to[""] || field == "" && len(to) > 0
}

// A region is what a parameter looks at, or a field of that.
type region struct {
	param int
	field string
}

// instantiated is a declared function with what counts of its type arguments: one letter for each, whether a copy of a
// value of it may look at memory.
type instantiated struct {
	decl *ast.FuncDecl
	args string
}

// plainParams are type parameters that stand for types of which a copy looks at no memory.
type plainParams map[*types.TypeParam]bool

// letters says of type arguments what [instantiated] wants to know.
func (q plainParams) letters(args []types.Type) string {
	out := make([]byte, len(args))
	for i, T := range args {
		out[i] = 'p'
		if q.refers(T) {
			out[i] = 'r'
		}
	}
	return string(out)
}

// plain are the type parameters of a function, or of the receiver of a method, by the letters of their arguments.
func plain(sig *types.Signature, letters string) plainParams {
	params := sig.TypeParams()
	if sig.Recv() != nil {
		params = sig.RecvTypeParams()
	}
	q := plainParams{}
	for i := range min(params.Len(), len(letters)) {
		q[params.At(i)] = letters[i] == 'p'
	}
	return q
}

// effects analyses a declared function; recursion is taken to do no more than the rest of the function.
func (t *translator) effects(p *pkgInfo, f instantiated) *effects {
	if e := p.effects[f]; e != nil {
		return e
	}
	e := &effects{fields: map[string]bool{}, results: map[int]bool{}}
	p.effects[f] = e
	decl := f.decl
	if decl.Body == nil {
		return e
	}
	s := &effectScan{translator: t, pkg: p, effects: e, from: map[types.Object]map[region]bool{}}
	if obj, ok := p.Info.Defs[decl.Name].(*types.Func); ok {
		s.plain = plain(obj.Signature(), f.args)
	}
	if decl.Recv != nil {
		s.params(decl.Recv)
	}
	s.params(decl.Type.Params)
	for { // a recursive call may say more once it is known
		before := s.count()
		for s.grew = true; s.grew; { // aliases of aliases
			s.grew = false
			ast.Inspect(decl.Body, s.aliases)
		}
		s.returns(decl)
		ast.Inspect(decl.Body, s.visit)
		if s.count() == before {
			return e
		}
	}
}

type effectScan struct {
	*translator
	pkg     *pkgInfo
	plain   plainParams
	effects *effects
	from    map[types.Object]map[region]bool // parameters and local names for what they look at
	grew    bool
}

func (s *effectScan) count() int {
	n := len(s.effects.fields) + len(s.effects.results)
	for _, to := range s.effects.params {
		n += len(to)
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
			if obj := s.pkg.Info.Defs[id]; obj != nil && s.plain.refers(obj.Type()) {
				s.from[obj] = map[region]bool{{param: len(s.effects.params)}: true}
			}
			s.effects.params = append(s.effects.params, map[string]bool{})
		}
		if len(f.Names) == 0 {
			s.effects.params = append(s.effects.params, map[string]bool{})
		}
	}
}

// refers reports whether a copy of a value may look at memory of the value: of a parameter that is all numbers, arrays
// and structs of these, the caller sees nothing of what happens to it.
func (q plainParams) refers(T types.Type) bool {
	if P, ok := types.Unalias(T).(*types.TypeParam); ok {
		return !q[P]
	}
	switch u := T.Underlying().(type) {
	case *types.Basic:
		return false
	case *types.Array:
		return q.refers(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if q.refers(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// regions are what of parameters an expression is part of or looks at.
func (s *effectScan) regions(e ast.Expr) map[region]bool {
	out := map[region]bool{}
	s.regionsOf(e, "", out)
	return out
}

// regionsOf adds those of an expression of which first is taken, a field or nothing.
func (s *effectScan) regionsOf(e ast.Expr, first string, out map[region]bool) {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			for r := range s.from[s.pkg.Info.ObjectOf(x)] {
				if r.field == "" {
					r.field = first
				}
				out[r] = true
			}
			return
		case *ast.SelectorExpr:
			first = firstField(s.pkg, x)
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.UnaryExpr:
			if x.Op != token.AND {
				return
			}
			e = x.X
		case *ast.CompositeLit: // what is put into it can be reached through it
			for _, v := range x.Elts {
				if kv, ok := v.(*ast.KeyValueExpr); ok {
					v = kv.Value
				}
				s.looksAt(v, out)
			}
			return
		case *ast.CallExpr:
			s.regionsOfCall(x, out)
			return
		default:
			return
		}
	}
}

// looksAt adds the regions of an expression whose value may look at memory.
func (s *effectScan) looksAt(e ast.Expr, out map[region]bool) {
	if T := s.pkg.Info.TypeOf(e); T == nil || s.plain.refers(T) {
		s.regionsOf(e, "", out)
	}
}

// regionsOfCall adds those that the results of a call may look at: of append, conversions and function values all
// arguments, of functions those that they return.
func (s *effectScan) regionsOfCall(c *ast.CallExpr, out map[region]bool) {
	e := s.ofCall(s.pkg, s.plain, c)
	all := s.pkg.Info.Types[c.Fun].IsType() || s.pkg.Info.Types[c.Fun].IsBuiltin() || e == anything
	for i, a := range arguments(s.pkg, c) {
		if i >= len(e.params) && len(e.params) > 0 {
			i = len(e.params) - 1 // variadic
		}
		if all || e.results[i] {
			s.looksAt(a, out)
		}
	}
}

// returns notes which parameters the results look at.
func (s *effectScan) returns(decl *ast.FuncDecl) {
	note := func(e ast.Expr) {
		out := map[region]bool{}
		s.looksAt(e, out)
		for r := range out {
			s.effects.results[r.param] = true
		}
	}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				note(e)
			}
		}
		return true
	})
	if decl.Type.Results != nil {
		for _, f := range decl.Type.Results.List {
			for _, id := range f.Names {
				note(id)
			}
		}
	}
}

// firstField is the name of the field of x that x.f is, or is promoted from; it is empty for a method.
func firstField(p *pkgInfo, e *ast.SelectorExpr) string {
	s := p.Info.Selections[e]
	if s == nil || s.Kind() != types.FieldVal {
		return ""
	}
	return fieldName(s)
}

// fieldName is the name of the field that comes first in a selection.
func fieldName(s *types.Selection) string {
	T := s.Recv().Underlying()
	if ptr, ok := T.(*types.Pointer); ok {
		T = ptr.Elem().Underlying()
	}
	st, ok := T.(*types.Struct)
	if !ok {
		return ""
	}
	return st.Field(s.Index()[0]).Name()
}

// promotedFrom is the name of the embedded field whose method a call is; empty for a method of the receiver's own type.
func promotedFrom(p *pkgInfo, c *ast.CallExpr) string {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	s := p.Info.Selections[sel]
	if s == nil || len(s.Index()) < 2 {
		return ""
	}
	return fieldName(s)
}

// written notes a write to what an expression is part of or looks at.
func (s *effectScan) written(e ast.Expr) {
	for r := range s.regions(e) {
		s.effects.params[r.param][r.field] = true
	}
}

// aliases notes local variables that look at what a parameter looks at.
func (s *effectScan) aliases(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, l := range n.Lhs {
			s.alias(l, n.Rhs[min(i, len(n.Rhs)-1)])
		}
	case *ast.ValueSpec:
		for i, l := range n.Names {
			if len(n.Values) > 0 {
				s.alias(l, n.Values[min(i, len(n.Values)-1)])
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
	T := s.pkg.Info.TypeOf(l)
	if T != nil && !s.plain.refers(T) {
		return
	}
	obj := s.variable(l)
	if obj == nil {
		return
	}
	for g := range s.regions(r) {
		if s.from[obj] == nil {
			s.from[obj] = map[region]bool{}
		}
		if !s.from[obj][g] {
			s.from[obj][g], s.grew = true, true
		}
	}
}

// variable is the variable of which an expression is a part, or in whose memory it lies.
func (s *effectScan) variable(e ast.Expr) types.Object {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			return s.pkg.Info.ObjectOf(x)
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return nil
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
	s.written(l)
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
				s.written(c.Args[0])
				s.effects.headers = s.effects.headers ||
					b.Name() != "append" && !scalarSlice(s.pkg.Info.TypeOf(c.Args[0]))
			}
			return
		}
	}
	e := s.ofCall(s.pkg, s.plain, c)
	s.effects.unknown = s.effects.unknown || e.unknown
	s.effects.headers = s.effects.headers || e.headers
	s.effects.maps = s.effects.maps || e.maps
	for f := range e.fields {
		s.effects.fields[f] = true
	}
	for i, a := range arguments(s.pkg, c) {
		if e == anything && s.takesAddress(c, i) {
			continue // a method of an interface, mostly one that looks something up
		}
		if e != anything && !e.writes(i, "") || !s.takesAddress(c, i) && !s.plain.refers(s.pkg.Info.TypeOf(a)) {
			continue
		}
		for r := range s.regions(a) {
			if i == 0 && r.field == "" {
				r.field = promotedFrom(s.pkg, c)
			}
			if r.field != "" || e == anything {
				s.effects.params[r.param][r.field] = true
				continue
			}
			for f := range e.params[i] {
				s.effects.params[r.param][f] = true
			}
		}
	}
}

// takesAddress reports whether the i-th argument of a call is a receiver whose address the method takes, or may take.
func (s *effectScan) takesAddress(c *ast.CallExpr, i int) bool {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	return ok && i == 0 && s.pkg.Info.Selections[sel] != nil && s.pkg.Info.Selections[sel].Kind() == types.MethodVal
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
func (t *translator) ofCall(p *pkgInfo, plain plainParams, c *ast.CallExpr) *effects {
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
	var args []types.Type
	if n := recvNamed(obj); n != nil {
		args = typeList(n.TypeArgs())
	} else if id := callee(c.Fun); id != nil {
		args = typeList(p.Info.Instances[id].TypeArgs)
	}
	return t.effects(q, instantiated{decl, plain.letters(args)})
}

func typeList(list *types.TypeList) []types.Type { return slices.Collect(list.Types()) }

// callee is the name of the function that an expression names.
func callee(fun ast.Expr) *ast.Ident {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.Ident:
		return fun
	case *ast.SelectorExpr:
		return fun.Sel
	case *ast.IndexExpr:
		return callee(fun.X)
	case *ast.IndexListExpr:
		return callee(fun.X)
	}
	return nil
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
