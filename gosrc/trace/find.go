package trace

import (
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/eval"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Kind is a kind of finding.
type Kind uint8

// The kinds.
const (
	Value  Kind = iota // a result is NaN or infinite
	Slope              // the results are finite, and the gradient is not
	Idle               // the gradient is finite, but may not be where it multiplies the cotangent 0 of what nothing uses
	Cut                // nothing smooth leads from parameters to the results
	Unread             // nothing reads parameters
)

// A Finding is something that is wrong, and where.
type Finding struct {
	Kind Kind
	// Step is where it began; its zero value if it is nowhere in the program.
	Step Step
	// Then is where a cotangent became NaN or infinite, if that is elsewhere than in Step.
	Then *Step
	// Cotangent is that of the result of this operation, Slope what its operand Operand gets of it.
	Cotangent, Share float64
	Operand          int
	// Elems are the elements of parameters that this is about.
	Elems []string
	// Mend, if not nil, was tried here: with it the value and the gradient are finite.
	Mend *Mend
}

// A Step is an operation that was done.
type Step struct {
	Op    *flow.Op      // nil for what is none
	Of    *flow.Op      // the operation that Op is part of the derivative of, if the program does not do it itself
	Func  *flow.Func    // a function with a derivative of its own, which is called there
	Why   eval.Decision // what is decided
	Kind  StepKind
	At    *syntax.Pos
	Where *eval.Where
	Value syntax.Value
	Args  []Operand
}

// StepKind is a kind of step.
type StepKind uint8

// The kinds of steps.
const (
	Operation StepKind = iota
	Input              // the value of an argument
	Decision           // a number decides what is done
	Constant           // a variable, field or function that is constant for differentiation takes a number
	Attached           // a function with a derivative of its own
	Unused             // nothing comes of the number
)

// An Operand is an operand of a step: its value, the element of an argument that it is, if it is one, and the place where
// it was computed, if it was.
type Operand struct {
	Value syntax.Value
	Elem  string
	At    *syntax.Pos
}

func (t *tape) step(m int32) Step {
	if m == 0 {
		return Step{}
	}
	e := &t.entries[m]
	s := Step{Op: e.op, Of: e.source, Func: e.fn, Why: e.why, At: e.at, Where: e.where, Value: e.val}
	s.Kind = [...]StepKind{Operation, Input, Decision, Constant, Attached, Attached, Attached}[e.kind]
	for _, a := range t.of(e) {
		s.Args = append(s.Args, Operand{a.val, t.entries[a.mark].name, t.entries[a.mark].at})
	}
	if e.kind == input {
		s.Args = []Operand{{Value: e.val, Elem: e.name}}
	}
	return s
}

// find fills in the findings.
func (r *Report) find(results []seed) {
	for _, x := range results {
		if x.cot != 0 && !finite(x.val) {
			m := x.mark
			if m != 0 {
				m = r.origin(m)
			}
			r.Findings = append(r.Findings, Finding{Kind: Value, Step: r.step(m)})
			return
		}
	}
	if r.findSlopes(Slope, r.sweep); len(r.Findings) == 0 {
		r.findCuts()
		r.findSlopes(Idle, r.backward(results, true))
	}
}

// findSlopes says where the cotangents of inputs became NaN or infinite, once for each place.
func (r *Report) findSlopes(kind Kind, s *sweep) {
	at := map[int32]int{}
	for _, m := range r.inputs {
		if finite(s.cot[m]) {
			continue
		}
		by, of := s.blame(m)
		k, ok := at[by]
		if !ok {
			k = len(r.Findings)
			at[by] = k
			r.Findings = append(r.Findings, s.slope(kind, by, of))
		}
		r.Findings[k].Elems = append(r.Findings[k].Elems, r.entries[m].name)
	}
}

// Wrong reports whether something was found that is wrong for sure.
func (r *Report) Wrong() bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Kind != Idle })
}

func (r *sweep) slope(kind Kind, by, of int32) Finding {
	f := Finding{Kind: kind, Cotangent: r.cot[by], Step: r.step(by)}
	if by == 0 {
		return f
	}
	e := &r.entries[by]
	args := r.of(e)
	f.Operand = slices.IndexFunc(args, func(a operand) bool { return a.mark == of })
	f.Share = r.slopes.of(e, args, r.cot[by], nil)[f.Operand].v
	if o := r.origin(by); o != by || !finite(e.val.F) {
		then := f.Step
		f.Step, f.Then = r.step(o), &then
	}
	return f
}

// findCuts says where the last path from an input was cut, once for each place in the program.
func (r *Report) findCuts() {
	type place struct {
		op   *flow.Op
		at   syntax.Pos
		kind StepKind
	}
	seen := map[place]int{}
	for _, m := range r.inputs { // of a parameter that is read in part, other parts are read nowhere
		if r.touched[m] || r.cut[m].of != 0 {
			delete(r.unread, r.param(m))
		}
	}
	for _, m := range r.inputs {
		if r.touched[m] {
			continue
		}
		f := r.cutOf(m)
		p := place{f.Step.Op, syntax.Pos{}, f.Step.Kind}
		if f.Step.At != nil {
			p.at = *f.Step.At
		}
		k, ok := seen[p]
		if !ok {
			k = len(r.Findings)
			seen[p] = k
			r.Findings = append(r.Findings, f)
		}
		r.Findings[k].Elems = append(r.Findings[k].Elems, r.entries[m].name)
	}
}

// param is the name of the parameter that an input is of.
func (r *Report) param(m int32) string {
	name := r.entries[m].name
	if i := strings.IndexAny(name, ".["); i >= 0 {
		return name[:i]
	}
	return name
}

func (r *Report) cutOf(m int32) Finding {
	c := r.cut[m]
	switch {
	case c.of == 0:
		return Finding{Kind: Unread, Step: Step{At: r.unread[r.param(m)]}}
	case c.at == 0:
		s := r.step(c.of)
		s.Kind = Unused
		return Finding{Kind: Cut, Step: s}
	}
	e := &r.entries[c.at]
	f := Finding{Kind: Cut, Step: r.step(c.at)}
	f.Operand = slices.IndexFunc(r.of(e), func(a operand) bool { return a.mark == c.of })
	return f
}

// unread are the first places where a function reads parameters in branches and loops, by their names. Of a parameter
// that it reads elsewhere, too, there is none.
func unread(f *flow.Func, names []string) map[string]*syntax.Pos {
	out := map[string]*syntax.Pos{}
	for i, p := range f.Params {
		if at, ok := guarded(f.Body, p, nil); ok && i < len(names) {
			out[names[i]] = at
		}
	}
	return out
}

// guarded is the first statement that reads a variable, if a branch or loop is around it: at is of the outermost list.
func guarded(list []flow.Stmt, v *flow.Var, around *syntax.Pos) (at *syntax.Pos, ok bool) {
	for _, s := range list {
		for _, e := range flow.Exprs(s) {
			reads := false
			flow.WalkExpr(e, func(e flow.Expr) {
				l, isLoad := e.(*flow.Load)
				reads = reads || isLoad && l.Place.Var == v
			})
			if reads {
				return flow.At(s), around != nil
			}
		}
		for _, l := range flow.Lists(s) {
			if at, ok := guarded(l, v, flow.At(s)); at != nil {
				return at, ok
			}
		}
	}
	return nil, false
}
