package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/wasmreport"
	"github.com/seed-4b734f86/gochad/bench/wasmrun"
)

// errBars is the error of a run that misses bars: exit code 1.
var errBars = errors.New("missed")

const long = `wasmbench measures the modules that chad makes: in V8 beside WebAssembly written by hand and beside
Rose, in wazero beside generated Go; simulations, how long compilation takes, sizes; and, where
--penrose names the folder, the energies of diagrams. It prints the bars, and writes the page
wasm-performance.md with its plots into the folder --docs. It needs node, and npm ci in bench/web.

Exit codes: 0 all bars hold, 1 a bar is missed, 2 an error.`

const examples = `  go run ./cmd/wasmbench --penrose ../../penrose        everything, into ../docs
  go run ./cmd/wasmbench --part v8,sizes --time 100ms   a look at some; writes nothing
  go run ./cmd/wasmbench --json run.json                keep the results
  go run ./cmd/wasmbench --from a.json,b.json --docs ../docs   the page, without measuring`

type flags struct {
	run        wasmrun.Options
	docs, json string
	from       []string
}

func command() *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use: "wasmbench", Short: "measure WebAssembly modules against hand-written ones, Rose and Go",
		Long: long, Example: examples,
		Args: cobra.NoArgs, SilenceErrors: true, SilenceUsage: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.run.Time <= 0 || f.run.Rounds < measure.MinRounds {
				return fmt.Errorf("--time must be positive and --rounds %d at least", measure.MinRounds)
			}
			for _, p := range f.run.Parts {
				if !slices.Contains(wasmrun.Parts(), p) {
					return fmt.Errorf("no part %s; there are %s", p, strings.Join(wasmrun.Parts(), ", "))
				}
			}
			if f.run.Parts == nil && f.from == nil && !cmd.Flags().Changed("docs") {
				f.docs = filepath.Join("..", "docs")
			}
			if info, err := os.Stat(f.docs); f.docs != "" && (err != nil || !info.IsDir()) {
				return fmt.Errorf("no folder %s for the page: run wasmbench in bench/, or say --docs", f.docs)
			}
			f.run.Progress = cmd.ErrOrStderr()
			return f.execute(cmd)
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&f.run.Penrose, "penrose", "", "the folder with diagrams of Penrose; empty: none are measured")
	fs.StringSliceVar(&f.run.Parts, "part", nil, "what to measure, of "+strings.Join(wasmrun.Parts(), ", ")+" (default: all)")
	fs.DurationVar(&f.run.Time, "time", 500*time.Millisecond, "time for each function, about")
	fs.IntVar(&f.run.Rounds, "rounds", 51, "rounds at most")
	fs.IntVar(&f.run.Largest, "largest", 1_000_000, "operations of the largest straight line")
	fs.StringVar(&f.run.Web, "web", "web", "the folder bench/web")
	fs.StringVar(&f.run.Models, "models", "models", "the folder bench/models")
	fs.StringVar(&f.json, "json", "", "a file for the results as JSON")
	fs.StringVar(&f.docs, "docs", "", "the folder for wasm-performance.md and its plots; empty: none (default: ../docs for everything)")
	fs.StringSliceVar(&f.from, "from", nil, "take the results from files that --json has made, of parts that were measured apart, and measure nothing")
	return cmd
}

func (f *flags) execute(cmd *cobra.Command) error {
	r, err := f.results(cmd)
	if err != nil {
		return err
	}
	if f.json != "" {
		text, err := json.MarshalIndent(r, "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(f.json, text, 0o644); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(cmd.OutOrStdout(), r.Table()); err != nil {
		return err
	}
	if f.docs != "" {
		if err := r.WriteDocs(f.docs); err != nil {
			return err
		}
	}
	missed := 0
	bars := r.Bars()
	for _, b := range bars {
		if !b.Holds() {
			missed++
		}
	}
	if missed > 0 {
		return fmt.Errorf("%d of %d bars %w", missed, len(bars), errBars)
	}
	return nil
}

// results are measured, or read.
func (f *flags) results(cmd *cobra.Command) (*wasmreport.Report, error) {
	if f.from == nil {
		return wasmrun.Run(cmd.Context(), f.run)
	}
	r := new(wasmreport.Report)
	for _, file := range f.from {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, r); err != nil { // fields that a file lacks stay
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return r, nil
}
