package randgo_test

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"go/types"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/eval"
	"github.com/seed-4b734f86/gochad/gosrc/flow/own"
	"github.com/seed-4b734f86/gochad/gosrc/randgo"
	"github.com/seed-4b734f86/gochad/gosrc/translate"
)

var (
	withoutGo = flag.Bool("withoutgo", false, "TestWide takes what the translation gives for what Go gives, which is faster")
	shrinks   = flag.Int("shrink", 0, "how many of the functions that go wrong TestWide and TestWideDerivatives cut down each")
	refusals  = flag.Int("refusals", 0, "how many of the functions that are refused TestWide cuts down and logs")
)

// widePrograms makes a file of n functions with types of their own.
func widePrograms(n int, seed uint64, smooth bool) (file string, names, texts []string) {
	b := strings.Builder{}
	b.WriteString(randgo.Header + randgo.WideHeader)
	for i := range n {
		names = append(names, fmt.Sprintf("W%d", i))
		texts = append(texts, randgo.Wide(rand.New(rand.NewPCG(seed, 78+uint64(i)<<8)), names[i], smooth))
		b.WriteString("\n" + texts[i])
	}
	return b.String(), names, texts
}

// ending makes a file of n functions, and leaves out, with a note, those that run for long.
func ending(t *testing.T, n int, seed uint64, smooth bool) (p *translate.Package, file string, names, texts []string) {
	t.Helper()
	file, all, sources := widePrograms(n, seed, smooth)
	p = checked(t, file)
	for i, name := range all {
		if !ends(p, name) {
			t.Logf("%s runs for too long", name)
			continue
		}
		names, texts = append(names, name), append(texts, sources[i])
	}
	return p, file, names, texts
}

// Random functions over random types give, translated and as terms, bit for bit what Go gives.
func TestWide(t *testing.T) {
	n := *count / 25
	p, file, names, texts := ending(t, n, *seed, false)
	trials := make([][]trial, len(names))
	if !*withoutGo {
		trials = compiled(t, file, names)
	}
	refused := map[string]int{}
	panics, accepted := 0, 0
	var wrong, not faults
	for i, name := range names {
		for _, tr := range trials[i] {
			if tr.panics != "" {
				panics++
			}
		}
		msg, why := wideAgrees(p, name, trials[i])
		switch {
		case why != "":
			refused[why]++
			not = append(not, fault{why, texts[i]})
		case msg != "":
			wrong = append(wrong, fault{msg, texts[i]})
		default:
			accepted++
		}
	}
	wrong.shrink(func(p *translate.Package, name string) string {
		msg, _ := wideAgrees(p, name, nil)
		return msg
	})
	wrong.report(t)
	t.Logf("%d of %d in value form, %d wrong, %d of %d runs panic", accepted, n, len(wrong), panics, 3*n)
	logRefused(t, refused)
	for _, f := range not[:min(len(not), *refusals)] {
		f = shrinkWide(f, func(p *translate.Package, name string) string { return refusal(p, name, f.what) })
		t.Logf("%s\n%s", f.what, f.source)
	}
}

// refusal is the first message for a function if that has the code, or the text, that is asked for.
func refusal(p *translate.Package, name, why string) string {
	ref, diags := translate.Translate(p, []translate.Root{{Func: p.Types.Scope().Lookup(name).(*types.Func)}})
	if len(diags) == 0 {
		_, diags = own.Resolve(ref.Program, ref.Roots[0].Flow)
	}
	if len(diags) > 0 && (string(diags[0].Code) == why || diags[0].Message == why) {
		return diags[0].String()
	}
	return ""
}

// maxSteps bounds how long a function that is cut down runs: what is cut may be what ends a loop.
const maxSteps = 1_000_000

// ends reports whether a function ends soon, wherever it was tried.
func ends(p *translate.Package, name string) bool {
	ref, diags := translate.Translate(p, []translate.Root{{Func: p.Types.Scope().Lookup(name).(*types.Func)}})
	if len(diags) > 0 {
		return true
	}
	rng := rand.New(rand.NewPCG(5, 5))
	for range 4 {
		if _, err := eval.CallWithin(ref.Roots[0].Flow, arguments(point(rng)), maxSteps); errors.Is(err, eval.ErrTooLong) {
			return false
		}
	}
	return true
}

func logRefused(t *testing.T, refused map[string]int) {
	t.Helper()
	whys := slices.SortedFunc(maps.Keys(refused), func(a, b string) int { return cmp.Or(refused[b]-refused[a], cmp.Compare(a, b)) })
	for _, w := range whys[:min(len(whys), 15)] {
		t.Logf("%d refused: %s", refused[w], w)
	}
}

