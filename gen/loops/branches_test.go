package loops

import (
	"strings"
	"testing"
)

// Branches that only make an array, or add one to another, are one statement; those that do more, or something else,
// stay.
func TestBranchesThatMakeArrays(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      string // one line of the result
		not       string // what it does not have
	}{
		{
			"zeros", "if len(x) == 0 {\n var z []real = new(n)\n x = z\n}",
			"x = zerosIf(len(x) == 0, x, &mem.reals, n)", "clear",
		},
		{
			"zeros of a row", "if len(a[k]) == 0 && n > 0 {\n var z []real = new(n)\n a[k] = z\n}",
			"a[k] = zerosIf(len(a[k]) == 0 && n > 0, a[k], &mem.reals, n)", "clear",
		},
		{ // which may not be there where n is 0
			"zeros of a row that is not asked", "if n > 0 {\n var z []real = new(n)\n a[k] = z\n}",
			"if n > 0 {", "zerosIf",
		},
		{
			"zeros and more", "if len(x) == 0 {\n var z []real = new(n)\n z[0] = 1.0\n x = z\n}",
			"if len(x) == 0 {", "zerosIf",
		},
		{
			"memory that is kept", "if len(x) < n {\n var z []real = dirty(n)\n x = z\n}",
			"x = takenIf(len(x) < n, x, &mem.reals, n)", "if len",
		},
		{
			"more memory than is asked for", "if len(x) < n {\n var z []real = dirty(n + 1)\n x = z\n}",
			"if len(x) < n {", "takenIf",
		},
		{
			"zeros in memory that is kept", "if len(x) == 0 {\n if len(y) < n {\n var r []real = dirty(n)\n y = r\n }\n var z []real = y[0 :+ n]\n clear(z)\n x = z\n}",
			"y = takenIf(len(x) == 0 && len(y) < n, y, &mem.reals, n)\n\tx = clearedIf(len(x) == 0, x, y, n)", "if len",
		},
		{ // the condition is not what it was when y has been taken
			"zeros for what is kept", "if len(y) == 0 {\n if len(y) < n {\n var r []real = dirty(n)\n y = r\n }\n var z []real = y[0 :+ n]\n clear(z)\n x = z\n}",
			"if len(y) == 0 {", "clearedIf",
		},
		{
			"a sum", "if len(v) > 0 {\n var s []real = nil([]real)\n" + start("len(x)") + adding + "x = s\n}",
			"x = sumOf(x, v, &mem.reals)", "zerosOrCopy(",
		},
		{
			"a sum whose length has a name", "if len(v) > 0 {\n var s []real = nil([]real)\n var m int = len(x)\n" + start("m") + adding + "x = s\n}",
			"x = sumOf(x, v, &mem.reals)", "zerosOrCopy(",
		},
		{
			"a sum for a row", "if len(v) > 0 {\n var s []real = nil([]real)\n var r []real = a[k]\n" + strings.NewReplacer("len(x)", "len(r)", "copy(c, x)", "copy(c, r)").Replace(start("len(x)")) + adding + "a[k] = s\n}",
			"\ta[k] = sumOf(a[k], v, &mem.reals)", "zerosOrCopy(",
		},
		{
			"a sum for another", "if len(v) > 0 {\n var s []real = nil([]real)\n" + start("len(x)") + adding + "y = s\n}",
			"s = zerosOrCopy(len(x) == 0, x, &mem.reals, len(v), len(x))", "sumOf",
		},
		{
			"a sum that is used again", "var s []real = nil([]real)\nif len(v) > 0 {\n" + start("len(x)") + adding + "x = s\n}\ny = s",
			"s = zerosOrCopy(len(x) == 0, x, &mem.reals, len(v), len(x))", "sumOf",
		},
		{
			"a difference", "if len(v) > 0 {\n var s []real = nil([]real)\n" + start("len(x)") + "for i < len(v) {\n s[i] += -v[i]\n}\nx = s\n}",
			"s = zerosOrCopy(len(x) == 0, x, &mem.reals, len(v), len(x))", "sumOf",
		},
		{
			"elements that are assigned", "if len(v) > 0 {\n var s []real = nil([]real)\n" + start("len(x)") + "for i < len(v) {\n s[i] = v[i]\n}\nx = s\n}",
			"s = zerosOrCopy(len(x) == 0, x, &mem.reals, len(v), len(x))", "sumOf",
		},
		{
			"a copy of another", "if len(v) > 0 {\n var s []real = nil([]real)\n" + strings.Replace(start("len(x)"), "copy(c, x)", "copy(c, y)", 1) + adding + "x = s\n}",
			"s = zerosOrCopy(len(x) == 0, y, &mem.reals, len(v), len(x))", "sumOf",
		},
		{
			"a sum in place", "if len(v) > 0 {\n var s []real = nil([]real)\n if len(x) == 0 {\n var z []real = new(len(v))\n s = z\n } else {\n s = x\n }\n" + adding + "x = s\n}",
			"x = addedTo(x, v, &mem.reals)", "zerosIf(",
		},
	} {
		src := "func f(n int, k int, v []real, out a [][]real, out o []real) {\n var x []real = nil([]real)\n var y []real = nil([]real)\n for q < n {\n" +
			c.src + "\n}\n copy(o, x)\n copy(o, y)\n}\n"
		printed := printedLoops(t, c.name, src)
		got := strings.ReplaceAll(printed, "\n\t\t", "\n\t")
		if !strings.Contains(got, "\t"+c.want+"\n") || strings.Contains(got, c.not) {
			t.Errorf("%s: got\n%s\nwant\n\t%s\nwithout %s", c.name, got, c.want, c.not)
		}
	}
}

// A branch that makes zeros on the stack is one statement too, outside loops, where they stay there.
func TestBranchesThatMakeArraysOnTheStack(t *testing.T) {
	src := "func f(n int, out o []real, x []real) {\n var y []real = x\n if len(x) == 0 {\n var z []real = new(3)\n y = z\n}\n copy(o, y)\n}\n"
	got := printedLoops(t, "stack", src)
	if want := "y = newIf(len(x) == 0, y, 3)"; !strings.Contains(got, want) || strings.Contains(got, "make(") {
		t.Errorf("got\n%s\nwant %s", got, want)
	}
}

// start has s be zeros or a copy of x, whose length is m.
func start(m string) string {
	return "if " + m + " == 0 {\n var z []real = new(len(v))\n s = z\n} else {\n var c []real = dirty(" + m + ")\n copy(c, x)\n s = c\n}\n"
}

const adding = "for i < len(v) {\n s[i] += v[i]\n}\n"
