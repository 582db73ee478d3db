package term_test

import (
	"os"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/syntax"
)

func TestShow(t *testing.T) {
	name := os.Getenv("SHOW")
	if name == "" {
		t.Skip()
	}
	r, fs := programs(t)
	f := r.Funcs[fs[name]]
	t.Log("\n" + syntax.String(f.Def.Body))
	m, err := chad.NewModule(r.Program)
	if err != nil {
		t.Fatal(err)
	}
	g, _ := m.Func(f.Def.Name)
	src, err := chad.Emit("p", "", chad.Export{Func: g})
	t.Log(string(src), err)
	if os.Getenv("GRAD") != "" {
		gr, err := chad.ValueAndGrad(value(t, r, f))
		if err != nil {
			t.Fatal(err)
		}
		src, err := chad.Emit("p", "", chad.Export{Func: gr})
		t.Log(string(src), err)
	}
}
