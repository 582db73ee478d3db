package text

// ifExpr prints the branches indented under their words; else-if continues on one column.
func (p *printer) ifExpr(e *If, bar bool) {
	col := p.col
	for {
		p.word("if ")
		p.expr(e.Cond, 0, false)
		p.word(" then")
		p.breakOr(col + 2)
		p.expr(e.Then, 0, false)
		p.breakOr(col)
		p.word("else")
		next, ok := e.Else.(*If)
		if !ok || p.over {
			break
		}
		p.word(" ")
		e = next
	}
	p.breakOr(col + 2)
	p.expr(e.Else, 0, bar)
}

func (p *printer) caseExpr(e *Case, bar bool) {
	col := p.col
	p.word("case ")
	p.expr(e.X, 0, false)
	p.word(" of")
	for i, arm := range e.Arms {
		last := i == len(e.Arms)-1
		if p.flat {
			p.word(" ")
			if i > 0 {
				p.word("| ")
			}
			p.arm(arm, col, bar || !last)
			continue
		}
		p.newline(col)
		p.leading(arm.Start, col)
		p.word("| ")
		p.arm(arm, col, bar || !last)
		p.trailing(arm.End, col)
	}
}

func (p *printer) arm(arm Arm, col int, bar bool) {
	p.word(arm.Ctor.Name)
	if arm.Arg != nil {
		p.word(" ")
		p.pattern(arm.Arg)
	}
	p.word(" ->")
	if p.flat {
		p.word(" ")
		p.expr(arm.Body, 0, bar)
		return
	}
	if !p.fits(arm.Body.Range().End, func() { p.word(" "); p.expr(arm.Body, 0, bar) }) {
		p.newline(col + 4)
		p.expr(arm.Body, 0, bar)
	}
}

// let prints one binding on a line, except that a single short one may stay with its body.
func (p *printer) let(e *Let, bar bool) {
	col := p.col
	p.word("let ")
	if p.flat {
		if len(e.Binds) > 1 {
			p.over = true
			return
		}
		p.bind(e.Binds[0])
		p.word(" in ")
		p.expr(e.Body, 0, bar)
		return
	}
	for i, b := range e.Binds {
		if i > 0 {
			blank := p.blankBetween(e.Binds[i-1].End, b.Start) || p.blankLines(b.Start)
			p.newline(col + 4)
			if blank {
				p.blank()
				p.newline(col + 4)
			}
		}
		if p.hasLeading(b.Start) {
			p.newline(col + 4)
			p.leading(b.Start, col+4)
		}
		p.bind(b)
		p.trailing(b.End, col)
	}
	p.word(" in")
	p.newline(col)
	p.leading(e.Body.Range().Start, col)
	p.expr(e.Body, 0, bar)
	p.trailing(e.Body.Range().End, col)
}

func (p *printer) bind(b Bind) {
	col := p.col
	if b.Size != nil {
		p.word("size " + b.Size.Name)
	} else {
		p.bare(b.Pattern)
	}
	p.word(" =")
	if p.flat {
		p.word(" ")
		p.expr(b.Value, 0, false)
		return
	}
	if p.fits(b.Value.Range().End, func() { p.word(" "); p.expr(b.Value, 0, false) }) {
		return
	}
	if breaksWell(b.Value) {
		p.word(" ")
	} else {
		p.newline(col + 2)
	}
	p.expr(b.Value, 0, false)
}

// breaksWell reports whether a broken expression reads well when it begins behind an equals sign.
func breaksWell(e Expr) bool {
	switch e.(type) {
	case *Array, *Record, *Tuple, *Comp, *Apply, *Lambda, *Chain:
		return true
	}
	return false
}

func (p *printer) loop(e *Loop, bar bool) {
	col := p.col
	p.word("loop ")
	p.bare(e.State)
	p.word(" = ")
	p.expr(e.Init, 0, false)
	p.word(" ")
	if e.For != nil {
		p.word("for ")
		p.word(e.For.Var.Name + " < ")
		p.head(e.For.Bound, precSum)
	} else {
		p.word("while ")
		p.head(e.While, precOpen)
	}
	if e.Down {
		p.word(" down")
	}
	if e.Out == "" {
		p.word(" do")
	} else {
		p.word(" " + e.Out)
	}
	p.breakOr(col + 2)
	p.expr(e.Body, 0, bar)
}

// head prints an expression in the head of a loop, in parentheses when one of the words that end
// the head stands in it.
func (p *printer) head(e Expr, atLeast prec) {
	ends := false
	var visit func(x Expr)
	visit = func(x Expr) {
		if a, ok := x.(*Apply); ok {
			each(a.Args, func(y Expr) {
				if n, ok := y.(*Name); ok && (n.Name == "down" || n.Name == "collect" || n.Name == "sum") {
					ends = true
				}
			})
		}
		children(x, visit)
	}
	visit(e)
	if ends {
		atLeast = precAtom
	}
	p.expr(e, atLeast, false)
}
