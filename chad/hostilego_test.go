package chad

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A goRun is a call of an emitted function.
type goRun struct{ pkg, name, args, want, what string }

// TestHostileGo emits the values, pullbacks and pushforwards of the corpus as Go, one
// package for each file of it, and compares what they compute with the interpreter.
func TestHostileGo(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles Go")
	}
	dir := t.TempDir()
	if keep := os.Getenv("HOSTILE_KEEP"); keep != "" {
		dir = keep
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module hostile\n\ngo 1.26.0\n\nrequire github.com/seed-4b734f86/gochad v0.0.0\n\nreplace github.com/seed-4b734f86/gochad => "+strconv.Quote(root)+"\n")
	var imports, calls strings.Builder
	var runs []goRun
	exports := map[string][]Export{}
	named := map[string]map[*Func]int{}
	var packages []string
	funcs := map[*syntax.Def][]*Func{}
	for _, c := range hostileCases(t) {
		file, _, _ := strings.Cut(filepath.Base(c.where), ".")
		if exports[file] == nil {
			packages = append(packages, file)
			named[file] = map[*Func]int{}
		}
		if funcs[c.f.def] == nil {
			funcs[c.f.def] = c.derived(t)
		}
		for _, g := range funcs[c.f.def] {
			args := c.argumentsOf(t, g)
			v, err := g.Call(args...)
			if err != nil {
				t.Errorf("%s %s: %v", c.where, g.Name(), err)
				continue
			}
			k, ok := named[file][g]
			if !ok {
				k = len(exports[file])
				named[file][g] = k
				exports[file] = append(exports[file], Export{Func: g, Name: fmt.Sprintf("F%d", k)})
			}
			var lits []string
			for i, a := range args {
				lits = append(lits, literals(g.def.Params[i].Type, a)...)
			}
			runs = append(runs, goRun{
				pkg: file, name: fmt.Sprintf("F%d", k), args: strings.Join(lits, ", "),
				want: strings.Join(printed(g.def.Result, v), " "), what: c.where + " " + g.Name(),
			})
		}
	}
	sources := map[string]string{}
	for _, p := range packages {
		src, err := Emit(p, p+".chad", exports[p]...)
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		write(p+"/"+p+".go", string(src))
		sources[p] = string(src)
		fmt.Fprintf(&imports, "\t%q\n", "hostile/"+p)
	}
	// Functions of programs that are higher-order take tuples of package linear.
	runs = slices.DeleteFunc(runs, func(r goRun) bool {
		_, after, _ := strings.Cut(sources[r.pkg], "func "+r.name+"(")
		params, _, _ := strings.Cut(after, ")")
		return sources[r.pkg] == "" || strings.Contains(params, "linear.")
	})
	for _, r := range runs {
		fmt.Fprintf(&calls, "\tshow(func() []any { return list(%s.%s(%s)) })\n", r.pkg, r.name, r.args)
	}
	write("main.go", strings.Replace(hostileMain, "IMPORTS", imports.String(), 1)+calls.String()+"}\n")
	t.Logf("%d runs", len(runs))
	cmd := exec.Command("go", "build", "-gcflags=hostile/...=-N -l -dwarf=false", "-o", "run.exe", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.4000s", err, out)
	}
	out, err := exec.Command(filepath.Join(dir, "run.exe")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v after %d of %d runs\n%s", err, strings.Count(string(out), "\n"), len(runs), out[max(0, len(out)-4000):])
	}
	lines := strings.Split(strings.TrimRight(string(out), "\n"), "\n")
	if len(lines) != len(runs) {
		t.Fatalf("%d results, want %d", len(lines), len(runs))
	}
	for i, l := range lines {
		if r := runs[i]; !samePrint(l, r.want) {
			t.Errorf("%s, %s: Go gives\n%s, the interpreter\n%s", r.what, r.name, l, r.want)
		}
	}
}

// derived are the functions that are emitted for a case.
func (c *hostileCase) derived(t *testing.T) []*Func {
	t.Helper()
	p, err := c.f.Plain()
	if err != nil {
		t.Errorf("%s: %v", c.where, err)
		return nil
	}
	out := []*Func{p}
	if len(c.spaces()) == 0 {
		return out
	}
	for _, op := range []func(*Func, ...string) (*Func, error){VJP, JVP} {
		g, err := op(c.f)
		if err != nil {
			t.Errorf("%s: %v", c.where, err)
			continue
		}
		out = append(out, g)
	}
	if c.f.def.Result == syntax.Real && !syntax.RunsOperators(c.f.def) {
		g, err := HVP(c.f)
		if err != nil {
			t.Errorf("%s: %v", c.where, err)
		} else {
			out = append(out, g)
		}
	}
	return out
}

