package load

import (
	"go/ast"
	"go/token"
	"go/types"
)

// object is what an identifier stands for, or nil.
func (s *splitter) object(x ast.Expr) types.Object {
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok {
		return nil
	}
	if o := s.info.Defs[id]; o != nil {
		return o
	}
	return s.info.Uses[id]
}

// examples is the parameter with examples that an expression is, or nil.
func (s *splitter) examples(x ast.Expr) *types.Var {
	if v, ok := s.object(x).(*types.Var); ok && s.over[v] {
		return v
	}
	return nil
}

// isCount reports whether an expression is the number of examples: len(x), or a variable for it.
func (s *splitter) isCount(x ast.Expr) bool {
	if o := s.object(x); o != nil && s.counts[o] {
		return true
	}
	return s.isLen(x)
}

// isLen reports whether an expression is len(x) of examples.
func (s *splitter) isLen(x ast.Node) bool {
	call, ok := x.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || s.examples(call.Args[0]) == nil {
		return false
	}
	b, ok := s.object(call.Fun).(*types.Builtin)
	return ok && b.Name() == "len"
}

// readsExamples finds where a statement reads examples, other than for their number; nil if it does not.
func (s *splitter) readsExamples(n ast.Node) (found ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		if n == nil || s.isLen(n) {
			return false
		}
		if x, ok := n.(ast.Expr); ok && found == nil && s.examples(x) != nil {
			found = n
		}
		return found == nil
	})
	return found
}

// findLoop finds the loop over the examples, and what is the number of them.
func (s *splitter) findLoop() *Fault {
	name := s.d.Object.Name()
	k := -1
	for i, st := range s.d.Decl.Body.List {
		read := s.readsExamples(st)
		if read == nil {
			continue
		}
		if k >= 0 {
			return at(read, "add over the examples in one loop, of which each round reads its own example",
				"%s reads the examples here, too, after the loop over them", name)
		}
		if l, ok := st.(*ast.LabeledStmt); ok && isLoop(l.Stmt) {
			s.label = l
		} else if !isLoop(st) {
			return at(read, "only a loop of the function itself may read the examples, for i := range "+s.first.Name(),
				"%s reads the examples outside of a loop over them", name)
		}
		k = i
	}
	if k < 0 {
		return s.d.fault("write the sum as a loop of the function itself: for i := range "+s.first.Name(),
			"%s has no loop over %s", name, s.first.Name())
	}
	list := s.d.Decl.Body.List
	s.pre, s.loop, s.post = list[:k], list[k], list[k+1:]
	if s.label != nil {
		s.loop = s.label.Stmt
	}
	s.counts = map[types.Object]bool{}
	for _, st := range s.pre {
		if a, ok := st.(*ast.AssignStmt); ok && a.Tok == token.DEFINE && len(a.Lhs) == 1 &&
			s.isLen(ast.Unparen(a.Rhs[0])) {
			if o := s.object(a.Lhs[0]); o != nil && !s.assigned(o, a) {
				s.counts[o] = true
			}
		}
	}
	return s.head()
}

func isLoop(st ast.Stmt) bool {
	switch st.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		return true
	}
	return false
}

// assigned reports whether a variable is assigned in another statement than the one that declares it, or its address
// taken.
func (s *splitter) assigned(o types.Object, but ast.Stmt) (found bool) {
	ast.Inspect(s.d.Decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n != but {
				for _, x := range n.Lhs {
					found = found || s.object(x) == o
				}
			}
		case *ast.IncDecStmt:
			found = found || s.object(n.X) == o
		case *ast.RangeStmt:
			found = found || n.Tok == token.ASSIGN && (n.Key != nil && s.object(n.Key) == o || n.Value != nil &&
				s.object(n.Value) == o)
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && s.object(n.X) == o
		}
		return !found
	})
	return found
}

