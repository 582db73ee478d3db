package own

import "github.com/seed-4b734f86/gochad/gosrc/flow"

// noChange leaves out an assignment of what is in places to these places, s.f = s.f or a[i], a[j] = a[i], a[j]. Law: it
// changes nothing, whoever shares the memory; what is left of it is that its indices are in range. It reports false for
// all others. In an assignment that changes something too, an order of stores may show.
func noChange(s flow.Stmt) ([]flow.Stmt, bool) {
	a, ok := s.(*flow.Assign)
	if !ok {
		return nil, false
	}
	for i, p := range a.Dst {
		l, ok := a.Src[i].(*flow.Load)
		if !ok || p.Var == nil || !samePlace(p, l.Place) {
			return nil, false
		}
	}
	var out []flow.Stmt
	for _, p := range a.Dst {
		for k, st := range p.Path {
			if st.Kind != flow.StepIndex {
				continue
			}
			n := length(flow.Place{Var: p.Var, Path: p.Path[:k]})
			if in := both(atMost(intLit(0), st.Index), below(st.Index, n)); in != nil {
				out = append(out,
					&flow.If{Cond: in, Else: []flow.Stmt{&flow.Fail{Msg: "index out of range", At: st.At}}, At: a.At})
			}
		}
	}
	return out, true
}

// inTurn makes appends in appends, x = append(append(x, a...), b...), appends one after the other, x = append(x, a...)
// and x = append(x, b...). Law: nothing reads what is between, if what is appended later does not mention x, and no
// pointer leads to x.
func inTurn(body []flow.Stmt) {
	mentioned, addressed := mentions(body), map[*flow.Var]bool{}
	deep(body, func(ss []flow.Stmt) {
		eachOperand(ss, func(e flow.Expr) {
			if a, ok := e.(*flow.Addr); ok {
				addressed[a.Place.Var] = true
			}
		})
	})
	var lists func(ss []flow.Stmt)
	lists = func(ss []flow.Stmt) {
		listInTurn(ss, mentioned, addressed)
		for _, s := range ss {
			for _, b := range flow.Lists(s) {
				lists(b)
			}
		}
	}
	deep(body, lists)
}

// listInTurn is inTurn for one list of statements.
func listInTurn(ss []flow.Stmt, mentioned map[*flow.Var]int, addressed map[*flow.Var]bool) {
	for i := range ss {
		last, ok := ss[i].(*flow.Append)
		if !ok || last.Dst.Var == nil || len(last.Dst.Path) > 0 || addressed[last.Dst.Var] {
			continue
		}
		x := last.Dst.Var
		chain := []*flow.Append{last}
		for k := i; k > 0; k-- {
			t, isLoad := chain[len(chain)-1].Src.(*flow.Load)
			a, isAppend := ss[k-1].(*flow.Append)
			if !isLoad || !isAppend || len(t.Place.Path) > 0 || len(a.Dst.Path) > 0 || t.Place.Var != a.Dst.Var ||
				mentioned[t.Place.Var] != 2 || a.Dst.Var == x {
				break
			}
			chain = append(chain, a)
		}
		first := chain[len(chain)-1]
		from, ok := first.Src.(*flow.Load)
		if len(chain) < 2 || !ok || from.Place.Var != x || len(from.Place.Path) > 0 {
			continue
		}
		apart := true
		for _, a := range chain[:len(chain)-1] {
			apart = apart &&
				mentions([]flow.Stmt{&flow.Append{Src: &flow.Lit{Typ: flow.Int}, Elems: a.Elems,
					Spread: a.Spread}})[x] == 0
		}
		for _, a := range chain {
			if apart {
				a.Dst, a.Src = place(x), load(x)
			}
		}
	}
}
