package text

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/seed-4b734f86/gochad/internal/stop"
)

// level is a level of binary operators, from loosest to tightest.
type level int

const (
	levelOr level = iota
	levelAnd
	levelCompare
	levelSum
	levelProduct
	levelUnary
	levelAtom
)

// levels tells the level of each binary operator but ^.
var levels = map[string]level{
	"||": levelOr, "&&": levelAnd,
	"==": levelCompare, "!=": levelCompare,
	"<": levelCompare, "<=": levelCompare, ">": levelCompare, ">=": levelCompare,
	"+": levelSum, "-": levelSum, "*": levelProduct, "/": levelProduct, "%": levelProduct,
}

// cut reports whether the current token is kept by the layout from continuing an expression.
func (p *parser) cut() bool {
	t := p.cur()
	return t.bol && t.col <= p.layout
}

// operator returns the binary operator at hand, or "".
func (p *parser) operator() string {
	if p.kind() != tOp || p.cut() {
		return ""
	}
	return p.op(p.cur())
}

// expr = lambda | let | if | case | loop | checkpoint | chain { ":>" type }.
func (p *parser) expr() Expr {
	stop.Check(p.ctx)
	p.enter()
	defer p.leave()
	start := p.here().start
	switch p.kind() {
	case tLambda:
		return p.lambda(start)
	case tLet:
		return p.let(start)
	case tIf:
		return p.ifExpr(start)
	case tCase:
		return p.caseExpr(start)
	case tLoop:
		return p.loop(start)
	case tCheckpoint:
		return p.checkpoint(start)
	}
	e := p.chain(levelOr)
	depth := p.depth
	for p.kind() == tCoerce && !p.cut() {
		p.enter()
		p.advance()
		t := p.typ()
		e = &Coerce{p.span(start), e, t}
	}
	p.depth = depth
	return e
}

// chain parses the operators of a level and the tighter ones.
func (p *parser) chain(at level) Expr {
	if at == levelUnary {
		return p.unary()
	}
	start := p.here().start
	first := p.chain(at + 1)
	var rest []Operand
	for {
		op := p.operator()
		if l, ok := levels[op]; !ok || l != at {
			break
		}
		if at == levelCompare && len(rest) == 1 {
			p.unexpected("&& or the end of the comparison", "comparisons do not chain: a < b && b < c")
			break
		}
		t := p.advance()
		x := p.chain(at + 1)
		rest = append(rest, Operand{op, Span{t.start, t.end}, x})
	}
	if rest == nil {
		return first
	}
	return &Chain{p.span(start), first, rest}
}

// unary = "-" unary | power. To the right of an operator also let, if, … up to their end.
func (p *parser) unary() Expr {
	switch p.kind() {
	case tLambda, tLet, tIf, tCase, tLoop, tCheckpoint:
		return p.expr()
	}
	if p.operator() != "-" {
		return p.power()
	}
	p.enter()
	defer p.leave()
	start := p.advance().start
	x := p.unary()
	return &Unary{p.span(start), x}
}

// power = apply { "^" operand }.
func (p *parser) power() Expr {
	start := p.here().start
	first := p.apply()
	var rest []Operand
	for p.operator() == "^" {
		t := p.advance()
		var x Expr
		switch {
		case p.operator() == "-", p.kind() == tLambda, p.kind() == tLet, p.kind() == tIf,
			p.kind() == tCase, p.kind() == tLoop, p.kind() == tCheckpoint:
			x = p.unary()
		default:
			x = p.apply()
		}
		rest = append(rest, Operand{"^", Span{t.start, t.end}, x})
	}
	if rest == nil {
		return first
	}
	return &Chain{p.span(start), first, rest}
}

// apply = postfix { postfix }.
func (p *parser) apply() Expr {
	start := p.here().start
	f := p.postfix()
	var args []Expr
	for p.startsAtom() && !p.cut() && !p.endsHead() {
		args = append(args, p.postfix())
	}
	if args == nil {
		return f
	}
	return &Apply{p.span(start), f, args}
}

func (p *parser) startsAtom() bool {
	switch p.kind() {
	case tIdent, tInt, tReal, tLParen, tLAngle, tLBracket, tLBrace:
		return true
	}
	return false
}

// postfix = atom { "[" expr, … "]" | "." name | "." number }.
func (p *parser) postfix() Expr {
	depth, start := p.depth, p.here().start
	e := p.atom()
	for !p.panicking {
		t := p.cur()
		switch {
		case t.kind == tLBracket && t.tight:
			p.enter()
			x := &Index{Array: e}
			ok := p.brackets(tRBracket, "]", func() {
				p.list(func() { x.Indices = append(x.Indices, p.expr()) })
			})
			x.Span = p.span(start)
			e = orBad(ok, x)
		case t.kind == tDot && !p.cut():
			p.enter()
			p.advance()
			e = p.member(e, start)
		default:
			p.depth = depth
			return e
		}
	}
	p.depth = depth
	return e
}

