package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// decode reads a value of type t from JSON, in the form that the help of eval describes.
func decode(text string, t syntax.Type) (semantics.Value, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("%q is no JSON value (%w)\n  hint: write numbers as 1.5, arrays as '[1, 2]'", text, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("%q is more than one JSON value", text)
	}
	return fromJSON(v, t)
}

func fromJSON(v any, t syntax.Type) (semantics.Value, error) {
	switch t := t.(type) {
	case *syntax.Scalar:
		return scalarFromJSON(v, t)
	case *syntax.IdxType:
		return scalarFromJSON(v, syntax.Int)
	case *syntax.TupleType:
		return tupleFromJSON(v, t)
	case *syntax.SumType, *syntax.Data:
		return variantFromJSON(v, t)
	case *syntax.ArrayType:
		return arrayFromJSON(v, t, t.Elem)
	case *syntax.DynType:
		return arrayFromJSON(v, t, t.Elem)
	case *syntax.FuncType, *syntax.LFunType, *syntax.CopowerType:
		return nil, fmt.Errorf("a value of type %s cannot be written as JSON", t)
	}
	return nil, unfit(v, t)
}

// unfit says what was wanted and what was found.
func unfit(v any, t syntax.Type) error {
	b, err := json.Marshal(v)
	if err != nil || len(b) > 60 {
		return fmt.Errorf("%s is wanted", t)
	}
	return fmt.Errorf("%s is wanted, got %s", t, b)
}

func scalarFromJSON(v any, t *syntax.Scalar) (semantics.Value, error) {
	switch v := v.(type) {
	case bool:
		if t == syntax.Bool {
			return semantics.Bool(v), nil
		}
	case json.Number:
		switch t {
		case syntax.Real:
			x, err := v.Float64()
			if err != nil {
				return nil, fmt.Errorf("%s is out of the range of real", v)
			}
			return semantics.Real(x), nil
		case syntax.Int:
			if n, err := v.Int64(); err == nil {
				return semantics.Int(n), nil
			}
		}
	case string:
		if x, ok := notFinite[v]; ok && t == syntax.Real {
			return semantics.Real(x), nil
		}
	}
	return nil, unfit(v, t)
}

// notFinite are the reals that JSON has no numbers for.
var notFinite = map[string]float64{"NaN": math.NaN(), "Infinity": math.Inf(1), "-Infinity": math.Inf(-1)}

func tupleFromJSON(v any, t *syntax.TupleType) (semantics.Value, error) {
	if o, ok := v.(map[string]any); ok && len(t.Names) > 0 {
		list := make([]any, 0, len(o))
		for _, n := range t.Names {
			e, ok := o[n]
			if !ok {
				return nil, fmt.Errorf("%s is wanted, there is no %q", t, n)
			}
			list = append(list, e)
		}
		if len(o) == len(list) {
			v = list
		}
	}
	list, ok := v.([]any)
	if !ok || len(list) != len(t.Elems) {
		return nil, unfit(v, t)
	}
	out := make([]semantics.Value, len(list))
	for i, e := range list {
		var err error
		if out[i], err = fromJSON(e, t.Elems[i]); err != nil {
			return nil, err
		}
	}
	return &semantics.Tuple{Elems: out}, nil
}

func arrayFromJSON(v any, t, elem syntax.Type) (semantics.Value, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, unfit(v, t)
	}
	out := make([]semantics.Value, len(list))
	reals := make([]float64, len(list))
	for i, e := range list {
		x, err := fromJSON(e, elem)
		if err != nil {
			return nil, err
		}
		out[i] = x
		if r, ok := x.(semantics.Real); ok {
			reals[i] = float64(r)
		}
	}
	if elem == syntax.Real {
		return semantics.Reals(reals...), nil
	}
	return semantics.Values(out...), nil
}

