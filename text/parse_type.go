package text

import "fmt"

// typ = sum [ "->" typ ].
func (p *parser) typ() Type {
	p.enter()
	defer p.leave()
	start := p.here().start
	t := p.sumType()
	if p.accept(tArrow) {
		result := p.typ()
		return &FuncType{p.span(start), t, result}
	}
	return t
}

func (p *parser) sumType() Type {
	start := p.here().start
	t := p.typeAtom()
	if p.operator() != "+" {
		return t
	}
	sum := &SumType{Elems: []Type{t}}
	for p.operator() == "+" {
		p.advance()
		sum.Elems = append(sum.Elems, p.typeAtom())
	}
	sum.Span = p.span(start)
	return sum
}

// startsType reports whether a type atom can begin here.
func (p *parser) startsType() bool {
	switch p.kind() {
	case tIdent, tLParen, tLAngle, tLBrace, tLBracket:
		return true
	}
	return false
}

func (p *parser) typeAtom() Type {
	p.enter()
	defer p.leave()
	t := p.cur()
	switch t.kind {
	case tIdent:
		p.advance()
		if p.text(t) == "idx" {
			size := p.size(levelAtom)
			return &IdxType{p.span(t.start), size}
		}
		return &TypeName{Ident{Span{t.start, t.end}, p.text(t)}}
	case tLParen, tLAngle:
		return p.tupleType(t)
	case tLBrace:
		r := &RecordType{}
		ok := p.brackets(tRBrace, "}", func() {
			p.list(func() {
				f := p.param("the name of a field")
				if f.Type == nil {
					p.expect(tColon, ":")
				}
				r.Fields = append(r.Fields, f)
			})
		})
		r.Span = p.span(t.start)
		return orBadType(ok, r)
	case tLBracket:
		a := &ArrayType{}
		ok := p.brackets(tRBracket, "]", func() {
			if !p.accept(tQuestion) {
				a.Size = p.size(levelSum)
			}
		})
		a.Elem = p.typeAtom()
		a.Span = p.span(t.start)
		return orBadType(ok, a)
	}
	p.unexpected("a type", "")
	return &BadType{p.span(p.here().start)}
}

// size is an expression made of names, integers, + - * and parentheses.
func (p *parser) size(at level) Expr {
	var e Expr
	if at == levelAtom {
		e = p.atom()
	} else {
		e = p.chain(at)
	}
	if s, ok := notSize(e); ok {
		p.note(s, CodeUnexpected, "this cannot stand in a size",
			"a size is made of names, integers, + - and *; use let size n = e to name a computed one")
		return &Bad{e.Range()}
	}
	return e
}

// notSize finds a part of an expression that cannot stand in a size.
func notSize(e Expr) (Span, bool) {
	switch e := e.(type) {
	case *Name, *Int, *Bad:
		return Span{}, false
	case *Unary:
		return notSize(e.X)
	case *Chain:
		if s, ok := notSize(e.First); ok {
			return s, true
		}
		for _, r := range e.Rest {
			if r.Op != "+" && r.Op != "-" && r.Op != "*" {
				return r.At, true
			}
			if s, ok := notSize(r.X); ok {
				return s, true
			}
		}
		return Span{}, false
	default:
		return e.Range(), true
	}
}

func (p *parser) tupleType(open token) Type {
	tuple := &TupleType{}
	closing, closer := open.kind+1, ")"
	if open.kind == tLAngle {
		closer = "⟩"
	}
	ok := p.brackets(closing, closer, func() {
		if p.kind() != closing {
			p.list(func() { tuple.Elems = append(tuple.Elems, p.typ()) })
		}
	})
	tuple.Span = p.span(open.start)
	if ok && len(tuple.Elems) == 1 {
		return tuple.Elems[0]
	}
	return orBadType(ok, tuple)
}

func orBadType(ok bool, t Type) Type {
	if !ok {
		return &BadType{t.Range()}
	}
	return t
}

// pattern = name | "_" | "(" … ")" | "{" … "}".
func (p *parser) pattern() Pattern {
	p.enter()
	defer p.leave()
	t := p.cur()
	switch t.kind {
	case tIdent:
		p.advance()
		return &NamePattern{Ident{Span{t.start, t.end}, p.text(t)}}
	case tUnderscore:
		p.advance()
		return &WildPattern{Span{t.start, t.end}}
	case tLParen, tLAngle:
		return p.tuplePattern(t)
	case tLBrace:
		r := &RecordPattern{}
		ok := p.brackets(tRBrace, "}", func() {
			p.list(func() {
				name := p.ident("the name of a field")
				f := FieldPattern{name, &NamePattern{name}}
				if p.accept(tEqual) {
					f.Pattern = p.typedPattern()
				}
				r.Fields = append(r.Fields, f)
			})
		})
		r.Span = p.span(t.start)
		return orBadPattern(ok, r)
	case tInt, tReal:
		p.unexpected("a pattern", "patterns bind names; compare numbers with if")
	default:
		p.unexpected("a pattern", "")
	}
	return &BadPattern{p.span(p.here().start)}
}

func (p *parser) tuplePattern(open token) Pattern {
	tuple := &TuplePattern{Angle: open.kind == tLAngle}
	closing, closer := open.kind+1, ")"
	if tuple.Angle {
		closer = "⟩"
	}
	ok := p.brackets(closing, closer, func() {
		if p.kind() != closing {
			p.list(func() { tuple.Elems = append(tuple.Elems, p.typedPattern()) })
		}
	})
	tuple.Span = p.span(open.start)
	if ok && len(tuple.Elems) == 1 {
		return tuple.Elems[0]
	}
	return orBadPattern(ok, tuple)
}

// typedPattern = pattern [ ":" type ].
func (p *parser) typedPattern() Pattern {
	start := p.here().start
	x := p.pattern()
	if p.accept(tColon) {
		t := p.typ()
		return &TypedPattern{p.span(start), x, t}
	}
	return x
}

func orBadPattern(ok bool, x Pattern) Pattern {
	if !ok {
		return &BadPattern{x.Range()}
	}
	return x
}

// bind = "size" name "=" expr | typedPattern "=" expr.
func (p *parser) bind() Bind {
	slot, start := p.anchor()
	var b Bind
	if t := p.cur(); t.kind == tIdent && p.text(t) == "size" && p.tokens[p.i+1].kind == tIdent {
		p.advance()
		name := p.ident("a size variable")
		b.Size = &name
	} else {
		b.Pattern = p.typedPattern()
	}
	if name, ok := b.Pattern.(*NamePattern); ok && (p.kind() == tIdent || p.kind() == tLParen) && !p.cut() {
		p.unexpected("=", fmt.Sprintf("a local function is written %s = \\x. e", name.Name))
	}
	if p.operator() == "==" {
		p.unexpected("=", "a binding is written with one =")
	}
	p.expect(tEqual, "=")
	b.Value = p.expr()
	p.anchored(slot, start)
	b.Span = p.anchors[slot]
	return b
}
