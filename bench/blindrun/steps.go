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
	Root     string // chad's folder
	Penrose  string // a folder with diagrams; empty for none
	Progress io.Writer
}

// source is what is compiled at once: a package of Go, or a diagram.
type source struct {
	kind    string // blind, wild or diagram
	name    string
	compile func() error
	args    func(f *loop.Func) ([]loop.Value, bool) // nil where operations are not counted
	base    outcome
	by      []string // the steps that may change it
}

// outcome is what becomes of a source: each exported function as text, and what it costs.
type outcome struct {
	texts map[string]string
	ops   int64 // 0 where they are not counted
	err   error
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
		if s.base.ops > 0 {
			out.Counted++
		}
		for _, name := range s.by {
			names[name] = true
		}
	}
	start := time.Now()
	for i, name := range slices.Sorted(maps.Keys(names)) {
		passed := time.Since(start).Round(time.Second)
		if _, err := fmt.Fprintf(opt.Progress, "%3d/%d  %-24s %s\n", i+1, len(names), name, passed); err != nil {
			return nil, err
		}
		out.Steps = append(out.Steps, without(name, sources))
	}
	slices.SortStableFunc(out.Steps, func(a, b blindreport.Step) int { return cmp.Compare(b.Cost, a.Cost) })
	return out, nil
}

// without leaves a step out.
func without(name string, sources []*source) blindreport.Step {
	out := blindreport.Step{Name: name, Worst: 1}
	sum, counted := 0.0, 0
	for _, s := range sources {
		if s.base.ops > 0 {
			counted++
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
			if got.texts[f] != text {
				out.Count(s.kind, 1)
			}
		}
		if s.base.ops > 0 && got.ops > 0 {
			ratio := float64(got.ops) / float64(s.base.ops)
			sum += math.Log(ratio)
			if ratio > out.Worst {
				out.Worst, out.Where = ratio, s.name
			}
		}
	}
	out.Cost = math.Exp(sum / float64(max(counted, 1)))
	return out
}

// whole compiles a source with all steps, and finds those that change something, or may.
func (s *source) whole() (outcome, []string) {
	steps := map[string]bool{}
	last := ""
	l := &lab.Lab{
		Fired: func(rule string) { steps["rule "+rule] = true },
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
	out.texts = map[string]string{}
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
		if args, ok := s.args(f); ok {
			if _, counts, err := loop.Eval(p, f, args, 1e8); err == nil {
				out.ops = counts.Total()
			}
		}
	}
}

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
			s := &source{kind: kind, name: p.Name, compile: func() error {
				_, ds := gosrc.Generate(p, chad.EmitOptions{})
				return ds.Err()
			}}
			if b, ok := problems[p.Name]; ok && kind == "blind" {
				if b.Refused != "" {
					continue
				}
				g := b.New(b.Small).(blind.Generated)
				s.args = func(f *loop.Func) ([]loop.Value, bool) {
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
