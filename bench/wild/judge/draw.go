package judge

import (
	"math/rand/v2"
	"reflect"
	"slices"
)

// A style is how the numbers of one point are drawn. Functions want arguments of many kinds: probabilities, degrees,
// ascending knots, sizes; so each point has a style of its own.
type style struct {
	number        func() float64
	least, most   int // of ints
	length        int // of slices that are not told
	sorted, parts bool
	rng           *rand.Rand
}

func drawStyle(rng *rand.Rand) *style {
	between := func(a, b float64) func() float64 {
		return func() float64 { return a + (b-a)*rng.Float64() }
	}
	numbers := []func() float64{
		between(0.2, 2), between(0.2, 2), between(0.05, 0.95), between(0.05, 0.95), rng.NormFloat64, between(1, 10), between(10, 80),
		func() float64 { return 40 * rng.NormFloat64() },
	}
	ints := [][2]int{{1, 4}, {2, 4}, {0, 2}, {1, 1}, {3, 12}, {0, 1}}
	lengths := []int{3, 4, 5, 8, 2, 9, 12, 1, 4, 24}
	i := ints[rng.IntN(len(ints))]
	return &style{
		number: numbers[rng.IntN(len(numbers))],
		least:  i[0], most: i[1],
		length: lengths[rng.IntN(len(lengths))],
		sorted: rng.IntN(3) == 0, parts: rng.IntN(6) == 0,
		rng: rng,
	}
}

// drawAll draws the arguments of a function.
func drawAll(t reflect.Type, lengths []int, rng *rand.Rand) []reflect.Value {
	s := drawStyle(rng)
	args := make([]reflect.Value, t.NumIn())
	for i := range args {
		args[i] = reflect.New(t.In(i)).Elem()
		length := s.length
		if i < len(lengths) && lengths[i] > 0 {
			length = lengths[i]
		}
		s.draw(args[i], length)
	}
	return args
}

// draw sets v to something drawn. Slices in slices are square.
func (s *style) draw(v reflect.Value, length int) {
	switch v.Kind() {
	case reflect.Float64:
		v.SetFloat(s.number())
	case reflect.Bool:
		v.SetBool(s.rng.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(s.least + s.rng.IntN(s.most-s.least+1)))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(s.least + s.rng.IntN(s.most-s.least+1)))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		s.draw(v.Elem(), length)
	case reflect.Struct:
		for i := range v.NumField() {
			s.draw(v.Field(i), length)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), length, length))
		s.elements(v, length)
	case reflect.Array:
		s.elements(v, length)
	default:
		panic("judge: nothing to draw for a " + v.Type().String())
	}
}

// elements draws the elements of a slice or array: ascending, or with sum 1, where the style says so.
func (s *style) elements(v reflect.Value, length int) {
	for i := range v.Len() {
		s.draw(v.Index(i), length)
	}
	if v.Len() == 0 || v.Index(0).Kind() != reflect.Float64 {
		return
	}
	x := floats(v)
	switch {
	case s.sorted:
		slices.Sort(x)
	case s.parts:
		sum := 0.0
		for i := range x {
			x[i] *= x[i]
			sum += x[i]
		}
		for i := range x {
			x[i] /= sum
		}
	}
	for i, a := range x {
		v.Index(i).SetFloat(a)
	}
}
