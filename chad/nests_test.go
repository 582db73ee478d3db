package chad_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/gosrc/randgo"
	"github.com/seed-4b734f86/gochad/syntax"
)

var (
	nests     = flag.Int("nests", 3, "how many random nests of loops TestNests takes")
	firstNest = flag.Uint64("firstnest", 11, "the seed of the first of them")
)

// TestNests takes random nests of loops from Go to loops, see nestslaws_test.go for what must hold. One that breaks a
// law is printed with a smaller one that does.
func TestNests(t *testing.T) {
	var src strings.Builder
	texts := map[string]string{}
	for i := range *nests {
		s := *firstNest + uint64(i)
		name := fmt.Sprintf("F%d", s)
		texts[name] = randgo.Nest(rand.New(rand.NewPCG(s, 99)), name)
		src.WriteString("\n//chad:grad\n" + texts[name])
	}
	p, err := loadGo(t, src.String())
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	bound := boundTally{of: finalPrimal}
	for _, name := range p.stages.Order {
		t.Run(name, func(t *testing.T) {
			fault := p.nestFault(name, &compared)
			if fault == nil {
				f, err := p.module.Func(p.stages.Roots[name])
				if err != nil {
					t.Fatal(err)
				}
				bound.look(t, name, f)
				return
			}
			small := randgo.Shrink(texts[name], func(text string) bool {
				p, err := loadGo(t, "//chad:grad\n"+text)
				if err != nil {
					return false
				}
				f := p.nestFault(name, new(int))
				return f != nil && f.law == fault.law
			})
			t.Errorf("%s: %s\n%s\nsmaller:\n%s", fault.law, fault.what, texts[name], small)
		})
	}
	t.Logf("%d slopes compared with differences", compared)
	bound.Report(t)
	if compared < 20**nests && !t.Failed() {
		t.Errorf("only %d slopes compared with differences", compared)
	}
}

// A goProgram is a Go file on its way to loops.
type goProgram struct {
	stages *gosrc.Stages
	module *chad.Module
}

// loadGo takes functions that need package math to terms.
func loadGo(t *testing.T, functions string) (*goProgram, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":     "module example.com/program\n\ngo 1.26\n",
		"program.go": "package program\n\nimport \"math\"\n\nvar _ = math.Pi\n\n" + functions,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pkgs, err := load.Packages([]string{"."}, load.Options{Dir: dir, More: gosrc.Adapters})
	if err != nil {
		return nil, err
	}
	stages, ds := gosrc.Show(pkgs[0])
	if len(ds) > 0 {
		return nil, ds.Err()
	}
	for _, name := range stages.Roots {
		forgetStops(stages.Program.Lookup(name))
	}
	m, err := chad.NewModule(stages.Program)
	if err != nil {
		return nil, err
	}
	return &goProgram{stages, m}, nil
}

// forgetStops takes from the result of a function the token of what it requires, an int behind the real (flow/term,
// stops.go): the laws are about functions of one real.
func forgetStops(d *syntax.Def) {
	if t, ok := d.Result.(*syntax.TupleType); ok && len(t.Elems) == 2 && t.Elems[0] == syntax.Real && t.Elems[1] == syntax.Int {
		d.Body, d.Result = syntax.NewProj(0, d.Body), syntax.Real
	}
}
