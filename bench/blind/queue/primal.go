// Package queue simulates a tandem of G/G/c queues by the recursion of Lindley in the form of Kiefer and Wolfowitz:
// each station keeps the times at which its servers become free, in ascending order. See A. Law, W. D. Kelton,
// Simulation Modeling and Analysis, chapters 1 and 2.
package queue

// station is a queue with several equal servers.
type station struct {
	free  []float64 // when each server becomes free, ascending
	waits []float64 // of the customers so far
}

// serve takes the customer that arrives next and returns when it leaves.
func (s *station) serve(arrival, duration float64) float64 {
	start := arrival
	if s.free[0] > start {
		start = s.free[0]
	}
	s.waits = append(s.waits, start-arrival)
	done := start + duration
	// The server that was free first takes its new place; those before move down.
	i := 1
	for i < len(s.free) && s.free[i] < done {
		s.free[i-1] = s.free[i]
		i++
	}
	s.free[i-1] = done
	return done
}

// insert appends t to the ascending list, and moves it to its place.
func insert(list []float64, t float64) []float64 {
	list = append(list, t)
	i := len(list) - 1
	for i > 0 && list[i-1] > t {
		list[i] = list[i-1]
		i--
	}
	list[i] = t
	return list
}

// moments are the mean and the variance.
func moments(x []float64) (mean, variance float64) {
	n := float64(len(x))
	for _, v := range x {
		mean += v
	}
	mean /= n
	for _, v := range x {
		d := v - mean
		variance += d * d
	}
	return mean, variance / n
}

// Cost is what waiting and capacity cost: of each station its mean waiting time, a part of its variance, and a price
// for the rate of service. gaps are the times between arrivals at the first station. work[k][i] is what station k has
// to do for its i-th customer, which takes work[k][i] / rates[k]. A customer goes on to the next station when it
// leaves, and is served there in the order of arrival.
//
// It is differentiated with respect to rates.
func Cost(rates, gaps []float64, work [][]float64, servers int, risk, price float64) float64 {
	var arrivals []float64
	clock := 0.0
	for _, g := range gaps {
		clock += g
		arrivals = append(arrivals, clock)
	}
	cost := 0.0
	for k, rate := range rates {
		s := station{free: make([]float64, servers)}
		var departures []float64
		for i, a := range arrivals {
			departures = insert(departures, s.serve(a, work[k][i]/rate))
		}
		mean, variance := moments(s.waits)
		cost += mean + risk*variance + price*rate*float64(servers)
		arrivals = departures
	}
	return cost
}
