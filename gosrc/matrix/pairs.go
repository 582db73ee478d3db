package matrix

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// A Factor is something about a file that has a level in each row.
type Factor struct {
	Name   string
	Levels []string
}

// Factors are all factors.
func Factors() []Factor { return factors }

// forms are the types of parameters, by what is outside.
var forms = []string{ //nolint:gochecknoglobals // a constant
	"real", "pointer to real", "array", "pointer to array", "nested arrays", "slice", "pointer to slice", "rows",
	"pointer to rows",
	"slice of arrays", "array of slices", "cube", "struct", "pointer to struct", "struct with slices",
	"struct with pointers",
	"embedded", "embedded pointer", "slice of structs", "slice of structs with slices",
	"slice of structs with pointers", "array of structs",
	"slice of pointers", "ragged", "loose", "deep", "named slice", "named rows", "literal struct", "marked", "opaque",
	"no reals",
	"pointer to pointer", "recursive", "complex", "callback", "integer", "optional", "foreign",
}

var factors = []Factor{ //nolint:gochecknoglobals // a constant
	{"first", forms},
	{"second", append([]string{"none", "variadic"}, forms...)},
	{"result", []string{
		"real", "single", "named", "several", "slice", "array", "rows", "struct", "pointer", "pointer to struct",
		"mixed", "both", "constant",
		"constant slice", "grown", "parameter", "part", "parameter beside", "twice", "nothing", "late", "integer",
	}},
	{"verb", verbLevels},
	{"also", append([]string{"none"}, verbLevels...)},
	{"wrt", []string{"all", "first", "second", "both", "field"}},
	{"uses first", []string{"smooth", "linear", "floor", "recursive", "unused", "products", "attached"}},
	{"uses second", []string{"smooth", "linear", "floor", "recursive", "unused", "products", "attached"}},
	{"writes", []string{"none", "first", "second", "both"}},
	{"fails", []string{"never", "error", "panic"}},
	{"kind", []string{"func", "unexported", "method", "pointer method", "generic", "generic method"}},
	{"names", []string{"plain", "builtin", "import", "derived", "helper", "odd"}},
	{"products", []string{"plain", "rounded"}},
	{"checkpoint", optional},
	{"elementary", optional},
	{"fastmath", optional},
	{"blas", optional},
	{"jam", optional},
	{"parallel", optional},
}

// optional are the levels of what is said or not.
var optional = []string{"no", "yes"} //nolint:gochecknoglobals // a constant

var verbLevels = []string{"grad", "vjp", "jvp", "jacobian", "hessian", "hvp", "func", "jacobian by=colors", "hessian by=colors"} //nolint:gochecknoglobals // a constant

// A Row is a level of each factor, by number.
type Row []int

// Level is the level of a factor.
func (r Row) Level(factor string) string {
	k := slices.IndexFunc(factors, func(f Factor) bool { return f.Name == factor })
	return factors[k].Levels[r[k]]
}

// String lists the levels.
func (r Row) String() string {
	parts := make([]string, len(r))
	for i, l := range r {
		parts[i] = factors[i].Name + " " + factors[i].Levels[l]
	}
	return strings.Join(parts, ", ")
}

// A Pair is two levels of two factors.
type Pair struct{ A, LevelA, B, LevelB int }

// String names them.
func (p Pair) String() string {
	return factors[p.A].Name + " " + factors[p.A].Levels[p.LevelA] + ", " + factors[p.B].Name + " " +
		factors[p.B].Levels[p.LevelB]
}

// A Cover knows which pairs are still to come.
type Cover struct {
	rng  *rand.Rand
	open map[Pair]bool
}

// Pairs are all pairs of levels.
func Pairs(rng *rand.Rand) *Cover {
	c := &Cover{rng: rng, open: map[Pair]bool{}}
	for a := range factors {
		for b := range a {
			for i := range factors[a].Levels {
				for j := range factors[b].Levels {
					c.open[Pair{b, j, a, i}] = true
				}
			}
		}
	}
	return c
}

// Open are the pairs still to come, in order.
func (c *Cover) Open() []Pair {
	return slices.SortedFunc(maps.Keys(c.open), func(p, q Pair) int {
		return slices.Compare([]int{p.A, p.LevelA, p.B, p.LevelB}, []int{q.A, q.LevelA, q.B, q.LevelB})
	})
}

// Done takes the pairs of a row off.
func (c *Cover) Done(r Row) {
	for a := range r {
		for b := range a {
			delete(c.open, Pair{b, r[b], a, r[a]})
		}
	}
}

// Rows are rows that have all pairs that are open and can stand in one row together; sensible says which rows can.
func (c *Cover) Rows(sensible func(Row) bool) []Row {
	left := &Cover{rng: c.rng, open: map[Pair]bool{}}
	for p := range c.open {
		left.open[p] = true
	}
	var out []Row
	for _, p := range left.Open() {
		if !left.open[p] {
			continue
		}
		var best Row
		most := 0
		for try := 0; try < 10 || best == nil && try < 200; try++ {
			r := left.row(p)
			if try%2 > 0 {
				r = Sample(c.rng)
				r[p.A], r[p.B] = p.LevelA, p.LevelB
			}
			if !sensible(r) {
				continue
			}
			if n := left.count(r); n > most {
				best, most = r, n
			}
		}
		if best == nil {
			delete(left.open, p) // it attracts rows
			continue
		}
		left.Done(best)
		out = append(out, best)
	}
	return out
}

// row is a row with a pair and, factor after factor, a level that has as many other pairs as any.
func (c *Cover) row(p Pair) Row {
	r := make(Row, len(factors))
	known := make([]bool, len(factors))
	r[p.A], r[p.B], known[p.A], known[p.B] = p.LevelA, p.LevelB, true, true
	for _, a := range c.rng.Perm(len(factors)) {
		if known[a] {
			continue
		}
		most := -1
		for _, l := range c.order(a) {
			n := 0
			for b := range factors {
				switch {
				case !known[b]:
				case b < a && c.open[Pair{b, r[b], a, l}], b > a && c.open[Pair{a, l, b, r[b]}]:
					n++
				}
			}
			if n > most {
				most, r[a] = n, l
			}
		}
		known[a] = true
	}
	return r
}

// order is the order in which levels of a factor are tried. Of what is said or not, mostly not: most promises are about
// that.
func (c *Cover) order(a int) []int {
	if levels := factors[a].Levels; slices.Equal(levels, optional) && c.rng.IntN(5) > 0 {
		return []int{0, 1}
	}
	return c.rng.Perm(len(factors[a].Levels))
}

func (c *Cover) count(r Row) (n int) {
	for a := range r {
		for b := range a {
			if c.open[Pair{b, r[b], a, r[a]}] {
				n++
			}
		}
	}
	return n
}

// Sample is a row by chance.
func Sample(rng *rand.Rand) Row {
	r := make(Row, len(factors))
	c := Cover{rng: rng}
	for i := range factors {
		r[i] = c.order(i)[0]
	}
	if rng.IntN(8) == 0 { // what most people ask for, in all ways
		for factor, level := range map[string]string{"first": "slice", "result": "real", "writes": "none",
			"fails": "never", "wrt": "first"} {
			k := slices.IndexFunc(factors, func(f Factor) bool { return f.Name == factor })
			r[k] = slices.Index(factors[k].Levels, level)
		}
	}
	return r
}
