package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// declare makes the three functions and what asks for their VJPs.
func (s *splitter) declare() *Fault {
	d := s.d
	s.out = &SumOver{Directive: d}
	s.count = s.fresh("n")
	for i, v := range s.params {
		name := v.Name()
		if name == "" || name == "_" {
			name = s.fresh("p")
			if i > 0 {
				name = s.fresh("p" + string(rune('0'+i%10)))
			}
		}
		s.out.Params = append(s.out.Params, SumParam{Name: name, Over: s.over[v]})
	}
	isActive := func(v *types.Var) bool { return s.active[v] && varies(v.Type(), map[types.Type]bool{}) }
	for _, v := range s.locals {
		s.out.Locals = append(s.out.Locals, SumVar{Name: v.Name(), Type: v.Type(), Active: isActive(v)})
	}
	for _, v := range s.totals {
		s.out.Totals = append(s.out.Totals, SumVar{Name: v.Name(), Type: v.Type(), Active: isActive(v)})
	}
	if !slices.ContainsFunc(s.out.Totals, func(t SumVar) bool { return t.Active }) {
		y := at(s.loop, "", "nothing that the loop adds up depends on what the gradient is by")
		y.End = s.body.Pos()
		return y
	}
	if d.Second { // what is before the loop is computed in it, so that its second derivatives need no place
		s.fixed = s.inOrder(s.fixed, s.before)
		s.locals, s.out.Locals = nil, nil
	}
	if x := s.declareBefore(); x != nil {
		return x
	}
	if x := s.declareCuts(); x != nil {
		return x
	}
	for _, s.single = range []bool{true, false} {
		if s.single || !d.Reproducible {
			if x := s.declarePart(); x != nil {
				return x
			}
		}
	}
	return s.declareAfter()
}

// inOrder are statements of two lists in the order of the text, each once.
func (s *splitter) inOrder(a, b []ast.Stmt) []ast.Stmt {
	out := slices.Concat(a, b)
	slices.SortFunc(out, func(a, b ast.Stmt) int { return int(a.Pos() - b.Pos()) })
	return slices.Compact(out)
}

// second asks for products of the Hessians of a part with a direction: of each of some results, or of the only one.
func (s *splitter) second(part *SumPart, wrt []Path, of []string) {
	first := part.VJP
	part.VJP = nil
	for i, r := range of {
		d := *first
		d.Verb, d.Wrt, d.Name = HVP, wrt, part.Decl.Name.Name+"HVP"
		if r != "" {
			d.Of = Word{r, s.d.Pos, s.d.End}
		}
		if i > 0 {
			d.Name += string(rune('1' + i))
		}
		part.HVPs = append(part.HVPs, &d)
	}
}

// fresh is a name that the function does not use.
func (s *splitter) fresh(name string) string {
	used := map[string]bool{}
	ast.Inspect(s.d.Decl, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			used[id.Name] = true
		}
		return true
	})
	for used[name] {
		name += "_"
	}
	return name
}

// function is the name of a part.
func (s *splitter) function(suffix string) string {
	name := lower(strings.TrimSuffix(s.d.Name, "Sum")) + suffix
	for s.p.declared(name) != nil || s.p.declared(name+"VJP") != nil {
		name += "_"
	}
	return name
}

// id is an identifier of ours, at the user's directive.
func (s *splitter) id(name string) *ast.Ident { return &ast.Ident{Name: name, NamePos: s.d.Decl.Pos()} }

// headsGiven are the parameters of F that hold no examples.
func (s *splitter) headsGiven() []*ast.Field {
	given, _ := s.heads()
	return given
}

// replaced puts what the parts know into the place of the number of examples, and of an example.
func (s *splitter) replaced(n ast.Node) ast.Node {
	if e, ok := n.(*ast.IndexExpr); ok && s.single && s.index != nil && s.object(e.Index) == s.index {
		if v := s.examples(e.X); v != nil {
			return &ast.Ident{Name: v.Name(), NamePos: e.Pos()}
		}
	}
	if s.single && s.returning[n] {
		return &ast.ReturnStmt{Return: n.Pos()}
	}
	if n == s.body && s.linear > 0 {
		return s.cutBody()
	}
	if s.number && s.isLen(n) {
		return &ast.Ident{Name: s.count, NamePos: n.Pos()}
	}
	if id, ok := n.(*ast.Ident); ok && !s.number {
		if o := s.object(id); o != nil && s.counts[o] { // the head of the loop is all that reads it
			at := func(name string) *ast.Ident { return &ast.Ident{Name: name, NamePos: id.Pos()} }
			return &ast.CallExpr{Fun: at("len"), Lparen: id.Pos(), Args: []ast.Expr{at(s.first.Name())},
				Rparen: id.Pos()}
		}
	}
	return nil
}

