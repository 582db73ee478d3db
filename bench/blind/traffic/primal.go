// Package traffic is the static assignment of traffic to the paths of a network. Travellers choose among the paths
// between their ends by a logit model, links become slower as they fill, and the method of successive averages goes
// towards the equilibrium. See Y. Sheffi, Urban Transportation Networks, chapters 2, 5 and 12.
package traffic

import "math"

// Link is a road. Its time at no traffic and its capacity give the time at any flow.
type Link struct {
	Time, Capacity float64
}

// cost is the travel time by the formula of the Bureau of Public Roads.
func (l *Link) cost(flow float64) float64 {
	return l.Time * (1 + 0.15*math.Pow(flow/l.Capacity, 4))
}

// Pair is an origin and a destination, with the travellers between them. Each path is a list of links.
type Pair struct {
	Demand float64
	Paths  [][]int
}

// choose fills shares with the parts of the travellers on each path, and returns it.
func (p *Pair) choose(costs []float64, theta float64, shares []float64) []float64 {
	shares = shares[:0]
	least := math.Inf(1)
	for _, path := range p.Paths {
		c := 0.0
		for _, a := range path {
			c += costs[a]
		}
		shares = append(shares, c)
		least = math.Min(least, c)
	}
	sum := 0.0
	for i, c := range shares {
		shares[i] = math.Exp(-theta * (c - least))
		sum += shares[i]
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}

// TotalTime is the time that all travellers need together after the given number of steps of the method of
// successive averages. theta says how much travellers mind time.
//
// It is differentiated with respect to the times and capacities of the links and the demands of the pairs.
func TotalTime(links []Link, pairs []Pair, theta float64, steps int) float64 {
	flow := make([]float64, len(links))
	costs := make([]float64, len(links))
	load := make([]float64, len(links))
	var shares []float64
	for n := 1; n <= steps; n++ {
		for a := range links {
			costs[a] = links[a].cost(flow[a])
			load[a] = 0
		}
		for i := range pairs {
			p := &pairs[i]
			shares = p.choose(costs, theta, shares)
			for j, path := range p.Paths {
				for _, a := range path {
					load[a] += p.Demand * shares[j]
				}
			}
		}
		for a := range flow {
			flow[a] += (load[a] - flow[a]) / float64(n)
		}
	}
	total := 0.0
	for a := range links {
		total += flow[a] * links[a].cost(flow[a])
	}
	return total
}
