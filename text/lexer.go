package text

import (
	"fmt"
	"math"
	"unicode"
	"unicode/utf8"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// maxSource bounds the length of a source file, in bytes, so that offsets fit an int32.
const maxSource = math.MaxInt32 - 1

// maxErrors is the number of diagnostics after which the lexer and the parser give up.
const maxErrors = 100

// lexer cuts a source into tokens and comments.
type lexer struct {
	src      *diag.Source
	text     []byte
	at       int
	col      int // column of text[at], in runes
	bol      bool
	newlines int // since the last token or comment
	tokens   []token
	comments []comment
	pending  int // the first comment that has no next token yet
	errs     diag.List
}

// lex returns the tokens of a source, the last of which is tEOF, in time linear in its length.
func lex(src *diag.Source) *lexer {
	l := &lexer{src: src, text: src.Text, col: 1, bol: true}
	if len(src.Text) > maxSource {
		l.errs = append(l.errs, src.Diagnose(0, 0, CodeTooLarge, "source file larger than 2 GiB", ""))
		l.text = nil
	}
	l.tokens = make([]token, 0, len(l.text)/3+1)
	for l.at < len(l.text) && len(l.errs) < maxErrors {
		l.next()
	}
	l.at = len(l.text)
	l.emit(tEOF, l.at)
	return l
}

func (l *lexer) fail(start, end int, code diag.Code, message, hint string) {
	l.errs = append(l.errs, l.src.Diagnose(start, end, code, message, hint))
}

// emit appends the token from the current place to end and moves there.
func (l *lexer) emit(k kind, end int) {
	tight := len(l.tokens) > 0 && int(l.tokens[len(l.tokens)-1].end) == l.at
	l.tokens = append(l.tokens, token{
		start: int32(l.at), end: int32(end), col: int32(l.col), kind: k, bol: l.bol, tight: tight,
	})
	for ; l.pending < len(l.comments); l.pending++ {
		l.comments[l.pending].next = int32(l.at)
	}
	l.col += utf8.RuneCount(l.text[l.at:end])
	l.at, l.bol, l.newlines = end, false, 0
}

func (l *lexer) next() {
	c := l.text[l.at]
	switch {
	case c == '\n':
		l.at, l.col, l.bol = l.at+1, 1, true
		l.newlines++
	case c == ' ' || c == '\t' || c == '\r':
		l.at++
		l.col++
	case c == '-' && l.at+1 < len(l.text) && l.text[l.at+1] == '-':
		l.comment()
	case isDigit(c):
		l.number()
	case c < utf8.RuneSelf && c != '_' && !isLetter(c):
		l.mark()
	default:
		l.word()
	}
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func (l *lexer) comment() {
	end := l.at
	for end < len(l.text) && l.text[end] != '\n' {
		end++
	}
	stop := end
	for stop > l.at && (l.text[stop-1] == ' ' || l.text[stop-1] == '\t' || l.text[stop-1] == '\r') {
		stop--
	}
	if !utf8.Valid(l.text[l.at:end]) {
		l.fail(l.at, end, CodeBadChar, "invalid UTF-8 in a comment", "save the file as UTF-8")
	}
	prev := int32(-1)
	if n := len(l.tokens); n > 0 {
		prev = l.tokens[n-1].end
	}
	l.comments = append(l.comments, comment{
		start: int32(l.at), end: int32(stop), prev: prev, trailing: !l.bol, blank: l.newlines > 1,
	})
	l.at, l.newlines = end, 0 // the column no longer matters on this line
}

// isWordRune reports whether r may continue an identifier. λ never does: it opens a function.
func isWordRune(r rune) bool {
	return r != 'λ' && (r == '_' || r == '\'' || unicode.IsLetter(r) || unicode.IsDigit(r) ||
		unicode.Is(unicode.Mn, r) || unicode.Is(unicode.No, r)) // No: subscripts, as in x₁
}

func (l *lexer) word() {
	r, size := utf8.DecodeRune(l.text[l.at:])
	if r == 'λ' || (r != '_' && !unicode.IsLetter(r)) || (r == utf8.RuneError && size == 1) {
		l.mark()
		return
	}
	end := l.wordEnd(l.at + size)
	k, ok := keywords[string(l.text[l.at:end])]
	if !ok {
		k = tIdent
	}
	l.emit(k, end)
}

func (l *lexer) wordEnd(end int) int {
	for end < len(l.text) {
		r, size := utf8.DecodeRune(l.text[end:])
		if !isWordRune(r) || (r == utf8.RuneError && size == 1) {
			break
		}
		end += size
	}
	return end
}

func (l *lexer) mark() {
	for _, m := range marksByFirst[l.text[l.at]] {
		if end := l.at + len(m.text); end <= len(l.text) && string(l.text[l.at:end]) == m.text {
			l.emit(m.kind, end)
			return
		}
	}
	start, end := l.at, l.at
	r, size := utf8.DecodeRune(l.text[l.at:])
	if r == utf8.RuneError && size == 1 {
		// One message for a whole run of bytes that are no text.
		for end < len(l.text) {
			r, size := utf8.DecodeRune(l.text[end:])
			if r != utf8.RuneError || size != 1 {
				break
			}
			end++
		}
		l.fail(start, end, CodeBadChar, "invalid UTF-8", "save the file as UTF-8")
	} else {
		end += size
		message, hint := fmt.Sprintf("unexpected character %q", r), ""
		switch r {
		case '&':
			hint = "conjunction is written &&"
		case '!':
			hint = "negation is written not, inequality !="
		case '#':
			hint = "a comment starts with --"
		case '"':
			hint = "the language has no strings"
		case '×', '·':
			hint = "multiplication is written *"
		case '−', '–':
			hint = "minus is written -"
		}
		l.fail(start, end, CodeBadChar, message, hint)
	}
	l.col += utf8.RuneCount(l.text[start:end])
	l.at = end
}

func (l *lexer) digits(at int) int {
	for at < len(l.text) && isDigit(l.text[at]) {
		at++
	}
	return at
}

func (l *lexer) number() {
	start, k := l.at, tInt
	end := l.digits(l.at)
	if hex := l.text[l.at:]; len(hex) > 2 && hex[0] == '0' && hex[1]|0x20 == 'x' {
		end = l.at + 2
		for end < len(l.text) && (isDigit(l.text[end]) || ('a' <= l.text[end]|0x20 && l.text[end]|0x20 <= 'f')) {
			end++
		}
	} else {
		if end+1 < len(l.text) && l.text[end] == '.' && isDigit(l.text[end+1]) {
			k, end = tReal, l.digits(end+1)
		}
		if end < len(l.text) && l.text[end]|0x20 == 'e' {
			exp := end + 1
			if exp < len(l.text) && (l.text[exp] == '+' || l.text[exp] == '-') {
				exp++
			}
			if exp < len(l.text) && isDigit(l.text[exp]) {
				k, end = tReal, l.digits(exp)
			}
		}
	}
	if stop := l.wordEnd(end); stop > end {
		l.fail(start, stop, CodeBadNumber, fmt.Sprintf("malformed number %s", l.text[start:stop]),
			fmt.Sprintf("a product is written %s * %s", l.text[start:end], l.text[end:stop]))
		end = stop
	}
	l.emit(k, end)
}
