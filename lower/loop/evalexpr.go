package loop

import "github.com/seed-4b734f86/gochad/syntax"

func (c *code) real(e *Expr) realFn {
	switch e.Kind {
	case VarExpr:
		i := c.slot(e.Var)
		return func(fr *frame) float64 { return fr.reals[i] }
	case ConstExpr:
		x := e.F
		return func(*frame) float64 { return x }
	case IndexExpr:
		at := c.element(e)
		return func(fr *frame) float64 {
			s, i := at(fr)
			fr.m.counts.Loads++
			return s.reals[i]
		}
	case FieldExpr:
		f := c.field(e)
		return func(fr *frame) float64 { return f(fr).(float64) }
	case SelectExpr:
		p, a, b := c.bool(e.Args[0]), c.real(e.Args[1]), c.real(e.Args[2])
		return func(fr *frame) float64 {
			x, y := a(fr), b(fr)
			fr.m.arith(1)
			if p(fr) {
				return x
			}
			return y
		}
	}
	if f := c.fastReal(e); f != nil {
		return f
	}
	f := c.prim(e)
	return func(fr *frame) float64 { return f(fr).F }
}

// fastReal is the code of the commonest operations on reals without a call of their rows in the table.
func (c *code) fastReal(e *Expr) realFn {
	if e.Kind != PrimExpr || e.Prim != syntax.OpAdd && e.Prim != syntax.OpSub && e.Prim != syntax.OpMul {
		return nil
	}
	a, b := c.real(e.Args[0]), c.real(e.Args[1])
	switch e.Prim {
	case syntax.OpAdd:
		return func(fr *frame) float64 { fr.m.arith(1); return a(fr) + b(fr) }
	case syntax.OpSub:
		return func(fr *frame) float64 { fr.m.arith(1); return a(fr) - b(fr) }
	}
	return func(fr *frame) float64 { fr.m.arith(1); return a(fr) * b(fr) }
}

func (c *code) int(e *Expr) intFn {
	switch e.Kind {
	case VarExpr:
		i := c.slot(e.Var)
		return func(fr *frame) int64 { return fr.ints[i] }
	case ConstExpr:
		n := e.I
		return func(*frame) int64 { return n }
	case IndexExpr:
		at := c.element(e)
		return func(fr *frame) int64 {
			s, i := at(fr)
			fr.m.counts.Loads++
			return s.ints[i]
		}
	case FieldExpr:
		f := c.field(e)
		return func(fr *frame) int64 { return f(fr).(int64) }
	case LenExpr:
		a := c.array(e.Args[0])
		return func(fr *frame) int64 { return int64(a(fr).n) }
	case SelectExpr:
		p, a, b := c.bool(e.Args[0]), c.int(e.Args[1]), c.int(e.Args[2])
		return func(fr *frame) int64 {
			x, y := a(fr), b(fr)
			fr.m.arith(1)
			if p(fr) {
				return x
			}
			return y
		}
	case CheckExpr:
		i, n := c.int(e.Args[0]), c.int(e.Args[1])
		return func(fr *frame) int64 {
			i, n := i(fr), n(fr)
			fr.m.arith(1)
			if i < 0 || i >= n {
				c.fail("%s: index %d out of range [0, %d)", e.Text(), i, n)
			}
			return i
		}
	case TagExpr:
		return c.tag(e)
	}
	if f := c.fastInt(e); f != nil {
		return f
	}
	f := c.prim(e)
	return func(fr *frame) int64 { return f(fr).I }
}

func (c *code) fastInt(e *Expr) intFn {
	if e.Kind != PrimExpr || e.Prim != syntax.OpIntAdd && e.Prim != syntax.OpIntSub && e.Prim != syntax.OpIntMul {
		return nil
	}
	a, b := c.int(e.Args[0]), c.int(e.Args[1])
	switch e.Prim {
	case syntax.OpIntAdd:
		return func(fr *frame) int64 { fr.m.arith(1); return a(fr) + b(fr) }
	case syntax.OpIntSub:
		return func(fr *frame) int64 { fr.m.arith(1); return a(fr) - b(fr) }
	}
	return func(fr *frame) int64 { fr.m.arith(1); return a(fr) * b(fr) }
}

func (c *code) tag(e *Expr) intFn {
	r, cell := c.ref(e.Args[0]), e.Args[0].Type.Cell
	var none int64
	if cell.Nil >= 0 {
		none = cell.Tag(cell.Nil)
	}
	return func(fr *frame) int64 {
		o := r(fr)
		if o == nil {
			return none
		}
		fr.m.counts.Loads++
		return cell.Tag(o.Ctor)
	}
}

