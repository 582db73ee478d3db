package loop

import (
	"fmt"
	"slices"
)

// A RunError is a run-time error of a program.
type RunError struct {
	Func string
	Msg  string
}

// Error is the name of the function and the message.
func (e *RunError) Error() string { return e.Func + ": " + e.Msg }

// maxCalls bounds the depth of calls, for the evaluator's stack.
const maxCalls = 100_000

// Eval runs a function of a well-formed program ([Verify]) and counts its operations. It is the meaning of the
// language, by plain interpretation: expressions become closures, arrays Go slices with every index checked. Elements
// of Dirty arrays start as NaN, a huge int, or true, so that a read before a write shows; so do those of Out parameters
// that the function does not add to, in each call.
//
// Arguments and results are as [Value] says; slices are not copied, so that Out arguments hold
// what the function wrote, and results may share memory with arguments. The limit on steps,
// if positive, ends loops that do not end: each statement, iteration and call is a step, and so is each element that a
// statement allocates, copies or clears, which bounds memory too.
//
// Errors are a [*RunError], or say which argument does not fit.
func Eval(p *Program, f *Func, args []Value, limit int64) (results []Value, counts Counts, err error) {
	if !slices.Contains(p.Funcs, f) {
		return nil, counts, fmt.Errorf("loop: function %s is not of the program", f.Name)
	}
	if len(args) != len(f.Params) {
		return nil, counts, fmt.Errorf("loop: function %s has %d parameters, got %d values", f.Name, len(f.Params),
			len(args))
	}
	m := &machine{code: make(map[*Func]*code), steps: limit, limited: limit > 0}
	defer func() {
		counts = m.counts
		switch e := recover().(type) {
		case nil:
		case *RunError:
			results, err = nil, e
		default:
			panic(e)
		}
	}()
	c := m.compiled(f)
	fr := c.frame(m)
	if err := c.give(fr, args); err != nil {
		return nil, counts, err
	}
	c.body(fr)
	for i, q := range f.Params {
		if q.Out && q.Var.Type.Rank > 1 && q.Var.Flat == nil {
			giveBack(args[i], fr.arrays[c.slots[q.Var]], q.Var.Type)
		}
	}
	for i, r := range f.Results {
		results = append(results, c.result(fr, r, c.results[i]))
	}
	return results, m.counts, nil
}

// machine is the state of one evaluation.
type machine struct {
	code    map[*Func]*code
	counts  Counts
	steps   int64
	limited bool
	depth   int
}

func (m *machine) step(n int64) {
	if m.steps -= n; m.limited && m.steps < 0 {
		panic(&RunError{"loop", "more steps than allowed"})
	}
}

// frame holds the variables of one call, a slice for each kind of value.
type frame struct {
	m      *machine
	reals  []float64
	ints   []int64
	bools  []bool
	refs   []*Object
	arrays []array
}

// The closures of expressions, by what they give, and of statements.
type (
	realFn  func(*frame) float64
	intFn   func(*frame) int64
	boolFn  func(*frame) bool
	refFn   func(*frame) *Object
	arrayFn func(*frame) array
	act     func(*frame)
)

// code is a compiled function.
type code struct {
	f       *Func
	m       *machine
	slots   map[*Var]int
	n       [5]int // the number of slots of reals, ints, bools, references, arrays
	body    act
	results []func(to, from *frame, slot int)
}

// compiled is the code of f, which may be being compiled: calls look at it when they run.
func (m *machine) compiled(f *Func) *code {
	if c, ok := m.code[f]; ok {
		return c
	}
	c := &code{f: f, m: m, slots: make(map[*Var]int)}
	m.code[f] = c
	for _, q := range f.Params {
		c.slot(q.Var)
	}
	body, dirty := c.block(f.Body), c.dirtyParams()
	c.body = func(fr *frame) {
		for _, d := range dirty {
			d(fr)
		}
		body(fr)
	}
	for _, r := range f.Results {
		c.results = append(c.results, c.move(r))
	}
	return c
}

