package syntax

import "testing"

// A copy of the definitions has calls of its own definitions, leaves the old one as it was, and has the bodies without calls in common with it.
func TestCopyDefs(t *testing.T) {
	x, y, dy := NewVar("x", Real), NewVar("y", Real), NewVar("dy", Real)
	leaf := &Def{Name: "leaf", Params: []*Var{x}, Result: Real, Body: Mul(Ref(x), Ref(x))}
	leaf.SetShared()
	f := &Def{Name: "f", Params: []*Var{y}, Result: Real}
	f.Body = NewLet([]Bind{{Var: NewVar("t", Real), Rhs: NewCall(nil, leaf, nil, Ref(y))}}, NewCall(nil, leaf, nil, Ref(y)))
	z := NewVar("z", Real)
	f.Custom = &CustomJVP{Params: []*Var{z}, Tangents: []*Var{dy}, Body: Mul(NewCall(nil, leaf, nil, Ref(z)), Ref(dy))}
	p := &Program{Defs: []*Def{leaf, f}}
	before := ProgramString(p)
	q, defs := p.CopyDefs()
	if err := VerifyProgram(q); err != nil {
		t.Fatal(err)
	}
	if q.Defs[0] != defs[leaf] || q.Defs[1] != defs[f] || defs[leaf] == leaf || defs[f] == f {
		t.Fatal("definitions are not copied")
	}
	if defs[leaf].Body != leaf.Body || !defs[leaf].Shared() {
		t.Error("a body without calls is copied")
	}
	for _, body := range []Term{defs[f].Body, defs[f].Custom.Body} {
		calls := 0
		EachCall(body, func(c *Call) {
			if calls++; c.Def != defs[leaf] {
				t.Error("a call goes to the old definition")
			}
		})
		if calls == 0 {
			t.Error("no calls")
		}
	}
	defs[f].Name, defs[f].Body, defs[f].Custom = "g", Ref(y), nil
	defs[f].Params[0] = z
	if after := ProgramString(p); after != before {
		t.Errorf("the old program has changed:\n%s\nbefore:\n%s", after, before)
	}
}
