package factor

import (
	"encoding/binary"
	"math"
	"slices"
)

// expand writes out the products among the factors of a sum that share one with another term: a·x + b·y for a = p·w and
// b = q·w.
func (f *factorer) expand() {
	closures := map[int]map[int]bool{}
	var closure func(id int) map[int]bool
	closure = func(id int) map[int]bool {
		c, ok := closures[id]
		if !ok {
			c = map[int]bool{id: true}
			if p := f.products[id]; p != nil {
				for _, g := range p.terms[0].f {
					for h := range closure(g) {
						c[h] = true
					}
				}
			}
			closures[id] = c
		}
		return c
	}
	for _, p := range f.sums {
		if len(p.terms) < 2 {
			continue
		}
		p.was = slices.Clone(p.terms)
		f.divide(p)
		for i := range p.terms {
			for again := true; again; {
				again = false
				for _, id := range p.terms[i].f {
					if f.products[id] == nil || !f.sharesPart(p, i, id, closure) {
						continue
					}
					if t := f.written(p.terms[i], id); len(t.f) <= factorDegree {
						p.terms[i], again = t, true
						break
					}
				}
			}
		}
	}
}

// divide writes the constants of a sum as products with the least, if they are multiples of it: 200·x + 2·y as 2·100·x
// + 2·y.
func (f *factorer) divide(p *polynomial) {
	least, at := 0.0, make([]int, len(p.terms))
	for i, t := range p.terms {
		at[i] = slices.IndexFunc(t.f, func(id int) bool { return f.atoms[id].at == -2 })
		if at[i] < 0 {
			return
		}
		if c := f.atoms[t.f[at[i]]].e.F; least == 0 || c < least {
			least = c
		}
	}
	for i, t := range p.terms {
		k := f.atoms[t.f[at[i]]].e.F / least
		if !(k >= 1 && k < 1<<20) || k != math.Trunc(k) || k*least != f.atoms[t.f[at[i]]].e.F {
			return
		}
	}
	for i, t := range p.terms {
		if k := f.atoms[t.f[at[i]]].e.F / least; k != 1 {
			g := slices.Clone(t.f)
			g[at[i]] = f.constant(least)
			g = append(g, f.constant(k))
			slices.Sort(g)
			p.terms[i].f = g
		}
	}
}

// sharesPart reports whether a factor of term i is no factor of another term, but something that it is a product of is.
func (f *factorer) sharesPart(p *polynomial, i, id int, closure func(int) map[int]bool) bool {
	for j, t := range p.terms {
		if j == i || slices.ContainsFunc(t.f, func(h int) bool { return closure(h)[id] }) {
			continue
		}
		for g := range closure(id) {
			if g != id && f.atoms[g].at != -2 && slices.ContainsFunc(t.f, func(h int) bool { return closure(h)[g] }) {
				return true
			}
		}
	}
	return false
}

// unexpand takes back what had no effect.
func (f *factorer) unexpand() {
	for _, p := range f.sums {
		if p.was != nil && !p.taken {
			p.terms = p.was
		}
	}
}

// written is a product with one factor replaced by what it is the product of.
func (f *factorer) written(t factorTerm, id int) factorTerm {
	k := slices.Index(t.f, id)
	return f.times(factorTerm{t.neg, slices.Delete(slices.Clone(t.f), k, k+1)}, f.products[id].terms[0])
}

// A kernel is the sum of two products, and where it is a factor.
type kernel struct {
	a, b  factorTerm
	where []kernelUse
	// saves is the number of operations that it saves, if it is known.
	saves  int
	priced bool
}

// A kernelUse are two terms of a sum that are the kernel times some factors.
type kernelUse struct {
	p      *polynomial
	i, j   int // j stands for b
	common []int
	neg    bool
}

// A harvest are the kernels of all sums.
type harvest struct {
	*factorer
	all   map[string]*kernel
	order []*kernel
	of    map[*polynomial][]*kernel
}

