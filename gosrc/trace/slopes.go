package trace

import (
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// slopes has the local derivatives of primitives, made of the terms of their rows.
type slopes struct {
	rules map[ruleKey]*rule
	eval  semantics.Evaluator
}

// A ruleKey tells rules apart. Same says that the first two operands are one number, as in x - x.
type ruleKey struct {
	op   *syntax.Op
	same bool
}

// A rule says what the operands of a primitive get of a cotangent.
type rule struct {
	parts []part
	def   *syntax.Def // of the parts that are computed, a tuple unless there is a single one
	// single says that one part is computed.
	single bool
}

// A part is what one operand gets: nothing, the cotangent times a number, or what the definition says.
type part struct {
	kind   partKind
	factor float64
	index  int // in the tuple
}

type partKind uint8

const (
	nothing  partKind = iota
	factored          // times a literal
	choice            // times what is 0 or not by a condition: a 0 is nothing
	computed
)

// A share is what an operand gets of a cotangent; none says that nothing leads there, whatever the cotangent is.
type share struct {
	v    float64
	none bool
}

// of is what each operand of an entry gets of the cotangent v.
func (s *slopes) of(e *entry, args []operand, v float64, out []share) []share {
	out = out[:0]
	if e.kind != operation {
		for range args {
			out = append(out, share{v, e.kind == decision || e.kind == constant})
		}
		return out
	}
	r := s.rule(e.op.Op, len(args) > 1 && args[0].mark != 0 && args[0].mark == args[1].mark)
	got := s.compute(r, e, args, v)
	for i := range args {
		f := share{none: true}
		if i < len(r.parts) && args[i].mark != 0 {
			f = r.parts[i].share(v, got)
		}
		out = append(out, f)
	}
	return out
}

func (p part) share(v float64, got []semantics.Value) share {
	switch p.kind {
	case factored:
		return share{v: p.factor * v}
	case choice:
		d := float64(got[p.index].(semantics.Real))
		return share{d * v, d == 0}
	case computed:
		return share{v: float64(got[p.index].(semantics.Real))}
	case nothing:
	}
	return share{none: true}
}

// compute evaluates the definition of a rule.
func (s *slopes) compute(r *rule, e *entry, args []operand, v float64) []semantics.Value {
	if r.def == nil {
		return nil
	}
	in := make([]semantics.Value, 0, len(args)+2)
	for i, a := range args {
		in = append(in, value(a.val, e.op.Op.Params[i]))
	}
	got, err := s.eval.Call(r.def, append(in, semantics.Real(e.val.F), semantics.Real(v))...)
	if err != nil { // no term of a row fails
		panic(err)
	}
	if r.single {
		return []semantics.Value{got}
	}
	return got.(*semantics.Tuple).Elems
}

func value(v syntax.Value, t syntax.Type) semantics.Value {
	switch t {
	case syntax.Real:
		return semantics.Real(v.F)
	case syntax.Bool:
		return semantics.Bool(v.I != 0)
	}
	return semantics.Int(v.I)
}

// rule is made once for each primitive.
func (s *slopes) rule(op *syntax.Op, same bool) *rule {
	k := ruleKey{op, same}
	if r := s.rules[k]; r != nil {
		return r
	}
	r := &rule{}
	s.rules[k] = r
	if op.Partials == nil {
		return r
	}
	params := make([]*syntax.Var, 0, len(op.Params)+2)
	atoms := make([]syntax.Term, len(op.Params))
	for i, t := range op.Params {
		params = append(params, syntax.NewVar("x", t))
		atoms[i] = syntax.Ref(params[i])
	}
	if same {
		atoms[1] = atoms[0]
	}
	y, v := syntax.NewVar("y", op.Result), syntax.NewVar("v", syntax.Real)
	params = append(params, y, v)
	var terms []syntax.Term
	for _, d := range op.Slopes(atoms, syntax.Ref(y)) {
		p := part{kind: computed, index: len(terms)}
		switch {
		case d == nil:
			p.kind = nothing
		case isLit(d):
			p.kind, p.factor = factored, d.(*syntax.Const).F
		case isChoice(d):
			p.kind = choice
			terms = append(terms, d)
		default:
			terms = append(terms, functor.Scale(
				functor.Partial{D: d, Guarded: op.Singular, Factors: op.Factors}, syntax.Ref(v)))
		}
		r.parts = append(r.parts, p)
	}
	if len(terms) > 0 {
		r.single = len(terms) == 1
		body := syntax.NewTuple(terms...)
		r.def = &syntax.Def{Name: op.Name, Params: params, Result: body.Type(), Body: body}
	}
	return r
}

func isLit(t syntax.Term) bool {
	_, ok := t.(*syntax.Const)
	return ok
}

// isChoice reports whether a derivative is one number or another by a condition, as those of max and abs are not: what
// max leaves out gets nothing, even of an infinite cotangent.
func isChoice(t syntax.Term) bool {
	c, ok := t.(*syntax.If)
	return ok && isLit(c.Then) && isLit(c.Else)
}
