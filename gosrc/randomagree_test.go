package gosrc_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/randgo"
)

var (
	randomFuncs = flag.Int("random", 0, "how many random functions TestRandom derives")
	firstRandom = flag.Uint64("firstrandom", 1, "the seed of the first of them")
)

// TestRandom derives random functions, none by default: a function and its derivatives take the compiler of Go a
// second.
func TestRandom(t *testing.T) {
	if *randomFuncs == 0 {
		t.Log("-random says how many")
		return
	}
	vetting = []string{"vet", "-assign=false", "-bool=false"} // random conditions may say something twice
	var b strings.Builder
	b.WriteString(strings.Replace(randgo.Header, "package main", "package corpus", 1) + randgo.WideHeader)
	for i := range *randomFuncs {
		r := rand.New(rand.NewPCG(*firstRandom+uint64(i), 5))
		name := fmt.Sprintf("F%d", *firstRandom+uint64(i))
		wasteful[name] = true
		switch i % 4 {
		case 0:
			rewritten[name] = true
			b.WriteString("\n" + randgo.Function(r, name, randgo.Options{Plain: true, Smooth: true}))
		case 1:
			b.WriteString("\n" + randgo.Nest(r, name))
		case 2:
			b.WriteString("\n" + randgo.Small(r, name))
		default:
			rewritten[name] = true
			if text := "\n" + randgo.Wide(r, name, true); taken(t, text) {
				b.WriteString(text)
			}
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "random.go"), []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	agree(t, dir, 1, 0)
}

// taken says that a function over random types is not refused.
func taken(t *testing.T, text string) bool {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":    "module example.com/corpus\n\ngo 1.26\n",
		"random.go": strings.Replace(randgo.Header, "package main", "package corpus", 1) + randgo.WideHeader + text,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	direct(t, dir, "")
	opt := gosrc.Options{}
	opt.Load.Dir = dir
	_, err := gosrc.Plan(t.Context(), []string{"./..."}, opt)
	return err == nil
}
