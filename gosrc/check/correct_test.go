package check

import (
	"flag"
	"fmt"
	"go/ast"
	"go/types"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/seed-4b734f86/gochad/gosrc/check/judge"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/gosrc/randgo"
	"github.com/seed-4b734f86/gochad/internal/part"
)

var firstSeed = flag.Uint64("firstseed", 1, "the seed of the first random functions and points")

// leftOut are functions of the corpus that chad gen refuses, and one that goes through the bits of a number, which do
// not vary by convention.
var leftOut = map[string]bool{"TakeShown": true, "TakeAliased": true, "Bits": true}

// TestCorrect checks functions whose derivatives are right: the corpus, and random functions with kinks, jumps and
// numbers of type float32. None may fail. With -whole there are more than 10,000 of them at different points.
//
// The same ones with derivatives that are wrong by 0.1 % are found to be, nearly all: what is not found has points only
// where differences say nothing, or derivatives that are 0.
func TestCorrect(t *testing.T) {
	total, found, spoilt := 0, 0, 0
	add := func(n, f, s int) { total, found, spoilt = total+n, found+f, spoilt+s }
	for _, folder := range folders[:part.N(len(folders), 1)] {
		t.Run(folder, func(t *testing.T) {
			add(session(t, corpus(t, folder), part.N(seeds(folder), 1)))
		})
	}
	for i := range part.N(20, 1) {
		t.Run(fmt.Sprint("random", i), func(t *testing.T) {
			add(session(t, random(*firstSeed+uint64(i), part.N(20, 4)), part.N(25, 2)))
		})
	}
	t.Logf("%d cases that are right; of %d that are wrong by 0.1 %% %d are found", total, spoilt, found)
	if found < spoilt*9/10 {
		t.Error("too few are found")
	}
	if part.Whole() && total < 10_000 {
		t.Error("too few")
	}
}

// session checks the functions of a package at the points of several seeds, after one compilation, and returns how many
// cases could be judged. None may be wrong. The same cases are spoilt for the first seed.
func session(t *testing.T, files map[string]string, seeds int) (n, found, spoilt int) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	opt := &Options{
		Load:     load.Options{Dir: dir, Context: t.Context()},
		Settings: judge.Settings{Points: part.N(8, 4), Size: 4, Tolerance: 1e-5, Seconds: 2},
	}
	w, err := load.List([]string{"."}, opt.Load)
	if err != nil {
		t.Fatal(err)
	}
	c := &checking{ctx: t.Context(), p: w.Packages[0], opt: opt, known: map[string]bool{}}
	if ds := w.Check(c.p); len(ds) > 0 {
		t.Fatal(ds)
	}
	subjects := c.subjects()
	texts, err := c.generate(subjects)
	if err != nil {
		t.Fatal(err)
	}
	b, err := newProgram(c, texts)
	if err != nil {
		t.Fatal(err)
	}
	defer b.remove()
	if err := b.compile(subjects); err != nil {
		t.Fatal(err)
	}
	empty := map[string]string{}
	rough, points := 0, 0
	for k := range seeds {
		opt.Settings.Seed = *firstSeed + uint64(k)
		start := time.Now()
		vs, err := b.judge(names(subjects))
		if err != nil {
			t.Fatal(err)
		}
		for name, v := range vs {
			rough, points = rough+v.Rough, points+v.Points
			switch {
			case v.Wrong != "":
				t.Errorf("seed %d: %s: %s, at %s", opt.Settings.Seed, name, v.Wrong, v.At)
			case v.Points > v.Rough:
				n++
				delete(empty, name)
			case k == 0:
				empty[name] = verdictText(v)
			}
		}
		t.Logf("seed %d: %v", opt.Settings.Seed, time.Since(start))
	}
	opt.Settings.Seed, opt.Settings.Spoil = *firstSeed, 1.001
	vs, err := b.judge(names(subjects))
	if err != nil {
		t.Fatal(err)
	}
	for name, v := range vs {
		switch {
		case v.Wrong != "":
			found, spoilt = found+1, spoilt+1
		case v.Points > v.Rough:
			spoilt++
			t.Logf("%s: 0.1 %% is not found: %s", name, verdictText(v))
		}
	}
	t.Logf("%d cases of %d subjects were judged, at %d points; at %d more differences said nothing", n, len(subjects),
		points-rough, rough)
	for name, why := range empty {
		t.Logf("%s: %s", name, why)
	}
	return n, found, spoilt
}

// folders are those of functions that the tests of the front end derive.
var folders = []string{"corpus", "algorithms", "optional", "pointers", "mapsinmaps", "ragged", "loose", "mat"}

func seeds(folder string) int {
	if folder == "corpus" {
		return 50
	}
	return 10
}

const module = "module example.com/m\n\ngo 1.26\n"

// corpus are the files of a folder, with directives; of one function in twelve by default.
func corpus(t *testing.T, folder string) map[string]string {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: "../testdata/" + folder}, ".")
	if err != nil || len(pkgs[0].Errors) > 0 {
		t.Fatal(err, pkgs[0].Errors)
	}
	p := pkgs[0]
	out := map[string]string{"go.mod": module}
	if folder == "mat" {
		sums, err := os.ReadFile("../../go.sum")
		if err != nil {
			t.Fatal(err)
		}
		out["go.sum"], out["go.mod"] = string(sums), module+"\nrequire gonum.org/v1/gonum v0.17.0\n"
	}
	directive := "//\n//chad:vjp\n"
	if folder == "ragged" || folder == "loose" {
		directive = "//\n//chad:vjp ragged=x\n"
	}
	for i, f := range p.Syntax {
		text, err := os.ReadFile(p.GoFiles[i])
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range slices.Backward(f.Decls) {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Recv != nil || !fd.Name.IsExported() || fd.Type.TypeParams != nil || leftOut[fd.Name.Name] {
				continue
			}
			sig := p.TypesInfo.Defs[fd.Name].Type().(*types.Signature)
			if !floats(sig.Params()) || !floats(sig.Results()) || !part.Of(fd.Name.Name, 12) {
				continue
			}
			text = slices.Insert(text, p.Fset.Position(fd.Pos()).Offset, []byte(directive)...)
		}
		out[filepath.Base(p.GoFiles[i])] = string(text)
	}
	return out
}

func floats(vs *types.Tuple) bool {
	for v := range vs.Variables() {
		text := types.TypeString(v.Type().Underlying(), nil)
		if strings.Contains(text, "float") || strings.Contains(text, "gonum") {
			return true
		}
	}
	return false
}

// random are random functions, a third of which have jumps.
func random(seed uint64, n int) map[string]string {
	var b strings.Builder
	b.WriteString(strings.Replace(randgo.Header, "package main", "package m", 1))
	for i := range n {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		name := fmt.Sprintf("F%d", i)
		var text string
		switch i % 4 {
		case 0:
			text = randgo.Function(r, name, randgo.Options{Plain: true, Smooth: true})
		case 1:
			text = randgo.Nest(r, name)
		case 2:
			text = randgo.Guards(r, name, 1)
		default:
			text = randgo.Function(r, name, randgo.Options{Plain: true})
		}
		b.WriteString("\n" + strings.Replace(text, "func "+name+"(", "//chad:vjp\nfunc "+name+"(", 1))
	}
	return map[string]string{"go.mod": module, "random.go": b.String()}
}
