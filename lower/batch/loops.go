package batch

import (
	"strconv"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// The number of iterations that run together in a loop over unit vectors, and the largest number of them where it is
// known.
const (
	loopLanes = 4
	mostLanes = 8
	mostNodes = 4000 // of a body
)

// UnitLoops runs loops over unit vectors for some of them at once: the law of [Func], for a loop whose iterations do
// not meet.
//
//	for i < n {                        var m int = idiv(n, 4)
//	  var e []real = new(n)            for c < m {
//	  e[i] += 1.0                        var i1 int = c * 4; var i2 int = c * 4 + 1 …
//	  …                          →       var e1 []real = new(n) …
//	  for j < n { jac[i][j] = … }        for j < n { jac[i1][j], jac[i2][j] … = …, … }
//	}                                  }
//	                                   for r < n - 4 * m { … as before, at i = 4 * m + r }
//
// A loop over unit vectors makes an array of zeros and adds a constant to the element at the index of the loop. What it
// writes is its own, or the part of an array at that index; it uses no cells. callee names functions that are made for
// calls in such loops; nil takes the hint. It takes time linear in the program, and as [Func] in loops that it changes.
func UnitLoops(p *loop.Program, callee func(hint string) string) {
	for _, f := range p.Funcs[:len(p.Funcs):len(p.Funcs)] {
		u := &unitLoops{p: p, f: f, callee: callee}
		u.block(&f.Body)
	}
}

type unitLoops struct {
	p      *loop.Program
	f      *loop.Func
	callee func(hint string) string
	all    map[*loop.Func]*aliases // once they are needed
}

func (u *unitLoops) block(b *[]loop.Stmt) {
	out := make([]loop.Stmt, 0, len(*b))
	for _, s := range *b {
		if l, ok := s.(*loop.For); ok {
			if more := u.loop(l); more != nil {
				out = append(out, more...)
				continue
			}
		}
		loop.Blocks(s, u.block)
		out = append(out, s)
	}
	*b = out
}

// loop are the statements in the place of a loop, or nil.
func (u *unitLoops) loop(l *loop.For) []loop.Stmt {
	if l.Vector || l.Down || !l.N.IsAtom() || !unitVectors(l) || l.N.IsConst() && l.N.I < 2 {
		return nil
	}
	if u.all == nil {
		u.all = summarise(reachable(u.f))
	}
	b := newBody(l, u.all)
	if !b.ok || !u.apart(b) {
		return nil
	}
	lanes := int64(loopLanes)
	if l.N.IsConst() && l.N.I <= mostLanes {
		lanes = l.N.I
	}
	var m *loop.Expr
	var out []loop.Stmt
	whole := l.N.IsConst() && l.N.I%lanes == 0
	if l.N.IsConst() {
		m = loop.IntConst(l.N.I / lanes)
	} else {
		v := loop.NewVar("m", loop.IntType)
		out = append(out, &loop.Let{Var: v, Rhs: loop.Div(syntax.MustOp("idiv"), l.N, loop.IntConst(lanes), "")})
		m = loop.Use(v)
	}
	out = append(out, u.together(b, l, m, int(lanes)))
	if whole {
		return out
	}
	r := loop.NewVar(l.Var.Name, loop.IntType)
	first := loop.Mul(m, loop.IntConst(lanes))
	rest := append([]loop.Stmt{&loop.Let{Var: l.Var, Rhs: loop.Add(first, loop.Use(r))}}, l.Body...)
	return append(out, &loop.For{Var: r, N: loop.Sub(l.N, first), Body: rest})
}

// unitVectors reports whether a loop makes an array of zeros in which it writes a constant at its index.
func unitVectors(l *loop.For) bool {
	zeros := map[*loop.Var]bool{}
	found, nodes := false, 0
	loop.Walk(l.Body, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { nodes += int((*e).Size) })
	})
	at := func(p, e *loop.Expr) {
		if p.Kind == loop.IndexExpr && p.Args[0].Kind == loop.VarExpr && zeros[p.Args[0].Var] &&
			p.Args[1].IsVar(l.Var) && e.IsConst() {
			found = true
		}
	}
	for _, s := range l.Body {
		switch s := s.(type) {
		case *loop.Alloc:
			zeros[s.Var] = !s.Dirty && s.Var.Type == loop.RealType.Array()
		case *loop.AddTo:
			at(s.Lhs, s.Rhs)
		case *loop.Assign:
			if len(s.Lhs) == 1 {
				at(s.Lhs[0], s.Rhs[0])
			}
		}
	}
	return found && nodes <= mostNodes
}

// apart reports whether iterations do not meet: what they write in an array from outside is a part of their own, and
// nothing else sees it.
func (u *unitLoops) apart(b *body) bool {
	c := u.all[u.f].classes(nil)
	regular := u.regular()
	for _, q := range u.f.Params { // rows of the caller are apart
		regular[q.Var] = q.Out
	}
	for _, v := range b.outside {
		if !b.written[v] {
			continue
		}
		if b.read[v] || !regular[v] {
			return false
		}
		for _, w := range b.outside {
			if w != v && w.Type.IsArray() && c.Find(w) == c.Find(v) {
				return false
			}
		}
	}
	return true
}

// regular finds the arrays whose rows are equally long.
func (u *unitLoops) regular() map[*loop.Var]bool {
	out := map[*loop.Var]bool{}
	loop.Walk(u.f.Body, func(s loop.Stmt) {
		if a, ok := s.(*loop.Alloc); ok {
			out[a.Var] = len(a.Dims) == int(a.Var.Type.Rank)
		}
	})
	loop.Walk(u.f.Body, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Assign:
			for _, l := range s.Lhs {
				if l.Type.IsArray() {
					delete(out, l.Root())
				}
			}
		case *loop.Append:
			delete(out, s.Var)
		}
	})
	return out
}

// together is the loop for full groups of iterations.
func (u *unitLoops) together(b *body, l *loop.For, m *loop.Expr, lanes int) loop.Stmt {
	f := &loop.Func{Name: u.f.Name, Body: l.Body}
	for _, v := range b.outside {
		f.Params = append(f.Params, loop.Param{Var: v})
	}
	f.Params = append(f.Params, loop.Param{Var: l.Var})
	bt := newBatcher(f)
	bt.fixed, bt.regular = b.outer, u.regular()
	key := make([]marks, len(f.Params))
	key[len(key)-1] = varying
	in := bt.instance(f, key)
	bt.solve()
	mk := &maker{batcher: bt, o: Options{Lanes: lanes, Callee: u.callee}, prog: u.p, made: map[*instance]*Result{}}
	e := &emitter{maker: mk, in: in, lanes: map[*loop.Var][]*loop.Var{}}
	for _, v := range b.outside {
		e.lanes[v] = []*loop.Var{v}
	}
	c := loop.NewVar("c", loop.IntType)
	out := &loop.For{Var: c, N: m}
	for k := range lanes {
		v := loop.NewVar(l.Var.Name+strconv.Itoa(k+1), loop.IntType)
		at := loop.Add(loop.Mul(loop.Use(c), loop.IntConst(int64(lanes))), loop.IntConst(int64(k)))
		out.Body = append(out.Body, &loop.Let{Var: v, Rhs: at})
		e.lanes[l.Var] = append(e.lanes[l.Var], v)
	}
	out.Body = append(out.Body, e.block(l.Body)...)
	u.p.Funcs = append(u.p.Funcs, mk.callees...)
	return out
}
