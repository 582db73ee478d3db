package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/seed-4b734f86/gochad/integrations/beam/fit"
	"github.com/seed-4b734f86/gochad/integrations/beam/stepwise"
)

// config is what the command line says.
type config struct {
	data, exchange, keep, plot, method string
	resume                             bool
	rows, shards, passes               int
	seed                               uint64
	run                                func(context.Context, *beam.Pipeline) error
	out                                io.Writer
}

// example is one of the two fits.
type example struct {
	name      string
	draw      func(*rand.Rand, []float64) []float64
	gradient  fit.Function
	product   fit.Function
	start     []float64
	byNewton  bool
	parameter func(int) string
}

func examples() []example {
	logistic, mixture := Logistic{Lambda: 1}, Mixture{Components: len(truth)}
	return []example{
		{
			name: "logistic", draw: drawLogistic, byNewton: true,
			gradient: fit.Gradient(logistic), product: fit.HessianProduct(logistic),
			start: make([]float64, features),
		},
		{
			name: "mixture", draw: drawMixture, gradient: fit.Gradient(mixture),
			// Weights are equal, deviations 1; the means are apart, so that the components are.
			start: []float64{0, 1, 0, 0, 0, 0, 3, 2, 0, 0, 0, -1, 3, 0, 0},
		},
	}
}

// fits runs both fits, on Beam and alone, and compares them.
func (c *config) fits(ctx context.Context) error {
	temporary, err := os.MkdirTemp("", "fit-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	if c.exchange == "" {
		c.exchange = temporary
	}
	var panels []panel
	different := false
	for _, e := range examples() {
		if c.method == "newton" && !e.byNewton {
			fmt.Fprintf(c.out, "%s: it is not convex, Newton-CG is left out\n", e.name)
			continue
		}
		files, err := c.files(temporary, e)
		if err != nil {
			return err
		}
		onBeam, alone, err := c.both(ctx, e, files)
		if err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
		panels = append(panels, panel{e.name, alone.Losses, onBeam.Losses})
		same := slices.Equal(onBeam.Point, alone.Point) && onBeam.Value == alone.Value
		different = different || !same
		if same {
			fmt.Fprintf(c.out, "  the same to the last bit: %.6f\n", onBeam.Point)
		} else {
			fmt.Fprintf(c.out, "  they differ:\n  %v\n  %v\n", onBeam.Point, alone.Point)
		}
	}
	if c.plot != "" && len(panels) > 0 {
		if err := os.WriteFile(c.plot, drawLosses(panels), 0o644); err != nil {
			return err
		}
		fmt.Fprintf(c.out, "the losses are drawn in %s\n", c.plot)
	}
	if different {
		return errors.New("a fit on Beam differs from that on one machine")
	}
	return nil
}

// files are the shards of an example: those in the folder that the user names, drawn there if it has none.
func (c *config) files(temporary string, e example) ([]string, error) {
	dir := c.data
	switch {
	case dir == "" && c.keep != "": // who goes on needs the same data
		dir = filepath.Join(c.keep, "data")
	case dir == "":
		dir = temporary
	}
	files, err := filepath.Glob(filepath.Join(dir, e.name+"-*.csv.gz"))
	if err != nil || len(files) > 0 {
		return files, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	return writeShards(dir, e.name, c.seed, c.rows, c.shards, e.draw)
}

// both fits on Beam, with the state kept, and then alone from the start.
func (c *config) both(ctx context.Context, e example, files []string) (onBeam, alone fit.Result, err error) {
	job := fit.Job{
		Gradient: e.gradient, Product: e.product, Source: fit.CSV{Files: files},
		Run: c.run, Exchange: c.exchange, Resume: c.resume, Passes: c.passes,
	}
	if c.keep != "" {
		if err := os.MkdirAll(c.keep, 0o755); err != nil {
			return onBeam, alone, err
		}
		job.Keep = filepath.Join(c.keep, e.name+"-"+c.method+".state")
	}
	fmt.Fprintf(c.out, "%s, %s, %d shards\n", e.name, c.method, len(files))
	job.Progress = func(p fit.Progress) {
		if c.method == "adam" && p.Round%len(files) != 0 {
			return
		}
		what := "gradient"
		if p.Kind == stepwise.Product {
			what = "product"
		}
		fmt.Fprintf(c.out, "  pass %3d, round %3d: %-8s of %d rows, value %.6f, slope %.2e, %v\n",
			p.Pass, p.Round, what, p.Examples, p.Value, p.Slope, p.Took.Round(time.Millisecond))
	}
	m, err := c.newMethod(e, len(files))
	if err != nil {
		return onBeam, alone, err
	}
	began := time.Now()
	if onBeam, err = job.Minimise(ctx, m); err != nil {
		return onBeam, alone, err
	}
	took := time.Since(began)
	// The fit on one machine takes the same passes, but in one go.
	job.Alone, job.Keep, job.Passes, job.Progress = true, "", onBeam.Passes, nil
	if m, err = c.newMethod(e, len(files)); err != nil {
		return onBeam, alone, err
	}
	began = time.Now()
	alone, err = job.Minimise(ctx, m)
	fmt.Fprintf(c.out, "  on Beam %v, alone %v; %d rounds, %d passes; %s\n", took.Round(time.Millisecond),
		time.Since(began).Round(time.Millisecond), onBeam.Rounds, onBeam.Passes, onBeam.Why)
	return onBeam, alone, err
}

func (c *config) newMethod(e example, parts int) (stepwise.Method, error) {
	switch c.method {
	case "lbfgs":
		return stepwise.NewLBFGS(e.start, stepwise.Options{Tolerance: 1e-7}), nil
	case "newton":
		return stepwise.NewNewtonCG(e.start, stepwise.Options{Tolerance: 1e-7}), nil
	case "adam":
		return stepwise.NewAdam(e.start, stepwise.AdamOptions{Parts: parts, Rate: 0.05, Epochs: 5, Seed: c.seed})
	}
	return nil, fmt.Errorf("there is no method %q: lbfgs, newton or adam", c.method)
}
