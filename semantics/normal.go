package semantics

import (
	"fmt"
	"strings"

	"github.com/seed-4b734f86/gochad/syntax"
)

// maxData bounds the depth of data values (lists, trees) that walks descend into.
const maxData = 1_000_000

// normal brings a value into its normal form at a type: dense arrays, tuples
// spelled out, Zero only in linear sums, copowers, functions and where a size is
// not known.
func (m *machine) normal(v Value, t syntax.Type, sizes map[*syntax.SizeVar]int64) Value {
	if m.depth--; m.depth < 0 {
		fail(nil, TooDeep, "the value is nested too deep")
	}
	defer func() { m.depth++ }()
	v = m.force(v)
	_, zero := v.(Zero)
	switch t := t.(type) {
	case *syntax.Scalar:
		switch t {
		case syntax.Real:
			return Real(asReal(v))
		case syntax.Bool:
			return Bool(asBool(v))
		}
		return Int(asInt(v))
	case *syntax.TupleType:
		out := make([]Value, len(t.Elems))
		for i, e := range t.Elems {
			out[i] = m.normal(m.proj(v, i), e, sizes)
		}
		return &Tuple{out}
	case *syntax.SumType, *syntax.Data:
		if i, ok := v.(*Inj); ok {
			vs, _ := syntax.Variants(t)
			return &Inj{i.Tag, m.normal(i.Arg, vs[i.Tag], sizes)}
		}
	case *syntax.FuncType:
		if zero {
			return &Func{ret: &typing{t, sizes}}
		}
		return retyped(v, &typing{t, sizes})
	case *syntax.LFunType:
		if zero {
			return &LFun{ret: &typing{t, sizes}}
		}
		return retyped(v, &typing{t, sizes})
	case *syntax.ArrayType:
		n, known := evalSize(t.Len, sizes)
		return m.normalArray(v, t.Elem, n, known, sizes)
	case *syntax.DynType:
		return m.normalArray(v, t.Elem, 0, true, sizes)
	case *syntax.CopowerType:
		if p, ok := v.(*Copower); ok {
			return m.normalCopower(p, t, sizes)
		}
	case *syntax.IdxType:
	}
	return v
}

func evalSize(s *syntax.Size, sizes map[*syntax.SizeVar]int64) (int, bool) {
	n, err := s.Eval(func(v *syntax.SizeVar) (int64, bool) { n, ok := sizes[v]; return n, ok })
	return int(n), err == nil
}

func retyped(v Value, ret *typing) Value {
	switch v := v.(type) {
	case *Func:
		return &Func{v.clo, v.sum, ret}
	case *LFun:
		return &LFun{v.clo, v.sum, ret}
	}
	panic("a function is wanted, got " + describe(v))
}

// normalArray makes v dense; n is its length if v is Zero.
func (m *machine) normalArray(v Value, elem syntax.Type, n int, known bool, sizes map[*syntax.SizeVar]int64) Value {
	if _, ok := v.(Zero); ok && !known {
		return v
	} else if !ok {
		n = m.length(v)
	}
	m.room(nil, int64(n))
	if a, ok := v.(*Array); ok && a.F != nil {
		return a
	}
	out := m.collect(n, elem == syntax.Real)
	for i := range n {
		out.put(i, m.normal(m.index(v, i), elem, sizes))
	}
	return out.arr
}

func (m *machine) normalCopower(p *Copower, t *syntax.CopowerType, sizes map[*syntax.SizeVar]int64) Value {
	m.step(nil, int64(p.n))
	var out *Copower
	for _, e := range p.Entries() {
		s := Summand(m.normal(e.Key, t.Key, sizes), m.normal(e.Val, t.Val, sizes))
		if out == nil {
			out = s
			continue
		}
		out = out.concat(s)
	}
	return out
}

// Normal brings a value into its normal form at a type, see the package comment.
// Sizes that are missing leave zero arrays of unknown length as Zero.
// The error, an [*Error], says that v is no value of type t.
func Normal(v Value, t syntax.Type, sizes map[*syntax.SizeVar]int64) (Value, error) {
	return new(Evaluator).run(func(m *machine) Value { return m.normal(v, t, sizes) })
}

// describe names the form of a value in messages.
func describe(v Value) string {
	switch v := v.(type) {
	case nil:
		return "no value"
	case Real:
		return fmt.Sprintf("the real %v", float64(v))
	case Int:
		return fmt.Sprintf("the int %d", int64(v))
	case Bool:
		return fmt.Sprintf("the bool %t", bool(v))
	case *Tuple:
		return fmt.Sprintf("a tuple of %d", len(v.Elems))
	case *Inj:
		return fmt.Sprintf("a value of variant %d", v.Tag)
	case *Array:
		return fmt.Sprintf("an array of length %d", v.Len())
	case *Func:
		return "a function"
	case *LFun:
		return "a linear function"
	case *Copower:
		return "a copower"
	case Zero:
		return "a zero"
	case *oneHot, *version:
		return "an array"
	case *coproj:
		return "a tuple"
	case *formal:
		return "a formal sum"
	}
	return fmt.Sprintf("a %T", v)
}

// Format prints a normalised value: (1, 2), [1, 2], inj1 x, !k ⊗ v + …; reals as
// Go prints them with %v, and zeros as 0.
func Format(v Value) string {
	var b strings.Builder
	format(&b, v, maxData)
	return b.String()
}

func format(b *strings.Builder, v Value, depth int) {
	if depth == 0 {
		b.WriteString("…")
		return
	}
	switch v := v.(type) {
	case Real:
		fmt.Fprint(b, float64(v))
	case Int:
		fmt.Fprint(b, int64(v))
	case Bool:
		fmt.Fprint(b, bool(v))
	case *Tuple:
		formatList(b, "(", ")", v.Elems, depth)
	case *Inj:
		fmt.Fprintf(b, "inj%d ", v.Tag)
		format(b, v.Arg, depth-1)
	case *Array:
		if v.F != nil {
			b.WriteString(strings.ReplaceAll(fmt.Sprint(v.F), " ", ", "))
			return
		}
		formatList(b, "[", "]", v.V, depth)
	case *Copower:
		for i, e := range v.Entries() {
			if i > 0 {
				b.WriteString(" + ")
			}
			b.WriteString("!")
			format(b, e.Key, depth-1)
			b.WriteString(" ⊗ ")
			format(b, e.Val, depth-1)
		}
	case Zero:
		b.WriteString("0")
	default:
		b.WriteString("<" + describe(v) + ">")
	}
}

func formatList(b *strings.Builder, open, end string, vs []Value, depth int) {
	b.WriteString(open)
	for i, e := range vs {
		if i > 0 {
			b.WriteString(", ")
		}
		format(b, e, depth-1)
	}
	b.WriteString(end)
}
