package text

import "fmt"

// lambda = "\" pattern … "." expr.
func (p *parser) lambda(start int32) Expr {
	t := p.advance()
	f := &Lambda{Greek: p.text(t) == "λ"}
	for {
		f.Params = append(f.Params, p.pattern())
		if p.panicking || p.kind() == tDot {
			break
		}
		if p.kind() == tArrow || p.kind() == tColon {
			p.unexpected(". after the parameters", "write \\x. e, or \\(x : real). e")
			break
		}
	}
	p.expect(tDot, ".")
	f.Body = p.expr()
	f.Span = p.span(start)
	return f
}

// let = "let" bindings "in" expr; a chain of lets is read in a loop into one list.
func (p *parser) let(start int32) Expr {
	layout := p.layout
	l := &Let{}
	for p.kind() == tLet {
		keyword := p.advance()
		if len(l.Binds) > 0 {
			p.moveComments(keyword)
		}
		p.layout = p.here().col
		p.bindings(l)
	}
	p.layout = layout
	l.Body = p.body()
	if inner, ok := l.Body.(*Let); ok { // it was in parentheses
		l.Binds = append(l.Binds, inner.Binds...)
		l.Body = inner.Body
	}
	l.Span = p.span(start)
	return l
}

// moveComments makes the comments before an inner let keyword those of its first binding: the
// formatter drops the keyword, since the list goes on.
func (p *parser) moveComments(keyword token) {
	if len(p.comments) == 0 {
		return
	}
	for p.nextNote < len(p.comments) && p.comments[p.nextNote].start < keyword.start {
		if c := &p.comments[p.nextNote]; c.next == keyword.start && !c.trailing {
			c.next = p.here().start
		}
		p.nextNote++
	}
}

// bindings = bind { (";" | a new line at the column of the first) bind } [";"] "in".
func (p *parser) bindings(l *Let) {
	for {
		at := p.i
		l.Binds = append(l.Binds, p.bind())
		if !p.anotherBind(at) {
			return
		}
	}
}

// anotherBind consumes what follows a binding, and reports whether another one comes. The binding
// began at token number at.
func (p *parser) anotherBind(at int) bool {
	for {
		t := p.cur()
		switch {
		case t.kind == tSemi:
			p.advance()
			return !p.accept(tIn)
		case t.kind == tIn:
			p.advance()
			return false
		case t.kind != tBad && t.kind != tEOF && !isDecl(t.kind) && t.bol && t.col == p.layout:
			return true
		}
		if t.kind == tIdent && t.bol || t.kind == tLParen && t.bol {
			p.failAt(t.start, t.end, CodeLayout,
				fmt.Sprintf("a new line at column %d, but the bindings of this let stand at column %d", t.col,
					p.layout),
				fmt.Sprintf("move it to column %d, or write in before the result", p.layout))
		}
		p.unexpected("; or in", "bindings are separated by ; or by lines that begin in the same column")
		if !p.resumeBind(at) {
			return false
		}
	}
}

// maxResume bounds how far the parser looks for the next binding after an error.
const maxResume = 10_000

// resumeBind looks for the end of a binding with an error in it: a semicolon, in, or a line in the
// column of the bindings. It stays where it is when there is none.
func (p *parser) resumeBind(at int) bool {
	if p.fatal {
		return false
	}
	p.matchBrackets()
	lets := 0
	for i := max(p.i, at); i < min(len(p.tokens), at+maxResume); i++ {
		t := p.tokens[i]
		switch {
		case t.kind == tEOF || isDecl(t.kind) || isClose(t.kind):
			return false
		case t.kind == tLet && i > at:
			lets++
		case t.kind == tIn && lets > 0:
			lets--
		case lets == 0 && (t.kind == tSemi || t.kind == tIn || (t.bol && t.col == p.layout && i > at)):
			p.i, p.panicking = i, false
			return true
		case isOpen(t.kind) && p.partner[i] >= 0:
			i = int(p.partner[i])
		}
	}
	return false
}

// ifExpr = "if" expr "then" expr "else" expr.
func (p *parser) ifExpr(start int32) Expr {
	p.advance()
	e := &If{Cond: p.expr()}
	p.expect(tThen, "then")
	e.Then = p.expr()
	if p.kind() == tElse {
		p.advance()
	} else {
		p.unexpected("else", "an if always has both branches")
	}
	e.Else = p.expr()
	e.Span = p.span(start)
	return e
}

// caseExpr = "case" expr "of" ["|"] arm { "|" arm }.
func (p *parser) caseExpr(start int32) Expr {
	p.advance()
	c := &Case{X: p.expr()}
	p.expect(tOf, "of")
	for {
		slot, at := p.anchor()
		p.accept(tBar)
		arm := Arm{Ctor: p.ident("a constructor")}
		if p.kind() != tArrow {
			arm.Arg = p.pattern()
		}
		p.expect(tArrow, "->")
		arm.Body = p.expr()
		p.anchored(slot, at)
		arm.Span = p.anchors[slot]
		c.Arms = append(c.Arms, arm)
		if p.kind() != tBar || p.beginsRange(p.i+1) {
			break
		}
	}
	c.Span = p.span(start)
	return c
}

// beginsRange reports whether the bar before token i opens the ranges of a comprehension.
func (p *parser) beginsRange(i int) bool {
	return i+1 < len(p.tokens) && p.tokens[i].kind == tIdent &&
		p.tokens[i+1].kind == tOp && p.op(p.tokens[i+1]) == "<"
}

// loop = "loop" pattern "=" expr ("for" range ["down"] | "while" expr) ("do" | "collect" | "sum") expr.
func (p *parser) loop(start int32) Expr {
	p.advance()
	l := &Loop{State: p.typedPattern()}
	p.expect(tEqual, "=")
	l.Init = p.expr()
	outer := p.inHead
	p.inHead = true
	switch p.kind() {
	case tFor:
		p.advance()
		r := p.rng()
		l.For = &r
	case tWhile:
		p.advance()
		l.While = p.expr()
	default:
		p.unexpected("for or while", "loop s = start for i < n do next")
		l.While = &Bad{p.span(start)}
	}
	p.inHead = outer
	if p.word() == "down" && l.For != nil {
		p.advance()
		l.Down = true
	}
	if w := p.word(); w == "collect" || w == "sum" && l.For != nil {
		p.advance()
		l.Out = w
	} else {
		p.expect(tDo, "do")
	}
	l.Body = p.expr()
	l.Span = p.span(start)
	return l
}

// word is the identifier at hand, or "".
func (p *parser) word() string {
	if p.kind() != tIdent {
		return ""
	}
	return p.text(p.cur())
}

// endsHead reports whether the identifier at hand is a word that ends the head of a loop; there it
// is no argument.
func (p *parser) endsHead() bool {
	if !p.inHead {
		return false
	}
	w := p.word()
	return w == "down" || w == "collect" || w == "sum"
}
