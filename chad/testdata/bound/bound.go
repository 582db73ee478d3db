// Package bound has functions whose derivatives have cost more than they should.
package bound

import (
	"container/heap"
	"math"
)

// Swaps exchanges elements, and uses them between.
//
//chad:grad
func Swaps(x []float64) float64 {
	y := make([]float64, len(x))
	copy(y, x)
	s := 0.0
	for i := range y {
		j := (7*i + 3) % len(y)
		if y[i] < y[j] {
			y[i], y[j] = y[j], y[i]
		}
		s += y[i] * y[j]
	}
	return s
}

// SwapRows exchanges rows, and uses one element between.
//
//chad:grad
func SwapRows(x []float64) float64 {
	a := make([][]float64, len(x))
	for i := range a {
		a[i] = make([]float64, len(x))
		for j := range a[i] {
			a[i][j] = x[i] * x[j]
		}
	}
	s := 0.0
	for k := range a {
		p := (7*k + 3) % len(a)
		if p != k {
			a[p], a[k] = a[k], a[p]
			s = -s
		}
		s += a[k][k] * a[k][0]
	}
	return s
}

// Eliminate is a determinant, with exchanges of rows.
//
//chad:grad
func Eliminate(x []float64) float64 {
	n := len(x)
	u := make([][]float64, n)
	for i := range u {
		u[i] = make([]float64, n)
		for j := range u[i] {
			u[i][j] = math.Sin(x[i] + 2*x[j] + float64(i*j))
		}
	}
	det := 1.0
	for k := range n {
		p := k
		for i := k + 1; i < n; i++ {
			if math.Abs(u[i][k]) > math.Abs(u[p][k]) {
				p = i
			}
		}
		if p != k {
			u[p], u[k] = u[k], u[p]
			det = -det
		}
		det *= u[k][k]
		for i := k + 1; i < n; i++ {
			f := u[i][k] / u[k][k]
			for j := k + 1; j < n; j++ {
				u[i][j] -= f * u[k][j]
			}
		}
	}
	return det
}

// Levels makes a table of small matrices, one after the other.
//
//chad:grad
func Levels(x []float64) float64 {
	const d = 3
	factors := make([][][]float64, len(x))
	for c := range factors {
		factors[c] = make([][]float64, d)
		for r := range d {
			factors[c][r] = make([]float64, d)
		}
		for r := range d {
			for j := range d {
				factors[c][r][j] = math.Sin(x[c] + float64(r*j))
			}
		}
	}
	s := 0.0
	for c := range factors {
		for r := range d {
			for j := range d {
				s += factors[c][r][j] * x[c]
			}
		}
	}
	return s
}

// Appends keeps what a while loop finds.
//
//chad:grad
func Appends(x []float64) float64 {
	var kept []float64
	for i := 0; i < len(x); {
		kept = append(kept, x[i]*x[i])
		i++
		if x[i-1] > 1000 {
			i++
		}
	}
	s := 0.0
	for i := range kept {
		s += kept[i] * x[i]
	}
	return s
}

// AppendsNested starts anew for each element.
//
//chad:grad
func AppendsNested(x []float64) float64 {
	s := 0.0
	for i := range x {
		var kept []float64
		j := 0
		for j < len(x) {
			kept = append(kept, x[i]*x[j])
			j++
		}
		s += kept[len(kept)-1] * kept[0]
	}
	return s
}

// Nearest adds up the squared distances of the points to the nearest of as many centers, in as many dimensions.
//
//chad:grad
func Nearest(x []float64) float64 {
	n := len(x)
	sum := 0.0
	for p := range n {
		nearest := math.Inf(1)
		for c := range n {
			d := 0.0
			for j := range n {
				e := x[j]*float64(c) - float64(p+j)
				d += e * e
			}
			if d < nearest {
				nearest = d
			}
		}
		sum += nearest
	}
	return sum
}

type stack struct {
	data []float64
	n    []int
}

func (s *stack) push(v float64) {
	s.data = append(s.data, v)
	s.n = append(s.n, len(s.data))
}

