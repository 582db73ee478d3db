package wasmrun

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/run"
	"github.com/seed-4b734f86/gochad/bench/wasmreport"
	"github.com/seed-4b734f86/gochad/bench/web"
)

// Options say what to measure and how long.
type Options struct {
	Web      string        // the folder bench/web
	Models   string        // the folder bench/models
	Penrose  string        // the folder with diagrams; empty for none
	Parts    []string      // of the names of Parts; nil for all
	Largest  int           // operations of the largest straight line
	Time     time.Duration // for each function
	Rounds   int
	Progress io.Writer
}

// part is a section of the report.
type part struct {
	name string
	run  func(ctx context.Context, o *Options, r *wasmreport.Report) error
}

func parts() []part {
	return []part{{"v8", versusAll}, {"wazero", engines}, {"simulations", simulations}, {"programs", programs}, {"sizes", sizes}, {"penrose", diagrams}}
}

// Parts are the names of what can be measured.
func Parts() (out []string) {
	for _, p := range parts() {
		out = append(out, p.name)
	}
	return out
}

// Run measures.
// The error says what could not be compiled or run, or what is missing.
func Run(ctx context.Context, o Options) (*wasmreport.Report, error) {
	r := &wasmreport.Report{Machine: run.Here()}
	if v, err := exec.CommandContext(ctx, "node", "--version").Output(); err == nil {
		r.Node = strings.TrimSpace(string(v))
	}
	for _, p := range parts() {
		wanted := o.Parts == nil
		for _, name := range o.Parts {
			wanted = wanted || name == p.name
		}
		if !wanted {
			continue
		}
		if _, err := fmt.Fprintln(o.Progress, p.name); err != nil {
			return nil, err
		}
		if err := p.run(ctx, &o, r); err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return r, nil
}

// node runs tasks that make writes into a folder for as long as they need it.
func (o *Options) node(ctx context.Context, make func(folder string) ([]web.Task, error)) ([]web.Answer, error) {
	folder, err := os.MkdirTemp("", "wasmbench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	tasks, err := make(folder)
	if err != nil {
		return nil, err
	}
	for i := range tasks {
		tasks[i].Time, tasks[i].Rounds = o.Time.Nanoseconds(), o.Rounds
	}
	return web.Run(ctx, o.Web, tasks, o.Progress)
}

func (o *Options) measure() measure.Options {
	return measure.Options{Time: o.Time, Rounds: o.Rounds}
}