// head reads the head of the loop.
func (s *splitter) head() *Fault {
	wanted := func() *Fault {
		x := at(s.loop, "write for i := range "+s.first.Name(),
			"this is no loop over all examples, one after the other")
		switch loop := s.loop.(type) { // and not all of its body
		case *ast.ForStmt:
			x.End = loop.Body.Pos()
		case *ast.RangeStmt:
			x.End = loop.Body.Pos()
		}
		return x
	}
	defined := func(x ast.Expr) types.Object {
		if id, ok := x.(*ast.Ident); !ok || id.Name == "_" {
			return nil
		}
		return s.object(x)
	}
	switch loop := s.loop.(type) {
	case *ast.RangeStmt:
		s.body = loop.Body
		if loop.Key != nil && loop.Tok != token.DEFINE {
			return wanted()
		}
		over := s.examples(loop.X) != nil
		if !over && !s.isCount(loop.X) {
			return wanted()
		}
		if loop.Key != nil {
			s.index = defined(loop.Key)
		}
		if loop.Value != nil {
			s.element = defined(loop.Value)
		}
	case *ast.ForStmt:
		s.body = loop.Body
		start, ok := loop.Init.(*ast.AssignStmt)
		if !ok || start.Tok != token.DEFINE || len(start.Lhs) != 1 || s.info.Types[start.Rhs[0]].Value == nil ||
			s.info.Types[start.Rhs[0]].Value.String() != "0" {
			return wanted()
		}
		s.index = s.object(start.Lhs[0])
		cond, ok := loop.Cond.(*ast.BinaryExpr)
		if !ok || cond.Op != token.LSS || s.object(cond.X) != s.index || !s.isCount(cond.Y) {
			return wanted()
		}
		step, ok := loop.Post.(*ast.IncDecStmt)
		if !ok || step.Tok != token.INC || s.object(step.X) != s.index {
			return wanted()
		}
	}
	return nil
}

// inside reports whether a variable is declared in the loop.
func (s *splitter) inside(o types.Object) bool {
	return s.loop.Pos() <= o.Pos() && o.Pos() < s.loop.End()
}

// ofFunction reports whether an object is declared in the function, or is one of its parameters or results.
func (s *splitter) ofFunction(o types.Object) bool {
	return o != nil && s.d.Decl.Pos() <= o.Pos() && o.Pos() < s.d.Decl.End()
}

// readLoop looks at what the loop does with variables of the function: it adds to some, reads others, and takes of the
// examples the one whose turn it is.
func (s *splitter) readLoop() *Fault {
	added := map[*ast.Ident]bool{} // mentions that belong to an addition
	totals := map[types.Object]bool{}
	var x *Fault
	say := func(n ast.Node, hint, format string, args ...any) {
		if x == nil {
			x = at(n, hint, format, args...)
		}
	}
	total := func(target ast.Expr, n ast.Node) {
		v, ok := s.object(target).(*types.Var)
		if !ok {
			return
		}
		if b, ok := types.Unalias(v.Type()).(*types.Basic); !ok || b.Kind() != types.Float64 && b.Kind() != types.Int {
			say(n, "add to a float64 or an int", "the loop adds to %s, which is of type %s", v.Name(),
				s.d.text(v.Type()))
		}
		added[ast.Unparen(target).(*ast.Ident)] = true
		if !totals[v] {
			totals[v] = true
			s.totals = append(s.totals, v)
		}
	}
	changes := func(target ast.Expr) { // what is no addition
		root := target
		for {
			switch t := ast.Unparen(root).(type) {
			case *ast.IndexExpr:
				root = t.X
				continue
			case *ast.SelectorExpr:
				root = t.X
				continue
			case *ast.StarExpr:
				root = t.X
				continue
			case *ast.SliceExpr:
				root = t.X
				continue
			}
			break
		}
		o := s.object(root)
		switch {
		case o == nil || s.inside(o) && o != s.index || !s.ofFunction(o):
		case o == s.index:
			say(target, "leave it as it is, or copy it", "the loop changes its own counter")
		default:
			say(target, "declare it in the loop; or add to a float64 by +=, and read it after the loop",
				"the loop leaves %s changed for the next example: only sums may pass from one to the next", o.Name())
		}
	}
	ast.Inspect(s.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, target := range n.Lhs {
				o := s.object(target)
				if n.Tok == token.DEFINE && o != nil && s.inside(o) {
					continue
				}
				outer := o != nil && s.ofFunction(o) && !s.inside(o)
				switch {
				case outer && (n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN):
					total(target, n)
				case outer && n.Tok == token.ASSIGN && len(n.Lhs) == len(n.Rhs) && s.adds(o, n.Rhs[i]) != nil:
					total(target, n)
					added[s.adds(o, n.Rhs[i])] = true
				default:
					changes(target)
				}
			}
		case *ast.IncDecStmt:
			if o := s.object(n.X); o != nil && s.ofFunction(o) && !s.inside(o) {
				total(n.X, n)
			} else {
				changes(n.X)
			}
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				for _, target := range []ast.Expr{n.Key, n.Value} {
					if target != nil {
						changes(target)
					}
				}
			}
		case *ast.UnaryExpr:
			if o := s.object(n.X); n.Op == token.AND && o != nil && s.ofFunction(o) && !s.inside(o) {
				changes(n.X)
			}
		}
		return x == nil
	})
	if x != nil {
		return x
	}
	if x := s.leaves(); x != nil {
		return x
	}
	if len(s.totals) == 0 {
		y := at(s.loop, "add to a variable that is declared before the loop: sum += …",
			"the loop over the examples adds nothing up")
		y.End = s.body.Pos()
		return y
	}
	return s.mentions(totals, added)
}

