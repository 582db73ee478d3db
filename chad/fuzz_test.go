package chad_test

import (
	"errors"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// fuzzSeeds are programs that touch each construct with each directive.
var fuzzSeeds = []string{
	"--chad:func\n--chad:grad\n--chad:hessian\ndef f (x : real) : real = sin x * exp x / (1 + x ^ 2)",
	"--chad:grad wrt=a name=G\n--chad:vjp\n--chad:jvp\ndef dot [n] (a : [n]real, b : [n]real) : real = sum [a[i] * b[i] | i < n]",
	"--chad:grad\ndef g (x : real, n : int) : real = loop s = x for i < n do if s > 10 then s / 2 else s * x",
	"--chad:grad\ndef w (x : real) : real = loop s = x while s < 10.0 do s * 2.0",
	"--chad:grad\ndef s (x : real, b : bool) : real = case (if b then inl x else inr (x, x)) of inl a -> a | inr (c, d) -> c * d",
	"--chad:grad wrt=x\ndef h (x : real) : real = let f = \\y. x * y in f (f 2)",
	"data list = Nil | Cons (real, list)\n--chad:func\n--chad:vjp\ndef total (l : list) : real = case l of Nil -> 0 | Cons (h, t) -> h + total t",
	"--chad:jacobian\ndef m [n] (x : [n]real) : [n]real = scan (\\(a, b). a + b) 0 (map (\\y. y * y) x)",
	"--chad:grad\ndef q (a : [3]real) : real = grad (\\x. x ^ 3) a[0] + fold (\\(s, y). s * y) 1 a",
	"--chad:func\ndef p [n] (a : [n]real) : [?]real = filter (\\x. x > 0) a",
	"--chad:hvp\ndef sq (x : real) : real = x * x\nderivative sq (x, dx) = 2 * x * dx",
	"type p = {x : real, y : real}\n--chad:grad\ndef norm (v : p) : real = sqrt (v.x ^ 2 + v.y ^ 2)",
}

// FuzzGenerate holds the whole pipeline to its contract: any bytes give positioned errors, or Go
// that parses, the same at every call. It never panics.
func FuzzGenerate(f *testing.F) {
	for _, s := range fuzzSeeds {
		f.Add([]byte(s))
	}
	models, _ := filepath.Glob("../examples/fits/models/*/*.chad")
	tours, _ := filepath.Glob("../text/testdata/*/*.chad")
	for _, name := range append(models, tours...) {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, chunk := range strings.Split(string(src), "\n-----\n") {
			f.Add([]byte(strings.ReplaceAll(chunk, "\ndef ", "\n--chad:grad\ndef ")))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) { checkGenerate(t, src) })
}

// FuzzGenerateTokens does the same to programs in which some tokens are replaced by tokens of
// others: more of these are well typed.
func FuzzGenerateTokens(f *testing.F) {
	for seed := range uint64(300) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { checkGenerate(t, []byte(mutant(seed))) })
}

var tokens = regexp.MustCompile(`--chad:.*\n|[A-Za-z0-9_.]+|[ \n]+|[^A-Za-z0-9_. \n]`)

// mutant is one of the seeds with a few tokens replaced.
func mutant(seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 1))
	ts := tokens.FindAllString(fuzzSeeds[rng.IntN(len(fuzzSeeds))], -1)
	for range rng.IntN(4) {
		other := tokens.FindAllString(fuzzSeeds[rng.IntN(len(fuzzSeeds))], -1)
		i, j := rng.IntN(len(ts)), rng.IntN(len(other))
		n := 1 + rng.IntN(min(6, len(other)-j))
		ts = slices.Replace(ts, i, min(len(ts), i+1+rng.IntN(6)), other[j:j+n]...)
	}
	return strings.Join(ts, "")
}

// checkGenerate checks one program, and reports whether there was code.
func checkGenerate(t *testing.T, src []byte) bool {
	out, err := chad.Generate("dir/f.chad", src, "p")
	if err != nil {
		var list *diag.Error
		if out != nil || !errors.As(err, &list) || strings.Contains(err.Error(), "a defect of chad") {
			t.Fatalf("no list of positioned errors, or code beside it: %v\nfrom\n%s", err, src)
		}
		for _, d := range list.List {
			if !d.Pos.IsValid() || d.Pos.File != "dir/f.chad" || d.Message == "" {
				t.Fatalf("a message without its place or its text: %+v\nfrom\n%s", d, src)
			}
		}
		return false
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "f.go", out, parser.SkipObjectResolution); err != nil {
		t.Fatalf("%v\nfrom\n%s\nto\n%s", err, src, out)
	}
	again, err := chad.Generate("f.chad", src, "p")
	if err != nil || string(again) != string(out) {
		t.Fatalf("another result at another time, from another folder: %v\nfrom\n%s", err, src)
	}
	return true
}