// heads are the parameters of F that hold no examples, and those that do.
func (s *splitter) heads() (given, over []*ast.Field) {
	k := 0
	add := func(list *ast.FieldList) {
		if list == nil {
			return
		}
		for _, f := range list.List {
			for range max(1, len(f.Names)) {
				p := s.out.Params[k]
				k++
				t := cloned(s.cloner, f.Type)
				if e, ok := t.(*ast.Ellipsis); ok {
					t = &ast.ArrayType{Lbrack: e.Pos(), Elt: e.Elt}
				}
				field := &ast.Field{Names: []*ast.Ident{s.id(p.Name)}, Type: t}
				if p.Over {
					over = append(over, field)
				} else {
					given = append(given, field)
				}
			}
		}
	}
	add(s.d.Decl.Recv)
	add(s.d.Decl.Type.Params)
	return given, over
}

// vars are fields for variables; names says whether they are named.
func (s *splitter) vars(vars []SumVar, objects []*types.Var, names func(SumVar) string) ([]*ast.Field, *Fault) {
	var out []*ast.Field
	for i, v := range vars {
		t, x := s.typeExpr(s.place(objects[i]), v.Name, v.Type)
		if x != nil {
			return nil, x
		}
		f := &ast.Field{Type: t}
		if n := names(v); n != "" {
			f.Names = []*ast.Ident{s.id(n)}
		}
		out = append(out, f)
	}
	return out, nil
}

// place is where a variable is declared, as syntax.
func (s *splitter) place(v *types.Var) ast.Node {
	if k := s.declares(v); k >= 0 {
		return s.pre[k]
	}
	return s.d.Decl.Name
}

func called(v SumVar) string   { return v.Name }
func unnamed(SumVar) string    { return "" }
func (v SumVar) real() bool    { return types.Identical(types.Unalias(v.Type), types.Typ[types.Float64]) }
func (v SumVar) total() string { return v.Name + "Total" }

// define is a function of the package.
func (s *splitter) define(suffix string, params, results []*ast.Field, body []ast.Stmt) *SumPart {
	decl := &ast.FuncDecl{
		Name: s.id(s.function(suffix)),
		Type: &ast.FuncType{Func: s.d.Decl.Pos(), Params: &ast.FieldList{List: params},
			Results: &ast.FieldList{List: results}},
		Body: &ast.BlockStmt{Lbrace: s.d.Decl.Body.Lbrace, List: body, Rbrace: s.d.Decl.Body.Rbrace},
	}
	return &SumPart{Decl: decl}
}

// ask makes the directive for the VJP of a part by some of its parameters.
func (s *splitter) ask(part *SumPart, wrt []Path) {
	if len(wrt) == 0 {
		return
	}
	d := &Directive{Verb: VJP, Pos: s.d.Pos, End: s.d.End, File: s.f, Wrt: wrt, Name: part.Decl.Name.Name + "VJP",
		Decl: part.Decl,
		Node: part.Decl, Hidden: s.d.Name, named: true}
	for _, w := range s.d.Ragged {
		first := w.split(".")[0].Text
		for _, f := range part.Decl.Type.Params.List {
			if f.Names[0].Name == first && !(part == s.out.Part && s.evenAlone(w)) {
				d.Ragged = append(d.Ragged, w)
			}
		}
	}
	part.VJP = d
}

// wrt are the paths that the derivative is by.
func (s *splitter) wrt() (out []Path) {
	if len(s.d.Wrt) > 0 {
		return slices.Clone(s.d.Wrt)
	}
	for i, v := range s.params {
		if s.active[v] && !s.over[v] {
			out = append(out, s.path(s.out.Params[i].Name))
		}
	}
	return out
}

func (s *splitter) path(name string) Path { return Path{{Text: name, Pos: s.d.Pos, End: s.d.End}} }

