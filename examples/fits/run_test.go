package fits

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	var out bytes.Buffer
	path := filepath.Join(t.TempDir(), "fits.svg")
	r, err := Run(&out, handModels(), path)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(r.All()); n != 6 {
		t.Errorf("%d comparisons, want 6", n)
	}
	b := r.Challenger.Fit.Coefficients
	near(t, "p(31 °F)", Logistic(b[0]+31*b[1]), 0.9996, 5e-5) // Dalal et al.; R's predict
	for _, want := range []string{
		"closed form (QR)", "NIST certified", "IRLS",
		"-3482258.635", "15.06187227", "1829.151465", // certified by NIST
		"0.5000909091", "15.04290165", "-0.2321627442",
		"All 17 coefficients agree", "Plot written to " + path,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("report lacks %q:\n%s", want, out.String())
		}
	}
	for i, line := range strings.Split(out.String(), "\n") {
		if len([]rune(line)) > 100 && !strings.HasPrefix(line, "Plot") {
			t.Errorf("line %d is wider than 100 columns: %s", i+1, line)
		}
	}
}

// With Hessians the fits use Newton's method and agree as well.
func TestRunWithHessian(t *testing.T) {
	m := handModels()
	m.Plane = func(x [][]float64, y []float64) Model { return withHessian(handPlane(x, y), x) }
	var out bytes.Buffer
	if _, err := Run(&out, m, ""); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "Newton from zero: 2 iterations, 2 gradients, 2 Hessians;") {
		t.Errorf("report does not mention Newton's method:\n%s", out.String())
	}
}

// A model whose fit is off in the sixth digit must make Run fail, after the report.
func TestRunRejectsDisagreement(t *testing.T) {
	m := handModels()
	line := m.Line
	m.Line = func(x, y []float64) Model {
		model := line(x, y)
		original := model.Original
		model.Original = func(theta []float64) []float64 {
			b := original(theta)
			b[1] *= 1 + 2e-6
			return b
		}
		return model
	}
	var out bytes.Buffer
	_, err := Run(&out, m, "")
	if err == nil || !strings.Contains(err.Error(), "I: x agrees to 5.7 digits, want 6") {
		t.Errorf("got %v", err)
	}
	if !strings.Contains(out.String(), "Challenger") {
		t.Error("the report is not complete")
	}

	m.Line = func(x, y []float64) Model {
		model := line(x, y)
		model.Original = func([]float64) []float64 { return []float64{1} }
		return model
	}
	if _, err := Run(io.Discard, m, ""); err == nil || !strings.Contains(err.Error(), "1 coefficients") {
		t.Errorf("missing coefficient: got %v", err)
	}
}

// A gradient with a wrong derivative must not pass: here the intercept's term is dropped.
func TestRunRejectsWrongGradient(t *testing.T) {
	m := handModels()
	logistic := m.Logistic
	m.Logistic = func(x, y []float64) Model {
		model := logistic(x, y)
		grad := model.Grad
		model.Grad = func(g, theta []float64) { grad(g, theta); g[0] = 0 }
		return model
	}
	if _, err := Run(io.Discard, m, ""); err == nil {
		t.Error("no error")
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestRunReportsWriteErrors(t *testing.T) {
	if _, err := Run(brokenWriter{}, handModels(), ""); err == nil || !strings.Contains(err.Error(), "broken pipe") {
		t.Errorf("got %v", err)
	}
}

func TestWritePlot(t *testing.T) {
	r, err := Compare(handModels())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()

	svg := filepath.Join(dir, "p.svg")
	if err := WritePlot(svg, r); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(svg)
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(text, new(struct{ XMLName xml.Name })); err != nil {
		t.Errorf("SVG: %v", err)
	}
	for _, want := range []string{"Anscombe IV", "Challenger", "y = 3.000 + 0.5001 x", "p = 0.9996"} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("SVG lacks %q", want)
		}
	}
	if again := filepath.Join(dir, "q.svg"); WritePlot(again, r) == nil {
		if other, _ := os.ReadFile(again); !bytes.Equal(text, other) {
			t.Error("two drawings of the same results differ")
		}
	}

	path := filepath.Join(dir, "p.png")
	if err := WritePlot(path, r); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := png.Decode(f); err != nil {
		t.Errorf("PNG: %v", err)
	}

	if err := WritePlot(filepath.Join(dir, "p.gif"), r); err == nil || !strings.Contains(err.Error(), ".svg or .png") {
		t.Errorf("gif: got %v", err)
	}
	if err := WritePlot(filepath.Join(dir, "none", "p.svg"), r); err == nil {
		t.Error("missing folder: no error")
	}
	left, _ := filepath.Glob(filepath.Join(dir, ".plot-*"))
	if len(left) > 0 {
		t.Errorf("temporary files left: %v", left)
	}
}

func TestSources(t *testing.T) {
	sources, err := Sources()
	if err != nil {
		t.Fatal(err)
	}
	if len(sources) != 3 {
		t.Fatalf("%d sources, want 3", len(sources))
	}
	for _, s := range sources {
		if !bytes.Contains(s.Text, []byte("\ndef loss [")) {
			t.Errorf("%s defines no loss", s.Path)
		}
	}
}

// The slope search finds the minimum of |x − 3|^1.5, whose slope is no straight line, from steps
// that are far too short and far too long, and gives up where there is none.
func TestSlopeSearch(t *testing.T) {
	slope := func(x float64) float64 { return 1.5 * math.Copysign(math.Sqrt(math.Abs(x-3)), x-3) }
	for _, step := range []float64{1e-6, 1, 1e6} {
		s := &slopeSearch{}
		s.Init(0, slope(0), step)
		for x := step; ; {
			_, next, err := s.Iterate(0, slope(x))
			if err != nil {
				t.Fatalf("step %g: %v", step, err)
			}
			if next == x {
				near(t, "minimum", x, 3, 0.03+1e-12) // a tenth of the slope is a hundredth of the way
				break
			}
			x = next
		}
	}
	s := &slopeSearch{}
	s.Init(0, -1, 1)
	var err error
	for range 100 {
		if _, _, err = s.Iterate(0, -1); err != nil {
			break
		}
	}
	if err == nil {
		t.Error("no minimum: no error")
	}
}
