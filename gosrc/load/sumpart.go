package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// declarePart makes what one example adds, of the body of the loop, or what slices of examples add, of the loop.
func (s *splitter) declarePart() *Fault {
	locals, x := s.vars(s.out.Locals, s.locals, called)
	if x != nil {
		return x
	}
	results, x := s.vars(s.out.Totals, s.totals, called)
	if x != nil {
		return x
	}
	s.number = false
	given, over := s.heads()
	loop, suffix := s.loop, "All"
	if s.label != nil {
		loop = s.label
	}
	copied := []ast.Stmt{}
	if s.single {
		suffix = "Part"
		if x := s.elements(over); x != nil {
			return x
		}
		copied = append(copied, s.onceBody())
	} else {
		copied = s.clones([]ast.Stmt{loop})
	}
	body := slices.Concat(s.clones(s.fixed), s.unused(s.fixed, s.reads(s.loop)), copied,
		[]ast.Stmt{&ast.ReturnStmt{Return: s.d.Decl.Pos()}})
	part := s.define(suffix, slices.Concat(given, locals, over), results, body)
	if s.single {
		s.out.Part = part
	} else {
		s.out.All = part
	}
	wrt := s.wrt()
	for _, v := range s.out.Locals {
		if v.Active {
			wrt = append(wrt, s.path(v.Name))
		}
	}
	s.ask(part, wrt)
	part.VJP.Own, part.VJP.Adds = true, !s.d.Reproducible && !s.d.Second
	if s.d.Second {
		var of []string
		for _, t := range s.out.Totals {
			if t.real() && t.Active {
				of = append(of, t.Name)
			}
		}
		s.second(part, wrt, of)
	}
	return nil
}

// elements gives parameters the types of one example.
func (s *splitter) elements(over []*ast.Field) *Fault {
	k := 0
	for _, v := range s.params {
		if !s.over[v] {
			continue
		}
		f := over[k]
		k++
		if a, ok := f.Type.(*ast.ArrayType); ok {
			f.Type = a.Elt
			continue
		}
		t, x := s.typeExpr(s.declared(v), "an element of "+v.Name(), v.Type().Underlying().(*types.Slice).Elem())
		if x != nil {
			return x
		}
		f.Type = t
	}
	return nil
}

// onceBody is the body of the loop for one example, which has the name of the slice. Where it leaves the example out,
// the function returns what it has added; where a total cannot be returned there, as something else has its name, the
// body stays in a loop that runs once.
func (s *splitter) onceBody() ast.Stmt {
	skips := s.skips()
	if s.returning = map[ast.Node]bool{}; !s.shadowed() {
		s.returning = skips
	}
	body := s.cutBody()
	if s.element != nil {
		pos := s.body.Lbrace
		name := func(name string) []ast.Expr { return []ast.Expr{&ast.Ident{Name: name, NamePos: pos}} }
		slice := s.examples(s.loop.(*ast.RangeStmt).X)
		first := &ast.AssignStmt{Lhs: name(s.element.Name()), TokPos: pos, Tok: token.DEFINE, Rhs: name(slice.Name())}
		body.List = slices.Concat([]ast.Stmt{first}, body.List)
	}
	if len(skips) == len(s.returning) {
		return body
	}
	once := &ast.RangeStmt{For: s.loop.Pos(), TokPos: s.loop.Pos(), Range: s.loop.Pos(),
		X: &ast.BasicLit{ValuePos: s.loop.Pos(), Kind: token.INT, Value: "1"}, Body: body}
	if s.label != nil {
		label := &ast.Ident{Name: s.label.Label.Name, NamePos: s.label.Pos()}
		return &ast.LabeledStmt{Label: label, Colon: s.label.Colon, Stmt: once}
	}
	return once
}

// skips are the places at which the loop over the examples leaves one out.
func (s *splitter) skips() map[ast.Node]bool {
	out := map[ast.Node]bool{}
	var look func(n ast.Node, inner bool)
	look = func(n ast.Node, inner bool) {
		ast.Inspect(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.FuncLit:
				return false
			case *ast.BranchStmt:
				if m.Tok == token.CONTINUE && (m.Label == nil && !inner ||
					m.Label != nil && s.label != nil && m.Label.Name == s.label.Label.Name) {
					out[m] = true
				}
			case *ast.ForStmt, *ast.RangeStmt:
				if m != n {
					look(m, true)
					return false
				}
			}
			return true
		})
	}
	look(s.body, false)
	return out
}

// shadowed reports whether the loop declares something that has the name of a total.
func (s *splitter) shadowed() (found bool) {
	ast.Inspect(s.loop, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && s.info.Defs[id] != nil &&
			slices.ContainsFunc(s.totals, func(v *types.Var) bool { return v.Name() == id.Name }) {
			found = true
		}
		return !found
	})
	return found
}

// evenAlone reports whether examples that may differ in length have no rows that do, each by itself.
func (s *splitter) evenAlone(w Word) bool {
	i := slices.IndexFunc(s.params, func(v *types.Var) bool { return v.Name() == w.Text })
	return i >= 0 && s.over[s.params[i]] &&
		!holdsRows(s.params[i].Type().Underlying().(*types.Slice).Elem(), false, map[types.Type]bool{})
}
