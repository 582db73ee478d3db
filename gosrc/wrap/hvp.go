package wrap

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/chad"
)

// hvp is func FHVP(p…, va, vb …, hva, hvb …) (r…).
type hvp struct {
	*fn
	tangents []*direction
	buffers  []*buffer
}

func newHVP(w *fn) verb { return &hvp{fn: w} }

// hvpCore derives the product of the Hessian and a direction: the gradient of the tangent; and, if value is set, the
// value of the function and its tangent.
func (w *fn) hvpCore(value bool) (chad.Export, error) {
	one, err := w.seedOne()
	if err != nil {
		return chad.Export{}, err
	}
	seed := chad.Seed{Kind: chad.SeedParts, Parts: []chad.Seed{{}, one}}
	der, err := w.derivative(func(src *chad.Func, names []string) (*chad.Func, error) {
		d, err := chad.JVP(src, names...)
		if err != nil {
			return nil, err
		}
		if !value {
			return chad.Cotangents(d, seed, names...)
		}
		return chad.Pullback(d, seed, names...)
	})
	if err != nil {
		return chad.Export{}, err
	}
	leaves, _ := w.active()
	if value {
		w.slots = append(valueSlots(w.comps), tangentSlots(w.comps)...)
	}
	w.slots = append(w.slots, w.flat.cotangentSlots(leaves)...)
	return chad.Export{Func: der, Into: into(w.slots, w.written), Lent: w.lent(w.slots)}, nil
}

func (h *hvp) derive() (chad.Export, error) { return h.hvpCore(h.valued()) }

// valued reports whether the function returns the value, too. Sums over examples have it from the sum of gradients; a
// function that may panic tells of that by its value.
func (h *hvp) valued() bool { return h.d.Hidden == "" || h.Status }

func (h *hvp) signature() {
	h.heads()
	if !h.valued() {
		h.sig.results = nil
	}
	for i := range h.items {
		h.tangents = append(h.tangents, h.tangent(&h.items[i]))
	}
	for i := range h.items {
		h.buffers = append(h.buffers, h.buffer(&h.items[i], "h"+barName(h.items[i].text, "")))
	}
}

func (h *hvp) body() {
	h.shapes()
	h.reverse(h.buffers, h.tangents, func() []string { return h.directions(h.arguments(), h.tangents) })
	if h.valued() {
		h.returns(h.slots, nil)
	}
}

func (h *hvp) doc() string {
	var ofs, dirs, bufs []string
	for i, b := range h.buffers {
		ofs, dirs, bufs = append(ofs, h.items[i].text), append(dirs, h.tangents[i].name), append(bufs, b.name)
	}
	returns, of := "returns what "+h.Func.Name()+" returns, and ", "its"
	if !h.valued() {
		returns, of = "", h.Func.Name()+"'s"
	}
	return fmt.Sprintf(returns+"writes the product of "+of+" Hessian by %s and the direction\n%s into %s.\n\n",
		enumeration(ofs), enumeration(dirs), enumeration(bufs)) + h.bufferDoc(h.buffers)
}
