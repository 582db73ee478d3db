package loop

// block compiles statements to one closure.
func (c *code) block(b []Stmt) act {
	acts := make([]act, len(b))
	for i, s := range b {
		acts[i] = c.stmt(s)
	}
	return func(fr *frame) {
		fr.m.step(int64(len(acts)))
		for _, a := range acts {
			a(fr)
		}
	}
}

func (c *code) stmt(s Stmt) act {
	switch s := s.(type) {
	case *Let:
		x, i := c.move(s.Rhs), c.slot(s.Var)
		return func(fr *frame) { x(fr, fr, i) }
	case *Alloc:
		return c.alloc(s)
	case *NewCell:
		return c.newCell(s)
	case *Assign:
		return c.assign(s)
	case *AddTo:
		return c.addTo(s)
	case *Copy:
		return c.copies(s)
	case *Clear:
		return c.clears(s)
	case *Append:
		return c.push(s)
	case *Call:
		return c.call(s)
	case *Check:
		return c.check(s)
	case *For:
		return c.count(s)
	case *While:
		return c.while(s)
	case *If:
		p, yes, no := c.bool(s.Cond), c.block(s.Then), c.block(s.Else)
		return func(fr *frame) {
			fr.m.counts.Branches++
			if p(fr) {
				yes(fr)
			} else {
				no(fr)
			}
		}
	case *Switch:
		return c.choose(s)
	}
	panic("loop: unknown statement")
}

func (c *code) newCell(s *NewCell) act {
	cell, slot := s.Var.Type.Cell, c.slot(s.Var)
	fields := make([]func(*frame) Value, len(s.Fields))
	for i, f := range s.Fields {
		fields[i] = c.value(f)
	}
	n := int64(1 + len(fields))
	return func(fr *frame) {
		o := &Object{Cell: cell, Ctor: s.Ctor, fields: make([]Value, len(fields))}
		for i, f := range fields {
			o.fields[i] = f(fr)
		}
		fr.m.step(n)
		fr.m.counts.Allocs++
		fr.m.counts.Words += n
		fr.m.counts.Stores += n
		fr.refs[slot] = o
	}
}

// value compiles an expression to a field of a cell.
func (c *code) value(e *Expr) func(*frame) Value {
	switch {
	case e.Type.IsArray():
		x := c.array(e)
		return func(fr *frame) Value { return x(fr) }
	case e.Type.Base == Ref:
		x := c.ref(e)
		return func(fr *frame) Value { return x(fr) }
	case e.Type.Base == Real:
		x := c.real(e)
		return func(fr *frame) Value { return x(fr) }
	case e.Type.Base == Bool:
		x := c.bool(e)
		return func(fr *frame) Value { return x(fr) }
	case e.Type.Base == Int:
		x := c.int(e)
		return func(fr *frame) Value { return x(fr) }
	}
	return func(*frame) Value { return nil }
}

// assign compiles a store of several values at once: places and values are all found before
// the first store.
func (c *code) assign(s *Assign) act {
	if l := s.Lhs[0]; len(s.Lhs) == 1 && l.Kind == VarExpr {
		x, i := c.move(s.Rhs[0]), c.slot(l.Var)
		return func(fr *frame) { x(fr, fr, i) }
	}
	stores := make([]func(*frame) func(), len(s.Lhs))
	for i := range s.Lhs {
		stores[i] = c.store(s.Lhs[i], s.Rhs[i])
	}
	return func(fr *frame) {
		var few [4]func()
		later := few[:0]
		for _, s := range stores {
			later = append(later, s(fr))
		}
		for _, f := range later {
			f()
		}
	}
}

// store finds the place and the value, and gives what stores it.
func (c *code) store(l, r *Expr) func(*frame) func() {
	switch l.Kind {
	case VarExpr:
		slot, bank := c.slot(l.Var), l.Type
		v := c.value(r)
		return func(fr *frame) func() {
			x := v(fr)
			return func() { fr.put(bank, slot, x) }
		}
	case FieldExpr:
		at, v := c.fieldPlace(l), c.value(r)
		return func(fr *frame) func() {
			p, x := at(fr), v(fr)
			return func() { fr.m.counts.Stores++; *p = x }
		}
	}
	return c.storeElement(l, r)
}

