package syntax

import (
	"fmt"
	"strings"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/internal/times"
)

// The rules that the verifier checks; see [Verify].
const (
	RuleScope   = "scope"      // every variable and size variable is bound where it is used
	RuleUnique  = "unique"     // no variable is bound twice in a program
	RuleType    = "type"       // the type of a node is the one that its parts give
	RuleSize    = "size"       // no size variable escapes the let that binds it
	RuleLinear  = "linear"     // linear positions hold linear terms, the others none of the linear variables
	RuleCall    = "call"       // calls go to definitions of the program
	RuleProgram = "definition" // definitions are well-formed: body and result, derivative and signature
)

// VerifyError says which rule is broken, at which node.
type VerifyError struct {
	Rule   string
	Def    string // the definition it is in, if known
	Term   Term   // nil for a rule about a whole definition
	Detail string
}

// Error names the definition, the node and the rule, and shows the term.
func (e *VerifyError) Error() string {
	var b strings.Builder
	b.WriteString("syntax: ")
	if e.Def != "" {
		b.WriteString("in " + e.Def + ": ")
	}
	if e.Term == nil {
		return b.String() + e.Rule + ": " + e.Detail
	}
	fmt.Fprintf(&b, "%s: %s: %s, in\n", NodeName(e.Term), e.Rule, e.Detail)
	b.WriteString(excerpt(e.Term))
	return b.String()
}

// excerpt prints the beginning of a term, indented. A broken term may have no notation.
func excerpt(t Term) (s string) {
	const most = 12
	defer func() {
		if recover() != nil {
			s = "  (a " + NodeName(t) + " that is too broken to print)"
		}
	}()
	w := &clipped{left: 4000}
	_ = Print(w, t) // a clipped writer does not fail
	lines := strings.Split(w.b.String(), "\n")
	if len(lines) > most {
		lines = append(lines[:most], "…")
	}
	return "  " + strings.Join(lines, "\n  ")
}

// clipped keeps the beginning of what is written to it.
type clipped struct {
	b    strings.Builder
	left int
}

func (w *clipped) Write(p []byte) (int, error) {
	k := min(len(p), w.left)
	w.b.Write(p[:k])
	w.left -= k
	return len(p), nil
}

// NodeName is the name of the Go type of a node: Let, App, …
func NodeName(t Term) string { return strings.TrimPrefix(fmt.Sprintf("%T", t), "*syntax.") }

// Verify checks a term whose free variables are among free, whose types may
// mention any size variable. It checks
//
//   - scope: every variable and size variable is bound where it is used;
//   - unique: no variable and no size variable is bound twice;
//   - type: types are recomputed with the constructors and compared;
//   - size: no size variable leaves its let in the type of the result;
//   - linear: the linear typing judgement Γ; Δ ⊢ t (CHAD Fig. 5): the body of λ̲v. t is a
//     homomorphism in v, and that of a copower case in its value.
//
// The time is linear in the size of the term, up to the depth of loops that
// begin with a zero. The error is a [VerifyError].
func Verify(t Term, free ...*Var) error {
	v := newVerifier()
	return v.run(func() {
		v.anySize = true
		for _, x := range free {
			v.bind(nil, x, closed)
		}
		v.anySize = false
		v.term(t)
	})
}

// VerifyProgram checks every definition of p as [Verify] does, binders being
// unique over the whole program. It also checks that definitions have different
// names and the result types that they declare, that calls go to definitions of
// p, and that custom derivatives fit their definitions and are linear in the tangents.
// The error is a [*VerifyError].
func VerifyProgram(p *Program) error {
	defer times.Begin("verify")()
	v := newVerifier()
	v.defs = map[*Def]bool{}
	return v.run(func() {
		names := map[string]bool{}
		for _, d := range p.Defs {
			v.defs[d] = true
			v.def = d.Name
			v.require(!names[d.Name], nil, RuleProgram, "%s is defined twice", d.Name)
			names[d.Name] = true
		}
		for _, d := range p.Defs {
			v.definition(d)
		}
	})
}

