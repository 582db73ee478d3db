package opt_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
)

// A loop that does not end where a check does not hold stays behind the check, also where that keeps two loops apart:
// between them, or in the second; or where it is a call that does not end.
func TestFuseKeepsChecksFirst(t *testing.T) {
	for name, text := range map[string]string{
		"between": `export func f(x []real, h real) {
	var n int = len(x)
	var s real = 0.0
	for i < n {
		check x[i] > 0.5, "required"
		s = sin(s + x[i])
	}
	check h > 0.1, "required"
	var p real = 0.0
	loop {
		while p < 1.0
		p = p + h
	}
	var r real = p
	for j < n {
		r = sin(r * x[j])
	}
	return s, r
}
`,
		"an index between": `export func f(x []real, h real) {
	var n int = len(x)
	var s real = 0.0
	for i < n {
		s = sin(s + x[i])
	}
	var k int = int(h)
	var q real = x[inrange(k - 1, n, "required")]
	var p real = 0.0
	loop {
		while p < 1.0
		p = p + h
	}
	var r real = p
	for j < n {
		r = sin(r * x[j])
	}
	return s, r + q
}
`,
		"an index in the first": `export func f(x []real, h real) {
	var n int = len(x)
	var s real = 0.0
	for i < n {
		s = sin(s + x[inrange(i + 1, n, "required")])
	}
	var r real = 0.0
	for j < n {
		var p real = 0.0
		loop {
			while p < 1.0
			p = p + x[n - 1]
		}
		r = sin(r * x[j] + p)
	}
	return s, r
}
`,
		"in the second": `export func f(x []real, h real) {
	var n int = len(x)
	var s real = 0.0
	for i < n {
		check x[i] > 0.5, "required"
		s = sin(s + x[i])
	}
	var r real = 0.0
	for j < n {
		var p real = 0.0
		loop {
			while p < 1.0
			p = p + x[n - 1]
		}
		r = sin(r * x[j] + p)
	}
	return s, r
}
`,
		"a call": `export func f(x []real, h real) {
	var n int = len(x)
	var s real = 0.0
	for i < n {
		s = sin(s + x[i])
	}
	check h > 0.1, "required"
	var r real = 0.0
	for j < n {
		var p real = call until(x, j)
		r = sin(r * x[j] + p)
	}
	return s, r
}

func until(x []real, j int) {
	var p real = 0.0
	loop {
		while p < 1.0
		p = p + x[j]
	}
	return p
}
`,
		"a call in a call of itself": `export func f(x []real, h real) {
	var n int = len(x)
	var s real = 0.0
	for i < n {
		s = sin(s + x[i])
	}
	check h > 0.1, "required"
	var r real = 0.0
	for j < n {
		var p real = call twice(x[j])
		r = sin(r * x[j] + p)
	}
	return s, r
}

func twice(x real) {
	var a real = call once(x)
	return a + x
}

func once(x real) {
	var a real = x
	if x < 0.5 {
		var b real = call twice(2.0 * x)
		a = b
	}
	return a
}
`,
		"through a row": `export func f(x []real, h real) {
	var z []real = nil([]real)
	var q real = 5.0
	loop {
		while q > 1.0
		append(z, q)
		q = q * 0.5
	}
	check h > 0.1, "required"
	var m int = len(z)
	var s real = 0.0
	for j < m {
		var p real = 0.0
		loop {
			while p < 1.0
			p = p + h * z[j]
		}
		s +~= p
	}
	return s
}
`,
		"through a row that grows": `export func f(x []real, h real) {
	var z []real = nil([]real)
	var q real = 5.0
	loop {
		while q > 1.0
		append(z, q)
		check q > 3.0, "required"
		q = q * 0.5
	}
	var m int = len(z)
	var s real = 0.0
	for j < m {
		var p real = 0.0
		loop {
			while p < 1.0
			p = p + h * z[j]
		}
		s +~= p
	}
	return s
}
`,
	} {
		p, err := loop.Read("test", text)
		if err != nil {
			t.Fatal(name, err)
		}
		if err := opt.Optimize(p, opt.Options{}); err != nil {
			t.Fatal(name, err)
		}
		_, _, err = loop.Eval(p, p.Funcs[0], []loop.Value{[]float64{1, 1, 0}, 0.0}, 10000)
		if err == nil || !strings.HasPrefix(err.Error(), "f: required") {
			t.Errorf("%s: %v\n%s", name, err, p)
		}
	}
}
