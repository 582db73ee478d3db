package loop

func (v *verifier) stmt(s Stmt) {
	switch s := s.(type) {
	case *Let:
		v.unless(s.Var == nil, "declaration of no variable")
		v.expr(s.Rhs, true)
		if s.Rhs.Type != s.Var.Type {
			v.fail("%s has type %s, its value %s", s.Var.Name, s.Var.Type, s.Rhs.Type)
		}
		v.declare(s.Var)
		v.alike(Use(s.Var), s.Rhs)
	case *Alloc:
		v.alloc(s)
	case *NewCell:
		v.newCell(s)
	case *Assign:
		v.assign(s)
	case *AddTo:
		v.place(s.Lhs)
		if s.Lhs.Type != RealType && s.Lhs.Type != IntType {
			v.fail("addition to a %s", s.Lhs.Type)
		}
		v.want(s.Rhs, s.Lhs.Type, "what is added")
	case *Copy:
		v.expr(s.Dst, true)
		v.expr(s.Src, true)
		if !s.Dst.Type.IsArray() || s.Dst.Type != s.Src.Type {
			v.fail("copy of a %s into a %s", s.Src.Type, s.Dst.Type)
		}
		v.writable(s.Dst)
		v.alike(s.Dst, s.Src)
	case *Clear:
		v.expr(s.Dst, true)
		if !s.Dst.Type.IsArray() {
			v.fail("clear of a %s", s.Dst.Type)
		}
		v.writable(s.Dst)
	case *Append:
		v.push(s)
	case *Call:
		v.call(s)
	case *Check:
		v.want(s.Cond, BoolType, "condition")
		v.unless((s.Got == nil) != (s.Want == nil), "a check names one length")
		v.unless(s.Index && s.Got == nil, "a check of an index names none")
		if s.Got != nil {
			v.want(s.Got, IntType, "length")
			v.want(s.Want, IntType, "length")
		}
	default:
		v.control(s)
	}
}

func (v *verifier) control(s Stmt) {
	switch s := s.(type) {
	case *For:
		v.want(s.N, IntType, "number of iterations")
		v.unless(s.Var == nil || s.Var.Type != IntType, "the variable of a loop is no int")
		n := len(v.scope)
		v.declare(s.Var)
		v.fixed[s.Var] = true
		v.block(s.Body)
		v.leave(n)
		v.at = s
		v.vector(s)
		v.parallel(s)
	case *While:
		n := len(v.scope)
		v.block(s.Head)
		v.at = s
		v.want(s.Cond, BoolType, "condition")
		v.block(s.Body)
		v.leave(n)
	case *If:
		v.want(s.Cond, BoolType, "condition")
		v.nested(s.Then)
		v.nested(s.Else)
	case *Switch:
		v.want(s.Tag, IntType, "tag")
		v.unless(len(s.Cases) == 0, "switch without a case")
		for _, c := range s.Cases {
			v.nested(c)
		}
	default:
		v.fail("no statement: %T", s)
	}
}

func (v *verifier) alloc(s *Alloc) {
	v.unless(s.Var == nil || !s.Var.Type.IsArray(), "new array for no array variable")
	rank := int(s.Var.Type.Rank)
	if len(s.Dims) == 0 || len(s.Dims) > rank {
		v.fail("new array with %d lengths for %d dimensions", len(s.Dims), rank)
	}
	for _, d := range s.Dims {
		v.want(d, IntType, "length")
	}
	v.declare(s.Var)
	if s.Var.Flat == nil {
		return
	}
	if len(s.Dims) < rank {
		v.fail("new flat array with %d lengths for %d dimensions", len(s.Dims), rank)
	}
	for i, n := range s.Var.Flat {
		if !Equal(n, s.Dims[i+1]) {
			v.fail("length %d of a new flat array is not that of its variable", i+1)
		}
	}
}

func (v *verifier) newCell(s *NewCell) {
	v.unless(s.Var == nil || s.Var.Type.Base != Ref || s.Var.Type.IsArray(), "new cell for no reference")
	v.typ(s.Var.Type, "new cell")
	c := s.Var.Type.Cell
	if s.Ctor < 0 || s.Ctor >= len(c.Ctors) {
		v.fail("cell %s has no constructor %d", c.Name, s.Ctor)
	}
	v.unless(s.Ctor == c.Nil, "a new cell of the constructor that nil stands for")
	k := c.Ctors[s.Ctor]
	if len(s.Fields) != len(k.Fields) {
		v.fail("%d fields, want %d", len(s.Fields), len(k.Fields))
	}
	for i, f := range k.Fields {
		v.want(s.Fields[i], f.Type, "field "+f.Name)
	}
	v.declare(s.Var)
}

