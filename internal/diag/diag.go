// Package diag holds the positioned messages that every front end reports.
//
// A [Source] is a file's text with its line table; it turns byte offsets into a [Pos] and makes a
// [Diagnostic] that remembers the line it points at. A [List] collects them, sorts them and prints
//
//	file:line:col: message [code]
//	  the source line
//	       ^^^^
//	  file:line:col: what stands at another place that the message is about
//	    the source line there
//	         ^
//	  hint: how to mend it
//
// Columns count runes from 1, a tab included as one rune; the caret line repeats tabs and gives
// wide runes two cells, so that the caret stands under its text in a terminal.
//
// # References
//
//   - cel-go, common/error.go: the caret line with tabs and wide runes.
//   - The Unicode Standard, Annex 11: East Asian width.
package diag

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// Pos is a place in a file. The zero value means that no place is known.
type Pos struct {
	File   string
	Offset int // in bytes, from 0
	Line   int // from 1
	Col    int // in runes, from 1
}

// IsValid reports whether the position names a line.
func (p Pos) IsValid() bool { return p.Line > 0 }

// String gives file:line:col, or the file alone when no line is known.
func (p Pos) String() string {
	if !p.IsValid() {
		return p.File
	}
	if p.File == "" {
		return fmt.Sprintf("%d:%d", p.Line, p.Col)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Code names a kind of diagnostic; it is stable, while the wording of messages may change.
type Code string

// Diagnostic is one message about one stretch of source.
type Diagnostic struct {
	Pos     Pos
	End     Pos // just after the stretch; may equal Pos
	Code    Code
	Message string // lower case, no full stop
	Hint    string // the mend, or empty
	Line    string // the text of the line of Pos, without its line break; may be empty
	Fixes   []Fix  // each mends it; for editors, and not printed
	// Related are other places that the message is about.
	Related []Related
}

// Related is another place of a message: where something is declared, was written or was said before.
type Related struct {
	Pos     Pos
	Message string // such as "written here"
	Line    string // the text of the line of Pos; may be empty
}

// Relate adds another place to a message: that of one about it.
func (d *Diagnostic) Relate(at Diagnostic, message string) {
	if at.Pos.IsValid() {
		d.Related = append(d.Related, Related{Pos: at.Pos, Message: message, Line: at.Line})
	}
}

// Source is the text of one file with the table of its lines.
type Source struct {
	Name  string
	Text  []byte
	lines []int // the offset at which each line starts
}

// NewSource indexes the lines of text, in time linear in its length. The text is not copied.
func NewSource(name string, text []byte) *Source {
	lines := make([]int, 1, bytes.Count(text, []byte{'\n'})+1)
	for i, c := range text {
		if c == '\n' {
			lines = append(lines, i+1)
		}
	}
	return &Source{Name: name, Text: text, lines: lines}
}

// Pos resolves a byte offset, which is clamped to the text. It costs a binary search and the
// length of the line.
func (s *Source) Pos(offset int) Pos {
	offset = min(max(offset, 0), len(s.Text))
	line := sort.SearchInts(s.lines, offset+1) // lines[line-1] <= offset < lines[line]
	col := 1 + utf8.RuneCount(s.Text[s.lines[line-1]:offset])
	return Pos{File: s.Name, Offset: offset, Line: line, Col: col}
}

// LineOf returns the number of the line of a byte offset, from 1, by binary search.
func (s *Source) LineOf(offset int) int { return sort.SearchInts(s.lines, offset+1) }

// Offset is the byte offset of a line and a column in bytes, both numbered from 1; it is clamped to the text.
func (s *Source) Offset(line, col int) int {
	if line < 1 {
		return 0
	}
	if line > len(s.lines) {
		return len(s.Text)
	}
	return min(max(s.lines[line-1]+col-1, 0), len(s.Text))
}

// Line returns the text of a line, numbered from 1, without its line break.
func (s *Source) Line(n int) string {
	if n < 1 || n > len(s.lines) {
		return ""
	}
	end := len(s.Text)
	if n < len(s.lines) {
		end = s.lines[n] - 1
	}
	return strings.TrimSuffix(string(s.Text[s.lines[n-1]:end]), "\r")
}

// Diagnose makes a diagnostic for the bytes from start to end.
func (s *Source) Diagnose(start, end int, code Code, message, hint string) Diagnostic {
	pos := s.Pos(start)
	return Diagnostic{
		Pos: pos, End: s.Pos(max(start, end)), Code: code,
		Message: message, Hint: hint, Line: s.Line(pos.Line),
	}
}

// List is a collection of diagnostics.
type List []Diagnostic

// Sort orders the list by file, place, code and message and drops exact repetitions, so that the
// same mistakes are always reported alike.
func (l List) Sort() List {
	slices.SortStableFunc(l, func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.Pos.File, b.Pos.File),
			cmp.Compare(a.Pos.Offset, b.Pos.Offset),
			cmp.Compare(a.Pos.Line, b.Pos.Line), // of places whose offset is not known
			cmp.Compare(a.Pos.Col, b.Pos.Col),
			cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Message, b.Message),
		)
	})
	return slices.CompactFunc(l, func(a, b Diagnostic) bool {
		return a.Pos == b.Pos && a.Code == b.Code && a.Message == b.Message
	})
}

// Err returns nil for an empty list, and otherwise an [*Error] that holds it.
func (l List) Err() error {
	if len(l) == 0 {
		return nil
	}
	return &Error{List: l}
}

// ErrSource is what each [Error] is, for [errors.Is].
var ErrSource = errors.New("mistakes in a source file")

// Error is a list of diagnostics as an error. It is never empty.
type Error struct{ List List }

// Is says that it is [ErrSource].
func (e *Error) Is(target error) bool { return target == ErrSource }

// Error renders the diagnostics in the long form, at most [MaxPrinted] of them.
func (e *Error) Error() string { return strings.TrimSuffix(e.List.String(), "\n") }