func (c *code) bool(e *Expr) boolFn {
	switch e.Kind {
	case VarExpr:
		i := c.slot(e.Var)
		return func(fr *frame) bool { return fr.bools[i] }
	case ConstExpr:
		x := e.I != 0
		return func(*frame) bool { return x }
	case IndexExpr:
		at := c.element(e)
		return func(fr *frame) bool {
			s, i := at(fr)
			fr.m.counts.Loads++
			return s.bools[i]
		}
	case FieldExpr:
		f := c.field(e)
		return func(fr *frame) bool { return f(fr).(bool) }
	case IsNilExpr:
		r := c.ref(e.Args[0])
		return func(fr *frame) bool { fr.m.arith(1); return r(fr) == nil }
	case SelectExpr:
		p, a, b := c.bool(e.Args[0]), c.bool(e.Args[1]), c.bool(e.Args[2])
		return func(fr *frame) bool {
			x, y := a(fr), b(fr)
			fr.m.arith(1)
			if p(fr) {
				return x
			}
			return y
		}
	}
	switch e.Prim.Name {
	case "and":
		a, b := c.bool(e.Args[0]), c.bool(e.Args[1])
		return func(fr *frame) bool { fr.m.arith(1); return a(fr) && b(fr) }
	case "or":
		a, b := c.bool(e.Args[0]), c.bool(e.Args[1])
		return func(fr *frame) bool { fr.m.arith(1); return a(fr) || b(fr) }
	}
	f := c.prim(e)
	return func(fr *frame) bool { return f(fr).I != 0 }
}

func (c *code) ref(e *Expr) refFn {
	switch e.Kind {
	case VarExpr:
		i := c.slot(e.Var)
		return func(fr *frame) *Object { return fr.refs[i] }
	case IndexExpr:
		at := c.element(e)
		return func(fr *frame) *Object {
			s, i := at(fr)
			fr.m.counts.Loads++
			return s.refs[i]
		}
	case FieldExpr:
		f := c.field(e)
		return func(fr *frame) *Object { o, _ := f(fr).(*Object); return o }
	case SelectExpr:
		p, a, b := c.bool(e.Args[0]), c.ref(e.Args[1]), c.ref(e.Args[2])
		return func(fr *frame) *Object {
			x, y := a(fr), b(fr)
			fr.m.arith(1)
			if p(fr) {
				return x
			}
			return y
		}
	}
	return func(*frame) *Object { return nil }
}

// field reads a field of a cell, which is an error when the cell has another constructor.
func (c *code) field(e *Expr) func(*frame) Value {
	at := c.fieldPlace(e)
	return func(fr *frame) Value {
		fr.m.counts.Loads++
		return *at(fr)
	}
}

func (c *code) fieldPlace(e *Expr) func(*frame) *Value {
	r := c.ref(e.Args[0])
	ctor, i := int(e.Ctor), int(e.Field)
	return func(fr *frame) *Value {
		o := r(fr)
		if o == nil || o.Ctor != ctor {
			c.fail("field of a cell of another constructor")
		}
		return &o.fields[i]
	}
}

func (m *machine) arith(cost int64) {
	m.counts.Arith++
	m.counts.Cost += cost
}

// prim applies a primitive, or checked division, through its row in the table. The
// operands are all computed before the one buffer for them is filled.
func (c *code) prim(e *Expr) func(*frame) syntax.Value {
	args := make([]func(*frame) syntax.Value, len(e.Args))
	for i, a := range e.Args {
		args[i] = c.number(a)
	}
	op, cost := e.Prim, int64(e.Prim.Cost)
	buf := make([]syntax.Value, len(args))
	return func(fr *frame) syntax.Value {
		var few [4]syntax.Value
		x := few[:0]
		for _, a := range args {
			x = append(x, a(fr))
		}
		fr.m.arith(cost)
		if e.Kind == DivExpr && x[1].I == 0 {
			c.fail("%s", e.Text())
		}
		copy(buf, x)
		y, err := op.Eval(buf)
		if err != nil {
			c.fail("%s", err)
		}
		return y
	}
}

func (c *code) number(e *Expr) func(*frame) syntax.Value {
	switch e.Type {
	case RealType:
		x := c.real(e)
		return func(fr *frame) syntax.Value { return syntax.Value{F: x(fr)} }
	case IntType:
		x := c.int(e)
		return func(fr *frame) syntax.Value { return syntax.Value{I: x(fr)} }
	}
	x := c.bool(e)
	return func(fr *frame) syntax.Value {
		if x(fr) {
			return syntax.Value{I: 1}
		}
		return syntax.Value{}
	}
}
