package gen

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Both values of a pair come from one call, where both are sure to be wanted of one value of a variable.
func TestPairs(t *testing.T) {
	for _, c := range []struct{ name, before, after string }{
		{
			"sine and cosine",
			"var y real = x * cos(x)\n\treturn y + sin(x)",
			"var sin real, cos real = call sincos(x)\n\tvar y real = x * cos\n\treturn y + sin",
		},
		{
			"a sum that is added to between calls",
			"var z real = 0.0\n\tfor i < n {\n\t\tz += cos(z)\n\t\tvar y real = sin(z)\n\t\tz += y\n\t}\n\treturn z",
			"",
		},
		{
			"a sum that is there",
			"var z real = x\n\tfor i < n {\n\t\tz += c\n\t}\n\tvar s real = softplus(z) - z\n\tvar t real = s * sigmoid(z)\n\treturn t",
			"var z real = x\n\tfor i < n {\n\t\tz += c\n\t}\n\tvar softplus real, sigmoid real = call softplusSigmoid(z)\n" +
				"\tvar s real = softplus - z\n\tvar t real = s * sigmoid\n\treturn t",
		},
		{
			"a branch",
			"var y real = cos(x)\n\tif c > 0.0 {\n\t\ty = sin(x)\n\t}\n\treturn y",
			"",
		},
		{
			"perhaps",
			"var y real = cos(x)\n\tvar b bool = c > 0.0 && sin(x) > 0.0\n\tif b {\n\t\ty = c\n\t}\n\treturn y",
			"",
		},
		{
			"a test of a loop",
			"var y real = cos(x)\n\tloop {\n\t\twhile sin(x) < y\n\t\ty = y - c\n\t}\n\treturn y",
			"",
		},
	} {
		head := "func f(x real, c real, n int) {\n\t"
		if c.after == "" {
			c.after = c.before
		}
		if strings.HasSuffix(c.after, "+ sin") { // results are atoms
			c.before, c.after = strings.Replace(c.before, "return y + sin(x)", "var w real = y + sin(x)\n\treturn w", 1),
				strings.Replace(c.after, "return y + sin", "var w real = y + sin\n\treturn w", 1)
		}
		p, err := loop.Read(c.name, head+c.before+"\n}\n")
		if err != nil {
			t.Fatal(c.name, err)
		}
		g := newGenerator(Options{Elementary: true})
		g.pairs(p)
		if got := p.String(); got != head+c.after+"\n}\n" {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.after)
		}
	}
}
