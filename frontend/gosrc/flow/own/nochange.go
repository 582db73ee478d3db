package own

import "github.com/seed-4b734f86/gochad/frontend/gosrc/flow"

// noChange leaves out an assignment of what is in places to these places, s.f = s.f or a[i], a[j] = a[i], a[j]. Law: it changes
// nothing, whoever shares the memory; what is left of it is that its indices are in range. It reports false for all others.
// In an assignment that changes something too, an order of stores may show.
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
				out = append(out, &flow.If{Cond: in, Else: []flow.Stmt{&flow.Fail{Msg: "index out of range", At: st.At}}, At: a.At})
			}
		}
	}
	return out, true
}
