package wasmrun

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/wasm"
	"github.com/seed-4b734f86/gochad/bench/wasmreport"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// exponential are the problems that spend most of their time on exponentials and logarithms.
var exponential = map[string]bool{"logsumexp": true, "mlp": true, "gmm-10-5": true, "gmm-10-25": true} //nolint:gochecknoglobals // a constant

// engines are the problems of chadbench in wazero, beside the generated Go.
func engines(ctx context.Context, o *Options, r *wasmreport.Report) error {
	for _, c := range wasm.Cases(false) {
		if _, err := fmt.Fprintln(o.Progress, " ", c.Name); err != nil {
			return err
		}
		call, err := c.Bind(ctx, o.Models, wasmbackend.Options{Yield: true})
		if err != nil {
			return err
		}
		if err := call.Run(ctx); err != nil {
			return err
		}
		got, err := c.Results(call, call.Func().Block())
		if err != nil {
			return err
		}
		for i, want := range c.Go() {
			if !(math.Abs(got[i]-want) <= 1e-9*(1+math.Abs(want))) {
				return fmt.Errorf("%s: result %d is %v, Go says %v", c.Name, i, got[i], want)
			}
		}
		gonum, err := callsGonum(filepath.Join(o.Models, c.Model))
		if err != nil {
			return err
		}
		times := measure.Interleave(o.measure(), c.Call, func() { err = call.Run(ctx) })
		if err != nil {
			return err
		}
		call.Release()
		r.Engine = append(r.Engine, wasmreport.Engine{
			Name: c.Name, Go: measure.Median(times[0]), Wasm: measure.Median(times[1]), Over: measure.Ratio(times[1], times[0]).Median, Exp: exponential[c.Name], Gonum: gonum,
		})
	}
	return nil
}

// callsGonum reports whether the Go that was generated for the model in a folder calls gonum.
func callsGonum(folder string) (bool, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*_chad.go"))
	if err != nil || len(files) == 0 {
		return false, fmt.Errorf("no generated Go in %s: %w", folder, errors.Join(err, os.ErrNotExist))
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return false, err
		}
		if strings.Contains(string(text), `"gonum.org/`) {
			return true, nil
		}
	}
	return false, nil
}
