package text

import (
	"context"
	"fmt"

	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/internal/stop"
)

// MaxNesting bounds how deeply expressions, patterns and types may nest in each other. The lists
// of the language (let bindings, operators in a row, declarations, elements) do not count.
const MaxNesting = 1000

// Parse reads a source file. It always returns a file, which holds Bad nodes where the diagnostics
// say so; the file is meaningful only when the list is empty. Time and memory are linear in the
// length of src.
func Parse(name string, src []byte) (*File, diag.List) { return parse(nil, name, src) }

func parse(ctx context.Context, name string, src []byte) (*File, diag.List) {
	source := diag.NewSource(name, src)
	l := lex(source)
	stop.Check(ctx)
	p := &parser{ctx: ctx, src: source, tokens: l.tokens, errs: l.errs, comments: l.comments}
	f := p.file()
	f.source, f.comments, f.anchors = source, p.comments, p.anchors
	return f, p.errs.Sort()
}

// parser is a recursive-descent parser.
//
// Errors: fail reports and sets panicking, after which cur gives tBad, so that every production
// returns without consuming anything. The lists (declarations, bindings, bracketed lists) look for
// a place to go on from, in resume, and clear the flag.
type parser struct {
	ctx       context.Context // ends it; nil is one that does not end
	src       *diag.Source
	tokens    []token
	i         int
	panicking bool
	fatal     bool // give up up to the next declaration: the nesting is too deep
	errs      diag.List
	depth     int
	layout    int32   // column of the bindings of the innermost let, 0 inside brackets
	inHead    bool    // in the head of a loop, outside brackets
	partner   []int32 // of each opening bracket, made at the first error
	anchors   []Span
	comments  []comment
	nextNote  int // the first comment that stands after the current binding
}

var bad = token{kind: tBad}

func (p *parser) cur() token {
	if p.panicking {
		return bad
	}
	return p.tokens[p.i]
}

func (p *parser) kind() kind { return p.cur().kind }

func (p *parser) text(t token) string { return string(p.src.Text[t.start:t.end]) }

// op gives the ASCII spelling of an operator.
func (p *parser) op(t token) string {
	switch s := p.text(t); s {
	case "≤":
		return "<="
	case "≥":
		return ">="
	case "≠":
		return "!="
	default:
		return s
	}
}

// advance consumes the current token. At the end, and after an error, it stays.
func (p *parser) advance() token {
	t := p.cur()
	if t.kind != tBad && t.kind != tEOF {
		p.i++
	}
	return t
}

func (p *parser) accept(k kind) bool {
	if p.kind() != k {
		return false
	}
	p.advance()
	return true
}

// expect consumes a token of that kind, or fails saying what was wanted.
func (p *parser) expect(k kind, wanted string) token {
	if p.kind() == k {
		return p.advance()
	}
	p.unexpected(wanted, "")
	return token{start: p.here().start, end: p.here().start, kind: tBad}
}

// here is the token at hand, even while panicking.
func (p *parser) here() token { return p.tokens[p.i] }

// prevEnd is the end of the last consumed token.
func (p *parser) prevEnd() int32 {
	if p.i == 0 {
		return 0
	}
	return p.tokens[p.i-1].end
}

// span closes a span that began at start.
func (p *parser) span(start int32) Span { return Span{start, max(start, p.prevEnd())} }

// describe names a token as found.
func (p *parser) describe(t token) string {
	if t.kind == tEOF {
		return "the end of the file"
	}
	s := p.text(t)
	if len(s) > 40 {
		s = s[:40] + "…"
	}
	return s
}

func (p *parser) unexpected(wanted, hint string) {
	if p.panicking {
		return
	}
	t := p.here()
	if isDecl(t.kind) || t.kind == tEOF {
		if open, ok := p.unclosed(); ok && hint == "" {
			p.failAt(open.start, open.end, CodeUnclosed, fmt.Sprintf("this %s is never closed", p.text(open)), "")
			return
		}
	}
	if (isDecl(t.kind) && t.bol || t.kind == tEOF) && p.i > 0 {
		p.failAt(p.prevEnd(), p.prevEnd(), CodeUnexpected, "the declaration ends here, wanted "+wanted, hint)
		return
	}
	if hint == "" {
		hint = hintFor(t.kind, p.text(t))
		if p.text(t) == "*" && p.i > 0 && p.text(p.tokens[p.i-1]) == "*" {
			hint = "a power is written x ^ 2"
		}
	}
	p.failAt(t.start, t.end, CodeUnexpected, fmt.Sprintf("found %s, wanted %s", p.describe(t), wanted), hint)
}

func hintFor(k kind, found string) string {
	switch {
	case k == tEqual:
		return "equality is written =="
	case k == tArrow:
		return "a function is written \\x. e"
	case isDecl(k):
		return found + " is a keyword and begins a declaration"
	}
	return ""
}

// unclosed finds the innermost bracket that is open at the current token, if any.
func (p *parser) unclosed() (token, bool) {
	p.matchBrackets()
	for i := p.i - 1; i >= 0 && !isDecl(p.tokens[i].kind); i-- {
		if isOpen(p.tokens[i].kind) && p.partner[i] < 0 {
			return p.tokens[i], true
		}
	}
	return token{}, false
}

// failAt reports a diagnostic unless one is being unwound, and starts unwinding.
func (p *parser) failAt(start, end int32, code diag.Code, message, hint string) {
	if p.panicking {
		return
	}
	p.panicking = true
	p.errs = append(p.errs, p.src.Diagnose(int(start), int(end), code, message, hint))
	if len(p.errs) >= maxErrors {
		p.fatal = true
		p.i = len(p.tokens) - 1
	}
}

// note reports a diagnostic and goes on.
func (p *parser) note(s Span, code diag.Code, message, hint string) {
	if len(p.errs) < maxErrors {
		p.errs = append(p.errs, p.src.Diagnose(int(s.Start), int(s.End), code, message, hint))
	}
}

// enter counts a level of nesting; each call is paired with leave.
func (p *parser) enter() {
	p.depth++
	if p.depth > MaxNesting && !p.panicking {
		t := p.here()
		p.failAt(t.start, t.end, CodeTooDeep, fmt.Sprintf("nested deeper than %d levels", MaxNesting),
			"name the inner parts in a let list, or move them to definitions of their own")
		p.fatal = true
	}
}

func (p *parser) leave() { p.depth-- }

// anchor notes that comments can belong to the stretch from start to the last consumed token.
// Its slot is reserved first, so that outer anchors precede inner ones.
func (p *parser) anchor() (slot int, start int32) {
	p.anchors = append(p.anchors, Span{})
	return len(p.anchors) - 1, p.here().start
}

func (p *parser) anchored(slot int, start int32) { p.anchors[slot] = p.span(start) }

// matchBrackets pairs the brackets, within each declaration, once.
func (p *parser) matchBrackets() {
	if p.partner != nil {
		return
	}
	p.partner = make([]int32, len(p.tokens))
	var open []int32
	for i, t := range p.tokens {
		p.partner[i] = -1
		switch {
		case isDecl(t.kind):
			open = open[:0]
		case isOpen(t.kind):
			open = append(open, int32(i))
		case isClose(t.kind):
			for n := len(open); n > max(0, len(open)-8); n-- { // bounded, to stay linear on garbage
				if p.tokens[open[n-1]].kind == t.kind-1 { // a closing kind follows its opening kind
					p.partner[open[n-1]] = int32(i)
					open = open[:n-1]
					break
				}
			}
		}
	}
}