// bank is the slice of a frame that holds values of a type. Units need none.
func bank(t Type) int {
	switch {
	case t.IsArray():
		return 4
	case t.Base == Ref:
		return 3
	}
	return int(t.Base)
}

// slot is the place of a variable in its slice.
func (c *code) slot(v *Var) int {
	i, ok := c.slots[v]
	if !ok {
		if b := bank(v.Type); b < len(c.n) && (v.Type.IsArray() || v.Type.Base != Unit) {
			i = c.n[b]
			c.n[b]++
		}
		c.slots[v] = i
	}
	return i
}

func (c *code) frame(m *machine) *frame {
	return &frame{m, make([]float64, c.n[0]), make([]int64, c.n[1]), make([]bool, c.n[2]), make([]*Object, c.n[3]),
		make([]array, c.n[4])}
}

func (c *code) fail(format string, args ...any) {
	panic(&RunError{c.f.Name, fmt.Sprintf(format, args...)})
}

// give puts values from outside into the parameters: numbers first, which the lengths of flat arrays may need.
func (c *code) give(fr *frame, args []Value) error {
	for i, q := range c.f.Params {
		v := q.Var
		if v.Type.IsArray() {
			continue
		}
		if err := accepts(args[i], v.Type); err != nil {
			return fmt.Errorf("%w, for %s", err, v.Name)
		}
		c.set(fr, v, args[i])
	}
	for _, flat := range []bool{false, true} {
		for i, q := range c.f.Params {
			v := q.Var
			if !v.Type.IsArray() || (v.Flat != nil) != flat {
				continue
			}
			stride := -1
			if flat {
				stride = c.stride(v)(fr)
			}
			a, ok := inward(args[i], v.Type, stride)
			if !ok {
				return fmt.Errorf("loop: a value of type %s is wanted for %s, got a Go %T", v.Type, v.Name, args[i])
			}
			fr.arrays[c.slots[v]] = a
		}
	}
	return nil
}

func (c *code) set(fr *frame, v *Var, x Value) {
	i := c.slots[v]
	switch x := x.(type) {
	case float64:
		fr.reals[i] = x
	case int64:
		fr.ints[i] = x
	case bool:
		fr.bools[i] = x
	case *Object:
		fr.refs[i] = x
	}
}

// result is the value of an expression for the world outside.
func (c *code) result(fr *frame, r *Expr, move func(to, from *frame, slot int)) Value {
	one := &frame{fr.m, make([]float64, 1), make([]int64, 1), make([]bool, 1), make([]*Object, 1), make([]array, 1)}
	move(one, fr, 0)
	switch {
	case r.Type.IsArray():
		size := -1
		if r.Kind == VarExpr && r.Var.Flat != nil {
			size = one.arrays[0].n * c.stride(r.Var)(fr)
			c.holds(array{one.arrays[0].s, 0, size})
		}
		return outward(one.arrays[0], r.Type, size)
	case r.Type.Base == Ref:
		return one.refs[0]
	case r.Type.Base == Real:
		return one.reals[0]
	case r.Type.Base == Bool:
		return one.bools[0]
	}
	return one.ints[0]
}

// move compiles the evaluation of an expression into a slot of its kind, maybe of another frame.
func (c *code) move(e *Expr) func(to, from *frame, slot int) {
	switch {
	case e.Type.IsArray():
		x := c.array(e)
		return func(to, from *frame, i int) { to.arrays[i] = x(from) }
	case e.Type.Base == Ref:
		x := c.ref(e)
		return func(to, from *frame, i int) { to.refs[i] = x(from) }
	case e.Type.Base == Real:
		x := c.real(e)
		return func(to, from *frame, i int) { to.reals[i] = x(from) }
	case e.Type.Base == Bool:
		x := c.bool(e)
		return func(to, from *frame, i int) { to.bools[i] = x(from) }
	case e.Type.Base == Int:
		x := c.int(e)
		return func(to, from *frame, i int) { to.ints[i] = x(from) }
	}
	return func(_, _ *frame, _ int) {} // a unit
}
