package chad

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/part"
	"github.com/seed-4b734f86/gochad/internal/testkit/ridders"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// The programs of testdata/hostile, each a way in which systems like this one go
// wrong, go through every route from text to numbers. A line
//
//	--at 1.5 [1, 2] => 3 4
//
// above a definition is a point, with the gradient there by hand where
// differences cannot tell (kinks). Arguments are JSON; inf and nan are strings. A
// line "--refuses raw forward" says which forms of the functor itself must refuse
// the program with an error.

// A hostileCase is a definition at a point.
type hostileCase struct {
	f       *Func
	where   string
	args    []semantics.Value
	want    []float64 // by hand; nil: differences
	refuses string
}

// hostileCases reads the corpus, of which one case in three is taken by default.
func hostileCases(t *testing.T) []*hostileCase {
	t.Helper()
	files, err := filepath.Glob("testdata/hostile/*.chad")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	var out []*hostileCase
	for _, file := range files {
		if only := os.Getenv("HOSTILE"); only != "" && !strings.Contains(file, only) {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Parse(file, src)
		if err != nil {
			t.Error(err)
			continue
		}
		var open []string
		refuses := ""
		for i, line := range strings.Split(string(src), "\n") {
			where := fmt.Sprintf("%s:%d", filepath.Base(file), i+1)
			switch {
			case strings.HasPrefix(line, "--at"):
				open = append(open, where+" "+strings.TrimPrefix(line, "--at"))
			case strings.HasPrefix(line, "--refuses"):
				refuses = line
			case strings.HasPrefix(line, "def "):
				f, err := m.Func(line[4 : 4+strings.IndexAny(line[4:], " [(:")])
				if err != nil {
					t.Fatal(where, err)
				}
				for _, o := range open {
					if c := newHostileCase(t, f, o); part.Of(c.where, uint32(part.Pick(9, 3))) {
						c.refuses = refuses
						out = append(out, c)
					}
				}
				open, refuses = nil, ""
			}
		}
	}
	return out
}

func newHostileCase(t *testing.T, f *Func, line string) *hostileCase {
	t.Helper()
	where, point, _ := strings.Cut(line, " ")
	point, want, byHand := strings.Cut(point, "=>")
	c := &hostileCase{f: f, where: where + " " + f.Name()}
	d := json.NewDecoder(strings.NewReader(point))
	for {
		var x any
		if err := d.Decode(&x); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(where, err)
		}
		if len(c.args) == len(f.def.Params) {
			t.Fatal(where, "too many arguments")
		}
		ty := f.def.Params[len(c.args)].Type
		v, err := semantics.FromGo(typed(x, ty), ty)
		if err != nil {
			t.Fatal(where, err)
		}
		c.args = append(c.args, v)
	}
	if byHand {
		c.want = []float64{}
		for _, s := range strings.Fields(want) {
			x, err := strconv.ParseFloat(s, 64)
			if err != nil {
				t.Fatal(where, err)
			}
			c.want = append(c.want, x)
		}
	}
	return c
}

// typed turns what JSON gives into what [semantics.FromGo] takes.
func typed(x any, t syntax.Type) any {
	switch x := x.(type) {
	case string:
		f, _ := strconv.ParseFloat(x, 64)
		return f
	case float64:
		if t != syntax.Real {
			return int(x)
		}
	case []any:
		out := make([]any, len(x))
		for i, e := range x {
			switch t := t.(type) {
			case *syntax.ArrayType:
				out[i] = typed(e, t.Elem)
			case *syntax.TupleType:
				out[i] = typed(e, t.Elems[i])
			}
		}
		return out
	}
	return x
}

// spaces are the tangent spaces of the active arguments.
func (c *hostileCase) spaces() []semantics.Space {
	active, err := c.f.active(nil)
	if err != nil {
		return nil
	}
	var out []semantics.Space
	for i, a := range active {
		if a {
			out = append(out, semantics.Space{Type: c.f.def.Params[i].Type, At: c.args[i]})
		}
	}
	return out
}

// coords are the reals of the active arguments.
func (c *hostileCase) coords(t *testing.T) []float64 {
	t.Helper()
	var out []float64
	for _, s := range c.spaces() {
		xs, err := s.Coords()
		if err != nil {
			t.Fatal(c.where, err)
		}
		out = append(out, xs...)
	}
	return out
}

// at are the arguments with their reals replaced.
func (c *hostileCase) at(t *testing.T, xs []float64) []semantics.Value {
	t.Helper()
	args := append([]semantics.Value{}, c.args...)
	active, _ := c.f.active(nil)
	for i, a := range active {
		if !a {
			continue
		}
		s := semantics.Space{Type: c.f.def.Params[i].Type, At: c.args[i]}
		own, _ := s.Coords()
		v, err := s.Move(xs[:len(own)])
		if err != nil {
			t.Fatal(c.where, err)
		}
		args[i], xs = v, xs[len(own):]
	}
	return args
}

// directions splits the coordinates of a direction into tangents of the active arguments.
func (c *hostileCase) directions(t *testing.T, ds []float64) []semantics.Value {
	t.Helper()
	var out []semantics.Value
	for _, s := range c.spaces() {
		own, _ := s.Coords()
		v, err := s.Unflatten(ds[:len(own)])
		if err != nil {
			t.Fatal(c.where, err)
		}
		out, ds = append(out, v), ds[len(own):]
	}
	return out
}

// cotangents are the coordinates of cotangents of the active arguments, v their tuple.
func (c *hostileCase) cotangents(v semantics.Value) ([]float64, error) {
	ss := c.spaces()
	vs := []semantics.Value{v}
	if len(ss) > 1 {
		vs = v.(*semantics.Tuple).Elems
	}
	var out []float64
	for i, s := range ss {
		ds, err := s.Flatten(vs[i])
		if err != nil {
			return nil, err
		}
		out = append(out, ds...)
	}
	return out, nil
}

// weights are cotangents that tell coordinates apart; of a single real it is 1.
func weights(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = 1 / (1 + 0.37*float64(i))
	}
	return out
}

func directionOf(n, seed int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = math.Cos(float64(1+3*i+7*seed)) + 0.1
	}
	return out
}

func inner(a, b []float64) float64 {
	s := 0.0
	for i, x := range a {
		if x != 0 && b[i] != 0 {
			s += x * b[i]
		}
	}
	return s
}

// differences is the gradient of value by extrapolated differences, with its error.
func differences(value func(xs []float64) float64, at []float64) (g, bound []float64) {
	for i := range at {
		d, e := ridders.Derivative(func(y float64) float64 {
			xs := append([]float64{}, at...)
			xs[i] = y
			return value(xs)
		}, at[i], 0.01)
		g, bound = append(g, d), append(bound, e)
	}
	return g, bound
}

// agrees compares with a tolerance; NaN and infinities equal themselves.
func agrees(got, want, tol float64) bool {
	if math.IsNaN(want) || math.IsInf(want, 0) {
		return got == want || math.IsNaN(got) && math.IsNaN(want)
	}
	return math.Abs(got-want) <= tol*(1+math.Abs(want))
}
