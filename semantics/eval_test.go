package semantics_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
)

func TestCorpus(t *testing.T) {
	for _, c := range corpus() {
		t.Run(c.name, func(t *testing.T) {
			v, err := semantics.Eval(c.term, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := semantics.Format(v); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}
