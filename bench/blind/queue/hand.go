package queue

// Tape is memory kept between calls of Gradient.
type Tape struct {
	arrivals, departures []float64
	free                 []float64
	owner                []int32   // who left each server last, or -1
	bar, next            []float64 // by the arrivals at a station, and at the one after it

	// By station and customer, in the order of arrival at the station.
	after  []int32   // whose departure it waited for, or -1 if it did not wait
	who    []int32   // who arrives i-th at the next station
	excess []float64 // the waiting time less the mean
}

func (t *Tape) reserve(stations, customers, servers int) {
	n := stations * customers
	if cap(t.after) < n {
		t.after, t.who, t.excess = make([]int32, n), make([]int32, n), make([]float64, n)
	}
	if cap(t.bar) < customers {
		t.arrivals, t.departures = make([]float64, customers), make([]float64, customers)
		t.bar, t.next = make([]float64, customers), make([]float64, customers)
	}
	if cap(t.free) < servers {
		t.free, t.owner = make([]float64, servers), make([]int32, servers)
	}
	t.after, t.who, t.excess = t.after[:n], t.who[:n], t.excess[:n]
	t.arrivals, t.departures = t.arrivals[:customers], t.departures[:customers]
	t.bar, t.next = t.bar[:customers], t.next[:customers]
	t.free, t.owner = t.free[:servers], t.owner[:servers]
}

// Gradient is Cost and its derivative, which overwrites ratesBar.
func Gradient(rates, gaps []float64, work [][]float64, servers int, risk, price float64, ratesBar []float64,
	t *Tape) float64 {
	customers := len(gaps)
	t.reserve(len(rates), customers, servers)
	clock := 0.0
	for i, g := range gaps {
		clock += g
		t.arrivals[i] = clock
	}
	cost := 0.0
	for k, rate := range rates {
		from, to := k*customers, (k+1)*customers
		mean, variance := t.station(rate, work[k], t.after[from:to], t.who[from:to], t.excess[from:to])
		cost += mean + risk*variance + price*rate*float64(servers)
		t.arrivals, t.departures = t.departures, t.arrivals
	}

	// Nobody looks at the departures from the last station.
	clear(t.next)
	share := 1 / float64(customers)
	for k := len(rates) - 1; k >= 0; k-- {
		from, to := k*customers, (k+1)*customers
		after, who, excess := t.after[from:to], t.who[from:to], t.excess[from:to]
		// bar is by the departures in the order of service, and becomes that by the arrivals.
		bar := t.bar
		for i, w := range who {
			bar[w] = t.next[i]
		}
		workBar := 0.0
		for i := customers - 1; i >= 0; i-- {
			// done = start + work/rate. The mean of the excess is zero, so a wait' is that of its own square only.
			done := bar[i]
			workBar += done * work[k][i]
			if a := after[i]; a >= 0 {
				// start = the other's departure; wait = start - arrival.
				wait := share * (1 + 2*risk*excess[i])
				bar[a] += done + wait
				bar[i] = -wait
			}
			// Otherwise start = arrival, and done' goes there.
		}
		ratesBar[k] = price*float64(servers) - workBar/(rates[k]*rates[k])
		t.bar, t.next = t.next, bar
	}
	return cost
}

// station serves all, fills departures, and returns the moments of the waiting times.
func (t *Tape) station(rate float64, work []float64, after, who []int32, waits []float64) (mean, variance float64) {
	free, owner := t.free, t.owner
	clear(free)
	for i := range owner {
		owner[i] = -1
	}
	departures := t.departures
	n := len(t.arrivals)
	work, after, who, waits = work[:n], after[:n], who[:n], waits[:n]
	for i, a := range t.arrivals {
		start := a
		after[i] = -1
		if free[0] > a {
			start = free[0]
			after[i] = owner[0]
		}
		wait := start - a
		waits[i] = wait
		mean += wait
		done := start + work[i]/rate
		j := 1
		for j < len(free) && free[j] < done {
			free[j-1], owner[j-1] = free[j], owner[j]
			j++
		}
		free[j-1], owner[j-1] = done, int32(i)
		j = i
		for j > 0 && departures[j-1] > done {
			departures[j], who[j] = departures[j-1], who[j-1]
			j--
		}
		departures[j], who[j] = done, int32(i)
	}
	mean /= float64(n)
	for i, w := range waits {
		w -= mean
		waits[i] = w
		variance += w * w
	}
	return mean, variance / float64(n)
}