func (s *stack) top() float64 { return s.data[len(s.data)-1] }

// Pushed appends through a pointer, and asks in between.
//
//chad:grad
func Pushed(x []float64) float64 {
	s := &stack{}
	sum := 0.0
	for _, v := range x {
		s.push(v * v)
		if len(s.n) > 1 {
			sum += s.top()
		}
	}
	for i, v := range s.data {
		sum += v * v * float64(s.n[i])
	}
	return sum
}

// OwnRows reads rows of their own lengths, element by element.
//
//chad:grad
func OwnRows(x []float64) float64 {
	n := make([]int, len(x))
	for i := range n {
		n[i] = i*7%len(x) + 1
	}
	rows := make([][]float64, len(x))
	for i := range rows {
		rows[i] = make([]float64, n[i])
		copy(rows[i], x)
	}
	s := 0.0
	for k := range 3 {
		for i := range rows {
			row := rows[(i+k)%len(rows)]
			t := 0.0
			for j, v := range row {
				t += v * x[j]
			}
			s += t * t
		}
	}
	return s
}

type queue []float64

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i] < q[j] }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(v any)        { *q = append(*q, v.(float64)) }
func (q *queue) Pop() any {
	old := *q
	n := len(old)
	v := old[n-1]
	*q = old[:n-1]
	return v
}

// Heap pushes all elements and pops all of them.
//
//chad:grad
func Heap(x []float64) float64 {
	q := &queue{}
	for _, v := range x {
		heap.Push(q, v)
	}
	s := 1.0
	for q.Len() > 0 {
		s = s*0.9 + heap.Pop(q).(float64)*s/float64(len(x))
	}
	return s
}

type task struct{ key, val float64 }

type tasks []task

func (q tasks) Len() int           { return len(q) }
func (q tasks) Less(i, j int) bool { return q[i].key < q[j].key }
func (q tasks) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *tasks) Push(v any)        { *q = append(*q, v.(task)) }
func (q *tasks) Pop() any {
	old := *q
	n := len(old)
	v := old[n-1]
	*q = old[:n-1]
	return v
}

// Tasks pushes and pops structs in turn.
//
//chad:grad
func Tasks(x []float64) float64 {
	q := &tasks{}
	s := 1.0
	for i, v := range x {
		heap.Push(q, task{v, v * v})
		if i%3 == 2 {
			t := heap.Pop(q).(task)
			s += math.Sin(s*t.val) + t.key
		}
	}
	for q.Len() > 0 {
		s = math.Sin(s * heap.Pop(q).(task).val)
	}
	return s
}

// Popped pops structs from a stack, and pushes up to two for each, while there are elements.
//
//chad:grad
func Popped(x []float64) float64 {
	type item struct {
		v     float64
		depth int
	}
	st := []item{{x[0], 0}}
	s, i := 0.0, 1
	for len(st) > 0 {
		it := st[len(st)-1]
		st = st[:len(st)-1]
		s += it.v * it.v
		if i < len(x) {
			st = append(st, item{it.v * x[i], it.depth + 1})
			i++
		}
		if i < len(x) {
			st = append(st, item{it.v + x[i], it.depth + 1})
			i++
		}
	}
	return s
}

// Table fills a table from three neighbours of each element.
//
//chad:grad
func Table(x []float64) float64 {
	n := len(x)
	d := make([][]float64, n+1)
	for i := range d {
		d[i] = make([]float64, n+1)
	}
	for i := 1; i <= n; i++ {
		d[i][0] = d[i-1][0] + x[i-1]
		d[0][i] = d[0][i-1] + x[n-i]
	}
	for i := 1; i <= n; i++ {
		for j := 1; j <= n; j++ {
			c := math.Abs(x[i-1] - x[n-j])
			d[i][j] = min(d[i-1][j]+x[i-1], d[i][j-1]+x[n-j], d[i-1][j-1]+c)
		}
	}
	return d[n][n]
}

