package gc

import (
	"testing"

	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// A call of exp in a loop is opened where it is sure to be made, and nowhere else.
func TestOpen(t *testing.T) {
	const src = `func f(x []real, n int, c real, out y []real) {
	var a real = exp(c)
	for i < n {
		var b real = exp(c)
		for j < n {
			y[j] += exp(x[i] - c) * b
			if y[j] > 0.0 && exp(a) > 1.0 {
				y[j] = exp(c)
			}
		}
	}
}
`
	const want = `func f(x []real, n int, c real, out y []real) {
	var a real = exp(c)
	for i < n {
		var k int, r real = call expReduce(c)
		var outer bool = call expOuter(k)
		var e real = 0.0
		if outer {
			var y_2 real = call expEdge(c)
			e = y_2
		} else {
			var s real, t real = call expScale(k, r)
			e = s + t
		}
		var b real = e
		for j < n {
			var x_2 real = x[i] - c
			var k_2 int, r_2 real = call expReduce(x_2)
			var outer_2 bool = call expOuter(k_2)
			var e_2 real = 0.0
			if outer_2 {
				var y_3 real = call expEdge(x_2)
				e_2 = y_3
			} else {
				var s_2 real, t_2 real = call expScale(k_2, r_2)
				e_2 = s_2 + t_2
			}
			y[j] += e_2 * b
			if y[j] > 0.0 && exp(a) > 1.0 {
				y[j] = exp(c)
			}
		}
	}
}
`
	p, err := loop.Read("open", src)
	if err != nil {
		t.Fatal(err)
	}
	OpenExp(p, code.NewFile("p", true))
	if got := p.String(); got != want {
		t.Errorf("got\n%s", got)
	}
}