// wideAgrees compares the translation of a function and its terms with Go, and describes what is wrong, or why it was
// refused. Without trials it takes those of the translation for Go's.
func wideAgrees(p *translate.Package, name string, trials []trial) (msg, why string) {
	ref, diags := translate.Translate(p, []translate.Root{{Func: p.Types.Scope().Lookup(name).(*types.Func)}})
	if len(diags) > 0 {
		return "", diags[0].Message
	}
	f := ref.Roots[0].Flow
	for _, tr := range trials {
		vals := arguments(tr.in)
		got, err := eval.Call(f, vals)
		switch {
		case (err != nil) != (tr.panics != ""):
			return fmt.Sprintf("%v, Go says %q, on %+v", err, tr.panics, tr.in), ""
		case err == nil && !same(outcome(f, vals, got), tr.out.numbers()):
			return fmt.Sprintf("on %+v: got %v\nGo has %v", tr.in, outcome(f, vals, got), tr.out.numbers()), ""
		}
	}
	if trials == nil {
		rng := rand.New(rand.NewPCG(5, 5))
		for range 4 {
			s := point(rng)
			vals := arguments(s)
			got, err := eval.CallWithin(f, vals, maxSteps)
			if errors.Is(err, eval.ErrTooLong) {
				continue
			}
			if err != nil {
				trials = append(trials, trial{in: s, panics: err.Error()})
				continue
			}
			trials = append(trials, trial{in: s, out: outSample(f, vals, got)})
		}
	}
	val, diags := own.Resolve(ref.Program, f)
	if len(diags) > 0 {
		return "", string(diags[0].Code)
	}
	if len(val.Funcs[f].Params) != len(f.Params) {
		return "", "whether a parameter is nil is a parameter"
	}
	msg = stages(val, val.Funcs[f], trials)
	if strings.Contains(msg, "an array of length") { // rows of a parameter
		return "", "rows of a parameter get different lengths"
	}
	return msg, ""
}

// outSample is what a call left and gave.
func outSample(f *flow.Func, args, results []eval.Value) *sample {
	s := &sample{}
	for _, v := range args[0].Flat(f.Params[0].Type)[1:] {
		s.x = append(s.x, v.F)
	}
	all := outcome(f, args, results)
	s.scalars = all[len(all)-6:]
	for _, c := range args[1].Cells {
		var row []float64
		for _, v := range c.Value.Flat(&flow.Slice{Elem: flow.Real})[1:] {
			row = append(row, v.F)
		}
		s.m = append(s.m, row)
	}
	return s
}

// shrink cuts the shortest functions down, as many as is asked for; wrong says what is wrong with one.
func (fs faults) shrink(wrong func(p *translate.Package, name string) string) {
	slices.SortFunc(fs, func(a, b fault) int { return len(a.source) - len(b.source) })
	for i := range fs[:min(len(fs), *shrinks)] {
		fs[i] = shrinkWide(fs[i], wrong)
	}
}

// shrinkWide cuts a function down with which something is wrong.
func shrinkWide(w fault, wrong func(p *translate.Package, name string) string) fault {
	text, what := w.source, ""
	name := regexp.MustCompile(`func (W\d+)\(x `).FindStringSubmatch(text)[1]
	fails := func(text string) (failed bool) {
		if !strings.Contains(text, "func "+name+"(x []float64, m [][]float64, a, b float64, n int, p P)") {
			return false
		}
		p, err := checkedText(randgo.Header + randgo.WideHeader + text)
		if err != nil || !ends(p, name) {
			return false
		}
		if msg := wrong(p, name); msg != "" {
			what = msg
			return true
		}
		return false
	}
	if !fails(text) {
		return fault{"not cut down: " + w.what, text}
	}
	text = randgo.Shrink(text, fails)
	return fault{what, regexp.MustCompile(`\n\s*\n+`).ReplaceAllString(text, "\n")}
}

// Derivatives of random functions over random types: forward mode against differences, reverse mode against forward
// mode, and loops against terms.
func TestWideDerivatives(t *testing.T) {
	n := *count / 50
	p, _, names, texts := ending(t, n, *seed+7, true)
	refused := map[string]int{}
	rng := rand.New(rand.NewPCG(10, *seed))
	points, compared := 0, 0
	var wrong faults
	for i, name := range names {
		msg, why, some := wideDerives(p, name, rng, &points)
		if why != "" {
			refused[why]++
		}
		if some {
			compared++
		}
		if msg != "" {
			wrong = append(wrong, fault{msg, texts[i]})
		}
	}
	wrong.shrink(func(p *translate.Package, name string) string {
		msg, _, _ := wideDerives(p, name, rand.New(rand.NewPCG(10, *seed)), new(int))
		return msg
	})
	wrong.report(t)
	t.Logf("%d points compared with differences, loops of %d of %d programs", points, compared, n)
	logRefused(t, refused)
	if compared < n/2 {
		t.Error("too few")
	}
}

// wideDerives compares the derivatives of a function, and describes what is wrong, or why it was refused.
func wideDerives(p *translate.Package, name string, rng *rand.Rand, points *int) (msg, why string, some bool) {
	ref, diags := translate.Translate(p, []translate.Root{{Func: p.Types.Scope().Lookup(name).(*types.Func)}})
	if len(diags) > 0 {
		return "", diags[0].Message, false
	}
	f := ref.Roots[0].Flow
	val, diags := own.Resolve(ref.Program, f)
	if len(diags) > 0 {
		return "", string(diags[0].Code), false
	}
	if len(val.Funcs[f].Params) != len(f.Params) {
		return "", "whether a parameter is nil is a parameter", false
	}
	if msg := derive(val, val.Funcs[f], rng, points); msg != "" {
		return msg, "", false
	}
	msg, some = asLoops(val, val.Funcs[f], rng)
	return msg, "", some
}
