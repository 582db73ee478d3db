package opt

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// In all tests of this package passes run where they are known to do nothing, and what is said to be unchanged is
// compared.
func init() { confirming = true }

const twoFuncs = `
export func F(x real) {
	var y real = x * x
	return y
}

func g(x real) {
	return x
}
`

// A pass that has changed nothing runs again when something has changed, and not before.
func TestKnowledge(t *testing.T) {
	defer func(old bool) { confirming = old }(confirming)
	confirming = false
	p, err := loop.Read("p", twoFuncs)
	if err != nil {
		t.Fatal(err)
	}
	var ran []string
	pass := func(name string, each func(f *loop.Func, o *Options)) Pass {
		return Pass{Name: name, Run: func(p *loop.Program, o *Options) {
			ran = append(ran, name)
			for _, f := range p.Funcs {
				each(f, o)
			}
		}}
	}
	idle := pass("idle", func(_ *loop.Func, o *Options) { o.unchanged() })
	half := pass("half", func(f *loop.Func, o *Options) { // it changes one function
		if f.Exported {
			o.exhausted()
		} else {
			o.unchanged()
		}
	})
	silent := pass("silent", func(*loop.Func, *Options) {})
	if err := run(p, &Options{}, []Pass{idle, idle, half, idle, half, silent, silent, idle, half}); err != nil {
		t.Fatal(err)
	}
	want := "idle half idle silent silent idle half"
	if got := strings.Join(ran, " "); got != want {
		t.Errorf("ran %s, want %s", got, want)
	}
}

// What is known of a function is known until it changes.
func TestAnalysedOnce(t *testing.T) {
	p, err := loop.Read("p", twoFuncs)
	if err != nil {
		t.Fatal(err)
	}
	var seen []*facts.Info
	look := func(change bool) Pass {
		return Pass{Name: "look", Run: func(p *loop.Program, o *Options) {
			for _, f := range p.Funcs {
				if f.Exported {
					seen = append(seen, o.analyse(f))
				}
				if !change {
					o.unchanged()
				}
			}
		}}
	}
	if err := run(p, &Options{}, []Pass{look(false), look(true), look(false)}); err != nil {
		t.Fatal(err)
	}
	if len(seen) != 3 || seen[0] != seen[1] || seen[1] == seen[2] {
		t.Errorf("the first two analyses are %v, and the third is another: %v", seen[0] == seen[1], seen[1] != seen[2])
	}
}

// A pass that says that it has left alone what it has changed is found out.
func TestConfirming(t *testing.T) {
	p, err := loop.Read("p", twoFuncs)
	if err != nil {
		t.Fatal(err)
	}
	wrong := Pass{Name: "wrong", Run: eachFunc(func(f *loop.Func, o *Options) {
		f.Body = slices.Clone(f.Body[:0])
		o.unchanged()
	})}
	defer func() {
		if r := recover(); r == nil {
			t.Error("nobody has noticed")
		}
	}()
	if err := run(p, &Options{}, []Pass{wrong}); err != nil {
		t.Fatal(err)
	}
}

// What is known of a function outlives cse that has only shared numbers; that the statements at its beginning are more
// then is known too.
func TestKept(t *testing.T) {
	p, err := loop.Read("p", `
export func F(x real, out y []real) {
	var a real = sin(x) * 2.0
	var b real = sin(x) * 3.0
	y[0] = a + b
}
`)
	if err != nil {
		t.Fatal(err)
	}
	var seen []*facts.Info
	look := Pass{Name: "look", Run: eachFunc(func(f *loop.Func, o *Options) {
		seen = append(seen, o.analyse(f))
		o.unchanged()
	})}
	if err := run(p, &Options{}, []Pass{look, valueNumbering, look}); err != nil {
		t.Fatal(err)
	}
	if len(seen) != 2 || seen[0] != seen[1] {
		t.Fatal("it was analysed again")
	}
	if n := len(p.Funcs[0].Body); n != 4 || seen[1].Prologue() != 3 {
		t.Errorf("%d statements, %d of them at the beginning; want 4 and 3", n, seen[1].Prologue())
	}
}
