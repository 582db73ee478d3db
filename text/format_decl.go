package text

func (p *printer) declaration(d Decl) {
	switch d := d.(type) {
	case *Def:
		p.word("def " + d.Name.Name)
		p.header(d)
		if d.Body == nil {
			break
		}
		p.word(" =")
		p.body(d.Body, d.End, 0)
	case *Data:
		p.word("data " + d.Name.Name + " =")
		for i, c := range d.Ctors {
			p.ctor(c, i > 0)
		}
	case *Alias:
		p.word("type " + d.Name.Name + " = ")
		p.typ(d.Type, 0)
	case *Derivative:
		p.word("derivative " + d.Name.Name + " ")
		p.pattern(d.Params)
		p.word(" =")
		p.body(d.Body, d.End, 0)
	case *Adjoint:
		p.word("adjoint " + d.Name.Name + " ")
		if len(d.Wrt) > 1 {
			p.word("(")
		}
		for i, n := range d.Wrt {
			p.comma(i)
			p.word(n.Name)
		}
		if len(d.Wrt) > 1 {
			p.word(")")
		}
		p.word(" ")
		p.pattern(d.Params)
		p.word(" =")
		p.body(d.Body, d.End, 0)
	}
}

func (p *printer) header(d *Def) {
	if len(d.Sizes) > 0 {
		p.word(" [")
		for i, n := range d.Sizes {
			p.comma(i)
			p.word(n.Name)
		}
		p.word("]")
	}
	if d.HasArg {
		p.word(" (")
		col := min(p.col, width/2)
		for i, f := range d.Params {
			p.fill(i, col, f.Name.End, func() { p.field(f) })
		}
		p.word(")")
	}
	if d.Result != nil {
		p.word(" : ")
		p.typ(d.Result, 0)
	}
}

func (p *printer) ctor(c Ctor, bar bool) {
	print := func() {
		if bar {
			p.word(" |")
		}
		p.word(" " + c.Name.Name)
		if c.Arg != nil {
			p.word(" ")
			p.typ(c.Arg, typeAtom)
		}
	}
	if !p.fits(0, print) {
		p.newline(2)
		print()
	}
}

func (p *printer) field(f Param) {
	p.word(f.Name.Name)
	if f.Type != nil {
		p.word(" : ")
		p.typ(f.Type, 0)
	}
}

func (p *printer) comma(i int) {
	if i > 0 {
		p.word(", ")
	}
}

// fill prints the i-th element of a list behind a comma: on the line if it fits there, else on a
// new line at col.
func (p *printer) fill(i, col int, end int32, print func()) {
	if i == 0 {
		print()
		return
	}
	p.word(",")
	if p.flat {
		p.word(" ")
		print()
		return
	}
	if !p.fits(end, func() { p.word(" "); print() }) {
		p.newline(col)
		print()
	}
}

// body prints what follows an equals sign: on the same line if it fits and has no comments, else
// indented by two from col. The anchor around the body ends at offset end.
func (p *printer) body(e Expr, end int32, col int) {
	if p.fits(e.Range().End, func() { p.word(" "); p.expr(e, 0, false) }) {
		return
	}
	p.newline(col + 2)
	p.leading(e.Range().Start, col+2)
	p.expr(e, 0, false)
	p.trailing(end, col)
}

// Precedences of types.
const (
	typeFunc = iota
	typeSum
	typeAtom
)

// typ prints a type, in parentheses when it binds looser than atLeast. Types are not broken.
func (p *printer) typ(t Type, atLeast int) {
	if p.over {
		return
	}
	own := typeAtom
	switch t.(type) {
	case *FuncType:
		own = typeFunc
	case *SumType:
		own = typeSum
	}
	if own < atLeast {
		p.word("(")
		defer p.word(")")
	}
	switch t := t.(type) {
	case *TypeName:
		p.word(t.Name)
	case *TupleType:
		p.word("(")
		for i, u := range t.Elems {
			p.comma(i)
			p.typ(u, 0)
		}
		p.word(")")
	case *RecordType:
		p.word("{")
		for i, f := range t.Fields {
			p.comma(i)
			p.field(f)
		}
		p.word("}")
	case *SumType:
		for i, u := range t.Elems {
			if i > 0 {
				p.word(" + ")
			}
			p.typ(u, typeAtom)
		}
	case *FuncType:
		p.typ(t.Arg, typeSum)
		p.word(" -> ")
		p.typ(t.Result, typeFunc)
	case *ArrayType:
		p.word("[")
		if t.Size == nil {
			p.word("?")
		} else {
			p.unbroken(t.Size, precSum)
		}
		p.word("]")
		p.typ(t.Elem, typeAtom)
	case *IdxType:
		p.word("idx ")
		p.unbroken(t.Size, precAtom)
	case *BadType:
		p.verbatim(t.Span)
	}
}

// unbroken prints an expression in a type on one line, however long.
func (p *printer) unbroken(e Expr, atLeast prec) {
	if p.flat {
		p.expr(e, atLeast, false)
		return
	}
	p.flat, p.limit = true, 1<<30
	p.expr(e, atLeast, false)
	p.flat = false
}

func (p *printer) verbatim(s Span) { p.word(string(p.file.source.Text[s.Start:s.End])) }

func (p *printer) pattern(x Pattern) {
	if p.over {
		return
	}
	switch x := x.(type) {
	case *NamePattern:
		p.word(x.Name)
	case *WildPattern:
		p.word("_")
	case *TuplePattern:
		opening, closing := tupleMarks(x.Angle)
		p.word(opening)
		for i, y := range x.Elems {
			p.comma(i)
			p.bare(y)
		}
		p.word(closing)
	case *RecordPattern:
		p.word("{")
		for i, f := range x.Fields {
			p.comma(i)
			p.word(f.Name.Name)
			if name, ok := f.Pattern.(*NamePattern); !ok || name.Name != f.Name.Name {
				p.word(" = ")
				p.bare(f.Pattern)
			}
		}
		p.word("}")
	case *TypedPattern:
		p.word("(")
		p.pattern(x.Pattern)
		p.word(" : ")
		p.typ(x.Type, 0)
		p.word(")")
	case *BadPattern:
		p.verbatim(x.Span)
	}
}

// bare prints a pattern where a type may follow it without parentheses.
func (p *printer) bare(x Pattern) {
	if t, ok := x.(*TypedPattern); ok {
		p.pattern(t.Pattern)
		p.word(" : ")
		p.typ(t.Type, 0)
		return
	}
	p.pattern(x)
}

func tupleMarks(angle bool) (opening, closing string) {
	if angle {
		return "⟨", "⟩"
	}
	return "(", ")"
}
