package gosrc_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/randgo"
)

var (
	scarceFuncs = flag.Int("scarce", 0, "how many random functions TestScarce derives")
	firstScarce = flag.Uint64("firstscarce", 1, "the seed of the first of them")
)

// scarceSettings are what files ask for, one after the other.
var scarceSettings = []string{"", "jam", "jam fastmath", "blas", "parallel=2", "elementary", "fastmath"}

// scarceVerbs are the directives above a function, and the field that tells the harness.
func scarceVerbs(r *rand.Rand, name string, vectors, writes bool) (directives, fields string) {
	type verb struct{ directive, field, result string }
	verbs := []verb{{"vjp", "vjp", "VJP"}, {"jvp", "jvp", "JVP"}}
	if !writes {
		verbs = append(verbs, verb{"jacobian wrt=x", "jacx", "Jacobian"})
		if vectors {
			verbs = append(verbs, verb{"jacobian wrt=z by=colors", "jacz", "JacobianColors"})
		} else {
			verbs = append(verbs, verb{"grad", "grad", "Grad"}, verb{"grad", "grad", "Grad"}, verb{"hvp", "hvp", "HVP"},
				verb{"hessian wrt=x", "hessx", "Hessian"}, verb{"hessian wrt=z by=colors", "hessz", "HessianColors"})
		}
	}
	chosen := map[string]bool{}
	for range 3 {
		v := verbs[r.IntN(len(verbs))]
		if chosen[v.field] {
			continue
		}
		chosen[v.field] = true
		directives += "//chad:" + v.directive + "\n"
		kind := v.field
		if vectors {
			kind = "v" + kind
		}
		fields += fmt.Sprintf(", %s: %s%s", kind, name, v.result)
	}
	return directives, fields
}

// Where a function runs, its derivatives do, whatever is not there: rows and elements that only loops read that do not
// run. It does not hold yet, so that nothing runs by default. A check that leaves an inner loop of m iterations says m
// <= 0 || n <= len(z) (hoist-checks); z[i], without a check, leaves that loop then (licm) and is loaded where m is 0
// and z shorter, or z[:n] is (ranges). That such a check stays, and the row with it, mends all but the tapes that have
// no elements where m is 0, but takes what interleaves loops, and kernels, from ordinary functions: a gradient of a
// mixture of Gaussians took twice as long.
func TestScarce(t *testing.T) {
	if *scarceFuncs == 0 {
		t.Skip("-scarce is 0: what later passes take in front of loops that do not run may not be there")
	}
	t.Parallel()
	const perFile = 6
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sums, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	write("go.sum", string(sums))
	write("go.mod", "module example.com/scarce\n\ngo 1.26\n\nrequire gonum.org/v1/gonum v0.17.0\n")
	write("head.go", "package scarce\n\nimport \"math\"\n"+randgo.ScarceHeader)
	var targets strings.Builder
	for from := 0; from < *scarceFuncs; from += perFile {
		var b strings.Builder
		setting := scarceSettings[(uint64(from/perFile)+*firstScarce/perFile)%uint64(len(scarceSettings))]
		if setting != "" {
			b.WriteString("//chad:emit " + setting + "\n\n")
		}
		b.WriteString("package scarce\n\nimport \"math\"\n\nvar _ = math.Pi\n")
		for i := from; i < min(from+perFile, *scarceFuncs); i++ {
			seed := *firstScarce + uint64(i)
			r := rand.New(rand.NewPCG(seed, 61))
			name, vectors, writes, checkpoint := fmt.Sprintf("F%d", seed), r.IntN(4) == 0, r.IntN(6) == 0, r.IntN(3) == 0
			text := randgo.Scarce(r, name, vectors, writes, checkpoint)
			directives, fields := scarceVerbs(r, name, vectors, writes)
			if writes && vectors {
				directives = strings.ReplaceAll(directives, "jacobian", "jacobian of=")
			}
			b.WriteString("\n" + directives + text)
			kind := "f"
			if vectors {
				kind = "vf"
			}
			fmt.Fprintf(&targets, "\t{name: %q, fast: %t, writes: %t, %s: %s%s},\n", name, strings.Contains(setting, "fastmath") || setting == "elementary" || setting == "blas", writes, kind, name, fields)
		}
		write(fmt.Sprintf("s%d.go", from/perFile), b.String())
	}
	harness, err := os.ReadFile("testdata/scarce_test.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	write("scarce_test.go", string(harness))
	write("targets_test.go", "package scarce\n\nvar targets = []target{\n"+targets.String()+"}\n")
	apply(t, dir, plan(t, dir, gosrc.Options{}))
	cmd := exec.Command("go", "test", "-v", "-vet=off", "-gcflags=-N -l -dwarf=false", ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go test: %v\n%s", err, out)
	}
	t.Logf("%s", out)
}
