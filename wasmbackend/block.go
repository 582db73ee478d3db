package wasmbackend

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/place"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// A Block says where the arguments and results of an exported function are in memory.
type Block struct {
	Name string
	// Sizes are the names of the sizes that a call passes after the address of the block.
	Sizes  []string
	Leaves []Leaf
	// Fixed is the number of bytes before the first array.
	Fixed int

	doc     string
	results []string // names
	status  int      // the number of the result that says whether all is well, from 1 on
	// statusText is the message when it does not.
	statusText string
	fn         *loop.Func
	sizeVars   []*syntax.Size
	sizes      map[*loop.Var]int // parameters of the loop function that are sizes, with their numbers
	order      []*loop.Var
}

// A Leaf is one scalar, array or reference of a value.
type Leaf struct {
	Name   string
	Result bool
	// At is the offset in the block, of what is not inline.
	At int

	typ  loop.Type
	dims []*syntax.Size
	v    *loop.Var // the parameter, Out for a result; nil for what the function returns
}

// Inline reports whether the leaf is an array whose elements stand in the block, row after row. All its lengths are
// sizes, and its elements numbers.
func (l *Leaf) Inline() bool {
	if !l.typ.IsArray() || !l.typ.Scalar().IsNumber() || l.Result && l.v == nil {
		return false
	}
	for _, d := range l.dims {
		if d == nil {
			return false
		}
	}
	return len(l.dims) == int(l.typ.Rank)
}

// newBlock lays out the block of an exported function.
func newBlock(f *loop.Func, r *place.Result, into map[int]string) *Block {
	b := &Block{Name: f.Name, fn: f, sizes: map[*loop.Var]int{}}
	number := map[*syntax.SizeVar]int{}
	for i, n := range f.Def.Sizes {
		number[n] = i
		b.Sizes = append(b.Sizes, n.Name)
		b.sizeVars = append(b.sizeVars, syntax.SizeOfVar(n))
	}
	var outs []*loop.Var
	for _, q := range f.Params {
		n, isSize := r.Sizes[q.Var]
		switch {
		case isSize:
			b.sizes[q.Var] = number[n]
			b.order = append(b.order, q.Var)
		case q.Out:
			outs = append(outs, q.Var)
		default:
			b.Leaves = append(b.Leaves, Leaf{Name: q.Var.Name, typ: q.Var.Type, dims: r.Shapes[q.Var], v: q.Var})
		}
	}
	for k, x := range r.Leaves[f] {
		l := Leaf{Result: true, typ: x.Type, dims: x.Dims}
		if name, ok := into[k]; ok {
			l.v, outs = outs[0], outs[1:]
			l.Name = name
		}
		b.Leaves = append(b.Leaves, l)
	}
	b.layOut()
	return b
}

// layOut gives the leaves that are not inline their places.
func (b *Block) layOut() {
	for i := range b.Leaves {
		if l := &b.Leaves[i]; !l.Inline() {
			l.At = b.Fixed
			b.Fixed += 8
		}
	}
}

// looseBlock is the layout for a function of which only the loops are known: all arrays come as addresses and lengths,
// also those that it writes.
func looseBlock(f *loop.Func) *Block {
	b := &Block{Name: f.Name, fn: f, sizes: map[*loop.Var]int{}}
	for _, q := range f.Params {
		b.Leaves = append(b.Leaves, Leaf{Name: q.Var.Name, typ: q.Var.Type, v: q.Var})
	}
	for i, r := range f.Results {
		b.Leaves = append(b.Leaves, Leaf{Name: fmt.Sprintf("result%d", i), Result: true, typ: r.Type})
	}
	b.layOut()
	return b
}

// inline are the arrays in the block, in their order.
func (b *Block) inline() (out []*Leaf) {
	for i := range b.Leaves {
		if b.Leaves[i].Inline() {
			out = append(out, &b.Leaves[i])
		}
	}
	return out
}

// Type is the type of the leaf.
func (l *Leaf) Type() loop.Type { return l.typ }

// Dims are the lengths of the dimensions of an array, outermost first, nil where they are known only at run time.
func (l *Leaf) Dims() []*syntax.Size { return l.dims }

// Place is where an inline array is at given sizes: its offset in the block and its number of elements.
type Place struct{ Offset, Len int }

// Places lays the inline arrays out for given sizes: by leaf, and the number of bytes of the whole block.
// The error says which size or length is impossible.
func (b *Block) Places(sizes []int64) (places []Place, total int, err error) {
	if len(sizes) != len(b.Sizes) {
		return nil, 0, fmt.Errorf("%s takes %d sizes, got %d", b.Name, len(b.Sizes), len(sizes))
	}
	us := make([]uint64, len(sizes))
	for i, n := range sizes {
		us[i] = uint64(n)
	}
	env := b.Env(us)
	for i, n := range sizes {
		if n < 0 || n > facts.Lengths.Hi {
			return nil, 0, fmt.Errorf("%s: size %s is %d", b.Name, b.Sizes[i], n)
		}
	}
	const most = 1 << 32
	places, total = make([]Place, len(b.Leaves)), b.Fixed
	for i := range b.Leaves {
		l := &b.Leaves[i]
		if !l.Inline() {
			continue
		}
		n := int64(1)
		for _, d := range l.dims {
			k, err := d.Eval(env)
			if err != nil || k < 0 || k > facts.Lengths.Hi {
				return nil, 0, fmt.Errorf("%s: length %s of %s is %d", b.Name, d, l.Name, k)
			}
			if n *= k; n > most {
				return nil, 0, fmt.Errorf("%s: %s has more than 2³² elements", b.Name, l.Name)
			}
		}
		places[i] = Place{total, int(n)}
		if total += (int(n*facts.SizeOf(l.typ.Scalar())) + 7) &^ 7; total > most {
			return nil, 0, fmt.Errorf("%s: the arrays need more than 4 GiB", b.Name)
		}
	}
	return places, total, nil
}

// Env gives size variables their values, from the sizes of a call.
func (b *Block) Env(sizes []uint64) func(*syntax.SizeVar) (int64, bool) {
	return func(v *syntax.SizeVar) (int64, bool) {
		for i, s := range b.sizeVars {
			if w, _ := s.IsVar(); w == v {
				return int64(sizes[i]), true
			}
		}
		return 0, false
	}
}

// Size reports whether a parameter of the loop function is a size, and which.
func (b *Block) Size(v *loop.Var) (int, bool) {
	k, ok := b.sizes[v]
	return k, ok
}

// Def is the definition that the function was made from, or nil.
func (b *Block) Def() *syntax.Def { return b.fn.Def }