func (fr *frame) put(t Type, i int, x Value) {
	switch {
	case t.IsArray():
		fr.arrays[i] = x.(array)
	case t.Base == Ref:
		fr.refs[i] = x.(*Object)
	case t.Base == Real:
		fr.reals[i] = x.(float64)
	case t.Base == Bool:
		fr.bools[i] = x.(bool)
	case t.Base == Int:
		fr.ints[i] = x.(int64)
	}
}

func (c *code) storeElement(l, r *Expr) func(*frame) func() {
	at, t := c.element(l), l.Type
	switch {
	case t == RealType:
		v := c.real(r)
		return func(fr *frame) func() {
			s, i := at(fr)
			x := v(fr)
			return func() { fr.m.counts.Stores++; s.reals[i] = x }
		}
	case t.IsArray():
		v := c.array(r)
		return func(fr *frame) func() {
			s, i := at(fr)
			x := v(fr)
			return func() { fr.m.counts.Stores++; s.rows[i] = x }
		}
	case t == IntType:
		v := c.int(r)
		return func(fr *frame) func() {
			s, i := at(fr)
			x := v(fr)
			return func() { fr.m.counts.Stores++; s.ints[i] = x }
		}
	case t == BoolType:
		v := c.bool(r)
		return func(fr *frame) func() {
			s, i := at(fr)
			x := v(fr)
			return func() { fr.m.counts.Stores++; s.bools[i] = x }
		}
	case t.Base == Ref:
		v := c.ref(r)
		return func(fr *frame) func() {
			s, i := at(fr)
			x := v(fr)
			return func() { fr.m.counts.Stores++; s.refs[i] = x }
		}
	}
	return func(fr *frame) func() { at(fr); return func() {} } // units
}

// addTo compiles an addition; the place is found before the value.
func (c *code) addTo(s *AddTo) act {
	switch {
	case s.Lhs.Kind == FieldExpr:
		return c.addToField(s)
	case s.Lhs.Type == RealType:
		at, v := c.realPlace(s.Lhs), c.real(s.Rhs)
		memory := s.Lhs.Kind != VarExpr
		return func(fr *frame) {
			p := at(fr)
			x := v(fr)
			fr.m.added(memory)
			*p += x
		}
	}
	at, v := c.intPlace(s.Lhs), c.int(s.Rhs)
	memory := s.Lhs.Kind != VarExpr
	return func(fr *frame) {
		p := at(fr)
		n := v(fr)
		fr.m.added(memory)
		*p += n
	}
}

func (m *machine) added(memory bool) {
	m.arith(1)
	if memory {
		m.counts.Loads++
		m.counts.Stores++
	}
}

func (c *code) addToField(s *AddTo) act {
	at, v := c.fieldPlace(s.Lhs), c.value(s.Rhs)
	return func(fr *frame) {
		p := at(fr)
		x := v(fr)
		fr.m.added(true)
		switch y := (*p).(type) {
		case float64:
			*p = y + x.(float64)
		case int64:
			*p = y + x.(int64)
		}
	}
}

func (c *code) realPlace(l *Expr) func(*frame) *float64 {
	if l.Kind == VarExpr {
		i := c.slot(l.Var)
		return func(fr *frame) *float64 { return &fr.reals[i] }
	}
	at := c.element(l)
	return func(fr *frame) *float64 {
		s, i := at(fr)
		return &s.reals[i]
	}
}

func (c *code) intPlace(l *Expr) func(*frame) *int64 {
	if l.Kind == VarExpr {
		i := c.slot(l.Var)
		return func(fr *frame) *int64 { return &fr.ints[i] }
	}
	at := c.element(l)
	return func(fr *frame) *int64 {
		s, i := at(fr)
		return &s.ints[i]
	}
}
