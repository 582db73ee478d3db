package wasmbackend

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// ABIVersion is the version of the conventions of docs/wasm-abi.md. A change that callers notice makes it another
// number.
const ABIVersion = 1

// ABISection is the name of the custom section that describes a module, in JSON.
const ABISection = "chad.abi"

// ABI is what the section says: all that a caller needs to know.
type ABI struct {
	Version int `json:"abi"`
	// Heap is the first address where blocks may begin.
	Heap uint32 `json:"heap"`
	// Numbers is the address of the two int64 that the message of the last failure names.
	Numbers   uint32    `json:"numbers"`
	Functions []ABIFunc `json:"functions"`
	Data      []ABIData `json:"data,omitempty"`
	// Host are the functions that the module imports from the user.
	Host []HostFunc `json:"host,omitempty"`
	// Messages are those of the statuses: by the general ones, and from FirstSite on.
	Messages map[string]string `json:"messages"`
}

// ABIFunc describes an exported function.
type ABIFunc struct {
	Name  string   `json:"name"`
	Doc   string   `json:"doc,omitempty"`
	Sizes []string `json:"sizes"`
	// Fixed is the number of bytes of the block before the first array.
	Fixed   int        `json:"fixed"`
	Params  []ABIValue `json:"params"`
	Results []ABIValue `json:"results"`
	Leaves  []ABILeaf  `json:"leaves"`
}

// ABIValue is a parameter or result: its leaves are so many, from First on.
type ABIValue struct {
	Name  string `json:"name"`
	Type  any    `json:"type"`
	First int    `json:"first"`
	Count int    `json:"count"`
}

// ABILeaf is one scalar, array or reference. At is its offset in the block; arrays without one stand after the fixed
// part in the order of the leaves, each from a multiple of eight on.
type ABILeaf struct {
	Elem string `json:"elem"` // f64, i64, bool, unit, or the name of a data type
	At   *int   `json:"at,omitempty"`
	Dims []any  `json:"dims,omitempty"`
}

// ABIData is a data type, whose values are addresses of cells: a tag, an i32, and from 8 on eight bytes for each field.
type ABIData struct {
	Name  string    `json:"name"`
	Nil   *int64    `json:"nil,omitempty"` // the tag of the constructor that the address 0 stands for
	Ctors []ABICtor `json:"ctors"`
}

// ABICtor is a constructor.
type ABICtor struct {
	Name   string    `json:"name"`
	Tag    int64     `json:"tag"`
	Fields []ABILeaf `json:"fields"`
}

// ABI describes the module.
func (m *Module) ABI() *ABI {
	out := &ABI{Version: ABIVersion, Heap: m.Heap, Numbers: NumbersAt, Functions: []ABIFunc{}, Host: m.Host,
		Messages: map[string]string{
			strconv.Itoa(OutOfMemory): "out of memory",
			strconv.Itoa(BadSize):     "a size is negative or too large",
			strconv.Itoa(BadBlock):    "the block of arguments does not lie in the memory",
			strconv.Itoa(Cancelled):   "cancelled",
			strconv.Itoa(TooDeep):     "calls nest too deeply",
		}}
	for i, s := range m.Sites {
		out.Messages[strconv.Itoa(FirstSite+i)] = s.Template()
	}
	for _, b := range m.Blocks {
		out.Functions = append(out.Functions, b.abi())
	}
	for _, c := range m.Loops.Cells {
		out.Data = append(out.Data, cellABI(c))
	}
	return out
}

// section is the ABI as bytes.
func (m *Module) section() []byte {
	b, err := json.Marshal(m.ABI())
	if err != nil {
		failf("%v", err)
	}
	return b
}

func (b *Block) abi() ABIFunc {
	f := ABIFunc{Name: b.Name, Doc: b.doc, Sizes: b.Sizes, Fixed: b.Fixed, Params: []ABIValue{}, Results: []ABIValue{}}
	if f.Sizes == nil {
		f.Sizes = []string{}
	}
	for i := range b.Leaves {
		f.Leaves = append(f.Leaves, b.leafABI(&b.Leaves[i]))
	}
	d := b.Def()
	if d == nil { // only the loops are known
		for i := range b.Leaves {
			v := ABIValue{Name: b.Leaves[i].Name, Type: f.Leaves[i].Elem, First: i, Count: 1}
			if b.Leaves[i].Result {
				f.Results = append(f.Results, v)
			} else {
				f.Params = append(f.Params, v)
			}
		}
		return f
	}
	at := 0
	value := func(name string, t syntax.Type) ABIValue {
		n := syntax.Leaves(t)
		at += n
		return ABIValue{Name: name, Type: b.typeABI(t), First: at - n, Count: n}
	}
	taken := map[string]bool{}
	for _, p := range d.Params {
		taken[p.Name] = true
		f.Params = append(f.Params, value(p.Name, p.Type))
	}
	names, types := b.components(d.Result)
	for i, t := range types {
		name := names[i]
		for taken[name] { // by which callers would find the parameter
			name += "_"
		}
		taken[name] = true
		f.Results = append(f.Results, value(name, t))
	}
	return f
}

