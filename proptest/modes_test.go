package proptest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

var (
	manyModes     = flag.Int("modes", 80, "how many compositions of primitives TestModes looks at; -1 for all, of which there are some thousands")
	compiledModes = flag.Int("compiledmodes", 12, "how many of them it compiles")
	firstMode     = flag.Int64("firstmode", 1, "the seed of what TestModes draws")
)

// A composition is a function of two reals: primitives, in each other.
type composition struct {
	name string
	body func(x, y syntax.Term) syntax.Term
	// constant says that it does not depend on x by its form, linear that it is linear in x.
	constant, linear bool
}

// inner are functions of x that go into others.
func inner() (out []composition) {
	add := func(name string, constant, linear bool, f func(x syntax.Term) syntax.Term) {
		out = append(out, composition{name, func(x, _ syntax.Term) syntax.Term { return f(x) }, constant, linear})
	}
	add("x", false, true, func(x syntax.Term) syntax.Term { return x })
	add("0*x", true, true, func(x syntax.Term) syntax.Term { return syntax.Mul(syntax.RealLit(0), x) })
	add("(x-x)", true, true, func(x syntax.Term) syntax.Term { return syntax.Sub(x, x) })
	for _, c := range []float64{3, 1e200, 1e-200} {
		add(fmt.Sprintf("(%g*x)", c), false, true, func(x syntax.Term) syntax.Term { return syntax.Mul(syntax.RealLit(c), x) })
	}
	for _, op := range realOps() {
		for _, n := range intsOf(op) {
			if realParams(op) == 1 {
				add(nameOf(op, n, "x"), op.Flat, false, func(x syntax.Term) syntax.Term { return applied(op, n, x) })
			}
		}
	}
	return out
}

// realOps are the primitives that derivatives go through.
func realOps() (out []*syntax.Op) {
	for _, op := range syntax.Ops() {
		if op.Result == syntax.Real && realParams(op) > 0 && op != syntax.OpGMul {
			out = append(out, op)
		}
	}
	return out
}

func realParams(op *syntax.Op) (k int) {
	for _, p := range op.Params {
		if p == syntax.Real {
			k++
		}
	}
	return k
}

// intsOf are literals for the int among the parameters.
func intsOf(op *syntax.Op) (out []int64) {
	for i, p := range op.Params {
		if p == syntax.Int {
			for n := int64(op.Domain[i].Lo); n <= int64(op.Domain[i].Hi); n++ {
				out = append(out, n)
			}
			return out
		}
	}
	return []int64{0}
}

func nameOf(op *syntax.Op, n int64, xs ...string) string {
	var args []string
	k := 0
	for _, p := range op.Params {
		if p == syntax.Int {
			args = append(args, fmt.Sprint(n))
			continue
		}
		args = append(args, xs[k%len(xs)])
		k++
	}
	return op.Name + "(" + strings.Join(args, ", ") + ")"
}

// applied is the primitive of n and reals; a third is the first again.
func applied(op *syntax.Op, n int64, xs ...syntax.Term) syntax.Term {
	var args []syntax.Term
	k := 0
	for _, p := range op.Params {
		if p == syntax.Int {
			args = append(args, syntax.IntLit(n))
			continue
		}
		args = append(args, xs[k%len(xs)])
		k++
	}
	return syntax.NewPrim(op, args...)
}

// compositions are all primitives of all functions of x, and of y beside it on both sides.
func compositions() (out []composition) {
	in := inner()
	for _, op := range realOps() {
		for _, n := range intsOf(op) {
			for _, f := range in {
				if realParams(op) == 1 {
					out = append(out, composition{
						nameOf(op, n, f.name), func(x, y syntax.Term) syntax.Term { return applied(op, n, f.body(x, y)) },
						f.constant || op.Flat, f.linear && linearIn(op, 0),
					})
					continue
				}
				out = append(out, composition{
					nameOf(op, n, f.name, "y"), func(x, y syntax.Term) syntax.Term { return applied(op, n, f.body(x, y), y) },
					f.constant, f.linear && linearIn(op, 0),
				}, composition{
					nameOf(op, n, "y", f.name), func(x, y syntax.Term) syntax.Term { return applied(op, n, y, f.body(x, y)) },
					f.constant, f.linear && linearIn(op, 1),
				})
			}
			if realParams(op) > 1 {
				out = append(out, composition{nameOf(op, n, "x", "x"), func(x, _ syntax.Term) syntax.Term { return applied(op, n, x, x) }, false, false})
			}
		}
	}
	return out
}

func linearIn(op *syntax.Op, i int) bool { return op.Joint != nil || slices.Contains(op.LinearIn, i) }

// odd are the numbers that arguments are: zeros and ties of them, and what is at the ends of the range.
var odd = []float64{
	0, math.Copysign(0, -1), 1, -1, 0.5, 2, -2.5, 1e-300, -1e-300, 1e300, -1e300, 5e-324, -1e-310, 1e154, 1e160, -1e160, 1e-160, 700, -700,
	math.Inf(1), math.Inf(-1), math.NaN(),
}

