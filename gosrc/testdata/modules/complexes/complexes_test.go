package complexes

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

// The functions over complex numbers and those over their parts, and what chad makes of them.
var twins = map[string][2]any{
	"Root":        {Root, rootSplit},
	"RootGrad":    {RootGrad, rootSplitGrad},
	"RootJVP":     {RootJVP, rootSplitJVP},
	"RootHVP":     {RootHVP, rootSplitHVP},
	"Spectrum":    {Spectrum, spectrumSplit},
	"SpectrumG":   {SpectrumGrad, spectrumSplitGrad},
	"SpectrumJVP": {SpectrumJVP, spectrumSplitJVP},
	"SpectrumHVP": {SpectrumHVP, spectrumSplitHVP},
	"InPlace":     {InPlace, inPlaceSplit},
	"InPlaceGrad": {InPlaceGrad, inPlaceSplitGrad},
	"InPlaceJVP":  {InPlaceJVP, inPlaceSplitJVP},
	"Filter":      {(*Filter).Response, (*filterSplit).response},
	"FilterGrad":  {(*Filter).ResponseGrad, (*filterSplit).responseGrad},
	"FilterJVP":   {(*Filter).ResponseJVP, (*filterSplit).responseJVP},
	"FilterHVP":   {(*Filter).ResponseHVP, (*filterSplit).responseHVP},
	"Escape":      {Escape, escapeSplit},
	"EscapeGrad":  {EscapeGrad, escapeSplitGrad},
	"EscapeJVP":   {EscapeJVP, escapeSplitJVP},
	"EscapeHVP":   {EscapeHVP, escapeSplitHVP},
	"Ladder":      {Ladder, ladderSplit},
	"LadderGrad":  {LadderGrad, ladderSplitGrad},
	"LadderJVP":   {LadderJVP, ladderSplitJVP},
	"LadderHVP":   {LadderHVP, ladderSplitHVP},
	"Product":     {Product, productSplit},
	"ProductVJP":  {ProductVJP, productSplitVJP},
	"ProductJVP":  {ProductJVP, productSplitJVP},
	"Contour":     {Contour, contourSplit},
	"ContourVJP":  {ContourVJP, contourSplitVJP},
	"ContourJVP":  {ContourJVP, contourSplitJVP},
}

// Values, gradients, tangents and products with Hessians are those of the functions over parts, to the bit. The two
// take arguments of the same memory.
func TestTwins(t *testing.T) {
	for name, pair := range twins {
		f, g := reflect.ValueOf(pair[0]), reflect.ValueOf(pair[1])
		for seed := range uint64(100) {
			a, b := arguments(f.Type(), seed), arguments(f.Type(), seed)
			for i := range b {
				b[i] = lookAt(b[i], g.Type().In(i))
			}
			x, y := append(f.Call(a), a...), append(g.Call(b), b...)
			for i := range x {
				same(t, name, seed, floats(x[i]), floats(y[i]))
			}
			if t.Failed() {
				return
			}
		}
	}
}

func same(t *testing.T, name string, seed uint64, x, y []float64) {
	t.Helper()
	if len(x) != len(y) {
		t.Fatalf("%s: %d numbers, and %d by parts", name, len(x), len(y))
	}
	for i := range x {
		if math.Float64bits(x[i]) != math.Float64bits(y[i]) && (x[i] == x[i] || y[i] == y[i]) {
			t.Errorf("%s: number %d is %v, and %v by parts, for seed %d", name, i, x[i], y[i], seed)
		}
	}
}

// lookAt is a value as one of another type with the same memory.
func lookAt(v reflect.Value, as reflect.Type) reflect.Value {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return reflect.NewAt(as, p.UnsafePointer()).Elem()
}

func arguments(t reflect.Type, seed uint64) []reflect.Value {
	r := rand.New(rand.NewPCG(seed, 1))
	args := make([]reflect.Value, t.NumIn())
	for i := range args {
		args[i] = random(t.In(i), r)
	}
	return args
}

// random is a value, of which slices have 8 elements.
func random(t reflect.Type, r *rand.Rand) reflect.Value {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Float64:
		v.SetFloat(real2(r))
	case reflect.Complex128:
		v.SetComplex(complex(real2(r), real2(r)))
	case reflect.Int:
		v.SetInt(8)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(t, 8, 8))
		for i := range 8 {
			v.Index(i).Set(random(t.Elem(), r))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			v.Field(i).Set(random(t.Field(i).Type, r))
		}
	case reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
		v.Elem().Set(random(t.Elem(), r))
	}
	return v
}

// real2 is a number that is special at times.
func real2(r *rand.Rand) float64 {
	if r.IntN(50) == 0 {
		return []float64{0, math.Copysign(0, -1), 1, 1e100}[r.IntN(4)]
	}
	return r.NormFloat64()
}

func floats(v reflect.Value) (out []float64) {
	switch v.Kind() {
	case reflect.Float64:
		return []float64{v.Float()}
	case reflect.Complex128:
		return []float64{real(v.Complex()), imag(v.Complex())}
	case reflect.Slice:
		for i := range v.Len() {
			out = append(out, floats(v.Index(i))...)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			out = append(out, floats(v.Field(i))...)
		}
	case reflect.Pointer:
		return floats(v.Elem())
	}
	return out
}
