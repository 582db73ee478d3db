package batch

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Options are the settings of [Func].
type Options struct {
	// Lanes is the number of values that run together, at least 1.
	Lanes int
	// Varying says which parameters are batched.
	Varying []bool
	// Param names a parameter of a new function; nil takes the hint.
	Param func(fn *loop.Func, hint string) string
	// Callee names a function that the new one calls; nil takes the hint.
	Callee func(hint string) string
}

// Result is a function that was batched.
type Result struct {
	Func *loop.Func
	// Params are, for each parameter of the original, its places among those of Func: one if it is shared, else one for
	// each lane. Out parameters are batched where what they hold varies.
	Params [][]int
	// Results are, likewise, the places of the results.
	Results [][]int
}

// ErrShared is the error for what cannot be batched.
var ErrShared = errors.New("batch: a cell that all lanes share would be changed by one of them")

// Func makes the function of o.Lanes lanes from f, a function of the well-formed program p, and adds to p the functions
// that it calls. It does not add the result itself, which may stand in the place of f, whose name it has. It takes time
// linear in what it makes, times the number of times that the analysis must look at a function, which is the depth of
// the chains of dependences that run against the order of statements, plus one.
//
// The only error is [ErrShared], about programs that change fields of cells that are parameters.
func Func(p *loop.Program, f *loop.Func, o Options) (*Result, error) {
	if o.Lanes < 1 || len(o.Varying) != len(f.Params) {
		return nil, fmt.Errorf("batch: %d lanes and %d marks for the %d parameters of %s", o.Lanes, len(o.Varying),
			len(f.Params), f.Name)
	}
	b, root, err := analyse(f, o.Varying)
	if err != nil {
		return nil, err
	}
	m := &maker{batcher: b, o: o, prog: p, made: map[*instance]*Result{}}
	r := m.function(root, f.Name, f.Exported)
	p.Funcs = append(p.Funcs, m.callees...)
	return r, nil
}

// analyse finds what varies in f and in what it calls.
func analyse(f *loop.Func, params []bool) (*batcher, *instance, error) {
	b := newBatcher(f)
	key := make([]marks, len(params)+len(f.Results))
	for i, v := range params {
		if v {
			key[i] = varying
		}
	}
	root := b.instance(f, key)
	b.solve()
	mutated := false
	for c := range b.stored {
		mutated = mutated || b.cells[c]
	}
	if mutated {
		for i, q := range f.Params {
			if q.Var.Type.Base == loop.Ref && !params[i] {
				return nil, nil, fmt.Errorf("%w: %s of %s", ErrShared, q.Var.Name, f.Name)
			}
		}
	}
	return b, root, nil
}

// maker makes the functions of lanes.
type maker struct {
	*batcher
	o       Options
	prog    *loop.Program
	made    map[*instance]*Result
	callees []*loop.Func
}

// function is the function for an instance; it is made once.
func (m *maker) function(in *instance, name string, exported bool) *Result {
	if r := m.made[in]; r != nil {
		return r
	}
	f := in.f
	out := &loop.Func{Name: name, Exported: exported, Def: f.Def}
	r := &Result{Func: out}
	m.made[in] = r
	e := &emitter{maker: m, in: in, lanes: map[*loop.Var][]*loop.Var{}}
	param := func(v *loop.Var, hint string, q loop.Param) *loop.Var {
		if m.o.Param != nil {
			hint = m.o.Param(out, hint)
		}
		w := loop.NewVar(hint, v.Type)
		out.Params = append(out.Params, loop.Param{Var: w, Out: q.Out, Adds: q.Adds, Shared: q.Shared, Owned: q.Owned})
		return w
	}
	for i, q := range f.Params {
		var places []int
		for l := range m.lanesOf(q.Out && in.marks(q.Var) != 0 || in.key[i] != 0) {
			places = append(places, len(out.Params))
			hint := q.Var.Name
			if q.Out && in.marks(q.Var) != 0 || in.key[i] != 0 {
				hint += strconv.Itoa(l + 1)
			}
			e.lanes[q.Var] = append(e.lanes[q.Var], param(q.Var, hint, q))
		}
		r.Params = append(r.Params, places)
	}
	n := 0
	for _, x := range f.Results {
		var places []int
		for range m.lanesOf(in.of(x)&varying != 0) {
			places = append(places, n)
			n++
		}
		r.Results = append(r.Results, places)
	}
	for _, q := range f.Params { // lengths may speak of any parameter
		e.flat(q.Var)
	}
	for i, q := range f.Params { // shared, but not for long
		if !q.Out && in.key[i] == 0 && in.marks(q.Var) != 0 {
			shared := e.lanes[q.Var][0]
			e.lanes[q.Var] = nil
			e.declare(q.Var)
			for _, w := range e.lanes[q.Var] {
				w.Flat = shared.Flat
				out.Body = append(out.Body, &loop.Let{Var: w, Rhs: loop.Use(shared)})
			}
		}
	}
	out.Body = append(out.Body, e.block(f.Body)...)
	for i, x := range f.Results {
		for l := range r.Results[i] {
			out.Results = append(out.Results, mapper{e, l, nil}.expr(x))
		}
	}
	return r
}

// lanesOf is the number of variables for one.
func (m *maker) lanesOf(varies bool) int {
	if varies {
		return m.o.Lanes
	}
	return 1
}

// callee is the function to call for an instance.
func (m *maker) callee(in *instance) *Result {
	if r := m.made[in]; r != nil {
		return r
	}
	name := in.f.Name + "Lanes"
	if m.o.Callee != nil {
		name = m.o.Callee(name)
	}
	r := m.function(in, name, false)
	m.callees = append(m.callees, r.Func)
	return r
}
