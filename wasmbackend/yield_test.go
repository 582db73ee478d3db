package wasmbackend_test

import (
	"context"
	"errors"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

const endless = `
export func endless(x real) {
	var s real = x
	loop {
		while s >= 0.0
		s = 1.0
	}
	return s
}

export func up(n int, m int) {
	var s int = 0
	for i < n {
		s += i % 7
	}
	for down i < m {
		s += i % 3
	}
	return s
}

export func nest(n int) {
	var s int = 0
	for i < n {
		for j < 3 {
			s += j
		}
	}
	return s
}

export func short(n int, m int) {
	var s int = 0
	for i < n {
		for j < 64 {
			s += j
		}
		if s > 100 {
			s = 0
			for j < m {
				s += j
			}
		}
	}
	return s
}

export func turns(n int, m int) {
	var s int = 0
	var i int = 0
	loop {
		while i < n
		i = i + 1
		for j < 64 {
			s += j
		}
		for j < m {
			s += j
		}
	}
	return s
}

func leaf(n int, m int) {
	var s int = 0
	for j < m {
		s += j
	}
	for j < 64 {
		s += n
	}
	return s
}

export func calls(n int, m int) {
	var s int = 0
	for i < n {
		var a int = call leaf(i, m)
		s += a
	}
	return s
}

export func tree(n int, m int) {
	var s int = call branch(n, m)
	return s
}

func branch(n int, m int) {
	var s int = 0
	for j < m {
		s += j
	}
	for j < 64 {
		s += n
	}
	if n > 1 {
		var a int = call branch(n - 1, m)
		var b int = call branch(n - 1, m)
		s = s + a + b
	}
	return s
}

export func none(n int, x []real, m int) {
	var k int = imax(imin(n, 0), -1000000000)
	var z []real = x
	for i < k {
		z[i] = x[i] * 2.0
	}
	var s int = 0
	for i < m {
		s += i % 7
	}
	return s
}

export func pairs(k int, a real) {
	var n int = imax(imin(k, 2000000000), 0)
	var s real = 0.0
	for i < n {
		s +~= a * 2.0
	}
	return s
}

export func math(k int, a real) {
	var n int = imax(imin(k, 2000000000), -5)
	var s real = 0.0
	for i < n {
		s +~= exp(a)
	}
	return s
}

export func lanes(x []real, k int) {
	var n int = imax(imin(k, 2000000000), 0)
	var sum real = 0.0
	for o < 2 {
		var s real = 1.0
		var t real = 1.0
		for i < n {
			s = x[0] * s
			t = x[1] * t
		}
		sum = sum + s * t
	}
	return sum
}

export func deep(n int) {
	var s int = call fib(n)
	return s
}

func fib(n int) {
	var s int = n
	if n > 1 {
		var a int = call fib(n - 1)
		var b int = call fib(n - 2)
		s = a + b
	}
	return s
}
`

// a countdown is a context that ends when it has been asked so often.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// Loops let the host run, as often as they must, and end when their context does; the program still works afterwards.
func TestYield(t *testing.T) {
	engine := newEngine(t)
	ctx := context.Background()
	p, err := loop.Read("endless", endless)
	if err != nil {
		t.Fatal(err)
	}
	m := compiled(t, wasmbackend.Options{Yield: true, Jam: true}, p)
	prog, err := run.New(ctx, engine, m)
	if err != nil {
		t.Fatal(err)
	}
	defer prog.Close(ctx) //nolint:errcheck // the test is over
	long, few := int64(10_000_000), int64(64)
	for _, c := range []struct {
		name  string
		args  []loop.Value
		asked int64 // at least
	}{
		{"endless", []loop.Value{1.0}, -1},
		{"up", []loop.Value{int64(1) << 62, int64(0)}, -1},
		{"up", []loop.Value{int64(0), int64(1) << 62}, -1},
		{"up", []loop.Value{long, long}, 2 * long / wasmbackend.Budget},
		{"nest", []loop.Value{int64(1) << 62}, -1},
		{"nest", []loop.Value{long}, long / wasmbackend.Budget},
		{"short", []loop.Value{int64(1) << 15, few}, 2 * few << 15 / 8 / wasmbackend.Budget},
		{"turns", []loop.Value{int64(1) << 15, few}, 2 * few << 15 / 8 / wasmbackend.Budget},
		{"calls", []loop.Value{int64(1) << 15, few}, 2 * few << 15 / 8 / wasmbackend.Budget},
		{"tree", []loop.Value{int64(15), few}, 2 * few << 15 / 8 / wasmbackend.Budget},
		{"none", []loop.Value{int64(-1) << 40, []float64{}, long}, long / wasmbackend.Budget}, // what does not run gives no time
		{"pairs", []loop.Value{int64(1) << 62, 1.0}, -1},
		{"pairs", []loop.Value{long + 13, 1.0}, long / wasmbackend.Budget},
		{"math", []loop.Value{int64(1) << 62, 0.0}, -1},
		{"math", []loop.Value{long + 7, 0.0}, long / wasmbackend.Budget},
		{"math", []loop.Value{-long, 0.0}, 0},
		{"lanes", []loop.Value{[]float64{1, 1}, int64(1) << 62}, -1},
		{"lanes", []loop.Value{[]float64{1, -1}, long + 7}, 2 * long / wasmbackend.Budget},
		{"deep", []loop.Value{int64(60)}, -1},
		{"deep", []loop.Value{int64(25)}, 1},
	} {
		f, err := prog.Func(c.name)
		if err != nil {
			t.Fatal(err)
		}
		cd := &countdown{ctx, 40}
		if c.asked < 0 { // does not end
			_, err := f.Leaves(cd, nil, c.args)
			var e *run.Error
			if !errors.As(err, &e) || e.Status != wasmbackend.Cancelled {
				t.Errorf("%s%v: %v, want it cancelled", c.name, c.args, err)
			}
			continue
		}
		cd.left = 1 << 40
		got, err := f.Leaves(cd, nil, c.args)
		if err != nil {
			t.Errorf("%s%v: %v", c.name, c.args, err)
			continue
		}
		if asked := 1<<40 - int64(cd.left); asked < c.asked-2 || asked > 4*c.asked+10 {
			t.Errorf("%s%.40v asked %d times, want about %d", c.name, c.args, asked, c.asked)
		}
		want, _, err := loop.Eval(p, p.Funcs[funcNumber(p, c.name)], c.args, 0)
		if err != nil || showAll(got) != showAll(want) {
			t.Errorf("%s%v = %v, want %v %v", c.name, c.args, got, want, err)
		}
	}
}

func funcNumber(p *loop.Program, name string) int {
	for i, f := range p.Funcs {
		if f.Name == name {
			return i
		}
	}
	return -1
}