// variantNames are the names of the variants in JSON.
func variantNames(t syntax.Type) []string {
	var out []string
	if d, ok := t.(*syntax.Data); ok {
		for _, c := range d.Ctors() {
			out = append(out, c.Name)
		}
		return out
	}
	args, _ := syntax.Variants(t)
	if len(args) == 2 {
		return []string{"inl", "inr"}
	}
	for i := range args {
		out = append(out, "in"+strconv.Itoa(i+1))
	}
	return out
}

func variantFromJSON(v any, t syntax.Type) (semantics.Value, error) {
	if s, ok := v.(string); ok {
		v = map[string]any{s: []any{}}
	}
	o, ok := v.(map[string]any)
	if !ok || len(o) != 1 {
		return nil, unfit(v, t)
	}
	args, _ := syntax.Variants(t)
	for i, name := range variantNames(t) {
		if arg, ok := o[name]; ok {
			x, err := fromJSON(arg, args[i])
			return &semantics.Inj{Tag: i, Arg: x}, err
		}
	}
	return nil, fmt.Errorf("%w; the variants are %s", unfit(v, t), strings.Join(variantNames(t), ", "))
}

// encode writes a value of type t as JSON, the same form that decode reads. A function, which has
// no such form, is printed as the interpreter names it.
func encode(v semantics.Value, t syntax.Type) string {
	var b bytes.Buffer
	toJSON(&b, v, t)
	return b.String()
}

func toJSON(b *bytes.Buffer, v semantics.Value, t syntax.Type) {
	switch v := v.(type) { //nolint:gochecksumtype // functions and linear values, some of them unexported, have no JSON
	case semantics.Real:
		b.WriteString(realJSON(float64(v)))
	case semantics.Int:
		b.WriteString(strconv.FormatInt(int64(v), 10))
	case semantics.Bool:
		b.WriteString(strconv.FormatBool(bool(v)))
	case *semantics.Tuple:
		tupleJSON(b, v, t)
	case *semantics.Array:
		elem := elemOf(t)
		b.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				b.WriteString(", ")
			}
			toJSON(b, v.At(i), elem)
		}
		b.WriteByte(']')
	case *semantics.Inj:
		variantJSON(b, v, t)
	default:
		b.WriteString(semantics.Format(v))
	}
}

func variantJSON(b *bytes.Buffer, v *semantics.Inj, t syntax.Type) {
	args, _ := syntax.Variants(t)
	if v.Tag >= len(args) {
		b.WriteString(semantics.Format(v))
		return
	}
	name := strconv.Quote(variantNames(t)[v.Tag])
	if args[v.Tag] == syntax.Unit {
		b.WriteString(name)
		return
	}
	b.WriteString("{" + name + ": ")
	toJSON(b, v.Arg, args[v.Tag])
	b.WriteByte('}')
}

func tupleJSON(b *bytes.Buffer, v *semantics.Tuple, t syntax.Type) {
	tt, _ := t.(*syntax.TupleType)
	opening, closing := "[", "]"
	named := tt != nil && len(tt.Names) == len(v.Elems) && len(tt.Names) > 0
	if named {
		opening, closing = "{", "}"
	}
	b.WriteString(opening)
	for i, e := range v.Elems {
		if i > 0 {
			b.WriteString(", ")
		}
		if named {
			b.WriteString(strconv.Quote(tt.Names[i]) + ": ")
		}
		var et syntax.Type
		if tt != nil && i < len(tt.Elems) {
			et = tt.Elems[i]
		}
		toJSON(b, e, et)
	}
	b.WriteString(closing)
}

func elemOf(t syntax.Type) syntax.Type {
	if a, ok := t.(*syntax.ArrayType); ok {
		return a.Elem
	}
	if a, ok := t.(*syntax.DynType); ok {
		return a.Elem
	}
	return nil
}

// realJSON is the shortest number that reads back as x.
func realJSON(x float64) string {
	switch {
	case math.IsNaN(x):
		return `"NaN"`
	case math.IsInf(x, 1):
		return `"Infinity"`
	case math.IsInf(x, -1):
		return `"-Infinity"`
	}
	if a := math.Abs(x); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strconv.FormatFloat(x, 'e', -1, 64)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}
