package judge

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
)

type status int

const (
	right status = iota
	wrong
	kink  // differences from the two sides disagree
	noisy // differences do not settle
)

const (
	most     = 24    // coordinates looked at
	tight    = 1e-8  // between the modes, and between values
	loose    = 1e-5  // between derivatives and differences
	sideways = 1e-3  // between the two sides of a kink
	settled  = 1e-4  // between differences of different steps
	tiny     = 1e-8  // below it, derivatives are not told from 0, since differences cannot
	short    = 1e-10 // a step shorter than those of stairs, relative to the number
)

// compare judges one point.
func compare(c Case, p *point, v *Verdict, rng *rand.Rand) (status, string) {
	weights := make([]float64, len(p.out))
	for i := range weights {
		weights[i] = 0.5 + rng.Float64()
	}
	if c.Grad != nil {
		weights = []float64{1}
	}
	reverse, status, reason := gradient(c, p, weights, v)
	if status != right {
		return status, reason
	}
	inputs := leaves(p.args...)
	order := rng.Perm(len(inputs))
	final, unclear := right, ""
	for _, i := range order[:min(len(order), most)] {
		column, status, reason := tangent(c, p, i, v)
		if status != right {
			return status, reason
		}
		status, reason = coordinate(c, p, i, column, reverse[i], weights)
		switch status {
		case wrong, kink:
			return status, fmt.Sprintf("number %d: %s", i, reason)
		case noisy:
			final, unclear = noisy, reason
		}
	}
	return final, unclear
}

// coordinate compares the derivatives by input i.
func coordinate(c Case, p *point, i int, forward []float64, reverse float64, weights []float64) (status, string) {
	dot, size := 0.0, 0.0
	for k, w := range weights {
		dot += w * forward[k]
		size += math.Abs(w * forward[k])
	}
	if far(dot, reverse, tight*size+1e-13) {
		return disagree(c, p, i, forward, fmt.Sprintf("forward mode gives %.10g, reverse mode %.10g", dot, reverse))
	}
	slope, errs, ok := difference(c, p, i)
	if !ok {
		return noisy, "differences do not settle"
	}
	for k := range forward {
		scale := max(math.Abs(slope[k]), math.Abs(forward[k]))
		if far(forward[k], slope[k], loose*scale+20*errs[k]+tiny) {
			if stairs(c, p, i, k, slope[k]) {
				if forward[k] == 0 {
					continue
				}
				return kink, fmt.Sprintf("result %d goes in steps here", k)
			}
			return disagree(c, p, i, forward, fmt.Sprintf("the derivative of result %d is %.10g, differences say %.10g", k, forward[k], slope[k]))
		}
	}
	return right, ""
}

// stairs says that result k is constant near input i, where differences over longer steps are not.
func stairs(c Case, p *point, i, k int, slope float64) bool {
	h := short * (0.05 + math.Abs(leaves(p.args...)[i].Float()))
	if math.Abs(slope*h) < 1e-15*math.Abs(p.out[k]) { // rounding could hide it
		return false
	}
	for _, d := range []float64{h, -h, h / 2, -h / 2} {
		there, ok := at(c, p, i, d)
		if !ok || there[k] != p.out[k] {
			return false
		}
	}
	return true
}

// disagree says whether the two sides of a point do: then there is no derivative.
func disagree(c Case, p *point, i int, forward []float64, reason string) (status, string) {
	above, ok1 := side(c, p, i, 1)
	below, ok2 := side(c, p, i, -1)
	if !ok1 || !ok2 {
		return noisy, "the function ends here"
	}
	for k := range forward {
		if far(above[k], below[k], sideways*max(math.Abs(above[k]), math.Abs(below[k]))+1e-6) {
			return kink, fmt.Sprintf("not differentiable here: %.6g from below, %.6g from above", below[k], above[k])
		}
	}
	return wrong, reason
}

func far(a, b, tolerance float64) bool { return !(math.Abs(a-b) <= tolerance) }

