package judge

import (
	"fmt"
	"reflect"
	"strings"
)

// place says which derivative a number is.
func (j *judgement) place(d *direction, m *mode, k int) string {
	by := " in a direction"
	if d.i >= 0 {
		by = " by " + j.leafName(d)
	}
	switch {
	case j.c.Gradient != nil:
		return fmt.Sprintf("the derivative of number %d of the gradient%s", k, by)
	case m.Verb == "vjp" || m.Verb == "pullback":
		return "the derivative of a sum of the results" + by
	case k > 0:
		return fmt.Sprintf("the derivative of number %d of the results%s", k, by)
	}
	return "the derivative" + by
}

// leafName is how a Go programmer writes the number that a direction is along.
func (j *judgement) leafName(d *direction) string {
	left := d.i
	parts := j.parts(copies(d.args))
	for i, b := range j.c.By {
		name := fmt.Sprintf("parameter %d", b.Param)
		if b.Param < len(j.c.Params) && j.c.Params[b.Param] != "" {
			name = j.c.Params[b.Param]
		}
		v := parts[i]
		n := len(j.leaves(v))
		if left < n {
			return strings.Join(append([]string{name}, b.Fields...), ".") + j.within(v, left)
		}
		left -= n
	}
	return "a number"
}

// within is the way from a value to one of its leaves: [2].X.
func (j *judgement) within(v reflect.Value, i int) string {
	step := func(n int, inner func(k int) (reflect.Value, string, bool)) string {
		for k := range n {
			e, text, ok := inner(k)
			if !ok {
				continue
			}
			count := len(j.leaves(e))
			if i < count {
				return text + j.within(e, i)
			}
			i -= count
		}
		return ""
	}
	switch v.Kind() {
	case reflect.Complex128, reflect.Complex64:
		return [...]string{", the real part", ", the imaginary part"}[i]
	case reflect.Pointer:
		if !v.IsNil() {
			return j.within(v.Elem(), i)
		}
	case reflect.Slice, reflect.Array:
		return step(v.Len(), func(k int) (reflect.Value, string, bool) { return v.Index(k), fmt.Sprintf("[%d]", k), true })
	case reflect.Struct:
		return step(v.NumField(), func(k int) (reflect.Value, string, bool) {
			return at(v, k), "." + v.Type().Field(k).Name, !j.fixed(v.Type(), k)
		})
	}
	return ""
}

// showAll are the arguments of a point, by name.
func (j *judgement) showAll(args []reflect.Value) string {
	parts := make([]string, len(args))
	for i, a := range args {
		name := ""
		if i < len(j.c.Params) && j.c.Params[i] != "" {
			name = j.c.Params[i] + " = "
		}
		parts[i] = name + show(a)
	}
	return strings.Join(parts, ", ")
}
