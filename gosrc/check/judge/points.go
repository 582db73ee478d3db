package judge

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"time"
)

// A point is the arguments of a call, and what it gives.
type point struct {
	args []reflect.Value
	out  []float64
	// written has the parameters of which the new values are results, too.
	written []int
}

// judgement is a case being judged.
type judgement struct {
	*world
	c    *Case
	s    *Settings
	f    reflect.Value
	rng  *rand.Rand
	ends time.Time
	v    *Verdict
	// lost is a derivative that is no number where differences settle, the first, lostAt its point, and lostBy its name.
	lost, lostAt, lostBy string
}

const attempts = 40 // draws for each point that is wanted

// points has yield called, until it says no, with points at which the function is finite, and gives the same twice.
func (j *judgement) points(yield func(*point) bool) {
	for k := range j.s.Points * attempts {
		args, more, err := j.arguments(k)
		if !more || time.Now().After(j.ends) {
			return
		}
		if err != nil {
			j.v.Fault = err.Error()
			return
		}
		p := &point{args: args}
		if err := j.try(p); err != nil {
			j.v.Useless++
			j.v.Why = err.Error()
			continue
		}
		if !yield(p) {
			return
		}
	}
}

// arguments are those of the k-th try. There may be no more.
func (j *judgement) arguments(k int) (args []reflect.Value, more bool, err error) {
	j.v.Given = true
	switch {
	case j.at():
		if k >= len(j.s.At) {
			return nil, false, nil
		}
		args, err = decode(j.f.Type(), j.s.At[k])
		return args, true, err
	case j.c.Args != nil:
		args, err = j.hook()
		return args, true, err
	case j.c.Record != "" && len(seen[j.c.Record]) > 0:
		list := seen[j.c.Record]
		if k >= len(list) {
			return nil, false, nil
		}
		return copies(list[k]), true, nil
	}
	j.v.Given = false
	return j.drawStyle(j.s, j.rng, k).drawAll(j.f.Type()), true, nil
}

// at says that arguments are given for the case: not for one that is called by what they are given for.
func (j *judgement) at() bool { return len(j.s.At) > 0 && len(j.c.From) == 0 }

// listed says that arguments come from a list that ends.
func (j *judgement) listed() bool {
	return j.at() || j.c.Args == nil && j.c.Record != "" && len(seen[j.c.Record]) > 0
}

// hook takes arguments from a function that the user wrote.
func (j *judgement) hook() ([]reflect.Value, error) {
	h := reflect.ValueOf(j.c.Args)
	t, f := h.Type(), j.f.Type()
	if t.NumIn() != 1 || t.NumOut() != f.NumIn() {
		return nil, fmt.Errorf("the function that gives arguments should be a func(*rand.Rand) with %d results", f.NumIn())
	}
	for i := range f.NumIn() {
		if !t.Out(i).AssignableTo(f.In(i)) {
			return nil, fmt.Errorf("result %d of the function that gives arguments is a %v, want a %v", i+1, t.Out(i), f.In(i))
		}
	}
	in, err := source(t.In(0), j.rng)
	if err != nil {
		return nil, err
	}
	out, err := call(h, []reflect.Value{in})
	if err != nil {
		return nil, fmt.Errorf("the function that gives arguments %w", err)
	}
	args := make([]reflect.Value, len(out))
	for i, v := range out {
		args[i] = reflect.New(f.In(i)).Elem()
		args[i].Set(v)
		deepen(args[i])
	}
	return args, nil
}

// try calls the function at p, and says why p is of no use.
func (j *judgement) try(p *point) error {
	args := copies(p.args)
	out, err := call(j.f, args)
	if err != nil {
		return err
	}
	for i := range args {
		was, is := j.floats(p.args[i]), j.floats(args[i])
		if whole(j.c.By, i) && len(was) == len(is) && !same(was, is) {
			p.written = append(p.written, i)
		}
	}
	p.out = j.outputs(p, args, out)
	if j.c.Gradient != nil && len(j.parts(copies(p.args))) > 0 {
		if p.out, err = j.gradient(p.args); err != nil {
			return err
		}
	}
	switch {
	case len(p.out) == 0:
		return errors.New("gives no numbers")
	case !finite(p.out):
		return errors.New("is not finite")
	case len(j.parts(copies(p.args))) == 0:
		return errors.New("has no numbers to differentiate by")
	}
	again, ok := j.value(p, copies(p.args))
	if !ok || !same(again, p.out) {
		return errors.New("does not give the same twice")
	}
	return nil
}

// whole says that derivatives are by all of a parameter.
func whole(by []Part, i int) bool {
	for _, b := range by {
		if b.Param == i && len(b.Fields) == 0 {
			return true
		}
	}
	return false
}

// outputs are the numbers that are differentiated: of results, and of parameters that are written.
func (j *judgement) outputs(p *point, args, out []reflect.Value) []float64 {
	var vs []reflect.Value
	for i, r := range out {
		if j.c.Of < 0 || j.c.Of == i {
			vs = append(vs, clone(r))
		}
	}
	for _, i := range p.written {
		vs = append(vs, args[i])
	}
	return j.floats(vs...)
}

// value is what the function gives for arguments; it is not ok where there are no numbers, or more or less than at p.
func (j *judgement) value(p *point, args []reflect.Value) ([]float64, bool) {
	if j.c.Gradient != nil {
		y, err := j.gradient(args)
		return y, err == nil && finite(y) && len(y) == len(p.out)
	}
	out, err := call(j.f, args)
	if err != nil {
		return nil, false
	}
	y := j.outputs(p, args, out)
	return y, finite(y) && len(y) == len(p.out)
}

// gradient is the function that Hessians are the derivatives of.
func (j *judgement) gradient(args []reflect.Value) ([]float64, error) {
	return j.pull(&Derived{Verb: "grad", Name: "the gradient", F: j.c.Gradient}, &point{args: args}, nil)
}

// parts are the parts of arguments that derivatives are by; none where a pointer on the way is nil.
func (j *judgement) parts(args []reflect.Value) []reflect.Value {
	var out []reflect.Value
	for _, b := range j.c.By {
		v := args[b.Param]
		for _, name := range b.Fields {
			for v.Kind() == reflect.Pointer {
				if v.IsNil() {
					return nil
				}
				v = v.Elem()
			}
			f, ok := v.Type().FieldByName(name)
			if !ok {
				return nil
			}
			for _, i := range f.Index {
				for v.Kind() == reflect.Pointer {
					if v.IsNil() {
						return nil
					}
					v = v.Elem()
				}
				v = at(v, i)
			}
		}
		out = append(out, v)
	}
	if len(j.leaves(out...)) == 0 {
		return nil
	}
	return out
}

var errorType = reflect.TypeFor[error]()

// call gives the results without errors, or says why there are none: the function panics, or a result is an error.
func call(f reflect.Value, args []reflect.Value) (out []reflect.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panics: %v", r)
		}
	}()
	invoke := f.Call
	if f.Type().IsVariadic() {
		invoke = f.CallSlice
	}
	for _, r := range invoke(args) {
		if r.Type() != errorType {
			out = append(out, r)
			continue
		}
		if !r.IsNil() {
			return nil, fmt.Errorf("returns the error %q", r.Interface())
		}
	}
	return out, nil
}
