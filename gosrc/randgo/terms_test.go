package randgo_test

import (
	"fmt"
	"go/types"
	"math"
	"math/rand/v2"
	"sort"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/own"
	"github.com/seed-4b734f86/gochad/gosrc/flow/term"
	"github.com/seed-4b734f86/gochad/gosrc/randgo"
	"github.com/seed-4b734f86/gochad/gosrc/translate"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// valueForm takes a function to value form; nil when package own refuses it, which is noted.
func valueForm(t *testing.T, p *translate.Package, file, name string, refused map[string]int) (*own.Result, *flow.Func) {
	t.Helper()
	ref, diags := translate.Translate(p, []translate.Root{{Func: p.Types.Scope().Lookup(name).(*types.Func)}})
	if len(diags) > 0 {
		t.Fatalf("%v\n%s", diags, source(p, file, name))
	}
	val, diags := own.Resolve(ref.Program, ref.Roots[0].Flow)
	if len(diags) > 0 {
		refused[string(diags[0].Code)]++
		return nil, nil
	}
	return val, val.Funcs[ref.Roots[0].Flow]
}

// Random functions as terms give bit for bit what Go gives; half of them are plain.
func TestTerms(t *testing.T) {
	n := *count / 2
	for _, o := range []randgo.Options{{Plain: true}, {}} {
		file, names := programs(n, *seed+1, o)
		p := checked(t, file)
		trials := compiled(t, file, names)
		refused := map[string]int{}
		accepted := 0
		var wrong faults
		for i, name := range names {
			val, f := valueForm(t, p, file, name, refused)
			if val == nil {
				continue
			}
			accepted++
			if msg := stages(val, f, trials[i]); msg != "" {
				wrong = append(wrong, fault{msg, source(p, file, name)})
			}
		}
		wrong.report(t)
		report(t, refused, accepted, n, o.Plain)
	}
}

// stages compares the terms of a function with what Go gives, and where they stop with where Go panics, and describes
// what is wrong.
func stages(val *own.Result, f *flow.Func, trials []trial) string {
	r, diags := term.Program(val.Program)
	if len(diags) > 0 {
		return diags.String()
	}
	for _, tr := range trials {
		v, err := semantics.Call(r.Funcs[f].Def, termArguments(tr.in)...)
		stopped := err != nil
		if err == nil && r.Funcs[f].Status {
			parts := v.(*semantics.Tuple).Elems
			stopped = parts[len(parts)-1] != semantics.Int(0)
		}
		if tr.panics != "" {
			if !stopped {
				return fmt.Sprintf("terms do not stop, Go says %q, on %+v", tr.panics, *tr.in)
			}
			continue
		}
		if err == nil && stopped {
			return fmt.Sprintf("terms panic on %+v", *tr.in)
		}
		want := tr.out.numbers()
		if err != nil {
			return fmt.Sprintf("terms: %v on %+v", err, *tr.in)
		}
		if o := termOutcome(f, tr.in, v); !same(o, want) {
			return fmt.Sprintf("terms on %+v: got %v, Go has %v", *tr.in, o, want)
		}
	}
	return ""
}

// A fault is a function for which something is wrong.
type fault struct{ what, source string }

type faults []fault

// report shows the shortest of the functions.
func (fs faults) report(t *testing.T) {
	t.Helper()
	sort.Slice(fs, func(i, j int) bool { return len(fs[i].source) < len(fs[j].source) })
	for i, f := range fs {
		if i == 3 {
			t.Errorf("and %d more", len(fs)-i)
			return
		}
		t.Errorf("%.900s\n%s", f.what, f.source)
	}
}

// report says how many functions were accepted, and requires most of the plain ones.
func report(t *testing.T, refused map[string]int, accepted, n int, plain bool) {
	t.Helper()
	var codes []string
	for c := range refused {
		codes = append(codes, c)
	}
	sort.Strings(codes)
	t.Logf("plain %v: %d of %d in value form", plain, accepted, n)
	for _, c := range codes {
		t.Logf("%d refused by %s", refused[c], c)
	}
	if plain && accepted < n*9/10 {
		t.Error("too few")
	}
}

// Derivatives of smooth random functions: forward mode gives the differences of the terms' values, and reverse mode
// the transpose.
func TestDerivatives(t *testing.T) {
	n := *count / 5
	file, names := programs(n, *seed+2, randgo.Options{Plain: true, Smooth: true})
	p := checked(t, file)
	refused := map[string]int{}
	rng := rand.New(rand.NewPCG(8, *seed))
	compared := 0
	var wrong faults
	for _, name := range names {
		val, f := valueForm(t, p, file, name, refused)
		if val == nil {
			continue
		}
		if msg := derive(val, f, rng, &compared); msg != "" {
			wrong = append(wrong, fault{msg, source(p, file, name)})
		}
	}
	wrong.report(t)
	t.Logf("%d points compared", compared)
	if compared < n {
		t.Errorf("only %d points of %d programs could be compared", compared, n)
	}
}

// derive compares the derivatives of a function at three points, and describes what is wrong.
func derive(val *own.Result, f *flow.Func, rng *rand.Rand, compared *int) string {
	r, diags := term.Program(val.Program)
	if len(diags) > 0 {
		return diags.String()
	}
	d := derivatives{def: r.Funcs[f].Def}
	m, err := chad.NewModule(r.Program)
	if err != nil {
		return err.Error()
	}
	cf, err := m.Func(d.def.Name)
	if err != nil {
		return err.Error()
	}
	if d.jvp, err = chad.JVP(cf); err != nil {
		return "forward mode: " + err.Error()
	}
	if d.vjp, err = chad.VJP(cf); err != nil {
		return "reverse mode: " + err.Error()
	}
	for range 3 {
		if msg := d.compare(rng, compared); msg != "" {
			return msg
		}
	}
	return ""
}

func termArguments(s *sample) []semantics.Value {
	row := func(x []float64) semantics.Value { return &semantics.Array{F: append([]float64{}, x...)} }
	m := &semantics.Array{V: []semantics.Value{}}
	for _, r := range s.m {
		m.V = append(m.V, row(r))
	}
	c := s.scalars
	p := &semantics.Tuple{Elems: []semantics.Value{
		semantics.Real(c[3]), semantics.Real(c[4]), semantics.Int(int64(c[5])), row(c[6:8]),
	}}
	return []semantics.Value{row(s.x), m, semantics.Real(c[0]), semantics.Real(c[1]), semantics.Int(int64(c[2])), p}
}

// termOutcome lists the numbers of a call of a definition as sample.numbers does.
func termOutcome(f *flow.Func, in *sample, v semantics.Value) []float64 {
	parts := v.(*semantics.Tuple).Elems
	x, m := termArguments(in)[0], termArguments(in)[1]
	for i, o := range f.Outs {
		z := parts[2+i]
		switch o {
		case 0:
			x = z
		case 1:
			m = z
		}
	}
	out := []float64{float64(len(x.(*semantics.Array).F))}
	for _, v := range []semantics.Value{x, m, parts[0], parts[1]} {
		out = numbers(out, v)
	}
	return out
}

func numbers(out []float64, v semantics.Value) []float64 {
	switch v := v.(type) {
	case semantics.Real:
		return append(out, float64(v))
	case semantics.Int:
		return append(out, float64(v))
	case *semantics.Tuple:
		for _, x := range v.Elems {
			out = numbers(out, x)
		}
	case *semantics.Array:
		out = append(out, v.F...)
		for _, x := range v.V {
			out = numbers(out, x)
		}
	}
	return out
}

type derivatives struct {
	def      *syntax.Def
	jvp, vjp *chad.Func
}

// compare tries one random point and direction, and describes what is wrong.
func (d *derivatives) compare(rng *rand.Rand, compared *int) string {
	s := point(rng)
	dir := s.zero()
	dir.each(func(x *float64) { *x = rng.NormFloat64() })
	run := func(h float64) (semantics.Value, bool) {
		v, err := semantics.Call(d.def, termArguments(s.plus(dir, h))...)
		return v, err == nil
	}
	v, ok := run(0)
	if !ok {
		return ""
	}
	seed := random(rng, v, d.def.Result)
	slope := func(h float64) (float64, bool) {
		a, ok := run(h)
		b, ok2 := run(-h)
		if !ok || !ok2 {
			return 0, false
		}
		up, ok := weigh(seed, a)
		down, ok2 := weigh(seed, b)
		settles := 1e-15*(math.Abs(up)+math.Abs(down)) < 1e-5*h // what is lost in rounding does not show
		return (up - down) / (2 * h), ok && ok2 && settles
	}
	want, ok := slope(3e-6)
	rough, ok2 := slope(1e-5)
	if !ok || !ok2 || math.IsNaN(want) || math.Abs(want) > 1e5 || math.Abs(want-rough) > 2e-5*(1+math.Abs(want)) {
		return ""
	}
	var ds []semantics.Value
	for i, a := range termArguments(dir) {
		if i != 4 {
			ds = append(ds, tangentOf(a))
		}
	}
	forward := func(h float64) (float64, error) {
		z, err := d.jvp.Call(append(termArguments(s.plus(dir, h)), ds...)...)
		if err != nil {
			return 0, err
		}
		x, _ := weigh(seed, z.(*semantics.Tuple).Elems[1])
		return x, nil
	}
	got, err := forward(0)
	if err != nil {
		return "forward mode: " + err.Error()
	}
	if off := 2e-4 * (1 + math.Abs(want)); math.Abs(got-want) > off {
		// The sine of 10⁷⁷ divided by 10⁷⁷ has a derivative about 1 of which no difference shows anything: the
		// derivative jumps.
		for _, h := range []float64{-3e-6, 3e-6} {
			if near, err := forward(h); err == nil && math.Abs(near-got) > off {
				return ""
			}
		}
		return report3("forward mode, differences", got, want, s)
	}
	reverse := func(h float64) (float64, error) {
		w, err := d.vjp.Call(append(termArguments(s.plus(dir, h)), seed)...)
		if err != nil {
			return 0, err
		}
		sum := 0.0
		for i, x := range w.(*semantics.Tuple).Elems[1].(*semantics.Tuple).Elems {
			y, _ := weigh(x, ds[i])
			sum += y
		}
		return sum, nil
	}
	back, err := reverse(0)
	if err != nil {
		return "reverse mode: " + err.Error()
	}
	if off := 1e-8 * (1 + math.Abs(got)); math.Abs(got-back) > off {
		// What is left of numbers of 10⁶² that cancel is noise, which is another one beside the point.
		for _, h := range []float64{-1e-13, 1e-13} {
			if near, err := reverse(h); err == nil && math.Abs(near-back) > off {
				return ""
			}
		}
		return report3("forward mode, reverse mode", got, back, s)
	}
	*compared++
	return ""
}
