package chad_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/part"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// A section of the stage lowered is a header and a program.
type section struct{ header, program string }

// sections takes the stage lowered apart at its headers.
func sections(t *testing.T, s string) []section {
	t.Helper()
	var out []section
	for part := range strings.SplitSeq(s, "// ── ") {
		if part == "" {
			continue
		}
		header, program, ok := strings.Cut(part, "\n\n")
		if !ok {
			t.Fatalf("no blank line after the header of\n%s", part)
		}
		out = append(out, section{header, strings.TrimRight(program, "\n") + "\n"})
	}
	return out
}

// readsBack wants every section to read as a well-formed program that prints as it was.
func readsBack(t *testing.T, what, s string) int {
	t.Helper()
	all := sections(t, s)
	for _, at := range all {
		name := fmt.Sprintf("%s, %.20q", what, at.header)
		p, err := loop.Read(what, "// ── "+at.header+"\n\n"+at.program)
		if err != nil {
			t.Errorf("%s does not read back: %v", name, err)
			continue
		}
		if err := loop.Verify(p); err != nil {
			t.Errorf("%s is not well formed: %v", name, err)
		}
		if got := p.String(); got != at.program {
			t.Errorf("%s reads back as another program:\n%s\nshown:\n%s", name, got, at.program)
		}
	}
	return len(all)
}

// TestLoweredReadsBack shows the loops of all programs of this repository that have a derivative.
func TestLoweredReadsBack(t *testing.T) {
	var paths []string
	for _, glob := range []string{
		"testdata/figures/*.chad", "testdata/checkpoints/*.chad", "testdata/hostile/*.chad",
		"../examples/*/*.chad", "../examples/fits/models/*/*.chad", "../bench/models/*/*.chad", "../gen/testdata/*.chad",
	} {
		found, err := filepath.Glob(glob)
		if err != nil || len(found) == 0 {
			t.Fatal("no programs at ", glob, err)
		}
		paths = append(paths, found...)
	}
	programs := 0
	for _, path := range paths {
		if !part.Of(path, 3) {
			continue
		}
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m, err := chad.Parse(path, src)
		if err != nil {
			t.Fatal(err)
		}
		before := programs
		for _, name := range m.Names() {
			f, err := m.Func(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, mode := range []string{"forward", "reverse"} {
				if mode == "reverse" {
					if _, err := chad.VJP(f); err != nil {
						continue // nothing varies, or a parameter is a function
					}
				}
				s, err := chad.Show(f, chad.ShowOptions{Mode: mode, Stage: "lowered"})
				if err != nil {
					if mode == "forward" {
						continue
					}
					t.Errorf("%s: %s: %v", path, name, err)
					continue
				}
				if strings.HasPrefix(s, "// No loops") {
					continue
				}
				programs += readsBack(t, fmt.Sprintf("%s %s %s", path, name, mode), s)
			}
		}
		if programs == before {
			t.Logf("%s: no loops", path)
		}
	}
	if programs < 500 {
		t.Errorf("only %d programs read back", programs)
	}
}

const dotSource = `
def loss [n] (w : [n]real, x : [n]real, y : real) : real =
  let p = sum [ w[i] * x[i] | i < n ] in
  (p - y) ^ 2
`

func shownLoops(t *testing.T, src, pass string) (string, error) {
	t.Helper()
	m, err := chad.Parse("t.chad", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func(m.Names()[0])
	if err != nil {
		t.Fatal(err)
	}
	return chad.Show(f, chad.ShowOptions{Mode: "reverse", Stage: "lowered", Pass: pass})
}

// TestLoweredPass wants what one pass does to be what the whole stage says that it does.
func TestLoweredPass(t *testing.T) {
	s, err := shownLoops(t, dotSource, "")
	if err != nil {
		t.Fatal(err)
	}
	all := sections(t, s)
	if !strings.HasPrefix(all[0].header, "place\n// The terms") {
		t.Errorf("the first header is %q", all[0].header)
	}
	if len(all) < 3 {
		t.Errorf("only %d sections:\n%s", len(all), s)
	}
	shown := 0
	for _, pass := range chad.Passes() {
		one, err := shownLoops(t, dotSource, pass)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(one, "// The pass ") {
			if slices.ContainsFunc(all, func(s section) bool { return passOf(s) == pass }) {
				t.Errorf("%s changes something, but: %s", pass, one)
			}
			continue
		}
		part := sections(t, one)
		for i, s := range part {
			if passOf(s) != pass {
				continue
			}
			shown++
			k := slices.Index(all, s)
			if k < 0 {
				t.Fatalf("%s is shown, but not among all:\n%s", s.header, one)
			}
			if k > 0 && part[i-1].program != all[k-1].program {
				t.Errorf("before %s there is not what was before it", s.header)
			}
		}
	}
	if shown != len(all) {
		t.Errorf("%d sections one by one, %d together", shown, len(all))
	}
}

// passOf is the pass that a section is after.
func passOf(s section) string {
	title, _, _ := strings.Cut(s.header, "\n")
	title, _, _ = strings.Cut(title, ",")
	return strings.TrimPrefix(title, "after ")
}

func TestLoweredUnknownPass(t *testing.T) {
	for pass, want := range map[string]string{
		"renamming": `unknown pass "renamming"; did you mean renaming?`,
		"quux":      `unknown pass "quux"; the passes are place, `,
	} {
		if _, err := shownLoops(t, dotSource, pass); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v; want %s", pass, err, want)
		}
	}
}

// TestLoweredClosures shows loops where functions are values at run time: what captures its own kind is a cell.
func TestLoweredClosures(t *testing.T) {
	s, err := shownLoops(t, `
def f (x : real, n : int) : real =
  (loop g = (\y. y * x) for i < n do (\y. g (sin y))) x
`, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"cell f_f {", "Fn2_f(Fn2_f &f_f)", "call fFApplyRevPullback("} {
		if !strings.Contains(s, want) {
			t.Errorf("there is no %q in\n%s", want, s)
		}
	}
}

// A setting that there is not is a mistake at every stage.
func TestShowUnknownSetting(t *testing.T) {
	f := vmapFunc(t, "f")
	for _, stage := range chad.Stages() {
		if _, err := chad.Show(f, chad.ShowOptions{Mode: "reverse", Stage: stage, Emit: []string{"fast"}}); err == nil || !strings.Contains(err.Error(), "unknown setting fast") {
			t.Errorf("%s: %v", stage, err)
		}
	}
}
