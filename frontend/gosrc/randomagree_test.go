package gosrc_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/frontend/gosrc/randgo"
)

var (
	randomFuncs = flag.Int("random", 0, "how many random functions TestRandom derives")
	firstRandom = flag.Uint64("firstrandom", 1, "the seed of the first of them")
)

// TestRandom derives random functions, none by default: a function and its derivatives take the compiler of Go a second.
func TestRandom(t *testing.T) {
	if *randomFuncs == 0 {
		t.Log("-random says how many")
		return
	}
	var b strings.Builder
	b.WriteString(strings.Replace(randgo.Header, "package main", "package corpus", 1))
	for i := range *randomFuncs {
		r := rand.New(rand.NewPCG(*firstRandom+uint64(i), 5))
		name := fmt.Sprintf("F%d", *firstRandom+uint64(i))
		if i%2 == 0 {
			rewritten[name] = true
			b.WriteString("\n" + randgo.Function(r, name, randgo.Options{Plain: true, Smooth: true}))
		} else {
			b.WriteString("\n" + randgo.Nest(r, name))
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "random.go"), []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	agree(t, dir, 1, 0)
}
