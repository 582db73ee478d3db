package trace

import (
	"strconv"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/eval"
)

// An Argument is an argument of the function that is traced.
type Argument struct {
	Name  string
	Value eval.Value
}

// A gradient is what belongs to an argument, or to a part of it, that the derivative is by.
type gradient struct {
	mark   int32 // of a number
	list   bool
	elems  []gradient // of a slice or an array
	fields []string   // the names of elems, of a structure
}

// mark puts the numbers in a value on the tape. Needs are the paths from here to what the derivative is by; an empty
// one is all of it.
func (t *tape) mark(typ flow.Type, v *eval.Value, name string, needs []flow.Need) (g gradient, ok bool) {
	active := false
	for _, n := range needs {
		active = active || len(n.Fields) == 0
	}
	switch typ := typ.(type) {
	case *flow.Basic:
		if typ.Kind != flow.KindReal {
			return g, false
		}
		v.Mark = t.add(entry{kind: input, val: v.Num, name: name, active: active})
		if active {
			t.inputs = append(t.inputs, v.Mark)
		}
		return gradient{mark: v.Mark}, active
	case *flow.Pointer:
		if v.Ptr == nil {
			return g, false
		}
		return t.mark(typ.Elem, &v.Ptr.Value, name, needs)
	case *flow.Slice:
		return t.markList(typ.Elem, v.Cells[:v.Len], name, needs)
	case *flow.Array:
		return t.markList(typ.Elem, v.Cells, name, needs)
	case *flow.Struct:
		for i, f := range typ.Fields {
			if x, ok := t.mark(f.Type, &v.Cells[i].Value, name+"."+f.Name, below(needs, i, f.Constant)); ok {
				g.elems, g.fields = append(g.elems, x), append(g.fields, f.Name)
			}
		}
		return g, len(g.elems) > 0
	case *flow.FuncType:
	}
	return g, false
}

func (t *tape) markList(elem flow.Type, cells []*eval.Cell, name string, needs []flow.Need) (g gradient, ok bool) {
	g.list = true
	for i, c := range cells {
		if x, has := t.mark(elem, &c.Value, name+"["+strconv.Itoa(i)+"]", needs); has {
			g.elems = append(g.elems, x)
		}
	}
	return g, len(g.elems) > 0
}

// below are the needs of a field of what has these.
func below(needs []flow.Need, field int, constant bool) (out []flow.Need) {
	if constant {
		return nil
	}
	for _, n := range needs {
		switch {
		case len(n.Fields) == 0:
			out = append(out, n)
		case n.Fields[0] == field:
			out = append(out, flow.Need{Fields: n.Fields[1:]})
		}
	}
	return out
}

// json is the gradient as JSON.
func (g *gradient) json(b *strings.Builder, cot []float64) {
	switch {
	case g.mark != 0:
		b.WriteString(jsonNumber(cot[g.mark]))
	case g.list:
		b.WriteByte('[')
		for i := range g.elems {
			if i > 0 {
				b.WriteString(", ")
			}
			g.elems[i].json(b, cot)
		}
		b.WriteByte(']')
	default:
		b.WriteByte('{')
		for i := range g.elems {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(strconv.Quote(g.fields[i]) + ": ")
			g.elems[i].json(b, cot)
		}
		b.WriteByte('}')
	}
}

// jsonNumber is a number as JSON: a string where it is not finite.
func jsonNumber(x float64) string {
	if finite(x) {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return strconv.Quote(map[string]string{"+Inf": "Infinity", "-Inf": "-Infinity", "NaN": "NaN"}[number(x)])
}

// number is a number as messages have it.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
