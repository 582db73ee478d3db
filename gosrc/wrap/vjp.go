package wrap

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/syntax"
)

// vjp is func FVJP(p…, rbar…, abar, bbar …) (r…).
type vjp struct {
	*fn
	seeds   map[int]*direction // by component; nil stands for a buffer that is read, too
	order   []int              // the components with seeds
	buffers []*buffer
}

func newVJP(w *fn) verb { return &vjp{fn: w, seeds: map[int]*direction{}} }

func (v *vjp) derive() (chad.Export, error) {
	seed, err := v.seed()
	if err != nil {
		return chad.Export{}, err
	}
	der, err := v.derivative(func(src *chad.Func, names []string) (*chad.Func, error) {
		return chad.Pullback(src, seed, names...)
	})
	if err != nil {
		return chad.Export{}, err
	}
	leaves, _ := v.active()
	v.slots = append(valueSlots(v.comps), v.flat.cotangentSlots(leaves)...)
	out := chad.Export{Func: der, Into: into(v.slots, v.written), Lent: v.lent(v.slots)}
	if v.adds = v.d.Adds && v.addable(); v.adds {
		out.Adds = map[int]bool{}
		for i := range v.slots {
			out.Adds[i] = out.Into[i] != "" && v.slots[i].comp < 0 && v.slots[i].col.varies()
		}
	}
	return out, nil
}

// addable reports whether all cotangents are written where they stand in the buffers, or are numbers of their own.
func (v *vjp) addable() bool {
	for i := range v.slots {
		s := &v.slots[i]
		switch {
		case s.comp >= 0 || !s.col.varies():
		case len(s.col.dims()) == 0:
			if len(s.col.steps) > 0 {
				return false
			}
		case s.col.loose() || s.col.passing(v.flat.leaves[s.leaf].shape) == copied:
			return false
		}
	}
	return true
}

// seed asks for the cotangents of what varies.
func (v *vjp) seed() (chad.Seed, error) {
	seed := chad.Seed{Kind: chad.SeedParts}
	for k, c := range v.comps {
		var s chad.Seed
		switch {
		case c.result >= 0 && v.wanted(c.result), c.out >= 0 && v.itemOf(c.out) != nil:
			s.Kind = chad.SeedParam
			v.order = append(v.order, k)
			for _, col := range c.shape.columns() {
				if col.loose() && (col.passing(c.shape) != direct || len(col.dims()) > 2) {
					return seed, fmt.Errorf("rows of different lengths, which %s returns, have cotangents only where "+
						"the result is a [][]float64; return one for each number in an element, or one slice with all elements",
						v.Func.Name())
				}
			}
		}
		seed.Parts = append(seed.Parts, s)
	}
	for _, k := range v.order {
		// lengths that a failure leaves open
		if slices.ContainsFunc(v.comps[k].shape.columns(), func(c column) bool { return !v.known(c) }) {
			seed.Failed = v.errors()
		}
	}
	if len(v.order) == 0 {
		return seed, v.nothingVaries()
	}
	if len(seed.Parts) == 1 {
		return seed.Parts[0], nil
	}
	return seed, nil
}

// errors are the components that say whether a result is an error.
func (w *fn) errors() (out []int) {
	for k, c := range w.comps {
		if c.result >= 0 && c.shape.kind == errorKind {
			out = append(out, k)
		}
	}
	return out
}

// wanted reports whether the derivative of a result is wanted: of all that vary, or of the one that of names.
func (w *fn) wanted(i int) bool { return w.results[i].varies && (w.d.Of == "" || w.results[i].of) }

// itemOf is the item that is a whole parameter, or nil.
func (w *fn) itemOf(param int) *item {
	for i := range w.items {
		if it := &w.items[i]; it.param == param && len(it.path) == 0 {
			return it
		}
	}
	return nil
}

func (v *vjp) signature() {
	v.heads()
	for _, k := range v.order {
		if c := v.comps[k]; c.result >= 0 {
			v.seeds[k] = v.cotangent(c.result)
		}
	}
	for i := range v.items {
		b := v.buffer(&v.items[i], barName(v.items[i].text, "bar"))
		v.buffers = append(v.buffers, b)
	}
}

func (v *vjp) body() {
	v.shapes()
	v.reverse(v.buffers, v.read0(), func() []string {
		args := v.arguments()
		for _, k := range v.order {
			c, d := v.comps[k], v.seeds[k]
			if d != nil {
				if d.shape.model != nil && d.shape.pointer {
					v.printf("if %s == nil {\n%s = new(%s)\n}\n", d.name, d.name, v.typeString(d.shape.typ))
				}
				v.sizes(d.shape, d.name, nil)
				d.shape.leaves(func(rel []string, s *shape, constant bool) { args = v.read(args, d, s, rel, constant) })
				continue
			}
			for _, b := range v.buffers {
				if b.item.param == c.out {
					args = v.incoming(args, b)
				}
			}
		}
		return args
	})
	v.returns(v.slots, nil)
}