func (v *verifier) assign(s *Assign) {
	if len(s.Lhs) == 0 || len(s.Lhs) != len(s.Rhs) {
		v.fail("%d values for %d places", len(s.Rhs), len(s.Lhs))
	}
	for i, l := range s.Lhs {
		v.place(l)
		v.expr(s.Rhs[i], true)
		if s.Rhs[i].Type != l.Type {
			v.fail("a %s stored in a %s", s.Rhs[i].Type, l.Type)
		}
		v.alike(l, s.Rhs[i])
		if l.Kind == VarExpr {
			if v.mem.out[l.Var] && s.Rhs[i].Root() != l.Var {
				v.fail("Out parameter %s assigned what is no view of it", l.Var.Name)
			}
		}
		for j := range i {
			v.unless(Equal(s.Lhs[j], l), "one place assigned twice")
		}
	}
}

// place checks what is stored to: a variable, an element, a row or a field.
func (v *verifier) place(l *Expr) {
	v.expr(l, true)
	switch l.Kind {
	case VarExpr:
		if v.fixed[l.Var] {
			v.fail("variable %s of a loop is assigned", l.Var.Name)
		}
	case IndexExpr:
		v.writable(l)
	case FieldExpr:
	default:
		v.fail("stored to what is no variable, element or field")
	}
}

// writable checks that the elements of an array, or an element, may be written.
func (v *verifier) writable(e *Expr) {
	for e.Kind == IndexExpr || e.Kind == SliceExpr {
		e = e.Args[0]
	}
	switch e.Kind {
	case FieldExpr:
	case VarExpr:
		if v.mem.given[e.Var] {
			v.fail("%s may be memory of a parameter that is not Out, and is written", e.Var.Name)
		}
	default:
		v.fail("written to what is no array")
	}
}

func (v *verifier) push(s *Append) {
	v.unless(s.Var == nil, "append to no variable")
	v.inScope(s.Var)
	if !s.Var.Type.IsArray() {
		v.fail("append to a %s", s.Var.Type)
	}
	v.unless(s.Var.Flat != nil, "append to a flat array")
	if v.mem.given[s.Var] || v.mem.out[s.Var] {
		v.fail("append to %s, which may be memory of the caller", s.Var.Name)
	}
	v.want(s.Val, s.Var.Type.Elem(), "what is appended")
}

func (v *verifier) call(s *Call) {
	f := s.Func
	v.unless(f == nil || !v.funcs[f], "call of no function of the program")
	if len(s.Args) != len(f.Params) {
		v.fail("%s has %d arguments, want %d", f.Name, len(s.Args), len(f.Params))
	}
	if len(s.Vars) != len(f.Results) {
		v.fail("%s has %d results, want %d", f.Name, len(f.Results), len(s.Vars))
	}
	for i, p := range f.Params {
		a := s.Args[i]
		v.expr(a, true)
		if a.Type != p.Var.Type {
			v.fail("argument %d is a %s, want %s", i, a.Type, p.Var.Type)
		}
		if flatness(a) != len(p.Var.Flat) {
			v.fail("argument %d is not flat as its parameter is", i)
		}
		if p.Out {
			v.writable(a)
			v.apart(s, i)
		}
	}
	for i, x := range s.Vars {
		if x == nil {
			continue
		}
		r := f.Results[i]
		if r == nil || r.Type != x.Type {
			v.fail("result %d is not of the type of %s", i, x.Name)
		}
		if flatness(r) != len(x.Flat) {
			v.fail("result %d is not flat as %s is", i, x.Name)
		}
		v.declare(x)
	}
}

// apart checks that an argument for an Out parameter overlaps no other, as far as variables show, but for those that
// may share memory.
func (v *verifier) apart(s *Call, i int) {
	args, params := s.Args, s.Func.Params
	root := args[i].Root()
	for j, b := range args {
		if j == i || b == nil || root == nil || !b.Type.IsArray() || b.Root() != root ||
			params[i].Shared && params[j].Shared {
			continue
		}
		if args[i].Kind == VarExpr || b.Kind == VarExpr || Equal(args[i], b) {
			v.fail("arguments %d and %d overlap, and one is written", i, j)
		}
	}
}

// vector checks the form of a vector loop.
func (v *verifier) vector(s *For) {
	if !s.Vector {
		return
	}
	if _, ok := MatrixOf(s); ok {
		return // the loop inside is looked at by itself
	}
	k, ok := VectorOf(s)
	v.unless(!ok || s.Down, "the vector loop is of no known form")
	for _, a := range k.Arrays() {
		v.unless(len(a.Var.Flat) > 0, "the vector loop runs through a flat array")
	}
	if k.Acc != nil && k.C != nil {
		v.unless(k.Acc.IsVar(k.C.Var), "the vector loop changes its factor")
	}
}
