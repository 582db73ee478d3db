package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// What stands before the loop is taken apart by what its statements change. Memory has several names: a slice of a
// slice, a pointer, a variable that a literal captures. And calls change what they are given. Where this is not known,
// statements count as changing more than they do: then a part has more statements than it needs, which costs a little
// time, and never too few.

// rooted is the variable of the function that an expression is a part of, or nil.
func (s *splitter) rooted(x ast.Expr) types.Object {
	for {
		switch t := ast.Unparen(x).(type) {
		case *ast.IndexExpr:
			x = t.X
		case *ast.SelectorExpr:
			x = t.X
		case *ast.StarExpr:
			x = t.X
		case *ast.SliceExpr:
			x = t.X
		case *ast.UnaryExpr:
			x = t.X
		default:
			if o, ok := s.object(x).(*types.Var); ok && s.ofFunction(o) {
				return o
			}
			return nil
		}
	}
}

// refers reports whether values of a type may share memory with others.
func refers(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return false
	case *types.Array:
		return refers(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if refers(f.Type(), seen) {
				return true
			}
		}
		return false
	}
	return true
}

// given are the variables whose memory a call is given.
func (s *splitter) given(call *ast.CallExpr) (out []types.Object) {
	if tv := s.info.Types[call.Fun]; tv.IsType() {
		return nil
	}
	add := func(x ast.Expr) {
		ast.Inspect(x, func(n ast.Node) bool {
			e, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			switch e.(type) {
			case *ast.CallExpr: // which is looked at for itself; its results may share memory
				return refers(s.info.TypeOf(e), map[types.Type]bool{})
			case *ast.IndexExpr, *ast.SelectorExpr, *ast.StarExpr:
				if t := s.info.TypeOf(e); t != nil && !refers(t, map[types.Type]bool{}) && !s.addressed(x, e) {
					return false
				}
			}
			if o, ok := s.object(e).(*types.Var); ok && s.ofFunction(o) && (refers(o.Type(),
				map[types.Type]bool{}) || e != x) {
				out = append(out, o)
			}
			return true
		})
	}
	for _, x := range call.Args {
		add(x)
	}
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.SelectorExpr:
		if sel := s.info.Selections[f]; sel != nil {
			if o := s.rooted(f.X); o != nil {
				out = append(out, o)
			}
		}
	case *ast.Ident:
		if o, ok := s.object(f).(*types.Var); ok && s.ofFunction(o) {
			out = append(out, o) // a literal, and with it what that captures
		}
	}
	return out
}

// addressed reports whether the address of a part e of x is taken in x, by & or by slicing.
func (s *splitter) addressed(x, e ast.Expr) (found bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && n.Pos() <= e.Pos() && e.End() <= n.End()
		case *ast.SliceExpr:
			found = found || n.X.Pos() <= e.Pos() && e.End() <= n.X.End()
		}
		return !found
	})
	return found
}

// readers are functions of Go's library that only read what they are given.
var readers = map[string]bool{ //nolint:gochecknoglobals // a constant
	"slices.Clone": true, "slices.Max": true, "slices.Min": true, "slices.Contains": true, "slices.Index": true,
	"slices.Equal": true, "slices.Concat": true, "slices.Repeat": true,
}

// quiet reports whether a call changes nothing that it is given.
func (s *splitter) quiet(call *ast.CallExpr) bool {
	var o types.Object
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		o = s.info.Uses[f]
	case *ast.SelectorExpr:
		o = s.info.Uses[f.Sel]
	}
	switch o := o.(type) {
	case *types.Builtin:
		return o.Name() != "copy" && o.Name() != "clear" && o.Name() != "append" && o.Name() != "delete"
	case *types.Func:
		if o.Pkg() == nil {
			return false
		}
		if o.Pkg() != s.p.Types {
			return o.Pkg().Path() == "math" || o.Pkg().Path() == "math/cmplx" || readers[o.Pkg().Path()+"."+o.Name()]
		}
		return s.reader(o.Origin())
	}
	return false
}

// reader reports whether a function of the package writes to nothing but memory that it has made.
func (s *splitter) reader(f *types.Func) bool {
	if s.readers == nil {
		s.readers = map[*types.Func]bool{}
	}
	if known, ok := s.readers[f]; ok {
		return known
	}
	s.readers[f] = true // of a recursive one, what the rest says
	s.readers[f] = s.onlyReads(f)
	return s.readers[f]
}

