package formula

import (
	"fmt"
	"strings"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// A rewriter copies tokens to the text language, with products and parentheses where the notation of mathematics leaves
// them out. It knows operands from what stands between them, and leaves precedence to the parser behind it.
type rewriter struct {
	source *diag.Source
	toks   []token
	at     int
	depth  int
	binds  bool            // whether something before binds names, so that = may stand
	bound  map[string]bool // names that are bound somewhere
	out    strings.Builder
	spans  []span
}

// fail is how the methods below give up.
type fail struct{ d diag.Diagnostic }

func (r *rewriter) run(text string) (err *diag.Diagnostic) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case fail:
			err = &e.d
		default:
			panic(e)
		}
	}()
	r.toks = tokens(text)
	r.bound = bound(r.toks)
	if r.peek().kind == end {
		r.failAt(r.peek(), "the formula is empty", "write one of x and y, such as x² + sin y")
	}
	r.items("")
	return nil
}

func (r *rewriter) peek() token { return r.toks[r.at] }

func (r *rewriter) failAt(t token, message, hint string) {
	panic(fail{r.source.Diagnose(t.from, t.to, codeForm, message, hint)})
}

// emit writes text that stands for a token.
func (r *rewriter) emit(text string, t token) {
	r.spans = append(r.spans, span{r.out.Len(), t.from, t.to})
	r.out.WriteString(text)
}

func (r *rewriter) take() token {
	t := r.peek()
	r.at++
	return t
}

// nested runs f one level deeper.
func (r *rewriter) nested(t token, f func()) {
	if r.depth++; r.depth > MaxNesting {
		panic(fail{r.source.Diagnose(t.from, t.to, codeLimit, fmt.Sprintf("more than %d levels of brackets and functions", MaxNesting), "")})
	}
	f()
	r.depth--
}

// items copies operands and what stands between them, up to the closing bracket, which it leaves; "" is the end.
func (r *rewriter) items(until string) {
	operand := false // whether an operand stands before
	for {
		t := r.peek()
		switch t.kind {
		case end:
			if until == "" {
				return
			}
			r.failAt(t, "the formula ends, "+until+" is wanted", "")
		case closing:
			if t.text == until {
				return
			}
			if until == "" {
				r.failAt(t, "there is no bracket that "+t.text+" closes", "take it away")
			}
			r.failAt(t, "found "+t.text+", wanted "+until, "")
		case bar:
			if operand && until == "|" {
				return
			}
			if operand && r.between(until) {
				operand = false
				continue
			}
			r.factor(operand)
			operand = true
		case number, name, opening, root:
			if t.text == "[" && operand && !t.spaced {
				r.bracketed()
				continue
			}
			if t.kind == number && operand && r.toks[r.at-1].kind == number {
				r.failAt(t, "two numbers side by side", "write * between them, or take the space away")
			}
			r.factor(operand)
			operand = true
		case power, dot:
			if !operand {
				r.failAt(t, "nothing stands before "+strings.TrimPrefix(t.text, "^ "), "")
			}
			r.emit(spacedPower(t), r.take())
		case keyword:
			r.binds = r.binds || t.text == "let" || t.text == "loop"
			r.emit(pad(t.text, operand), r.take())
			operand = false
		case infix:
			if t.text == "=" && !r.binds {
				r.failAt(t, "a formula has no =",
					"for how far both sides are apart write x - (y); a condition is if x == y then 1 else 0")
			}
			if t.text == "," && until == "" {
				r.failAt(t, "two numbers, where a formula is one", "a comma stands between arguments, as in hypot(x, y)")
			}
			r.emit(pad(t.text, operand), r.take())
			operand = false
		case unknown:
			r.failAt(t, t.text+" has no meaning in a formula", map[string]string{
				"!": "a factorial is gamma(x + 1)", "&": "and is written &&",
			}[t.text])
		}
	}
}

func spacedPower(t token) string {
	if t.kind == power {
		return " " + t.text
	}
	return t.text
}

// pad puts spaces around what stands between operands, and behind what stands before one.
func pad(text string, operand bool) string {
	switch {
	case text == "," || text == ";":
		return text + " "
	case operand:
		return " " + text + " "
	case text == "-" || text == "+":
		return text
	}
	return text + " "
}

// between writes a bar that stands between operands: that of [e | i < n], or one of two that say or.
func (r *rewriter) between(until string) bool {
	t, u := r.peek(), r.toks[r.at+1]
	switch {
	case u.kind == bar && !u.spaced:
		r.at += 2
		r.emit(" || ", token{from: t.from, to: u.to})
		return true
	case until == "]":
		r.emit(" | ", r.take())
		return true
	}
	return false
}

