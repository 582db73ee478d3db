package syntax

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/internal/set"
)

// TransposeLinear is the transpose of a linear function: from f : A ⊸ B it makes
// fᵀ : B* ⊸ A* with ⟨f x, y⟩ = ⟨x, fᵀ y⟩, where * is [Dual] (the identity on types
// without powers and copowers). It follows the rules of Coconut Fig. 4 and
// Rose §3.2, on the body of λ̲v. t instead of on combinators: a let-spine is
// walked backwards, each linear variable collecting the contributions to its
// cotangent, which are added up where its binding is reached. What does not
// depend on v is kept and comes first.
//
// f must be well-formed ([Verify]). The result is linear in the size of f in time
// (times the nesting of blocks) and in size, shares no binder with f, and its
// intermediate values are let-bound. The error is a
// [TransposeError]: the application of a linear function that is not written
// out as λ̲ inside f has no transpose here, and neither has an asserted λ̲.
func TransposeLinear(f *LinLam) (t *LinLam, err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*TransposeError)
			if !ok {
				panic(r)
			}
			t, err = nil, e
		}
	}()
	f = Refresh(f).(*LinLam)
	tr := &transposer{
		lin: map[*Var]bool{}, deps: map[Term]bool{},
		funs: map[*Var]*LinLam{}, wanted: map[*Var]bool{}, trans: map[*Var]Term{},
		hots: map[*Var]*OneHot{},
	}
	tr.table.Receiver = tr
	tr.enter(f)
	return tr.function(f), nil
}

// enter marks the body of a linear function whose transpose is wanted.
func (tr *transposer) enter(f *LinLam) {
	if f.Asserted != "" {
		tr.fail(f, "its linearity is asserted, not shown")
	}
	tr.lin[f.Param] = true
	tr.mark(f.Body)
}

// function is fᵀ, made of the parts of f.
func (tr *transposer) function(f *LinLam) *LinLam {
	w := NewVar("w", tr.dual(f.Body.Type(), f))
	return NewLinLam(w, tr.block(f.Body, Ref(w), []*Var{f.Param}))
}

// TransposeError says which subterm has no transpose, and why.
type TransposeError struct {
	Term Term
	Why  string
}

// Error shows the term.
func (e *TransposeError) Error() string {
	return fmt.Sprintf("syntax: no transpose of this %s: %s, in\n%s", NodeName(e.Term), e.Why, excerpt(e.Term))
}

// A transposer makes values of contributions, by Receive, and of what the blocks of a construct give, by block and
// spread, backBuild and backLoop.
type transposer struct {
	lin    map[*Var]bool    // the variables that depend on the parameter
	deps   map[Term]bool    // the other nodes that do
	funs   map[*Var]*LinLam // linear functions that are let-bound in the term
	wanted map[*Var]bool    // those of them whose transpose is used
	trans  map[*Var]Term    // their transposes, let-bound
	hots   map[*Var]*OneHot // the bindings of contributions that are one-hot
	frame  *frame
	table  Transposes[Term] // its receiver is the transposer
}

// frame is a block under construction: its bindings so far, and what the linear variables
// have received inside it.
type frame struct {
	outer *frame
	binds []Bind
	got   map[*Var][]Term
}

func (tr *transposer) fail(t Term, why string) { panic(&TransposeError{t, why}) }

func (tr *transposer) dual(ty Type, t Term) Type {
	d := Dual(ty)
	if d == nil {
		tr.fail(t, "the type "+ty.String()+" has no dual")
	}
	return d
}

func (tr *transposer) dep(t Term) bool {
	if r, ok := t.(*VarRef); ok {
		return tr.lin[r.Var]
	}
	return tr.deps[t]
}

// atom binds t and gives its name.
func (tr *transposer) atom(name string, t Term) Term {
	if isAtom(t) {
		return t
	}
	x := NewVar(name, t.Type())
	tr.frame.binds = append(tr.frame.binds, Bind{Var: x, Rhs: t})
	return Ref(x)
}

// Wants reports whether t depends on the parameter: 0ᵀ = 0.
func (tr *transposer) Wants(t Term) bool { return tr.dep(t) }

// Receive goes on into t, with a value for the contribution.
func (tr *transposer) Receive(t Term, at Place, w Term) {
	if !tr.dep(t) {
		return
	}
	if at != (All{}) {
		w = at.Of(tr.dual(t.Type(), t), w)
	}
	c := tr.atom("w", w)
	if hot, ok := w.(*OneHot); ok {
		tr.hots[c.(*VarRef).Var] = hot
	}
	tr.back(t, c)
}

func (tr *transposer) give(x *Var, t Term) { tr.frame.got[x] = append(tr.frame.got[x], t) }

// total is the sum of what x has received.
func (tr *transposer) total(x *Var, t Term) Term {
	got := tr.frame.got[x]
	delete(tr.frame.got, x)
	if len(got) == 0 {
		return NewZero(tr.dual(x.Type, t))
	}
	return NewPlus(got...)
}

// block transposes t with cotangent w as a term of its own: the tuple of what the
// variables outs receive.
func (tr *transposer) block(t, w Term, outs []*Var) Term {
	return tr.build(func() Term {
		tr.back(t, w)
		return tr.totals(outs, t)
	})
}

// build runs f in a new frame.
func (tr *transposer) build(f func() Term) Term {
	tr.frame = &frame{outer: tr.frame, got: map[*Var][]Term{}}
	body := f()
	t := NewLet(tr.frame.binds, body)
	tr.frame = tr.frame.outer
	return t
}

func (tr *transposer) totals(outs []*Var, t Term) Term {
	ts := make([]Term, len(outs))
	for i, x := range outs {
		ts[i] = tr.total(x, t)
	}
	return NewTuple(ts...)
}

// spread gives the components of r, a term of the tuple type of [transposer.totals], to outs.
func (tr *transposer) spread(outs []*Var, r Term) {
	if len(outs) == 1 {
		tr.give(outs[0], r)
		return
	}
	if len(outs) == 0 {
		return
	}
	r = tr.atom("r", r)
	for i, x := range outs {
		tr.give(x, tr.atom(x.Name, NewProj(i, r)))
	}
}

// linFree lists the linear variables that ts use from outside.
func (tr *transposer) linFree(except *Var, ts ...Term) []*Var {
	var outs set.Ordered[*Var]
	for _, t := range ts {
		for _, x := range FreeVars(t) {
			if tr.lin[x] && x != except {
				outs.Add(x)
			}
		}
	}
	return outs.List
}
