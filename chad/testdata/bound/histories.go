package bound

import "math"

// Rows in slices, maps and structs to which elements are appended one at a time: few rows, so that they become long.

type body struct {
	pos, vel float64
	trail    []float64
}

// Trails has bodies that remember where they were.
//
//chad:grad
func Trails(x []float64) float64 {
	bodies := make([]body, 2)
	for i := range bodies {
		bodies[i].pos = x[i]
	}
	for t := range x {
		for i := range bodies {
			b := &bodies[i]
			b.vel -= 0.1 * math.Sin(b.pos)
			b.pos += 0.1*b.vel + 0.01*x[t]
			b.trail = append(b.trail, b.pos)
		}
	}
	s := 0.0
	for _, b := range bodies {
		for j, v := range b.trail {
			s += v * v * x[j]
		}
	}
	return s
}

type log struct {
	bodies []body
	lines  [][]float64
}

// Logged has slices of structs and of rows in a struct.
//
//chad:grad
func Logged(x []float64) float64 {
	w := log{bodies: make([]body, 2), lines: make([][]float64, 2)}
	for i := range w.bodies {
		w.bodies[i].pos = x[i]
	}
	for t := range x {
		for i := range w.bodies {
			b := &w.bodies[i]
			b.pos += x[t] * math.Cos(b.pos)
			w.lines[i] = append(w.lines[i], b.pos, x[t])
			b.trail = append(b.trail, b.pos)
		}
	}
	s := 0.0
	for i := range w.bodies {
		for j, v := range w.lines[i] {
			s += v * v * float64(j%5)
		}
		s += w.bodies[i].trail[len(x)-1]
	}
	return s
}

// Shared puts elements into two groups of a map.
//
//chad:grad
func Shared(x []float64) float64 {
	groups := map[int][]float64{}
	for i, v := range x {
		groups[i%2] = append(groups[i%2], v*v)
	}
	s := 0.0
	for k := 0; k < 2; k++ {
		for j, v := range groups[k] {
			s += v * float64(j%5)
		}
	}
	return s
}

// Hub walks through a graph in which one node is the neighbour of all others.
//
//chad:grad
func Hub(x []float64) float64 {
	n := len(x)
	next := make([][]int, n)
	for i := 1; i < n; i++ {
		next[0] = append(next[0], i)
		next[i] = append(next[i], 0)
	}
	dist := make([]float64, n)
	seen := make([]bool, n)
	seen[0] = true
	queue := []int{0}
	for len(queue) > 0 {
		u := queue[0]
		queue = queue[1:]
		for _, v := range next[u] {
			if !seen[v] {
				seen[v] = true
				dist[v] = dist[u] + x[v]*x[v]
				queue = append(queue, v)
			}
		}
	}
	s := 0.0
	for _, d := range dist {
		s += d
	}
	return s
}

type edge struct {
	to     int
	weight float64
}

// Star has the edges of a node with their weights.
//
//chad:grad
func Star(x []float64) float64 {
	n := len(x)
	edges := make([][]edge, n)
	for i := 1; i < n; i++ {
		edges[0] = append(edges[0], edge{i, x[i]})
		edges[i] = append(edges[i], edge{0, x[i] * x[0]})
	}
	s := 0.0
	for u := range edges {
		for _, e := range edges[u] {
			s += e.weight * x[e.to]
		}
	}
	return s
}

type waiting struct {
	at   int
	dist float64
}

type waitingHeap []waiting

func (q *waitingHeap) push(w waiting) {
	*q = append(*q, w)
	i := len(*q) - 1
	for i > 0 {
		p := (i - 1) / 2
		if (*q)[p].dist <= (*q)[i].dist {
			break
		}
		(*q)[p], (*q)[i] = (*q)[i], (*q)[p]
		i = p
	}
}

func (q *waitingHeap) pop() waiting {
	h := *q
	top := h[0]
	n := len(h) - 1
	h[0] = h[n]
	h = h[:n]
	for i := 0; ; {
		c := 2*i + 1
		if c >= n {
			break
		}
		if c+1 < n && h[c+1].dist < h[c].dist {
			c++
		}
		if h[i].dist <= h[c].dist {
			break
		}
		h[i], h[c] = h[c], h[i]
		i = c
	}
	*q = h
	return top
}

// Waits puts structs into a heap of its own, which starts as nil, and takes them out while it is filled and afterwards.
//
//chad:grad
func Waits(x []float64) float64 {
	var q waitingHeap
	s := 0.0
	for i, v := range x {
		q.push(waiting{i, v})
		if i%3 == 2 {
			w := q.pop()
			s += w.dist * x[w.at]
		}
	}
	for len(q) > 0 {
		s = s*0.5 + q.pop().dist
	}
	return s
}

// Shortest is Dijkstra's algorithm with that heap, on a graph of which each node has three edges.
//
//chad:grad
func Shortest(x []float64) float64 {
	n := len(x)
	dist := make([]float64, n)
	for i := range dist {
		dist[i] = math.Inf(1)
	}
	dist[0] = 0
	q := waitingHeap{{0, 0}}
	done := make([]bool, n)
	for len(q) > 0 {
		w := q.pop()
		if done[w.at] {
			continue
		}
		done[w.at] = true
		for k := 1; k <= 3; k++ {
			to := (w.at*k + k) % n
			if d := w.dist + x[w.at]*x[w.at]; d < dist[to] {
				dist[to] = d
				q.push(waiting{to, d})
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

type road struct {
	to     int
	length float64
}

// Roads is Dijkstra's algorithm over adjacency lists, which ends early in the loop over the roads of a node, by a return and at its goal.
//
//chad:grad
func Roads(x []float64) float64 {
	n := len(x)
	roads := make([][]road, n)
	for i, v := range x {
		for k := 1; k <= 3; k++ {
			roads[i] = append(roads[i], road{(i*k + k) % n, v * v})
		}
	}
	dist := make([]float64, n)
	for i := range dist {
		dist[i] = math.Inf(1)
	}
	dist[0] = 0
	q := waitingHeap{{0, 0}}
	done := make([]bool, n)
goal:
	for len(q) > 0 {
		w := q.pop()
		if done[w.at] {
			continue
		}
		done[w.at] = true
		for _, r := range roads[w.at] {
			if r.length < 0 {
				return 0
			}
			if d := w.dist + r.length; d < dist[r.to] {
				dist[r.to] = d
				q.push(waiting{r.to, d})
			}
			if w.at == n-1 {
				break goal
			}
		}
	}
	return dist[n-1] * dist[n-1]
}
