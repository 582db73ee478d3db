package chad

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// What checkpoints cost, counted by the evaluator on the compiled route: never timed.

// recurrences are one recurrence, the logistic map, under every schedule. HEAD stands for the checkpoint.
const recurrence = `
def f (r : real, x : real, k : int) : real =
  let size n = k in
  HEAD loop s = x for i < n do r * s * (1 - s)

def g (r : real, x : real, k : int) : real =
  (HEAD loop (s, i) = (x, 0) while i < k do (r * s * (1 - s), i + 1)).1

def h (r : real, x : real, k : int) : real =
  let size n = k in
  HEAD loop s = x for i < n do loop t = s for j < 1000 do t * r
`

// counted is the value and gradient of a definition at r = 3.7, x = 0.3 and k, what it cost and
// the words that were alive at most.
type counted struct {
	result []float64
	ops    int64
	peak   int64
}

func count(t *testing.T, head, name string, k int) counted {
	t.Helper()
	f := checkpointed(t, strings.ReplaceAll(recurrence, "HEAD", head), name)
	return countCall(t, f, semantics.Real(3.7), semantics.Real(0.3), semantics.Int(k))
}

func checkpointed(t *testing.T, src, name string) *Func {
	t.Helper()
	m, err := Parse("checkpoint.chad", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func(name)
	if err != nil {
		t.Fatal(err)
	}
	g, err := ValueAndGrad(f)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func countCall(t *testing.T, f *Func, args ...semantics.Value) counted {
	t.Helper()
	p, d, err := f.compiled()
	if err != nil {
		t.Fatal(err)
	}
	if err := syntax.VerifyProgram(p); err != nil {
		t.Fatal(err)
	}
	e := semantics.Evaluator{Track: true}
	v, err := e.Call(d, args...)
	if err != nil {
		t.Fatal(err)
	}
	xs, err := semantics.Space{Type: d.Result, At: v}.Coords()
	if err != nil {
		t.Fatal(err)
	}
	return counted{xs, e.Cost.Ops, e.Peak}
}

// TestCheckpointMemory has the numbers of words from the definitions of the schedules: a tape
// entry of the recurrence is one element of an array (of tuples), a state between blocks another.
func TestCheckpointMemory(t *testing.T) {
	for _, c := range []struct {
		head, def string
		k         int
		want      int64
	}{
		{"", "f", 10_000, 10_000},                   // all steps
		{"checkpoint", "f", 10_000, 100 + 100},      // 100 states, one block of 100 steps
		{"checkpoint", "f", 1_000_000, 1000 + 1000}, // √T: a hundred times the steps, ten times the words
		{"checkpoint", "f", 10_001, 100 + 101},      // ⌈√T⌉ = 101, ⌈T / 101⌉ = 100 blocks
		{"checkpoint", "f", 0, 0},
		{"checkpoint", "f", 1, 1 + 1},
		{"checkpoint whole do", "f", 10_000, 10_000}, // nothing is kept, and all of it is run again
		{"", "g", 5050, 5050},
		{"checkpoint", "g", 5050, 100 + 100}, // 1 + 2 + … + 100 steps
		{"checkpoint", "g", 5051, 101 + 100}, // and a block with one more
		{"checkpoint", "g", 0, 0},
	} {
		if got := count(t, c.head, c.def, c.k); got.peak != c.want {
			t.Errorf("%s %s with %d steps: %d words alive, want %d", c.head, c.def, c.k, got.peak, c.want)
		}
	}
}

// TestBinomialMemory: a chain of second halves has c + 1 tape nodes at most, of which the last holds c
// steps, and r chains may stand behind each other. (That a chain is dead when the
// first half is run again, regions do not see: the tape is the caller's.)
func TestBinomialMemory(t *testing.T) {
	for _, def := range []string{"f", "g"} {
		for _, c := range []int{1, 2, 5, 20} {
			for _, k := range []int{0, 1, 100, 3000} {
				if c == 1 && k > 100 {
					continue // one snapshot is T²/2 steps
				}
				got := count(t, fmt.Sprintf("checkpoint binomial %d do", c), def, k)
				r := repetitions((k+c-1)/c, c)
				if limit := int64((nodeWords*(c+1) + c) * (r + 1)); got.peak > limit {
					t.Errorf("%s, %d snapshots, %d steps: %d words alive, more than %d", def, c, k, got.peak, limit)
				}
			}
		}
	}
}

// nodeWords bounds the words of a tape node: the injections of the branch and of the data type.
const nodeWords = 4

// repetitions is the least r with β(c, r) = (c + r)! / (c! r!) ≥ n (Griewank and Walther 2000).
func repetitions(n, c int) int {
	r := 0
	for beta(c, r) < n {
		r++
	}
	return r
}

// beta by Pascal's rule: β(c, r) = β(c-1, r) + β(c, r-1).
func beta(c, r int) int {
	row := make([]int, r+1)
	for j := range row {
		row[j] = 1
	}
	for range c {
		for j := 1; j <= r; j++ {
			row[j] += row[j-1]
		}
	}
	return row[r]
}

// TestCheckpointSteps: under sqrt and whole each step runs once more, and besides there is
// arithmetic for each block; a step is 3 operations.
func TestCheckpointSteps(t *testing.T) {
	for _, def := range []string{"f", "g"} {
		for _, k := range []int{0, 1, 2, 10, 1000, 10_000} {
			plain := count(t, "", def, k)
			for _, head := range []string{"checkpoint", "checkpoint whole do"} {
				got := count(t, head, def, k)
				same(t, head+" "+def, got.result, plain.result)
				blocks := 1
				for blocks*blocks < 2*k {
					blocks++
				}
				extra, steps := got.ops-plain.ops, int64(3*k)
				if def == "g" {
					steps = int64(5 * k) // i < k and i + 1
				}
				slack := int64(40 + 20*blocks)
				if def == "g" && head == "checkpoint" {
					slack += int64(5 * 3 * k) // the steps of a block are counted, in three passes
				}
				if extra < steps || extra > steps+slack {
					t.Errorf("%s %s, %d steps: %d operations more, want %d to %d", head, def, k, extra, steps, steps+slack)
				}
			}
		}
	}
}

// TestBinomialSteps counts the steps that a binomial schedule runs again: the least possible,
// r L - β(c + 1, r - 1) for L blocks and c snapshots (Griewank and Walther 2000). A
// step is 1000 multiplications; what finds the splits is less.
func TestBinomialSteps(t *testing.T) {
	for _, c := range []int{1, 2, 3, 5} {
		for _, blocks := range []int{1, 2, 3, 4, 7, 10, 21} {
			k := blocks * c
			plain, got := count(t, "", "h", k), count(t, fmt.Sprintf("checkpoint binomial %d do", c), "h", k)
			same(t, "h", got.result, plain.result)
			r := repetitions(blocks, c)
			want := 0
			if r > 0 {
				want = r*blocks - beta(c+1, r-1)
			}
			extra, steps := got.ops-plain.ops, int64(1000*want*c)
			if extra < steps || extra > steps+int64(blocks*(80+8*r)) {
				t.Errorf("%d snapshots, %d blocks: %d operations more, want %d of %d steps", c, blocks, extra, steps, want*c)
			}
		}
	}
}

func same(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] { // the same operations in the same order, but for sums of the cotangents
			if d := (got[i] - want[i]) / (1 + want[i]*want[i]); d > 1e-9 || d < -1e-9 {
				t.Errorf("%s: %v, want %v", what, got, want)
				return
			}
		}
	}
}

// TestCheckpointBarrier: what a checkpoint runs again is not shared with the first run. An exp
// costs 20 operations.
func TestCheckpointBarrier(t *testing.T) {
	const src = `
def f [n] (v : [n]real) : real =
  HEAD (let w = [ exp (v[i]) | i < n ] in sum [ w[i] * w[i] | i < n ])

def g (x : real) : real = HEAD (let y = exp x in y * exp y)
`
	v := semantics.Reals(0.1, 0.2, 0.3, 0.4)
	for _, c := range []struct {
		def  string
		arg  semantics.Value
		exps int64
	}{{"f", v, 4}, {"g", semantics.Real(0.5), 2}} {
		plain := countCall(t, checkpointed(t, strings.ReplaceAll(src, "HEAD", ""), c.def), c.arg)
		again := countCall(t, checkpointed(t, strings.ReplaceAll(src, "HEAD", "checkpoint"), c.def), c.arg)
		same(t, c.def, again.result, plain.result)
		if extra := again.ops - plain.ops; extra < 20*c.exps {
			t.Errorf("%s: the checkpoint costs %d operations more, want %d exps", c.def, extra, c.exps)
		}
	}
}
