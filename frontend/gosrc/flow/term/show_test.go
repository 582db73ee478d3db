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
	for _, st := range []string{"tapes", "lowered"} {
		s, err := chad.Show(value(t, r, f), chad.ShowOptions{Mode: "reverse", Stage: st, Pass: map[string]string{"lowered": "place"}[st]})
		t.Log("\n"+s, err)
	}
}
