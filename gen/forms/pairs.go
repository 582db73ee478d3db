package forms

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/gen/elementary"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A pairForm is a function that gives the values of two primitives of one argument for little more than the price of
// one: sin and cos, softplus and its derivative sigmoid.
type pairForm struct {
	name   string
	ops    [2]string
	source string // of a helper; empty for functions of package elementary
}

// pairForms are the forms of two results over their argument itself: of package elementary, or those that compute with
// package math.
func pairForms(ours bool) (out []pairForm) {
	if !ours {
		for _, p := range syntax.GoPairs() {
			out = append(out, pairForm{p.Go.Func, p.Ops, p.Go.Helper})
		}
		return out
	}
	for _, w := range elementary.Wins {
		if len(w.Results) != 2 || len(w.Params) != 1 {
			continue
		}
		f := pairForm{name: w.Func}
		for k, r := range w.Results {
			if n := len(r) - len("("+w.Params[0]+")"); n > 0 && r[n:] == "("+w.Params[0]+")" {
				f.ops[k] = r[:n]
			}
		}
		if f.ops[0] != "" && f.ops[1] != "" {
			out = append(out, f)
		}
	}
	return out
}

// Pairs has the functions of the file compute both values of a pair at once where a block needs both, of a variable
// that keeps its value in between:
//
//	x = x + cos(t)              s, c := sincos(t)
//	…                      →    x = x + c
//	y = y + sin(t)              …
//	                            y = y + s
//
// A value that is needed only in a branch, or only where && or || come to it, is left alone. It takes time linear in
// the program.
func Pairs(p *loop.Program, file *code.File) {
	q := &pairing{file: file, forms: pairForms(file.Elementary), funcs: map[string]*loop.Func{}}
	for _, f := range p.Funcs {
		q.block(&f.Body)
	}
}

type pairing struct {
	file  *code.File
	forms []pairForm
	funcs map[string]*loop.Func // as which the loops call the forms
}

// A wanted pair: the values of one form of one variable, which has changed so many times in the block.
type wanted struct {
	form  *pairForm
	of    *loop.Var
	since int
}

// versions counts how often variables have changed.
type versions map[*loop.Var]int

// block treats a block and returns the variables that it changes.
func (q *pairing) block(b *[]loop.Stmt) []*loop.Var {
	var order []wanted
	first := map[wanted]int{}
	has := map[wanted][2]bool{}
	now := versions{}
	var changed []*loop.Var
	ends := make([]int, len(*b)) // of what a statement has changed, in the list
	for i, s := range *b {
		eachOperand(s, func(e **loop.Expr) {
			q.each(*e, now, func(w wanted, k int) {
				if _, ok := first[w]; !ok {
					first[w] = i
					order = append(order, w)
				}
				h := has[w]
				h[k] = true
				has[w] = h
			})
		})
		start := len(changed)
		switch s := s.(type) {
		case *loop.Assign:
			for _, l := range s.Lhs {
				if l.Kind == loop.VarExpr {
					changed = append(changed, l.Var)
				}
			}
		case *loop.AddTo:
			if s.Lhs.Kind == loop.VarExpr {
				changed = append(changed, s.Lhs.Var)
			}
		}
		loop.Blocks(s, func(c *[]loop.Stmt) { changed = append(changed, q.block(c)...) })
		for _, v := range changed[start:] {
			now[v]++
		}
		ends[i] = len(changed)
	}
	calls := map[int][]loop.Stmt{}
	as := map[wanted][2]*loop.Var{}
	for _, w := range order {
		if has[w] == [2]bool{true, true} {
			vars := [2]*loop.Var{loop.NewVar(w.form.ops[0], loop.RealType), loop.NewVar(w.form.ops[1], loop.RealType)}
			as[w] = vars
			calls[first[w]] = append(calls[first[w]],
				&loop.Call{Vars: vars[:], Func: q.function(w.form), Args: []*loop.Expr{loop.Use(w.of)}})
		}
	}
	if len(as) == 0 {
		return changed
	}
	clear(now)
	out := make([]loop.Stmt, 0, len(*b)+len(as))
	for i, s := range *b {
		out = append(out, calls[i]...)
		eachOperand(s, func(e **loop.Expr) { *e = q.replace(*e, now, as) })
		out = append(out, s)
		start := 0
		if i > 0 {
			start = ends[i-1]
		}
		for _, v := range changed[start:ends[i]] {
			now[v]++
		}
	}
	*b = out
	return changed
}

// eachOperand calls yield with the expressions that a statement reads before anything else happens.
func eachOperand(s loop.Stmt, yield func(e **loop.Expr)) {
	if _, ok := s.(*loop.While); ok {
		return // its condition is read again and again
	}
	loop.Operands(s, func(e **loop.Expr, _ bool) { yield(e) })
}

// match is the pair of which e is a value, and which of the two.
func (q *pairing) match(e *loop.Expr, now versions) (w wanted, k int, ok bool) {
	if e.Kind != loop.PrimExpr || len(e.Args) != 1 || e.Args[0].Kind != loop.VarExpr {
		return w, 0, false
	}
	for i := range q.forms {
		if k := slices.Index(q.forms[i].ops[:], e.Prim.Name); k >= 0 {
			return wanted{&q.forms[i], e.Args[0].Var, now[e.Args[0].Var]}, k, true
		}
	}
	return w, 0, false
}

// each calls yield with the values of pairs that e always needs.
func (q *pairing) each(e *loop.Expr, now versions, yield func(w wanted, k int)) {
	if w, k, ok := q.match(e, now); ok {
		yield(w, k)
		return
	}
	args := e.Args
	if e.Kind == loop.PrimExpr && (e.Prim.Name == "and" || e.Prim.Name == "or") {
		args = args[:1]
	}
	for _, a := range args {
		q.each(a, now, yield)
	}
}

func (q *pairing) replace(e *loop.Expr, now versions, as map[wanted][2]*loop.Var) *loop.Expr {
	if w, k, ok := q.match(e, now); ok {
		if v, ok := as[w]; ok {
			return loop.Use(v[k])
		}
		return e
	}
	return e.MapArgs(func(a *loop.Expr) *loop.Expr { return q.replace(a, now, as) })
}

// function is the form as a function of the loop language.
func (q *pairing) function(f *pairForm) *loop.Func {
	if q.funcs[f.name] == nil {
		if f.source != "" {
			q.file.Helper(f.name, f.source)
		} else {
			q.file.AddElementary(f.name)
		}
		x := loop.NewVar("x", loop.RealType)
		q.funcs[f.name] = &loop.Func{Name: f.name, Params: []loop.Param{{Var: x}}}
	}
	return q.funcs[f.name]
}
