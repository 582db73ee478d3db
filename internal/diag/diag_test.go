package diag_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

func ExampleDiagnostic() {
	src := diag.NewSource("f.chad", []byte("def f = 1\ndef g = y + 1\n"))
	fmt.Print(src.Diagnose(18, 19, "unknown-name", "unknown name y", "did you mean x?"))
	// Output:
	// f.chad:2:9: unknown name y [unknown-name]
	//   def g = y + 1
	//           ^
	//   hint: did you mean x?
}

// Another place stands between the line and the hint, with its own line.
func ExampleDiagnostic_Relate() {
	src := diag.NewSource("f.chad", []byte("def f = 1\ndef f = 2\n"))
	d := src.Diagnose(14, 15, "duplicate", "f is defined twice", "rename one")
	d.Relate(src.Diagnose(4, 5, "", "", ""), "defined here")
	fmt.Print(d)
	// Output:
	// f.chad:2:5: f is defined twice [duplicate]
	//   def f = 2
	//       ^
	//   f.chad:1:5: defined here
	//     def f = 1
	//         ^
	//   hint: rename one
}

// In colour a message is the same text: escape sequences are all that is added.
func TestTerminal(t *testing.T) {
	src := diag.NewSource("f.chad", []byte("\tdef f = 1\n\tdef f = 2\n"))
	d := src.Diagnose(16, 17, "duplicate", "f is defined twice", "rename one")
	d.Relate(src.Diagnose(5, 6, "", "", ""), "defined here")
	for _, warnings := range []bool{false, true} {
		colored := d.Render(diag.Terminal(warnings))
		if plain := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(colored, ""); plain != d.String() {
			t.Errorf("got\n%swant\n%s", plain, d)
		}
		if n := strings.Count(colored, "\x1b[0m"); n != 6 || strings.Count(colored, "\x1b[") != 2*n {
			t.Errorf("%d ends: %q", n, colored)
		}
	}
}

func TestPos(t *testing.T) {
	src := diag.NewSource("a", []byte("αβ\n\tx\r\n"))
	for _, c := range []struct{ offset, line, col int }{
		{0, 1, 1}, {2, 1, 2}, {4, 1, 3}, {5, 2, 1}, {6, 2, 2}, {9, 3, 1}, {99, 3, 1}, {-4, 1, 1},
	} {
		p := src.Pos(c.offset)
		if p.Line != c.line || p.Col != c.col {
			t.Errorf("offset %d: got %d:%d, want %d:%d", c.offset, p.Line, p.Col, c.line, c.col)
		}
	}
	for _, c := range []struct{ line, col, offset int }{{1, 1, 0}, {1, 3, 2}, {2, 2, 6}, {0, 4, 0}, {9, 1, 9}, {3, 9, 9}} {
		if got := src.Offset(c.line, c.col); got != c.offset {
			t.Errorf("%d:%d: got offset %d, want %d", c.line, c.col, got, c.offset)
		}
	}
	if got := src.Line(2); got != "\tx" {
		t.Errorf("line 2: got %q", got)
	}
}

// The caret stands under its rune: the cells before it are counted by hand.
func TestCaret(t *testing.T) {
	for _, c := range []struct {
		name, text, mark, caret string
	}{
		{"ascii", "let x = y", "y", "        ^"},
		{"tab", "\tx y", "y", "\t  ^"},
		{"greek", "λx. y", "y", "    ^"},
		{"wide", "世界 y", "y", "     ^"},
		{"wide marked", "x 世界", "世界", "  ^^^^"},
		{"combining", "e\u0301 y", "y", "  ^"},
		{"several", "a foo b", "foo", "  ^^^"},
	} {
		at := strings.Index(c.text, c.mark)
		d := diag.NewSource("f", []byte(c.text)).Diagnose(at, at+len(c.mark), "c", "m", "")
		want := "  " + c.text + "\n  " + c.caret + "\n"
		if _, got, _ := strings.Cut(d.String(), "\n"); got != want {
			t.Errorf("%s: got\n%swant\n%s", c.name, got, want)
		}
	}
}

func TestLongLineIsCut(t *testing.T) {
	text := strings.Repeat("a", 5000) + "!" + strings.Repeat("b", 5000)
	d := diag.NewSource("f", []byte(text)).Diagnose(5000, 5001, "c", "m", "")
	lines := strings.Split(d.String(), "\n")
	if len([]rune(lines[1])) > 130 {
		t.Fatalf("line of %d runes", len([]rune(lines[1])))
	}
	if at, caret := strings.Index(lines[1], "!"), strings.Index(lines[2], "^"); at-2 != caret { // … is 3 bytes
		t.Errorf("caret at %d, rune at %d:\n%s", caret, at, d)
	}
}

func TestListIsSortedAndCapped(t *testing.T) {
	src := diag.NewSource("f", []byte(strings.Repeat("x", 100)))
	var l diag.List
	for i := 59; i >= 0; i-- {
		l = append(l, src.Diagnose(i/2, i/2, "c", "m", "")) // each place twice
	}
	out := l.Err().Error()
	if !strings.HasPrefix(out, "f:1:1: m") || !strings.HasSuffix(out, "and 10 more") {
		t.Errorf("got\n%s", out)
	}
	if diag.List(nil).Err() != nil {
		t.Error("an empty list is an error")
	}
}

// The edits of a fix are sorted; there is no fix of edits that overlap, or of none. Two may stand at one place.
func TestFix(t *testing.T) {
	a, b := diag.Edit{Start: 2, End: 4, New: "a"}, diag.Edit{Start: 4, End: 4, New: "b"}
	c, d := diag.Edit{Start: 3, End: 5, New: "c"}, diag.Edit{File: "g", Start: 3, End: 5, New: "d"}
	if f, ok := diag.NewFix("t", d, b, a); !ok || !slices.Equal(f.Edits, []diag.Edit{a, b, d}) || f.Title != "t" {
		t.Errorf("got %v, %v", f, ok)
	}
	for _, edits := range [][]diag.Edit{nil, {a, c}, {c, a}, {{Start: 2, End: 1}}, {{Start: -1}}} {
		if f, ok := diag.NewFix("t", edits...); ok {
			t.Errorf("%v: got a fix", f)
		}
	}
}
