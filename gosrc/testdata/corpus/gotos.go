package corpus

import (
	"math"
	"sync"
)

// Again goes back until x is small.
func Again(x float64) (y, n float64) {
	y = x
again:
	if math.Abs(y) > 1 && n < 20 {
		y /= 2
		n++
		goto again
	}
	return y, n
}

// Found leaves two loops, and what stands between them and the label.
func Found(x []float64, limit float64) float64 {
	s := 0.0
	for i := range x {
		for j := range x {
			s += x[i] * x[j]
			if s > limit {
				goto done
			}
		}
	}
	s *= 3
done:
	return s + x[0]
}

// Ends has two labels, to which gotos lead forward from branches and from each other's parts.
func Ends(x []float64, k int) float64 {
	s := 1.0
	if k%3 == 0 {
		goto last
	}
	s += x[0]
	if k%3 == 1 {
		s *= 2
		goto first
	}
	s -= x[1] * x[0]
	if x[1] > 0 {
		goto last
	}
	s *= s
first:
	s += x[1]
	if s > 2 {
		goto last
	}
	s *= x[0]
last:
	return s * x[1]
}

// Between goes back past a variable that is declared between the labels, and keeps it.
func Between(x float64, n int) float64 {
	k := 0
	s := 0.0
first:
	y := x * (1 + s)
second:
	y = y*0.5 + s
	k++
	if k%3 != 0 {
		goto second
	}
	s += y
	if k < n%20 {
		goto first
	}
	return s + y
}

// Into has a goto into the middle of what another one repeats, as old numeric code has.
func Into(x []float64, k int) float64 {
	var y, err float64
	n := 0
	if k%2 == 0 {
		y = x[0] * x[1]
		goto done
	}
	if k%5 == 1 {
		goto div
	}
	y = x[0]
improve:
	y = y*0.5 + x[1]
	err = math.Abs(y - 2*x[1])
	n++
done:
	if n > 3 || k%2 == 0 && n > 1 {
		return y + err
	}
	if err < 0.1 {
		y += x[0]
	}
	n++
	goto improve
div:
	return y - x[1]
}

// Cases has gotos in and out of a switch, in a loop with labels of its own.
func Cases(x []float64, k int) float64 {
	s := 0.0
outer:
	for i, v := range x {
		tries := 0
	retry:
		switch {
		case v > 1 && tries < 9:
			v -= 1
			tries++
			goto retry
		case v < -1:
			v += 0.5
			tries++
			if tries > 3 {
				continue outer
			}
			goto retry
		case i > k%7:
			break outer
		}
		s += v * v
	}
	return s
}

// Leaves has a break and a continue, without labels, of the loop around what gotos repeat or leave.
func Leaves(x []float64, k int) float64 {
	s := 0.0
	for i, v := range x {
		n := 0
	again:
		v /= 2
		n++
		if n > 6 {
			break
		}
		if math.Abs(v) > 1 {
			goto again
		}
		if i%3 == 1 {
			continue
		}
		if k%2 == 0 {
			goto end
		}
		if i > 4 {
			break
		}
		s += v
	end:
		s += v * v
	}
	return s
}

// Guarded locks what it makes itself.
func Guarded(x []float64) float64 {
	c := counter{scale: 2}
	s := 0.0
	for _, v := range x {
		s += c.next(v)
	}
	c.once.Do(func() { s = 0 })
	return s + c.sum
}

type counter struct {
	mu         sync.Mutex
	rw         sync.RWMutex
	once       sync.Once
	sum, scale float64
}

func (c *counter) next(v float64) float64 {
	c.mu.Lock()
	c.rw.RLock()
	c.once.Do(func() { c.sum = v * v })
	c.sum += c.scale * v
	v *= c.sum
	c.rw.RUnlock()
	c.mu.Unlock()
	return v
}

// Deferred changes its result when it has ended, by what was deferred last first.
func Deferred(x []float64, k int) (s float64) {
	c := counter{scale: 3}
	c.mu.Lock()
	defer c.mu.Unlock()
	defer func() { s += c.sum }()
	y := x[0]
	if k%3 == 1 {
		defer scaleBy(&s, y)
		y = 7
	}
	if k%3 == 2 {
		defer func(v float64) { s -= v * y }(x[1])
		y *= x[1]
		return y * y
	}
	c.sum = x[1] * y
	for i, v := range x {
		if v > 1 {
			return s + v*y
		}
		s += v * float64(i+1)
	}
	return s * y
}

func scaleBy(s *float64, by float64) { *s *= by }
