package traffic

import "math"

// Tape is memory kept between calls of Gradient.
type Tape struct {
	flows         []float64 // by step and link, those before the step; the last ones are the result
	shares        []float64 // by step, pair and path
	costs, load   []float64
	flowBar       []float64
	loadBar       []float64
	costBar       []float64
	pathBar       []float64 // by the shares of one pair
	inverse       []float64 // one by the capacity
	timeBar, cBar []float64
}

func grow(n int, buffers ...*[]float64) {
	for _, b := range buffers {
		if cap(*b) < n {
			*b = make([]float64, n)
		}
		*b = (*b)[:n]
	}
}

// Gradient is TotalTime and its derivatives, which overwrite the numbers of linksBar and demandBar.
func Gradient(links []Link, pairs []Pair, theta float64, steps int, linksBar []Link, demandBar []float64,
	t *Tape) float64 {
	n, paths, most := len(links), 0, 0
	for i := range pairs {
		k := len(pairs[i].Paths)
		paths += k
		most = max(most, k)
	}
	grow((steps+1)*n, &t.flows)
	grow(steps*paths, &t.shares)
	grow(n, &t.costs, &t.load, &t.flowBar, &t.loadBar, &t.costBar, &t.inverse, &t.timeBar, &t.cBar)
	grow(most, &t.pathBar)
	costs, load, inverse := t.costs, t.load, t.inverse
	for a := range links {
		inverse[a] = 1 / links[a].Capacity
	}
	clear(t.flows[:n])
	for k := range steps {
		flow, next := t.flows[k*n:(k+1)*n], t.flows[(k+1)*n:(k+2)*n]
		for a := range links {
			costs[a] = links[a].Time * rise(flow[a]*inverse[a])
			load[a] = 0
		}
		shares := t.shares[k*paths : (k+1)*paths]
		for i := range pairs {
			p := &pairs[i]
			m := len(p.Paths)
			p.spread(costs, theta, shares[:m], load)
			shares = shares[m:]
		}
		step := 1 / float64(k+1)
		for a, v := range flow {
			next[a] = v + (load[a]-v)*step
		}
	}

	// total = Σ x·c(x).
	flow := t.flows[steps*n : (steps+1)*n]
	total := 0.0
	for a := range links {
		c := links[a].Time * rise(flow[a]*inverse[a])
		total += flow[a] * c
		t.flowBar[a] = c
		t.costBar[a] = flow[a]
		t.timeBar[a], t.cBar[a] = 0, 0
	}
	t.cost(links, flow)
	clear(demandBar)
	for k := steps - 1; k >= 0; k-- {
		// next = flow + (load - flow) / step.
		step := 1 / float64(k+1)
		for a, b := range t.flowBar {
			t.loadBar[a] = b * step
			t.flowBar[a] = b * (1 - step)
			t.costBar[a] = 0
		}
		shares := t.shares[k*paths : (k+1)*paths]
		for i := range pairs {
			p := &pairs[i]
			m := len(p.Paths)
			demandBar[i] += t.spread(p, theta, shares[:m])
			shares = shares[m:]
		}
		t.cost(links, t.flows[k*n:(k+1)*n])
	}
	for a := range links {
		linksBar[a] = Link{Time: t.timeBar[a], Capacity: t.cBar[a]}
	}
	return total
}

// rise is the cost at the part x of the capacity, as a multiple of that at no traffic.
func rise(x float64) float64 {
	x *= x
	return 1 + 0.15*x*x
}

// spread fills the shares and adds the flows to the load.
func (p *Pair) spread(costs []float64, theta float64, shares, load []float64) {
	least := math.Inf(1)
	for j, path := range p.Paths {
		c := 0.0
		for _, a := range path {
			c += costs[a]
		}
		shares[j] = c
		if c < least {
			least = c
		}
	}
	sum := 0.0
	for j, c := range shares {
		e := math.Exp(-theta * (c - least))
		shares[j] = e
		sum += e
	}
	scale := 1 / sum
	for j, path := range p.Paths {
		shares[j] *= scale
		f := p.Demand * shares[j]
		for _, a := range path {
			load[a] += f
		}
	}
}

// spread adds what comes back to the costs by the choice of a pair, and returns the derivative by the demand.
//
// A path with share s has demand·s on it: demand' += s·b, where b sums load' over the path, and s' = demand·b. The
// shares are a softmax of -theta·cost: cost' = -theta·s·(s' - Σ s·s').
func (t *Tape) spread(p *Pair, theta float64, shares []float64) float64 {
	pathBar := t.pathBar[:len(shares)]
	mean := 0.0
	for j, path := range p.Paths {
		b := 0.0
		for _, a := range path {
			b += t.loadBar[a]
		}
		pathBar[j] = b
		mean += shares[j] * b
	}
	scale := -theta * p.Demand
	for j, path := range p.Paths {
		b := scale * shares[j] * (pathBar[j] - mean)
		for _, a := range path {
			t.costBar[a] += b
		}
	}
	return mean
}

// cost reverses the costs at the flow. Of c = T·(1 + 0.15·x⁴) with x = flow/capacity: T' = c/T, x' = T·0.6·x³.
func (t *Tape) cost(links []Link, flow []float64) {
	for a, b := range t.costBar {
		inv := t.inverse[a]
		x := flow[a] * inv
		t.timeBar[a] += b * rise(x)
		xBar := b * links[a].Time * 0.6 * x * x * x * inv
		t.flowBar[a] += xBar
		t.cBar[a] -= xBar * x
	}
}
