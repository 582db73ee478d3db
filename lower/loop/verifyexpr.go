package loop

// want checks an expression of a known type that is no whole flat array.
func (v *verifier) want(e *Expr, t Type, what string) {
	v.expr(e, false)
	if e.Type != t {
		v.fail("%s is a %s, want %s", what, e.Type, t)
	}
}

// expr checks an expression. A whole flat array may stand only where whole says so.
func (v *verifier) expr(e *Expr, whole bool) {
	v.unless(e == nil, "an expression is missing")
	v.operands(e)
	if e.Kind != IndexExpr && e.Kind != LenExpr { // they look at their array themselves
		for _, a := range e.Args {
			v.expr(a, false)
		}
	}
	got := v.typeOf(e, whole)
	if e.Type != got {
		v.fail("an expression of type %s says that it is a %s", got, e.Type)
	}
	size := 1
	for _, a := range e.Args {
		size += int(a.Size)
	}
	if int(e.Size) != size {
		v.fail("an expression of size %d says that it has %d", size, e.Size)
	}
}

// arity is the number of operands of the forms other than primitives.
var arity = [...]int{VarExpr: 0, ConstExpr: 0, IndexExpr: 2, SliceExpr: 3, LenExpr: 1, CheckExpr: 2, DivExpr: 2,
	TagExpr: 1, FieldExpr: 1, IsNilExpr: 1, SelectExpr: 3}

func (v *verifier) operands(e *Expr) {
	if int(e.Kind) >= len(arity) {
		v.fail("no expression: kind %d", e.Kind)
	}
	n := arity[e.Kind]
	if e.Kind == PrimExpr {
		v.unless(e.Prim == nil, "no primitive")
		n = len(e.Prim.Params)
	}
	if len(e.Args) != n {
		v.fail("%d operands, want %d", len(e.Args), n)
	}
	for _, a := range e.Args {
		v.unless(a == nil, "an operand is missing")
	}
}

// typeOf is the type that the operands give, or what the variable or constant says.
func (v *verifier) typeOf(e *Expr, whole bool) Type {
	arg := func(i int, t Type) {
		if e.Args[i].Type != t {
			v.fail("operand %d is a %s, want %s", i, e.Args[i].Type, t)
		}
	}
	switch e.Kind {
	case VarExpr:
		v.unless(e.Var == nil, "no variable")
		v.inScope(e.Var)
		if e.Var.Flat != nil && !whole {
			v.fail("flat array %s is used as a whole", e.Var.Name)
		}
		return e.Var.Type
	case ConstExpr:
		return v.constant(e)
	case PrimExpr:
		for i, p := range e.Prim.Params {
			arg(i, scalarOf(p))
		}
		return scalarOf(e.Prim.Result)
	case IndexExpr:
		return v.index(e)
	case SliceExpr:
		arg(1, IntType)
		arg(2, IntType)
		v.array(e.Args[0])
		return e.Args[0].Type
	case LenExpr:
		v.expr(e.Args[0], e.Args[0].Kind == VarExpr)
		v.array(e.Args[0])
		return IntType
	case CheckExpr, DivExpr:
		v.unless(e.Kind == DivExpr && (e.Prim == nil || !e.Prim.Divides), "division by another primitive")
		arg(0, IntType)
		arg(1, IntType)
		return IntType
	case SelectExpr:
		arg(0, BoolType)
		arg(2, e.Args[1].Type)
		v.unless(e.Args[1].Type.IsArray(), "select of arrays")
		return e.Args[1].Type
	}
	return v.ofCell(e)
}

func (v *verifier) array(a *Expr) {
	if !a.Type.IsArray() {
		v.fail("a %s is no array", a.Type)
	}
}

// index checks a[i]; the indices of a flat array are all there.
func (v *verifier) index(e *Expr) Type {
	root, n := e, 0
	for root.Kind == IndexExpr {
		v.operands(root)
		if root.Args[1].Type != IntType {
			v.fail("index of type %s", root.Args[1].Type)
		}
		v.expr(root.Args[1], false)
		root = root.Args[0]
		n++
	}
	v.expr(root, true)
	if n > int(root.Type.Rank) {
		v.fail("%d indices of a %s", n, root.Type)
	}
	if root.Kind == VarExpr && root.Var.Flat != nil {
		if n != int(root.Type.Rank) {
			v.fail("flat array %s under %d indices of %d", root.Var.Name, n, root.Type.Rank)
		}
	}
	t := root.Type
	t.Rank -= int32(n)
	// The chain was checked at once: its inner links need only their types and sizes.
	for a, k := e.Args[0], t.Array(); a.Kind == IndexExpr; a, k = a.Args[0], k.Array() {
		if a.Type != k {
			v.fail("an expression of type %s says that it is a %s", k, a.Type)
		}
		v.unless(a.Size != 1+a.Args[0].Size+a.Args[1].Size, "an expression does not have its size")
	}
	return t
}

func (v *verifier) ofCell(e *Expr) Type {
	r := e.Args[0].Type
	if r.Base != Ref || r.IsArray() {
		v.fail("a %s is no reference", r)
	}
	switch e.Kind {
	case TagExpr:
		return IntType
	case IsNilExpr:
		return BoolType
	}
	if int(e.Ctor) < 0 || int(e.Ctor) >= len(r.Cell.Ctors) {
		v.fail("cell %s has no constructor %d", r.Cell.Name, e.Ctor)
	}
	k := r.Cell.Ctors[e.Ctor]
	if int(e.Field) < 0 || int(e.Field) >= len(k.Fields) {
		v.fail("constructor %s has no field %d", k.Name, e.Field)
	}
	return k.Fields[e.Field].Type
}

func (v *verifier) constant(e *Expr) Type {
	v.typ(e.Type, "constant")
	switch {
	case e.Type == RealType:
		v.unless(e.I != 0, "a real constant with an int")
	case e.Type == IntType:
		v.unless(e.F != 0, "an int constant with a real")
	case e.Type == BoolType:
		v.unless(e.F != 0 || e.I != 0 && e.I != 1, "a bool constant that is neither 0 nor 1")
	default:
		v.unless(e.F != 0 || e.I != 0, "a nil constant with a number")
	}
	return e.Type
}

func (v *verifier) inScope(x *Var) {
	if !v.seen[x] {
		v.fail("variable %s is not declared here", x.Name)
	}
}

// alike checks that two arrays, one of which becomes or is copied to the other, are equally flat.
func (v *verifier) alike(a, b *Expr) {
	fa, fb := flatOf(a), flatOf(b)
	if b.IsNilConst() && b.Type.IsArray() {
		return
	}
	v.unless(len(fa) != len(fb), "a flat array and one that is not")
	for i := range fa {
		v.unless(!Equal(fa[i], fb[i]), "flat arrays with other lengths")
	}
}

// flatOf are the lengths of a flat array, or nil for anything else.
func flatOf(e *Expr) []*Expr {
	if e.Kind == VarExpr {
		return e.Var.Flat
	}
	return nil
}

func flatness(e *Expr) int { return len(flatOf(e)) }