// TestModes holds the derivatives of compositions of primitives against each other, at odd points. In the evaluator:
//
//   - the value that comes with a derivative is, to the last bit, that of the function, and nothing fails;
//   - derivatives by x and by y, forward by each alone and in reverse by each alone and by both, agree where two of them are finite;
//   - so do second derivatives: reverse of forward, forward of reverse, and forward of forward;
//   - what is constant in x by its form has derivatives 0, what is linear in x has the derivative by x that it has elsewhere.
//
// They agree to 9 digits, or as far as each does with itself when all operations err by some last bits. Derivatives
// that are other numbers when exponents have no bounds are left out: there something in one of them was lost below all
// numbers, or overflowed, and in the other it need not have.
//
// As Go and in wazero, with the functions of the host, values are those of the evaluator to the last bit, and
// derivatives what they are there where they are finite there.
func TestModes(t *testing.T) {
	all := compositions()
	total := len(all)
	rng := rand.New(rand.NewSource(*firstMode))
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if *manyModes >= 0 {
		all = all[:min(len(all), *manyModes)]
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	engine, err := run.NewEngine(ctx, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close(ctx) //nolint:errcheck // the test is over
	b := &buffersRun{engine: engine, same: sameWhereFinite}
	var compared, lost int
	for i, c := range all {
		m, err := newModes(c, rng)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for range 6 {
			x, y := odd[rng.Intn(len(odd))], odd[rng.Intn(len(odd))]
			if rng.Intn(3) == 0 {
				y = x
			}
			if err := m.at(x, y); err != nil {
				t.Errorf("%s at x = %v, y = %v: %v", c.name, x, y, err)
				break
			}
		}
		compared, lost = compared+m.compared, lost+m.lost
		if i < *compiledModes && !testing.Short() {
			b.programs = append(b.programs, m.p)
		}
		if len(b.programs) == 200 || i == len(all)-1 && len(b.programs) > 0 {
			if err := b.inGo(ctx, t.TempDir()); err != nil {
				t.Error(err)
			}
			for _, p := range b.programs {
				if err := b.inWasm(ctx, p, wasmbackend.Options{Scalar: true, HostMath: true}); err != nil {
					t.Errorf("%s: %v", p.text, err)
				}
			}
			b.programs = nil
		}
	}
	t.Logf("%d of %d compositions, %d pairs compared, of which %d agree only without bounds of exponents", len(all), total, compared, lost)
	if compared < 20*len(all) || lost*20 > compared {
		t.Errorf("%d pairs compared for %d compositions, %d lost", compared, len(all), lost)
	}
}

// sameWhereFinite compares values to the last bit, and derivatives where they are finite in the evaluator.
func sameWhereFinite(c *operationCall, i int, got, want float64) bool {
	if c.valued && i == 0 {
		return sameBits(got, want)
	}
	return !finite([]float64{want}) || closeTo(got, want, 0)
}

// closeTo is equality to 9 digits, or to within an error.
func closeTo(a, b, err float64) bool {
	return a == b || math.Abs(a-b) <= 1e-9*math.Max(math.Abs(a), math.Abs(b))+err+1e-300
}

// modes are the derivatives of a composition.
type modes struct {
	c              composition
	p              *bufferProgram
	rng            *rand.Rand
	compared, lost int
}

func newModes(c composition, rng *rand.Rand) (*modes, error) {
	x, y := syntax.NewVar("x", syntax.Real), syntax.NewVar("y", syntax.Real)
	d := &syntax.Def{Name: "f", Params: []*syntax.Var{x, y}, Result: syntax.Real, Body: c.body(syntax.Ref(x), syntax.Ref(y))}
	f, err := chad.Built(finished{&syntax.Program{Defs: []*syntax.Def{d}}}, "f")
	if err != nil {
		return nil, err
	}
	m := &modes{c: c, p: &bufferProgram{text: c.name}, rng: rng}
	add := func(name string, valued bool, g *chad.Func, e error) *chad.Func {
		if e != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", name, e))
			return nil
		}
		m.p.ops = append(m.p.ops, &operation{name: name, f: g, valued: valued})
		return g
	}
	add("Value", true, f, nil)
	g, e := chad.ValueAndGrad(f)
	add("Grad", true, g, e)
	for _, p := range []string{"x", "y"} {
		g, e := chad.ValueAndGrad(f, p)
		add("Grad_"+p, true, g, e)
		g, e = chad.JVP(f, p)
		add("JVP_"+p, true, g, e)
		forward, e := chad.Tangent(f, p)
		if e != nil {
			return nil, e
		}
		reverse, e := chad.Grad(f, p)
		if e != nil {
			return nil, e
		}
		for _, q := range []string{"x", "y"} {
			g, e := chad.Grad(forward, q)
			add("ReverseOfForward_"+p+q, false, g, e)
			g, e = chad.Tangent(reverse, q)
			add("ForwardOfReverse_"+p+q, false, g, e)
			g, e = chad.Tangent(forward, q)
			add("ForwardOfForward_"+p+q, false, g, e)
		}
	}
	return m, err
}

// call runs an operation in the evaluator, with tangents of 1.
func (m *modes) call(name string, x, y float64, note bool) ([]float64, error) {
	i := slices.IndexFunc(m.p.ops, func(o *operation) bool { return o.name == name })
	o := m.p.ops[i]
	args := []semantics.Value{semantics.Real(x), semantics.Real(y)}
	for len(args) < len(o.f.Def().Params) {
		args = append(args, semantics.Real(1))
	}
	v, err := semantics.Call(o.f.Def(), args...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if note {
		m.p.calls = append(m.p.calls, &operationCall{operation: o, args: args, want: v})
	}
	return realsOf(v), nil
}

// A number is one of the results of an operation.
type number struct {
	op string
	i  int
}

// agree compares numbers pair by pair at a point.
func (m *modes) agree(x, y float64, numbers ...number) error {
	var vs []float64
	for _, n := range numbers {
		v, err := m.call(n.op, x, y, false)
		if err != nil {
			return err
		}
		vs = append(vs, v[n.i])
	}
	for i, a := range vs {
		for j, b := range vs[:i] {
			if !finite([]float64{a, b}) {
				continue
			}
			m.compared++
			if closeTo(a, b, 0) || closeTo(a, b, 10*(m.spread(numbers[i], x, y)+m.spread(numbers[j], x, y))) {
				continue
			}
			if m.exact(numbers[i], x, y, a) && m.exact(numbers[j], x, y, b) {
				return fmt.Errorf("%s gives %v, %s %v", numbers[j].op, b, numbers[i].op, a)
			}
			m.lost++
		}
	}
	return nil
}

// spread is how far a number differs from itself when all operations have errors of some last bits.
func (m *modes) spread(n number, x, y float64) float64 {
	least, most := math.Inf(1), math.Inf(-1)
	for range 8 {
		w, err := m.other(noisy(m.rng), n, x, y)
		v, _ := w.ordinary()
		if err != nil || !finite([]float64{v}) {
			return 0
		}
		least, most = math.Min(least, v), math.Max(most, v)
	}
	return most - least
}

// exact reports whether a number is what it is when exponents have no bounds.
func (m *modes) exact(n number, x, y, v float64) bool {
	w, err := m.other(widePrim, n, x, y)
	f, ok := w.ordinary()
	return err == nil && ok && closeTo(f, v, 0)
}

// other is a number by another arithmetic.
func (m *modes) other(arithmetic evaluator, n number, x, y float64) (wide, error) {
	i := slices.IndexFunc(m.p.ops, func(o *operation) bool { return o.name == n.op })
	d := m.p.ops[i].f.Def()
	env := map[*syntax.Var]wideValue{}
	for k, p := range d.Params {
		env[p] = wideValue{n: wideOf([]float64{x, y, 1, 1}[k])}
	}
	v, err := arithmetic.eval(d.Body, env)
	if err != nil {
		return wide{}, err
	}
	return v.reals()[n.i], nil
}

// at compares all at a point.
func (m *modes) at(x, y float64) error {
	results := map[string][]float64{}
	for _, o := range m.p.ops {
		v, err := m.call(o.name, x, y, true)
		if err != nil {
			return err
		}
		results[o.name] = v
	}
	for _, o := range m.p.ops {
		if o.valued && !sameBits(results[o.name][0], results["Value"][0]) {
			return fmt.Errorf("the value that comes with %s is %v, of the function alone %v", o.name, results[o.name][0], results["Value"][0])
		}
		if m.c.constant && strings.Contains(o.name, "_") && strings.Contains(strings.Split(o.name, "_")[1], "x") {
			if d := results[o.name][len(results[o.name])-1]; d != 0 {
				return fmt.Errorf("it is constant in x by its form, and %s is %v", o.name, d)
			}
		}
	}
	for i, p := range []string{"x", "y"} {
		if err := m.agree(x, y, number{"Grad", 1 + i}, number{"Grad_" + p, 1}, number{"JVP_" + p, 1}); err != nil {
			return err
		}
		for _, q := range []string{"x", "y"} {
			if err := m.agree(x, y, number{"ReverseOfForward_" + p + q, 0}, number{"ForwardOfReverse_" + p + q, 0}, number{"ForwardOfForward_" + p + q, 0}); err != nil {
				return err
			}
		}
	}
	if !m.c.linear {
		return nil
	}
	for _, name := range []string{"Grad_x", "JVP_x"} {
		elsewhere, err := m.call(name, 1, y, false)
		if err != nil {
			return err
		}
		if got := results[name][1]; !sameBits(got, elsewhere[1]) {
			return fmt.Errorf("it is linear in x, and %s is %v, and %v at x = 1", name, got, elsewhere[1])
		}
	}
	return nil
}