// class says how a term may be used: closed terms hold no linear variable, linear
// ones are homomorphisms in the linear variables together. Zeros are both.
type class uint8

const (
	closed class = 1 << iota
	linear
	both = closed | linear
)

type varInfo struct {
	class class
	level int // the linear function that a linear variable belongs to
	live  bool
	known bool // it has been bound
}

type verifier struct {
	vars    paged.Table[varInfo]
	sizes   map[*SizeVar]bool // whether in scope; present when ever bound
	sizesOf map[Type][]*SizeVar
	anySize bool // size variables that are met come into scope
	level   int
	// zeroLoops counts the loops around whose state is tried as a zero.
	zeroLoops int
	defs      map[*Def]bool // nil: calls may go anywhere
	def       string
}

func newVerifier() *verifier {
	return &verifier{sizes: map[*SizeVar]bool{}, sizesOf: map[Type][]*SizeVar{}}
}

// run turns the panic of fail into an error.
func (v *verifier) run(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			if e, ok := r.(*VerifyError); ok {
				err = e
			} else if err, ok = stop.Error(r); !ok {
				panic(r)
			}
		}
	}()
	f()
	return nil
}

func (v *verifier) fail(t Term, rule, format string, args ...any) {
	panic(&VerifyError{Rule: rule, Def: v.def, Term: t, Detail: fmt.Sprintf(format, args...)})
}

func (v *verifier) require(ok bool, t Term, rule, format string, args ...any) {
	if !ok {
		v.fail(t, rule, format, args...)
	}
}

func (v *verifier) definition(d *Def) {
	v.def = d.Name
	v.signature(d.Sizes, d.Params, closed)
	v.typeScope(nil, d.Result)
	v.require(d.Body != nil, nil, RuleProgram, "it has no body")
	v.term(d.Body)
	v.require(d.Body.Type() == d.Result, nil, RuleProgram, "the body has type %s, the result is declared as %s",
		d.Body.Type(), d.Result)
	v.unbind(d.Params...)
	v.unbindSizes(d.Sizes)
	if d.Custom != nil {
		v.custom(d)
	}
	v.adjoints(d)
}

func (v *verifier) signature(sizes []*SizeVar, params []*Var, c class) {
	for _, n := range sizes {
		v.bindSize(nil, n)
	}
	for _, x := range params {
		v.bind(nil, x, c)
	}
}

func (v *verifier) custom(d *Def) {
	c := d.Custom
	v.def = "the derivative of " + d.Name
	v.require(len(c.Sizes) == len(d.Sizes) && len(c.Params) == len(d.Params) && len(c.Tangents) == len(d.Params), nil,
		RuleProgram, "it has other sizes or parameters than %s", d.Name)
	v.signature(c.Sizes, c.Params, closed)
	v.signature(nil, c.Tangents, linear)
	own := SizesOf(c.Sizes)
	params, result := d.Instantiate(own)
	for i, x := range c.Params {
		v.require(x.Type == params[i], nil, RuleProgram, "parameter %s : %s, wants %s", x.Name, x.Type, params[i])
		dx := c.Tangents[i]
		v.require(dx.Type == TangentType(x.Type), nil, RuleProgram, "tangent %s : %s, wants the tangent type of %s",
			dx.Name, dx.Type, x.Type)
	}
	k := v.term(c.Body)
	v.require(c.Body.Type() == TangentType(result), nil, RuleProgram,
		"the body has type %s, wants the tangent type of %s", c.Body.Type(), result)
	v.require(k&linear != 0, c.Body, RuleLinear, "the derivative is not linear in the tangents")
	v.unbind(c.Params...)
	v.unbind(c.Tangents...)
	v.unbindSizes(c.Sizes)
}
