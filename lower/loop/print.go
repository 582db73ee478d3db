package loop

import (
	"io"
	"strconv"

	"github.com/seed-4b734f86/gochad/syntax"
)

// String is the program in the text form, which [Read] reads back (docs/loop-language.md). All is
// in the text but [Func].Def; names are made unique by suffixes. It takes time linear in the text,
// and a stack as deep as statements and expressions are nested. Broken programs print too.
func (p *Program) String() string { return string(printProgram(p)) }

// String is the function alone, as it stands in the text of its program except that the names of
// cells and other functions are not told apart.
func (f *Func) String() string {
	p := newPrinter(nil)
	p.function(f)
	return string(p.buf)
}

// Print writes the text of p to w. The error is that of w.
func Print(w io.Writer, p *Program) error {
	_, err := w.Write(printProgram(p))
	return err
}

func printProgram(prog *Program) []byte {
	p := newPrinter(prog)
	for i, c := range prog.Cells {
		if i > 0 {
			p.text("\n")
		}
		p.cell(c)
	}
	for i, f := range prog.Funcs {
		if i > 0 || len(prog.Cells) > 0 {
			p.text("\n")
		}
		p.function(f)
	}
	return p.buf
}

// printer holds the text and the names given so far.
type printer struct {
	buf    []byte
	indent int
	vars   *namer // of the function at hand
	varOf  map[*Var]string
	funcOf map[*Func]string
	cellOf map[*Cell]*cellNames
}

// cellNames are the names of a cell, its constructors and their fields.
type cellNames struct {
	name   string
	ctors  []string
	fields [][]string
}

func newPrinter(prog *Program) *printer {
	p := &printer{funcOf: make(map[*Func]string), cellOf: make(map[*Cell]*cellNames)}
	if prog == nil {
		return p
	}
	cells, funcs := newNamer(), newNamer()
	for _, c := range prog.Cells {
		p.cellOf[c] = nameCell(c, cells.name(c.Name))
	}
	for _, f := range prog.Funcs {
		p.funcOf[f] = funcs.name(f.Name)
	}
	return p
}

func nameCell(c *Cell, name string) *cellNames {
	n := &cellNames{name: name}
	ctors := newNamer()
	for _, ctor := range c.Ctors {
		n.ctors = append(n.ctors, ctors.name(ctor.Name))
		names, fields := newNamer(), []string(nil)
		for _, f := range ctor.Fields {
			fields = append(fields, names.name(f.Name))
		}
		n.fields = append(n.fields, fields)
	}
	return n
}

func (p *printer) text(s string) { p.buf = append(p.buf, s...) }

func (p *printer) line() {
	for range p.indent {
		p.buf = append(p.buf, '\t')
	}
}

func (p *printer) quoted(s string) { p.buf = strconv.AppendQuote(p.buf, s) }

func (p *printer) cellName(c *Cell) *cellNames {
	if c == nil {
		return &cellNames{name: "?"}
	}
	n := p.cellOf[c]
	if n == nil {
		n = nameCell(c, identifier(c.Name))
		p.cellOf[c] = n
	}
	return n
}

func (p *printer) cell(c *Cell) {
	n := p.cellName(c)
	p.text("cell ")
	if c.Linear {
		p.text("linear ")
	}
	p.text(n.name + " {\n")
	for i, ctor := range c.Ctors {
		p.text("\t")
		if i == c.Nil {
			p.text("nil ")
		}
		p.text(n.ctors[i] + "(")
		for j, f := range ctor.Fields {
			if j > 0 {
				p.text(", ")
			}
			p.text(n.fields[i][j] + " ")
			p.typ(f.Type, nil)
		}
		p.text(")\n")
	}
	p.text("}\n")
}

func (p *printer) function(f *Func) {
	p.vars, p.varOf = newNamer(), make(map[*Var]string)
	if f.Exported {
		p.text("export ")
	}
	if f.Part {
		p.text("part ")
	}
	name, ok := p.funcOf[f]
	if !ok {
		name = identifier(f.Name)
	}
	p.text("func " + name + "(")
	for _, q := range f.Params {
		p.varName(q.Var)
	}
	for i, q := range f.Params {
		if i > 0 {
			p.text(", ")
		}
		switch {
		case q.Owned:
			p.text("owned ")
		case q.Shared:
			p.text("shared ")
		case q.Adds:
			p.text("inout ")
		case q.Out:
			p.text("out ")
		}
		p.declare(q.Var)
	}
	p.text(") {\n")
	p.block(f.Body)
	if len(f.Results) > 0 {
		p.text("\treturn ")
		for i, r := range f.Results {
			if i > 0 {
				p.text(", ")
			}
			if f.IsLent(i) {
				p.text("lent ")
			}
			p.list([]*Expr{r})
		}
		p.text("\n")
	}
	p.text("}\n")
}

func (p *printer) varName(v *Var) string {
	if v == nil {
		return "_"
	}
	n, ok := p.varOf[v]
	if !ok {
		n = p.vars.name(v.Name)
		p.varOf[v] = n
	}
	return n
}

// declare writes a variable with its type.
func (p *printer) declare(v *Var) {
	p.text(p.varName(v))
	if v != nil {
		p.text(" ")
		p.typ(v.Type, v.Flat)
	}
}

// typ writes a type, the lengths of a flat array's inner dimensions between its brackets.
func (p *printer) typ(t Type, flat []*Expr) {
	for i := range max(int(t.Rank), len(flat)+1) {
		if i >= int(t.Rank) && len(flat) == 0 {
			break
		}
		p.text("[")
		if i > 0 && i <= len(flat) {
			p.expr(flat[i-1], 0)
		}
		p.text("]")
	}
	t.Rank = 0
	if t.Base == Ref {
		p.text("&" + p.cellName(t.Cell).name)
		return
	}
	p.text(t.String())
}

func isInfix(op *syntax.Op) bool { return op.Infix != "" && len(op.Params) == 2 }

func isPrefix(op *syntax.Op) bool { return op.Infix != "" && len(op.Params) == 1 }
