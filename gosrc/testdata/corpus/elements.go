package corpus

// Pointers and slices that are elements of slices, arrays and maps, compared with nil there, and changed through names
// that they had before they were put there.

type tally struct {
	n   int
	sum float64
	max *peak
}

type peak struct {
	at  int
	val float64
}

// Tallies keeps pointers in a map, which are made when a key comes first.
func Tallies(x []float64, k int) float64 {
	m := map[int]*tally{}
	for i, v := range x {
		key := (i * (k%3 + 2)) % 7
		if v > 1.5 {
			delete(m, key)
			continue
		}
		if v < -1.5 {
			m[key] = nil
			continue
		}
		t := m[key]
		if t == nil {
			t = &tally{}
			m[key] = t
		}
		t.n++
		t.sum += v * v
		if t.max == nil || t.max.val < v {
			t.max = &peak{i, v}
		}
	}
	s := 0.0
	for i := range 8 {
		t := m[i]
		if t == nil {
			s += float64(i)
			continue
		}
		s += t.sum*float64(t.n) + t.max.val*float64(t.max.at)
	}
	return s
}

// Grouping asks with ok, or makes first what is missing, and at times anew what is there.
func Grouping(x []float64, k int) float64 {
	m, late := map[int]*peak{}, map[bool]*peak{}
	for i, v := range x {
		p, ok := m[i%7]
		if !ok || v < -1.5 {
			p = &peak{at: i}
			m[i%7] = p
		}
		if v > 1.5 {
			delete(m, 1)
			delete(late, i == k)
		}
		p.val += v * float64(i+1)
		p.at += k
		if _, ok := late[v > 0]; !ok || i == k {
			late[v > 0] = &peak{}
		}
		q := late[v > 0]
		q.at++
		q.val += p.val * p.val
	}
	s := 0.0
	if p, ok := m[1]; ok {
		s += p.val * float64(p.at)
	}
	for _, b := range []bool{true, false} {
		if p := late[b]; p != nil {
			s += p.val * float64(p.at)
		}
	}
	return s
}

// RowsByKey has slices in a map, which may be missing, or nil or empty under a key that is there.
func RowsByKey(x []float64, k int) float64 {
	m := map[int][]float64{}
	for i, v := range x {
		switch {
		case v > 1.5:
			delete(m, (i+2)%5)
		case v < -1.5:
			m[i%5] = nil
		case v == 0:
			m[i%5] = []float64{}
		}
		if i%2 == k%2 {
			m[i%8] = append(m[i%8], v)
			continue
		}
		r := m[i%5]
		if r == nil {
			r = make([]float64, 2)
			m[i%5] = r
		}
		r[0] += v * v
	}
	s := total(m[99*k])
	for i := range 8 {
		if m[i] != nil && (i > 0 || x[0] < 0) {
			s += m[i][0] * float64(i+1) * total(m[i])
		} else {
			s += 0.5
		}
	}
	return s
}

// Slots are pointers in slices and arrays, some of them nil.
func Slots(x []float64, k int) float64 {
	ps := make([]*peak, len(x), len(x)+1)
	var two [2]*peak
	rows := make([][]float64, len(x))
	for i, v := range x {
		if (i+k)%2 == 0 {
			ps[i] = &peak{val: v}
			rows[i] = x[:i]
		}
		if i%3 == 1 && ps[i] != nil {
			ps[i].val *= v
			two[k&1] = &peak{val: v + 1}
		}
	}
	ps = append(ps, nil, &peak{val: 2})
	qs := []*peak{nil, ps[len(ps)-1]}
	copy(ps, qs[:1])
	s := 0.0
	for i, p := range ps {
		if p == nil {
			s++
			continue
		}
		s += p.val * float64(i+1)
	}
	for i, r := range rows {
		if r == nil {
			s += 2
		} else {
			s += 3 + total(r)*float64(i)
		}
	}
	for _, p := range two {
		if p != nil {
			s *= 1 + p.val*p.val
		}
	}
	return s + qs[1].val
}

// Latest changes what it has appended, and the best of what it finds.
func Latest(x []float64, k int) float64 {
	var all []*peak
	for i, v := range x {
		p := &peak{at: i}
		all = append(all, p)
		p.val = v * v
	}
	var best *peak
	for _, p := range all {
		if best == nil || p.val > best.val {
			best = p
		}
	}
	if best != nil {
		best.val *= 3
		best.at += k
	}
	s := 0.0
	for _, p := range all {
		s += p.val * float64(p.at+1)
	}
	return s
}

// NoRow passes a row, or none of no rows.
func NoRow(x []float64, k int) float64 {
	rows := make([][]float64, max(0, k%7))
	for i := range rows {
		rows[i] = []float64{x[0], float64(i)}
	}
	var row []float64
	if k%2 == 1 && len(rows) > 0 {
		row = rows[len(rows)-1]
	}
	return total(row) + float64(len(row))
}

func raise(r []float64, v float64) {
	for i := range r {
		r[i] += v
	}
}

func (t *tally) add(v float64) *tally {
	if t == nil {
		return nil
	}
	t.n++
	t.sum += v * float64(t.n)
	return t
}

// Entries gives entries of maps, which may be missing, to functions that write them.
func Entries(x []float64, k int) float64 {
	m, q := map[int][]float64{}, map[int]*tally{}
	few := map[int][]float64{0: {1, 2}, 5 * k: {3, 4}}
	for i, v := range x {
		if i%3 != k%3 {
			m[i%8] = append(m[i%8], v)
			if q[i%8] == nil {
				q[i%8] = &tally{}
			}
		}
		if v < -1.5 {
			q[(i+5)%8] = nil
		}
		if v > 1.5 {
			delete(m, i%8)
			delete(q, i%8)
			delete(few, k)
		}
		raise(m[(i+1)%8], v)
		raise(few[i%3], v*v)
		if q[(i+1)%8].add(v) == nil {
			k++
		}
	}
	s := float64(k)
	for i := range 8 {
		s += total(m[i])*float64(i+1) + total(few[i])
		if t := q[i]; t != nil {
			s += t.sum * t.sum
		}
	}
	return s
}

// An evaluator has numbers, and counts what it does beside them.
type evaluator struct {
	vars  []float64
	steps int
}

func (e *evaluator) product(n int) float64 {
	e.steps++
	if n >= len(e.vars) {
		return 1
	}
	return e.vars[n] * e.product(n+1)
}

// Evaluated reads fields beside calls that change others.
func Evaluated(x []float64, k int) float64 {
	e := evaluator{vars: x}
	s := e.product(max(0, k%3))
	return s + float64(e.steps)
}
