package chad

import (
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/simplify/program"

	"github.com/seed-4b734f86/gochad/chad/pipeline"
	"github.com/seed-4b734f86/gochad/closure"
	"github.com/seed-4b734f86/gochad/gen"
	"github.com/seed-4b734f86/gochad/internal/cputime"
	"github.com/seed-4b734f86/gochad/lower"
	"github.com/seed-4b734f86/gochad/simplify"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/text"
)

// A scaleShape is a family of programs that grow in one way.
type scaleShape struct {
	name  string
	large int // the size that the benchmark runs, and a hundredth of it
	src   func(n int) string
}

// scaleShapes are shapes that must be compiled in linear time; n counts bindings, or uses.
var scaleShapes = []scaleShape{
	{"chain", 1_000_000, chainOfLets},
	{"live", 100_000, allLive},
	{"fan", 1_000_000, fanOut},
	{"defs", 1000 * defLets, callDAG},
	{"defchain", 1000 * defLets, callChain},
}

// chainOfLets is n lets, each of two operations on the one before.
func chainOfLets(n int) string {
	var b strings.Builder
	b.WriteString("--chad:grad\ndef f (x0 : real) : real =\n  let x1 = x0 * sin x0\n")
	for i := 2; i <= n; i++ {
		fmt.Fprintf(&b, "      x%d = x%d * sin x%d\n", i, i-1, i-1)
	}
	fmt.Fprintf(&b, "  in x%d\n", n)
	return b.String()
}

// allLive is n lets and then one sum that uses them all.
func allLive(n int) string {
	var b strings.Builder
	b.WriteString("--chad:grad\ndef f (x : real) : real =\n  let y0 = sin x\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "      y%d = sin (x * %d.5)\n", i, i)
	}
	b.WriteString("  in y0")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, " + y%d", i)
	}
	b.WriteString("\n")
	return b.String()
}

// fanOut is √n values, each of which is used √n times.
func fanOut(n int) string {
	k := 1
	for k*k < n {
		k++
	}
	var b strings.Builder
	b.WriteString("--chad:grad\ndef f (x : real) : real =\n  let s0 = x\n")
	for i := range k {
		fmt.Fprintf(&b, "      v%d = sin (x * %d.5)\n", i, i)
	}
	for i := 1; i <= k; i++ {
		fmt.Fprintf(&b, "      s%d = sin (s%d", i, i-1)
		for j := range k {
			fmt.Fprintf(&b, " + v%d", j)
		}
		b.WriteString(")\n")
	}
	fmt.Fprintf(&b, "  in s%d\n", k)
	return b.String()
}

// defLets is the number of lets in each definition of callDAG and callChain.
const defLets = 20

// callDAG is n/defLets definitions, each of which calls three before it.
func callDAG(n int) string {
	return definitionsOf(n, func(i int) []int { return []int{i - 1, i / 2, i / 3} })
}

// callChain is n/defLets definitions, each of which calls the one before it.
func callChain(n int) string {
	return definitionsOf(n, func(i int) []int { return []int{i - 1} })
}

func definitionsOf(n int, calls func(i int) []int) string {
	var b strings.Builder
	last := max(n/defLets, 2) - 1
	for i := range last + 1 {
		if i == last {
			b.WriteString("--chad:grad\n")
		}
		fmt.Fprintf(&b, "def f%d (x : real, y : real) : real =\n  let a0 = x * y\n", i)
		k := 1
		if i > 0 {
			for _, c := range calls(i) {
				fmt.Fprintf(&b, "      a%d = f%d (a%d, y)\n", k, c, k-1)
				k++
			}
		}
		for ; k < defLets; k++ {
			fmt.Fprintf(&b, "      a%d = x * sin a%d\n", k, k-1)
		}
		fmt.Fprintf(&b, "  in a%d\n", defLets-1)
	}
	return b.String()
}

// scaleStages are the stages of [Generate] for one --chad:grad, in order.
var scaleStages = []string{"load", "simplify1", "anf", "functor", "wrap", "simplify2", "copy", "lower", "simplify3", "gen"}

// staged is Generate with the time of every stage reported; TestScale holds the two together.
func staged(src []byte, done func(stage string)) ([]byte, error) {
	p, ds := text.Load("scale.chad", src)
	if err := ds.Err(); err != nil {
		return nil, err
	}
	f := &Func{prog: p, def: p.Defs[len(p.Defs)-1]}
	done("load")
	prog, def, err := f.copied(toDerive)
	if err != nil {
		return nil, err
	}
	opts := simplify.Options{Inline: pipeline.Inline}
	prog, _, err = simplify.Program(prog, opts)
	if err != nil {
		return nil, err
	}
	prog = closure.Lift(prog)
	def = prog.Lookup(def.Name)
	done("simplify1")
	syntax.ANFProgram(prog)
	done("anf")
	active := make([]bool, len(def.Params))
	for i := range active {
		active[i] = true
	}
	der, err := Reverse(pipeline.Functor).Definition(def, active)
	if err != nil {
		return nil, err
	}
	done("functor")
	out := inPlace(der.Def)
	out.Name = f.def.Name + "_grad"
	var s syntax.Spine
	z := s.Let("z", out.Body)
	body := syntax.NewTuple(syntax.NewProj(0, z), syntax.NewLinApp(syntax.NewProj(1, z), syntax.RealLit(1)))
	out.Body = s.In(body)
	out.Result = body.Type()
	done("wrap")
	g := f.assemble(prog, out)
	if _, _, err := g.in(toCompile); err != nil {
		return nil, err
	}
	done("simplify2")
	return stagedEmit(g, exported(f.def.Name)+"Grad", done)
}

