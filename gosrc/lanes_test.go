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
	"github.com/seed-4b734f86/gochad/internal/part"
)

var (
	laneFuncs = flag.Int("lanes", part.Pick(8, 16), "how many random functions TestLanes has matrices of")
	firstLane = flag.Uint64("firstlane", 1, "the seed of the first of them")
)

// TestLanes holds Hessians and Jacobians of random functions, whole and by colours, against the columns that products
// with unit vectors give. Much in the functions is linear, constant or flat, so that derivatives are the same for all
// unit vectors, or zero. Buffers and workspaces are NaN before each call; a workspace sees several sizes.
func TestLanes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var funcs, targets strings.Builder
	funcs.WriteString("package lanes\n\nimport \"math\"\n\nvar _ = math.Pi\n\ntype S struct {\n\tA []float64\n\tB float64\n\tC [2]float64\n\tD [][]float64\n}\n")
	for i := range *laneFuncs {
		seed := *firstLane + uint64(i)
		text, target := laneFunc(rand.New(rand.NewPCG(seed, 9)), fmt.Sprintf("F%d", seed))
		funcs.WriteString(text)
		targets.WriteString(target)
	}
	harness, err := os.ReadFile("testdata/lanes_test.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	spoil, err := os.ReadFile("testdata/spoil_test.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"spoil_test.go": strings.Replace(string(spoil), "package corpus", "package lanes", 1),
		"go.mod":        "module example.com/lanes\n\ngo 1.26\n", "lanes.go": funcs.String(), "lanes_test.go": string(harness),
		"targets_test.go": "package lanes\n\nvar targets = []target{\n" + targets.String() + "}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	apply(t, dir, plan(t, dir, gosrc.Options{}))
	for _, args := range [][]string{{"vet", "."}, {"test", "-vet=off", "-gcflags=-N -l -dwarf=false", "."}} {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s\n%s", args[0], err, out, funcs.String())
		}
	}
}

// laneParams are the types of parameters, with what an element at a place i of a loop is.
var laneParams = []struct{ typ, elem, size string }{
	{"float64", "%s", ""},
	{"[]float64", "%s[i%len(%s)]", "len(%s)"},
	{"[]float64", "%s[i%len(%s)]", "len(%s)"},
	{"[9]float64", "%s[i%9]", "4"},
	{"[][]float64", "%s[i%len(%s)][i%len(%s[0])]", "2*len(%s)"},
	{"S", "%s.A[i%len(%s.A)]", "len(%s.A)"},
	{"*S", "%s.B", "3"},
	{"S", "%s.C[i%2]", "2"},
	{"S", "%s.D[i%len(%s.D)][0]", "len(%s.D)"},
}

// laneFunc is the text of a random function with directives, and its entry in the list of targets.
func laneFunc(r *rand.Rand, name string) (text, target string) {
	var params, elems, names []string
	size := "2"
	for k := range 1 + r.IntN(4) {
		p := laneParams[r.IntN(len(laneParams))]
		x := string(rune('a' + k))
		names = append(names, x)
		params = append(params, x+" "+p.typ)
		elems = append(elems, strings.ReplaceAll(p.elem, "%s", x))
		if p.size != "" && r.IntN(3) > 0 {
			size = strings.ReplaceAll(p.size, "%s", x)
		}
	}
	elem := func() string { return elems[r.IntN(len(elems))] }
	term := func() string {
		switch r.IntN(14) {
		case 0, 1, 2:
			return elem()
		case 3, 4:
			return "3 * " + elem()
		case 5:
			return elem() + " + 2*" + elem()
		case 6, 7:
			return elem() + " * " + elem()
		case 8:
			return "math.Floor(" + elem() + ")"
		case 9:
			return "1.5"
		case 10:
			return "math.Sin(" + elem() + ")"
		case 11:
			return "math.Abs(" + elem() + ") * " + elem()
		case 12:
			return "max(" + elem() + ", 0)"
		default:
			return elem() + " * " + elem() + " * " + elem()
		}
	}
	wrt := ""
	if len(names) > 1 && r.IntN(2) == 0 {
		wrt = " wrt=" + names[r.IntN(len(names))]
	}
	direct := func(verb, keys, suffix string) string {
		target += fmt.Sprintf(", %s: %s%s", strings.ToLower(suffix), name, suffix)
		return "//chad:" + verb + wrt + keys + "\n"
	}
	var lines, body, result string
	switch scalar := r.IntN(2) == 0; {
	case scalar:
		result = "float64"
		body = "\ts := 0.0\n\tfor i := range " + size + " {\n\t\t_ = i\n\t\ts += " + term() + "\n\t}\n"
		if r.IntN(2) == 0 {
			body += "\ti := 1\n\ts += " + term() + "\n\t_ = i\n"
		}
		body += "\treturn s\n"
		lines = direct("hvp", "", "HVP") + direct("hessian", "", "Hessian") + direct("hessian", " by=colors", "HessianColors")
	default:
		result = "[]float64"
		make := "make([]float64, " + size + ")"
		if r.IntN(2) == 0 {
			result = "[3]float64"
			make = "[3]float64{}"
			size = "3"
		}
		body = "\ty := " + make + "\n\tfor i := range " + size + " {\n\t\ty[i] = " + term() + "\n\t}\n"
		if r.IntN(2) == 0 {
			body += "\ti := 1\n\ty[0] = " + term() + "\n\t_ = i\n"
		}
		body += "\treturn y\n"
		lines = direct("jvp", "", "JVP") + direct("vjp", "", "VJP") + direct("jacobian", "", "Jacobian") + direct("jacobian", " by=colors", "JacobianColors")
	}
	text = fmt.Sprintf("\n%sfunc %s(%s) %s {\n%s}\n", lines, name, strings.Join(params, ", "), result, body)
	of := -1
	for i, x := range names {
		if wrt == " wrt="+x {
			of = i
		}
	}
	return text, fmt.Sprintf("\t{name: %q, f: %s, of: %d, work: New%sWorkspace()%s},\n", name, name, of, name, target)
}
