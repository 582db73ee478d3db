package chad_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
)

var update = flag.Bool("update", false, "rewrite the goldens of the figures")

const figures = "testdata/figures"

var figureNames = []string{"fig1a", "fig1b", "fig2a", "fig2b"}

func figure(t *testing.T, name string) *chad.Func {
	t.Helper()
	path := filepath.Join(figures, name+".chad")
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := chad.Parse(path, src)
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func shown(t *testing.T, name, mode, stage string) string {
	t.Helper()
	s, err := chad.Show(figure(t, name), chad.ShowOptions{Mode: mode, Stage: stage})
	if err != nil {
		t.Fatalf("%s %s %s: %v", name, mode, stage, err)
	}
	return s
}

// TestFigureStages keeps every stage of the paper's four programs in both modes
// as a text archive (txtar), which docs/figures.md explains.
func TestFigureStages(t *testing.T) {
	for _, name := range figureNames {
		var b strings.Builder
		fmt.Fprintf(&b, "Stages of %s.chad, written by go test ./chad -run Figure -update.\n", name)
		for _, stage := range chad.Stages() {
			for _, mode := range []string{"forward", "reverse"} {
				if mode == "reverse" && (stage == "source" || stage == "anf" || stage == "closed") {
					continue // the same in both modes
				}
				fmt.Fprintf(&b, "-- %s/%s --\n%s", stage, mode, shown(t, name, mode, stage))
			}
		}
		path := filepath.Join(figures, name+".txtar")
		if *update {
			if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if b.String() != string(want) {
			t.Errorf("%s is stale: run go test ./chad -run Figure -update and read the difference", path)
		}
	}
}

// TestFigures is CHAD Figs. 1(c), 1(d), 2(c) and 2(d), written here by hand from
// the paper with the changes that docs/figures.md lists: where a factor stands,
// names of one use that are inlined, and f split as Appendix B does it.
func TestFigures(t *testing.T) {
	for _, c := range []struct{ name, mode, figure, want string }{
		{"fig1a", "forward", "1(c)", `
let y = 2 * x
    z = x * y
    w = cos z
    v = ⟨y, z, w⟩ in
    ⟨v, λ̲x'.
      let y' = 2 * x'
          z' = y * x' + x * y'
          w' = -sin z * z'
          v' = ⟨y', z', w'⟩ in
          v'⟩
`},
		{"fig1b", "reverse", "1(d)", `
let y = x1 * x4 + 2 * x2
    z = y * x3
    w = z + x4
    v = sin w in
    ⟨v, λ̲v'.
      let w' = cos w * v'
          y' = x3 * w'
          x1' = x4 * y'
          x2' = 2 * y'
          x3' = y * w'
          x4' = w' + x1 * y' in
          ⟨x1', x2', x3', x4'⟩⟩
`},
		{"fig2a", "forward", "2(c)", `
let zs = replicate n x
    ys = map (λz. x * z + 1) zs in
    ⟨ys, λ̲x'.
      let zs' = replicate n x'
          ys' = map (λz. z * x') zs + map (λz'. x * z') zs' in
          ys'⟩
`},
		{"fig2b", "reverse", "2(d)", `
let ys = map (λx2i. x1 * x2i) x2
    w = sum ys in
    ⟨w, λ̲w'.
      let ys' = replicate n w'
          x2' = map (λy'. x1 * y') ys'
          x1' = sum (zipWith (λx2i y'. x2i * y') x2 ys') in
          ⟨x1', x2'⟩⟩
`},
	} {
		if got, want := shown(t, c.name, c.mode, "simplified"), strings.TrimPrefix(c.want, "\n"); got != want {
			t.Errorf("Fig. %s\ngot\n%s\nwant\n%s", c.figure, got, want)
		}
	}
}

// callees are the names of derivatives of the definitions in TestShowCalls.
var callees = regexp.MustCompile(`\b(mean|total)_(for|rev)\b`)

// TestShowCalls wants every definition that a derivative needs to be shown.
func TestShowCalls(t *testing.T) {
	m, err := chad.Parse("calls.chad", []byte(`
def mean [n] (v : [n]real) : real = sum v / real (size v)
def spread [n] (v : [n]real) : real = let m = mean v in sum [ (v[i] - m) ^ 2 | i < n ]
data list = Nil | Cons (real, list)
def total (l : list) : real = case l of Nil -> 0 | Cons (h, t) -> h * h + total t
`))
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range []string{"spread", "total"} {
		f, err := m.Func(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, mode := range chad.Modes() {
			for _, stage := range []string{"source", "anf", "chad", "simplified"} {
				s, err := chad.Show(f, chad.ShowOptions{Mode: mode, Stage: stage})
				if err != nil {
					t.Fatal(err)
				}
				for _, callee := range callees.FindAllString(s, -1) {
					seen++
					if !strings.Contains(s, "def "+callee+" ") {
						t.Errorf("%s %s %s calls %s and does not show it:\n%s", name, mode, stage, callee, s)
					}
				}
			}
		}
	}
	if seen < 10 {
		t.Errorf("only %d calls seen", seen)
	}
}
