package loops

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"

	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/gen/gc"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/place"
)

// However many calls of exp a function has, Go's compiler does not hold it for big because they are opened, and inlines
// the parts of all that are.
func TestOpenBig(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the Go compiler")
	}
	const parts = `
func exp(x float64) float64
func expEdge(x float64) float64
func expReduce(x float64) (uint64, float64) { return uint64(x), x }
func expOuter(k uint64) bool { return k > 7 }
func expScale(k uint64, r float64) (float64, float64) { return float64(k), r }
`
	for name, c := range map[string]struct {
		loops  int
		line   string
		opened int // at least
	}{
		"loops of one call":        {150, "for j%d < n {\ny[j%[1]d] = exp(x[j%[1]d] - c)\n}\n", 20},
		"few loops":                {30, "for j%d < n {\ny[j%[1]d] = exp(x[j%[1]d] - c)\n}\n", 30},
		"loops in loops":           {87, "for i%d < n {\nfor j%[1]d < n {\nm[i%[1]d][j%[1]d] = exp(m[i%[1]d][j%[1]d] - c) + exp(x[j%[1]d] - c)\n}\n}\n", 10},
		"numbers, and then a loop": {200, "var a%d real = x[0] * c\ny[0] = a%[1]d\n", 1},
		"stores of other things":   {55, "for i%d < n {\nm[i%[1]d][n - 1 - i%[1]d] = m[i%[1]d][0] * m[i%[1]d][n - 1 - i%[1]d] + y[n - 1 - i%[1]d]\n}\n", 1},
		"too much of everything":   {2000, "var a%d real = x[0] * c\ny[0] = a%[1]d\n", 0},
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			b.WriteString("func f(n int, c real, x []real, out y []real, out m [][]real) {\n")
			for k := range c.loops {
				fmt.Fprintf(&b, c.line, k)
			}
			b.WriteString("for k < n {\ny[k] = exp(x[k] - c)\n}\n}\n")
			p, err := loop.Read("big", b.String())
			if err != nil {
				t.Fatal(err)
			}
			g := New(code.NewFile("p", true), Options{})
			g.result = &place.Result{Program: p}
			g.planMemory()
			gc.OpenExp(p, g.File)
			file := jen.NewFile("p")
			f, _ := g.Function(p.Funcs[0], nil)
			file.Add(f)
			var buf bytes.Buffer
			if err := file.Render(&buf); err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(buf.String(), "= expReduce("); n < c.opened || n > c.loops*2+1 {
				t.Errorf("%d calls are opened, want %d at least", n, c.opened)
			}
			dir := t.TempDir()
			for name, text := range map[string]string{"go.mod": "module p\n\ngo 1.26\n", "exp.s": "", "f.go": buf.String() + parts} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command("go", "build", "-gcflags=-m=2", ".")
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s\n%s", err, out, buf.String())
			}
			if bytes.Contains(out, []byte("considered 'big'")) && c.opened > 0 {
				t.Errorf("f is big")
			}
			for _, part := range []string{"expReduce", "expOuter", "expScale"} {
				calls, inlined := strings.Count(buf.String(), "= "+part+"("), bytes.Count(out, []byte("inlining call to "+part))
				if calls != inlined {
					t.Errorf("%d of %d calls of %s are inlined", inlined, calls, part)
				}
			}
		})
	}
}
