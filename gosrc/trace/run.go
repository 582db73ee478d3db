package trace

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/eval"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A Question is what is to be traced.
type Question struct {
	Func *flow.Func
	Args []Argument
	// Wrt are the parts of the arguments that the derivative is by.
	Wrt []flow.Need
	// Seeds are the cotangents of the results, one for each real in them, in order. Nil are zeros.
	Seeds [][]float64
	// Limit bounds the length of the tape.
	Limit int
}

// A Report is what was found.
type Report struct {
	// Value are the reals in the results.
	Value []float64
	// Findings are what is wrong, the most important first; none if nothing is.
	Findings []Finding
	// Entries is the length of the tape.
	Entries int

	names  []string
	unread map[string]*syntax.Pos // where parameters would have been read
	grads  []gradient
	*sweep
}

// Run traces a function, on a copy of its arguments. The error is that of [eval.CallObserved], one
// of kind [ErrFull], or says that the cotangent of a result has not the length of that.
func Run(q *Question) (*Report, error) {
	rep, err := q.run()
	if err == nil && len(rep.Findings) > 0 {
		q.mend(&rep.Findings[0])
	}
	return rep, err
}

func (q *Question) run() (rep *Report, err error) {
	t := &tape{entries: make([]entry, 1, 1024), limit: q.Limit}
	defer func() {
		if r := recover(); r != nil {
			if e, ok := r.(error); !ok || !errors.Is(e, ErrFull) {
				panic(r)
			}
			last := t.entries[len(t.entries)-1]
			rep, err = nil, &eval.Error{At: last.at, Err: ErrFull,
				Msg: fmt.Sprintf("%s does more than %d operations on what depends on its arguments", q.Func.Name, q.Limit)}
		}
	}()
	all := make([]string, len(q.Args))
	for i, a := range q.Args {
		all[i] = a.Name
	}
	rep = &Report{unread: unread(q.Func, all)}
	args := make([]eval.Value, len(q.Args))
	for i, a := range q.Args {
		var needs []flow.Need
		for _, n := range q.Wrt {
			if n.Param == i {
				needs = append(needs, n)
			}
		}
		args[i] = eval.Deep(q.Func.Params[i].Type, a.Value)
		g, ok := t.mark(q.Func.Params[i].Type, &args[i], a.Name, needs)
		if ok {
			rep.names, rep.grads = append(rep.names, a.Name), append(rep.grads, g)
		}
	}
	out, err := eval.CallObserved(q.Func, args, t)
	if err != nil {
		return nil, err
	}
	var seeds []seed
	for i, r := range q.Func.Results {
		vs, cots := Reals(r.Type, out[i]), q.Seeds[i]
		if cots != nil && len(cots) != len(vs) {
			return nil, fmt.Errorf("the result has %d reals, its cotangent %d", len(vs), len(cots))
		}
		for k, v := range vs {
			rep.Value = append(rep.Value, v.Num.F)
			if cots != nil {
				seeds = append(seeds, seed{v.Mark, v.Num.F, cots[k]})
			}
		}
	}
	rep.sweep, rep.Entries = t.backward(seeds, false), len(t.entries)-1
	rep.find(seeds)
	return rep, nil
}

// Reals are the reals in a value, in order.
func Reals(t flow.Type, v eval.Value) (out []eval.Value) {
	eval.Walk(t, func(b *flow.Basic, vs []*eval.Value) {
		if b.Kind == flow.KindReal {
			out = append(out, *vs[0])
		}
	}, &v)
	return out
}

// Gradient is the gradient by an argument as JSON; empty if the derivative is not by it.
func (r *Report) Gradient(name string) string {
	var b strings.Builder
	for i, n := range r.names {
		if n == name {
			r.grads[i].json(&b, r.cot)
		}
	}
	return b.String()
}

// Wrt are the names of the arguments that the derivative is by.
func (r *Report) Wrt() []string { return r.names }

// Cotangents are those of the reals that the derivative is by, in order.
func (r *Report) Cotangents() []float64 {
	out := make([]float64, len(r.inputs))
	for i, m := range r.inputs {
		out[i] = r.cot[m]
	}
	return out
}