type cell struct {
	h, flow float64
	n       int
}

// Cells changes three elements of a matrix of structs by pointers.
//
//chad:grad
func Cells(x []float64) float64 {
	n := len(x)
	g := make([][]cell, n)
	for i := range g {
		g[i] = make([]cell, n)
		for j := range g[i] {
			g[i][j].h = x[i] * x[j]
		}
	}
	for range 3 {
		for i := 1; i < n; i++ {
			for j := 1; j < n; j++ {
				c, up, left := &g[i][j], &g[i-1][j], &g[i][j-1]
				f := 0.1 * (up.h + left.h - 2*c.h)
				c.flow += f
				up.h -= f / 2
				left.h -= f / 2
				c.h += f
				c.n++
			}
		}
	}
	s := 0.0
	for i := range g {
		for _, c := range g[i] {
			s += c.h*c.h + c.flow
		}
	}
	return s
}

// Relax replaces elements of rows of a matrix where others give less: shortest paths.
//
//chad:grad
func Relax(x []float64) float64 {
	n := len(x)
	d := make([][]float64, n)
	for i := range d {
		d[i] = make([]float64, n)
		for j := range d[i] {
			if i != j {
				d[i][j] = math.Abs(x[i]-x[j]) + float64((i*j)%5) + 0.1
			}
		}
	}
	for k := 0; k < n; k++ {
		for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				if t := d[i][k] + d[k][j]; t < d[i][j] {
					d[i][j] = t
				}
			}
		}
	}
	s := 0.0
	for i := range d {
		for j := range d[i] {
			s += d[i][j]
		}
	}
	return s
}

// Splits fills a table by the best of all splits of each range.
//
//chad:grad
func Splits(x []float64) float64 {
	n := len(x)
	pre := make([]float64, n+1)
	for i, v := range x {
		pre[i+1] = pre[i] + v*v
	}
	e := make([][]float64, n+1)
	for i := range e {
		e[i] = make([]float64, n+1)
	}
	for l := 1; l <= n; l++ {
		for i := 0; i+l <= n; i++ {
			j := i + l
			best := math.Inf(1)
			for r := i; r < j; r++ {
				if c := e[i][r] + e[r+1][j]; c < best {
					best = c
				}
			}
			e[i][j] = best + pre[j] - pre[i]
		}
	}
	return e[0][n]
}

// Butterflies changes pairs of elements of two arrays, with numbers that change along: a Fourier transform in place.
//
//chad:grad
func Butterflies(x []float64) float64 {
	n := 1
	for n*2 <= len(x) {
		n *= 2
	}
	re, im := make([]float64, n), make([]float64, n)
	copy(re, x[:n])
	for i, j := 1, 0; i < n; i++ {
		bit := n >> 1
		for ; j&bit != 0; bit >>= 1 {
			j ^= bit
		}
		j ^= bit
		if i < j {
			re[i], re[j] = re[j], re[i]
		}
	}
	for l := 2; l <= n; l <<= 1 {
		ang := 2 * math.Pi / float64(l)
		wr, wi := math.Cos(ang), math.Sin(ang)
		for i := 0; i < n; i += l {
			cr, ci := 1.0, 0.0
			for j := 0; j < l/2; j++ {
				ur, ui := re[i+j], im[i+j]
				vr := re[i+j+l/2]*cr - im[i+j+l/2]*ci
				vi := re[i+j+l/2]*ci + im[i+j+l/2]*cr
				re[i+j], im[i+j] = ur+vr, ui+vi
				re[i+j+l/2], im[i+j+l/2] = ur-vr, ui-vi
				cr, ci = cr*wr-ci*wi, cr*wi+ci*wr
			}
		}
	}
	s := 0.0
	for i := range re {
		s += float64(i%5) * (re[i]*re[i] + im[i]*im[i])
	}
	return s
}

type tally struct {
	sum, sq float64
	n       int
}