// read0 are the cotangents that are read.
func (v *vjp) read0() []*direction {
	var read []*direction
	for _, k := range v.order {
		if d := v.seeds[k]; d != nil {
			read = append(read, d)
		}
	}
	return read
}

// incoming copies the cotangents of the new value of a parameter out of its buffer, which is then written.
func (v *vjp) incoming(args []string, b *buffer) []string {
	d := &direction{name: b.name, shape: b.item.shape, item: b.item}
	if !b.own {
		d.shape = v.behindPointer(d.shape)
	}
	d.shape.leaves(func(rel []string, s *shape, constant bool) {
		from := len(args)
		args = v.read(args, d, s, rel, constant)
		i := from
		for _, c := range s.columns() {
			if c.scalar.kind != realKind {
				continue
			}
			if len(c.steps) > 0 && c.passing(s) != copied {
				mem := v.scratch(c, copied, hint(b.name+"_in", c))
				v.copyInto(c, mem, args[i])
				args[i] = mem
			}
			i++
		}
	})
	return args
}

// copyInto copies an array of the representation.
func (w *fn) copyInto(c column, dst, src string) {
	var index []string
	for range len(c.dims()) - 1 {
		i := w.names.fresh([]string{"i", "j", "k"}[min(len(index), 2)])
		w.printf("for %s := range %s%s {\n", i, dst, indices(index))
		index = append(index, i)
	}
	w.printf("copy(%s%s, %s%s)\n%s", dst, indices(index), src, indices(index), strings.Repeat("}\n", len(index)))
	for _, i := range index {
		w.names.free1(i)
	}
}

// sizes gives the slices of a result the lengths that their types know; others are those of the cotangent x that was
// given, where the conditions hold.
func (w *fn) sizes(s *shape, x string, conds []string) {
	if s.pointer {
		conds = append(slices.Clip(conds), x+" != nil")
	}
	x = s.at(x)
	switch s.kind {
	case sliceKind, arrayKind:
		switch {
		case s.kind == arrayKind:
			w.size[s] = s.literal()
		case s.size != nil:
			w.size[s] = w.sizeExpr(s.size)
		default:
			w.measure(s, x, conds)
			return
		}
		w.sizes(s.elem, x+"[0]", conds)
	case structKind:
		for _, f := range s.fields {
			w.sizes(f.shape, x+"."+f.name, conds)
		}
	case realKind, intKind, boolKind, errorKind, opaqueKind:
	}
}

// sizeExpr is a size of the flattened definition as a Go expression.
func (w *fn) sizeExpr(n *syntax.Size) string {
	var b strings.Builder
	n.Terms(func(coef int64, vars []*syntax.SizeVar) {
		factors := []string{}
		if coef != 1 && coef != -1 || len(vars) == 0 {
			factors = append(factors, fmt.Sprint(max(coef, -coef)))
		}
		for _, v := range vars {
			factors = append(factors, w.sizeNamed(v.Name))
		}
		switch {
		case coef < 0:
			b.WriteString("-")
		case b.Len() > 0:
			b.WriteString("+")
		}
		b.WriteString(strings.Join(factors, "*"))
	})
	if b.Len() == 0 {
		return "0"
	}
	return b.String()
}

func (v *vjp) doc() string {
	var ofs, bufs, seeds []string
	for _, b := range v.buffers {
		ofs, bufs = append(ofs, b.item.text), append(bufs, b.name)
	}
	for _, k := range v.order {
		if d := v.seeds[k]; d != nil {
			seeds = append(seeds, d.name)
		}
	}
	s := fmt.Sprintf("returns what %s returns, and writes the cotangents of %s into %s.", v.Func.Name(),
		enumeration(ofs), enumeration(bufs))
	if len(seeds) > 0 {
		s = fmt.Sprintf("returns what %s returns, and writes into %s the cotangents of %s for the cotangents\n%s of "+
			"the results (reverse mode).",
			v.Func.Name(), enumeration(bufs), enumeration(ofs), enumeration(seeds))
	}
	return s + "\n\n" + v.bufferDoc(v.buffers) + v.outsDoc()
}

// outsDoc says what holds for parameters that the function writes.
func (w *fn) outsDoc() string {
	var names []string
	for _, k := range w.Outs {
		if it := w.itemOf(k); it != nil {
			names = append(names, barName(it.text, "bar"))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "\n" + w.Func.Name() + " writes parameters: on entry " + enumeration(names) +
		" must hold the cotangents of what it leaves there."
}
