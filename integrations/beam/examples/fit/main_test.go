package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"io"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"gonum.org/v1/gonum/optimize"

	"github.com/seed-4b734f86/gochad/integrations/beam/examples/fit/model"
)

func TestMain(m *testing.M) {
	beamlog.LogLevel = "error"
	beam.Init()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

func small(t *testing.T, out io.Writer) *config {
	return &config{
		keep: t.TempDir(), plot: filepath.Join(t.TempDir(), "loss.svg"), method: "lbfgs", rows: 2000, shards: 5,
		seed: 7, out: out,
		run: func(ctx context.Context, p *beam.Pipeline) error {
			_, err := beam.Run(ctx, "prism", p)
			return err
		},
	}
}

// points are the fitted numbers in what the command prints.
func points(t *testing.T, out string) (all [][]float64) {
	t.Helper()
	for _, m := range regexp.MustCompile(`the same to the last bit: \[(.*)\]`).FindAllStringSubmatch(out, -1) {
		var p []float64
		for _, f := range strings.Fields(m[1]) {
			v, err := strconv.ParseFloat(f, 64)
			if err != nil {
				t.Fatal(err)
			}
			p = append(p, v)
		}
		all = append(all, p)
	}
	return all
}

// load reads the shards by other means than the fit does.
func load(t *testing.T, pattern string) (rows [][]float64) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) != 5 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := csv.NewReader(z).ReadAll()
		if err := errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
		for _, line := range lines {
			var row []float64
			for _, field := range line {
				v, err := strconv.ParseFloat(field, 64)
				if err != nil {
					t.Fatal(err)
				}
				row = append(row, v)
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// The command fits, agrees with itself alone, and comes where gonum's BFGS comes with the gradient of all data at once.
func TestFits(t *testing.T) {
	var out bytes.Buffer
	c := small(t, &out)
	if err := c.fits(context.Background()); err != nil {
		t.Fatal(err, out.String())
	}
	got := points(t, out.String())
	if len(got) != 2 {
		t.Fatal(out.String())
	}
	var x [][]float64
	var y []float64
	for _, r := range load(t, filepath.Join(c.keep, "data", "logistic-*")) {
		x, y = append(x, r[1:]), append(y, r[0])
	}
	points := load(t, filepath.Join(c.keep, "data", "mixture-*"))
	if len(x) != c.rows || len(points) != c.rows {
		t.Fatalf("%d and %d rows of %d", len(x), len(points), c.rows)
	}
	for k, p := range []optimize.Problem{
		{
			Func: func(theta []float64) float64 { return model.Logistic(theta, x, y, 1) },
			Grad: func(g, theta []float64) { model.LogisticGrad(theta, x, y, 1, g) },
		}, {
			Func: func(theta []float64) float64 { return model.Mixture(theta, 3, points) },
			Grad: func(g, theta []float64) { model.MixtureGrad(theta, 3, points, g) },
		},
	} {
		r, err := optimize.Minimize(p, examples()[k].start, &optimize.Settings{GradientThreshold: 1e-4}, &optimize.BFGS{})
		if err != nil {
			t.Fatal(err)
		}
		want, mine := r.X, got[k]
		if k == 1 { // weights are known up to a factor
			want, mine = slices.Clone(want), slices.Clone(mine)
			for _, v := range [][]float64{want, mine} {
				for j := 10; j >= 0; j -= 5 {
					v[j] -= v[0]
				}
			}
		}
		for j := range want {
			if math.Abs(want[j]-mine[j]) > 2e-5 {
				t.Errorf("%s: %v, gonum's BFGS comes to %v", examples()[k].name, mine, want)
				break
			}
		}
	}
	// The means are near those that the data were drawn from.
	for k, c := range truth {
		for j := range 2 {
			if m := got[1][5*k+1+j]; math.Abs(m-c.mean[j]) > 0.2 {
				t.Errorf("component %d has the mean %v, drawn from %v", k, m, c.mean[j])
			}
		}
	}
	picture, err := os.ReadFile(c.plot)
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(picture)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if n := bytes.Count(picture, []byte("<circle")); n < 20 {
		t.Errorf("%d circles are drawn", n)
	}
}

// A run that was stopped is resumed, and ends as one that was not.
func TestStopped(t *testing.T) {
	for _, method := range []string{"lbfgs", "newton", "adam"} {
		var out bytes.Buffer
		c := small(t, &out)
		c.method = method
		whole := *c
		if err := whole.fits(context.Background()); err != nil {
			t.Fatal(err)
		}
		want := points(t, out.String())
		out.Reset()
		c.data, c.keep, c.passes = filepath.Join(c.keep, "data"), t.TempDir(), 6
		if err := c.fits(context.Background()); err != nil {
			t.Fatal(err)
		}
		if slices.Equal(points(t, out.String())[0], want[0]) {
			t.Fatalf("%s: six passes are all", method)
		}
		if err := c.fits(context.Background()); err == nil || !strings.Contains(err.Error(), "already: resume it") {
			t.Errorf("%s, not resumed: %v", method, err)
		}
		out.Reset()
		c.passes, c.resume = 0, true
		if err := c.fits(context.Background()); err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(points(t, out.String()), want, slices.Equal) {
			t.Errorf("%s: resumed %v, in one go %v", method, points(t, out.String()), want)
		}
	}
}

func TestWrongFlags(t *testing.T) {
	for want, change := range map[string]func(*config){
		"no method":   func(c *config) { c.method = "sgd" },
		"do not fill": func(c *config) { c.rows = 3 },
		"no such":     func(c *config) { c.plot = filepath.Join(c.plot, "no", "such", "folder.svg"); c.rows = 50 },
	} {
		c := small(t, io.Discard)
		change(c)
		if err := c.fits(context.Background()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
}
