package callers

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

func compiled(t *testing.T, src string) string {
	t.Helper()
	m, err := chad.GenerateWasm("m.chad", []byte(src), wasmbackend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "m.wasm")
	if err := os.WriteFile(file, m.Code.Encode(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip(err)
	}
	out, _ := exec.Command(path, args...).CombinedOutput() // a failure of the module is an answer
	return string(out)
}

const rosenbrock = `
--chad:grad
def rosen [n] (x : [n+1]real, a : real) : real =
  sum [a * (x[int i + 1] - x[int i] ^ 2) ^ 2 + (1.0 - x[int i]) ^ 2 | i < n]
`

// 100·(2-1)² + 100·(3-4)² + 1 and its gradient, by hand. Then (2, 1, 1, …), so long that the memory must grow:
// 100·(1-4)² + 1, and the gradient is 2402 and -600 at the first two, 0 at the others.
func TestGo(t *testing.T) {
	file := compiled(t, `
--chad:grad
def rosen [n] (x : [n]real) : real =
  sum [if k + 1 < n then 100 * (x[k + 1] - x[k] ^ 2) ^ 2 + (1 - x[k]) ^ 2 else 0 | k < n]
`)
	if got, want := output(t, "go", "run", "./caller", file, "[1, 2, 3]"), "201 [-400 1002 -200]\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	const n = 20000
	if got, want := output(t, "go", "run", "./caller", file, "[2"+strings.Repeat(",1", n-1)+"]"), "901 [2402 -600"+strings.Repeat(" 0", n-2)+"]\n"; strings.ReplaceAll(got, "-0", "0") != strings.ReplaceAll(want, "-0", "0") {
		t.Errorf("got %.100s, want %.100s", got, want)
	}
}

func TestNode(t *testing.T) {
	file := compiled(t, rosenbrock+`
--chad:func
def pick [n, m] (a : [n][m]real, i : int, b : [n]bool) : (real, [n]int) = (if b[i] then a[i, 1] else 0, [int k + i | k < n])
`)
	for _, c := range []struct{ name, sizes, args, want string }{
		{"rosenGrad", `{"n": 2}`, "[[1, 2, 3], [100]]", "201\n-400 1002 -200\n2\n"},
		{"pick", `{"n": 2, "m": 3}`, "[[1, 2, 3, 4, 5, 6], [1], [0, 1]]", "5\n1 2\n"},
		{"pick", `{"n": 2, "m": 3}`, "[[1, 2, 3, 4, 5, 6], [7], [0, 1]]", "m.chad:7:81: index 7 out of range [0, 2)\n"},
		{"pick", `{"n": -2, "m": 3}`, "[]", "a size is negative or too large\n"},
	} {
		if got := output(t, "node", "caller.mjs", file, c.name, c.sizes, c.args); got != c.want {
			t.Errorf("%s %s %s: got %s, want %s", c.name, c.sizes, c.args, got, c.want)
		}
	}
}
