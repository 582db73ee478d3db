package chad

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// TestHostile compares all routes in the interpreter with differences.
func TestHostile(t *testing.T) {
	for _, c := range hostileCases(t) {
		t.Run(c.where, func(t *testing.T) {
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("panic: %v\n%s", r, debug.Stack())
				}
			}()
			c.check(t)
		})
	}
}

func (c *hostileCase) check(t *testing.T) {
	y, err := c.f.Call(c.args...)
	if err != nil {
		t.Fatal("value:", err)
	}
	result := semantics.Space{Type: c.f.def.Result, At: y}
	ys, err := result.Coords()
	if err != nil {
		t.Fatal(err)
	}
	w := weights(len(ys))
	seed, err := result.Unflatten(w)
	if err != nil {
		t.Fatal(err)
	}
	at := c.coords(t)
	want := c.want
	tol := make([]float64, len(want))
	for i := range tol {
		tol[i] = 1e-9
	}
	if want == nil {
		want, tol = differences(func(xs []float64) float64 {
			y, err := c.f.Call(c.at(t, xs)...)
			if err != nil {
				t.Fatal(err)
			}
			ys, err := semantics.Space{Type: c.f.def.Result, At: y}.Coords()
			if err != nil {
				t.Fatal(err)
			}
			return inner(w, ys)
		}, at)
		for i := range tol {
			tol[i] = 20*tol[i] + 1e-7
		}
	}
	gradient := func(route string, v semantics.Value, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", route, err)
			return
		}
		g, err := c.cotangents(v)
		if err != nil {
			t.Errorf("%s: %v", route, err)
			return
		}
		if len(g) != len(want) {
			t.Errorf("%s: %v, want %v", route, g, want)
			return
		}
		for i := range want {
			if !agrees(g[i], want[i], tol[i]) {
				t.Errorf("%s: %v, want %v", route, g, want)
				return
			}
		}
	}
	value := func(route string, v semantics.Value) {
		t.Helper()
		got, err := semantics.Space{Type: c.f.def.Result, At: v}.Coords()
		if err != nil {
			t.Errorf("%s: %v", route, err)
		}
		for i := range ys {
			if !agrees(got[i], ys[i], 1e-12) {
				t.Errorf("%s: value %v, want %v", route, got, ys)
				return
			}
		}
	}
	tangent := func(route string, along []float64, v semantics.Value, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", route, err)
			return
		}
		dy, err := result.Flatten(v)
		if err != nil {
			t.Errorf("%s: %v", route, err)
			return
		}
		worst := 1e-9
		for _, e := range tol {
			worst += e
		}
		if got := inner(w, dy); !agrees(got, inner(want, along), worst) {
			t.Errorf("%s: along %v: %v, want %v", route, along, got, inner(want, along))
		}
	}
	if len(c.spaces()) == 0 || len(ys) == 0 {
		return
	}
	c.facade(t, seed, value, gradient, tangent, len(at))
	c.paper(t, seed, gradient, tangent, len(at))
}

type checks = func(route string, v semantics.Value, err error)

func (c *hostileCase) facade(t *testing.T, seed semantics.Value, value func(string, semantics.Value), gradient checks,
	tangent func(string, []float64, semantics.Value, error), n int) {
	t.Helper()
	rest := func(v semantics.Value) semantics.Value {
		es := v.(*semantics.Tuple).Elems
		return es[1]
	}
	back := append(append([]semantics.Value{}, c.args...), seed)
	g, err := VJP(c.f)
	if err != nil {
		t.Errorf("VJP: %v", err)
	} else {
		if err := syntax.VerifyProgram(g.Program()); err != nil {
			t.Errorf("VJP: %v", err)
		}
		v, err := g.Call(back...)
		if err == nil {
			value("VJP", v.(*semantics.Tuple).Elems[0])
			v = rest(v)
		}
		gradient("VJP", v, err)
		p, def, err := g.compiled()
		if err == nil {
			err = syntax.VerifyProgram(p)
		}
		if err == nil {
			if v, err = semantics.Call(def, back...); err == nil {
				v = rest(v)
			}
		}
		gradient("compiled", v, err)
	}
	j, err := JVP(c.f)
	for k := range 2 {
		dir := directionOf(n, k)
		var v semantics.Value
		if err == nil {
			if v, err = j.Call(append(append([]semantics.Value{}, c.args...), c.directions(t, dir)...)...); err == nil {
				v = rest(v)
			}
		}
		tangent("JVP", dir, v, err)
	}
	if c.f.def.Result == syntax.Real {
		c.second(t, g, directionOf(n, 2))
	}
	c.matrix(t, seed, gradient)
	if c.f.def.Result == syntax.Real {
		g, err := Grad(c.f)
		var v semantics.Value
		if err == nil {
			v, err = g.Call(c.args...)
		}
		gradient("Grad", v, err)
	}
}

