package translate

import (
	"go/ast"
	"go/token"
	"go/types"
)

// usage says what the body of a declared function does with its local variables.
type usage struct {
	// where the variable, or a part that it owns, is assigned after its declaration
	assigned  map[types.Object][]token.Pos
	addressed map[types.Object]bool // its address is taken, or it is an array that is sliced
	receivers map[types.Object]bool // a method with a pointer receiver is called on it, or on a part of it
	captured  map[types.Object]bool // a function literal uses it from outside
	wild      map[types.Object]bool // a function literal that captures it assigns to it
	// where a slice that lies in another slice or behind a pointer is assigned
	headers  []token.Pos
	maps     []token.Pos                     // where an element of a map is assigned, or taken out
	calls    []*ast.CallExpr                 // calls of what is neither a builtin, a conversion nor of package math
	literals map[types.Object][]*ast.FuncLit // the function literals that are assigned to the variable
	fields   map[types.Object][]token.Pos    // fields that are assigned, through whatever leads to them
	pointed  map[types.Object]bool           // fields whose address is taken with &
	made     map[types.Object]bool           // map variables that begin with a new map, or nil
	// how often a variable is used for more than the elements of the map in it, or gets a map that is not new
	shown  map[types.Object]int
	jumps  bool        // there is a goto
	derefs []token.Pos // where *p, p[i] with struct elements, or a whole struct behind a pointer is assigned
}

// usage analyses a function declaration, or the initialiser of a package variable, once.
func (p *pkgInfo) usage(decl ast.Node) *usage {
	if u := p.uses[decl]; u != nil {
		return u
	}
	u := &usage{
		assigned: map[types.Object][]token.Pos{}, addressed: map[types.Object]bool{}, captured: map[types.Object]bool{},
		receivers: map[types.Object]bool{}, pointed: map[types.Object]bool{},
		wild: map[types.Object]bool{}, literals: map[types.Object][]*ast.FuncLit{},
		fields: map[types.Object][]token.Pos{},
		made:   map[types.Object]bool{}, shown: map[types.Object]int{},
	}
	p.uses[decl] = u
	w := &useWalker{usage: u, info: p.Info}
	w.walk(decl)
	return u
}

type useWalker struct {
	*usage
	info *types.Info
	lits []*ast.FuncLit
}

func (w *useWalker) walk(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			w.lits = append(w.lits, n)
			w.walk(n.Body)
			w.lits = w.lits[:len(w.lits)-1]
			return false
		case *ast.Ident:
			if obj, ok := w.info.Uses[n].(*types.Var); ok && w.outside(obj) {
				w.captured[obj] = true
			}
			if w.info.Uses[n] != nil {
				w.shown[w.info.Uses[n]]++
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				if len(n.Values) == 0 {
					w.made[w.info.Defs[id]] = true
				}
			}
			for i, v := range n.Values {
				w.literal(n.Names[min(i, len(n.Names)-1)], v)
				w.becomes(n.Names[min(i, len(n.Names)-1)], v)
			}
		case *ast.AssignStmt:
			for i, r := range n.Rhs {
				w.literal(n.Lhs[i], r)
			}
			for i, l := range n.Lhs {
				w.becomes(l, n.Rhs[min(i, len(n.Rhs)-1)])
				if id, ok := l.(*ast.Ident); ok && n.Tok == token.DEFINE {
					if _, new := w.info.Defs[id]; new { // without an object: the y of switch y := x.(type)
						continue
					}
				}
				w.assign(l)
			}
		case *ast.IncDecStmt:
			w.assign(n.X)
		case *ast.BranchStmt:
			w.jumps = w.jumps || n.Tok == token.GOTO
		case *ast.RangeStmt:
			w.within(n.X)
			if n.Tok == token.ASSIGN {
				w.assign(n.Key)
				w.assign(n.Value)
			}
		case *ast.IndexExpr:
			w.within(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				w.address(n.X)
			}
		case *ast.SliceExpr:
			if _, ok := w.info.TypeOf(n.X).Underlying().(*types.Array); ok {
				w.address(n.X)
			}
		case *ast.CallExpr:
			w.call(n)
		}
		return true
	})
}

// literal notes a function literal that is assigned to a variable.
func (w *useWalker) literal(l, r ast.Expr) {
	lit, ok := ast.Unparen(r).(*ast.FuncLit)
	id, ok2 := ast.Unparen(l).(*ast.Ident)
	if ok && ok2 && w.info.ObjectOf(id) != nil {
		w.literals[w.info.ObjectOf(id)] = append(w.literals[w.info.ObjectOf(id)], lit)
	}
}

// within notes that a variable, if the expression is one, is used for what is in the map in it.
func (w *useWalker) within(e ast.Expr) {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		w.shown[w.info.Uses[id]]--
	}
}

