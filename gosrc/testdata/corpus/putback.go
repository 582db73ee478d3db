package corpus

// A pile is an element that is copied, changed and put back.
type pile struct {
	items []float64
	n     int
	top   float64
}

func (p *pile) push(v float64) {
	p.items = append(p.items, v)
	p.n++
}

func piled(ps []pile) float64 {
	s := 0.0
	for k, p := range ps {
		s += p.top * float64(k+1)
		for i, v := range p.items {
			s += v * v * float64(i+p.n)
		}
	}
	return s
}

// PutBack appends in copies of elements that are put back.
func PutBack(x []float64) float64 {
	ps := make([]pile, 3)
	for i, v := range x {
		k := i % len(ps)
		p := ps[k]
		if p.n > 3 {
			continue
		}
		p.items = append(p.items, v)
		p.n++
		ps[k] = p
	}
	return piled(ps)
}

// PutBackWhere puts some of them back, which a method has changed.
func PutBackWhere(x []float64) float64 {
	ps := make([]pile, 3)
	skipped := 0.0
	for i, v := range x {
		p := ps[i%3]
		if v > 0 {
			p.push(v)
			p.top += v * v
			ps[i%3] = p
		} else {
			skipped += v * float64(p.n)
		}
	}
	return piled(ps) + skipped
}

// Trails keeps where particles have been.
func Trails(x []float64, dt float64) float64 {
	type particle struct {
		pos, vel float64
		trail    []float64
	}
	ps := make([]particle, len(x))
	for i, v := range x {
		ps[i].vel = v
	}
	for range 4 {
		for i, p := range ps {
			p.vel -= p.pos * dt
			p.pos += p.vel * dt
			p.trail = append(p.trail, p.pos)
			ps[i] = p
		}
	}
	s := 0.0
	for _, p := range ps {
		for k, v := range p.trail {
			s += v * v * float64(k)
		}
	}
	return s
}

// A window looks at memory of others.
type window struct {
	data       []float64
	rows, cols int
}

func (w window) at(i, j int) float64      { return w.data[i*w.cols+j] }
func (w window) set(i, j int, v float64)  { w.data[i*w.cols+j] = v }
func (w *window) add(i, j int, v float64) { w.data[i*w.cols+j] += v }
func (w window) from(i int) window        { return window{w.data[i*w.cols:], w.rows - i, w.cols} }

// Windowed writes a part of the caller's memory through a struct, and reads it by its own name.
func Windowed(x []float64) float64 {
	w := window{x[1:], len(x) - 1, 1}
	for i := range w.rows {
		w.add(i, 0, w.at(i, 0)*w.at(i, 0))
	}
	s := 0.0
	for i, v := range x {
		s += v * float64(i+1) * w.at(0, 0)
	}
	return s
}

// TwoWindows has two parts of one memory, and a part of a part.
func TwoWindows(x []float64) float64 {
	n := len(x)
	buf := make([]float64, 2*n)
	copy(buf, x)
	a, b := window{buf[:n], n, 1}, window{buf[n:], n, 1}
	for i := range a.rows {
		b.set(i, 0, a.at(i, 0)*a.at(i, 0))
		a.add(i, 0, b.from(i).at(0, 0))
	}
	s := 0.0
	for i, v := range buf {
		s += v * float64(i+1)
	}
	return s
}
