package gen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gen"
	"github.com/seed-4b734f86/gochad/text"
)

// An exported function with functions at run time takes products apart as any
// other does, takes sizes from the lengths of slices and writes into buffers. Expected by hand.
func TestHigherOrderBoundary(t *testing.T) {
	const src = `
type point = {x : real, y : real}
def both [n, m] (p : point, h : real -> real, a : [n][m]real, v : [n]real, w : (real, (int, ()))) : (point, (real, [n][m]real), [n]real, ()) =
  ({x = h (p.x) + w.1, y = p.y * real (w.2.1)}, (h 1.0, [[h (a[i, j]) | j < m] | i < n]), v, ())
def made (p : point) : point = let q = {x = p.y, y = p.x} in if p.x < 0.0 then p else (\z. z) q
`
	p, ds := text.Load("b.chad", []byte(src))
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	code, err := gen.Generate(p, gen.Options{Package: "bound", Exports: []gen.Export{
		{Def: p.Lookup("both"), Into: map[int]string{3: "abar"}},
		{Def: p.Lookup("both"), Name: "Buffers", Into: map[int]string{3: "abar", 4: "vbar"}},
		{Def: p.Lookup("made")},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"func Both(pX, pY float64, h func(float64) float64, a [][]float64, v []float64, w1 float64, w21 int, abar [][]float64) (float64, float64, float64, []float64) {",
		"func Buffers(pX, pY float64, h func(float64) float64, a [][]float64, v []float64, w1 float64, w21 int, abar [][]float64, vbar []float64) (float64, float64, float64) {",
		"func Made(pX, pY float64) (float64, float64) {",
		"// Shapes: a and abar are n×m; v and vbar have length n.\n// Buffers overwrites abar and vbar, which must not overlap an argument.",
	} {
		if !strings.Contains(string(code), part) {
			t.Errorf("the code lacks\n%s\nin\n%s", part, code)
		}
	}
	c := newCompare(t)
	c.write(t, "bound/bound.go", string(code))
	c.imports.WriteString("\t\"samples/bound\"\n")
	run := func(text, want string) {
		fmt.Fprintf(&c.main, "\tshow(func() []any { %s })\n", text)
		c.want, c.what = append(c.want, want), append(c.what, text)
	}
	const setting = "h := func(z float64) float64 { return 2*z }; a := [][]float64{{1, 2, 3}, {4, 5, 6}}; v := []float64{7, 8}; "
	run(setting+"b := [][]float64{{9, 9, 9}, {9, 9, 9}}; x, y, z, u := bound.Both(3, 4, h, a, v, 5, 6, b); u[0] = 1; return list(x, y, z, b, u, v)",
		"11 24 2 [[2 4 6] [8 10 12]] [1 8] [7 8]")
	run(setting+"b, c := [][]float64{{9, 9, 9}, {9, 9, 9}}, []float64{9, 9}; bound.Buffers(3, 4, h, a, v, 5, 6, b, c); return list(b, c)",
		"[[2 4 6] [8 10 12]] [7 8]")
	run(setting+"b := [][]float64{{9, 9, 9}, {9, 9}}; bound.Both(3, 4, h, a, v, 5, 6, b); return nil",
		"panic: bound.Both: length of a row of abar is 2, want 3")
	run("return list(bound.Made(1, 2))", "2 1")
	c.finish(t)
}

// TestHigherOrderRequire compiles requirements beside functions at run time. Expected by hand.
func TestHigherOrderRequire(t *testing.T) {
	const src = `
def needs (f : real -> real, h : real) : (real, int) = let stop = require (h > 0, 0) in (f h, stop)
`
	p, ds := text.Load("b.chad", []byte(src))
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	code, err := gen.Generate(p, gen.Options{Package: "needs", Exports: []gen.Export{{Def: p.Lookup("needs")}}})
	if err != nil {
		t.Fatal(err)
	}
	c := newCompare(t)
	c.write(t, "needs/needs.go", string(code))
	c.imports.WriteString("\t\"samples/needs\"\n")
	for h, want := range map[string]string{"3": "6 0", "-1": "panic: b.chad:2:67: what is required does not hold"} {
		text := "return list(needs.Needs(func(z float64) float64 { return 2*z }, " + h + "))"
		fmt.Fprintf(&c.main, "\tshow(func() []any { %s })\n", text)
		c.want, c.what = append(c.want, want), append(c.what, text)
	}
	c.finish(t)
}
