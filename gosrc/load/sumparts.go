package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// assigns are the variables of the function that a statement may change: those that it assigns to, and what calls
// without a result are given, whose elements they may fill.
func (s *splitter) assigns(n ast.Node) map[types.Object]bool {
	out := map[types.Object]bool{}
	root := func(x ast.Expr) {
		if o := s.rooted(x); o != nil {
			out[o] = true
		}
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				root(x)
			}
		case *ast.IncDecStmt:
			root(n.X)
		case *ast.RangeStmt:
			if n.Key != nil {
				root(n.Key)
			}
			if n.Value != nil {
				root(n.Value)
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				root(id)
			}
		case *ast.ExprStmt:
			if call, ok := n.X.(*ast.CallExpr); ok && !s.quiet(call) {
				for i, x := range call.Args {
					if b, ok := s.object(call.Fun).(*types.Builtin); !ok || b.Name() != "copy" || i == 0 {
						root(x)
					}
				}
				if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
					root(sel.X)
				}
			}
		}
		return true
	})
	return out
}

// reads are the objects of the function that a piece of syntax mentions.
func (s *splitter) reads(n ast.Node) map[types.Object]bool {
	out := map[types.Object]bool{}
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if o := s.object(id); s.ofFunction(o) {
				out[o] = true
			}
		}
		return true
	})
	return out
}

// ends reports whether a statement may return or panic.
func (s *splitter) ends(n ast.Node) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = true
		case *ast.CallExpr:
			if b, ok := s.object(n.Fun).(*types.Builtin); ok && b.Name() == "panic" {
				found = true
			}
		}
		return !found
	})
	return found
}

// readBefore looks at what stands before the loop: what depends on the number of examples is known after them only.
func (s *splitter) readBefore() *Fault {
	for _, v := range s.params {
		if s.assigned(v, nil) {
			return at(s.assignment(v), "use a variable of its own for the new value",
				"%s assigns to its parameter %s", s.d.Object.Name(), v.Name())
		}
	}
	for _, v := range s.locals { // functions go with the loop, and with them what they read
		if _, ok := v.Type().Underlying().(*types.Signature); ok {
			if x := s.fix(v); x != nil {
				return x
			}
		}
	}
	s.locals = slices.DeleteFunc(s.locals, func(v *types.Var) bool {
		_, ok := v.Type().Underlying().(*types.Signature)
		return ok
	})
	for _, st := range s.pre {
		if d, ok := st.(*ast.DeclStmt); ok && d.Decl.(*ast.GenDecl).Tok != token.VAR {
			s.fixed = append(s.fixed, st)
		}
	}
	slices.SortFunc(s.fixed, func(a, b ast.Stmt) int { return int(a.Pos() - b.Pos()) })
	numbered := map[types.Object]bool{} // what depends on the number of examples
	for o := range s.counts {
		numbered[o] = true
	}
	for _, st := range s.pre {
		if s.isNumbered(st, numbered) {
			for o := range s.changed(st) {
				if v, ok := o.(*types.Var); !ok || !s.isParam(v) { // package gosrc looks whether those are changed
					numbered[o] = true
				}
			}
		} else if s.ends(st) && s.returns(st) {
			return at(st, "panic, or return after the loop", "%s returns before the loop over the examples",
				s.d.Object.Name())
		}
	}
	for _, v := range s.locals {
		if numbered[v] {
			return at(s.pre[s.declares(v)], "compute it after the loop, or of the parameters alone",
				"the loop reads %s, which depends on how many examples there are, and they come one by one", v.Name())
		}
	}
	s.keepBefore(numbered)
	return nil
}

// assignment is a statement in which a variable is assigned.
func (s *splitter) assignment(v *types.Var) (found ast.Node) {
	found = s.d.Decl.Name
	ast.Inspect(s.d.Decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				if s.object(x) == v {
					found = x
				}
			}
		case *ast.IncDecStmt:
			if s.object(n.X) == v {
				found = n.X
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND && s.object(n.X) == v {
				found = n
			}
		}
		return true
	})
	return found
}

