package mirror

import "testing"

type body struct {
	Mass float64
	skew float64
	At   [2]float64
	Kind int
	Next *body
}

func TestMirror(t *testing.T) {
	x, theta := [][]float64{{1, 2}, {}, {3}}, 4.0
	bodies := []body{{Mass: 5, Kind: 1, Next: &body{Mass: 6}}}
	xbar, thetabar, bodiesbar := Like(x), Like(theta), Like(bodies)
	reals := []*float64{&theta, &x[2][0], &bodies[0].At[1], &bodies[0].Next.Mass, &bodies[0].skew, new(float64)}
	bars := Find(reals, x, xbar, &theta, &thetabar, bodies, bodiesbar)
	want := []*float64{&thetabar, &xbar[2][0], &bodiesbar[0].At[1], &bodiesbar[0].Next.Mass, &bodiesbar[0].skew, nil}
	for i := range want {
		if bars[i] != want[i] {
			t.Errorf("real %d is not where it should be", i)
		}
	}
	if bodiesbar[0].Kind != 1 || &bodiesbar[0] == &bodies[0] || bodiesbar[0].Next == bodies[0].Next {
		t.Error("bodies are not copied")
	}
}
