package gosrc_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
)

// doubledStruct is a package with a type of 2ⁿ numbers, and the gradient of a function of it.
func doubledStruct(n int) string {
	var b strings.Builder
	b.WriteString("-- go.mod --\nmodule example.com/m\n\ngo 1.26\n-- f.go --\npackage m\n\ntype T0 struct{ A, B float64 }\n")
	for k := 1; k < n; k++ {
		fmt.Fprintf(&b, "type T%d struct{ A, B T%d }\n", k, k-1)
	}
	fmt.Fprintf(&b, "\n//chad:grad\nfunc F(x T%d) float64 { return x%s * 2 }\n", n-1, strings.Repeat(".A", n))
	return b.String()
}

// A struct type that doubles is refused where it is too large, by its parts, before Go's type checker looks at each of
// them.
func TestDoubledStruct(t *testing.T) {
	for n, want := range map[int]string{
		6:  "",
		16: "f.go:18:6: the type T15 is made of more than 65536 others",
		25: "f.go:18:6: the type T15 is made of more than 65536 others",
		60: "f.go:18:6: the type T15 is made of more than 65536 others",
	} {
		_, err := gosrc.Plan(t.Context(), []string{"./..."}, gosrc.Options{Load: load.Options{Dir: module(t, doubledStruct(n))}})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%d: error %v, want %q", n, err, want)
		}
	}
}

// ending is a context that ends when it has been asked so many times whether it has ended.
type ending struct {
	context.Context
	left, asked int
}

var errEnded = errors.New("the context has ended")

func (e *ending) Err() error {
	e.asked++
	if e.left--; e.left < 0 {
		return errEnded
	}
	return nil
}

// A context that ends ends what is generated of a package: with its error and nothing else, whenever it ends.
func TestContext(t *testing.T) {
	w, err := load.List([]string{"./..."}, load.Options{Dir: module(t, `-- go.mod --
module example.com/m

go 1.26
-- f.go --
package m

import "math"

type P struct{ W []float64; B float64 }

//chad:grad
//chad:hvp
func F(p *P, x []float64) (y float64) {
	for i, w := range p.W {
		if x[i] > 0 {
			y += math.Sin(w*x[i]) * p.B
			continue
		}
		y = g(y, w)
	}
	return y
}

func g(a, b float64) float64 { return a*b + math.Exp(-b) }
`), More: gosrc.Adapters})
	if err != nil {
		t.Fatal(err)
	}
	p := w.Packages[0]
	if ds := w.Check(p); len(ds) > 0 {
		t.Fatal(ds)
	}
	all := &ending{Context: t.Context(), left: 1 << 60}
	texts, ds, err := gosrc.GenerateContext(all, p, chad.EmitOptions{})
	if len(texts) != 1 || len(ds) > 0 || err != nil {
		t.Fatal(texts, ds, err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for k := range 60 {
		left := []int{0, 1, all.asked - 1}[k%3]
		if k >= 3 {
			left = r.IntN(all.asked)
		}
		texts, ds, err := gosrc.GenerateContext(&ending{Context: t.Context(), left: left}, p, chad.EmitOptions{})
		if texts != nil || ds != nil || !errors.Is(err, errEnded) {
			t.Errorf("at question %d of %d: texts %v, messages %v, error %v", left, all.asked, texts != nil, ds, err)
		}
	}
}
