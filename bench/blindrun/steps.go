package blindrun

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed-4b734f86/gochad/bench/blind"
	"github.com/seed-4b734f86/gochad/bench/blindreport"
	"github.com/seed-4b734f86/gochad/bench/penrose"
	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/lab"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// StepOptions say what the steps are measured on.
type StepOptions struct {
	Root     string   // chad's folder
	Penrose  string   // a folder with diagrams; empty for none
	Only     []string // the steps to leave out; nil for all
	Progress io.Writer
}

// source is what is compiled at once: a package of Go, or a diagram.
type source struct {
	kind    string // blind, wild or diagram
	name    string
	compile func() error
	args    func(f *loop.Func, attempt int) ([]loop.Value, bool) // nil where operations are not counted
	picked  map[string]int                                       // the attempt that suits a function
	base    outcome
	by      []string // the steps that may change it
}

// outcome is what becomes of a source: each exported function as text, and what it costs.
type outcome struct {
	texts map[string]string
	costs map[string]effort // of those that are counted
	err   error
}

// effort is what a function takes for some arguments.
type effort struct {
	ops   int64 // all operations
	words int64 // of memory, set to zero or not
}

// Steps finds out what each step of the compiler does to the blind problems, to other Go and to diagrams, by leaving it
// out.
func Steps(opt StepOptions) (*blindreport.Steps, error) {
	folder, err := os.MkdirTemp("", "blindbench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder) //nolint:errcheck // what is left there harms nobody
	all, err := sourcesOf(opt, folder)
	if err != nil {
		return nil, err
	}
	var sources []*source
	out := &blindreport.Steps{}
	names := map[string]bool{}
	for _, s := range all {
		if s.base, s.by = s.whole(); s.base.err != nil {
			if _, err := fmt.Fprintf(opt.Progress, "%s is left out: %v\n", s.name, s.base.err); err != nil {
				return nil, err
			}
			continue
		}
		if len(s.base.texts) == 0 {
			continue // nothing is generated
		}
		sources = append(sources, s)
		out.Count(s.kind, len(s.base.texts))
		out.CountedKinds.Count(s.kind, len(s.base.costs))
		for _, name := range s.by {
			names[name] = true
		}
	}
	start := time.Now()
	for i, name := range slices.Sorted(maps.Keys(names)) {
		if opt.Only != nil && !slices.Contains(opt.Only, name) {
			continue
		}
		x := without(name, sources)
		passed := time.Since(start).Round(time.Second)
		if _, err := fmt.Fprintf(opt.Progress, "%3d/%d %s  %-24s %.3f %v %s\n", i+1, len(names), passed, name, x.Cost,
			x.More, strings.Join(x.Programs, "; ")); err != nil {
			return nil, err
		}
		out.Steps = append(out.Steps, x)
	}
	slices.SortStableFunc(out.Steps, func(a, b blindreport.Step) int { return cmp.Compare(b.Cost, a.Cost) })
	return out, nil
}

// without leaves a step out.
func without(name string, sources []*source) blindreport.Step {
	out := blindreport.Step{Name: name, Worst: 1}
	sum, counted := 0.0, 0
	for _, s := range sources {
		if s.kind == "blind" {
			counted += len(s.base.costs)
		}
		if !slices.Contains(s.by, name) {
			continue
		}
		got := s.run(&lab.Lab{Off: map[string]bool{name: true}})
		if got.err != nil {
			out.Fails++
			continue
		}
		for f, text := range s.base.texts {
			if got.texts[f] == text {
				continue
			}
			out.Count(s.kind, 1)
			was, is := s.base.costs[f], got.costs[f]
			if was.ops == 0 || is.ops == 0 {
				continue
			}
			ops, words := ratio(is.ops, was.ops), ratio(is.words, was.words)
			where := s.name
			if s.kind != "blind" {
				where += "." + f
			}
			if s.kind == "blind" {
				sum += math.Log(ops)
				if ops > out.Worst {
					out.Worst, out.Where = ops, s.name
				}
			}
			if ops >= matters || words >= matters {
				out.More.Count(s.kind, 1)
				out.Programs = append(out.Programs, fmt.Sprintf("%s %.3f %.3f", where, ops, words))
			} else if ops <= 1/matters || words <= 1/matters {
				out.Programs = append(out.Programs, fmt.Sprintf("%s %.3f %.3f", where, ops, words))
			}
		}
	}
	slices.Sort(out.Programs)
	out.Cost = math.Exp(sum / float64(max(counted, 1)))
	return out
}

// matters is from where on a difference counts.
const matters = 1.02

// ratio is that of two numbers that may be 0.
func ratio(x, y int64) float64 { return float64(max(x, 1)) / float64(max(y, 1)) }

// whole compiles a source with all steps, and finds those that change something, or may.
func (s *source) whole() (outcome, []string) {
	steps := map[string]bool{}
	last := ""
	l := &lab.Lab{Fired: func(rule string) { steps["rule "+rule] = true },
		Asked: func(rewrite string) { steps["place "+rewrite] = true },
		Pass: func(name string, p any) {
			if name == lab.End {
				return
			}
			text := p.(*loop.Program).String()
			if name != "" && text != last {
				steps["pass "+name] = true
			}
			last = text
		},
	}
	return s.run(l), slices.Sorted(maps.Keys(steps))
}

// run compiles a source in an experiment.
func (s *source) run(l *lab.Lab) (out outcome) {
	defer func() {
		if r := recover(); r != nil {
			out.err = fmt.Errorf("panic: %v", r)
		}
	}()
	out.texts, out.costs = map[string]string{}, map[string]effort{}
	watch := l.Pass
	l.Pass = func(name string, p any) {
		if watch != nil {
			watch(name, p)
		}
		if name == lab.End {
			s.take(p.(*loop.Program), &out)
		}
	}
	defer lab.Use(l)()
	out.err = s.compile()
	return out
}

// take notes a program that all passes have run on.
func (s *source) take(p *loop.Program, out *outcome) {
	for _, f := range p.Funcs {
		if !f.Exported {
			continue
		}
		out.texts[f.Name] = p.String()
		if s.args == nil {
			continue
		}
		first, last := 0, attempts-1
		if k, ok := s.picked[f.Name]; ok {
			first, last = k, k
		}
		for k := first; k <= last; k++ {
			args, ok := s.args(f, k)
			if !ok {
				break
			}
			if _, counts, err := loop.Eval(p, f, args, mostSteps); err == nil {
				out.costs[f.Name] = effort{counts.Total(), counts.Words + counts.Zeroed}
				s.picked[f.Name] = k
				break
			}
		}
	}
}

// mostSteps is how long a function may run.
const mostSteps = 1e8

// sourcesOf are the blind problems, the other Go and the small diagrams.
func sourcesOf(opt StepOptions, folder string) (out []*source, err error) {
	problems := map[string]blind.Problem{}
	for _, p := range blind.All() {
		problems[p.Name] = p
	}
	add := func(kind, dir string, patterns ...string) error {
		packages, err := load.Packages(patterns, load.Options{Dir: dir, More: gosrc.Adapters})
		if err != nil {
			return err
		}
		for _, p := range packages {
			s := &source{kind: kind, name: p.Name, picked: map[string]int{}, args: drawn, compile: func() error {
				_, ds := gosrc.Generate(p, chad.EmitOptions{})
				return ds.Err()
			}}
			if b, ok := problems[p.Name]; ok && kind == "blind" {
				if b.Refused != "" {
					continue
				}
				g := b.New(b.Small).(blind.Generated)
				s.args = func(f *loop.Func, attempt int) ([]loop.Value, bool) {
					if attempt > 0 {
						return nil, false
					}
					all, by := g.Args()
					return arguments(f, all, by)
				}
			}
			out = append(out, s)
		}
		return nil
	}
	err = errors.Join(
		add("blind", filepath.Join(opt.Root, "bench", "blind"), "./..."),
		add("wild", filepath.Join(opt.Root, "examples"), "./..."),
		add("wild", filepath.Join(opt.Root, "examples", "project"), "./..."),
		add("tuned", filepath.Join(opt.Root, "bench"), "./plain"),
	)
	if err != nil {
		return nil, err
	}
	packages, err := wild(opt.Root, folder)
	if err != nil {
		return nil, err
	}
	for _, p := range packages {
		if err := add("wild", folder, p); err != nil {
			if _, err := fmt.Fprintf(opt.Progress, "%s is left out: %v\n", p, err); err != nil {
				return nil, err
			}
		}
	}
	if opt.Penrose == "" {
		return out, nil
	}
	diagrams, err := penrose.Read(opt.Penrose)
	for _, d := range diagrams {
		if len(d.Nodes) <= smallDiagram {
			out = append(out, &source{kind: "diagram", name: d.ID, compile: func() error { return compileDiagram(d) }})
		}
	}
	return out, err
}

// smallDiagram is how many nodes a diagram may have: larger ones take long, and are no different.
const smallDiagram = 2000

func compileDiagram(d *penrose.Diagram) error {
	f, err := d.Func()
	if err != nil {
		return err
	}
	g, err := chad.ValueAndGrad(f)
	if err != nil {
		return err
	}
	_, err = chad.EmitOptions{}.Emit("p", "", chad.Export{Func: g, Name: "F"})
	return err
}
