package syntax

import (
	"math"
	"strconv"
	"strings"
)

// The precedences of the surface grammar, from loose to tight.
const (
	precOpen    = 0 // λ, let, if, case, loop: as far right as possible
	precCoerce  = 1 // t :> [n]τ
	precSum     = 6
	precProduct = 7
	precUnary   = 8 // -t, and the • and ⊗ of target terms
	precPower   = 9
	precApp     = 10
	precAtom    = 11
)

// term is the document of t for a place that takes precedence prec or tighter.
func (p *printer) term(t Term, prec int) doc {
	d, has := p.open(t)
	if has < prec {
		return enclose("(", d, ")")
	}
	return d
}

// open is the document of t without brackets, and its precedence.
func (p *printer) open(t Term) (doc, int) {
	switch t := t.(type) {
	case *Const:
		return p.constant(t)
	case *VarRef:
		return textDoc(p.names.name(t.Var)), precAtom
	case *Let:
		if p.names.skip[t] == len(t.Binds) {
			return p.open(t.Body)
		}
		return doc{kind: docLet, let: t, width: tooWide, hang: true}, precOpen
	case *Tuple:
		return p.tuple(t), precAtom
	case *Proj:
		return p.proj(t)
	case *Lam:
		return p.lambda(p.uni("λ", "\\")+p.names.name(t.Param)+".", t.Body), precOpen
	case *LinLam:
		return p.lambda(p.uni("λ̲", "\\_ ")+p.names.name(t.Param)+".", t.Body), precOpen
	case *App:
		return p.apply(p.term(t.Fun, precApp), p.term(t.Arg, precAtom)), precApp
	case *Inj:
		return p.inj(t)
	case *Case:
		return p.caseOf(t), precOpen
	case *If:
		return p.ifThen(t), precOpen
	case *Call:
		return p.call(t)
	case *Prim:
		return p.prim(t)
	case *Deriv:
		return p.deriv(t), precApp
	case *Zero:
		return textDoc(p.uni("0̲", "zero")), precAtom
	case *Plus:
		return p.plus(t), precSum
	case *Checkpoint:
		return p.checkpoint(t), precOpen
	case *Build, *Loop, *While, *Sum, *ArrayLit, *Index, *OneHot, *Set:
		return p.array(t)
	case *SizeOf, *ToIdx, *FromIdx, *Coerce, *Pack, *DynLen, *FilterIdx:
		return p.sized(t)
	case *LinApp, *Coproj, *Uninj, *Singleton, *CopowerCase:
		return p.linear(t)
	}
	panic("syntax: unexpected term")
}

// constant prints a literal: reals always with a fraction or an exponent.
func (p *printer) constant(c *Const) (doc, int) {
	switch c.typ {
	case Bool:
		return textDoc(strconv.FormatBool(c.I != 0)), precAtom
	case Int:
		return signed(strconv.FormatInt(c.I, 10))
	}
	return signed(RealText(c.F))
}

