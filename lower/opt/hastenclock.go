package opt

import (
	"maps"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Times are in cycles, about those of processors of these years. What does not depend on an iteration before is known long ago,
// and what does not change in the loop longer ago.
const (
	hastenEarly = -1 << 20
	hastenFixed = -1 << 21
	hastenNever = 1 << 30
)

// latency is the time from the operands of an operation to its value.
func latency(e *loop.Expr) int {
	switch e.Kind {
	case loop.IndexExpr, loop.FieldExpr, loop.TagExpr:
		return 5
	case loop.SelectExpr:
		return 2
	case loop.PrimExpr:
	default:
		return 0
	}
	switch e.Prim {
	case syntax.OpAdd, syntax.OpSub, syntax.OpMul:
		return 4
	case syntax.OpNeg:
		return 1
	case syntax.OpDiv:
		return 14
	}
	switch {
	case e.Prim.Name == "sqrt":
		return 18
	case e.Prim.Name == "abs" || e.Type != loop.RealType:
		return 1
	}
	return 40
}

// known is when an expression is known.
func (h *hastener) known(e *loop.Expr, now map[*loop.Var]int) int {
	switch e.Kind {
	case loop.ConstExpr:
		return hastenFixed
	case loop.VarExpr:
		if t, ok := now[e.Var]; ok {
			return t
		}
		if h.inside[e.Var] {
			return hastenEarly
		}
		return hastenFixed
	}
	t := hastenFixed
	if e.ReadsMemory() {
		t = hastenEarly
	}
	for _, a := range e.Args {
		t = max(t, h.known(a, now))
	}
	return t + latency(e)
}

// step notes when the variables that a statement sets are known.
func (h *hastener) step(s loop.Stmt, now map[*loop.Var]int) map[*loop.Var]int {
	set := map[*loop.Var]int{}
	switch s := s.(type) {
	case *loop.Let:
		set[s.Var] = h.known(s.Rhs, now)
	case *loop.Assign:
		for k, l := range s.Lhs {
			if l.Kind == loop.VarExpr {
				set[l.Var] = h.known(s.Rhs[k], now)
			}
		}
	case *loop.AddTo:
		if s.Lhs.Kind == loop.VarExpr {
			set[s.Lhs.Var] = max(h.known(s.Lhs, now), h.known(s.Rhs, now)) + 4
		}
	case *loop.Call, *loop.If:
		t := hastenFixed
		h.reads(s, func(v *loop.Var) { t = max(t, h.known(loop.Use(v), now)) })
		h.writes(s, func(v *loop.Var) { set[v] = max(t, hastenEarly) + opaque(s) })
	}
	for v, t := range set {
		now[v] = t
	}
	return set
}

// opaque is how long a statement takes that is not looked into.
func opaque(s loop.Stmt) int {
	if _, ok := s.(*loop.Call); ok {
		return 40
	}
	return 8
}

func (h *hastener) reads(s loop.Stmt, yield func(v *loop.Var)) {
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { EachRead(*e, yield) })
	})
}

func (h *hastener) writes(s loop.Stmt, yield func(v *loop.Var)) {
	loop.Declared(s, yield)
	for _, v := range h.in.Effects(s).VarList {
		yield(v)
	}
}

