package loop_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Functions are one where their texts are the same, and those of all that they call; recursive ones, too.
func TestMerge(t *testing.T) {
	const text = `
export func first(x real) {
	var a real = call even1(x, 5)
	var b real = call near1(x)
	var c real = call own1(x)
	return a + b + c
}
export func second(x real) {
	var a real = call even2(x, 5)
	var b real = call near2(x)
	return a + b
}
func even1(x real, n int) {
	var y real = x
	if n > 0 {
		var z real = call odd1(y * 0.5, n - 1)
		y = z
	}
	return y
}
func odd1(x real, n int) {
	var y real = -x
	if n > 0 {
		var z real = call even1(y * 0.5, n - 1)
		y = z
	}
	return y
}
func near1(x real) {
	var y real = call far1(x)
	return y
}
func far1(x real) {
	return x * 2.0
}
func own1(x real) {
	return x * 2.0
}
func even2(x real, n int) {
	var y real = x
	if n > 0 {
		var z real = call odd2(y * 0.5, n - 1)
		y = z
	}
	return y
}
func odd2(x real, n int) {
	var y real = -x
	if n > 0 {
		var z real = call even2(y * 0.5, n - 1)
		y = z
	}
	return y
}
func near2(x real) {
	var y real = call far2(x)
	return y
}
func far2(x real) {
	return x * 3.0
}
`
	p, err := loop.Read("test", text)
	if err != nil {
		t.Fatal(err)
	}
	run := func() (out []float64) {
		for _, f := range p.Funcs[:2] {
			got, _, err := loop.Eval(p, f, []loop.Value{0.7}, 1000)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, got[0].(float64))
		}
		return out
	}
	want := run()
	loop.Merge(p)
	if err := loop.Verify(p); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range p.Funcs {
		names = append(names, f.Name)
	}
	if got := strings.Join(names, " "); got != "first second even1 odd1 near1 far1 near2 far2" {
		t.Errorf("functions %s are left", got)
	}
	if got := run(); got[0] != want[0] || got[1] != want[1] {
		t.Errorf("they give %v, before %v", got, want)
	}
}
