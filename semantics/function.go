package semantics

import "github.com/seed-4b734f86/gochad/syntax"

// function is a compiled body: of a definition, a λ or a λ̲.
type function struct {
	params   []int // slots
	sizes    []int // slots of the size parameters
	captured []int // slots of the captured variables
	slots    int
	levels   int // its depth of nesting, to bound the stack
	body     code
	at       *syntax.Pos
}

// call runs the body in a frame of its own.
func (fn *function) call(m *machine, captured, args []Value) Value {
	m.step(fn.at, 1)
	m.enter(fn.at, fn.levels)
	f := make([]Value, fn.slots)
	for i, s := range fn.captured {
		f[s] = captured[i]
	}
	for i, s := range fn.params {
		f[s] = args[i]
	}
	v := fn.body(m, f)
	m.depth += fn.levels
	return v
}

// closure is a body with the values of its captured variables, or a Go function.
type closure struct {
	fn       *function
	captured []Value
	native   func(m *machine, x Value) Value
}

func (c *closure) apply(m *machine, x Value) Value {
	if c.native != nil {
		return c.native(m, x)
	}
	return c.fn.call(m, c.captured, []Value{x})
}

type pair struct{ left, right Value }

// typing is what a value needs to normalise its results: set when it leaves an evaluation.
type typing struct {
	typ   syntax.Type
	sizes map[*syntax.SizeVar]int64
}

// Func is a function, or a value of a power: then perhaps a formal sum. Apply it
// with [Evaluator.Apply].
type Func struct {
	clo *closure
	sum *pair
	ret *typing
}

// LFun is a linear function, perhaps a formal sum. Apply it with [Evaluator.Apply].
type LFun struct {
	clo *closure
	sum *pair
	ret *typing
}

// parts gives the closure of a function, or the two parts of a sum.
func parts(v Value) (*closure, *pair) {
	switch v := v.(type) {
	case *Func:
		return v.clo, v.sum
	case *LFun:
		return v.clo, v.sum
	}
	panic("a function is wanted, got " + describe(v))
}

// apply applies a function, a power or a linear function. The sum of two is
// their pointwise sum (CHAD Fig. 6); each part of a shared sum is applied once.
func (m *machine) apply(f, x Value) Value {
	if _, ok := f.(Zero); ok {
		return Zero{}
	}
	clo, sum := parts(f)
	if sum == nil {
		if clo == nil {
			return Zero{}
		}
		return clo.apply(m, x)
	}
	done := map[Value]Value{}
	for stack := []Value{f}; len(stack) > 0; {
		v := stack[len(stack)-1]
		clo, sum := parts(v)
		if _, ok := done[v]; ok {
			stack = stack[:len(stack)-1]
			continue
		}
		if sum == nil {
			done[v] = Zero{}
			if clo != nil {
				done[v] = clo.apply(m, x)
			}
			continue
		}
		l, okL := done[sum.left]
		r, okR := done[sum.right]
		if okL && okR {
			done[v] = m.plus(l, r)
			continue
		}
		m.step(nil, 1)
		stack = append(stack, sum.right, sum.left)
	}
	return done[f]
}
