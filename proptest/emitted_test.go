package proptest

import (
	"context"
	"flag"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

var many = flag.Int("emitted", 6, "how many programs TestEmitted compiles")

// TestEmitted: emitted Go, compiled and run, agrees with the evaluator; go test ./proptest -run Emitted
// -emitted 1000 -timeout 30m tries more of it than the compiler of Go has time for each time.
func TestEmitted(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	n := *many
	if testing.Short() {
		n = 50
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Minute)
	defer cancel()
	c := Config{RealEntry: true}
	refused, err := EmittedAgree(ctx, Real(), t.TempDir(), root, c, n)
	if err != nil {
		t.Error(err)
	}
	var nodes []int
	for c.Seed = range int64(n) {
		nodes = append(nodes, Nodes(Generate(c).Program))
	}
	slices.Sort(nodes)
	t.Logf("median of %d nodes", nodes[n/2])
	if nodes[n/2] < 40 {
		t.Errorf("median of %d nodes, want 40", nodes[n/2])
	}
	t.Logf("%d programs emitted, %d refused", n, refused)
}
