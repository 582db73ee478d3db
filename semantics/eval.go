package semantics

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// The bounds of an evaluation when [Evaluator] sets none.
const (
	// DefaultFuel is the number of steps: a step is a call, an application, an
	// iteration of a loop or comprehension, or an array element copied or added.
	DefaultFuel = 1_000_000_000
	// DefaultDepth is the number of levels of nested evaluation, each call
	// counting as many as the nesting of its body.
	DefaultDepth = 1_000_000
)

// Env gives the free variables of a term. Nil maps are empty.
type Env struct {
	Vars  map[*syntax.Var]Value
	Sizes map[*syntax.SizeVar]int64
}

// Evaluator evaluates terms. The zero value is ready to use; it keeps compiled
// definitions, so a second call of one is cheaper. It must not be used by two
// goroutines at a time.
type Evaluator struct {
	// Fuel bounds the steps of one evaluation; 0 means DefaultFuel.
	Fuel int64
	// Depth bounds the depth of recursion; 0 means DefaultDepth.
	Depth int
	// Cost adds up the cost of the evaluations done.
	Cost Cost
	// Track asks for Peak, which takes time for looking through the results of iterations and calls.
	Track bool
	// Peak is the greatest number of words alive at a time in an evaluation so far, in the units of
	// Cost.Alloc. It counts as if what an iteration, a call or a checkpoint allocates and does not hand out is freed as it ends.
	Peak int64

	defs map[*syntax.Def]*function
}

// run evaluates f in a new machine, with the bounds of e.
func (e *Evaluator) run(f func(m *machine) Value) (v Value, err error) {
	if e.defs == nil {
		e.defs = map[*syntax.Def]*function{}
	}
	m := &machine{fuel: e.Fuel, depth: e.Depth, defs: e.defs, track: e.Track}
	if m.fuel == 0 {
		m.fuel = DefaultFuel
	}
	if m.depth == 0 {
		m.depth = DefaultDepth
	}
	defer func() {
		e.Cost.Ops += m.cost.Ops
		e.Cost.Loads += m.cost.Loads
		e.Cost.Stores += m.cost.Stores
		e.Cost.Alloc += m.cost.Alloc
		if m.track {
			e.Peak = max(e.Peak, m.peak, m.live())
		}
	}()
	defer guard(&err)
	return f(m), nil
}

// normalised evaluates and normalises; the work of normalising is not counted.
func (m *machine) normalised(v Value, t syntax.Type, sizes map[*syntax.SizeVar]int64) Value {
	cost := m.cost
	v = m.normal(v, t, sizes)
	m.cost = cost
	return v
}

// Eval evaluates a term of either language in an environment; nil is the empty
// one. Values of the environment must fit the types of their variables.
func (e *Evaluator) Eval(t syntax.Term, env *Env) (Value, error) {
	if env == nil {
		env = &Env{}
	}
	return e.run(func(m *machine) Value {
		c := &compiler{scope: newScope(nil)}
		body := c.term(t)
		f := make([]Value, c.n)
		for _, x := range c.free {
			switch x := x.(type) {
			case *syntax.Var:
				v, ok := env.Vars[x]
				if !ok {
					fail(nil, BadArgument, "variable %s is not bound", x.Name)
				}
				checkArg(x.Name, v, x.Type, env.Sizes)
				f[c.slots[x]] = v
			case *syntax.SizeVar:
				if n, ok := env.Sizes[x]; ok {
					f[c.slots[x]] = Int(n)
				}
			}
		}
		m.enter(nil, c.levels)
		return m.normalised(body(m, f), t.Type(), env.Sizes)
	})
}

// Call calls a definition; its size parameters are inferred from the arguments.
// The error is an [*Error].
func (e *Evaluator) Call(d *syntax.Def, args ...Value) (Value, error) {
	sizes, err := InferSizes(d, args)
	if err != nil {
		return nil, err
	}
	return e.CallSized(d, sizes, args...)
}