// keepBefore keeps what the function before the loop computes.
func (s *splitter) keepBefore(numbered map[types.Object]bool) {
	var known []ast.Stmt
	for _, st := range s.pre {
		if !s.isNumbered(st, numbered) {
			known = append(known, st)
		}
	}
	wanted := map[types.Object]bool{}
	for _, v := range s.locals {
		wanted[v] = true
	}
	s.before = s.needed(known, wanted, false)
}

// isNumbered reports whether a statement reads how many examples there are, or what depends on that.
func (s *splitter) isNumbered(st ast.Stmt, numbered map[types.Object]bool) (found bool) {
	ast.Inspect(st, func(n ast.Node) bool {
		if s.isLen(n) {
			found = true
		}
		if id, ok := n.(*ast.Ident); ok && numbered[s.object(id)] {
			found = true
		}
		return !found
	})
	return found
}

// returns reports whether a statement may return.
func (s *splitter) returns(n ast.Node) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = true
		}
		return !found
	})
	return found
}

// declares is the statement before the loop that declares a variable, or -1.
func (s *splitter) declares(v types.Object) int {
	return slices.IndexFunc(s.pre, func(st ast.Stmt) bool { return st.Pos() <= v.Pos() && v.Pos() < st.End() })
}

// fix takes the declaration of a function along with the loop that calls it, and what it reads.
func (s *splitter) fix(v *types.Var) *Fault {
	k := s.declares(v)
	if k < 0 {
		return s.d.fault("call a function of the package", "the loop calls %s, which is not declared before it",
			v.Name())
	}
	st := s.pre[k]
	a, ok := st.(*ast.AssignStmt)
	if !ok || a.Tok != token.DEFINE || len(a.Lhs) != 1 || s.assigned(v, a) {
		return at(st, "declare it once: "+v.Name()+" := func(…) …",
			"the loop calls %s, of which it is not known which function it is", v.Name())
	}
	if _, ok := ast.Unparen(a.Rhs[0]).(*ast.FuncLit); !ok {
		return at(st, "declare it by a literal: "+v.Name()+" := func(…) …",
			"the loop calls %s, of which it is not known which function it is", v.Name())
	}
	if slices.Contains(s.fixed, st) {
		return nil
	}
	s.fixed = append(s.fixed, st)
	if changed := s.changes(a.Rhs[0]); changed != nil {
		return at(st, "return the new value", "%s, which the loop calls, changes %s", v.Name(), changed.Name())
	}
	for _, o := range s.ordered(s.reads(a.Rhs[0])) {
		u, ok := o.(*types.Var)
		if !ok || s.isParam(u) || u.Pos() >= st.Pos() || slices.Contains(s.locals, u) {
			continue
		}
		s.locals = append(s.locals, u)
		if _, ok := u.Type().Underlying().(*types.Signature); ok {
			if x := s.fix(u); x != nil {
				return x
			}
		}
	}
	slices.SortFunc(s.fixed, func(a, b ast.Stmt) int { return int(a.Pos() - b.Pos()) })
	return nil
}

// changes finds a variable of the function, from outside of a literal, that the literal assigns to; nil if there is none.
func (s *splitter) changes(lit ast.Expr) types.Object {
	for o := range s.assigns(lit) {
		if o.Pos() < lit.Pos() || o.Pos() >= lit.End() {
			return o
		}
	}
	return nil
}

// ordered are objects in the order of their declarations.
func (s *splitter) ordered(set map[types.Object]bool) (out []types.Object) {
	for o := range set {
		out = append(out, o)
	}
	slices.SortFunc(out, func(a, b types.Object) int { return int(a.Pos() - b.Pos()) })
	return out
}

