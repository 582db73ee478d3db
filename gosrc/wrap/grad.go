package wrap

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
)

// grad is func FGrad(p…, abar, bbar …) (r…).
type grad struct {
	*fn
	buffers []*buffer
}

func newGrad(w *fn) verb { return &grad{fn: w} }

// active are the leaves that are differentiated by, in the order of parameters.
func (w *fn) active() (leaves []int, names []string) {
	for i := range w.flat.leaves {
		for k := range w.items {
			if w.flat.leaves[i].of(&w.items[k]) {
				leaves, names = append(leaves, i), append(names, w.flat.leaves[i].x.Name)
			}
		}
	}
	return leaves, names
}

// seedOne is the seed 1 for the result to differentiate, and zero for all else.
func (w *fn) seedOne() (chad.Seed, error) {
	var parts []chad.Seed
	found := false
	for _, c := range w.comps {
		var s chad.Seed
		if c.result >= 0 && w.results[c.result].of {
			if c.shape.kind != realKind {
				if t := w.results[c.result].typ; holdsComplex(t) {
					return s, fmt.Errorf("%s returns %s; use vjp, or return a real number", w.Func.Name(), t)
				}
				err := fmt.Errorf("%s returns %s; use vjp or jacobian", w.Func.Name(), c.shape.typ)
				if w.d.Verb == "grad" {
					return s, &Instead{Verbs: []string{"vjp", "jacobian"}, Err: err}
				}
				return s, err
			}
			s.Kind, found = chad.SeedOne, true
		}
		parts = append(parts, s)
	}
	if !found {
		return chad.Seed{}, w.noResult()
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return chad.Seed{Kind: chad.SeedParts, Parts: parts}, nil
}

// whatVaries is the hint where nothing varies.
const whatVaries = "float64, float32 and complex numbers vary, and slices, arrays, structs and pointers that hold some"

// noResult is about a function of which no one result can be taken.
func (w *fn) noResult() error {
	if w.Func.Signature().Results().Len() == 0 {
		return &Instead{Verbs: []string{"vjp", "jvp"}, Err: fmt.Errorf("%s has no result; vjp and jvp differentiate what "+
			"it writes, or call it in a function that returns a number", w.Func.Name())}
	}
	var names []string
	for v := range w.Func.Signature().Results().Variables() {
		if v.Name() != "" && v.Name() != "_" && isFloat(v.Type()) {
			names = append(names, v.Name())
		}
	}
	if !slices.ContainsFunc(w.comps, func(c component) bool { return c.result >= 0 && c.shape.varies() }) {
		return &Instead{Hint: whatVaries, Err: fmt.Errorf("%s has no result that varies", w.Func.Name())}
	}
	return &Instead{Of: names, Err: fmt.Errorf("%s must have one result to differentiate; choose one with of=, by its name",
		w.Func.Name())}
}

// isFloat reports whether a type is one of reals.
func isFloat(T types.Type) bool {
	b, ok := T.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}

// source is the flattened root for package chad.
func (w *fn) source() (*chad.Func, error) {
	m, err := chad.NewModuleContext(w.file.context(), w.flat.prog)
	if err != nil {
		return nil, err
	}
	return m.Func(w.flat.def.Name)
}

func (g *grad) derive() (chad.Export, error) { return g.gradCore() }

// gradCore derives the value and the gradient of the result to differentiate.
func (w *fn) gradCore() (chad.Export, error) {
	seed, err := w.seedOne()
	if err != nil {
		return chad.Export{}, err
	}
	der, err := w.derivative(func(src *chad.Func, names []string) (*chad.Func, error) {
		return chad.Pullback(src, seed, names...)
	})
	if err != nil {
		return chad.Export{}, err
	}
	leaves, _ := w.active()
	w.slots = append(valueSlots(w.comps), w.flat.cotangentSlots(leaves)...)
	return chad.Export{Func: der, Into: into(w.slots, w.written), Lent: w.lent(w.slots)}, nil
}

// written reports whether an array of the result is written into memory that the core is given: cotangents and new
// values of parameters are, results are new, and so are rows that may differ in length.
func (w *fn) written(s *slot) bool {
	return !s.col.loose() && (s.comp < 0 || w.comps[s.comp].out >= 0)
}

func (g *grad) signature() {
	g.heads()
	for i := range g.items {
		g.buffers = append(g.buffers, g.buffer(&g.items[i], barName(g.items[i].text, "bar")))
	}
}

func (g *grad) body() {
	g.shapes()
	g.reverse(g.buffers, nil, g.arguments)
	g.returns(g.slots, nil)
}

// reverse emits a pass that writes the cotangents of buffers: the checks, the call and all that follows but the return.
// The directions are read, too.
func (w *fn) reverse(buffers []*buffer, read []*direction, arguments func() []string) {
	var targets []*target
	for _, b := range buffers {
		targets = append(targets, w.targets(b)...)
	}
	if !w.d.Own { // else it is there, of the lengths of what it is for
		for _, t := range targets {
			w.checkTarget(t)
		}
		w.disjoint(targets, w.spans(read))
	}
	if w.zeroIf != "" {
		w.printf("if %s {\n", w.zeroIf)
		for _, t := range targets {
			w.clear(t)
		}
		w.printf("return\n}\n")
	}
	args := arguments()
	w.checked = nil
	of := map[int]*target{}
	for _, t := range targets {
		of[t.leaf] = t
	}
	for i := range w.slots {
		s := &w.slots[i]
		switch {
		case s.comp >= 0:
			w.place(s)
		case s.col.loose():
			if s.col.varies() {
				s.value = w.names.fresh("d" + upper(hint(w.flat.leaves[s.leaf].text, s.col)))
			}
		case len(s.col.dims()) > 0:
			s.into = w.output(of[s.leaf], s.col, hint(strings.Join(of[s.leaf].name, ""), s.col))
		case s.col.varies():
			s.value = w.names.fresh("d" + upper(hint(w.flat.leaves[s.leaf].text, s.col)))
		}
	}
	w.call(w.slots, args)
	w.failures(func() {
		for _, t := range targets {
			w.clear(t)
		}
	})
	for _, d := range read {
		w.rowsLike(d)
	}
	for i := range w.slots {
		if s := &w.slots[i]; s.comp < 0 {
			from := s.into
			if from == "" {
				from = s.value
			}
			w.store(of[s.leaf], s.col, from)
		}
	}
	w.outs(w.slots)
}

func (g *grad) doc() string {
	var ofs, bufs []string
	for _, b := range g.buffers {
		ofs, bufs = append(ofs, b.item.text), append(bufs, b.name)
	}
	s := fmt.Sprintf("returns what %s returns, and writes the gradient with respect to %s into %s.\n\n", g.Func.Name(),
		enumeration(ofs), enumeration(bufs))
	return s + g.bufferDoc(g.buffers)
}

// bufferDoc says what holds for buffers.
func (w *fn) bufferDoc(buffers []*buffer) string {
	var bufs []string
	within, memory := " ", w.memoryDoc()
	for _, b := range buffers {
		bufs = append(bufs, b.name)
		if b.item.shape.lacks(false) {
			within = "\nA slice in a struct that is nil is made, as long as that of the parameter."
		}
	}
	if within != " " && memory != "" {
		memory = "\n" + memory
	} else if within != " " {
		within += " "
	}
	if len(bufs) == 1 {
		return bufs[0] +
			" has the shape of what it is the gradient by, and is overwritten; nil skips it. It must not overlap " +
			"an\nargument." + within + memory
	}
	return enumeration(bufs) +
		" have the shapes of what they are gradients by, and are overwritten; nil skips one. They must\nnot overlap " +
		"each other or an argument." + within + memory
}

func (w *fn) memoryDoc() string {
	if !w.memory {
		return ""
	}
	return "Memory comes from a pool; a [" + w.typ + "] is memory for one caller."
}