// factor copies one operand, with a * before it where one stands there already.
func (r *rewriter) factor(operand bool) {
	t := r.peek()
	if operand {
		r.emit(" * ", token{from: t.from, to: t.from})
	}
	switch t.kind {
	case opening:
		r.bracketed()
	case bar:
		r.emit("abs (", r.take())
		r.nested(t, func() { r.items("|") })
		r.emit(")", r.take())
	case root:
		r.take()
		r.function(t)
	case name:
		r.named(r.take())
	case number, end, keyword, infix, closing, power, dot, unknown:
		r.emit(t.text, r.take())
	}
}

// bracketed copies from an opening bracket to the one that closes it.
func (r *rewriter) bracketed() {
	open := r.take()
	closer := map[string]string{"(": ")", "[": "]"}[open.text]
	r.emit(open.text, open)
	r.nested(open, func() { r.items(closer) })
	r.emit(closer, r.take())
}

func (r *rewriter) named(t token) {
	switch _, ok := arity[t.text]; {
	case ok:
		r.function(t)
	case refused[t.text]:
		r.failAt(t, t.text+" has no place in a formula", "a formula is one expression of x and y")
	case len(t.text) > 1 && strings.Trim(t.text, "xy") == "": // xy is x·y
		for i := range t.text {
			if i > 0 {
				r.emit(" * ", t)
			}
			r.emit(t.text[i:i+1], t)
		}
	case !r.knows(t.text):
		r.unknown(t)
	case t.text == "e" && !r.binds && r.peek().text == "^" && r.starts(r.exponent()): // e^x is exp(x)
		r.take()
		r.emit("exp (", t)
		r.nested(t, r.signed)
		r.emit(")", r.toks[r.at-1])
	default:
		r.emit(t.text, t)
	}
}

// function copies what follows the name of a function: arguments in parentheses, or the factors up to an operator, a
// bracket that closes, or another function.
func (r *rewriter) function(t token) {
	n := arity[t.text]
	u := r.peek()
	head, tail := t.text, ""
	if other, ok := inverse[t.text]; ok {
		head, tail = "(1 / "+other, ")"
	}
	call := t.text + "(" + strings.Join([]string{"x", "y", "1"}[:min(n, 3)], ", ") + ")"
	if u.kind == opening && u.text == "(" {
		if k, last := r.arguments(); k > 0 && k != n {
			r.failAt(token{from: t.from, to: last.to}, fmt.Sprintf("%s takes %s, found %d", t.text, arguments(n), k), "write "+call)
		}
		r.emit(head+" ", t)
		r.bracketed()
		r.emit(tail, r.toks[r.at-1])
		return
	}
	switch {
	case n != 1:
		r.failAt(t, t.text+" takes "+arguments(n), "write "+call)
	case u.kind == power || u.text == "^":
		r.failAt(token{from: t.from, to: u.to}, "a power of the name "+t.text, "write "+t.text+"(x)^2")
	case !r.starts(u):
		r.failAt(t, t.text+" has no argument", "write "+call)
	}
	r.emit(head+" (", t)
	r.nested(t, r.chain)
	r.emit(")"+tail, r.toks[r.at-1])
}

func arguments(n int) string {
	if n == 1 {
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

// arguments counts those in the parentheses that come next, and finds where these end; 0 where they do not.
func (r *rewriter) arguments() (n int, last token) {
	depth := 0
	for _, t := range r.toks[r.at:] {
		switch {
		case t.kind == opening:
			depth++
		case t.kind == closing:
			if depth--; depth == 0 {
				return n + 1, t
			}
		case t.text == "," && depth == 1:
			n++
		}
	}
	return 0, token{}
}

// starts reports whether an operand can begin with the token.
func (r *rewriter) starts(t token) bool {
	return t.kind == number || t.kind == name || t.kind == opening || t.kind == root || t.kind == bar
}

// chain copies factors with their powers.
func (r *rewriter) chain() {
	for first := true; r.continues(first); first = false {
		r.factor(!first)
		r.powers()
	}
}

// powers copies what binds to the operand before it: exponents, indices and projections.
func (r *rewriter) powers() {
	for {
		t := r.peek()
		switch {
		case t.kind == power || t.kind == dot:
			r.emit(spacedPower(t), r.take())
		case t.text == "[" && !t.spaced:
			r.bracketed()
		case t.text == "^" && r.starts(r.exponent()):
			r.emit(" ^ ", r.take())
			r.signed()
		default:
			return
		}
	}
}

// exponent is the token after a ^ and signs.
func (r *rewriter) exponent() token {
	i := r.at + 1
	for r.toks[i].text == "-" {
		i++
	}
	return r.toks[i]
}

// signed copies a factor with signs before it and powers behind it.
func (r *rewriter) signed() {
	for r.peek().text == "-" {
		r.emit("-", r.take())
	}
	r.factor(false)
	r.powers()
}

// continues reports whether the next token is one more factor. A bar is only the first: a second one closes.
func (r *rewriter) continues(first bool) bool {
	t := r.peek()
	if first {
		return r.starts(t)
	}
	_, isFunction := arity[t.text]
	return r.starts(t) && t.kind != bar && t.kind != root && !isFunction
}
