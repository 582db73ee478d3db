package forms

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gen/code"
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
		Pairs(p, code.NewFile("p", true))
		if got := p.String(); got != head+c.after+"\n}\n" {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.after)
		}
	}
}

// Without our own elementary functions, softplus and its derivative are one helper on package math, and so are sin and
// cos.
func TestPairsOfMath(t *testing.T) {
	const before = "func f(x real) {\n\tvar y real = softplus(x) - sigmoid(x) * cos(x)\n\tvar z real = y * sin(x)\n\treturn z\n}\n"
	const after = "func f(x real) {\n\tvar softplus real, sigmoid real = call softplusSigmoid(x)\n" +
		"\tvar sin real, cos real = call sinCos(x)\n" +
		"\tvar y real = softplus - sigmoid * cos\n\tvar z real = y * sin\n\treturn z\n}\n"
	p, err := loop.Read("f", before)
	if err != nil {
		t.Fatal(err)
	}
	file := code.NewFile("p", false)
	Pairs(p, file)
	if got := p.String(); got != after {
		t.Errorf("got\n%s\nwant\n%s", got, after)
	}
	for _, name := range []string{"softplusSigmoid", "sinCos"} {
		if !strings.Contains(strings.Join(file.Sources(), "\n"), "func "+name+"(") {
			t.Errorf("no %s in the helpers %v", name, file.Sources())
		}
	}
}

// Loops that wait for a sine have the one that is soon there; others have the one that is soon done.
func TestChains(t *testing.T) {
	for _, c := range []struct{ name, before, after string }{
		{
			"a pendulum",
			"for i < n {\n\t\tvar w real = v - h * sin(c * x)\n\t\tx, v = x + h * w, w\n\t\ty[i] = cos(x) + sin(y[i])\n\t}",
			"for i < n {\n\t\tvar w real = v - h * sinChained(c * x)\n\t\tx, v = x + h * w, w\n\t\ty[i] = cos(x) + sin(y[i])\n\t}",
		},
		{
			"its tangent",
			"for i < n {\n\t\tvar w real = v - h * sin(x) + cos(x)\n\t\tx, v = x + h * w, w\n\t}",
			"for i < n {\n\t\tvar sin real, cos real = call sincosChained(x)\n\t\tvar w real = v - h * sin + cos\n\t\tx, v = x + h * w, w\n\t}",
		},
		{
			"around a nest",
			"for i < n {\n\t\tvar s real = 0.0\n\t\tfor j < n {\n\t\t\ts += x * cos(c + y[j])\n\t\t}\n\t\tx = cos(s)\n\t}",
			"for i < n {\n\t\tvar s real = 0.0\n\t\tfor j < n {\n\t\t\ts += x * cos(c + y[j])\n\t\t}\n\t\tx = cosChained(s)\n\t}",
		},
		{
			"a sum",
			"for i < n {\n\t\tx += sin(y[i]) * h\n\t}",
			"",
		},
		{
			"arguments one after the other",
			"for i < n {\n\t\tx += h\n\t\tv += sin(x)\n\t}",
			"",
		},
		{
			"the way back",
			"for i < n {\n\t\ty[i] = x\n\t\tx = x + h * sin(c * x)\n\t}\n\tfor down i_2 < n {\n\t\tvar e real = y[i_2]\n\t\tvar t real = c * e\n\t\tv += cos(t)\n\t\tx = cos(y[i_2]) + cos(v)\n\t\tb += cos(e + a * y[0] + v)\n\t}",
			"for i < n {\n\t\ty[i] = x\n\t\tx = x + h * sinChained(c * x)\n\t}\n\tfor down i_2 < n {\n\t\tvar e real = y[i_2]\n\t\tvar t real = c * e\n\t\tv += cosChained(t)\n\t\tx = cosChained(y[i_2]) + cos(v)\n\t\tb += cos(e + a * y[0] + v)\n\t}",
		},
		{
			"the way back, of something else",
			"for i < n {\n\t\ty[i] = h * b\n\t\tx = x + h * sin(c * x)\n\t}\n\tfor down i_2 < n {\n\t\tv += cos(y[i_2])\n\t}",
			"for i < n {\n\t\ty[i] = h * b\n\t\tx = x + h * sinChained(c * x)\n\t}\n\tfor down i_2 < n {\n\t\tv += cos(y[i_2])\n\t}",
		},
		{
			"while",
			"loop {\n\t\tvar s real = sin(x)\n\t\twhile s > c\n\t\tx = s\n\t}",
			"loop {\n\t\tvar s real = sinChained(x)\n\t\twhile s > c\n\t\tx = s\n\t}",
		},
	} {
		const head, foot = "func f(a real, b real, c real, h real, n int, out y []real) {\n\tvar x real = a\n\tvar v real = b\n\t", "\n\treturn x, v\n}\n"
		if c.after == "" {
			c.after = c.before
		}
		p, err := loop.Read(c.name, head+c.before+foot)
		if err != nil {
			t.Fatal(c.name, err)
		}
		file := code.NewFile("p", true)
		Pairs(p, file)
		Chains(p, file)
		if got := p.String(); got != head+c.after+foot {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.after)
		}
	}
}