// needed keeps of some statements those that change what is wanted, or what those need. With ends it keeps those that
// may return or panic, too, and those that may change a parameter, so that somebody sees whether they do.
func (s *splitter) needed(list []ast.Stmt, wanted map[types.Object]bool, ends bool) (out []ast.Stmt) {
	for _, st := range slices.Backward(list) {
		keep := ends && (s.ends(st) || s.changesParams(st))
		for o := range s.changed(st) {
			keep = keep || wanted[o]
		}
		if d, ok := st.(*ast.DeclStmt); ok && d.Decl.(*ast.GenDecl).Tok != token.VAR {
			keep = keep || ends || slices.ContainsFunc(s.ordered(s.reads(st)),
				func(o types.Object) bool { return wanted[o] })
		}
		if !keep {
			continue
		}
		for o := range s.reads(st) {
			wanted[o] = true
		}
		out = append(out, st)
	}
	slices.Reverse(out)
	return out
}

// readRest looks at what stands after the loop.
func (s *splitter) readRest() *Fault {
	wanted := map[types.Object]bool{}
	for _, v := range s.totals {
		wanted[v] = true
	}
	for _, st := range s.post {
		for o := range s.reads(st) {
			wanted[o] = true
		}
	}
	if sig := s.d.Object.Signature(); sig.Results().At(0).Name() != "" {
		wanted[sig.Results().At(0)] = true
	}
	s.rest = s.needed(s.pre, wanted, true)
	return nil
}

// findActive finds the variables that depend on what the derivative is by: a variable does if it is given something in
// which such a one is mentioned, and so do those that may share its memory. It may find too many, and never too few.
func (s *splitter) findActive() {
	s.active = map[types.Object]bool{}
	if len(s.d.Wrt) == 0 {
		for _, v := range s.params {
			if !s.over[v] && varies(v.Type(), map[types.Type]bool{}) {
				s.active[v] = true
			}
		}
	}
	for _, path := range s.d.Wrt {
		part, _ := s.d.Resolve(path)
		s.active[part.Param] = true
	}
	list := slices.Concat(s.pre, []ast.Stmt{s.loop})
	find := s.sharing(list)
	groups := s.grouped(list, find)
	activates := func(o types.Object) {
		for _, v := range slices.Concat(groups[find(o)], []types.Object{o}) {
			b, basic := v.Type().Underlying().(*types.Basic)
			if p, ok := v.(*types.Var); ok && s.isParam(p) || basic && b.Info()&(types.IsFloat|types.IsComplex) == 0 {
				continue // of parameters the directive says it
			}
			s.active[v] = true
		}
	}
	for n := -1; n != len(s.active); {
		n = len(s.active)
		for _, st := range list {
			ast.Inspect(st, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt, *ast.RangeStmt, *ast.ValueSpec, *ast.ExprStmt:
					s.activate(n, activates)
				case *ast.SendStmt:
					if o := s.rooted(n.Chan); o != nil && s.mentionsActive(n.Value) {
						activates(o)
					}
				case *ast.CallExpr:
					if !s.quiet(n) && s.mentionsActive(n) {
						for _, o := range s.given(n) {
							if st != s.loop || s.inside(o) { // others stay as they are in the loop
								activates(o)
							}
						}
					}
				}
				return true
			})
		}
	}
}

// mentionsActive reports whether an active variable is mentioned.
func (s *splitter) mentionsActive(n ast.Node) bool {
	for o := range s.reads(n) {
		if s.active[o] {
			return true
		}
	}
	return false
}

// activate marks what a statement changes, if an active variable is mentioned in what it is changed by.
func (s *splitter) activate(n ast.Node, activates func(types.Object)) {
	mark := func(target, source ast.Node) {
		if s.mentionsActive(source) {
			for t := range s.assigns(target) {
				activates(t)
			}
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) == len(n.Rhs) {
			for i, x := range n.Lhs {
				mark(&ast.AssignStmt{Lhs: []ast.Expr{x}, Tok: n.Tok}, n.Rhs[i])
			}
			return
		}
		mark(&ast.AssignStmt{Lhs: n.Lhs, Tok: n.Tok}, n.Rhs[0])
	case *ast.RangeStmt:
		mark(&ast.RangeStmt{Key: n.Key, Value: n.Value, X: n.X, Body: &ast.BlockStmt{}, Tok: n.Tok}, n.X)
	default:
		mark(n, n)
	}
}
