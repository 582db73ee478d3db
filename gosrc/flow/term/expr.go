package term

import (
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// expr is the value of an expression, slot by slot. Scalars may be terms that are no atoms yet.
func (t *tr) expr(e flow.Expr) []val {
	switch e := e.(type) {
	case *flow.Lit:
		return t.lit(e)
	case *flow.Load:
		return t.load(e.Place)
	case *flow.Op:
		return []val{t.op(e)}
	case *flow.Retype:
		return t.expr(e.X)
	case *flow.Cond:
		return t.cond(e)
	case *flow.Len:
		return []val{t.length(e)}
	case *flow.Make:
		return []val{t.makeSlice(e)}
	case *flow.Zero:
		return t.zeroValue("t", e.Typ, t.unset[e])
	case *flow.Lits:
		return t.lits(e)
	case *flow.Closure:
		return []val{scalarVal(t.closure(e.Func))}
	case *flow.FuncRef:
		return []val{scalarVal(t.funcRef(e.Func))}
	case *flow.Window:
		return []val{t.window(e)}
	}
	t.fail(nil, "an expression of the reference form", "package own removes it")
	return nil
}

// scalar is the only slot of an expression.
func (t *tr) scalar(e flow.Expr) val { return t.expr(e)[0] }

func (t *tr) lit(e *flow.Lit) []val {
	switch basicType(e.Typ) {
	case syntax.Real:
		return []val{scalarVal(syntax.RealLit(e.F))}
	case syntax.Int:
		return []val{intVal(syntax.IntLit(e.I), syntax.SizeLit(e.I))}
	case syntax.Bool:
		return []val{scalarVal(syntax.BoolLit(e.I != 0))}
	}
	return nil // opaque
}

// zeroValue is the zero value of a type: slices are nil. With unset, those in arrays are rows that stay nil.
func (t *tr) zeroValue(hint string, ft flow.Type, unset bool) []val {
	switch ft := ft.(type) {
	case *flow.Struct:
		var out []val
		for _, f := range ft.Fields {
			out = append(out, t.zeroValue(f.Name, f.Type, unset)...)
		}
		return out
	}
	if ft == flow.Type(flow.OpaqueT) {
		return nil
	}
	sh := nilShape(ft)
	if a, ok := ft.(*flow.Array); ok && unset {
		sh = &shape{kind: fixed, elem: dynShape(a.Elem)}
	}
	return []val{{t: t.let(hint, t.zeros(ft, sh)), sh: sh, zero: true}}
}

// load reads a place.
func (t *tr) load(p flow.Place) []val {
	k, ft, rest := t.sl.place(p)
	if len(rest) == 0 {
		out := make([]val, width(ft))
		for i := range out {
			out[i] = t.env[k+i]
			if !out[i].defined() {
				t.failVar(p)
			}
		}
		return out
	}
	v := t.env[k]
	if !v.defined() {
		t.failVar(p)
	}
	return t.loadFrom(v, ft, rest)
}

func (t *tr) failVar(p flow.Place) {
	t.fail(p.Var.At, "the variable "+p.Var.Name+" has no value here",
		"give it one where it is declared; variables of the package must be constant")
}

// loadFrom reads the part of an array at a path.
func (t *tr) loadFrom(v val, ft flow.Type, rest []flow.Step) []val {
	e, sh := t.walk(v, ft, rest)
	for _, s := range rest {
		ft = s.Part(ft)
	}
	out := t.explode("t", e, ft, sh)
	for i := range out {
		out[i].zero = out[i].zero || v.zero
	}
	return out
}

// walk is the term at a path, and its shape.
func (t *tr) walk(v val, ft flow.Type, rest []flow.Step) (syntax.Term, *shape) {
	e, sh := v.t, v.sh
	for j, s := range rest {
		switch s.Kind {
		case flow.StepField:
			st := ft.(*flow.Struct)
			e, sh = part(e, len(st.Fields), s.Field), sh.parts[s.Field]
		case flow.StepIndex:
			if sh.kind == dyn {
				o := t.open("row", e, sh)
				e, sh = o.t, o.sh
			}
			var limit syntax.Term
			if j == 0 && v.sh.kind == grown {
				limit = v.length
			}
			e, sh = syntax.NewIndex(e, t.index(t.scalar(s.Index), e, limit, s.At)), sh.elem
		default:
			t.fail(s.At, "a pointer in value form", "package own removes it")
		}
		ft = s.Part(ft)
	}
	return e, sh
}

// index is an int as an index of an array, checked where it is not one by its form. A limit is a length
// below that of the array.
func (t *tr) index(i val, arr, limit syntax.Term, at *syntax.Pos) syntax.Term {
	n := arr.Type().(*syntax.ArrayType).Len
	if limit != nil && !t.counts(i, limit) {
		a := t.let("i", i.t)
		below := syntax.NewIf(syntax.NewPrim(syntax.MustOp("ilt"), a, limit), a, syntax.IntLit(-1))
		return syntax.NewToIdx(at, n, below)
	}
	if i.idx != nil {
		m := i.idx.Type().(*syntax.IdxType).Bound
		switch {
		case i.off == 0 && m == n:
			return i.idx
		case i.off >= 0 && syntax.CanShift(m, i.off, n):
			return syntax.NewShift(n, i.idx, i.off)
		}
	}
	return syntax.NewToIdx(at, n, i.t)
}

// counts reports whether an int counts a loop of as many iterations as limit says.
func (t *tr) counts(i val, limit syntax.Term) bool {
	if i.idx == nil || i.off != 0 {
		return false
	}
	p := t.polyOf(scalarVal(limit))
	return p != nil && t.ghostly(i.idx.Type().(*syntax.IdxType).Bound) == p
}

// op applies a primitive; ints keep what is known of them.
func (t *tr) op(e *flow.Op) val {
	args := make([]val, len(e.Args))
	ts := make([]syntax.Term, len(e.Args))
	for i, a := range e.Args {
		args[i] = t.scalar(a)
		ts[i] = args[i].t
	}
	for i, p := range e.Op.Params {
		if i >= len(ts) || ts[i].Type() != p {
			t.fail(e.At, "the operation "+e.Op.Name+" has operands of other types", "")
		}
	}
	if v, ok := absorbed(e.Op, args); ok {
		return v
	}
	if b, ok := t.decided(e.Op, args); ok {
		return scalarVal(syntax.BoolLit(b))
	}
	if c, ok := ts[0].(*syntax.Const); ok && e.Op == syntax.OpRequire && c.I != 0 {
		return args[1]
	}
	v := scalarVal(syntax.NewPrimAt(e.At, e.Op, ts...))
	switch e.Op {
	case syntax.OpIntAdd, syntax.OpIntSub, syntax.OpIntMul:
	default:
		return v
	}
	for i := range args {
		if args[i].poly == nil && !syntax.IsAtom(args[i].t) {
			return v
		}
	}
	p, q := t.polyOf(args[0]), t.polyOf(args[1])
	if p == nil || q == nil {
		return v
	}
	var r *syntax.Size
	switch e.Op {
	case syntax.OpIntAdd:
		r = p.Add(q)
	case syntax.OpIntSub:
		r = p.Sub(q)
	case syntax.OpIntMul:
		r = p.Mul(q)
	}
	if small(r) {
		v.poly = r
	}
	if c, ok := r.Lit(); ok {
		return intVal(syntax.IntLit(c), r)
	}
	v.idx, v.off = shifted(e.Op, args[0], args[1])
	return v
}

// shifted is an index plus or minus a literal.
func shifted(op *syntax.Op, a, b val) (syntax.Term, int64) {
	if op == syntax.OpIntAdd && a.idx == nil {
		a, b = b, a
	}
	c, ok := b.t.(*syntax.Const)
	if a.idx == nil || !ok || c.I > 1<<30 || c.I < -1<<30 {
		return nil, 0
	}
	switch op {
	case syntax.OpIntAdd:
		return a.idx, a.off + c.I
	case syntax.OpIntSub:
		return a.idx, a.off - c.I
	}
	return nil, 0
}

// cond evaluates one of two expressions.
func (t *tr) cond(e *flow.Cond) []val {
	c := t.scalar(e.C).t
	if k, ok := c.(*syntax.Const); ok {
		if k.I != 0 {
			return t.expr(e.If)
		}
		return t.expr(e.Else)
	}
	if v, ok := t.logical(c, e); ok {
		return []val{v}
	}
	return t.choose(t.key(), e.Type(), t.let("c", c), func() []val { return t.expr(e.If) },
		func() []val { return t.expr(e.Else) })
}

// logical makes && and || of operands that cannot fail primitives.
func (t *tr) logical(c syntax.Term, e *flow.Cond) (val, bool) {
	if e.Type() != flow.Type(flow.Bool) {
		return val{}, false
	}
	both := func(op string, neutral int64, x flow.Expr) (val, bool) {
		y := t.scalar(x).t
		if k, ok := y.(*syntax.Const); ok {
			if k.I == neutral {
				return scalarVal(c), true
			}
			return scalarVal(y), true
		}
		return scalarVal(syntax.NewPrim(syntax.MustOp(op), c, y)), true
	}
	if l, ok := e.Else.(*flow.Lit); ok && l.I == 0 && total(e.If) {
		return both("and", 1, e.If)
	}
	if l, ok := e.If.(*flow.Lit); ok && l.I == 1 && total(e.Else) {
		return both("or", 0, e.Else)
	}
	return val{}, false
}

// total reports whether evaluating e costs little and cannot fail.
func total(e flow.Expr) bool {
	switch e := e.(type) {
	case *flow.Lit:
		return true
	case *flow.Load:
		return !slicesStep(e.Place.Path)
	case *flow.Len:
		l, ok := e.X.(*flow.Load)
		return ok && total(l)
	case *flow.Op:
		if e.Op.Cost > 2 || e.Op.Fails() {
			return false
		}
		for _, a := range e.Args {
			if !total(a) {
				return false
			}
		}
		return true
	case *flow.Retype:
		return total(e.X)
	case *flow.Cond:
		return total(e.C) && total(e.If) && total(e.Else)
	}
	return false
}

func slicesStep(p []flow.Step) bool {
	for _, s := range p {
		if s.Kind != flow.StepField {
			return true
		}
	}
	return false
}

// choose is an if between two expressions of a type.
func (t *tr) choose(at ghostKey, ft flow.Type, c syntax.Term, x, y func() []val) []val {
	t.hoist(at)
	m := t.sc.mark()
	var xs, ys []val
	bx := t.branch(func() { xs = x() })
	by := t.branch(func() { ys = y() })
	js := make([]joined, len(xs))
	fts := leafTypes(nil, ft)
	for i := range xs {
		js[i] = t.meet(at, m, joined{slot: -1, name: "t", ft: fts[i], x: xs[i], y: ys[i]})
	}
	return t.ifTerm(c, bx, by, js, "t")
}

// leafTypes are the types of the slots of a type.
func leafTypes(out []flow.Type, ft flow.Type) []flow.Type {
	if s, ok := ft.(*flow.Struct); ok {
		for _, f := range s.Fields {
			out = leafTypes(out, f.Type)
		}
		return out
	}
	if ft == flow.Type(flow.OpaqueT) {
		return out
	}
	return append(out, ft)
}

// length is len or cap.
func (t *tr) length(e *flow.Len) val {
	if a, ok := e.X.Type().(*flow.Array); ok {
		return intVal(syntax.IntLit(int64(a.Len)), syntax.SizeLit(int64(a.Len)))
	}
	var v val
	if l, ok := e.X.(*flow.Load); ok {
		// The length of a row is in the type of the matrix.
		k, ft, rest := t.sl.place(l.Place)
		v = t.env[k]
		if !v.defined() {
			t.failVar(l.Place)
		}
		if len(rest) > 0 {
			sh := v.sh
			for _, s := range rest {
				if s.Kind == flow.StepField {
					sh = sh.parts[s.Field]
				} else {
					sh = sh.elem
				}
			}
			if sh.kind == dyn {
				term, _ := t.walk(v, ft, rest)
				return scalarVal(syntax.NewDynLen(term))
			}
			v = val{sh: sh}
		}
	} else {
		v = t.scalar(e.X)
	}
	switch v.sh.kind {
	case sized:
		return intVal(t.sizeInt(v.sh.n), v.sh.n)
	case blank:
		return intVal(syntax.IntLit(0), syntax.SizeLit(0))
	case grown:
		if e.Cap {
			return scalarVal(syntax.NewSizeOf(v.t.Type().(*syntax.ArrayType).Len))
		}
		return val{t: v.length, sh: scalarShape}
	}
	panic("term: a slice without a length")
}

// sizeInt is a length as an int.
func (t *tr) sizeInt(p *syntax.Size) syntax.Term {
	if s := t.real(p); s != nil {
		if c, ok := s.Lit(); ok {
			return syntax.IntLit(c)
		}
		return syntax.NewSizeOf(s)
	}
	return t.intOf(p)
}

// lengthOf is an int expression as a length.
func (t *tr) lengthOf(e flow.Expr) *syntax.Size {
	v := t.scalar(e)
	if v.poly == nil {
		v = t.atom("n", v)
	}
	return t.polyOf(v)
}

func (t *tr) makeSlice(e *flow.Make) val {
	p := t.lengthOf(e.Len)
	if c, ok := p.Lit(); ok && c < 0 {
		t.fail(e.At, "make with a negative length", "")
	}
	if e.Cap != nil {
		t.scalar(e.Cap) // for its errors; the capacity is a hint
	}
	t.bindSize(p, false, e.At)
	sh := &shape{kind: sized, n: p, elem: blankShape(e.Typ.Elem)}
	if t.unset[e] {
		sh.elem = dynShape(e.Typ.Elem)
	}
	return val{t: t.let("t", t.zeros(e.Typ, sh)), sh: sh, zero: true}
}

// lits is a composite literal.
func (t *tr) lits(e *flow.Lits) []val {
	switch ft := e.Typ.(type) {
	case *flow.Struct:
		var out []val
		for _, x := range e.Elems {
			out = append(out, t.expr(x)...)
		}
		return out
	case *flow.Slice:
		es, sh := t.litElems(ft.Elem, e.Elems)
		n := syntax.SizeLit(int64(len(es)))
		arr := syntax.NewArrayLit(t.typ(ft.Elem, sh), es...)
		return []val{{t: t.let("t", arr), sh: &shape{kind: sized, n: n, elem: sh}}}
	case *flow.Array:
		es, sh := t.litElems(ft.Elem, e.Elems)
		arr := syntax.NewArrayLit(t.typ(ft.Elem, sh), es...)
		return []val{{t: t.let("t", arr), sh: &shape{kind: fixed, elem: sh}}}
	}
	panic("term: a literal of type " + e.Typ.String())
}

// litElems are the elements of a literal in one shape.
func (t *tr) litElems(ft flow.Type, es []flow.Expr) ([]syntax.Term, *shape) {
	vals := make([][]val, len(es))
	sh := blankShape(ft)
	for i, x := range es {
		vs := t.expr(x)
		for j := range vs {
			vs[j] = t.settled("t", vs[j])
		}
		vals[i] = vs
		sh = t.rowShape(sh, t.shapeOf(vs, ft), false)
	}
	out := make([]syntax.Term, len(es))
	for i, vs := range vals {
		out[i] = t.implode("t", vs, ft, sh, nil)
	}
	return out, sh
}

// window copies a part of a slice or array.
func (t *tr) window(e *flow.Window) val {
	v := t.settled("t", t.scalar(e.X))
	v = t.atom("t", v)
	arr := v.t.Type().(*syntax.ArrayType)
	lo, hi := syntax.SizeLit(0), t.ghostly(arr.Len)
	if e.Lo != nil {
		lo = t.lengthOf(e.Lo)
	}
	if e.Hi != nil {
		hi = t.lengthOf(e.Hi)
	}
	n := hi.Sub(lo)
	n = t.shrink(n)
	size := t.bindSize(n, false, e.At)
	sh := &shape{kind: sized, n: n, elem: v.sh.elem}
	if size == arr.Len && lo == syntax.SizeLit(0) { // of an array too, whose shape has no length
		return val{t: v.t, sh: sh, zero: v.zero}
	}
	return val{t: t.let("t", syntax.Slice(e.At, v.t, t.let("lo", t.intOf(lo)), size)), sh: sh}
}

// lengthFresh is an int term as a length of its own.
func (t *tr) lengthFresh(e syntax.Term) *syntax.Size {
	v := t.atom("n", scalarVal(e))
	return t.polyOf(v)
}
