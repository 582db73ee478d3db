package text

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// width is the line width that the formatter aims at.
const width = 100

// Format prints a file in the one standard layout, with its comments. The result parses to the
// same tree, and formatting it again changes nothing. Only files without diagnostics can be
// formatted: of others the malformed parts are printed as they stand in the source. It takes time
// linear in the size of the file for a fixed depth of nesting.
func Format(f *File) []byte {
	p := &printer{file: f, comments: attach(f)}
	for i, d := range f.Decls {
		r := d.Range()
		if i > 0 && (p.blankBetween(f.Decls[i-1].Range().End, r.Start) || p.blankLines(r.Start)) {
			p.blank()
		}
		p.leading(r.Start, 0)
		p.declaration(d)
		p.trailing(r.End, 0)
		p.newline(0)
	}
	p.leading(int32(len(f.source.Text)), 0)
	out := bytes.TrimLeft(p.buf, "\n")
	if len(out) == 0 {
		return out
	}
	return append(bytes.TrimRight(out, "\n"), '\n')
}

// printer writes an expression on one line when it fits, and otherwise breaks it by a rule of its
// construct and prints the parts in the same way.
//
// Broken lines never begin left of the column in which their expression began; so inside a let
// list they stand right of the column of the bindings, as the layout rule asks.
type printer struct {
	file     *File
	buf      []byte
	col      int // of the next rune, from 0
	indent   int // of the line
	flat     bool
	over     bool // the flat attempt has failed
	limit    int  // of the flat attempt
	comments []placed
	after    bool // a line comment has been written: a new line must follow
	afterCol int
}

// placed is a comment with the offset of the anchor end or start at which it is printed.
type placed struct {
	comment
	key int32
}

// attach decides where each comment is printed: behind the anchor that ends before it on its line,
// else before the anchor that begins after it, else before the anchor around it. Anchors are the
// declarations, bindings, bodies and alternatives. The result is in the order of printing.
func attach(f *File) []placed {
	if len(f.comments) == 0 {
		return nil
	}
	starts, ends := map[int32]bool{}, map[int32]bool{}
	for _, a := range f.anchors {
		starts[a.Start], ends[a.End] = true, true
	}
	out := make([]placed, len(f.comments))
	var around []Span // the anchors that contain the place reached
	next := 0
	for i, c := range f.comments {
		for ; next < len(f.anchors) && f.anchors[next].Start <= c.start; next++ {
			around = append(popEnded(around, f.anchors[next].Start), f.anchors[next])
		}
		around = popEnded(around, c.start)
		key := c.next
		switch {
		case c.trailing && ends[c.prev]:
			key = c.prev
		case starts[c.next] || len(around) == 0:
		default:
			key = around[len(around)-1].Start
		}
		out[i] = placed{c, key}
	}
	slices.SortStableFunc(out, func(a, b placed) int { return cmp.Compare(a.key, b.key) })
	return out
}

func popEnded(around []Span, at int32) []Span {
	for len(around) > 0 && around[len(around)-1].End <= at {
		around = around[:len(around)-1]
	}
	return around
}

// leading prints the comments that belong before the anchor that starts at offset at, each on a
// line of its own, indented to col. The printer must be at the start of a line, after indentation.
func (p *printer) leading(at int32, col int) {
	for first := true; len(p.comments) > 0 && p.comments[0].key <= at; first = false {
		c := p.comments[0]
		p.comments = p.comments[1:]
		if c.blank && !first {
			p.blank()
			p.newline(col)
		}
		p.comment(c.comment)
		p.newline(col)
		if len(p.comments) == 0 || p.comments[0].key > at {
			// A comment apart from what follows stays apart.
			if c.start < at && p.blankBetween(c.end, at) {
				p.blank()
				p.newline(col)
			}
		}
	}
}

// hasLeading reports whether comments wait to be printed before the anchor at that offset.
func (p *printer) hasLeading(at int32) bool { return len(p.comments) > 0 && p.comments[0].key <= at }

// trailing prints the comments that belong behind the anchor that ends at offset at. What is
// printed next goes to a new line, at col unless it says otherwise.
func (p *printer) trailing(at int32, col int) {
	for len(p.comments) > 0 && p.comments[0].key <= at && !p.flat {
		c := p.comments[0]
		p.comments = p.comments[1:]
		p.word(" ")
		p.comment(c.comment)
		p.after, p.afterCol = true, col
	}
}

func (p *printer) comment(c comment) {
	p.word(strings.ToValidUTF8(string(p.file.source.Text[c.start:c.end]), "\uFFFD"))
}

// blankBetween reports whether an empty line stands in the white space after offset from.
func (p *printer) blankBetween(from, to int32) bool {
	lines := 0
	for _, c := range p.file.source.Text[from:max(from, to)] {
		switch c {
		case '\n':
			lines++
		case ' ', '\t', '\r', ';', ')', ']', '}':
		default:
			return lines > 1
		}
	}
	return lines > 1
}

// blankLines reports whether the first comment before that anchor has an empty line before it.
func (p *printer) blankLines(at int32) bool {
	return p.hasLeading(at) && p.comments[0].blank
}

// blank makes sure that an empty line precedes; the printer is then at the start of a line.
func (p *printer) blank() {
	p.buf = bytes.TrimRight(p.buf, " ")
	if len(p.buf) == 0 {
		return
	}
	for !bytes.HasSuffix(p.buf, []byte("\n\n")) {
		p.buf = append(p.buf, '\n')
	}
	p.col, p.after = 0, false
}

// word writes text that has no line break.
func (p *printer) word(s string) {
	if p.over {
		return
	}
	if p.after {
		p.newline(p.afterCol)
		s = strings.TrimLeft(s, " ")
	}
	p.buf = append(p.buf, s...)
	p.col += utf8.RuneCountInString(s)
	if p.flat && p.col > p.limit {
		p.over = true
	}
}

// newline begins a line, indented to col. A line that holds only blanks is begun anew.
func (p *printer) newline(col int) {
	if p.flat {
		p.over = true
		return
	}
	p.after = false
	p.buf = bytes.TrimRight(p.buf, " ")
	if len(p.buf) > 0 && p.buf[len(p.buf)-1] != '\n' {
		p.buf = append(p.buf, '\n')
	}
	for range col {
		p.buf = append(p.buf, ' ')
	}
	p.col, p.indent = col, col
}

// fits prints flat what f prints and reports true, or undoes it when it does not fit the line or
// comments stand in it before offset end.
func (p *printer) fits(end int32, f func()) bool {
	if p.flat {
		f()
		return true
	}
	if p.after || (len(p.comments) > 0 && p.comments[0].key < end) {
		return false
	}
	mark, col := len(p.buf), p.col
	p.flat, p.limit = true, max(width-4, p.indent+width/3)
	f()
	ok := !p.over
	p.flat, p.over = false, false
	if !ok {
		p.buf, p.col = p.buf[:mark], col
	}
	return ok
}
