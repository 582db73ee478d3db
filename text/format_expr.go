package text

import "strconv"

// prec is the precedence of an expression, from loosest to tightest.
type prec int

const (
	precOpen prec = iota // let, if, case, loop, λ: up to the end of what is around them
	precCoerce
	precOr
	precAnd
	precCompare
	precSum
	precProduct
	precUnary
	precPower
	precApply
	precPostfix
	precAtom
)

func precOf(e Expr) prec {
	switch e := e.(type) {
	case *Lambda, *Let, *If, *Case, *Loop, *Checkpoint:
		return precOpen
	case *Coerce:
		return precCoerce
	case *Chain:
		return precOfOp(e.Rest[0].Op)
	case *Unary:
		return precUnary
	case *Apply:
		return precApply
	case *Index, *Field, *Proj:
		return precPostfix
	case *Name, *Int, *Real, *Tuple, *Record, *Array, *Comp, *Typed, *Bad:
	}
	return precAtom
}

func precOfOp(op string) prec {
	if l, ok := levels[op]; ok {
		return precOr + prec(l)
	}
	return precPower
}

// expr prints an expression, in parentheses when it binds looser than atLeast. A bar follows
// when bar is set; then a case must not stand open at the end.
func (p *printer) expr(e Expr, atLeast prec, bar bool) {
	if p.over {
		return
	}
	own := precOf(e)
	_, isCase := e.(*Case)
	if own < atLeast || (isCase && bar) {
		p.word("(")
		p.fitted(e, false)
		p.word(")")
		return
	}
	p.fitted(e, bar)
}

// fitted prints an expression flat, or broken when that does not fit.
func (p *printer) fitted(e Expr, bar bool) {
	if p.flat || !p.fits(e.Range().End, func() { p.node(e, bar) }) {
		p.node(e, bar)
	}
}

func (p *printer) node(e Expr, bar bool) {
	switch e := e.(type) {
	case *Name:
		p.word(e.Name)
	case *Int:
		p.word(e.Text)
	case *Real:
		p.word(e.Text)
	case *Tuple:
		opening, closing := tupleMarks(e.Angle)
		p.elements(opening, e.Elems, closing)
	case *Array:
		p.elements("[", e.Elems, "]")
	case *Record:
		p.word("{")
		col := p.col
		for i, f := range e.Fields {
			p.fill(i, col, f.Value.Range().End, func() { p.word(f.Name.Name + " = "); p.expr(f.Value, 0, false) })
		}
		p.word("}")
	case *Comp:
		p.comp(e)
	case *Lambda:
		p.lambda(e, bar)
	case *Apply:
		p.apply(e)
	case *Index:
		p.expr(e.Array, precPostfix, false)
		p.elements("[", e.Indices, "]")
	case *Field:
		p.base(e.X)
		p.word("." + e.Name.Name)
	case *Proj:
		p.base(e.X)
		p.word("." + strconv.Itoa(e.N))
	case *Chain:
		p.chain(e)
	case *Unary:
		p.word("-")
		p.expr(e.X, precPower, false)
	case *If:
		p.ifExpr(e, bar)
	case *Case:
		p.caseExpr(e, bar)
	case *Let:
		p.let(e, bar)
	case *Loop:
		p.loop(e, bar)
	case *Checkpoint:
		p.checkpoint(e, bar)
	case *Coerce:
		p.expr(e.X, precCoerce, false)
		p.word(" :> ")
		p.typ(e.Type, 0)
	case *Typed:
		p.word("(")
		p.expr(e.X, 0, false)
		p.word(" : ")
		p.typ(e.Type, 0)
		p.word(")")
	case *Bad:
		p.verbatim(e.Span)
	}
}

// base prints what stands before a dot: 1.2 would be read as a number.
func (p *printer) base(e Expr) {
	switch e.(type) {
	case *Int, *Real:
		p.word("(")
		p.expr(e, 0, false)
		p.word(")")
	default:
		p.expr(e, precPostfix, false)
	}
}

func (p *printer) elements(opening string, elems []Expr, closing string) {
	p.word(opening)
	col := p.col
	for i, x := range elems {
		if p.over {
			return
		}
		p.fill(i, col, x.Range().End, func() { p.expr(x, 0, false) })
	}
	p.word(closing)
}

func (p *printer) comp(e *Comp) {
	col := p.col
	p.word("[")
	p.expr(e.Body, 0, true)
	p.breakOr(col)
	p.word("| ")
	for i, r := range e.Ranges {
		p.comma(i)
		p.rng(&r)
	}
	p.word("]")
}

func (p *printer) rng(r *Range) {
	p.word(r.Var.Name + " < ")
	p.expr(r.Bound, precSum, false)
}

// breakOr begins a line at col, or writes a blank when printing flat.
func (p *printer) breakOr(col int) {
	if p.flat {
		p.word(" ")
		return
	}
	p.newline(col)
}

func (p *printer) lambda(e *Lambda, bar bool) {
	col := p.col
	if e.Greek {
		p.word("λ")
	} else {
		p.word("\\")
	}
	for i, x := range e.Params {
		if i > 0 {
			p.word(" ")
		}
		p.pattern(x)
	}
	p.word(".")
	p.breakOr(col + 2)
	p.expr(e.Body, 0, bar)
}

func (p *printer) apply(e *Apply) {
	col := p.col
	p.expr(e.Fun, precPostfix, false)
	for _, x := range e.Args {
		if p.over {
			return
		}
		if p.flat {
			p.word(" ")
			p.expr(x, precPostfix, false)
			continue
		}
		if !p.fits(x.Range().End, func() { p.word(" "); p.expr(x, precPostfix, false) }) {
			p.newline(col + 2)
			p.expr(x, precPostfix, false)
		}
	}
}

func (p *printer) chain(e *Chain) {
	col := p.col
	own := precOfOp(e.Rest[0].Op)
	p.expr(e.First, own+1, false)
	for i, r := range e.Rest {
		if p.over {
			return
		}
		operand := func() {
			p.word(r.Op + " ")
			if _, neg := r.X.(*Unary); neg && own == precPower && i == len(e.Rest)-1 {
				p.expr(r.X, precUnary, false) // x ^ -y
				return
			}
			p.expr(r.X, own+1, false)
		}
		if p.flat {
			p.word(" ")
			operand()
		} else if !p.fits(r.X.Range().End, func() { p.word(" "); operand() }) {
			p.newline(col)
			operand()
		}
	}
}