// clock runs some iterations, and finds when values are known and when they are due so that the last iteration ends no later.
func (h *hastener) clock() {
	now, ends := map[*loop.Var]int{}, [hastenRuns]int{}
	for v := range h.sets {
		if _, local := h.defs[v]; !local && !h.declares(v) {
			now[v] = 0
		}
	}
	carried := maps.Clone(now)
	var done [hastenRuns][]map[*loop.Var]int
	for k := range hastenRuns {
		if k == hastenRuns/2 {
			h.begin = map[*loop.Var]int{}
			for v := range carried {
				h.begin[v] = now[v]
			}
		}
		for _, s := range h.body {
			done[k] = append(done[k], h.step(s, now))
		}
		ends[k] = hastenFixed
		for v := range carried {
			ends[k] = max(ends[k], now[v])
		}
		for v := range now {
			if _, ok := carried[v]; !ok {
				delete(now, v)
			}
		}
	}
	h.period = ends[hastenRuns-1] - ends[hastenRuns-1-hastenSpan]
	due := map[*loop.Var]int{}
	for v := range carried {
		if now[v] > 0 {
			due[v] = ends[hastenRuns-1]
		}
	}
	for k := hastenRuns - 1; k >= hastenRuns/2; k-- {
		h.due = make([]map[*loop.Var]int, len(h.body))
		for i := len(h.body) - 1; i >= 0; i-- {
			h.due[i] = map[*loop.Var]int{}
			h.back(h.body[i], due, h.due[i])
		}
	}
	h.done = done[hastenRuns/2]
}

// declares reports whether the loop declares a variable that changes.
func (h *hastener) declares(v *loop.Var) bool {
	found := false
	for _, i := range h.sets[v] {
		loop.Declared(h.body[i], func(u *loop.Var) { found = found || u == v })
	}
	for _, s := range h.body {
		loop.Declared(s, func(u *loop.Var) { found = found || u == v })
	}
	return found
}

// back notes when the variables that a statement sets are due, and goes to what it reads.
func (h *hastener) back(s loop.Stmt, due, of map[*loop.Var]int) {
	take := func(v *loop.Var) (int, bool) {
		t, ok := due[v]
		if ok {
			of[v] = t
		}
		return t, ok
	}
	switch s := s.(type) {
	case *loop.Let:
		if t, ok := take(s.Var); ok {
			delete(due, s.Var)
			h.need(s.Rhs, t, due)
		}
	case *loop.Assign:
		for _, l := range s.Lhs {
			if l.Kind == loop.VarExpr {
				take(l.Var)
				delete(due, l.Var)
			}
		}
		for k, l := range s.Lhs {
			if l.Kind == loop.VarExpr {
				if t, ok := of[l.Var]; ok {
					h.need(s.Rhs[k], t, due)
				}
			}
		}
	case *loop.AddTo:
		if s.Lhs.Kind == loop.VarExpr {
			if t, ok := take(s.Lhs.Var); ok {
				due[s.Lhs.Var] = t - 4
				h.need(s.Rhs, t-4, due)
				// It is the expression that is due, and known, before it is added.
				of[s.Lhs.Var] = t
			}
		}
	case *loop.Call, *loop.If:
		first := hastenNever
		h.writes(s, func(v *loop.Var) {
			if t, ok := take(v); ok {
				first = min(first, t)
			}
		})
		if first < hastenNever {
			h.reads(s, func(v *loop.Var) { h.need(loop.Use(v), first-opaque(s), due) })
		}
	}
}

// need notes that an expression is needed at a time.
func (h *hastener) need(e *loop.Expr, t int, due map[*loop.Var]int) {
	if e.Kind == loop.VarExpr {
		if u, ok := due[e.Var]; h.inside[e.Var] && (!ok || t < u) {
			due[e.Var] = t
		}
		return
	}
	t -= latency(e)
	for _, a := range e.Args {
		h.need(a, t, due)
	}
}

// waits reports whether an iteration takes longer than it takes to begin its operations.
func (h *hastener) waits() bool {
	busy := 0 // in quarters of a cycle
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		switch {
		case e.Kind == loop.IndexExpr:
			busy++
		case e.Kind == loop.PrimExpr && latency(e) >= 40:
			busy += 60
		case e.Kind == loop.PrimExpr && e.Type == loop.RealType && latency(e) > 4:
			busy += 16
		case e.Kind == loop.PrimExpr && e.Type == loop.RealType:
			busy += 2
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	loop.Walk(h.body, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { visit(*e) })
		if _, ok := s.(*loop.AddTo); ok {
			busy += 2
		}
	})
	return 4*h.period > busy*hastenSpan
}
