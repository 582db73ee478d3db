package proptest

import (
	"context"
	"flag"
	"path/filepath"
	"testing"
	"time"
)

var many = flag.Int("emitted", 0, "how many programs TestEmitted compiles; the Go compiler takes its time")

// TestEmitted: emitted Go, compiled and run, agrees with the evaluator.
func TestEmitted(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	n := 100
	if testing.Short() {
		n = 20
	}
	if *many > 0 {
		n = *many
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	refused, err := EmittedAgree(ctx, Real(), t.TempDir(), root, Config{Size: 3}, n)
	if err != nil {
		t.Error(err)
	}
	t.Logf("%d programs emitted, %d refused", n, refused)
}
