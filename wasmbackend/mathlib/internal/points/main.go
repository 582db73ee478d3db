// Command points prints arguments and values of the functions of package functions, for a judge with more
// digits (internal/coefficients/judge.py):
//
//	go run ./internal/points [-n 100000] [-seed 1] [NAME …]
//
// A line is the name, and then the bits of the arguments and of the value, in hexadecimal.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"log"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/seed-4b734f86/gochad/wasmbackend/mathlib/functions"
)

// domains are where functions are sampled beyond all reals: the ends, and points where something happens.
var domains = map[string]struct {
	lo, hi float64
	at     []float64
}{
	"exp": {-746, 710, []float64{0, 700, -708, -745}}, "exp2": {-1076, 1024, []float64{0, 1000, -1022, -1074}}, "expm1": {-40, 710, []float64{0, 1.0 / 32}},
	"log": {0, math.MaxFloat64, []float64{1, 0}}, "log2": {0, math.MaxFloat64, []float64{1, 2, 0}}, "log10": {0, math.MaxFloat64, []float64{1, 10, 1000, 0}},
	"log1p": {-1, math.MaxFloat64, []float64{0, -1, 1.0 / 16}}, "asin": {-1, 1, []float64{0, 1, -1, 0.7}}, "acos": {-1, 1, []float64{0, 1, -1, 0.7}},
	"acosh": {1, math.MaxFloat64, []float64{1, 1.1, 1 << 28}}, "atanh": {-1, 1, []float64{0, 1, -1}}, "sinh": {-711, 711, []float64{0, 0.25, 40, 700, 710}},
	"cosh": {-711, 711, []float64{0, 40, 700, 710}}, "tanh": {-20, 20, []float64{0, 1.0 / 16}}, "sigmoid": {-746, 40, []float64{0}},
	"softplus": {-746, 800, []float64{0}}, "erf": {-6, 6, []float64{0, 1}}, "erfc": {-6, 27.3, []float64{0, 1, 26.5}}, "normcdf": {-38.5, 9, []float64{0, 1, -38}},
	"normpdf": {-38.6, 38.6, []float64{0, 38}}, "gamma": {-170, 171.7, []float64{0, 1, 2, 1.46, -0.5, 171.6}},
	"lgamma": {-200, 1e305, []float64{0, 1, 2, 3, 10}}, "digamma": {-100, 1e300, []float64{0, 1.4616321449683622, 10}},
	"log1mexp": {-745, 0, []float64{0, -0.693}}, "logit": {0, 1, []float64{0, 0.5, 1}}, "erfinv": {-1, 1, []float64{0, 1, -1}}, "erfcinv": {0, 2, []float64{0, 1, 2}},
	"j0": {-1e9, 1e9, []float64{0, 2.404825557695773, 5.520078110286311, 32, -32}}, "j1": {-1e9, 1e9, []float64{0, 3.8317059702075125, 0.5, 32}},
	"y0": {0, 1e9, []float64{0, 0.8935769662791675, 2, 3.957678419314858, 32}}, "y1": {0, 1e9, []float64{0, 2.197141326031017, 2, 32}},
	"jn": {-300, 300, []float64{0, 5.135622301840683, 10, 32}}, "yn": {0.01, 300, []float64{1, 3.384241767149593, 10, 32}},
}

func sample(r *rand.Rand, lo, hi float64, at []float64) float64 {
	for {
		var x float64
		switch r.IntN(5) {
		case 0:
			x = math.Ldexp(r.Float64()+1, r.IntN(2098)-1074)
		case 1:
			x = math.Ldexp(r.Float64()+1, r.IntN(24)-12)
		case 2:
			x = r.Float64() * 4
		case 3:
			if len(at) > 0 {
				x = at[r.IntN(len(at))]
				if r.IntN(2) == 0 {
					x += math.Ldexp(r.NormFloat64(), -r.IntN(30))
				} else {
					x = math.Float64frombits(math.Float64bits(x) + uint64(r.IntN(41)) - 20)
				}
				if lo <= x && x <= hi {
					return x
				}
			}
			continue
		default:
			x = max(lo, -1e3) + r.Float64()*(min(hi, 1e3)-max(lo, -1e3))
			if lo <= x && x <= hi {
				return x
			}
		}
		if r.IntN(2) == 0 {
			x = -x
		}
		if lo <= x && x <= hi {
			return x
		}
	}
}

func main() {
	n := flag.Int("n", 100_000, "points for each function")
	seed := flag.Uint64("seed", 1, "of the random arguments")
	flag.Parse()
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	names := flag.Args()
	if len(names) == 0 {
		names = slices.AppendSeq([]string{"jn", "yn"}, maps.Keys(functions.Unary))
		names = slices.AppendSeq(names, maps.Keys(functions.Binary))
		slices.Sort(names)
	}
	for _, name := range names {
		r := rand.New(rand.NewPCG(*seed, 9))
		d, ok := domains[name]
		if !ok {
			d.lo, d.hi = -math.MaxFloat64, math.MaxFloat64
		}
		for range *n {
			switch {
			case functions.Unary[name] != nil:
				x := sample(r, d.lo, d.hi, d.at)
				fmt.Fprintf(w, "%s %016x %016x\n", name, math.Float64bits(x), math.Float64bits(functions.Unary[name](x)))
			case functions.Binary[name] != nil:
				x, y := two(r, name)
				fmt.Fprintf(w, "%s %016x %016x %016x\n", name, math.Float64bits(x), math.Float64bits(y), math.Float64bits(functions.Binary[name](x, y)))
			case functions.IntReal[name] != nil:
				k, x := order(r), sample(r, d.lo, d.hi, d.at)
				fmt.Fprintf(w, "%s %016x %016x %016x\n", name, math.Float64bits(float64(k)), math.Float64bits(x), math.Float64bits(functions.IntReal[name](k, x)))
			default:
				w.Flush()
				log.Fatalf("no function %s", name)
			}
		}
	}
}

// order is an order of a Bessel function.
func order(r *rand.Rand) int {
	n := r.IntN(12)
	if r.IntN(4) == 0 {
		n = r.IntN(150)
	}
	if r.IntN(8) == 0 {
		n = -n
	}
	return n
}

// two are arguments of a binary function.
func two(r *rand.Rand, name string) (x, y float64) {
	wide := func() float64 { return sample(r, -math.MaxFloat64, math.MaxFloat64, nil) }
	switch name {
	case "pow":
		x = math.Abs(sample(r, -math.MaxFloat64, math.MaxFloat64, []float64{1, 2}))
		if x == 0 || x == 1 {
			return 1.5, r.Float64()
		}
		// An exponent whose power is finite.
		most := math.Abs(744 / math.Log(x))
		y = (2*r.Float64() - 1) * most
		if r.IntN(3) == 0 {
			y = math.Round(y)
		}
		if r.IntN(4) == 0 && math.Abs(y) < 1<<20 {
			y = math.Round(y*4) / 4
		}
		return x, y
	case "xlogy":
		return wide(), math.Abs(wide())
	case "logaddexp":
		return sample(r, -1000, 1000, nil), sample(r, -1000, 1000, nil)
	case "hypot", "atan2":
		x = wide()
		if r.IntN(2) == 0 {
			return x, math.Ldexp(x*r.NormFloat64(), r.IntN(20)-10)
		}
	}
	return wide(), wide()
}