func (s *splitter) onlyReads(f *types.Func) bool {
	var decl *ast.FuncDecl
	for _, file := range s.p.Syntax {
		for _, d := range file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && s.info.Defs[d.Name] == f {
				decl = d
			}
		}
	}
	if decl == nil || decl.Body == nil {
		return false
	}
	made := map[types.Object]bool{} // variables of the function with memory of its own
	quiet := true
	target := func(x ast.Expr) {
		if _, ok := ast.Unparen(x).(*ast.Ident); ok {
			if o := s.object(x); o != nil && made[o] {
				made[o] = false // it may look at something else now
			}
			return
		}
		for {
			switch t := ast.Unparen(x).(type) {
			case *ast.IndexExpr:
				x = t.X
				continue
			case *ast.SelectorExpr:
				x = t.X
				continue
			}
			break
		}
		if o := s.object(x); o == nil || !made[o] {
			quiet = false
		}
	}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, x := range n.Lhs {
				if n.Tok == token.DEFINE && len(n.Lhs) == len(n.Rhs) && s.makes(n.Rhs[i]) {
					made[s.object(x)] = true
					continue
				}
				target(x)
			}
		case *ast.IncDecStmt:
			target(n.X)
		case *ast.RangeStmt:
			for _, x := range []ast.Expr{n.Key, n.Value} {
				if x != nil {
					target(x)
				}
			}
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt, *ast.SendStmt:
			quiet = false
		case *ast.CallExpr:
			if tv := s.info.Types[n.Fun]; !tv.IsType() && !s.quiet(n) {
				quiet = false
			}
		}
		return quiet
	})
	return quiet
}

// makes reports whether an expression is a new slice of numbers.
func (s *splitter) makes(x ast.Expr) bool {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return false
	}
	b, ok := s.object(call.Fun).(*types.Builtin)
	t, slice := s.info.TypeOf(x).Underlying().(*types.Slice)
	return ok && b.Name() == "make" && slice && !refers(t.Elem(), map[types.Type]bool{})
}

// sharing joins the variables in some statements that may share memory: find gives one of those that a variable may
// share with.
func (s *splitter) sharing(list []ast.Stmt) (find func(types.Object) types.Object) {
	up := map[types.Object]types.Object{}
	find = func(o types.Object) types.Object {
		for up[o] != nil {
			o = up[o]
		}
		return o
	}
	join := func(to ast.Expr, source ast.Node) {
		target, t := s.rooted(to), s.info.TypeOf(to)
		if target == nil || source == nil || t == nil || !refers(t, map[types.Type]bool{}) {
			return
		}
		for o := range s.reads(source) {
			v, ok := o.(*types.Var)
			if !ok || v.IsField() || s.over[v] {
				continue
			}
			x, isExpr := source.(ast.Expr)
			b, basic := v.Type().Underlying().(*types.Basic)
			_, literal := source.(*ast.FuncLit)
			if basic && (b.Info()&types.IsNumeric == 0 || !literal && (!isExpr || !s.takes(x, v))) {
				continue
			}
			if a, c := find(target), find(o); a != c {
				up[a] = c
			}
		}
	}
	for _, st := range list {
		ast.Inspect(st, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for i, x := range n.Lhs {
					if len(n.Lhs) == len(n.Rhs) {
						join(x, n.Rhs[i])
					} else {
						join(x, n.Rhs[0])
					}
				}
			case *ast.ValueSpec:
				for i, id := range n.Names {
					if len(n.Names) == len(n.Values) {
						join(id, n.Values[i])
					} else if len(n.Values) > 0 {
						join(id, n.Values[0])
					}
				}
			case *ast.RangeStmt:
				if n.Value != nil {
					join(n.Value, n.X)
				}
			}
			return true
		})
	}
	return find
}

// takes reports whether an expression takes the address of a variable.
func (s *splitter) takes(x ast.Expr, v *types.Var) (found bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.AND && s.rooted(u.X) == v {
			found = true
		}
		return !found
	})
	return found
}

// grouped are the variables in some statements, by what find gives for them.
func (s *splitter) grouped(list []ast.Stmt, find func(types.Object) types.Object) map[types.Object][]types.Object {
	out, seen := map[types.Object][]types.Object{}, map[types.Object]bool{}
	for _, st := range list {
		for o := range s.reads(st) {
			if v, ok := o.(*types.Var); ok && !v.IsField() && !seen[o] {
				seen[o] = true
				out[find(o)] = append(out[find(o)], o)
			}
		}
	}
	return out
}

// changed are the variables of the function that a statement before the loop may change, under whatever names.
func (s *splitter) changed(st ast.Node) map[types.Object]bool {
	if out := s.known[st]; out != nil {
		return out
	}
	if s.shared == nil {
		s.shared = s.sharing(s.pre)
		s.groups, s.known = s.grouped(s.pre, s.shared), map[ast.Node]map[types.Object]bool{}
	}
	out := s.assigns(st)
	ast.Inspect(st, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !s.quiet(call) {
			for _, o := range s.given(call) {
				out[o] = true
			}
		}
		return true
	})
	all := map[types.Object]bool{}
	for o := range out {
		all[s.shared(o)] = true
	}
	for group := range all {
		for _, o := range s.groups[group] {
			out[o] = true
		}
	}
	s.known[st] = out
	return out
}

// changesParams reports whether a statement before the loop may change a parameter that holds no examples.
func (s *splitter) changesParams(st ast.Stmt) bool {
	changed := s.changed(st)
	return slices.ContainsFunc(s.params, func(v *types.Var) bool { return !s.over[v] && changed[v] })
}
