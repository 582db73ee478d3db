package semantics

import "github.com/seed-4b734f86/gochad/syntax"

// sizeCode computes a size in a frame.
type sizeCode struct {
	size  *syntax.Size
	lit   int64
	isLit bool
	slot  int // of a lone variable
	slots map[*syntax.SizeVar]int
	at    *syntax.Pos
}

func (c *compiler) size(s *syntax.Size) sizeCode {
	k := sizeCode{size: s, at: c.at}
	if k.lit, k.isLit = s.Lit(); k.isLit {
		return k
	}
	if v, ok := s.IsVar(); ok {
		k.slot = c.lookup(v)
		return k
	}
	k.slots = map[*syntax.SizeVar]int{}
	s.Vars(func(v *syntax.SizeVar) { k.slots[v] = c.lookup(v) })
	return k
}

func (k *sizeCode) eval(f []Value) int64 {
	if k.isLit {
		return k.lit
	}
	if k.slots == nil {
		if f[k.slot] == nil {
			fail(k.at, BadArgument, "size variable %s is not bound", k.size)
		}
		return asInt(f[k.slot])
	}
	n, err := k.size.Eval(func(v *syntax.SizeVar) (int64, bool) {
		x, ok := f[k.slots[v]].(Int)
		return int64(x), ok
	})
	if err != nil {
		fail(k.at, BadArgument, "%v", err)
	}
	return n
}

// nonNegative is eval for a size parameter.
func (k *sizeCode) nonNegative(_ *machine, f []Value, name string) int64 {
	n := k.eval(f)
	if n < 0 {
		fail(k.at, NegativeSize, "size %s = %s is %d, must not be negative", name, k.size, n)
	}
	return n
}

// length is eval for the length of an array that is about to be made.
func (k *sizeCode) length(m *machine, f []Value) int {
	n := k.eval(f)
	if n < 0 {
		fail(k.at, NegativeSize, "length %s is %d, must not be negative", k.size, n)
	}
	m.room(k.at, n)
	return int(n)
}

func (c *compiler) sized(t syntax.Term) code {
	switch t := t.(type) {
	case *syntax.SizeOf:
		n := c.size(t.Size)
		return func(_ *machine, f []Value) Value { return Int(n.eval(f)) }
	case *syntax.ToIdx:
		return c.toIdx(t)
	case *syntax.FromIdx:
		return c.term(t.Arg)
	case *syntax.Coerce:
		return c.coerce(t)
	case *syntax.Pack:
		return c.pack(t)
	case *syntax.DynLen:
		arg := c.term(t.Arg)
		return func(m *machine, f []Value) Value { return Int(m.length(arg(m, f))) }
	}
	return c.filter(t.(*syntax.FilterIdx))
}

// pack forgets a length. That of a zero is in its type only, so it becomes an array of zeros.
func (c *compiler) pack(t *syntax.Pack) code {
	ty := t.Arg.Type().(*syntax.ArrayType)
	arg, n, flat := c.term(t.Arg), c.size(ty.Len), ty.Elem == syntax.Real
	return func(m *machine, f []Value) Value {
		a := reduced(arg(m, f))
		if _, ok := a.(Zero); !ok {
			return a
		}
		out := m.collect(n.length(m, f), flat)
		for i := range out.arr.V {
			out.arr.V[i] = Zero{}
		}
		return out.arr
	}
}

func (c *compiler) toIdx(t *syntax.ToIdx) code {
	at := t.At
	if at == nil {
		at = c.at
	}
	arg, n := c.term(t.Arg), c.size(t.Len)
	if t.Shifts() {
		if t.Offset == 0 {
			return arg
		}
		return func(m *machine, f []Value) Value {
			m.cost.Ops++
			return Int(asInt(arg(m, f)) + t.Offset)
		}
	}
	return func(m *machine, f []Value) Value {
		i, n := asInt(arg(m, f)), n.eval(f)
		if i < 0 || i >= n {
			fail(at, OutOfRange, "index %d is out of range: the length is %d", i, n)
		}
		return Int(i)
	}
}

// coerce checks a length: of an [m]τ by its type, of a [?]τ by its value. A
// linear coercion takes the empty [?]τ, its zero, to the zero of [n]τ.
func (c *compiler) coerce(t *syntax.Coerce) code {
	at := t.At
	if at == nil {
		at = c.at
	}
	want := t.Type().(*syntax.ArrayType).Len
	arg, n := c.term(t.Arg), c.size(want)
	length := func(m *machine, _ []Value, a Value) int64 { return int64(m.length(a)) }
	fixed, isFixed := t.Arg.Type().(*syntax.ArrayType)
	if isFixed {
		k := c.size(fixed.Len)
		length = func(_ *machine, f []Value, _ Value) int64 { return k.eval(f) }
	}
	return func(m *machine, f []Value) Value {
		a := reduced(arg(m, f))
		got, n := length(m, f, a), n.eval(f)
		if got == n {
			return a
		}
		if t.Linear && got == 0 && !isFixed {
			return Zero{}
		}
		fail(at, LengthMismatch, "an array of length %d where length %s = %d is wanted", got, want, n)
		return nil
	}
}

// length is the length of an array value; of a zero [?]τ it is 0.
func (m *machine) length(v Value) int {
	for {
		switch a := reduced(v).(type) {
		case *Array:
			return a.Len()
		case *version:
			for a.buf == nil {
				a = a.next
			}
			return a.buf.len()
		case *oneHot:
			return a.n
		case *formal:
			v = a.right
			continue
		case Zero:
			return 0
		}
		panic("an array is wanted, got " + describe(v))
	}
}

func (c *compiler) filter(t *syntax.FilterIdx) code {
	n := c.size(t.Len)
	slot := c.bind(t.Idx)
	body, at := c.term(t.Body), c.at
	return func(m *machine, f []Value) Value {
		out := []Value{}
		for i := range n.length(m, f) {
			m.step(at, 1)
			f[slot] = Int(i)
			if asBool(body(m, f)) {
				out = append(out, Int(i))
			}
		}
		m.wrote(len(out))
		return &Array{V: out}
	}
}