// becomes notes what a variable is assigned, with which it is declared or not.
func (w *useWalker) becomes(l, r ast.Expr) {
	id, ok := ast.Unparen(l).(*ast.Ident)
	if !ok || w.info.ObjectOf(id) == nil {
		return
	}
	obj, anew := w.info.ObjectOf(id), false
	switch r := ast.Unparen(r).(type) {
	case *ast.CompositeLit:
		anew = true
	case *ast.CallExpr:
		made, ok := ast.Unparen(r.Fun).(*ast.Ident)
		anew = ok && made.Name == "make" && w.info.Types[made].IsBuiltin()
	}
	switch _, declared := w.info.Defs[id]; {
	case !anew:
		w.shown[obj]++
	case declared:
		w.made[obj] = true
	default:
		w.shown[obj]-- // it is a use of the variable
	}
}

// outside reports whether a variable is declared outside the innermost literal.
func (w *useWalker) outside(obj types.Object) bool {
	if len(w.lits) == 0 {
		return false
	}
	lit := w.lits[len(w.lits)-1]
	return obj.Pos() < lit.Pos() || obj.Pos() >= lit.End()
}

// assign notes an assignment to an expression.
func (w *useWalker) assign(e ast.Expr) {
	if e == nil {
		return
	}
	e = ast.Unparen(e)
	if isBlank(e) {
		return
	}
	if x, ok := e.(*ast.IndexExpr); ok && maybeMap(w.info.TypeOf(x.X)) {
		w.maps = append(w.maps, e.Pos())
	}
	if _, ok := e.(*ast.Ident); !ok && !scalar(w.info.TypeOf(e)) {
		w.headers = append(w.headers, e.Pos())
	}
	if sel, ok := e.(*ast.SelectorExpr); ok {
		if s := w.info.Selections[sel]; s != nil {
			w.fields[s.Obj()] = append(w.fields[s.Obj()], e.Pos())
		}
	}
	if obj := w.owner(e); obj != nil {
		w.assigned[obj] = append(w.assigned[obj], e.Pos())
		if w.outside(obj) {
			w.wild[obj] = true
		}
	} else if _, ok := w.info.TypeOf(e).Underlying().(*types.Struct); ok {
		w.derefs = append(w.derefs, e.Pos())
	}
}

// scalar reports whether a type has no slices or pointers in it, so far as one can see without looking into structs.
func scalar(T types.Type) bool {
	if T == nil {
		return true
	}
	_, ok := T.Underlying().(*types.Basic)
	return ok
}

// maybeMap reports whether a type is that of maps, or may stand for one.
func maybeMap(T types.Type) bool {
	if T == nil {
		return false
	}
	_, ok := T.Underlying().(*types.Map)
	return ok || isTypeParam(T)
}

// takesOut reports whether a call is delete, or clear of a map.
func takesOut(info *types.Info, e *ast.CallExpr) bool {
	id, ok := ast.Unparen(e.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	b, ok := info.Uses[id].(*types.Builtin)
	return ok && (b.Name() == "delete" || b.Name() == "clear") && maybeMap(info.TypeOf(e.Args[0]))
}

// owner is the local variable whose own memory an expression denotes: no slice or pointer is between; or nil.
func (w *useWalker) owner(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return w.info.ObjectOf(e)
	case *ast.SelectorExpr:
		if s := w.info.Selections[e]; s != nil && !s.Indirect() {
			return w.owner(e.X)
		}
	case *ast.IndexExpr:
		if _, ok := w.info.TypeOf(e.X).Underlying().(*types.Array); ok {
			return w.owner(e.X)
		}
	}
	return nil
}

func (w *useWalker) address(e ast.Expr) {
	if obj := w.owner(e); obj != nil {
		w.addressed[obj] = true
	}
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		if s := w.info.Selections[sel]; s != nil {
			w.pointed[s.Obj()] = true
		}
	}
}

// receiver notes the variable whose address a method call takes.
func (w *useWalker) receiver(e ast.Expr) {
	if _, isPtr := w.info.TypeOf(e).Underlying().(*types.Pointer); isPtr {
		return
	}
	if obj := w.owner(e); obj != nil {
		w.receivers[obj] = true
	}
}

// call notes a call, and the address that a method with a pointer receiver takes.
func (w *useWalker) call(e *ast.CallExpr) {
	if takesOut(w.info, e) {
		w.maps = append(w.maps, e.Pos())
	}
	fun := ast.Unparen(e.Fun)
	if id, ok := fun.(*ast.Ident); ok && w.info.Types[fun].IsBuiltin() &&
		(id.Name == "len" || id.Name == "delete" || id.Name == "clear") {
		w.within(e.Args[0])
	}
	if w.info.Types[fun].IsType() || w.info.Types[fun].IsBuiltin() {
		return
	}
	if sel, ok := fun.(*ast.SelectorExpr); ok {
		if s := w.info.Selections[sel]; s != nil && s.Kind() == types.MethodVal {
			if _, ptr := types.Unalias(s.Obj().(*types.Func).Signature().Recv().Type()).(*types.Pointer); ptr {
				w.receiver(sel.X)
			}
		} else if fn, ok := w.info.Uses[sel.Sel].(*types.Func); ok && fn.Pkg() != nil &&
			(fn.Pkg().Path() == "math" || fn.Pkg().Path() == "math/bits") {
			return
		}
	}
	w.calls = append(w.calls, e)
}

