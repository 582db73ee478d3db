package text

import "github.com/seed-4b734f86/gochad/internal/stop"

// file = { decl }.
func (p *parser) file() *File {
	f := &File{}
	for {
		t := p.here()
		switch {
		case t.kind == tEOF:
			return f
		case isDecl(t.kind):
			slot, start := p.anchor()
			d := p.decl()
			p.anchored(slot, start)
			f.Decls = append(f.Decls, d)
		default:
			hint := hintFor(t.kind, "")
			if hint == "" {
				hint = "begin with def, data, type, derivative or adjoint"
			}
			p.unexpected("a declaration", hint)
		}
		if p.panicking {
			for !isDecl(p.here().kind) && p.here().kind != tEOF {
				p.i++
			}
			p.panicking, p.fatal, p.depth, p.layout, p.inHead = false, false, 0, 0, false
		}
	}
}

func (p *parser) decl() Decl {
	stop.Check(p.ctx)
	t := p.advance()
	switch t.kind {
	case tData:
		return p.data(t.start)
	case tType:
		a := &Alias{Name: p.ident("the name of a type")}
		p.expect(tEqual, "=")
		a.Type = p.typ()
		a.Span = p.span(t.start)
		return a
	case tDerivative:
		d := &Derivative{Name: p.ident("the name of a definition"), Params: p.pattern()}
		p.expect(tEqual, "=")
		d.Body = p.body()
		d.Span = p.span(t.start)
		return d
	case tAdjoint:
		return p.adjoint(t.start)
	default:
		return p.def(t.start)
	}
}

// adjoint = "adjoint" name ( name | "(" name { "," name } ")" ) pattern "=" expr.
func (p *parser) adjoint(start int32) Decl {
	d := &Adjoint{Name: p.ident("the name of a definition")}
	if p.kind() == tLParen {
		p.brackets(tRParen, ")", func() {
			p.list(func() { d.Wrt = append(d.Wrt, p.ident("the name of a parameter")) })
		})
	} else {
		d.Wrt = append(d.Wrt, p.ident("the name of a parameter"))
	}
	d.Params = p.pattern()
	p.expect(tEqual, "=")
	d.Body = p.body()
	d.Span = p.span(start)
	return d
}

func (p *parser) ident(wanted string) Ident {
	t := p.expect(tIdent, wanted)
	if t.kind != tIdent {
		return Ident{Span: Span{t.start, t.end}}
	}
	return Ident{Span{t.start, t.end}, p.text(t)}
}

// body is an expression to which comments can belong.
func (p *parser) body() Expr {
	slot, start := p.anchor()
	e := p.expr()
	p.anchored(slot, start)
	return e
}

func (p *parser) def(start int32) Decl {
	d := &Def{Name: p.ident("the name of the definition")}
	if p.kind() == tLBracket {
		p.brackets(tRBracket, "]", func() {
			p.list(func() { d.Sizes = append(d.Sizes, p.ident("a size variable")) })
		})
	}
	if p.kind() == tLParen {
		d.HasArg = true
		p.brackets(tRParen, ")", func() {
			if p.kind() != tRParen {
				p.list(func() { d.Params = append(d.Params, p.param("the name of a parameter")) })
			}
		})
	} else if p.kind() == tIdent {
		p.unexpected("(, : or =", "parameters stand in one list: "+d.Name.Name+" (x : real, …)")
	}
	if p.accept(tColon) {
		d.Result = p.typ()
		if k := p.kind(); isDecl(k) || k == tEOF { // the host has the body
			d.Span = p.span(start)
			return d
		}
	}
	p.expect(tEqual, "=")
	d.Body = p.body()
	d.Span = p.span(start)
	return d
}

// param = name [ ":" type ].
func (p *parser) param(wanted string) Param {
	f := Param{Name: p.ident(wanted)}
	if p.accept(tColon) {
		f.Type = p.typ()
	}
	return f
}

func (p *parser) data(start int32) Decl {
	d := &Data{Name: p.ident("the name of a type")}
	p.expect(tEqual, "=")
	p.accept(tBar)
	for {
		c := Ctor{Name: p.ident("a constructor")}
		if p.startsType() {
			c.Arg = p.typeAtom()
		}
		d.Ctors = append(d.Ctors, c)
		if !p.accept(tBar) {
			break
		}
	}
	if k := p.kind(); !isDecl(k) && k != tEOF {
		p.unexpected("| or a new declaration", "a constructor has one argument; several are a tuple: Cons (real, list)")
	}
	d.Span = p.span(start)
	return d
}

// list = item { "," item }.
func (p *parser) list(item func()) {
	for {
		item()
		if !p.accept(tComma) {
			return
		}
	}
}

// brackets parses an opening bracket, the inside, and the closing bracket. Inside, the layout of
// lets around does not count. After an error inside it goes on behind the closing bracket; it
// reports whether all went well.
func (p *parser) brackets(closing kind, closer string, inside func()) bool {
	at, layout, inHead := p.i, p.layout, p.inHead
	p.layout, p.inHead = 0, false
	p.advance()
	inside()
	if p.kind() != closing && p.kind() != tBad {
		p.unexpected(", or "+closer, "")
	}
	p.accept(closing)
	p.layout, p.inHead = layout, inHead
	if !p.panicking {
		return true
	}
	if !p.fatal {
		p.matchBrackets()
		if end := p.partner[at]; int(end) >= p.i {
			p.i, p.panicking = int(end)+1, false
		}
	}
	return false
}
