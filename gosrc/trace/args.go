package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/types"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/eval"
	"github.com/seed-4b734f86/gochad/internal/suggest"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A Reader makes arguments of JSON, as json.Marshal writes them; a real may also be "NaN", "Infinity" or "-Infinity".
type Reader struct {
	// Strings are the constants that strings are compared with, as [translate.Result] has them.
	Strings []string
	// Qualifier writes packages in the names of types.
	Qualifier types.Qualifier
}

// Parse reads JSON, with numbers as they are written. The error says why the text is no JSON value.
func Parse(text []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("it ends too soon")
		}
		return nil, fmt.Errorf("%s is no JSON value (%w)", short(text), err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s is more than one JSON value", short(text))
	}
	return v, nil
}

func short(text []byte) string {
	const most = 60
	if len(text) > most {
		return fmt.Sprintf("%q…", text[:most])
	}
	return fmt.Sprintf("%q", text)
}

// Value is the JSON value v as a value of the Go type T, which is the type t of the program. The error says what does
// not fit, and in which part.
func (r *Reader) Value(v any, T types.Type, t flow.Type) (eval.Value, error) {
	if v == nil {
		switch T.Underlying().(type) {
		case *types.Slice, *types.Pointer, *types.Map, *types.Interface, *types.Signature, *types.Chan:
			return eval.Zero(t), nil
		}
		return eval.Value{}, r.unfit(v, T)
	}
	switch t := t.(type) {
	case *flow.Basic:
		return r.basic(v, T, t)
	case *flow.Pointer:
		p, ok := T.Underlying().(*types.Pointer)
		if !ok {
			break
		}
		x, err := r.Value(v, p.Elem(), t.Elem)
		return eval.Value{Ptr: &eval.Cell{Value: x}}, err
	case *flow.Slice:
		s, ok := T.Underlying().(*types.Slice)
		list, isList := v.([]any)
		if !ok || !isList {
			break
		}
		cells, err := r.list(list, s.Elem(), t.Elem)
		return eval.Value{Slice: true, Len: len(cells), Cells: cells}, err
	case *flow.Array:
		a, ok := T.Underlying().(*types.Array)
		list, isList := v.([]any)
		if !ok || !isList || len(list) != t.Len {
			break
		}
		cells, err := r.list(list, a.Elem(), t.Elem)
		return eval.Value{Cells: cells}, err
	case *flow.Struct:
		s, ok := T.Underlying().(*types.Struct)
		obj, isObj := v.(map[string]any)
		if ok && !isObj && closed(s) {
			return eval.Value{}, fmt.Errorf("a value of type %s cannot be written as JSON; trace a function that makes it",
				r.text(T))
		}
		if !ok || !isObj || s.NumFields() != len(t.Fields) {
			break
		}
		return r.object(obj, T, s, t)
	case *flow.FuncType:
		return eval.Value{}, fmt.Errorf("a value of type %s cannot be written as JSON, but null", r.text(T))
	}
	return eval.Value{}, r.unfit(v, T)
}

// closed reports whether a structure has no field that json.Marshal writes.
func closed(s *types.Struct) bool {
	for f := range s.Fields() {
		if f.Exported() {
			return false
		}
	}
	return true
}

func (r *Reader) text(T types.Type) string { return types.TypeString(T, r.Qualifier) }

func (r *Reader) unfit(v any, T types.Type) error {
	b, err := json.Marshal(v)
	if err != nil || len(b) > 60 {
		return fmt.Errorf("%s is wanted", r.text(T))
	}
	return fmt.Errorf("%s is wanted, got %s", r.text(T), b)
}

func (r *Reader) list(list []any, T types.Type, t flow.Type) ([]*eval.Cell, error) {
	cells := make([]*eval.Cell, len(list))
	for i, e := range list {
		x, err := r.Value(e, T, t)
		if err != nil {
			return nil, fmt.Errorf("[%d]: %w", i, err)
		}
		cells[i] = &eval.Cell{Value: x}
	}
	return cells, nil
}

