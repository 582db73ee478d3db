package syntax

import (
	"bufio"
	"io"
	"strings"
)

// PrintOptions choose the notation of printed terms. The zero value is the
// notation of the paper (CHAD Figs. 1 and 2) with lines of about 100 columns.
type PrintOptions struct {
	// ASCII writes \x. t for λx. t, (t, s) for ⟨t, s⟩, and so on. Source terms
	// read back in either notation.
	ASCII bool
	// Sugar writes build as map, zipWith, zip, replicate or iota where its body
	// uses the index only to index arrays that do not depend on it.
	Sugar bool
	// Width is the wanted length of lines, 100 when it is 0.
	Width int
	// Free gives variables that are free in the term display names that no binder takes;
	// nil takes their own names.
	Free func(*Var) string
}

// Print writes t in the notation of the paper. Variables that share a name
// where both are visible are told apart by numbers. The output depends only on
// the term (not on addresses), and the time is linear in its size.
// The error is that of w.
func Print(w io.Writer, t Term) error { return PrintOptions{}.Print(w, t) }

// String is t in the notation of the paper.
func String(t Term) string { return PrintOptions{}.String(t) }

// PrintProgram writes the data types and definitions of a program.
// The error is that of w.
func PrintProgram(w io.Writer, p *Program) error { return PrintOptions{}.PrintProgram(w, p) }

// ProgramString is the whole program as [PrintProgram] writes it.
func ProgramString(p *Program) string { return PrintOptions{}.ProgramString(p) }

// String is t in the chosen notation.
func (o PrintOptions) String(t Term) string {
	var b strings.Builder
	_ = o.Print(&b, t) // a strings.Builder does not fail
	return b.String()
}

// ProgramString is p in the chosen notation.
func (o PrintOptions) ProgramString(p *Program) string {
	var b strings.Builder
	_ = o.PrintProgram(&b, p) // a strings.Builder does not fail
	return b.String()
}

// Print writes t in the chosen notation. The error is that of w.
func (o PrintOptions) Print(w io.Writer, t Term) error {
	p := newPrinter(w, o)
	p.names.init(o.Sugar, sizeHint(t))
	p.names.free(t, o.Free)
	p.names.visit(t)
	d := p.term(t, precOpen)
	p.lay.put(&d, false)
	return p.finish()
}

// sizeHint is about how many variables t binds, so that tables need not grow.
func sizeHint(t Term) int {
	if l, ok := t.(*Let); ok {
		return len(l.Binds)
	}
	return 0
}

// printer turns terms into documents.
type printer struct {
	PrintOptions
	names names
	lay   layout
	shown map[*SizeVar]*Size // size variables under their display names
}

func newPrinter(w io.Writer, o PrintOptions) *printer {
	if o.Width == 0 {
		o.Width = 100
	}
	p := &printer{PrintOptions: o}
	p.lay = layout{out: bufio.NewWriter(w), width: o.Width, let: p.let}
	return p
}

func (p *printer) finish() error {
	if err := p.lay.out.Flush(); p.lay.err == nil {
		return err
	}
	return p.lay.err
}

// uni picks the Unicode or the ASCII spelling.
func (p *printer) uni(unicode, ascii string) string {
	if p.ASCII {
		return ascii
	}
	return unicode
}

// let writes a spine:
//
//	let y = 2 * x
//	    z = x * y in
//	    z
//
// one binding at a time, so that a long spine needs no more space than a short one.
func (p *printer) let(l *layout, t *Let) {
	skip := p.names.skip[t]
	if skip == len(t.Binds) {
		d := p.term(t.Body, precOpen)
		l.put(&d, false)
		return
	}
	l.text("let ")
	l.at(l.col, func() {
		for i := skip; i < len(t.Binds); i++ {
			b := t.Binds[i]
			if i > skip {
				l.newline()
			}
			if b.Var != nil {
				l.text(p.names.name(b.Var))
			} else {
				l.text("size " + p.names.sizeName(b.Size))
			}
			l.text(" =")
			d := p.term(b.Rhs, precOpen)
			p.rhs(l, &d)
		}
		l.text(" in")
		l.newline()
		d := p.term(t.Body, precOpen)
		l.put(&d, false)
	})
}

// rhs writes the right-hand side of a binding on its line, or on the next one when that saves it.
func (p *printer) rhs(l *layout, d *doc) {
	if l.col+1+d.width <= l.width || l.col-l.base < 24 || d.kind == docLet {
		l.text(" ")
		l.put(d, l.col+d.width <= l.width)
		return
	}
	l.at(l.base+2, func() {
		l.newline()
		l.put(d, l.col+d.width <= l.width)
	})
}
