package formula

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

type kind uint8

const (
	end     kind = iota
	number       // 2, 0.5, 1e-3
	name         // x, sin
	keyword      // if, let
	infix        // + - * / % ^ < = , ; and the like
	opening      // ( [
	closing      // ) ]
	bar          // |
	root         // √
	power        // ², as text ^ 2
	dot          // the point of a projection, with what it takes
	unknown
)

// A token has the text that is written out for it, and its bytes in the formula.
type token struct {
	kind     kind
	text     string
	from, to int
	spaced   bool // whether white space stands before it
}

var keywords = map[string]bool{ //nolint:gochecknoglobals // a constant
	"let": true, "in": true, "if": true, "then": true, "else": true, "loop": true, "for": true, "while": true, "do": true, "down": true,
}

// signs are other characters for what the language writes in ASCII.
var signs = map[rune]string{ //nolint:gochecknoglobals // a constant
	'·': "*", '×': "*", '⋅': "*", '∗': "*", '−': "-", '–': "-", '÷': "/", '∕': "/", '≤': "<=", '≥': ">=", '≠': "!=", '⟨': "(", '⟩': ")",
	'²': "^ 2", '³': "^ 3", '⁴': "^ 4", '⁵': "^ 5", '⁶': "^ 6", '⁷': "^ 7", '⁸': "^ 8", '⁹': "^ 9",
}

// names are other names for functions and constants.
var names = map[string]string{ //nolint:gochecknoglobals // a constant
	"ln": "log", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arsinh": "asinh", "arcosh": "acosh", "artanh": "atanh",
	"sgn": "sign", "signum": "sign", "tg": "tan", "ctg": "cot", "arctg": "atan", "lg": "log10", "cosec": "csc", "π": "pi", "∞": "inf",
}

// tokens cuts a formula up.
func tokens(text string) []token {
	var out []token
	for at := 0; ; {
		rest := strings.TrimLeftFunc(text[at:], unicode.IsSpace)
		spaced := at > 0 && len(rest) < len(text)-at
		at = len(text) - len(rest)
		if rest == "" {
			return append(out, token{kind: end, from: at, to: at})
		}
		t := next(rest, !spaced && len(out) > 0 && out[len(out)-1].operand())
		t.from, t.spaced = at, spaced
		at += t.to
		t.to = at
		out = append(out, t)
	}
}

// operand reports whether an operand may end with the token.
func (t token) operand() bool {
	switch t.kind {
	case number, name, closing, power, dot:
		return true
	case end, keyword, infix, opening, bar, root, unknown:
	}
	return false
}

// next is the first token of a text that begins with no space; its to is its length. projected says that a point would
// belong to the operand before it.
func next(s string, projected bool) token {
	r, size := utf8.DecodeRuneInString(s)
	two := s[:min(2, len(s))]
	switch {
	case isDigit(r), r == '.' && len(s) > 1 && isDigit(rune(s[1])) && !projected:
		return numeral(s)
	case r == 'π', r == '∞':
		return token{kind: name, text: names[s[:size]], to: size}
	case unicode.IsLetter(r) && r != 'λ', r == '_':
		return word(s)
	case r == '√':
		return token{kind: root, text: "sqrt", to: size}
	case r == '(', r == '[', r == '⟨':
		return token{kind: opening, text: mapped(r), to: size}
	case r == ')', r == ']', r == '⟩':
		return token{kind: closing, text: mapped(r), to: size}
	case r == '|':
		return token{kind: bar, text: "|", to: size}
	case r == '.' && projected:
		n := 1
		for n < len(s) && (isDigit(rune(s[n])) || unicode.IsLetter(rune(s[n]))) {
			n++
		}
		return token{kind: dot, text: s[:n], to: n}
	case two == "**":
		return token{kind: infix, text: "^", to: 2}
	case two == "<=", two == ">=", two == "==", two == "!=", two == "&&":
		return token{kind: infix, text: two, to: 2}
	case strings.ContainsRune("+-*/%^<>=,;", r):
		return token{kind: infix, text: s[:1], to: 1}
	}
	if text, ok := signs[r]; ok {
		if text[0] == '^' {
			return token{kind: power, text: text, to: size}
		}
		return token{kind: infix, text: text, to: size}
	}
	return token{kind: unknown, text: s[:size], to: size}
}

func mapped(r rune) string {
	if text, ok := signs[r]; ok {
		return text
	}
	return string(r)
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// numeral reads digits with a fraction and an exponent. In the language reals have a digit on both sides of the point.
func numeral(s string) token {
	n := digits(s)
	text := s[:n]
	if n < len(s) && s[n] == '.' && !strings.HasPrefix(s[n:], "..") {
		k := digits(s[n+1:])
		fraction := s[n+1 : n+1+k]
		if text == "" {
			text = "0"
		}
		if fraction == "" {
			fraction = "0"
		}
		text += "." + fraction
		n += 1 + k
	}
	if n < len(s) && (s[n] == 'e' || s[n] == 'E') {
		k := n + 1
		if k < len(s) && (s[k] == '+' || s[k] == '-') {
			k++
		}
		if d := digits(s[k:]); d > 0 {
			text += s[n : k+d]
			n = k + d
		}
	}
	return token{kind: number, text: text, to: n}
}

func digits(s string) int {
	n := 0
	for n < len(s) && isDigit(rune(s[n])) {
		n++
	}
	return n
}

// inWord reports whether names go on with the character; π is a name by itself.
func inWord(r rune) bool {
	return r != 'π' && unicode.IsLetter(r) || isDigit(r) || r == '_' || r == '\'' || '₀' <= r && r <= '₉'
}

func word(s string) token {
	n := 0
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !inWord(r) {
			break
		}
		n += size
	}
	text := s[:n]
	if keywords[text] {
		return token{kind: keyword, text: text, to: n}
	}
	if other, ok := names[text]; ok {
		text = other
	}
	return token{kind: name, text: text, to: n}
}