// object is a structure. Fields that are not there are zero; those of embedded structures may stand beside the others,
// where json.Marshal puts them.
func (r *Reader) object(obj map[string]any, T types.Type, s *types.Struct, t *flow.Struct) (eval.Value, error) {
	known := map[string]bool{}
	out, err := r.fields(obj, s, t, known)
	if err != nil {
		return out, err
	}
	for key := range obj {
		if known[key] {
			continue
		}
		var names []string
		for i := range s.NumFields() {
			names = append(names, keyOf(s, i))
		}
		err := fmt.Errorf("%s has no field %q", r.text(T), key)
		if hint := suggest.DidYouMean(key, names); hint != "" {
			err = fmt.Errorf("%w; %s", err, hint)
		}
		return out, err
	}
	return out, nil
}

// fields is a structure of the fields that are there, and notes their keys in known.
func (r *Reader) fields(obj map[string]any, s *types.Struct, t *flow.Struct, known map[string]bool) (eval.Value,
	error) {
	out := eval.Zero(t)
	for i, f := range t.Fields {
		v, field, key := any(nil), s.Field(i), keyOf(s, i)
		has := false
		for k, x := range obj {
			if k == key || strings.EqualFold(k, key) && obj[key] == nil {
				v, has, known[k] = x, true, true
			}
		}
		var x eval.Value
		var err error
		inner, isStruct := field.Type().Underlying().(*types.Struct)
		ft, same := f.Type.(*flow.Struct)
		switch {
		case has:
			x, err = r.Value(v, field.Type(), f.Type)
		case field.Embedded() && isStruct && same && inner.NumFields() == len(ft.Fields):
			x, err = r.fields(obj, inner, ft, known)
		default:
			continue
		}
		if err != nil {
			return out, fmt.Errorf("%s: %w", field.Name(), err)
		}
		out.Cells[i].Value = x
	}
	return out, nil
}

// keyOf is the key that json.Marshal writes for a field.
func keyOf(s *types.Struct, i int) string {
	name, _, _ := strings.Cut(reflect.StructTag(s.Tag(i)).Get("json"), ",")
	if name == "" || name == "-" {
		return s.Field(i).Name()
	}
	return name
}

var notFinite = map[string]float64{"NaN": math.NaN(), "Infinity": math.Inf(1), "-Infinity": math.Inf(-1)}

func (r *Reader) basic(v any, T types.Type, t *flow.Basic) (eval.Value, error) {
	num := func(x syntax.Value) (eval.Value, error) { return eval.Value{Num: x}, nil }
	switch x := v.(type) {
	case bool:
		if t.Kind == flow.KindBool {
			if x {
				return num(syntax.Value{I: 1})
			}
			return num(syntax.Value{})
		}
	case string:
		if f, ok := notFinite[x]; ok && t.Kind == flow.KindReal {
			return num(syntax.Value{F: f})
		}
		if t == flow.StringT {
			if x == "" {
				return num(syntax.Value{})
			}
			if i := slices.Index(r.Strings, x); i >= 0 {
				return num(syntax.Value{I: int64(i) + 1})
			}
			return num(syntax.Value{I: -1})
		}
	case json.Number:
		if n, ok := numeral(x, t); ok {
			return num(n)
		}
	}
	if t.Kind == flow.KindOpaque {
		return eval.Value{}, nil
	}
	return eval.Value{}, r.unfit(v, T)
}

// numeral is a number of a type, if it fits.
func numeral(x json.Number, t *flow.Basic) (syntax.Value, bool) {
	switch t.Kind {
	case flow.KindReal:
		f, err := x.Float64()
		if t == flow.Real32 {
			f = float64(float32(f))
		}
		return syntax.Value{F: f}, err == nil
	case flow.KindInt:
		n, err := x.Int64()
		return syntax.Value{I: n}, err == nil && t != flow.StringT && (t.Bits == 64 || n>>(t.Bits-1) == n>>63)
	case flow.KindUint:
		var n uint64
		err := json.Unmarshal([]byte(x), &n)
		return syntax.Value{I: int64(n)}, err == nil && (t.Bits == 64 || n>>t.Bits == 0)
	case flow.KindBool, flow.KindError, flow.KindOpaque:
	}
	return syntax.Value{}, false
}
