package formula

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// A Formula is a formula that was read.
type Formula struct {
	// Program is the program: the constant e, and f (x : real, y : real) : real.
	Program string
	// Shown is how the formula was understood, as an expression of the text language.
	Shown string

	source *diag.Source
	spans  []span
	body   int // the offset in Program where the expression begins
}

// A span says which bytes of the formula the text from an offset of Shown on stands for.
type span struct{ at, from, to int }

// The codes of messages.
const (
	codeForm  diag.Code = "formula"
	codeLimit diag.Code = "limit"
)

// prelude stands before the expression, postlude behind it. The parentheses suspend the layout rule of the language.
const (
	prelude  = "def e : real = 2.718281828459045\n\ndef " + Name + " (x : real, y : real) : real =\n  ("
	postlude = ")\n"
)

// Read rewrites a formula, in time linear in its length. The list is empty when it could; what is wrong by the rules of
// the language is found later, see [Formula.Place].
func Read(text string) (*Formula, diag.List) {
	source := diag.NewSource("", []byte(text))
	if n := utf8.RuneCountInString(text); n > MaxLength {
		return nil, diag.List{source.Diagnose(len(text), len(text), codeLimit,
			fmt.Sprintf("the formula has %d characters, %d are allowed", n, MaxLength), "")}
	}
	if !utf8.ValidString(text) {
		return nil, diag.List{source.Diagnose(0, 0, codeForm, "the formula is not UTF-8", "")}
	}
	r := &rewriter{source: source}
	if err := r.run(text); err != nil {
		return nil, diag.List{*err}
	}
	shown := r.out.String()
	return &Formula{Program: prelude + shown + postlude, Shown: shown, source: source, spans: r.spans, body: len(prelude)}, nil
}

// Place moves messages about the program to their places in the formula.
func (f *Formula) Place(list diag.List) diag.List {
	var out diag.List
	for _, d := range list {
		from, _ := f.origin(d.Pos.Offset)
		to := from
		if d.End.Offset > d.Pos.Offset {
			_, to = f.origin(d.End.Offset - 1)
		}
		if strings.Contains(d.Message, "found bool, wanted real") && d.Hint == "" {
			d.Hint = "if x < y then 1 else 0 makes a number of a condition"
		}
		out = append(out, f.source.Diagnose(from, to, d.Code, reworded.Replace(d.Message), d.Hint))
	}
	return out.Sort()
}

// reworded says in the words of formulas what the front end says in those of the language.
var reworded = strings.NewReplacer( //nolint:gochecknoglobals // a constant
	"found ), wanted", "the formula ends, wanted",
	"found (_, _), wanted real", "found two numbers, wanted one",
	"found bool, wanted real", "found a condition, wanted a number",
	"found real, wanted bool", "found a number, wanted a condition",
)

// origin is the stretch of the formula that a byte of the program stands for.
func (f *Formula) origin(at int) (from, to int) {
	at -= f.body
	end := len(f.source.Text)
	if at >= len(f.Shown) {
		return end, end
	}
	i := sort.Search(len(f.spans), func(i int) bool { return f.spans[i].at > at }) - 1
	if i < 0 {
		return 0, 0
	}
	return f.spans[i].from, f.spans[i].to
}