// Tallies keeps structs in a map.
//
//chad:grad
func Tallies(x []float64) float64 {
	m := map[int]tally{}
	for i, v := range x {
		a := m[i%10]
		a.sum += v
		a.sq += v * v
		a.n++
		m[i%10] = a
	}
	s := 0.0
	for k := 0; k < 10; k++ {
		if a, ok := m[k]; ok {
			mean := a.sum / float64(a.n)
			s += a.sq/float64(a.n) - mean*mean
		}
	}
	return s
}

// Exchanges puts elements in order by exchanges of neighbours, until there are none.
//
//chad:grad
func Exchanges(x []float64) float64 {
	y := append([]float64(nil), x...)
	for done := false; !done; {
		done = true
		for i := 1; i < len(y); i++ {
			if y[i-1] > y[i] {
				y[i-1], y[i] = y[i], y[i-1]
				done = false
			}
		}
	}
	s := 0.0
	for i, v := range y {
		s += float64(i) * v * v
	}
	return s
}

// Deletes keeps numbers in two maps, and forgets some.
//
//chad:grad
func Deletes(x []float64) float64 {
	a, b := map[int]float64{}, map[int]float64{}
	for i, v := range x {
		a[i%7] += v
		if i%3 == 0 {
			b[i%5] = a[i%7] * v
		} else if i%4 == 1 {
			delete(b, i%5)
		}
	}
	s := 0.0
	for k := 0; k < 7; k++ {
		s += a[k] * b[k]
	}
	return s
}

// Prefixes adds to some elements for each that is read.
//
//chad:grad
func Prefixes(x []float64) float64 {
	n := len(x)
	f := make([]float64, n+1)
	e := 0.0
	for i, v := range x {
		for k := i + 1; k <= n; k += k & -k {
			f[k] += v * v
		}
		s := 0.0
		for k := (i*2)%n + 1; k > 0; k -= k & -k {
			s += f[k]
		}
		e += s * v
	}
	return e
}

// Grouped keeps slices in a map.
//
//chad:grad
func Grouped(x []float64) float64 {
	of := map[int][]float64{}
	for i, v := range x {
		of[i/4] = append(of[i/4], v)
	}
	s := 0.0
	for i := range x {
		for _, v := range of[i] {
			s += v * v
		}
	}
	return s
}

// A bucket has a sum and what it is of.
type bucket struct {
	sum   float64
	items []float64
}

// Buckets keeps structs with slices in a slice.
//
//chad:grad
func Buckets(x []float64) float64 {
	all := make([]bucket, len(x)/4+1)
	for i, v := range x {
		b := &all[i/4]
		b.sum += v
		b.items = append(b.items, v)
	}
	s := 0.0
	for _, b := range all {
		for _, v := range b.items {
			s += v * b.sum
		}
	}
	return s
}

// Classes keeps structs with slices in a map.
//
//chad:grad
func Classes(x []float64) float64 {
	all := map[int]bucket{}
	for i, v := range x {
		b := all[i/4]
		b.sum += v
		b.items = append(b.items, v)
		all[i/4] = b
	}
	s := 0.0
	for i := range x {
		for _, v := range all[i].items {
			s += v * all[i].sum
		}
	}
	return s
}

// An arc leads from one node of a graph to another.
type arc struct {
	to int
	w  float64
}

// Corrected finds shortest ways with lists of neighbours and a queue.
//
//chad:grad
func Corrected(x []float64) float64 {
	n := len(x)
	adj := make([][]arc, n)
	for i, w := range x {
		adj[i/2] = append(adj[i/2], arc{i, w}, arc{(i + 3) % n, 2 * w})
	}
	dist := make([]float64, n)
	for i := range dist {
		dist[i] = 1e9
	}
	dist[0] = 0
	queue := []int{0}
	for len(queue) > 0 {
		u := queue[0]
		queue = queue[1:]
		for _, a := range adj[u] {
			if d := dist[u] + a.w*a.w; d < dist[a.to] {
				dist[a.to] = d
				queue = append(queue, a.to)
			}
		}
	}
	s := 0.0
	for _, d := range dist {
		if d < 1e9 {
			s += d
		}
	}
	return s
}