// kernels takes sums of two products out, the one that saves most first.
func (f *factorer) kernels() {
	h := &harvest{factorer: f, all: map[string]*kernel{}, of: map[*polynomial][]*kernel{}}
	for _, p := range f.sums {
		h.enter(p)
	}
	for range 4 * window {
		var best *kernel
		for _, k := range h.order {
			if k.price(); k.saves > 0 && (best == nil || k.saves > best.saves) {
				best = k
			}
		}
		if best == nil {
			return
		}
		for _, p := range f.take(best) {
			h.leave(p)
			h.enter(p)
		}
	}
}

// enter notes the kernels of a sum.
func (h *harvest) enter(p *polynomial) {
	for j := range p.terms {
		for i := range j {
			h.pair(p, i, j)
		}
	}
}

// leave forgets them.
func (h *harvest) leave(p *polynomial) {
	for _, k := range h.of[p] {
		k.where = slices.DeleteFunc(k.where, func(u kernelUse) bool { return u.p == p })
		k.priced = false
	}
	h.of[p] = nil
}

// pair notes two terms of a sum without their common factors.
func (h *harvest) pair(p *polynomial, i, j int) {
	common, a, b := commonFactors(p.terms[i], p.terms[j])
	if len(common) == 0 && (h.anyPrivate(a) || h.anyPrivate(b)) || len(a.f) == 0 && len(b.f) == 0 {
		return
	}
	u := kernelUse{p: p, i: i, j: j, common: common}
	if slices.Compare(a.f, b.f) > 0 {
		a, b, u.i, u.j = b, a, j, i
	}
	if u.neg = a.neg; a.neg {
		a.neg, b.neg = false, !b.neg
	}
	var key []byte
	for _, id := range a.f {
		key = binary.AppendUvarint(key, uint64(id)+2)
	}
	key = append(key, 0)
	if b.neg {
		key = append(key, 1)
	}
	for _, id := range b.f {
		key = binary.AppendUvarint(key, uint64(id)+2)
	}
	k := h.all[string(key)]
	if k == nil {
		k = &kernel{a: a, b: b}
		h.all[string(key)] = k
		h.order = append(h.order, k)
	}
	k.where, k.priced = append(k.where, u), false
	h.of[p] = append(h.of[p], k)
}

// commonFactors are those of two products, and what is left of them.
func commonFactors(s, t factorTerm) (common []int, a, b factorTerm) {
	a.neg, b.neg = s.neg, t.neg
	i, j := 0, 0
	for i < len(s.f) && j < len(t.f) {
		switch {
		case s.f[i] == t.f[j]:
			common = append(common, s.f[i])
			i, j = i+1, j+1
		case s.f[i] < t.f[j]:
			a.f = append(a.f, s.f[i])
			i++
		default:
			b.f = append(b.f, t.f[j])
			j++
		}
	}
	a.f, b.f = append(a.f, s.f[i:]...), append(b.f, t.f[j:]...)
	return common, a, b
}

// price counts what a kernel saves, without the uses that share a term with one before.
func (k *kernel) price() {
	if k.priced {
		return
	}
	k.priced = true
	k.saves = -(k.a.cost() + k.b.cost() + 1)
	k.apart(func(u kernelUse) { k.saves += u.p.terms[u.i].cost() + u.p.terms[u.j].cost() + 1 - len(u.common) })
}

// apart calls yield for the uses that share no term with one before.
func (k *kernel) apart(yield func(u kernelUse)) {
	type place struct {
		p *polynomial
		i int
	}
	taken := map[place]bool{}
	for _, u := range k.where {
		if i, j := (place{u.p, u.i}), (place{u.p, u.j}); !taken[i] && !taken[j] {
			taken[i], taken[j] = true, true
			yield(u)
		}
	}
}

// take makes a variable for a kernel, and gives the sums that are others now.
func (f *factorer) take(k *kernel) []*polynomial {
	at := k.where[0].p.at
	for _, u := range k.where {
		at = min(at, u.p.at)
	}
	id := f.named([]factorTerm{k.a, k.b}, at)
	f.atoms[id].private = f.anyPrivate(k.a) || f.anyPrivate(k.b) // of one sum only
	gone, made := map[*polynomial][]int{}, map[*polynomial]map[int]factorTerm{}
	var order []*polynomial
	k.apart(func(u kernelUse) {
		if made[u.p] == nil {
			order, made[u.p] = append(order, u.p), map[int]factorTerm{}
		}
		t := factorTerm{u.neg, append(slices.Clone(u.common), id)}
		slices.Sort(t.f)
		made[u.p][min(u.i, u.j)], gone[u.p] = t, append(gone[u.p], max(u.i, u.j))
	})
	for _, p := range order {
		var terms []factorTerm
		for i, t := range p.terms {
			if m, ok := made[p][i]; ok {
				terms = append(terms, m)
			} else if !slices.Contains(gone[p], i) {
				terms = append(terms, t)
			}
		}
		p.terms, p.changed, p.taken = terms, true, true
	}
	return append(order, f.atoms[id].def)
}