// RealText is a real number that is read back the same, all NaN being one.
func RealText(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	s := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

func signed(s string) (doc, int) {
	if s[0] == '-' {
		return textDoc(s), precUnary
	}
	return textDoc(s), precAtom
}

// operand is an operand of a real operation beside others: there an integral
// real prints without its fraction, 2 * x, since the other operands give the type.
func (p *printer) operand(t Term, prec int, bare bool) doc {
	c, ok := t.(*Const)
	if !ok || !bare || c.typ != Real || c.F != math.Trunc(c.F) || math.Abs(c.F) >= 1e15 ||
		(c.F == 0 && math.Signbit(c.F)) {
		return p.term(t, prec)
	}
	d, has := signed(strconv.FormatInt(int64(c.F), 10))
	if has < prec {
		return enclose("(", d, ")")
	}
	return d
}

func (p *printer) tuple(t *Tuple) doc {
	names := t.typ.(*TupleType).Names
	kids := make([]doc, len(t.Elems))
	for i, e := range t.Elems {
		d := p.term(e, precOpen)
		if names != nil {
			hang := d.hang
			d = cat(textDoc(names[i]+" = "), d)
			d.hang = hang
		}
		kids[i] = d
	}
	if names != nil {
		return enclose("{", commas(kids), "}")
	}
	return enclose(p.uni("⟨", "("), commas(kids), p.uni("⟩", ")"))
}

// commas joins documents with commas, broken where the line is full.
func commas(kids []doc) doc {
	out := make([]doc, len(kids))
	for i, k := range kids {
		out[i] = k
		if i < len(kids)-1 {
			out[i] = cat(k, textDoc(","))
		}
		if k.hang {
			out[i] = node(docBack, out[i])
		}
		out[i].hang = k.hang
	}
	return fill(out...)
}

func (p *printer) proj(t *Proj) (doc, int) {
	ty := t.Arg.Type().(*TupleType)
	switch {
	case ty.Names != nil:
		return cat(p.term(t.Arg, precAtom), textDoc("."+ty.Names[t.Index])), precAtom
	case len(ty.Elems) == 2:
		return p.apply(textDoc([]string{"fst", "snd"}[t.Index]), p.term(t.Arg, precAtom)), precApp
	}
	return cat(p.term(t.Arg, precAtom), textDoc("."+strconv.Itoa(t.Index+1))), precAtom
}

// lambda is a head and a body, the body two columns further in where it does not fit:
//
//	λx.
//	  let y = …
func (p *printer) lambda(head string, body Term) doc {
	switch body.(type) {
	case *Lam, *LinLam: // the inner one breaks
		d := cat(textDoc(head+" "), p.term(body, precOpen))
		d.hang = true
		return d
	}
	d := group(textDoc(head), nest(lineDoc, p.term(body, precOpen)))
	d.hang = true
	return d
}

// apply is a function and its arguments.
func (p *printer) apply(f doc, args ...doc) doc {
	d := nest(fill(append([]doc{f}, args...)...))
	d.hang = args[len(args)-1].hang && f.width < 20
	return d
}

func (p *printer) inj(t *Inj) (doc, int) {
	if d, ok := t.typ.(*Data); ok {
		c := d.ctors[t.Tag]
		if c.Arg == Unit && isUnit(t.Arg) {
			return textDoc(c.Name), precAtom
		}
		return p.apply(textDoc(c.Name), p.term(t.Arg, precAtom)), precApp
	}
	return p.apply(textDoc(injName(t.typ, t.Tag)), p.term(t.Arg, precAtom)), precApp
}

// injName is inl or inr for a sum of two, inj1, inj2, … for a wider one.
func injName(t Type, tag int) string {
	if d, ok := t.(*Data); ok {
		return d.ctors[tag].Name
	}
	if vs, _ := Variants(t); len(vs) == 2 {
		return []string{"inl", "inr"}[tag]
	}
	return "inj" + strconv.Itoa(tag+1)
}

func isUnit(t Term) bool {
	tu, ok := t.(*Tuple)
	return ok && len(tu.Elems) == 0
}

func (p *printer) caseOf(t *Case) doc {
	kids := []doc{textDoc("case "), p.term(t.Scrut, precCoerce), textDoc(" of")}
	var arms []doc
	for i, a := range t.Arms {
		head := injName(t.Scrut.Type(), i)
		if d, ok := t.Scrut.Type().(*Data); !ok || d.ctors[i].Arg != Unit || p.names.uses[a.Var].total > 0 {
			head += " " + p.names.name(a.Var)
		}
		prec := precOpen
		if i < len(t.Arms)-1 && endsInCase(a.Body) {
			prec = precCoerce // else its arms would take the following ones
		}
		bar := lineDoc
		if i > 0 {
			arms = append(arms, bar, textDoc("| "))
		} else {
			arms = append(arms, bar)
		}
		arms = append(arms, textDoc(head+p.uni(" → ", " -> ")), nest(p.term(a.Body, prec)))
	}
	return group(append(kids, nest(arms...))...)
}

// endsInCase reports whether the text of t ends inside an arm of a case.
func endsInCase(t Term) bool {
	for {
		switch u := t.(type) {
		case *Case, *CopowerCase:
			return true
		case *Let:
			t = u.Body
		case *Lam:
			t = u.Body
		case *LinLam:
			t = u.Body
		case *If:
			t = u.Else
		case *Loop:
			t = u.Body
		case *While:
			t = u.Body
		case *Checkpoint:
			t = u.Body
		default:
			return false
		}
	}
}

func (p *printer) ifThen(t *If) doc {
	return group(textDoc("if "), p.term(t.Cond, precOpen), nest(
		lineDoc, textDoc("then "), p.term(t.Then, precOpen),
		lineDoc, textDoc("else "), p.term(t.Else, precOpen)))
}

// checkpoint names the schedule where it is not the one that the text would get.
func (p *printer) checkpoint(t *Checkpoint) doc {
	head := "checkpoint"
	if t.By != DefaultSchedule(t.Body) {
		head += " " + t.By.String() + " do"
	}
	return p.lambda(head, t.Body)
}

// call is f, f x or f (x, y), as the definition was declared.
func (p *printer) call(t *Call) (doc, int) {
	if len(t.Args) == 0 {
		return textDoc(t.Def.Name), precAtom
	}
	return p.apply(textDoc(t.Def.Name), p.arguments(t.Args)), precApp
}

func (p *printer) arguments(ts []Term) doc {
	if len(ts) == 1 {
		return p.term(ts[0], precAtom)
	}
	kids := make([]doc, len(ts))
	for i, a := range ts {
		kids[i] = p.term(a, precOpen)
	}
	return enclose("(", commas(kids), ")")
}

func (p *printer) prim(t *Prim) (doc, int) {
	op := t.Op
	bare := !isAllConst(t.Args)
	for _, ty := range op.Params {
		bare = bare && ty == Real
	}
	switch {
	case op.Infix == "" || op.Name == "not" || op.Infix == "%":
		return p.apply(textDoc(op.Name), p.arguments(t.Args)), precApp
	case len(t.Args) == 1:
		d := p.term(t.Args[0], precPower) // not --x, which is a comment
		return cat(textDoc(op.Infix), d), op.Prec
	}
	left, right := op.Prec, op.Prec+1
	switch op.Prec {
	case precPower:
		left, right = precApp, op.Prec
	case 4:
		left = op.Prec + 1 // comparisons do not chain
	}
	a := p.operand(t.Args[0], left, bare)
	b := p.operand(t.Args[1], right, bare)
	return p.binary(a, op.Infix, b), op.Prec
}

func isAllConst(ts []Term) bool {
	for _, t := range ts {
		if _, ok := t.(*Const); !ok {
			return false
		}
	}
	return true
}

// binary is a op b; the operator begins the next line where they do not fit.
func (p *printer) binary(a doc, op string, b doc) doc {
	return group(a, nest(lineDoc, textDoc(op+" "), b))
}

// plus is t + … + s; a line breaks before a sign.
func (p *printer) plus(t *Plus) doc {
	kids := make([]doc, len(t.Terms))
	for i, s := range t.Terms {
		kids[i] = p.term(s, precSum+1)
		if i > 0 {
			kids[i] = cat(textDoc("+ "), kids[i])
		}
	}
	return nest(fill(kids...))
}

func (p *printer) deriv(t *Deriv) doc {
	head := p.uni("λ", "\\") + p.names.name(t.Param) + "."
	f := enclose("(", p.lambda(head, t.Body), ")")
	at := p.term(t.At, precAtom)
	if c, ok := t.Dir.(*Const); ok && t.Op == VJP && c.typ == Real && c.F == 1 {
		return p.apply(textDoc("grad"), f, at)
	}
	return p.apply(textDoc([]string{"jvp", "vjp", "vjp"}[t.Op]), f, at, p.term(t.Dir, precAtom))
}
