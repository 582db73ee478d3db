package semantics

import "github.com/seed-4b734f86/gochad/syntax"

// Cost counts the work of an evaluation.
//
//	Ops     the sum of Op.Cost over the primitives applied; 1 for each addition of two scalars by plus or sum
//	Loads   array elements read
//	Stores  array elements written, zeroing and copying included
//	Alloc   words allocated: array elements, closures (1 + captured variables), injections (2), one-hots (2)
//
// Tuples are free: they live in registers. A coercion or a pack copies nothing.
type Cost struct{ Ops, Loads, Stores, Alloc int64 }

// Total is the sum of all the counts.
func (c Cost) Total() int64 { return c.Ops + c.Loads + c.Stores + c.Alloc }

// machine is the state of a running evaluation.
type machine struct {
	cost  Cost
	fuel  int64 // steps left
	depth int   // levels of nesting left
	defs  map[*syntax.Def]*function
	// scalars is a stack of the arguments of the primitives being evaluated.
	scalars []syntax.Value
	// With track, how many of the words allocated are freed, and how many were alive at most.
	track       bool
	freed, peak int64
}

// step takes n steps.
func (m *machine) step(at *syntax.Pos, n int64) {
	if m.fuel -= n; m.fuel < 0 {
		m.fuel = 0
		fail(at, OutOfFuel, "the evaluation takes too many steps")
	}
}

// enter goes down some levels of nesting; leave them by adding to depth.
func (m *machine) enter(at *syntax.Pos, levels int) {
	if m.depth -= levels; m.depth < 0 {
		fail(at, TooDeep, "the recursion is too deep")
	}
}

// room checks that an array of n elements can be afforded.
func (m *machine) room(at *syntax.Pos, n int64) {
	if n < 0 {
		fail(at, NegativeSize, "an array of negative length %d", n)
	}
	if n > m.fuel {
		fail(at, OutOfFuel, "an array of length %d takes too many steps", n)
	}
}

func (m *machine) wrote(n int) {
	m.cost.Alloc += int64(n)
	m.cost.Stores += int64(n)
}

func asReal(v Value) float64 {
	switch v := v.(type) {
	case Real:
		return float64(v)
	case Zero:
		return 0
	}
	panic("a real is wanted, got " + describe(v))
}

func asInt(v Value) int64 {
	switch v := v.(type) {
	case Int:
		return int64(v)
	case Zero:
		return 0
	}
	panic("an int is wanted, got " + describe(v))
}

func asBool(v Value) bool {
	switch v := v.(type) {
	case Bool:
		return bool(v)
	case Zero:
		return false
	}
	panic("a bool is wanted, got " + describe(v))
}

// scalar is a result of a primitive as a value.
func scalar(t syntax.Type, x syntax.Value) Value {
	switch t {
	case syntax.Real:
		return Real(x.F)
	case syntax.Bool:
		return Bool(x.I != 0)
	}
	return Int(x.I)
}