// stagedEmit is Emit likewise.
func stagedEmit(f *Func, name string, done func(stage string)) ([]byte, error) {
	p, root, err := f.copied(toCompile)
	if err != nil {
		return nil, err
	}
	done("copy")
	r, err := lower.Run(context.Background(), p)
	if err != nil {
		return nil, err
	}
	p, root = program.MoveOnce(r.Program, r.Program.Lookup(root.Name), r.Halves)
	done("lower")
	if p, _, err = simplify.Program(p, simplify.Options{Inline: pipeline.Inline, Compiled: true}); err != nil {
		return nil, err
	}
	def := p.Lookup(root.Name)
	p.Defs = syntax.Reachable(def)
	done("simplify3")
	out, err := gen.Generate(p, gen.Options{Package: "scale", Exports: []gen.Export{{Def: def, Name: name}}})
	done("gen")
	return out, err
}

// BenchmarkScale reports, for every shape, processor time (garbage collection included) and memory per binding at its
// large size and at a hundredth of it, in all and by stage (…-ns), and at the large size
// the ratio of the two times (ratio).
func BenchmarkScale(b *testing.B) {
	for _, s := range scaleShapes {
		small := 0.0
		for _, n := range []int{s.large / 100, s.large} {
			b.Run(fmt.Sprintf("%s/%d", s.name, n), func(b *testing.B) {
				per := benchmarkShape(b, []byte(s.src(n)), n)
				if n < s.large {
					small = per
				} else if small > 0 {
					b.ReportMetric(per/small, "ratio")
				}
			})
		}
	}
}

// scaleMemory is the memory in bytes beyond which the collector works harder.
const scaleMemory = 8 << 30

// benchmarkShape returns the time per binding in ns.
func benchmarkShape(b *testing.B, src []byte, n int) float64 {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(scaleMemory))
	times := map[string]time.Duration{}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	size := 0
	for b.Loop() {
		last := cputime.Now()
		out, err := staged(src, func(stage string) {
			now := cputime.Now()
			times[stage] += now - last
			last = now
		})
		if err != nil {
			b.Fatal(err)
		}
		size = len(out)
	}
	runtime.ReadMemStats(&after)
	runs := float64(b.N) * float64(n)
	var total time.Duration
	for _, stage := range scaleStages {
		total += times[stage]
		b.ReportMetric(float64(times[stage])/runs, stage+"-ns")
	}
	b.ReportMetric(float64(total)/runs, "ns/binding")
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/runs, "B/binding")
	b.ReportMetric(float64(after.Sys)/(1<<20), "sys-MB")
	b.ReportMetric(float64(size)/float64(n), "goB/binding")
	return float64(total) / runs
}

// TestScale checks on small sizes what the benchmark measures on large ones:
// what is emitted is Go, Generate and the staged run agree, and allocations per
// binding do not grow with the size.
func TestScale(t *testing.T) {
	for _, s := range scaleShapes {
		t.Run(s.name, func(t *testing.T) {
			allocs := func(n int) float64 {
				src := []byte(s.src(n))
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				out, err := Generate("scale.chad", src, "scale")
				if err != nil {
					t.Fatal(err)
				}
				runtime.ReadMemStats(&after)
				if _, err := parser.ParseFile(token.NewFileSet(), "scale.go", out, 0); err != nil {
					t.Fatal(err)
				}
				measured, err := staged(src, func(string) {})
				if err != nil {
					t.Fatal(err)
				}
				if got, want := code(measured), code(out); got != want {
					t.Errorf("the benchmark's stages emit %d bytes of code, Generate %d", len(got), len(want))
				}
				return float64(after.TotalAlloc-before.TotalAlloc) / float64(n)
			}
			small, large := allocs(250), allocs(2000)
			t.Logf("bytes allocated per binding: %.0f at 250, %.0f at 2000", small, large)
			if large > 1.5*small {
				t.Errorf("%.0f bytes per binding at 250, %.0f at 2000", small, large)
			}
		})
	}
}

// code is a Go file without its comments and package clause: all that the stages decide.
func code(src []byte) string {
	var b strings.Builder
	for line := range strings.Lines(string(src)) {
		if l := strings.TrimSpace(line); !strings.HasPrefix(l, "//") && !strings.HasPrefix(l, "package ") {
			b.WriteString(line)
		}
	}
	return b.String()
}