// argumentsOf are those of a case and then a seed or directions, as g takes them.
func (c *hostileCase) argumentsOf(t *testing.T, g *Func) []semantics.Value {
	t.Helper()
	args := append([]semantics.Value{}, c.args...)
	switch more := len(g.def.Params) - len(args); {
	case more == 0:
	case strings.HasSuffix(g.Name(), "_vjp") && !strings.HasSuffix(c.f.Name(), "_vjp"), g.def.Params[len(args)].Name == "seed":
		y, err := c.f.Call(c.args...)
		if err != nil {
			t.Fatal(c.where, err)
		}
		s := semantics.Space{Type: c.f.def.Result, At: y}
		ys, _ := s.Coords()
		seed, err := s.Unflatten(weights(len(ys)))
		if err != nil {
			t.Fatal(c.where, err)
		}
		args = append(args, seed)
	default:
		args = append(args, c.directions(t, directionOf(len(c.coords(t)), 1))...)
	}
	return args
}

// goLeaves are the Go types of the variables of a value of type t (package gen).
func goLeaves(t syntax.Type) []string {
	var out []string
	switch t := t.(type) {
	case *syntax.Scalar:
		return []string{map[*syntax.Scalar]string{syntax.Real: "float64", syntax.Int: "int", syntax.Bool: "bool"}[t]}
	case *syntax.TupleType:
		for _, e := range t.Elems {
			out = append(out, goLeaves(e)...)
		}
		return out
	case *syntax.ArrayType:
		for _, l := range goLeaves(t.Elem) {
			out = append(out, "[]"+l)
		}
		return out
	default:
		return []string{"int"}
	}
}

// literals are the Go expressions of the variables of v.
func literals(t syntax.Type, v semantics.Value) []string {
	switch t := t.(type) {
	case *syntax.TupleType:
		var out []string
		for i, e := range t.Elems {
			out = append(out, literals(e, v.(*semantics.Tuple).Elems[i])...)
		}
		return out
	case *syntax.ArrayType:
		ls := goLeaves(t.Elem)
		parts := make([][]string, len(ls))
		a := v.(*semantics.Array)
		for i := range a.Len() {
			for k, s := range literals(t.Elem, a.At(i)) {
				parts[k] = append(parts[k], s)
			}
		}
		out := make([]string, len(ls))
		for k, l := range ls {
			out[k] = "[]" + l + "{" + strings.Join(parts[k], ", ") + "}"
		}
		return out
	}
	if r, ok := v.(semantics.Real); ok {
		return []string{"float(\"" + strconv.FormatFloat(float64(r), 'g', -1, 64) + "\")"}
	}
	return []string{fmt.Sprint(v)}
}

var literalNoise = regexp.MustCompile(`float\("([^"]*)"\)|(\[\])+(float64|int|bool)`)

// printed is v as Go code prints it.
func printed(t syntax.Type, v semantics.Value) []string {
	out := literals(t, v)
	for i, s := range out {
		out[i] = strings.NewReplacer("{", "[", "}", "]").Replace(literalNoise.ReplaceAllString(s, "$1"))
	}
	return out
}

var printedToken = regexp.MustCompile(`[^\s\[\],]+|[\[\]]`)

// samePrint compares up to rounding.
func samePrint(a, b string) bool {
	a = strings.NewReplacer("{", "", "}", "").Replace(a)
	as, bs := printedToken.FindAllString(a, -1), printedToken.FindAllString(b, -1)
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		x, err1 := strconv.ParseFloat(as[i], 64)
		y, err2 := strconv.ParseFloat(bs[i], 64)
		if as[i] != bs[i] && (err1 != nil || err2 != nil || !agrees(x, y, 1e-10)) {
			return false
		}
	}
	return true
}

const hostileMain = `package main

import (
	"fmt"
	"strconv"
IMPORTS)

func list(xs ...any) []any { return xs }

func float(s string) float64 { x, _ := strconv.ParseFloat(s, 64); return x }

func show(f func() []any) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Printf("panic: %q\n", fmt.Sprint(r))
		}
	}()
	fmt.Println(f()...)
}

func main() {
	_ = float
`
