package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
)

// A Gauss–Newton matrix is the Hessian where what the model gives counts as linear in the parameters. The user names
// it: variables of the loop. After the last statement that sets one of them, part calls a function that gives what it
// is given, and whose tangent is a constant for the second derivative ([Cut]). So the matrix is Jᵀ·H·J, with J the
// Jacobian of these variables and H the Hessian of all that is computed of them. That is only so if the statements after it read
// the parameters in no other way.

// findCut finds the place in the loop.
func (s *splitter) findCut() *Fault {
	if !s.d.GaussNewton {
		return nil
	}
	declared := map[string]*types.Var{}
	var names []string
	declare := func(x ast.Expr) {
		if id, ok := x.(*ast.Ident); ok {
			if v, ok := s.info.Defs[id].(*types.Var); ok && v.Name() != "_" {
				declared[v.Name()] = v
				names = append(names, v.Name())
			}
		}
	}
	for _, st := range s.body.List {
		switch st := st.(type) {
		case *ast.AssignStmt:
			for _, x := range st.Lhs {
				declare(x)
			}
		case *ast.DeclStmt:
			for _, spec := range st.Decl.(*ast.GenDecl).Specs {
				if spec, ok := spec.(*ast.ValueSpec); ok {
					for _, id := range spec.Names {
						declare(id)
					}
				}
			}
		}
	}
	for _, w := range s.d.Outputs {
		v := declared[w.Text]
		switch {
		case v == nil:
			return w.nearest(names, "name a variable that the loop declares, not in a block within it",
				"the loop over the examples declares no variable %s", w.Text)
		case slices.Contains(s.outputs, v):
			return w.fault("leave one of them out", "%s is given twice", w.Text).
				offer("leave the second one out", w.out())
		case !varies(v.Type(), map[types.Type]bool{}) || !s.active[v]:
			return w.fault("name what the model gives for an example", "%s does not depend on what the products are by",
				w.Text)
		case holdsRows(v.Type(), false, map[types.Type]bool{}):
			return w.fault("put them into one slice, one row after the other",
				"%s, of type %s, has rows that may differ in length", w.Text, s.d.text(v.Type()))
		}
		s.outputs = append(s.outputs, v)
	}
	for i, st := range s.body.List {
		if s.sets(st) {
			s.linear = i + 1
		}
	}
	return s.aroundCut()
}

// aroundCut looks at what stands before the cut, which must add nothing up, and after it.
func (s *splitter) aroundCut() (x *Fault) {
	last := s.d.Outputs
	say := func(n ast.Node, hint, format string, args ...any) {
		if x == nil {
			x = at(n, hint, format, args...)
		}
	}
	for i, st := range s.body.List {
		ast.Inspect(st, func(n ast.Node) bool {
			if e, ok := n.(*ast.SelectorExpr); ok && s.constantField(e) {
				return false
			}
			id, ok := n.(*ast.Ident)
			if !ok {
				return x == nil
			}
			v, ok := s.object(id).(*types.Var)
			if !ok || !s.active[v] || slices.Contains(s.outputs, v) {
				return true
			}
			total := slices.Contains(s.totals, v)
			switch {
			case i < s.linear && total:
				say(id, "add to it in a statement of its own, after the last one that sets what outputs= names",
					"the loop adds to %s before all of outputs=%s is set", v.Name(), text(last))
			case i >= s.linear && !total && (v.Pos() < s.body.List[s.linear-1].End() || v.Pos() >= s.loop.End()):
				say(id, s.toName(v, text(last)),
					"the loss after outputs=%s reads %s, which depends on what the products are by, too", text(last),
					v.Name())
			}
			return true
		})
	}
	return x
}

// toName is what to do about a variable that the loss reads, beside the outputs.
func (s *splitter) toName(v *types.Var, outputs string) string {
	_, literal := v.Type().Underlying().(*types.Signature)
	switch {
	case literal:
		return "let it take what it reads as a parameter, and name that: outputs=" + outputs + ",…"
	case s.inside(v):
		return "name it, too: outputs=" + outputs + "," + v.Name()
	}
	return "copy what is read of it to a variable of the loop before that, and name that, too: u := …, outputs=" +
		outputs + ",u; what does not depend on the example can be added after the loop"
}

