package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/gosrc/trace"
)

// defaultTape bounds a tape to some hundred megabytes.
const defaultTape = 2_000_000

// traceOptions are the flags of trace.
type traceOptions struct {
	fn, at, cotangent, tags string
	wrt                     []string
	fuel                    int
}

func traceCommand() *cobra.Command {
	var o traceOptions
	c := &cobra.Command{
		Use:   "trace PACKAGE|FILE.go [--func NAME] [ARG…]",
		Short: "say where the gradient of a Go function becomes NaN, infinite or 0",
		Long: `trace runs a Go function at given arguments in an interpreter that writes every operation to
a tape, sweeps back over it, and says where

  - a result became NaN or infinite: the first operation that made it so of finite numbers;
  - a cotangent did, where the results are finite: an infinite slope, or 0·∞;
  - the last path from a parameter was cut, so that its derivative is 0: a comparison, a
    conversion to int, floor, the other side of a minimum.

Each comes with the file and line, the iterations and calls around it, the operands and their
values. The function needs no directive; generated code has no part in this, and does not change.

Each argument is JSON, as json.Marshal writes it: numbers, true, [1, 2], [[1], [2, 3]],
{"Field": 1}, null. A float may be "NaN", "Infinity" or "-Infinity". The receiver of a method is
its first argument. Recorded arguments come from a file with --at: a program that sees a NaN can
write them there with json.Marshal([]any{w, x, y}).

The derivative is by the parameters that --wrt names, or those of the directive, or all that
vary. A function with one float among its results gets the cotangent 1; for others --cotangent
gives one as JSON, for several results that vary an array of them.

An argument that the function writes to is seen as its input only. Functions with
//chad:derivative are traced through their derivative; gradients inside gradients are not traced.

A value that nothing uses is told of, too, where a gradient that multiplies the cotangent 0 with an
infinite slope would be NaN. Most generated gradients do not.

The exit code is 0 if nothing was found, 1 if something was, 2 for an error.`,
		Example: `  chad trace . --func NegLogLik '[0, 0]' '[[1, 2], [3, 4]]' '[0, 1]'
  chad trace model.go --func Model.Loss --wrt m.W --at nan.json`,
		Args: wants(1, -1, "a Go package or file, and the arguments"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.run(cmd, args[0], args[1:])
		},
	}
	c.Flags().StringVar(&o.fn, "func", "", "the function, or Type.Method (default: the only one with a directive)")
	c.Flags().StringSliceVar(&o.wrt, "wrt", nil, "parameters, or fields of them, to differentiate by (default: those of "+
		"the directive, or all that vary)")
	c.Flags().StringVar(&o.at, "at", "", "a file with the arguments, a JSON array")
	c.Flags().StringVar(&o.cotangent, "cotangent", "", "the cotangent of the result, JSON (default: 1 for a single float)")
	c.Flags().IntVar(&o.fuel, "fuel", defaultTape, "the number of operations on the tape after which to give up")
	c.Flags().StringVar(&o.tags, "tags", "", "build tags, separated by commas")
	completes(c, "func", false, functionsIn)
	return c
}

func (o *traceOptions) run(cmd *cobra.Command, pattern string, args []string) error {
	if o.fuel <= 0 {
		return fmt.Errorf("--fuel %d: at least one operation is needed", o.fuel)
	}
	if filepath.Ext(pattern) == ".chad" {
		return fmt.Errorf("%s: trace takes Go functions\n  hint: chad eval --op grad evaluates the derivative of a "+
			"definition", pattern)
	}
	ask := gosrc.Tracing{Func: o.fn, Wrt: o.wrt, Limit: o.fuel}
	var err error
	if ask.Args, err = o.args(args); err != nil {
		return err
	}
	if o.cotangent != "" {
		if ask.Cotangent, err = trace.Parse([]byte(o.cotangent)); err != nil {
			return fmt.Errorf("--cotangent: %w", err)
		}
	}
	progress := newProgress(cmd.ErrOrStderr())
	progress.wait("tracing " + pattern)
	defer progress.done()
	w, err := load.List([]string{pattern}, load.Options{Context: cmd.Context(), Tags: o.tags, More: gosrc.Adapters,
		Chooses: "--func"})
	if err != nil {
		return err
	}
	if len(w.Packages) != 1 {
		return fmt.Errorf("%s stands for %d packages, want one", pattern, len(w.Packages))
	}
	if ds := w.Check(w.Packages[0]); len(ds) > 0 {
		return ds.Err()
	}
	got, err := gosrc.Trace(cmd.Context(), w.Packages[0], ask)
	if err != nil {
		return err
	}
	progress.done()
	return report(cmd.OutOrStdout(), got)
}

// args are the arguments, from the command line or a file.
func (o *traceOptions) args(args []string) (out []any, err error) {
	if o.at == "" {
		for i, a := range args {
			v, err := trace.Parse([]byte(a))
			if err != nil {
				return nil, fmt.Errorf("argument %d: %w\n  hint: write numbers as 1.5, slices as '[1, 2]', strings as "+
					"'\"x\"'", i+1, err)
			}
			out = append(out, v)
		}
		return out, nil
	}
	if len(args) > 0 {
		return nil, errors.New("arguments come from the command line or from --at, not from both")
	}
	text, err := readSource(o.at)
	if err != nil {
		return nil, err
	}
	v, err := trace.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.at, err)
	}
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("%s: a JSON array with the arguments is wanted", o.at)
	}
	return list, nil
}

// report prints what was found, and the value and the gradient.
func report(w io.Writer, got *gosrc.Traced) error {
	var b strings.Builder
	for _, m := range got.Messages() {
		b.WriteString(m + "\n")
	}
	fmt.Fprintf(&b, "%s: %d operations on the tape\n", got.Name, got.Entries)
	values := make([]string, len(got.Value))
	for i, v := range got.Value {
		values[i] = realJSON(v)
	}
	fmt.Fprintf(&b, "  value     %s\n", strings.Join(values, ", "))
	for _, name := range got.Wrt() {
		fmt.Fprintf(&b, "  gradient  %s: %s\n", name, got.Gradient(name))
	}
	if !got.Wrong() {
		b.WriteString("  nothing found: the value and all cotangents are finite, and every parameter has a path to it\n")
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	if got.Wrong() {
		return errDiffers
	}
	return nil
}
