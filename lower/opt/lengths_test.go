package opt

import (
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// A length that was checked against a number is not what the number is later, nor is an array what was cut.
func TestLengthsBeforeChange(t *testing.T) {
	for _, start := range []string{
		"var n int = 4\n\tcheck len(x) == n, \"f\"\n\tn = n - 1",
		"var n int = 3\n\tvar w []real = x\n\tx = x[0 :+ n]\n\tif w[0] > 0.0 {\n\t\tx = w\n\t}",
		"var n int = 4\n\tcheck len(x) == n, \"f\"\n\tif x[0] > 0.0 {\n\t\tn = 3\n\t}",
	} {
		src := "func f(x []real) {\n\t" + start + "\n\tvar s real = 0.0\n\tfor j < n {\n\t\ts +~= x[j] * x[j]\n\t}\n\treturn s\n}\n"
		p := read(t, "lengths", src)
		if err := run(p, &Options{Kernels: true, Verify: loop.Verify}, []Pass{kernels}); err != nil {
			t.Fatal(err)
		}
		res, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{[]float64{1, 2, 4, 8}}, 1000)
		if err != nil || res[0] != 21.0 {
			t.Errorf("%v, %v, want 21\n%s\n%s", res, err, src, p)
		}
	}
}
