package sums

import (
	"math"
	mm "math"
	. "slices"
)

// A knot is a type of the package that a variable before a loop has.
type knot struct {
	at    float64
	slope *float64
}

func (k *knot) move(by float64) float64 {
	k.at += by
	return k.at
}

func fill(to []float64, v float64) float64 {
	to[1] = v
	return v * v
}

// Aliased fills what its loop reads under other names, by calls with results, and by a literal.
//
//chad:sum over=x wrt=p
//chad:sum over=x wrt=p reproducible name=AliasedAnyhow
//chad:grad wrt=p
func Aliased(p []float64, x []float64) float64 {
	copied, filled, sliced, set := make([]float64, 2), make([]float64, 2), make([]float64, 2), make([]float64, 2)
	_ = copy(copied, p)
	square := fill(filled, p[0])
	part := sliced[1:]
	part[0] = p[1]
	put := func(i int, v float64) { set[i] = v }
	put(1, 3*p[1])
	k, slope := knot{}, 0.0
	k.slope = &slope
	slope = p[0]
	_ = k.move(p[1])
	sum := square
	for _, v := range x {
		sum += v*copied[0] + v*v*filled[1] + v*v*v*sliced[1] + set[1] + k.at*v + *k.slope
	}
	return sum
}

// Named has a label at its loop, types and variables of its own with the names of packages, and dots that are not seen.
//
//chad:sum over=x wrt=p
//chad:sum over=x wrt=p reproducible name=NamedAnyhow
//chad:grad wrt=p
func Named(p []float64, x [][]float64) float64 {
	type pair struct{ a, b float64 }
	const first = 0
	math, errors := Max(p), p[first]
	sum := 0.0
rows:
	for _, row := range x {
		for j, v := range row {
			if v > 1 {
				continue rows
			}
			q := pair{v, p[j]}
			sum += mm.Exp(q.a*q.b) * math * errors
		}
		sum += Min(row)
	}
	return mm.Sqrt(1 + sum*sum)
}

// A Boxed model is one that pointers lead to.
type Boxed struct {
	W     []float64
	Inner *Inner
}

// Inner is within one.
type Inner struct{ Scale, Shift float64 }

// Loss is by all of the model.
//
//chad:sum over=x wrt=m
//chad:sum over=x wrt=m reproducible name=BoxedAnyhow
//chad:grad wrt=m
func (m *Boxed) Loss(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += m.Inner.Scale*v*m.W[0] + m.Inner.Shift*m.W[1]
	}
	return sum * sum
}

// Called adds up what calls, other names and literals have put into memory, one of them for each total.
//
//chad:sum over=x wrt=p
//chad:grad wrt=p
func Called(p []float64, x []float64) float64 {
	byCall, byName, byLiteral, byMethod, all := 0.0, 0.0, 0.0, 0.0, 0.0
	for _, v := range x {
		a, b, d, c := make([]float64, 2), make([]float64, 2), make([]float64, 2), knot{}
		_ = fill(a, p[0])
		other := b
		other[0] = p[1]
		put := func(v float64) { d[0] = v }
		put(p[0] * p[1])
		_ = c.move(p[0])
		byCall += a[1] * v
		byName += b[0] * v
		byLiteral += d[0] * v
		byMethod += c.at * v
		all += p[0] * v
	}
	return byCall*all + byName*all*all + byLiteral*byName + byMethod*byMethod*byCall
}

// Skipping leaves examples out where something else has the name of a total, and in loops within the loop.
//
//chad:sum over=x wrt=p
//chad:sum over=x wrt=p reproducible name=SkippingAnyhow
//chad:grad wrt=p
func Skipping(p []float64, x [][]float64) float64 {
	all, some := 0.0, 0.0
rows:
	for _, x := range x {
		some += p[0] * x[0]
		for _, v := range x {
			if all := v * p[1]; v > 1.2 {
				some += all
				continue rows
			} else if v > 1 {
				continue
			}
			some += v * v * p[1]
		}
		all += p[0] * p[1] * x[1]
	}
	return all * some
}

// Leaving leaves examples out where nothing else has that name.
//
//chad:sum over=x wrt=p
//chad:sum over=x wrt=p reproducible name=LeavingAnyhow
//chad:grad wrt=p
func Leaving(p []float64, x []float64) float64 {
	all, some := 0.0, 0.0
	for i := range x {
		all += p[0] * x[i]
		switch {
		case x[i] > 1:
			some += p[1] * x[i]
			continue
		case x[i] < -1:
			for k := range p {
				if k > 0 {
					continue
				}
				some -= p[k]
			}
		}
		all += p[0] * p[1] * x[i]
	}
	return all * some
}

// A Bag has rows of its own.
type Bag struct{ Row, Other []float64 }

// Uneven has rows that differ in length, as examples and in them.
//
//chad:sum over=x,bags wrt=p ragged=x,bags
//chad:sum over=x,bags wrt=p ragged=x,bags reproducible name=UnevenAnyhow
//chad:grad wrt=p ragged=x,bags
func Uneven(p []float64, x [][]float64, bags []Bag) float64 {
	sum := 0.0
	for i, row := range x {
		for j, v := range row {
			sum += v * p[j%2] * p[0]
		}
		for _, v := range bags[i].Row {
			sum += math.Sin(v * p[1])
		}
		sum += bags[i].Other[0]
	}
	return sum
}