// signs makes positive what is mostly subtracted, from what is made last on.
func (f *factorer) signs() {
	uses := map[int][]*bool{}
	for _, p := range f.sums {
		for i := range p.terms {
			for _, id := range p.terms[i].f {
				if f.atoms[id].def != nil {
					uses[id] = append(uses[id], &p.terms[i].neg)
				}
			}
		}
	}
	for id := len(f.atoms) - 1; id >= 0; id-- {
		balance := 0
		for _, neg := range uses[id] {
			if *neg {
				balance--
			} else {
				balance++
			}
		}
		if balance >= 0 {
			continue
		}
		for _, neg := range uses[id] {
			*neg = !*neg
		}
		def := f.atoms[id].def
		for i := range def.terms {
			def.terms[i].neg = !def.terms[i].neg
		}
	}
}

// A cube is a product of two factors, the first of which comes first.
type cube struct{ x, y int }

// cubes shares the products of two factors that stand in several places, the most frequent first.
func (f *factorer) cubes() {
	count := map[cube]int{}
	note := func(t factorTerm, k int) {
		for i, x := range t.f {
			for j, y := range t.f[i+1:] {
				if j > 0 && t.f[i+j] == y || i > 0 && t.f[i-1] == x && x != y {
					continue // noted with the first of its kind
				}
				if !f.atoms[x].private && !f.atoms[y].private {
					count[cube{x, y}] += k
				}
			}
		}
	}
	in := map[int][]*polynomial{} // by factor
	enter := func(p *polynomial) {
		for _, t := range p.terms {
			note(t, 1)
			for _, x := range t.f {
				if ps := in[x]; len(ps) == 0 || ps[len(ps)-1] != p {
					in[x] = append(ps, p)
				}
			}
		}
	}
	for _, p := range f.sums {
		enter(p)
	}
	for range 4 * window {
		var best cube
		most := 1
		for q, n := range count {
			if n > most || n == most && n > 1 && f.before(q, best) {
				best, most = q, n
			}
		}
		if most < 2 {
			return
		}
		id := -1
		for _, p := range in[best.x] {
			for i, t := range p.terms {
				if g, ok := withoutCube(t.f, best); ok {
					if id < 0 {
						id = f.named([]factorTerm{{f: []int{best.x, best.y}}}, p.at)
					}
					note(t, -1)
					p.terms[i], p.changed = factorTerm{t.neg, append(g, id)}, true // the last that was made
					note(p.terms[i], 1)
					f.atoms[id].at = min(f.atoms[id].at, p.at)
					if ps := in[id]; len(ps) == 0 || ps[len(ps)-1] != p {
						in[id] = append(ps, p)
					}
				}
			}
		}
		if id < 0 {
			return
		}
		enter(f.atoms[id].def)
	}
}

// before orders products of two factors: those that are known earlier first.
func (f *factorer) before(p, q cube) bool {
	if a, b := max(f.atoms[p.x].at, f.atoms[p.y].at), max(f.atoms[q.x].at, f.atoms[q.y].at); a != b {
		return a < b
	}
	return p.x < q.x || p.x == q.x && p.y < q.y
}

// withoutCube takes two factors out of a product that has them.
func withoutCube(f []int, q cube) ([]int, bool) {
	i := slices.Index(f, q.x)
	if i < 0 {
		return nil, false
	}
	j := slices.Index(f[i+1:], q.y)
	if j < 0 {
		return nil, false
	}
	g := slices.Delete(slices.Clone(f), i+1+j, i+2+j)
	return slices.Delete(g, i, i+1), true
}