// copies are copies of statements.
func (s *splitter) clones(list []ast.Stmt) (out []ast.Stmt) {
	for _, st := range list {
		out = append(out, cloned(s.cloner, st))
	}
	return out
}

// unused are assignments that let Go compile variables which some statements declare, and nothing reads.
func (s *splitter) unused(list []ast.Stmt, read map[types.Object]bool) (out []ast.Stmt) {
	mentioned := map[*types.Var]int{}
	for _, st := range list {
		ast.Inspect(st, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if v, ok := s.object(id).(*types.Var); ok {
					mentioned[v]++
				}
			}
			return true
		})
	}
	for _, st := range list {
		var names []ast.Expr
		switch st := st.(type) {
		case *ast.AssignStmt:
			if st.Tok == token.DEFINE {
				names = st.Lhs
			}
		case *ast.DeclStmt:
			for _, spec := range st.Decl.(*ast.GenDecl).Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && st.Decl.(*ast.GenDecl).Tok == token.VAR {
					for _, id := range v.Names {
						names = append(names, id)
					}
				}
			}
		}
		for _, x := range names {
			v, ok := s.object(x).(*types.Var)
			if ok && v.Name() != "_" && mentioned[v] == 1 && !read[v] {
				out = append(out, &ast.AssignStmt{Lhs: []ast.Expr{s.id("_")}, TokPos: s.d.Decl.Pos(), Tok: token.ASSIGN,
					Rhs: []ast.Expr{s.id(v.Name())}})
			}
		}
	}
	return out
}

// declareBefore makes what depends on the parameters alone.
func (s *splitter) declareBefore() *Fault {
	if len(s.locals) == 0 {
		return nil
	}
	results, x := s.vars(s.out.Locals, s.locals, unnamed)
	if x != nil {
		return x
	}
	s.number = true
	read := map[types.Object]bool{}
	ret := &ast.ReturnStmt{Return: s.d.Decl.Pos()}
	for _, v := range s.locals {
		read[v] = true
		ret.Results = append(ret.Results, s.id(v.Name()))
	}
	body := slices.Concat(s.clones(s.before), s.unused(s.before, read), []ast.Stmt{ret})
	s.out.Before = s.define("Before", s.headsGiven(), results, body)
	if slices.ContainsFunc(s.out.Locals, func(v SumVar) bool { return v.Active }) {
		s.ask(s.out.Before, s.wrt())
	}
	return nil
}

// declareAfter makes what becomes of the sums.
func (s *splitter) declareAfter() *Fault {
	names := make([]string, len(s.totals))
	for i := range s.totals {
		names[i] = s.fresh(s.out.Totals[i].total())
	}
	k := -1
	totals, x := s.vars(s.out.Totals, s.totals, func(SumVar) string { k++; return names[k] })
	if x != nil {
		return x
	}
	s.number = true
	count := &ast.Field{Names: []*ast.Ident{s.id(s.count)}, Type: s.id("int")}
	var adds []ast.Stmt
	for i, v := range s.totals {
		adds = append(adds, &ast.AssignStmt{Lhs: []ast.Expr{s.id(v.Name())}, TokPos: s.d.Decl.Pos(),
			Tok: token.ADD_ASSIGN,
			Rhs: []ast.Expr{s.id(names[i])}})
	}
	read := map[types.Object]bool{}
	for _, st := range s.post {
		for o := range s.reads(st) {
			read[o] = true
		}
	}
	for _, v := range s.totals {
		read[v] = false // += alone does not use a variable
	}
	for _, st := range s.post {
		for o := range s.reads(st) {
			read[o] = true
		}
	}
	result := s.d.Decl.Type.Results.List[0]
	results := []*ast.Field{{Type: cloned(s.cloner, result.Type)}}
	for _, id := range result.Names {
		results[0].Names = append(results[0].Names, s.id(id.Name))
	}
	body := slices.Concat(s.clones(s.rest), adds, s.unused(s.rest, read), s.clones(s.post))
	s.out.After = s.define("After", slices.Concat(s.headsGiven(), []*ast.Field{count}, totals), results, body)
	wrt := s.wrt()
	for i, v := range s.out.Totals {
		if v.real() && v.Active {
			wrt = append(wrt, s.path(names[i]))
		}
	}
	s.ask(s.out.After, wrt)
	if s.d.Second {
		s.second(s.out.After, wrt, []string{""})
	}
	return nil
}
