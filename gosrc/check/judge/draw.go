package judge

import (
	old "math/rand"
	"math/rand/v2"
	"reflect"
	"slices"
)

// A style is how the values of one point are drawn. Functions want arguments of many kinds: probabilities, degrees,
// ascending knots, sizes; so each point has a style of its own.
type style struct {
	*world
	rng           *rand.Rand
	number        func() float64
	least, most   int // of ints
	length, other int // of slices: of most, and of the odd one
	sorted, parts bool
	depth         int
}

const (
	deepest = 3       // pointers in types that hold themselves
	widest  = 1 << 16 // elements of a list in lists
)

// drawStyle chooses a style; the first points are the plainest.
func (w *world) drawStyle(s *Settings, rng *rand.Rand, k int) *style {
	between := func(a, b float64) func() float64 {
		return func() float64 { return a + (b-a)*rng.Float64() }
	}
	numbers := []func() float64{
		between(0.2, 2), between(0.05, 0.95), rng.NormFloat64, between(0.2, 2), between(1, 10), between(10, 80),
		func() float64 { return 40 * rng.NormFloat64() },
	}
	ints := [][2]int{{1, 4}, {2, 4}, {0, 2}, {1, 1}, {3, 12}, {0, 1}}
	lengths := []int{s.Size, s.Size, s.Size + 1, s.Size, s.Size - 1, 2 * s.Size, 1, 2, 3 * s.Size}
	if k < 4 {
		numbers, ints, lengths = numbers[:3], ints[:2], lengths[:3]
	}
	if len(s.Range) == 2 {
		numbers = []func() float64{between(s.Range[0], s.Range[1])}
	}
	i := ints[rng.IntN(len(ints))]
	out := &style{
		world: w, rng: rng, number: numbers[rng.IntN(len(numbers))], least: i[0], most: i[1],
		length: max(0, lengths[rng.IntN(len(lengths))]),
		sorted: k >= 4 && rng.IntN(3) == 0, parts: k >= 4 && len(s.Range) == 0 && rng.IntN(6) == 0,
	}
	out.other = out.length
	if k >= 4 && rng.IntN(3) == 0 {
		out.other = max(0, lengths[rng.IntN(len(lengths))])
	}
	return out
}

// drawAll draws the arguments of a function.
func (s *style) drawAll(t reflect.Type) []reflect.Value {
	args := make([]reflect.Value, t.NumIn())
	for i := range args {
		args[i] = reflect.New(t.In(i)).Elem()
		s.depth = 0
		s.draw(args[i])
	}
	return args
}

// draw sets v to something drawn, as far as its type is known: functions, maps and strings stay zero, and interfaces of
// which no type is known.
func (s *style) draw(v reflect.Value) {
	if s.drawGenerator(v) {
		return
	}
	switch v.Kind() {
	case reflect.Float64, reflect.Float32:
		v.SetFloat(s.number())
	case reflect.Complex128, reflect.Complex64:
		v.SetComplex(complex(s.number(), s.number()))
	case reflect.Bool:
		v.SetBool(s.rng.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(s.least + s.rng.IntN(s.most-s.least+1)))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(s.least + s.rng.IntN(s.most-s.least+1)))
	case reflect.Pointer:
		if s.depth++; s.depth <= deepest {
			p := reflect.New(v.Type().Elem())
			s.draw(p.Elem())
			v.Set(p.Convert(v.Type()))
		}
		s.depth--
	case reflect.Struct:
		s.drawStruct(v)
	case reflect.Slice:
		n := s.length
		if s.other != n && s.rng.IntN(2) == 0 {
			n = s.other
		}
		if s.depth++; s.depth <= 2*deepest {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			s.drawElements(v)
		}
		s.depth--
	case reflect.Array:
		if v.Len() <= widest {
			s.drawElements(v)
		}
	case reflect.Interface:
		s.drawHeld(v)
	}
}

// drawGenerator sets v to a generator of random numbers, if it is one.
func (s *style) drawGenerator(v reflect.Value) bool {
	switch p := v.Addr().Interface().(type) {
	case **rand.Rand:
		*p = rand.New(rand.NewPCG(s.rng.Uint64(), 0))
	case *rand.Source:
		*p = rand.NewPCG(s.rng.Uint64(), 0)
	case **old.Rand:
		*p = old.New(old.NewSource(s.rng.Int64()))
	default:
		return false
	}
	return true
}

// drawHeld draws a value of one of the types that an interface may hold.
func (s *style) drawHeld(v reflect.Value) {
	var fit []reflect.Type
	for _, t := range s.held {
		if t.Implements(v.Type()) {
			fit = append(fit, t)
		}
	}
	if len(fit) > 0 {
		x := reflect.New(fit[s.rng.IntN(len(fit))]).Elem()
		s.draw(x)
		v.Set(x)
	}
}

func (s *style) drawStruct(v reflect.Value) {
	t := v.Type()
	if t.PkgPath() == gonumMat && s.drawMatrix(v) {
		return
	}
	own := t.PkgPath() == "" || s.constant[ownPackage+t.PkgPath()]
	for i := range v.NumField() {
		if own || t.Field(i).IsExported() {
			s.draw(at(v, i))
		}
	}
}

// ownPackage is before the paths, in world.constant, of packages whose unexported fields may be drawn.
const ownPackage = "own:"

// drawElements draws the elements of a slice or array: ascending, or with sum 1, where the style says so. Slices in
// slices have one length.
func (s *style) drawElements(v reflect.Value) {
	if v.Type().Elem().Kind() == reflect.Slice {
		keep := *s
		if s.rng.IntN(2) == 0 {
			s.length = s.other
		}
		s.other = s.length
		defer func() { s.length, s.other = keep.length, keep.other }()
	}
	for i := range v.Len() {
		s.draw(v.Index(i))
	}
	if v.Len() == 0 || v.Index(0).Kind() != reflect.Float64 {
		return
	}
	x := make([]float64, v.Len())
	sum := 0.0
	for i := range x {
		x[i] = v.Index(i).Float()
		sum += x[i] * x[i]
	}
	switch {
	case s.sorted:
		slices.Sort(x)
	case s.parts && sum > 0:
		for i := range x {
			x[i] *= x[i] / sum
		}
	}
	for i, a := range x {
		v.Index(i).SetFloat(a)
	}
}

const gonumMat = "gonum.org/v1/gonum/mat"

// drawMatrix draws one of gonum's matrices, whose sizes must fit its elements.
func (s *style) drawMatrix(v reflect.Value) bool {
	n := max(1, s.length)
	m := v.Addr()
	length := reflect.ValueOf(n)
	switch v.Type().Name() {
	case "Dense":
		m.MethodByName("ReuseAs").Call([]reflect.Value{length, reflect.ValueOf(max(1, s.other))})
	case "VecDense":
		m.MethodByName("ReuseAsVec").Call([]reflect.Value{length})
	case "SymDense":
		m.MethodByName("ReuseAsSym").Call([]reflect.Value{length})
	case "TriDense":
		reuse := m.MethodByName("ReuseAsTri")
		kind := reflect.New(reuse.Type().In(1)).Elem()
		kind.SetBool(s.rng.IntN(2) == 0)
		reuse.Call([]reflect.Value{length, kind})
	default:
		return false
	}
	for i, l := range s.leaves(v) {
		l.SetFloat(s.number())
		if v.Type().Name() == "SymDense" && i%(n+1) == 0 { // so that most are positive definite
			l.SetFloat(l.Float() + 3*float64(n))
		}
	}
	return true
}