// gradient is that of the weighted sum of results by all inputs, in reverse mode.
func gradient(c Case, p *point, weights []float64, v *Verdict) ([]float64, status, string) {
	f, name := reflect.ValueOf(c.VJP), "FVJP"
	args := copies(p.args)
	in := append([]reflect.Value(nil), args...)
	if c.Grad != nil {
		f, name = reflect.ValueOf(c.Grad), "FGrad"
	} else {
		bars := results(c, p)
		ls := leaves(bars...)
		for i, l := range ls {
			l.SetFloat(weights[i])
		}
		in = append(in, bars...)
	}
	var buffers []reflect.Value
	for i, a := range p.args {
		if !holds(a.Type()) {
			continue
		}
		fill := math.NaN()
		if p.writes[i] {
			fill = 0 // the cotangent of the new value
		}
		bar := filled(a, fill)
		if k := a.Kind(); k != reflect.Slice && k != reflect.Pointer {
			bar = bar.Addr()
		}
		in, buffers = append(in, bar), append(buffers, bar)
	}
	out, reason := derivative(f, name, in)
	if reason == "" {
		reason = checkValue(c, p, name, args, out, v)
	}
	if reason != "" {
		return nil, wrong, reason
	}
	return floats(buffers...), right, ""
}

// tangent is the derivative of the results by input i, in forward mode.
func tangent(c Case, p *point, i int, v *Verdict) ([]float64, status, string) {
	args := copies(p.args)
	in := append([]reflect.Value(nil), args...)
	var tangents []reflect.Value
	for _, a := range p.args {
		if holds(a.Type()) {
			tangents = append(tangents, filled(a, 0))
		}
	}
	leaves(tangents...)[i].SetFloat(1)
	in = append(in, tangents...)
	out, reason := derivative(reflect.ValueOf(c.JVP), "FJVP", in)
	out = slices.DeleteFunc(out, isError) // it comes behind the tangents
	n := 0
	for t := range reflect.TypeOf(c.F).Outs() {
		if t != errorType {
			n++
		}
	}
	if reason == "" {
		reason = checkValue(c, p, "FJVP", args, out[:n], v)
	}
	if reason != "" {
		return nil, wrong, reason
	}
	d := floats(out[n:]...)
	if len(d) != len(p.out) {
		return nil, wrong, fmt.Sprintf("FJVP gives %d tangents for %d numbers", len(d), len(p.out))
	}
	return d, right, ""
}

var errorType = reflect.TypeFor[error]()

func isError(v reflect.Value) bool { return v.Type() == errorType }

// derivative calls a generated function. Where it cannot, the reason is not empty.
func derivative(f reflect.Value, name string, in []reflect.Value) (out []reflect.Value, reason string) {
	if got, want := f.Type().NumIn(), len(in); got != want {
		return nil, fmt.Sprintf("%s has %d parameters, want %d", name, got, want)
	}
	for i, v := range in {
		if !v.Type().AssignableTo(f.Type().In(i)) {
			return nil, fmt.Sprintf("parameter %d of %s is a %v, want a %v", i, name, f.Type().In(i), v.Type())
		}
	}
	out, err := call(f, in)
	if err != nil {
		return nil, name + " " + err.Error()
	}
	return out, ""
}

// checkValue compares what a derivative returns besides, and leaves in its arguments, with what the function does.
func checkValue(c Case, p *point, name string, args, out []reflect.Value, v *Verdict) string {
	value := floats(out...)
	if len(value) != len(p.out) {
		return fmt.Sprintf("%s returns %d numbers, F %d", name, len(value), len(p.out))
	}
	if !equal(value, p.out) {
		v.Bits = false
	}
	for i, x := range value {
		if far(x, p.out[i], tight*math.Abs(p.out[i])+1e-13) && x != p.out[i] {
			return fmt.Sprintf("%s returns %.15g, F %.15g", name, x, p.out[i])
		}
	}
	after := copies(p.args)
	if _, err := call(reflect.ValueOf(c.F), after); err != nil {
		return "F " + err.Error()
	}
	was, is := floats(after...), floats(args...)
	if len(was) != len(is) {
		return name + " leaves arguments of other lengths than F"
	}
	for i := range was {
		if far(is[i], was[i], tight*math.Abs(was[i])+1e-13) && is[i] != was[i] {
			return fmt.Sprintf("%s leaves %.15g where F leaves %.15g in the arguments", name, is[i], was[i])
		}
	}
	return ""
}

// results are values like those of the function that vary, of float64s that can be set.
func results(c Case, p *point) []reflect.Value {
	out, err := call(reflect.ValueOf(c.F), copies(p.args))
	if err != nil {
		return nil
	}
	var bars []reflect.Value
	for _, r := range out {
		if holds(r.Type()) {
			bars = append(bars, clone(r))
		}
	}
	return bars
}