// between reports whether one of the positions lies in a node.
func between(list []token.Pos, nodes ...ast.Node) bool {
	for _, p := range list {
		for _, n := range nodes {
			if n != nil && n.Pos() <= p && p < n.End() {
				return true
			}
		}
	}
	return false
}

// steady reports whether a local variable keeps its value while the nodes run.
func (f *fn) steady(obj types.Object, nodes ...ast.Node) bool {
	u := f.use
	return u != nil && !u.receivers[obj] && f.steadyBut(obj, nodes...)
}

// steadyBut is steady but for what methods do that are called on the variable.
func (f *fn) steadyBut(obj types.Object, nodes ...ast.Node) bool {
	u := f.use
	return u != nil && !u.wild[obj] && !u.addressed[obj] && !between(u.assigned[obj], nodes...)
}

// invariant reports whether an expression gives the same value each time while the nodes run, and has no calls.
func (f *fn) invariant(e ast.Expr, nodes ...ast.Node) bool {
	e = ast.Unparen(e)
	if f.pkg.Info.Types[e].Value != nil {
		return true
	}
	switch e := e.(type) {
	case *ast.Ident:
		obj, ok := f.pkg.Info.Uses[e].(*types.Var)
		return ok && (isGlobal(obj) || f.steady(obj, nodes...))
	case *ast.SelectorExpr:
		return f.steadyField(e, nodes...)
	case *ast.BinaryExpr:
		return e.Op != token.LAND && e.Op != token.LOR && f.invariant(e.X, nodes...) && f.invariant(e.Y, nodes...)
	case *ast.UnaryExpr:
		return (e.Op == token.SUB || e.Op == token.ADD) && f.invariant(e.X, nodes...)
	case *ast.CallExpr:
		return f.invariantCall(e, nodes...)
	case *ast.IndexExpr:
		// Only the header of a slice in a slice: elements that are numbers may change.
		if _, ok := f.typeOf(e).Underlying().(*types.Slice); !ok || f.mapOf(e.X) != nil {
			return false
		}
		return f.invariant(e.X, nodes...) && f.invariant(e.Index, nodes...) && f.steadyHeaders(nodes...)
	}
	return false
}

// steadyHeaders reports whether the nodes leave alone all slices that lie in memory.
func (f *fn) steadyHeaders(nodes ...ast.Node) bool {
	return !between(f.use.headers, nodes...) && f.callsKeep(func(e *effects) bool { return !e.headers }, nodes...)
}

// steadyMaps reports whether the nodes leave alone all maps.
func (f *fn) steadyMaps(nodes ...ast.Node) bool {
	return !between(f.use.maps, nodes...) && f.callsKeep(func(e *effects) bool { return !e.maps }, nodes...)
}

// callsKeep reports whether all calls in the nodes have known effects that keep what is asked for.
func (f *fn) callsKeep(keeps func(*effects) bool, nodes ...ast.Node) bool {
	for _, c := range f.use.calls {
		if between([]token.Pos{c.Pos()}, nodes...) {
			if e := f.ofCall(f.pkg, f.subst.plain(), c); e.unknown || !keeps(e) {
				return false
			}
		}
	}
	return true
}

// steadyField reports whether x.f keeps its value.
func (f *fn) steadyField(e *ast.SelectorExpr, nodes ...ast.Node) bool {
	s := f.pkg.Info.Selections[e]
	if s == nil {
		obj, ok := f.pkg.Info.Uses[e.Sel].(*types.Var)
		return ok && isGlobal(obj)
	}
	if s.Kind() != types.FieldVal || f.use.pointed[s.Obj()] {
		return false
	}
	if root := (&useWalker{info: f.pkg.Info, usage: f.use}).owner(e); root != nil {
		if !f.steadyBut(root, nodes...) {
			return false
		}
		if !f.use.receivers[root] {
			return true // a part of a variable that keeps its value
		}
	} else if !f.invariant(e.X, nodes...) {
		return false
	}
	name := s.Obj().Name()
	return !between(f.use.fields[s.Obj()], nodes...) && !between(f.use.derefs, nodes...) && f.steadyHeaders(nodes...) &&
		f.callsKeep(func(e *effects) bool { return !e.fields[name] }, nodes...)
}

// invariantCall knows len, cap, min, max, conversions, package math and getters.
func (f *fn) invariantCall(e *ast.CallExpr, nodes ...ast.Node) bool {
	for _, a := range e.Args {
		if !f.invariant(a, nodes...) {
			return false
		}
	}
	if f.pkg.Info.Types[e.Fun].IsType() {
		return true
	}
	if name, ok := f.builtin(e.Fun); ok {
		return name == "len" && (f.mapOf(e.Args[0]) == nil || f.steadyMaps(nodes...)) || name == "cap" ||
			name == "min" || name == "max"
	}
	return f.isKnown(e) || f.steadyGetter(e, nodes...)
}
