package loop

// program reads the declarations in three passes, since functions call later ones and cells hold
// later ones: names first, then cells, then functions.
func (r *reader) program() *Program {
	prog := &Program{}
	r.cells, r.funcs = make(map[string]*Cell), make(map[string]*Func)
	var cellAt, funcAt []int
	for r.tok().kind != endToken {
		start := r.at
		exported := r.got("export")
		part := !exported && r.got("part")
		switch {
		case !exported && !part && r.got("cell"):
			c := &Cell{Linear: r.got("linear"), Nil: -1}
			s, t := r.name("the name of a cell")
			if r.cells[s] != nil {
				r.fail(t, "", "cell %s is declared twice", s)
			}
			c.Name, r.cells[s] = s, c
			prog.Cells, cellAt = append(prog.Cells, c), append(cellAt, start)
		case r.got("func"):
			s, t := r.name("the name of a function")
			if r.funcs[s] != nil {
				r.fail(t, "", "function %s is declared twice", s)
			}
			f := &Func{Name: s, Exported: exported, Part: part}
			r.funcs[s] = f
			prog.Funcs, funcAt = append(prog.Funcs, f), append(funcAt, start)
		default:
			r.unexpected("cell or func")
		}
		r.skipDeclaration()
	}
	for i, c := range prog.Cells {
		r.at = cellAt[i]
		r.cell(c)
	}
	for i, f := range prog.Funcs {
		r.at = funcAt[i]
		r.function(f)
	}
	return prog
}

// skipDeclaration goes on behind the brace that closes the next one.
func (r *reader) skipDeclaration() {
	for depth := 0; ; r.at++ {
		if k := r.tok().kind; k == endToken || k == badToken {
			r.unexpected("}")
		}
		switch r.word() {
		case "{":
			depth++
		case "}":
			if depth--; depth <= 0 {
				r.at++
				return
			}
		case "func", "cell", "export":
			r.unexpected("}")
		}
	}
}

func (r *reader) cell(c *Cell) {
	r.want("cell")
	r.got("linear")
	r.at++ // the name
	r.want("{")
	seen := make(map[string]bool)
	for !r.got("}") {
		t := r.tok()
		if r.got("nil") {
			if c.Nil >= 0 {
				r.fail(t, "", "two constructors of cell %s are nil", c.Name)
			}
			c.Nil = len(c.Ctors)
		}
		s, at := r.name("a constructor")
		if seen[s] {
			r.fail(at, "", "constructor %s is declared twice", s)
		}
		seen[s] = true
		c.Ctors = append(c.Ctors, Ctor{Name: s, Fields: r.fields()})
	}
}

func (r *reader) fields() (fs []Field) {
	seen := make(map[string]bool)
	r.want("(")
	r.commaList(func() {
		s, at := r.name("a field")
		if seen[s] {
			r.fail(at, "", "field %s is declared twice", s)
		}
		seen[s] = true
		t, flat := r.typ()
		if flat != nil {
			r.fail(at, "nested arrays in cells have rows of their own", "flat array in a cell")
		}
		fs = append(fs, Field{Name: s, Type: t})
	})
	return fs
}

func (r *reader) function(f *Func) {
	r.vars, r.scope, r.depth = make(map[string]*Var), nil, 0
	r.got("export")
	r.got("part")
	r.want("func")
	r.at++ // the name
	start := r.at
	r.params(f, false)
	r.at = start
	r.params(f, true)
	r.want("{")
	f.Body = r.block()
	if r.got("return") {
		r.results(f)
	}
	r.got(";")
	r.want("}")
}

func (r *reader) results(f *Func) {
	for {
		lent := r.got("lent")
		f.Results = append(f.Results, r.expr())
		if lent {
			f.Lend(len(f.Results) - 1)
		}
		if !r.got(",") {
			return
		}
	}
}

// params reads the parameters twice: first the names, so that then the lengths of flat arrays may
// speak of later parameters.
func (r *reader) params(f *Func, again bool) {
	r.want("(")
	i := 0
	r.commaList(func() {
		owned := r.got("owned")
		shared := r.got("shared")
		adds := shared || r.got("inout")
		out := adds || r.got("out")
		s, at := r.name("a parameter")
		if !again {
			v := NewVar(s, Type{})
			r.declare(v, at)
			f.Params = append(f.Params, Param{Var: v, Out: out, Adds: adds, Shared: shared, Owned: owned})
			v.retype(r.typeAhead())
			return
		}
		v := f.Params[i].Var
		t, flat := r.typ()
		v.retype(t)
		v.Flat = flat
		i++
	})
}

// typeAhead reads a type without the expressions in it.
func (r *reader) typeAhead() (t Type) {
	rank := 0
	for r.got("[") {
		for depth := 1; depth > 0; r.at++ {
			switch r.word() {
			case "[":
				depth++
			case "]":
				depth--
			}
			if k := r.tok().kind; k == endToken || k == badToken {
				r.unexpected("]")
			}
		}
		rank++
	}
	t = r.scalarType()
	t.Rank = int32(rank)
	return t
}

// typ reads a type: []real, [][n][3]int, &list.
func (r *reader) typ() (t Type, flat []*Expr) {
	rank := 0
	for r.tok().kind == markToken && r.got("[") {
		at := r.tok()
		closed := r.got("]")
		switch {
		case closed && flat != nil:
			r.fail(at, "give all lengths but the first, or none", "a flat array without the length of a dimension")
		case !closed && (rank == 0 || rank > 1 && flat == nil):
			r.fail(at, "flat arrays are written [][n]real: all lengths but the first are given",
				"a length where none can be")
		case !closed:
			flat = append(flat, r.expr())
			r.want("]")
		}
		rank++
	}
	t = r.scalarType()
	t.Rank = int32(rank)
	return t, flat
}

func (r *reader) scalarType() Type {
	if r.got("&") {
		at := r.tok()
		s, _ := r.name("a cell")
		c := r.cells[s]
		if c == nil {
			r.fail(at, "", "unknown cell %s", s)
		}
		return RefTo(c)
	}
	switch {
	case r.got("real"):
		return RealType
	case r.got("int"):
		return IntType
	case r.got("bool"):
		return BoolType
	case r.got("unit"):
		return Type{Base: Unit}
	}
	r.unexpected("a type")
	return Type{}
}

func (r *reader) declare(v *Var, at token) {
	if r.vars[v.Name] != nil {
		r.fail(at, "names are unique where they are seen", "%s is declared already", v.Name)
	}
	r.vars[v.Name] = v
	r.scope = append(r.scope, v.Name)
}

// leave forgets the variables declared since the scope had this length.
func (r *reader) leave(n int) {
	for _, s := range r.scope[n:] {
		delete(r.vars, s)
	}
	r.scope = r.scope[:n]
}