// components takes a result apart: the elements of a tuple, also of one at its end where the export names these too, as
// a value and its gradients. Their names are those that the export gives, or those of a record, or result0, result1 and
// so on; a result that is no tuple is one component.
func (b *Block) components(t syntax.Type) (names []string, types []syntax.Type) {
	tuple, ok := t.(*syntax.TupleType)
	if !ok || len(tuple.Elems) == 0 {
		if len(b.results) == 1 {
			return b.results, []syntax.Type{t}
		}
		return []string{"result"}, []syntax.Type{t}
	}
	types = tuple.Elems
	last, ok := types[len(types)-1].(*syntax.TupleType)
	switch {
	case len(b.results) == len(types):
		return b.results, types
	case ok && len(b.results) == len(types)-1+len(last.Elems):
		return b.results, slices.Concat(types[:len(types)-1], last.Elems)
	case tuple.Names != nil:
		return tuple.Names, types
	}
	if parts := partsOf(t, nil); len(parts) == len(b.results) {
		return b.results, parts
	}
	for i := range types {
		names = append(names, "result"+strconv.Itoa(i))
	}
	return names, types
}

// partsOf are the parts of nested tuples.
func partsOf(t syntax.Type, out []syntax.Type) []syntax.Type {
	tuple, ok := t.(*syntax.TupleType)
	if !ok {
		return append(out, t)
	}
	for _, e := range tuple.Elems {
		out = partsOf(e, out)
	}
	return out
}

func elemName(t loop.Type) string {
	switch t.Base {
	case loop.Real:
		return "f64"
	case loop.Int:
		return "i64"
	case loop.Bool:
		return "bool"
	case loop.Unit:
		return "unit"
	case loop.Ref:
		return t.Cell.Name
	}
	return "?"
}

func (b *Block) leafABI(l *Leaf) ABILeaf {
	out := ABILeaf{Elem: elemName(l.typ)}
	if !l.Inline() {
		out.At = &l.At
	}
	for k := range int(l.typ.Rank) {
		if k < len(l.dims) && l.dims[k] != nil {
			out.Dims = append(out.Dims, b.sizeABI(l.dims[k]))
		} else {
			out.Dims = append(out.Dims, nil)
		}
	}
	return out
}

func cellABI(c *loop.Cell) ABIData {
	out := ABIData{Name: c.Name}
	if c.Linear || c.Nil >= 0 {
		var none int64
		if c.Nil >= 0 {
			none = c.Tag(c.Nil)
		}
		out.Nil = &none
	}
	for i, k := range c.Ctors {
		ctor := ABICtor{Name: k.Name, Tag: c.Tag(i), Fields: []ABILeaf{}}
		for _, f := range k.Fields {
			l := ABILeaf{Elem: elemName(f.Type)}
			for range f.Type.Rank {
				l.Dims = append(l.Dims, nil)
			}
			ctor.Fields = append(ctor.Fields, l)
		}
		out.Ctors = append(out.Ctors, ctor)
	}
	return out
}

// sizeABI is a sum of products, each a coefficient and the numbers of sizes.
func (b *Block) sizeABI(s *syntax.Size) any {
	out := [][]int64{}
	s.Terms(func(coef int64, vars []*syntax.SizeVar) {
		term := []int64{coef}
		for _, v := range vars {
			for i, w := range b.sizeVars {
				if u, _ := w.IsVar(); u == v {
					term = append(term, int64(i))
				}
			}
		}
		out = append(out, term)
	})
	return out
}

func (b *Block) typeABI(t syntax.Type) any {
	list := func(ts []syntax.Type) []any {
		out := []any{}
		for _, e := range ts {
			out = append(out, b.typeABI(e))
		}
		return out
	}
	switch t := t.(type) {
	case *syntax.IdxType:
		return "int"
	case *syntax.TupleType:
		if t.Names != nil {
			return map[string]any{"tuple": list(t.Elems), "names": t.Names}
		}
		return map[string]any{"tuple": list(t.Elems)}
	case *syntax.SumType:
		return map[string]any{"sum": list(t.Variants), "linear": t.Linear}
	case *syntax.ArrayType:
		return map[string]any{"array": b.typeABI(t.Elem), "length": b.sizeABI(t.Len)}
	case *syntax.DynType:
		return map[string]any{"array": b.typeABI(t.Elem)}
	case *syntax.Data:
		return map[string]any{"data": t.Name}
	}
	switch t {
	case syntax.Real:
		return "real"
	case syntax.Bool:
		return "bool"
	}
	return "int"
}