// text is a list of words as it is written.
func text(words []Word) string {
	out := ""
	for i, w := range words {
		if i > 0 {
			out += ","
		}
		out += w.Text
	}
	return out
}

// constantField reports whether an expression is a field of a parameter, and wrt= names others of its fields only.
func (s *splitter) constantField(e *ast.SelectorExpr) bool {
	var names []string
	var x ast.Expr = e
	for {
		sel, ok := ast.Unparen(x).(*ast.SelectorExpr)
		if !ok {
			break
		}
		chosen := s.info.Selections[sel]
		if chosen == nil || chosen.Kind() != types.FieldVal || embeds(chosen.Recv()) {
			return false
		}
		names, x = append(names, sel.Sel.Name), sel.X
	}
	v, ok := s.object(x).(*types.Var)
	if !ok || !s.isParam(v) || len(s.d.Wrt) == 0 {
		return false
	}
	names = append(names, v.Name())
	slices.Reverse(names)
	for _, path := range s.d.Wrt {
		same := 0
		for same < len(path) && same < len(names) && path[same].Text == names[same] {
			same++
		}
		if same == len(path) || same == len(names) { // one is a part of the other
			return false
		}
	}
	return true
}

// embeds reports whether a struct, or what a pointer leads to, has fields that may go by other names.
func embeds(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	u, ok := t.Underlying().(*types.Struct)
	if !ok {
		return true
	}
	for f := range u.Fields() {
		if f.Embedded() {
			return true
		}
	}
	return false
}

// declareCuts makes the functions that are called at the cut.
func (s *splitter) declareCuts() *Fault {
	for i, v := range s.outputs {
		t, x := s.typeExpr(s.body, v.Name(), v.Type())
		if x != nil {
			return s.d.Outputs[i].fault(
				"declare the type at the level of the package, and import its package in the file",
				"%s is of type %s, which the file cannot name outside of %s", v.Name(), s.d.text(v.Type()),
				s.d.Object.Name())
		}
		param, result := &ast.Field{Names: []*ast.Ident{s.id("x")}, Type: t}, &ast.Field{Type: cloned(s.cloner, t)}
		suffix := "Cut"
		if i > 0 {
			suffix += strconv.Itoa(i + 1)
		}
		decl := s.define(suffix, []*ast.Field{param}, []*ast.Field{result},
			[]ast.Stmt{&ast.ReturnStmt{Return: s.d.Decl.Pos(), Results: []ast.Expr{s.id("x")}}}).Decl
		decl.Doc = &ast.CommentGroup{List: []*ast.Comment{{Slash: s.d.Decl.Pos(), Text: prefix + string(Cut)}}}
		s.out.Cuts = append(s.out.Cuts, decl)
	}
	return nil
}

// cutBody is a copy of the body of the loop, with calls of these functions.
func (s *splitter) cutBody() *ast.BlockStmt {
	before, after := s.body.List[:s.linear], s.body.List[s.linear:]
	id := func(name string) *ast.Ident { return &ast.Ident{Name: name, NamePos: before[s.linear-1].End()} }
	var calls []ast.Stmt
	for i, v := range s.outputs {
		pos := id("").NamePos
		calls = append(calls, &ast.AssignStmt{Lhs: []ast.Expr{id(v.Name())}, TokPos: pos, Tok: token.ASSIGN,
			Rhs: []ast.Expr{&ast.CallExpr{Fun: id(s.out.Cuts[i].Name.Name), Lparen: pos, Args: []ast.Expr{id(v.Name())},
				Rparen: pos}}})
	}
	return &ast.BlockStmt{Lbrace: s.body.Lbrace, List: slices.Concat(s.clones(before), calls, s.clones(after)),
		Rbrace: s.body.Rbrace}
}
