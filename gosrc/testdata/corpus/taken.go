package corpus

import "math"

// A bucket is what a map has for a key.
type bucket struct {
	sum   float64
	items []float64
}

func (b *bucket) add(v float64) { b.items = append(b.items, v); b.sum += v }

type keyed struct{ k int }

// A book has a map.
type book struct {
	by    map[int]bucket
	total float64
}

// TakeElse puts a new value where there was none, and leaves between at times.
func TakeElse(ids []int, x []float64) float64 {
	gs := map[int]bucket{}
	left := 0.0
	for i, id := range ids {
		if id < 0 {
			delete(gs, -id)
			continue
		}
		g, ok := gs[id]
		if !ok {
			g = bucket{items: []float64{1}}
		}
		g.add(x[i])
		switch {
		case len(g.items) > 3:
			g.items = nil
		case g.sum > 2:
			g.items[0]++
			break
		}
		gs[id] = g
		left += float64(len(gs[id].items)) * x[i]
	}
	for _, id := range ids {
		g := gs[id]
		if g.sum < 0 {
			continue
		}
		g.sum *= 2
		gs[id] = g
		left += g.sum
	}
	for _, id := range ids {
		for _, v := range gs[id].items {
			left += v * gs[id-1].sum
		}
	}
	return left
}

// TakeKey has keys that change between, and other keys.
func TakeKey(ids []int, x []float64) float64 {
	gs := map[int]bucket{}
	for i := range x {
		k := ids[i]
		if k < 0 {
			delete(gs, -k)
			continue
		}
		g := gs[k]
		g.add(x[i])
		gs[k] = g
	}
	for _, k := range ids {
		if k < 0 {
			delete(gs, k+2)
			continue
		}
		g := gs[k]
		g.sum *= 2
		if g.sum > 0.5 {
			k++
		}
		g.items = []float64{g.sum, 2}
		gs[k] = g
	}
	for i := range ids {
		g := gs[ids[i]]
		ids[i]++
		g.items = []float64{g.sum, 1.5}
		gs[ids[i]] = g
	}
	for _, id := range ids {
		if id < 1 {
			delete(gs, id+1)
			continue
		}
		g := gs[slot(id, 2)]
		g.add(1)
		gs[slot(id, 2)] = g
		h := gs[slot(id, 3)]
		h.items = make([]float64, 1)
		gs[slot(id, 4)] = h
	}
	s := 0.0
	for k := range 6 {
		for _, v := range gs[k].items {
			s += (gs[k^1].sum + v) * float64(k+1)
		}
	}
	return s
}

func slot(id, n int) int { return id % n }

// TakeIndexed has an element for its key.
func TakeIndexed(ids []int, x []float64) float64 {
	rows := make(map[int][]float64)
	for i := range x {
		if ids[i] < 0 {
			delete(rows, -ids[i])
			continue
		}
		r := rows[ids[i]]
		r = append(r, x[i])
		for j := range r {
			r[j] += 0.1 * x[i]
		}
		rows[ids[i]] = r
	}
	s := 0.0
	for i := range x {
		for _, v := range rows[ids[i]] {
			s += v * v
		}
	}
	return s
}

// TakeField has the map in a struct, and a field for a key.
func TakeField(ids []int, x []float64) float64 {
	b := &book{by: map[int]bucket{}}
	ks := make([]keyed, 0)
	for _, id := range ids {
		ks = append(ks, keyed{k: id})
	}
	for i, k := range ks {
		if k.k < 0 {
			delete(b.by, -k.k)
			continue
		}
		if x[i] > 1.5 {
			continue
		}
		g := b.by[k.k]
		g.add(x[i])
		g.add(math.Sin(x[i]))
		b.by[k.k] = g
		b.total += g.sum
	}
	for i, k := range ks {
		if k.k < 0 {
			delete(b.by, k.k+1)
			continue
		}
		g := b.by[k.k]
		b.total += float64(len(b.by[k.k].items)) * x[i]
		g.sum += b.total
		b.by[k.k] = g
	}
	s := b.total
	for _, k := range ks {
		g := b.by[k.k]
		for _, v := range g.items {
			s += v * g.sum
		}
	}
	return s
}

// TakeLeave leaves before what was taken is put back, and has keys that other statements than assignments change.
func TakeLeave(ids []int, x []float64) float64 {
	gs := map[int]bucket{}
	for i, v := range x {
		if ids[i] < 0 {
			delete(gs, -ids[i]%3)
			continue
		}
		gs[ids[i]%3] = bucket{v, []float64{v, 1}}
	}
	s := 0.0
	for i, id := range ids {
		if id < 0 {
			continue
		}
		g := gs[id%3]
		s += g.sum
		if s > 3 || i == 2 {
			break
		}
		g.items = []float64{s, float64(i)}
		gs[id%3] = g
	}
	for k := range 3 {
		s += float64(len(gs[k].items)) * 0.1
		if s > 8 {
			delete(gs, k)
		}
	}
	for i := range ids {
		g := gs[ids[i]]
		for ids[i] = range 2 {
			s += 0.5
		}
		g.items = []float64{s}
		gs[ids[i]] = g
	}
	for i := range ids {
		if i == 2 {
			delete(gs, ids[i])
		}
		g := gs[ids[i]]
		copy(ids[i:], []int{3})
		g.items = []float64{s, g.sum}
		gs[ids[i]] = g
	}
	for k := range 4 {
		for _, v := range gs[k].items {
			s += v * (gs[k^1].sum + float64(k))
		}
	}
	return s
}

// rated is what a map has for a key, with a function.
type rated struct {
	f     func(float64) float64
	items []float64
	in    *bucket
}

// TakeWithFuncs has values with functions, and function values between.
func TakeWithFuncs(ids []int, x []float64) float64 {
	gs := make(map[int]rated)
	s := 0.0
	for i, id := range ids {
		if id < 0 {
			delete(gs, -id)
			continue
		}
		g := gs[id]
		if g.in == nil {
			g.in = &bucket{}
		}
		scale := func(v float64) float64 { return v * x[0] }
		for _, h := range []func(float64) float64{scale, math.Sin, math.Cos} {
			g.items = append(g.items, h(x[i]))
			g.in.add(h(x[i]))
		}
		g.items = append(g.items, g.items[0])
		g.items[0] += 0.5
		if g.f == nil {
			g.f = scale
		} else {
			g.f = math.Cos
		}
		gs[id] = g
	}
	for i, id := range ids {
		if g := gs[id]; g.f != nil {
			s += g.f(x[i]) * g.items[0] * g.items[len(g.items)-1]
			s += g.in.sum * float64(len(g.in.items))
		}
	}
	return s
}

// TakeShown has function values that see the map between.
func TakeShown(ids []int, x []float64) float64 {
	gs := map[int][]float64{}
	count := func(id int) float64 { return float64(len(gs[id])) }
	s := 0.0
	for i, id := range ids {
		g := gs[id]
		g = append(g, x[i])
		s += count(id) * x[i]
		gs[id] = g
	}
	return s
}

// TakeAliased sees the map under another name between.
func TakeAliased(ids []int, x []float64) float64 {
	gs := map[int]rated{}
	also := gs
	s := 0.0
	for i, id := range ids {
		g := gs[id]
		g.items = append(g.items, x[i])
		s += float64(len(also[id].items)) * x[i]
		gs[id] = g
	}
	return s
}
