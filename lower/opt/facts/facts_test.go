package facts

import (
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

const program = `func f(x []real, n int, out y []real) {
	var t []real = x
	var u []real = new(n)
	var s real = 0.0
	for i < n {
		u[i] = t[i]
		s = s + u[i]
	}
	y[0] = s
}
`

// vars are the variables of a function by their names.
func vars(t *testing.T, src string) (*loop.Func, map[string]*loop.Var) {
	t.Helper()
	p, err := loop.Read(t.Name(), src)
	if err != nil {
		t.Fatal(err)
	}
	f, named := p.Funcs[0], map[string]*loop.Var{}
	note := func(v *loop.Var) { named[v.Name] = v }
	for _, q := range f.Params {
		note(q.Var)
	}
	loop.Walk(f.Body, func(s loop.Stmt) { loop.Declared(s, note) })
	return f, named
}

// A name of an array shares its memory, a new array does not; a variable is mutable where a statement gives it a value.
func TestInfo(t *testing.T) {
	f, v := vars(t, program)
	in := Analyse(f)
	if !in.MayShare(v["t"], v["x"]) || in.MayShare(v["u"], v["x"]) || in.MayShare(v["y"], v["u"]) {
		t.Error("another memory is shared")
	}
	if !in.Mutable(v["s"]) || in.Changes(v["s"]) != 1 || in.Mutable(v["u"]) || in.Mutable(v["i"]) {
		t.Error("other variables change")
	}
	if n := in.Lengths()[v["u"]]; n == nil || !n.IsVar(v["n"]) {
		t.Errorf("the length of u is %v", n)
	}
}

// A loop changes what its statements store to, and nothing that it reads.
func TestEffects(t *testing.T) {
	f, v := vars(t, program)
	in := Analyse(f)
	ef := in.Effects(f.Body[3])
	if !ef.Vars[v["s"]] || !ef.Vars[v["i"]] || ef.Vars[v["n"]] {
		t.Errorf("it changes %v", ef.VarList)
	}
	if len(ef.RegionList) != 1 || ef.RegionList[0] != (Region{Class: in.Class(v["u"]), Type: loop.RealType}) {
		t.Errorf("it writes %v", ef.RegionList)
	}
	at := func(a string) *loop.Expr { return loop.Index(loop.Use(v[a]), loop.Use(v["n"])) }
	if !in.Steady(at("x"), ef) || in.Steady(at("u"), ef) {
		t.Error("another element is steady")
	}
}

// Counters and lengths are not negative, parameters may be.
func TestSigns(t *testing.T) {
	f, v := vars(t, program)
	s := NewSigns(f)
	for name, want := range map[string]bool{"i": true, "n": false} {
		if s.NotNegative(loop.Use(v[name])) != want {
			t.Errorf("%s is not negative: want %v", name, want)
		}
	}
	if !s.NotNegative(loop.Len(loop.Use(v["x"]))) {
		t.Error("a length is negative")
	}
}
