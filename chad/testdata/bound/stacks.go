package bound

import "math"

// Machine has a stack of which operations take numbers and put others.
//
//chad:grad
func Machine(x []float64) float64 {
	var st []float64
	push := func(v float64) { st = append(st, v) }
	pop := func() float64 {
		v := st[len(st)-1]
		st = st[:len(st)-1]
		return v
	}
	for i, v := range x {
		switch i % 4 {
		case 0, 1:
			push(v)
		case 2:
			push(pop() * pop())
		case 3:
			push(math.Sin(pop()))
		}
	}
	return total(st)
}

func total(st []float64) float64 {
	s := 0.0
	for _, v := range st {
		s += v
	}
	return s
}

// Replaced takes the last of a list, and puts two for it.
//
//chad:grad
func Replaced(x []float64) float64 {
	st := []float64{1, 2, 3}
	for _, v := range x {
		a := st[len(st)-1]
		st = st[:len(st)-1]
		st = append(st, a*v)
		st = append(st, v)
	}
	return total(st)
}

// Scaled multiplies what is on top of a stack by what was there, in a branch.
//
//chad:grad
func Scaled(x []float64) float64 {
	var st []float64
	for i, v := range x {
		st = append(st, math.Sin(v))
		if i > 5 {
			a := st[len(st)-1]
			st = st[:len(st)-1]
			st[len(st)-1] *= a
		}
	}
	return total(st)
}

// Reduced replaces the last two numbers of a list by one.
//
//chad:grad
func Reduced(x []float64) float64 {
	var st []float64
	for i, v := range x {
		if i%3 == 2 {
			st = append(st[:len(st)-2], st[len(st)-1]*st[len(st)-2]+v)
		} else {
			st = append(st, math.Sin(v))
		}
	}
	return total(st)
}