// member parses what follows a dot. In x.1.2 the lexer sees the number 1.2.
func (p *parser) member(e Expr, start int32) Expr {
	t := p.cur()
	if t.kind == tIdent {
		return &Field{p.span(start), e, p.ident("")}
	}
	if t.kind == tInt || t.kind == tReal {
		for _, digits := range strings.Split(p.text(t), ".") {
			n, err := strconv.Atoi(digits)
			if err != nil || n < 1 {
				p.unexpected("a component", "components are numbered from 1: e.1, e.2")
				return e
			}
			e = &Proj{Span{start, t.end}, e, n}
		}
		p.advance()
		return e
	}
	p.unexpected("a field or a component number after .", "")
	return e
}

// atom = name | number | "(" … ")" | "[" … "]" | "{" … "}".
func (p *parser) atom() Expr {
	t := p.cur()
	span := Span{t.start, t.end}
	switch t.kind {
	case tIdent:
		p.advance()
		return &Name{Ident{span, p.text(t)}}
	case tInt, tReal:
		p.advance()
		return p.number(span, t.kind, p.text(t))
	case tLParen, tLAngle:
		return p.parens(t)
	case tLBracket:
		return p.array(t)
	case tLBrace:
		r := &Record{}
		ok := p.brackets(tRBrace, "}", func() {
			p.list(func() {
				f := FieldExpr{Name: p.ident("the name of a field")}
				p.expect(tEqual, "=")
				f.Value = p.expr()
				r.Fields = append(r.Fields, f)
			})
		})
		r.Span = p.span(t.start)
		return orBad(ok, r)
	case tLet, tIf, tCase, tLoop, tLambda, tCheckpoint:
		p.unexpected("an argument", "put parentheses around it")
	default:
		p.unexpected("an expression", "")
	}
	return &Bad{p.span(p.here().start)}
}

func (p *parser) number(span Span, k kind, text string) Expr {
	if k == tReal {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			p.note(span, CodeBadNumber, fmt.Sprintf("%s is out of the range of real", text), "infinity is written inf")
		}
		return &Real{span, text, v}
	}
	digits, base := text, 10
	if len(text) > 2 && text[1]|0x20 == 'x' {
		digits, base = text[2:], 16
	}
	v, err := strconv.ParseInt(digits, base, 64)
	if errors.Is(err, strconv.ErrRange) { // a malformed number has been reported by the lexer
		p.note(span, CodeBadNumber, fmt.Sprintf("%s is out of the range of int", text),
			"write a real with a fraction or an exponent, such as 1e20")
	}
	return &Int{span, text, v}
}

func orBad(ok bool, e Expr) Expr {
	if !ok {
		return &Bad{e.Range()}
	}
	return e
}

// parens = "(" ")" | "(" expr ")" | "(" expr ":" type ")" | "(" expr "," … ")".
func (p *parser) parens(open token) Expr {
	tuple := &Tuple{Angle: open.kind == tLAngle}
	var typ Type
	closing, closer := open.kind+1, ")"
	if tuple.Angle {
		closer = "⟩"
	}
	ok := p.brackets(closing, closer, func() {
		if p.kind() == closing {
			return
		}
		p.list(func() { tuple.Elems = append(tuple.Elems, p.expr()) })
		if len(tuple.Elems) == 1 && p.accept(tColon) {
			typ = p.typ()
		}
	})
	tuple.Span = p.span(open.start)
	switch {
	case !ok:
		return &Bad{tuple.Span}
	case typ != nil:
		return &Typed{tuple.Span, tuple.Elems[0], typ}
	case len(tuple.Elems) == 1:
		return tuple.Elems[0]
	}
	return tuple
}

// array = "[" [ expr { "," expr } ] "]" | "[" expr "|" ranges "]".
func (p *parser) array(open token) Expr {
	a := &Array{}
	var ranges []Range
	ok := p.brackets(tRBracket, "]", func() {
		if p.kind() == tRBracket {
			return
		}
		p.list(func() { a.Elems = append(a.Elems, p.expr()) })
		if len(a.Elems) == 1 && p.accept(tBar) {
			p.list(func() { ranges = append(ranges, p.rng()) })
		}
	})
	span := p.span(open.start)
	switch {
	case !ok:
		return &Bad{span}
	case ranges != nil:
		return &Comp{span, a.Elems[0], ranges}
	}
	a.Span = span
	return a
}

// rng = name "<" sum.
func (p *parser) rng() Range {
	r := Range{Var: p.ident("an index variable")}
	if p.operator() == "<" {
		p.advance()
	} else {
		p.unexpected("<", "an index runs from 0 below its bound: i < n")
	}
	r.Bound = p.chain(levelSum)
	return r
}