// Queued takes numbers off the front of a queue, and puts others behind its end.
//
//chad:grad
func Queued(x []float64) float64 {
	q := []float64{x[0], x[1]}
	s := 0.0
	for k, v := range x {
		u := q[0]
		q = q[1:]
		s += u * v
		q = append(q, 0.5*u+0.1*v)
		if k%2 == 0 {
			q = append(q, 0.3*u)
		}
	}
	return s
}

// A link is of a list in a slice, in both directions.
type link struct {
	prev, next int
	val        float64
}

// Moved keeps a list, of which it moves links to the front.
//
//chad:grad
func Moved(x []float64) float64 {
	n := len(x)
	ls := make([]link, n+1)
	for i := range ls {
		ls[i] = link{(i + n) % (n + 1), (i + 1) % (n + 1), float64(i)}
	}
	s := 0.0
	for i, v := range x {
		k := (i*7)%n + 1
		if i%3 > 0 {
			s += ls[k].val * v
			ls[ls[k].prev].next = ls[k].next
			ls[ls[k].next].prev = ls[k].prev
		} else {
			k = ls[0].prev
			ls[ls[k].prev].next = 0
			ls[0].prev = ls[k].prev
			ls[k] = link{0, 0, v}
		}
		first := ls[0].next
		ls[k].prev, ls[k].next = 0, first
		ls[first].prev = k
		ls[0].next = k
		ls[k].val = 0.5*ls[k].val + v
	}
	return s
}

// Exchanged has two slices, one longer than the other, that exchange their names as the data says.
//
//chad:grad
func Exchanged(x []float64) float64 {
	a := append([]float64(nil), x...)
	b := append([]float64{0.5}, x...)
	s := 0.0
	for i, v := range x {
		if v > 0 {
			a, b = b, a
		}
		a[i] = a[i]*b[0] + b[i]
		s += a[i]
	}
	return s
}

// Collected keeps what passes in a slice that grows, and changes what was kept last.
//
//chad:grad
func Collected(x []float64) float64 {
	var kept []float64
	for i, v := range x {
		if v > 0 || i == 0 {
			kept = append(kept, v*v)
		} else {
			kept[len(kept)-1] *= v
		}
	}
	s := 0.0
	for _, v := range kept {
		s += v
	}
	return s
}

// Chosen reads one of two halves, which the data chooses anew, at two places in each step.
//
//chad:grad
func Chosen(x []float64) float64 {
	n := len(x) / 2
	s := x[:n]
	sum := 0.0
	for i := range n {
		if x[i] > 0 {
			s = x[n : 2*n]
		} else if x[n+i] > 0 {
			s = x[:n]
		}
		sum += s[i] * s[0]
	}
	return sum
}

func inserted(list []float64, t float64) []float64 {
	list = append(list, t)
	if i := len(list) - 1; i > 0 && list[i-1] > t {
		list[i-1], list[i] = t, list[i-1]
	}
	return list
}

// Inserted hands a slice that grows through a function that moves what is near its end.
//
//chad:grad
func Inserted(x []float64) float64 {
	var list []float64
	for _, v := range x {
		list = inserted(list, v*v)
	}
	s := 0.0
	for i, v := range list {
		s += v * float64(i%3)
	}
	return s
}

// Triangle is the Cholesky factor of a matrix that is mostly its diagonal, in rows of growing length.
//
//chad:grad
func Triangle(x []float64) float64 {
	l := make([][]float64, len(x))
	s := 0.0
	for i := range x {
		l[i] = make([]float64, i+1)
		for j := 0; j <= i; j++ {
			a := x[i] * x[j]
			if i == j {
				a += float64(len(x))
			}
			for k := 0; k < j; k++ {
				a -= l[i][k] * l[j][k]
			}
			if i == j {
				l[i][i] = math.Sqrt(a)
				s += l[i][i]
			} else {
				l[i][j] = a / l[j][j]
			}
		}
	}
	return s
}
