package translate

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/mend"
)

// A goto leads to a label in a list of statements around it. Where all lead forward they leave blocks that end at their
// labels. Where one leads back, there is a loop around what stands between the labels, and a number says with which part
// it begins:
//
//	a; L: b; if c { goto M }; d; M: e; if f { goto L }
//
//	⟹	a; k := 0; for { if k <= 0 { b; if c { k = 1; continue }; d }; e; if f { k = 0; continue }; break }

// A gotoLabel is a label in a list of statements.
type gotoLabel struct {
	name        string
	at          int // its place in the list
	first, last int // the places of the statements in the list that have a goto to it
}

// gotoLabels are the labels in a list that some goto leads to, in their order. It takes no time in functions without a
// goto.
func (f *fn) gotoLabels(list []ast.Stmt) (out []gotoLabel) {
	if !f.use.jumps {
		return nil
	}
	for i, s := range list {
		l, ok := s.(*ast.LabeledStmt)
		if !ok || f.reached[l] {
			continue
		}
		g := gotoLabel{name: l.Label.Name, at: i, first: -1}
		for j, t := range list {
			if !hasGoto(t, g.name) {
				continue
			}
			if g.first < 0 {
				g.first = j
			}
			g.last = j
		}
		if g.first >= 0 {
			out = append(out, g)
		}
	}
	return out
}

// hasGoto reports whether a statement has a goto to a label, outside of function literals, whose labels are their own.
func hasGoto(s ast.Stmt, label string) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.GOTO && b.Label.Name == label {
			found = true
		}
		_, lit := n.(*ast.FuncLit)
		return !found && !lit
	})
	return found
}

// jumps translates a list in which gotos lead to labels; false when there are none.
func (f *fn) jumps(list []ast.Stmt) bool {
	labels := f.gotoLabels(list)
	if len(labels) == 0 {
		return false
	}
	if f.reached == nil {
		f.reached = map[*ast.LabeledStmt]bool{}
	}
	back := func(g gotoLabel) bool { return g.last >= g.at }
	if slices.ContainsFunc(labels, back) {
		f.jumpsBack(list, labels)
		return true
	}
	g := labels[len(labels)-1]
	b := &flow.Block{}
	t := f.push(&target{label: gotoTarget(g.name), out: b, next: b, isGoto: true})
	b.Body = f.block(func() { f.stmts(list[:g.at]) })
	f.pop()
	if t.continued { // what stands after the label sees what is declared before it
		f.zeros(list[:g.at])
	}
	f.emitBlock(b, t.continued)
	f.reached[list[g.at].(*ast.LabeledStmt)] = true
	f.stmts(list[g.at:])
	return true
}

// jumpsBack translates a list in which a goto leads back.
func (f *fn) jumpsBack(list []ast.Stmt, labels []gotoLabel) {
	begins := make([]int, 0, len(labels)+1) // where the parts begin that the loop has in it
	enters := slices.ContainsFunc(labels, func(g gotoLabel) bool { return g.first < labels[0].at })
	if enters {
		begins = append(begins, 0)
	} else {
		f.stmts(list[:labels[0].at])
		if f.dead {
			return
		}
	}
	for _, g := range labels {
		begins = append(begins, g.at)
		f.reached[list[g.at].(*ast.LabeledStmt)] = true
	}
	var from *flow.Var
	if len(begins) > 1 {
		from = f.temp("from", flow.Int, list[begins[0]])
		f.assign(flow.Place{Var: from}, intLit(0), list[begins[0]])
	}
	w := &flow.While{Cond: boolLit(true), At: f.at(list[begins[0]])}
	for i, g := range labels {
		f.push(&target{
			label: gotoTarget(g.name), out: w, next: w, isGoto: true, from: from, part: len(begins) - len(labels) + i,
		})
	}
	w.Body = f.block(func() {
		for i, at := range begins {
			part := list[at:]
			if i+1 < len(begins) {
				part = list[at:begins[i+1]]
			}
			if i+1 == len(begins) {
				f.stmts(part)
				break
			}
			st := &flow.If{At: f.at(list[at])}
			st.Cond = f.op("ile", flow.Bool, list[at], load(from), intLit(int64(i)))
			st.Then = f.block(func() { f.stmts(part) })
			f.emit(st)
		}
		if !f.dead {
			f.emit(&flow.Break{Target: w})
		}
	})
	ends := !f.dead
	for range labels {
		f.pop()
	}
	if len(begins) > 1 { // what one part declares, another may use in a later iteration
		f.zeros(list[begins[0]:])
		for _, obj := range f.declaredIn(list[begins[0]:]) {
			if f.use.captured[obj] || f.use.addressed[obj] || f.use.receivers[obj] {
				f.refuse(list[begins[0]], "goto",
					"a goto past %s, of which each time that it is declared makes another one", obj.Name())
			}
		}
	}
	f.emit(w)
	f.dead = !ends
}

// zeros assigns to the variables that a list declares before the statement that it becomes.
func (f *fn) zeros(list []ast.Stmt) {
	for _, obj := range f.declaredIn(list) {
		if v := f.vars[obj]; v != nil && !isOpaque(v.Type) {
			f.assign(flow.Place{Var: v}, zero(v.Type), list[0])
		}
	}
}

// declaredIn are the variables that the statements of a list declare, in that list itself.
func (f *fn) declaredIn(list []ast.Stmt) (out []types.Object) {
	name := func(id *ast.Ident) {
		if obj, ok := f.pkg.Info.Defs[id].(*types.Var); ok {
			out = append(out, obj)
		}
	}
	for _, s := range list {
		for l, ok := s.(*ast.LabeledStmt); ok; l, ok = s.(*ast.LabeledStmt) {
			s = l.Stmt
		}
		switch s := s.(type) {
		case *ast.AssignStmt:
			for _, l := range s.Lhs {
				if id, ok := l.(*ast.Ident); ok && s.Tok == token.DEFINE {
					name(id)
				}
			}
		case *ast.DeclStmt:
			for _, spec := range s.Decl.(*ast.GenDecl).Specs {
				if v, ok := spec.(*ast.ValueSpec); ok {
					for _, id := range v.Names {
						name(id)
					}
				}
			}
		}
	}
	return out
}

// goTo translates a goto, which leads to a label that jumps has come to. Others are refused: to a label outside of the
// body of a loop over an iterator function, say.
func (f *fn) goTo(s *ast.BranchStmt) {
	for _, t := range f.targets {
		if t.label == gotoTarget(s.Label.Name) {
			if t.from != nil {
				f.assign(flow.Place{Var: t.from}, intLit(int64(t.part)), s)
			}
			f.jump(s, jump{token.CONTINUE, t.label})
			return
		}
	}
	f.offer(f.refuse(s, "goto", "a goto statement"), "range over the slice itself",
		func(c *mend.Change) { c.RangeSlices(s) })
}

// gotoTarget names what a goto leads to, apart from what a break or continue names.
func gotoTarget(label string) string { return "goto " + label }
