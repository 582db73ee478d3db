package loop

import (
	"strings"
	"unicode/utf8"
)

// tokenKind is a token's form; operators are tokens of their own spelling.
type tokenKind uint8

const (
	endToken tokenKind = iota
	nameToken
	numberToken
	stringToken
	markToken
	badToken
)

// A token is a stretch of the text. Programs are long, so it is small.
type token struct {
	kind       tokenKind
	start, end int32
}

// longMarks are the marks of more than one character, none the beginning of a later one.
var longMarks = []string{"+~=", ":+", "+=", "<=", ">=", "==", "!=", "&&", "||"}

const oneMarks = "(){}[],:;=<>+-*/%^!&."

// scan splits a text into tokens; white space, line breaks and // comments only separate them.
// A bad token ends the list. It takes linear time.
func scan(src string) []token {
	toks := make([]token, 0, len(src)/4+2)
	at := 0
	for {
		at = skipBlank(src, at)
		if at >= len(src) {
			return append(toks, token{endToken, int32(len(src)), int32(len(src))})
		}
		kind, n := scanOne(src[at:])
		toks = append(toks, token{kind, int32(at), int32(at + n)})
		if kind == badToken {
			return toks
		}
		at += n
	}
}

func skipBlank(src string, at int) int {
	for at < len(src) {
		switch c := src[at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			at++
		case c == '/' && strings.HasPrefix(src[at:], "//"):
			n := strings.IndexByte(src[at:], '\n')
			if n < 0 {
				return len(src)
			}
			at += n
		default:
			return at
		}
	}
	return at
}

func scanOne(s string) (tokenKind, int) {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case isLetter(r):
		return nameToken, nameLength(s)
	case '0' <= r && r <= '9':
		return numberToken, numberLength(s)
	case r == '"':
		if n := stringLength(s); n > 0 {
			return stringToken, n
		}
		return badToken, 1
	}
	for _, m := range longMarks {
		if strings.HasPrefix(s, m) {
			return markToken, len(m)
		}
	}
	if strings.ContainsRune(oneMarks, r) {
		return markToken, 1
	}
	return badToken, size
}

func nameLength(s string) int {
	for i, r := range s {
		if !isNamePart(r) {
			return i
		}
	}
	return len(s)
}

// numberLength is the length of digits, letters and points, with the sign of an exponent; what
// they mean is for strconv to say.
func numberLength(s string) int {
	hex := strings.HasPrefix(s, "0x")
	for i := range len(s) {
		c := s[i]
		switch {
		case '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '.' || c == '_':
		case (c == '+' || c == '-') && !hex && (s[i-1] == 'e' || s[i-1] == 'E'):
		default:
			return i
		}
	}
	return len(s)
}

// stringLength is the length of a quoted string, or 0 when its line ends before it.
func stringLength(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		case '\n':
			return 0
		}
	}
	return 0
}
