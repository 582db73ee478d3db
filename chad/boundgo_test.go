package chad_test

import (
	"math/bits"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
)

// The operation bound of TestOperationBound on plain Go functions, and a bound on the functions themselves: what
// a program that a Go programmer writes costs as Go, it costs as loops. Each function has a number of operations per
// element, or other unit of work, that it may take; the unit says how many there are at a size.
func TestOperationBoundGo(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/bound\n\ngo 1.26\n")
	for _, name := range []string{"bound.go", "recursions.go", "histories.go", "branches.go", "memos.go", "stacks.go", "rings.go"} {
		src, err := os.ReadFile(filepath.Join("testdata", "bound", name))
		if err != nil {
			t.Fatal(err)
		}
		write(name, string(src))
	}
	pkgs, err := load.Packages([]string{"."}, load.Options{Dir: dir, More: gosrc.Adapters})
	if err != nil {
		t.Fatal(err)
	}
	stages, ds := gosrc.Show(pkgs[0])
	if len(ds) > 0 {
		t.Fatal(ds.Err())
	}
	m, err := chad.NewModule(stages.Program)
	if err != nil {
		t.Fatal(err)
	}
	linear := func(n int) int { return n }
	for _, c := range []struct {
		name  string
		sizes []int
		unit  func(n int) int // of work
		most  int             // operations of the function for a unit
		grad  int             // operations of its gradient for a unit
	}{
		{"Swaps", []int{8, 800}, linear, 40, 80},
		{"SwapRows", []int{8, 80}, func(n int) int { return n * n }, 40, 60},
		{"Exchanged", []int{16, 800}, linear, 30, 85},
		{"Collected", []int{16, 800}, linear, 20, 50},
		{"Chosen", []int{16, 800}, linear, 30, 60},
		{"Inserted", []int{16, 800}, linear, 60, 140},
		{"Triangle", []int{16, 64}, func(n int) int { return n * n * n }, 8, 12},
		{"Eliminate", []int{20, 40}, func(n int) int { return n * n * n }, 40, 8},
		{"Levels", []int{8, 800}, linear, 60, 320},
		{"Appends", []int{8, 800}, linear, 60, 130},
		{"Pushed", []int{8, 800}, linear, 40, 90},
		{"AppendsNested", []int{8, 200}, func(n int) int { return n * n }, 60, 120},
		{"OwnRows", []int{8, 80}, func(n int) int { return n * n }, 20, 80},
		{"Nearest", []int{3, 30}, func(n int) int { return n * n * n }, 30, 18},
		{"Tasks", []int{8, 800}, func(n int) int { return n * bits.Len(uint(n)) }, 45, 130},
		{"Heap", []int{8, 800}, func(n int) int { return n * bits.Len(uint(n)) }, 32, 95},
		{"Waits", []int{8, 800}, func(n int) int { return n * bits.Len(uint(n)) }, 60, 150},
		{"Shortest", []int{8, 800}, func(n int) int { return n * bits.Len(uint(n)) }, 90, 200},
		{"Roads", []int{8, 800}, func(n int) int { return n * bits.Len(uint(n)) }, 110, 260},
		{"Popped", []int{8, 200}, linear, 50, 300},
		{"Table", []int{8, 60}, func(n int) int { return n * n }, 25, 80},
		{"Cells", []int{8, 60}, func(n int) int { return n * n }, 130, 270},
		{"Relax", []int{5, 40}, func(n int) int { return n * n * n }, 20, 40},
		{"Splits", []int{5, 40}, func(n int) int { return n * n * n }, 12, 18},
		{"Butterflies", []int{8, 256}, func(n int) int { return n * bits.Len(uint(n)) }, 25, 60},
		{"Tallies", []int{16, 400}, linear, 150, 220},
		{"Exchanges", []int{8, 60}, func(n int) int { return n * n }, 7, 18},
		{"Deletes", []int{16, 200}, linear, 200, 300},
		{"Corrected", []int{16, 800}, linear, 170, 400},
		{"Queued", []int{16, 800}, linear, 45, 110},
		{"Grouped", []int{16, 800}, linear, 130, 260},
		{"Buckets", []int{16, 800}, linear, 45, 120},
		{"Classes", []int{16, 800}, linear, 270, 480},
		{"Moved", []int{8, 800}, linear, 72, 100},
		{"Prefixes", []int{8, 1000}, func(n int) int { return n * bits.Len(uint(n)) }, 16, 42},
		{"MergeSorts", []int{8, 1000}, func(n int) int { return n * bits.Len(uint(n)) }, 30, 80},
		{"Alternates", []int{8, 1000}, func(n int) int { return n * bits.Len(uint(n)) }, 25, 60},
		{"QuickSorts", []int{8, 1000}, func(n int) int { return n * bits.Len(uint(n)) }, 20, 50},
		{"Memoised", []int{8, 600}, linear, 35, 110},
		{"Transforms", []int{8, 1024}, func(n int) int { return n * bits.Len(uint(n)) }, 25, 60},
		{"Visits", []int{8, 1000}, linear, 30, 110},
		{"Orders", []int{8, 1000}, linear, 40, 140},
		{"Products", []int{16, 256}, func(n int) int { return n * bits.Len(uint(n)) * bits.Len(uint(n)) }, 25, 90},
		{"Trails", []int{8, 800}, linear, 60, 175},
		{"Logged", []int{8, 800}, linear, 115, 300},
		{"Shared", []int{8, 800}, linear, 100, 180},
		{"Hub", []int{8, 800}, linear, 105, 170},
		{"Star", []int{8, 800}, linear, 95, 180},
		{"Never", []int{16, 800}, linear, 6, 25},
		{"Once", []int{16, 800}, linear, 12, 56},
		{"Seldom", []int{16, 800}, linear, 105, 460},
		{"Machine", []int{16, 800}, linear, 30, 90},
		{"Replaced", []int{16, 800}, linear, 40, 85},
		{"Reduced", []int{16, 800}, linear, 26, 75},
		{"Scaled", []int{16, 800}, linear, 32, 95},
		{"Ring", []int{16, 800}, linear, 35, 95},
		{"Smoothed", []int{16, 800}, linear, 40, 130},
		{"Sifted", []int{16, 800}, linear, 35, 110},
		{"Groups", []int{16, 800}, linear, 230, 340},
		{"Unequal", []int{16, 800}, linear, 36, 95},
		{"Tracks", []int{16, 800}, linear, 46, 100},
		{"Renamed", []int{16, 800}, linear, 30, 80},
		{"Turned", []int{16, 800}, linear, 50, 140},
		{"Boards", []int{8, 80}, func(n int) int { return n * n }, 62, 160},
		{"SplitSlice", []int{8, 32}, func(n int) int { return n * n * n }, 6, 30},
		{"SplitRows", []int{8, 32}, func(n int) int { return n * n * n }, 6, 30},
		{"Subsets", []int{8, 1000}, func(n int) int { return n + 300 }, 12, 40},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := chad.NewBound(t, m, stages.Roots[c.name])
			b.CheckDifferences(t, c.sizes[0])
			for _, n := range c.sizes {
				primal, grad := b.Counts(t, n)
				chad.CheckBound(t, n, n, primal, grad)
				if p := primal.Total(); p > int64(c.most*c.unit(n)) {
					t.Errorf("size %d: the function itself takes %d operations, more than %d · %d", n, p, c.most, c.unit(n))
				}
				if g := grad.Total(); g > int64(c.grad*c.unit(n)) {
					t.Errorf("size %d: the gradient takes %d operations, more than %d · %d", n, g, c.grad, c.unit(n))
				}
			}
		})
	}
}
