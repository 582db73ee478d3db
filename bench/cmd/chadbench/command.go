package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/problem"
	"github.com/seed-4b734f86/gochad/bench/report"
	"github.com/seed-4b734f86/gochad/bench/run"
)

// errBars is the error of a run that misses bars: exit code 1.
var errBars = errors.New("missed")

const long = `chadbench runs every benchmark problem in several forms side by side: the primal and the gradient
written by hand, the primal, gradient and JVP that chad has generated from a program in its language,
and the gradient from plain Go; then the gradients of
other libraries. It prints a table and the bars, and writes the page performance.md with its plots
into the folder --docs.

Exit codes: 0 all bars hold, 1 a bar is missed, 2 an error.`

const examples = `  go run ./cmd/chadbench                                  the whole suite, into ../docs
  go run ./cmd/chadbench --problem gmm,kmeans --time 300ms   a look at some; writes nothing
  go run ./cmd/chadbench --json > run.json                the results for other tools
  go run ./cmd/chadbench --from run.json --docs ../docs   the page again, without measuring`

// flags of the command.
type flags struct {
	problems []string
	docs     string
	from     string
	json     bool
	wall     bool
	run      run.Options
}

func command() *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use: "chadbench", Short: "measure generated derivatives against hand-written ones",
		Long: long, Example: examples,
		Args:          cobra.NoArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.run.Time <= 0 || f.run.Rounds < measure.MinRounds {
				return fmt.Errorf("--time must be positive and --rounds %d at least", measure.MinRounds)
			}
			whole := f.problems == nil && f.run.Peers && f.from == ""
			if whole && !cmd.Flags().Changed("docs") {
				f.docs = filepath.Join("..", "docs")
			}
			if info, err := os.Stat(f.docs); f.docs != "" && (err != nil || !info.IsDir()) {
				return fmt.Errorf("no folder %s for the page: run chadbench in bench/, or say --docs", f.docs)
			}
			f.run.Progress = cmd.ErrOrStderr()
			return f.execute(cmd.OutOrStdout())
		},
	}
	fs := cmd.Flags()
	fs.StringSliceVar(&f.problems, "problem", nil, "problems to measure, by name or by what precedes its first - (default: all)")
	fs.DurationVar(&f.run.Time, "time", time.Second, "time for each function, about")
	fs.IntVar(&f.run.Rounds, "rounds", 101, "rounds at most")
	fs.BoolVar(&f.run.Peers, "peers", true, "measure other libraries too")
	fs.BoolVar(&f.wall, "wall", false, "measure the time that passes, not the processor time of this process")
	fs.BoolVar(&f.json, "json", false, "print the results as JSON")
	fs.StringVar(&f.docs, "docs", "", "the folder for performance.md and its plots; empty: none (default: ../docs for the whole suite)")
	fs.StringVar(&f.from, "from", "", "take the results from a file that --json has made, and measure nothing")
	return cmd
}

func (f *flags) execute(out io.Writer) error {
	r, err := f.results()
	if err != nil {
		return err
	}
	if f.json {
		e := json.NewEncoder(out)
		e.SetIndent("", "  ")
		err = e.Encode(r)
	} else {
		err = r.Table(out)
	}
	if err != nil {
		return err
	}
	if f.docs != "" {
		if err := r.WriteDocs(f.docs, problem.Why); err != nil {
			return err
		}
	}
	if missed := r.Missed(); len(missed) > 0 {
		return fmt.Errorf("%d of %d bars %w", len(missed), len(r.Bars()), errBars)
	}
	return nil
}

// results are measured, or read.
func (f *flags) results() (*report.Report, error) {
	if f.from != "" {
		text, err := os.ReadFile(f.from)
		if err != nil {
			return nil, err
		}
		r := new(report.Report)
		if err := json.Unmarshal(text, r); err != nil {
			return nil, fmt.Errorf("%s: %w", f.from, err)
		}
		return r, nil
	}
	ps, err := choose(f.problems)
	if err != nil {
		return nil, err
	}
	if f.wall {
		f.run.Clock = measure.Wall()
	}
	return run.Run(ps, f.run)
}

// choose finds problems by name, or by what precedes the first - in it; nil is all.
func choose(names []string) ([]problem.Problem, error) {
	all := problem.All()
	if names == nil {
		return all, nil
	}
	var out []problem.Problem
	for _, name := range names {
		found := false
		for _, p := range all {
			if p.Name == name || strings.HasPrefix(p.Name, name+"-") {
				out, found = append(out, p), true
			}
		}
		if !found {
			known := make([]string, len(all))
			for i, p := range all {
				known[i] = p.Name
			}
			return nil, fmt.Errorf("no problem %s; there are %s", name, strings.Join(known, ", "))
		}
	}
	return out, nil
}