// adds finds the mention of a variable in v + e, e + v and v - e; nil in other expressions.
func (s *splitter) adds(o types.Object, x ast.Expr) *ast.Ident {
	b, ok := ast.Unparen(x).(*ast.BinaryExpr)
	if !ok || b.Op != token.ADD && b.Op != token.SUB {
		return nil
	}
	if s.object(b.X) == o {
		return ast.Unparen(b.X).(*ast.Ident)
	}
	if b.Op == token.ADD && s.object(b.Y) == o {
		return ast.Unparen(b.Y).(*ast.Ident)
	}
	return nil
}

// leaves finds what ends the loop early.
func (s *splitter) leaves() (x *Fault) {
	const hint = "each example must be added whatever the others are; leave one out by continue"
	var look func(n ast.Node, breaks bool)
	look = func(n ast.Node, breaks bool) {
		ast.Inspect(n, func(m ast.Node) bool {
			if m == nil || x != nil {
				return false
			}
			switch m := m.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				x = at(m, hint, "the loop over the examples returns")
			case *ast.DeferStmt:
				x = at(m, "call it at once", "the loop over the examples defers a call to the end of the function")
			case *ast.BranchStmt:
				own := breaks
				if m.Label != nil {
					own = s.label != nil && m.Label.Name == s.label.Label.Name
				}
				if m.Tok == token.GOTO || m.Tok == token.BREAK && own {
					x = at(m, hint, "the loop over the examples is left before its end")
				}
			case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
				if m != n {
					look(m, false)
					return false
				}
			}
			return true
		})
	}
	look(s.body, true)
	return x
}

// mentions looks at all variables of the function that the loop mentions.
func (s *splitter) mentions(totals map[types.Object]bool, added map[*ast.Ident]bool) (x *Fault) {
	say := func(n ast.Node, hint, format string, args ...any) {
		if x == nil {
			x = at(n, hint, format, args...)
		}
	}
	own := map[*ast.Ident]bool{} // x and i in x[i]
	known := map[types.Object]bool{}
	ast.Inspect(s.body, func(n ast.Node) bool {
		if e, ok := n.(*ast.IndexExpr); ok && s.index != nil && s.object(e.Index) == s.index && s.examples(e.X) != nil {
			own[ast.Unparen(e.X).(*ast.Ident)], own[ast.Unparen(e.Index).(*ast.Ident)] = true, true
		}
		if s.isLen(n) {
			say(n, "divide by it after the loop, where all examples are there",
				"the loop reads how many examples there are, and they come one by one")
		}
		id, ok := n.(*ast.Ident)
		if !ok || own[id] || x != nil {
			return x == nil
		}
		o := s.object(id)
		v, isVar := o.(*types.Var)
		switch {
		case o == nil || isVar && v.IsField():
		case isVar && s.over[v]:
			say(id, "take what belongs to one example into its element of the slice",
				"the loop reads other examples than the one whose turn it is")
		case o == s.index:
			say(id, "give each example what it needs in a field, or in a slice of its own in over=",
				"the loop uses the number of the example, and examples come in any order")
		case totals[o]:
			if !added[id] {
				say(id, "read it after the loop",
					"the loop reads %s, which it adds to: it depends on the examples before", o.Name())
			}
		case s.counts[o]:
			say(id, "divide by it after the loop, where all examples are there",
				"the loop reads how many examples there are, and they come one by one")
		case isVar && s.ofFunction(o) && !s.inside(o) && !s.isParam(v) && !known[o]:
			known[o] = true
			s.locals = append(s.locals, v)
		}
		return x == nil
	})
	for _, v := range s.totals {
		if s.isParam(v) {
			say(s.loop, "add to a variable that is declared before the loop", "the loop adds to a parameter, %s",
				v.Name())
		}
	}
	ast.Inspect(s.d.Decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			ast.Inspect(n, func(m ast.Node) bool {
				if id, ok := m.(*ast.Ident); ok && totals[s.object(id)] {
					say(id, "add to it in the loop itself",
						"a function that is made in %s uses %s, which the loop adds to",
						s.d.Object.Name(), id.Name)
				}
				return true
			})
		case *ast.UnaryExpr:
			if n.Op == token.AND && totals[s.object(n.X)] {
				say(n, "use the variable itself", "the address of %s is taken, which the loop adds to",
					s.object(n.X).Name())
			}
		}
		return x == nil
	})
	return x
}

// isParam reports whether a variable is a parameter or the receiver.
func (s *splitter) isParam(v *types.Var) bool {
	for _, p := range s.params {
		if p == v {
			return true
		}
	}
	return false
}
