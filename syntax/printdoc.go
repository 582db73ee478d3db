package syntax

import (
	"bufio"
	"unicode"
	"unicode/utf8"
)

// The layout of printed terms: a small pretty-printing algebra (after Wadler,
// A prettier printer). A document is laid out flat where it fits on the line,
// and broken at its outermost lines where it does not.

type docKind uint8

const (
	docText  docKind = iota
	docCat           // kids one after the other
	docGroup         // kids, flat when they fit
	docNest          // kids, with line breaks two columns further in
	docAlign         // kids, with line breaks at the present column
	docLine          // a space, or a line break in a broken group
	docFill          // kids with a space between, broken only before a kid that does not fit
	docBack          // kids, with line breaks one column further out (a lambda after a bracket)
	docLet           // a let-spine: always broken, one binding a line, made while it is written
)

// tooWide is the width of a document that cannot be flat.
const tooWide = 1 << 28

type doc struct {
	kind docKind
	// hang says that the document may begin on a line where it does not fit, because it breaks
	// soon after its beginning (a lambda).
	hang  bool
	width int
	text  string
	kids  []doc
	let   *Let
}

func textDoc(s string) doc { return doc{kind: docText, text: s, width: displayWidth(s)} }

// displayWidth counts the columns of s: combining marks take none.
func displayWidth(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return runeWidth(s)
		}
		n++
	}
	return n
}

func runeWidth(s string) int {
	n := 0
	for _, r := range s {
		if !unicode.Is(unicode.Mn, r) {
			n++
		}
	}
	return n
}

func node(kind docKind, kids ...doc) doc {
	d := doc{kind: kind, kids: kids}
	for i, k := range kids {
		d.width += k.width
		if kind == docFill && i > 0 {
			d.width++
		}
	}
	d.width = min(d.width, tooWide)
	return d
}

func cat(kids ...doc) doc   { return node(docCat, kids...) }
func group(kids ...doc) doc { return node(docGroup, kids...) }
func nest(kids ...doc) doc  { return node(docNest, kids...) }
func align(kids ...doc) doc { return node(docAlign, kids...) }
func fill(kids ...doc) doc  { return node(docFill, kids...) }

var lineDoc = doc{kind: docLine, width: 1}

// enclose puts brackets around d.
func enclose(open string, d doc, end string) doc {
	return doc{
		kind: docCat, hang: d.hang, kids: []doc{textDoc(open), align(d), textDoc(end)},
		width: min(displayWidth(open)+d.width+displayWidth(end), tooWide),
	}
}

// layout writes documents. Base is the column of line breaks.
type layout struct {
	out   *bufio.Writer
	width int
	col   int
	base  int
	let   func(l *layout, t *Let)
	err   error
}

func (l *layout) text(s string) {
	l.col += displayWidth(s)
	if _, err := l.out.WriteString(s); err != nil && l.err == nil {
		l.err = err
	}
}

const spaces = "                                                                "

func (l *layout) newline() {
	l.text("\n")
	for n := l.base; n > 0; n -= len(spaces) {
		l.text(spaces[:min(n, len(spaces))])
	}
	l.col = l.base
}

// at runs f with line breaks at column base.
func (l *layout) at(base int, f func()) {
	old := l.base
	l.base = base
	f()
	l.base = old
}

func (l *layout) put(d *doc, flat bool) {
	switch d.kind {
	case docText:
		l.text(d.text)
	case docCat:
		l.puts(d.kids, flat)
	case docGroup:
		l.puts(d.kids, flat || l.col+d.width <= l.width)
	case docNest:
		l.at(l.base+2, func() { l.puts(d.kids, flat) })
	case docAlign:
		l.at(l.col, func() { l.puts(d.kids, flat) })
	case docBack:
		l.at(l.base-1, func() { l.puts(d.kids, flat) })
	case docLine:
		if flat {
			l.text(" ")
		} else {
			l.newline()
		}
	case docFill:
		l.fill(d, flat)
	case docLet:
		l.let(l, d.let)
	}
}

func (l *layout) puts(ds []doc, flat bool) {
	for i := range ds {
		l.put(&ds[i], flat)
	}
}

func (l *layout) fill(d *doc, flat bool) {
	for i := range d.kids {
		k := &d.kids[i]
		fits := flat || l.col+1+k.width <= l.width
		if i > 0 {
			if fits || k.hang {
				l.text(" ")
			} else {
				l.newline()
			}
		}
		l.put(k, fits)
	}
}
