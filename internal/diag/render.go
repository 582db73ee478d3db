package diag

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// MaxPrinted bounds how many diagnostics [List.String] prints; a last line counts the rest.
const MaxPrinted = 20

// maxExcerpt bounds, in runes, how much of a long line is shown around the caret.
const maxExcerpt = 120

// A Style has the escape sequences of a terminal that begin a part of a message. The zero value is plain text.
type Style struct{ Place, Caret, Code, Hint, end string }

// Terminal is a style for terminals; the carets of warnings have another colour than those of errors.
func Terminal(warnings bool) Style {
	s := Style{Place: "\x1b[1m", Caret: "\x1b[1;31m", Code: "\x1b[2m", Hint: "\x1b[36m", end: "\x1b[0m"}
	if warnings {
		s.Caret = "\x1b[1;33m"
	}
	return s
}

func (s Style) in(part, text string) string {
	if part == "" || text == "" {
		return text
	}
	return part + text + s.end
}

// String renders the list, sorted, at most [MaxPrinted] diagnostics of it.
func (l List) String() string { return l.Render(Style{}) }

// Render is [List.String] in a style.
func (l List) Render(s Style) string {
	l = slices.Clone(l).Sort()
	var b strings.Builder
	for i, d := range l {
		if i == MaxPrinted {
			fmt.Fprintf(&b, "and %d more\n", len(l)-i)
			break
		}
		b.WriteString(d.Render(s))
	}
	return b.String()
}

// String renders the diagnostic: the message between its position and its code, the source line with a caret
// below when the line is known, other places, and the hint when there is one. Each line ends in a line break.
func (d Diagnostic) String() string { return d.Render(Style{}) }

// Render is [Diagnostic.String] in a style.
func (d Diagnostic) Render(s Style) string {
	var b strings.Builder
	s.message(&b, "", d)
	for _, r := range d.Related {
		s.message(&b, "  ", Diagnostic{Pos: r.Pos, End: r.Pos, Message: r.Message, Line: r.Line})
	}
	if d.Hint != "" {
		fmt.Fprintf(&b, "  %s %s\n", s.in(s.Hint, "hint:"), d.Hint)
	}
	return b.String()
}

// message writes a place, what is said of it, and the line.
func (s Style) message(b *strings.Builder, indent string, d Diagnostic) {
	b.WriteString(indent)
	if place := d.Pos.String(); place != "" {
		b.WriteString(s.in(s.Place, place+":") + " ")
	}
	b.WriteString(d.Message)
	if d.Code != "" {
		b.WriteString(" " + s.in(s.Code, "["+string(d.Code)+"]"))
	}
	b.WriteString("\n")
	if d.Line != "" && d.Pos.IsValid() {
		line, caret := excerpt(d)
		blank := caret[:strings.Index(caret, "^")]
		fmt.Fprintf(b, "%s  %s\n%s  %s%s\n", indent, line, indent, blank, s.in(s.Caret, caret[len(blank):]))
	}
}

// excerpt gives the printable part of the line around the caret, and the caret line.
func excerpt(d Diagnostic) (line, caret string) {
	runes := []rune(strings.ToValidUTF8(d.Line, "\uFFFD"))
	at := min(d.Pos.Col-1, len(runes))
	width := 1
	if d.End.Line > d.Pos.Line {
		width = max(1, len(runes)-at)
	} else if d.End.Col > d.Pos.Col {
		width = min(d.End.Col-d.Pos.Col, max(1, len(runes)-at))
	}
	prefix, suffix := "", ""
	if len(runes) > maxExcerpt {
		from := max(0, at-maxExcerpt/2)
		to := min(len(runes), from+maxExcerpt)
		if from > 0 {
			prefix = "…"
		}
		if to < len(runes) {
			suffix = "…"
		}
		runes, at = runes[from:to], at-from
		width = min(width, max(1, len(runes)-at))
	}
	for i, r := range runes {
		if r != '\t' && !unicode.IsPrint(r) {
			runes[i] = '\uFFFD'
		}
	}
	pad := strings.Map(blank, prefix) + padding(runes[:at])
	marks := 0
	for _, r := range runes[at:min(at+width, len(runes))] {
		marks += cells(r)
	}
	return prefix + string(runes) + suffix, pad + strings.Repeat("^", max(1, marks))
}

func blank(rune) rune { return ' ' }

// padding is white space as wide as the text: tabs stay tabs, wide runes take two blanks.
func padding(text []rune) string {
	var b strings.Builder
	for _, r := range text {
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteString(strings.Repeat(" ", cells(r)))
		}
	}
	return b.String()
}

// wide lists the blocks whose runes terminals draw two cells wide (Annex 11, classes W and F,
// by block).
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x1100, Hi: 0x115f, Stride: 1},
		{Lo: 0x2e80, Hi: 0x303e, Stride: 1},
		{Lo: 0x3041, Hi: 0xa4cf, Stride: 1},
		{Lo: 0xac00, Hi: 0xd7a3, Stride: 1},
		{Lo: 0xf900, Hi: 0xfaff, Stride: 1},
		{Lo: 0xfe30, Hi: 0xfe6f, Stride: 1},
		{Lo: 0xff00, Hi: 0xff60, Stride: 1},
		{Lo: 0xffe0, Hi: 0xffe6, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x1f300, Hi: 0x1f64f, Stride: 1},
		{Lo: 0x1f900, Hi: 0x1f9ff, Stride: 1},
		{Lo: 0x20000, Hi: 0x3fffd, Stride: 1},
	},
}

// cells is the number of terminal cells of a rune; a tab is handled by padding.
func cells(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}
