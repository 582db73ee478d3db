package loop

import (
	"fmt"
	"math"
	"strconv"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// maxDepth bounds how deep a text may nest, for the reader's stack.
const maxDepth = 50_000

// Read reads a program from its text form (docs/loop-language.md), in time linear in its length.
// What [Program.String] prints reads back as the same program except for [Func].Def. Line breaks and
// indentation are free and comments begin with //. The reader resolves names and finds the
// operators for the types of their operands; the rest of typing is left to [Verify].
//
// An error is a [diag.Error]: file:line:col, the line and a caret. Only the first mistake is told.
func Read(name, src string) (prog *Program, err error) {
	if len(src) > math.MaxInt32 {
		return nil, fmt.Errorf("%s: a loop program of more than 2 GB", name)
	}
	r := &reader{src: src, file: diag.NewSource(name, []byte(src)), toks: scan(src)}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *diag.Error:
			prog, err = nil, e
		default:
			panic(e)
		}
	}()
	return r.program(), nil
}

// reader is a recursive-descent parser over tokens. Mistakes leave it by a panic with a
// *diag.Error, which Read catches.
type reader struct {
	src   string
	file  *diag.Source
	toks  []token
	at    int
	depth int
	cells map[string]*Cell
	funcs map[string]*Func
	vars  map[string]*Var // in scope
	scope []string        // names in the order of their declaration
}

func (r *reader) tok() token { return r.toks[r.at] }

func (r *reader) textOf(t token) string { return r.src[t.start:t.end] }

// word is the text of the next token; quoted strings keep their quotes.
func (r *reader) word() string { return r.textOf(r.tok()) }

// peek is the text of the token after the next, or "".
func (r *reader) peek() string {
	if r.at+1 >= len(r.toks) {
		return ""
	}
	return r.textOf(r.toks[r.at+1])
}

func (r *reader) fail(t token, hint, format string, args ...any) {
	d := r.file.Diagnose(int(t.start), int(t.end), "loop-syntax", fmt.Sprintf(format, args...), hint)
	panic(&diag.Error{List: diag.List{d}})
}

// unexpected says what was found where something else was wanted.
func (r *reader) unexpected(want string) {
	t := r.tok()
	switch {
	case t.kind == endToken:
		r.fail(t, "", "the text ends where %s was expected", want)
	case t.kind == badToken && r.src[t.start] == '"':
		r.fail(t, "close the string on its line", "string without an end")
	case t.kind == badToken:
		r.fail(t, "", "unexpected character %q", r.textOf(t))
	}
	r.fail(t, "", "found %s where %s was expected", r.textOf(t), want)
}

// got skips the next token if it is this word or mark.
func (r *reader) got(s string) bool {
	if r.word() != s {
		return false
	}
	r.at++
	return true
}

func (r *reader) want(s string) {
	if !r.got(s) {
		r.unexpected(s)
	}
}

// name reads a name that is not reserved.
func (r *reader) name(what string) (string, token) {
	t := r.tok()
	s := r.textOf(t)
	if t.kind != nameToken || s == "_" {
		r.unexpected(what)
	}
	if reserved[s] {
		r.fail(t, "take another name", "%s is a word of the language, found where %s was expected", s, what)
	}
	r.at++
	return s, t
}

func (r *reader) quoted() string {
	t := r.tok()
	if t.kind != stringToken {
		r.unexpected("a string")
	}
	s, err := strconv.Unquote(r.textOf(t))
	if err != nil {
		r.fail(t, "", "string that Go does not read")
	}
	r.at++
	return s
}

// deeper guards the stack; the caller undoes it.
func (r *reader) deeper() {
	r.depth++
	if r.depth > maxDepth {
		r.fail(r.tok(), "", "nested more than %d deep", maxDepth)
	}
}

// commaList reads items up to the closing parenthesis.
func (r *reader) commaList(item func()) {
	for !r.got(")") {
		item()
		if !r.got(",") {
			r.want(")")
			return
		}
	}
}
