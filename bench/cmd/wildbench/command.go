package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/bench/wild"
)

const long = `wildbench fetches the modules of wild/modules.tsv, writes a package of the user's own for each function of
wild/list.tsv, has chad derive it, and judges the derivatives by differences. It prints a table by module and one of
refusals by reason. Of functions that are held it prints counts only.`

const examples = `  go run ./cmd/wildbench                                 all functions that are open
  go run ./cmd/wildbench --entry stats --keep DIR        those of one entry; the packages stay in DIR
  go run ./cmd/wildbench --only 'Normal\.' --chad CHAD   some, with a command that is built
  go run ./cmd/wildbench --held --markdown wild.md       the held ones, too: once, when work has ended
  go run ./cmd/wildbench draw                            the list again`

// flags of the command.
type flags struct {
	entries                    []string
	only, chad, keep           string
	held                       bool
	json, from, markdown, list string
	jobs                       int
	timeout                    time.Duration
}

func command() *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use: "wildbench", Short: "try chad on functions of public Go modules",
		Long: long, Example: examples,
		Args:          cobra.NoArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	fs := cmd.Flags()
	fs.StringSliceVar(&f.entries, "entry", nil, "entries of wild/modules.tsv (default: all)")
	fs.StringVar(&f.only, "only", "", "only functions whose PATH.NAME matches this expression")
	fs.StringVar(&f.chad, "chad", "", "the command (default: built from this repository)")
	fs.StringVar(&f.keep, "keep", "", "a folder for the packages (default: one that is removed)")
	fs.BoolVar(&f.held, "held", false, "try the functions that are held, too")
	fs.IntVar(&f.jobs, "jobs", 2, "functions at a time")
	fs.DurationVar(&f.timeout, "timeout", time.Minute, "time for each step of a function")
	fs.StringVar(&f.json, "json", "", "write the results into this file")
	fs.StringVar(&f.from, "from", "", "take the results from a file that --json has written, and try nothing")
	fs.StringVar(&f.markdown, "markdown", "", "write the tables into this file")
	draw := &cobra.Command{
		Use: "draw", Short: "draw the functions", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.draw(cmd) },
	}
	draw.Flags().StringVar(&f.list, "list", "wild/list.tsv", "the file to write")
	cmd.AddCommand(draw)
	return cmd
}

func (f *flags) draw(cmd *cobra.Command) error {
	entries, err := wild.Entries()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "wildbench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	progress := func(format string, args ...any) { fmt.Fprintf(cmd.ErrOrStderr(), format, args...) }
	fs, err := wild.DrawAll(cmd.Context(), dir, entries, progress)
	if err != nil {
		return err
	}
	return os.WriteFile(f.list, []byte(wild.FormatList(fs)), 0o644)
}

func (f *flags) run(cmd *cobra.Command) error {
	r, err := f.report(cmd)
	if err != nil {
		return err
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
	if f.markdown != "" {
		if err := os.WriteFile(f.markdown, []byte(r.Markdown()), 0o644); err != nil {
			return err
		}
	}
	if err := r.Table(cmd.OutOrStdout()); err != nil {
		return err
	}
	if r.Failed != nil {
		return fmt.Errorf("could not be tried: %s", strings.Join(r.Failed, ", "))
	}
	return nil
}

// report is measured, or read.
func (f *flags) report(cmd *cobra.Command) (*wild.Report, error) {
	if f.from != "" {
		text, err := os.ReadFile(f.from)
		if err != nil {
			return nil, err
		}
		r := new(wild.Report)
		if err := json.Unmarshal(text, r); err != nil {
			return nil, fmt.Errorf("%s: %w", f.from, err)
		}
		return r, nil
	}
	entries, functions, err := f.choose()
	if err != nil {
		return nil, err
	}
	dir, err := f.folder()
	if err != nil {
		return nil, err
	}
	if f.keep == "" {
		defer os.RemoveAll(dir)
	}
	chad := f.chad
	if chad == "" {
		chad = filepath.Join(dir, "chad")
		if err := wild.Build(cmd.Context(), chad); err != nil {
			return nil, err
		}
	}
	runner := &wild.Runner{Dir: dir, Jobs: f.jobs, Timeout: f.timeout, Progress: cmd.ErrOrStderr(), Gen: wild.Chad(chad)}
	return runAll(cmd.Context(), runner, entries, functions)
}

// choose are the entries and functions that flags ask for.
func (f *flags) choose() ([]wild.Entry, []wild.Function, error) {
	entries, err := wild.Entries()
	if err != nil {
		return nil, nil, err
	}
	for _, name := range f.entries {
		if !slices.ContainsFunc(entries, func(e wild.Entry) bool { return e.Name == name }) {
			return nil, nil, fmt.Errorf("no entry %s in wild/modules.tsv", name)
		}
	}
	only, err := regexp.Compile(f.only)
	if err != nil {
		return nil, nil, err
	}
	functions, err := wild.List()
	if err != nil {
		return nil, nil, err
	}
	functions = slices.DeleteFunc(functions, func(fn wild.Function) bool {
		return fn.Held && !f.held || f.entries != nil && !slices.Contains(f.entries, fn.Entry) || !only.MatchString(fn.ID())
	})
	if len(functions) == 0 {
		return nil, nil, fmt.Errorf("no function of wild/list.tsv matches %s", f.only)
	}
	return entries, functions, nil
}

func (f *flags) folder() (string, error) {
	if f.keep == "" {
		return os.MkdirTemp("", "wildbench")
	}
	dir, err := filepath.Abs(f.keep)
	if err != nil {
		return "", err
	}
	return dir, os.MkdirAll(dir, 0o755)
}

// runAll tries functions, entry by entry. An entry that cannot be tried is named in the report.
func runAll(ctx context.Context, runner *wild.Runner, entries []wild.Entry, functions []wild.Function) (*wild.Report, error) {
	r := new(wild.Report)
	for _, e := range entries {
		var fs []wild.Function
		for _, fn := range functions {
			if fn.Entry == e.Name {
				fs = append(fs, fn)
			}
		}
		if fs == nil {
			continue
		}
		results, err := runner.Run(ctx, e, fs)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			fmt.Fprintln(runner.Progress, e.Name+":", err)
			r.Failed = append(r.Failed, e.Name)
			continue
		}
		r.Add(e, results)
	}
	return r, nil
}
