package check

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/load"
)

// Of a JVP and a VJP by hand the one that is wrong is named. Where differences say nothing, they are held against each
// other.
func TestForms(t *testing.T) {
	const text = `package m

import (
	"errors"
	"math"
)

func both(x []float64) (y float64, err error) {
	if len(x) == 0 {
		return 0, errors.New("none")
	}
	return math.Sin(x[0]), nil
}

//chad:derivative of=both
func bothJVP(x, dx []float64) (float64, error, float64) {
	y, err := both(x)
	if err != nil {
		return y, err, 0
	}
	return y, nil, JVP * math.Cos(x[0]) * dx[0]
}

//chad:derivative of=both form=vjp
func bothVJP(x []float64, y float64, err error, dy float64) []float64 {
	dx := make([]float64, len(x))
	if err == nil {
		dx[0] = VJP * math.Cos(x[0]) * dy
	}
	return dx
}

//chad:grad
func F(x []float64) (float64, error) { return both(x) }

func stairs(x float64) float64 { return math.Round(8 * x) }

//chad:derivative of=stairs form=vjp
func stairsVJP(x, y, dy float64) float64 { return STEP * dy }

//chad:derivative of=stairs
func stairsJVP(x, dx float64) (float64, float64) { return stairs(x), 8 * dx }

//chad:grad
func G(x float64) float64 { return stairs(x) }
`
	for _, c := range []struct{ jvp, vjp, step, want string }{
		{"1", "1", "8", ""},
		{"1.001", "1", "8", "bothJVP is not the derivative of both"},
		{"1", "0.999", "8", "bothVJP is not the derivative of both"},
		{"1", "1", "-8", "stairsVJP is not the transpose of stairsJVP"},
	} {
		m := strings.NewReplacer("JVP *", c.jvp+" *", "VJP *", c.vjp+" *", "STEP", c.step).Replace(text)
		r, err := Run(t.Context(), []string{"."}, Options{
			Load: load.Options{Dir: write(t, map[string]string{"go.mod": module, "m.go": m})}, Settings: plain(),
		})
		if err != nil {
			t.Fatal(err)
		}
		if c.want == "" && len(r.Wrong) > 0 || c.want != "" && (len(r.Wrong) != 1 || !strings.HasPrefix(r.Wrong[0].Message, c.want)) {
			t.Errorf("JVP times %s, VJP times %s, step %s: got %v, want %s", c.jvp, c.vjp, c.step, r.Wrong, c.want)
		}
		if c.want == "" {
			continue
		}
		name, _, _ := strings.Cut(c.want, " ")
		if at := strings.Split(m, "\n")[r.Wrong[0].Pos.Line]; !strings.Contains(at, "func "+name) {
			t.Errorf("%s is said to be wrong above %s", name, at)
		}
	}
}
