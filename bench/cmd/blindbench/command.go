package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/bench/blind"
	"github.com/seed-4b734f86/gochad/bench/blindreport"
	"github.com/seed-4b734f86/gochad/bench/blindrun"
	"github.com/seed-4b734f86/gochad/bench/measure"
)

const long = `blindbench measures the problems of bench/blind, which were written by people who knew nothing of the
compiler: the primal, its gradient by hand, and the gradient that chad generates from the primal,
side by side. It prints a table, and with --docs it writes the page blind.md with its plot.`

const examples = `  go run ./cmd/blindbench                                look at all
  go run ./cmd/blindbench --problem rnea --time 100ms    look at one
  go run ./cmd/blindbench --growth --docs ../docs        the page
  go run ./cmd/blindbench --from run.json --steps        the steps of the compiler, besides
  go run ./cmd/blindbench --from run.json --docs ../docs the page again, without measuring`

// flags of the command.
type flags struct {
	problems         []string
	docs, from, json string
	steps            bool
	step             []string
	penrose          string
	run              blindrun.Options
}

func command() *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use: "blindbench", Short: "measure generated gradients of problems that were written blind",
		Long: long, Example: examples,
		Args:          cobra.NoArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.run.Time <= 0 || f.run.Rounds < measure.MinRounds {
				return fmt.Errorf("--time must be positive and --rounds %d at least", measure.MinRounds)
			}
			if info, err := os.Stat(f.docs); f.docs != "" && (err != nil || !info.IsDir()) {
				return fmt.Errorf("no folder %s for the page", f.docs)
			}
			f.run.Progress = cmd.ErrOrStderr()
			return f.execute(cmd.OutOrStdout())
		},
	}
	fs := cmd.Flags()
	fs.StringSliceVar(&f.problems, "problem", nil, "problems to measure (default: all)")
	fs.DurationVar(&f.run.Time, "time", 500*time.Millisecond, "time for each function, about")
	fs.IntVar(&f.run.Rounds, "rounds", 51, "rounds at most")
	fs.BoolVar(&f.run.Growth, "growth", false, "measure how time and memory grow with each size, too")
	fs.BoolVar(&f.steps, "steps", false, "find out what each step of the compiler does, too, by leaving it out")
	fs.StringSliceVar(&f.step, "step", nil, "the steps to leave out one by one, with --steps (default: all)")
	fs.StringVar(&f.penrose, "penrose", "", "a folder with diagrams for --steps; empty: none")
	fs.StringVar(&f.json, "json", "", "write the results into this file")
	fs.StringVar(&f.from, "from", "", "take the results from a file that --json has written, and measure nothing")
	fs.StringVar(&f.docs, "docs", "", "the folder for blind.md and its plot")
	return cmd
}

func (f *flags) execute(out io.Writer) error {
	r, err := f.results()
	if err != nil {
		return err
	}
	if f.steps {
		o := blindrun.StepOptions{Root: "..", Penrose: f.penrose, Only: f.step, Progress: f.run.Progress}
		if r.Steps, err = blindrun.Steps(o); err != nil {
			return err
		}
	}
	if f.json != "" {
		text, err := json.MarshalIndent(r, "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(f.json, append(text, '\n'), 0o644); err != nil {
			return err
		}
	}
	if f.docs != "" {
		if err := r.WriteDocs(f.docs); err != nil {
			return err
		}
	}
	return r.Table(out)
}

// results are measured, or read.
func (f *flags) results() (*blindreport.Report, error) {
	if f.from == "" {
		ps, err := choose(f.problems)
		if err != nil {
			return nil, err
		}
		return blindrun.Run(ps, f.run)
	}
	text, err := os.ReadFile(f.from)
	if err != nil {
		return nil, err
	}
	r := new(blindreport.Report)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w", f.from, err)
	}
	return r, nil
}

// choose finds problems by name; nil is all.
func choose(names []string) ([]blind.Problem, error) {
	all := blind.All()
	if names == nil {
		return all, nil
	}
	var out []blind.Problem
	for _, name := range names {
		i := slices.IndexFunc(all, func(p blind.Problem) bool { return p.Name == name })
		if i < 0 {
			known := make([]string, len(all))
			for i, p := range all {
				known[i] = p.Name
			}
			return nil, fmt.Errorf("no problem %s; there are %s", name, strings.Join(known, ", "))
		}
		out = append(out, all[i])
	}
	return out, nil
}
