package syntax

import (
	"strconv"
	"strings"
)

// array prints the array nodes.
func (p *printer) array(t Term) (doc, int) {
	switch t := t.(type) {
	case *Build:
		return p.build(t)
	case *Loop:
		return p.loop(t), precOpen
	case *While:
		word := " do"
		if t.Out == Collect {
			word = " collect"
		}
		return group(textDoc("loop "+p.names.name(t.State)+" = "), p.term(t.Init, precCoerce),
			textDoc(" while "), p.term(t.Cond, precCoerce), textDoc(word), nest(lineDoc,
				p.term(t.Body, precOpen))), precOpen
	case *Sum:
		return p.apply(textDoc("sum"), p.term(t.Arg, precAtom)), precApp
	case *ArrayLit:
		kids := make([]doc, len(t.Elems))
		for i, e := range t.Elems {
			kids[i] = p.term(e, precOpen)
		}
		return enclose("[", commas(kids), "]"), precAtom
	case *Index:
		return p.index(t), precAtom
	case *OneHot:
		return p.apply(textDoc("oneHot"), textDoc(p.sizeAtom(t.Len)), p.term(t.Idx, precAtom),
			p.term(t.Val, precAtom)), precApp
	case *Set:
		return p.apply(textDoc("set"), p.term(t.Arr, precAtom), p.position(t.Idx, precAtom),
			p.term(t.Val, precAtom)), precApp
	}
	panic("syntax: unexpected array term")
}

// build is [ e | i < n ], or an array function when sugared.
func (p *printer) build(t *Build) (doc, int) {
	if p.Sugar {
		if d, ok := p.sugar(t); ok {
			return d, precApp
		}
	}
	prec := precOpen
	if endsInCase(t.Body) {
		prec = precCoerce
	}
	body := p.term(t.Body, prec)
	d := group(body, lineDoc, textDoc("| "+p.names.name(t.Idx)+" < "+p.sizeText(t.Len)))
	d.hang = body.hang
	return enclose("[", d, "]"), precAtom
}

// loop is loop s = init for i < n do body. A loop with output says collect or
// sum instead of do; one that runs down says down.
func (p *printer) loop(t *Loop) doc {
	word := [...]string{NoOutput: " do", Collect: " collect", Accumulate: " sum"}[t.Out]
	if t.Down {
		word = " down" + word
	}
	return group(textDoc("loop "+p.names.name(t.State)+" = "), p.term(t.Init, precCoerce),
		textDoc(" for "+p.names.name(t.Idx)+" < "+p.sizeText(t.Len)+word), nest(lineDoc, p.term(t.Body, precOpen)))
}

func (p *printer) index(t *Index) doc {
	if i, ok := t.Idx.(*VarRef); ok {
		if pl := p.names.plans[i.Var]; pl != nil {
			return textDoc(pl.elems[pl.element(i.Var, t)])
		}
	}
	return cat(p.term(t.Arr, precAtom), enclose("[", p.position(t.Idx, precOpen), "]"))
}

// position is an index where an array gives its bound: the check of an int is not written.
func (p *printer) position(t Term, prec int) doc {
	if c, ok := t.(*ToIdx); ok {
		return p.term(c.checked(), prec)
	}
	return p.term(t, prec)
}

// checked is the int that t is an index for.
func (t *ToIdx) checked() Term {
	switch {
	case !t.Shifts():
		return t.Arg
	case t.Offset == 0:
		return NewFromIdx(t.Arg)
	}
	return NewPrim(OpIntAdd, NewFromIdx(t.Arg), IntLit(t.Offset))
}

// sized prints the nodes about sizes and indices.
func (p *printer) sized(t Term) (doc, int) {
	switch t := t.(type) {
	case *SizeOf:
		return textDoc(p.sizeAtom(t.Size)), precAtom
	case *ToIdx:
		return p.apply(textDoc("index"), textDoc(p.sizeAtom(t.Len)), p.term(t.checked(), precAtom)), precApp
	case *FromIdx:
		return p.apply(textDoc("int"), p.term(t.Arg, precAtom)), precApp
	case *Coerce:
		return cat(p.term(t.Arg, precCoerce), textDoc(" :> "+p.typeText(t.typ))), precCoerce
	case *Pack:
		return p.apply(textDoc("pack"), p.term(t.Arg, precAtom)), precApp
	case *DynLen:
		return p.apply(textDoc("length"), p.term(t.Arg, precAtom)), precApp
	case *FilterIdx:
		head := p.uni("λ", "\\") + p.names.name(t.Idx) + "."
		return p.apply(textDoc("filterIdx"), textDoc(p.sizeAtom(t.Len)),
			enclose("(", p.lambda(head, t.Body), ")")), precApp
	}
	panic("syntax: unexpected term of sizes")
}

// linear prints the target language as the paper does.
func (p *printer) linear(t Term) (doc, int) {
	switch t := t.(type) {
	case *LinApp:
		return p.binary(p.term(t.Fun, precPower), p.uni("•", "@"), p.term(t.Arg, precPower)), precUnary
	case *Coproj:
		name := "coproj" + subscript(t.Index+1, p.ASCII)
		return p.apply(textDoc(name), p.term(t.Arg, precAtom)), precApp
	case *Uninj:
		name := "un" + injName(t.Arg.Type(), t.Tag)
		return p.apply(textDoc(name), p.term(t.Arg, precAtom)), precApp
	case *Singleton:
		d := p.binary(cat(textDoc("!"), p.term(t.Key, precAtom)), p.uni("⊗", "(x)"), p.term(t.Val, precPower))
		return d, precUnary
	case *CopowerCase:
		head := " of !" + p.names.name(t.Key) + p.uni(" ⊗ ", " (x) ") + p.names.name(t.Val) + p.uni(" →", " ->")
		return group(textDoc("case "), p.term(t.Scrut, precCoerce), textDoc(head),
			nest(lineDoc, p.term(t.Body, precOpen))), precOpen
	}
	panic("syntax: unexpected target term")
}

func subscript(n int, ascii bool) string {
	s := strconv.Itoa(n)
	if ascii {
		return s
	}
	var b strings.Builder
	for _, d := range s {
		b.WriteRune('₀' + d - '0')
	}
	return b.String()
}

// Digit is the digit that a subscript or superscript is, or r.
func Digit(r rune) rune {
	switch {
	case '₀' <= r && r <= '₉':
		return r - '₀' + '0'
	case r == '⁰' || '⁴' <= r && r <= '⁹':
		return r - '⁰' + '0'
	case r == '¹':
		return '1'
	case r == '²' || r == '³':
		return r - '²' + '2'
	}
	return r
}

// sizeText is a size with the display names of its variables.
func (p *printer) sizeText(s *Size) string { return p.renamed(s).String() }

// sizeAtom is sizeText in brackets unless it is a variable or a literal.
func (p *printer) sizeAtom(s *Size) string { return sizeAtom(p.renamed(s)) }

func (p *printer) renamed(s *Size) *Size { return s.Subst(p.display) }

// typeText is a type with the display names of its size variables.
func (p *printer) typeText(t Type) string { return SubstSizes(t, p.display).String() }

// display is a variable that has the display name of v as its own; nil when v itself has.
func (p *printer) display(v *SizeVar) *Size {
	name := p.names.sizeName(v)
	if name == v.Name {
		return nil
	}
	d := p.shown[v]
	if d == nil {
		if p.shown == nil {
			p.shown = map[*SizeVar]*Size{}
		}
		d = SizeOfVar(NewSizeVar(name))
		p.shown[v] = d
	}
	return d
}