// CallSized calls a definition with its size parameters given, in order.
// The error is an [*Error].
func (e *Evaluator) CallSized(d *syntax.Def, sizes []int64, args ...Value) (Value, error) {
	return e.run(func(m *machine) Value {
		if len(sizes) != len(d.Sizes) || len(args) != len(d.Params) {
			fail(d.At, BadArgument, "%s takes %d sizes and %d arguments, got %d and %d",
				d.Name, len(d.Sizes), len(d.Params), len(sizes), len(args))
		}
		env := map[*syntax.SizeVar]int64{}
		for i, n := range d.Sizes {
			if sizes[i] < 0 {
				fail(d.At, NegativeSize, "size %s of %s is %d, must not be negative", n.Name, d.Name, sizes[i])
			}
			env[n] = sizes[i]
		}
		for i, x := range d.Params {
			checkArg(x.Name, args[i], x.Type, env)
		}
		fn := m.function(d)
		f := make([]Value, fn.slots)
		for i, s := range fn.sizes {
			f[s] = Int(sizes[i])
		}
		for i, s := range fn.params {
			f[s] = args[i]
		}
		m.step(d.At, 1)
		m.enter(d.At, fn.levels)
		return m.normalised(fn.body(m, f), d.Result, env)
	})
}

// Apply applies a function, a power or a linear function that an evaluation has
// given to an argument that must fit its type.
func (e *Evaluator) Apply(f, x Value) (Value, error) {
	return e.run(func(m *machine) Value {
		var ret *typing
		switch f := f.(type) {
		case *Func:
			ret = f.ret
		case *LFun:
			ret = f.ret
		case Zero:
		default:
			fail(nil, BadArgument, "a function is wanted, got %s", describe(f))
		}
		if ret == nil {
			return m.apply(f, x)
		}
		param, result := domain(ret.typ)
		checkArg("argument", x, param, ret.sizes)
		return m.normalised(m.apply(f, x), result, ret.sizes)
	})
}

func domain(t syntax.Type) (param, result syntax.Type) {
	switch t := t.(type) {
	case *syntax.FuncType:
		return t.Param, t.Result
	case *syntax.LFunType:
		return t.Dom, t.Cod
	}
	panic("unexpected type of a function")
}

// Eval is [Evaluator.Eval] with the default bounds.
// The error is an [*Error].
func Eval(t syntax.Term, env *Env) (Value, error) { return new(Evaluator).Eval(t, env) }

// Call is [Evaluator.Call] with the default bounds.
// The error is an [*Error].
func Call(d *syntax.Def, args ...Value) (Value, error) { return new(Evaluator).Call(d, args...) }

// Apply is [Evaluator.Apply] with the default bounds.
// The error is an [*Error].
func Apply(f, x Value) (Value, error) { return new(Evaluator).Apply(f, x) }

// GoFunc is a Go function as a value of a function type, or of a power.
func GoFunc(f func(x Value) (Value, error)) *Func {
	return &Func{clo: &closure{native: native(f)}}
}

// GoLFun is a Go function as a linear function; the caller knows that it is one.
func GoLFun(f func(x Value) (Value, error)) *LFun {
	return &LFun{clo: &closure{native: native(f)}}
}

func native(f func(x Value) (Value, error)) func(*machine, Value) Value {
	return func(m *machine, x Value) Value {
		m.step(nil, 1)
		v, err := f(m.settled(x))
		if err != nil {
			if e, ok := err.(*Error); ok { //nolint:errorlint // only our own, unwrapped, keeps its kind
				panic(e)
			}
			fail(nil, BadArgument, "%v", err)
		}
		return v
	}
}

// settled adds up formal sums at the top of a value that leaves the machine.
func (m *machine) settled(v Value) Value {
	switch v := m.force(v).(type) {
	case *version:
		return m.frozen(m.root(v))
	case *oneHot:
		b := newBuffer(v.n, isReal(v.val))
		b.set(v.i, v.val)
		return m.frozen(b)
	case *coproj:
		es := slices.Repeat([]Value{Zero{}}, v.n)
		es[v.i] = m.settled(v.val)
		return &Tuple{es}
	case *Tuple:
		es := make([]Value, len(v.Elems))
		for i, e := range v.Elems {
			es[i] = m.settled(e)
		}
		return &Tuple{es}
	default:
		return v
	}
}

func (m *machine) frozen(b *buffer) *Array {
	c := b.clone()
	for i, e := range c.v {
		c.v[i] = m.settled(e)
	}
	if b.f != nil && c.f == nil {
		c.f = []float64{}
	}
	return &Array{F: c.f, V: c.v}
}

func isReal(v Value) bool { _, ok := v.(Real); return ok }
