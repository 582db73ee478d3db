package corpus

// refill has the squares of k elements of x, in the memory of list where there is room.
func refill(list, x []float64, k int) []float64 {
	list = list[:0]
	for i := range k {
		v := x[i%len(x)]
		list = append(list, v*v)
	}
	for i := range list {
		list[i] += float64(i)
	}
	return list
}

// RefilledLonger has a list that is longer in each round.
func RefilledLonger(x []float64, rounds int) float64 {
	if len(x) == 0 || rounds > 9 {
		return 0
	}
	var list []float64
	t := 0.0
	for k := range rounds {
		list = refill(list, x, k)
		for i, v := range list {
			t += v * x[(i+k)%len(x)]
		}
	}
	return t
}

// RefilledAhead has two lists that change places, of which the older is filled again.
func RefilledAhead(x []float64, rounds int) float64 {
	if len(x) == 0 || rounds > 9 {
		return 0
	}
	var last, list []float64
	t := 0.0
	for k := range rounds {
		last, list = list, refill(last, x, k)
		for i := range last {
			t += last[i] * list[i] * x[0]
		}
	}
	return t
}

// RefilledAndRead reads, of a list that is filled again, what was in it: there is room, so that it is overwritten.
func RefilledAndRead(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	list := []float64{x[0], 2 * x[0], 3 * x[0]}
	short := refill(list, x, 2)
	return short[0]*list[0] + short[1]*list[2] + list[1]
}

// A refiller has such a list in a field.
type refiller struct{ list []float64 }

func (r *refiller) fill(x []float64, k int) []float64 {
	r.list = refill(r.list, x, k)
	return r.list
}

// RefilledField has it filled by a method, which also returns it.
func RefilledField(x []float64, rounds int) float64 {
	if len(x) == 0 || rounds > 9 {
		return 0
	}
	var r refiller
	t := 0.0
	for k := range rounds {
		for _, v := range r.fill(x, k) {
			t += v * x[k%len(x)]
		}
		if k > 0 {
			t += r.list[k-1]
		}
	}
	return t
}

// insertSorted appends v to an ascending list, and moves it to its place.
func insertSorted(list []float64, v float64) []float64 {
	list = append(list, v)
	i := len(list) - 1
	for i > 0 && list[i-1] > v {
		list[i] = list[i-1]
		i--
	}
	list[i] = v
	return list
}

// InsertedRounds makes a new ascending list of the last one in each round.
func InsertedRounds(x []float64, rounds int) float64 {
	if len(x) == 0 || rounds > 4 {
		return 0
	}
	list := append([]float64(nil), x...)
	t := 0.0
	for k := range rounds {
		var next []float64
		for i, v := range list {
			next = insertSorted(next, v*x[i]+float64(k))
		}
		t += next[0] - next[len(next)-1]
		list = next
	}
	return t
}