// matrix weights the rows of the Jacobian, where there is one.
func (c *hostileCase) matrix(t *testing.T, seed semantics.Value, gradient checks) {
	t.Helper()
	j, err := Jacobian(c.f)
	if err != nil {
		return
	}
	v, err := j.Call(c.args...)
	if err != nil {
		gradient("Jacobian", nil, err)
		return
	}
	entries, err := semantics.Space{Type: j.def.Result, At: v}.Coords()
	if err != nil {
		t.Fatal(err)
	}
	ws, err := semantics.Space{Type: syntax.TangentType(c.f.def.Result), At: seed}.Coords()
	if err != nil {
		t.Fatal(err)
	}
	g := make([]float64, len(c.coords(t)))
	for k, w := range ws {
		for i := range g {
			g[i] += w * entries[k*len(g)+i]
		}
	}
	gradient("Jacobian", semantics.NewTuple(c.directions(t, g)...), nil)
}

// second compares the Hessian-vector product with differences of the gradient g.
func (c *hostileCase) second(t *testing.T, g *Func, dir []float64) {
	t.Helper()
	h, err := HVP(c.f)
	if err != nil {
		t.Errorf("HVP: %v", err)
		return
	}
	if j, err := JVP(c.f); err == nil {
		for i, p := range j.def.Params {
			if len(h.def.Params) != len(j.def.Params) || h.def.Params[i].Name != p.Name || h.def.Params[i].Type.String() != p.Type.String() {
				t.Errorf("HVP takes %v, JVP takes %v", h.def.Params, j.def.Params)
				break
			}
		}
	}
	v := c.directions(t, dir)
	args := append(append([]semantics.Value{}, c.args...), v...)
	if c.want != nil || g == nil {
		if _, err := h.Call(args...); err != nil {
			t.Errorf("HVP: %v", err)
		}
		return
	}
	got, err := h.Call(args...)
	if err != nil {
		t.Errorf("HVP: %v", err)
		return
	}
	hv, err := c.cotangents(got)
	if err != nil {
		t.Errorf("HVP: %v", err)
		return
	}
	if m, err := Hessian(c.f); err == nil {
		v, err := m.Call(c.args...)
		if err != nil {
			t.Errorf("Hessian: %v", err)
			return
		}
		entries, err := semantics.Space{Type: m.def.Result, At: v}.Coords()
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range hv {
			if got := inner(entries[i*len(hv):(i+1)*len(hv)], dir); !agrees(got, x, 1e-9) {
				t.Errorf("Hessian times %v: row %d gives %v, HVP %v", dir, i, got, x)
			}
		}
	}
	at, w := c.coords(t), weights(len(hv))
	want, bound := differences(func(s []float64) float64 {
		xs := append([]float64{}, at...)
		for i := range xs {
			xs[i] += s[0] * dir[i]
		}
		v, err := g.Call(append(c.at(t, xs), semantics.Real(1))...)
		if err != nil {
			t.Fatal(err)
		}
		ds, err := c.cotangents(v.(*semantics.Tuple).Elems[1])
		if err != nil {
			t.Fatal(err)
		}
		return inner(w, ds)
	}, []float64{0})
	if !agrees(inner(w, hv), want[0], 20*bound[0]+1e-7) {
		t.Errorf("HVP along %v: %v, weighted %v, want %v", dir, hv, inner(w, hv), want[0])
	}
}

// paper is the functor itself, on the program as it stands and on the simplified one.
func (c *hostileCase) paper(t *testing.T, seed semantics.Value, gradient checks,
	tangent func(string, []float64, semantics.Value, error), n int) {
	t.Helper()
	active, _ := c.f.active(nil)
	raw, def, err := c.f.copied(toDerive)
	if err != nil {
		t.Fatal(err)
	}
	syntax.ANFProgram(raw)
	_, simple, err := c.f.prepared()
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"raw", "simplified"} {
		def := []*syntax.Def{def, simple}[i]
		for _, recompute := range []bool{false, true} {
			o := functor.Options{Recompute: recompute}
			for _, fn := range []*functor.Functor{Reverse(o), Forward(o)} {
				route := fmt.Sprintf("%s, %s, recompute %v", fn.Mode.Name(), name, recompute)
				d, err := fn.Definition(def, active)
				if strings.Contains(c.refuses, name) || strings.Contains(c.refuses, fn.Mode.Name()) {
					if !errors.As(err, new(*functor.Error)) {
						t.Errorf("%s: not refused: %v", route, err)
					}
					continue
				}
				var v semantics.Value
				if err == nil {
					err = syntax.VerifyProgram(&syntax.Program{Data: raw.Data, Defs: syntax.Reachable(d.Def)})
				}
				if err == nil {
					v, err = semantics.Call(d.Def, c.args...)
				}
				if err != nil {
					t.Errorf("%s: %v", route, err)
					continue
				}
				lin := v.(*semantics.Tuple).Elems[1]
				if fn.Mode.Contravariant() {
					v, err := semantics.Apply(lin, seed)
					gradient(route, v, err)
					continue
				}
				dir := directionOf(n, 3)
				v, err = semantics.Apply(lin, semantics.NewTuple(c.directions(t, dir)...))
				tangent(route, dir, v, err)
			}
		}
	}
}
