package gosrc_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/part"
)

var (
	lists     = flag.Int("lists", part.Pick(6, 12), "functions with lists of indices in TestLists")
	firstList = flag.Uint64("firstlist", 0, "seed of the first of them")
)

// Lists of indices may differ in length, in whatever they are, with ragged= and without: values, gradients, tangents,
// Hessians and products with them, against differences.
func TestLists(t *testing.T) {
	text, test := "package lists\n\nimport \"slices\"\n\nvar _ = slices.Sort[[]int]\n", listsHarness
	for seed := *firstList; seed < *firstList+uint64(*lists); seed++ {
		g := &listFunc{r: rand.New(rand.NewPCG(seed, 24)), seed: seed}
		text += g.function()
		test += strings.ReplaceAll(`
func TestF#(t *testing.T) {
	r := rand.New(rand.NewPCG(#, 1))
	for range 6 {
		var c P#
		fill(r, reflect.ValueOf(&c).Elem(), 0)
		check(t, r,
			func(x []float64) float64 { return F#(x, c) },
			func(x, xbar []float64) float64 { return F#Grad(x, c, xbar) },
			func(x, dx []float64) (float64, float64) { return F#JVP(x, c, dx) },
			func(x, dx, hx []float64) float64 { return F#HVP(x, c, dx, hx) },
			func(x, h []float64) float64 { return F#Hessian(x, c, h) })
	}
}
`, "#", fmt.Sprint(seed))
	}
	dir := t.TempDir()
	for name, content := range map[string]string{
		"go.mod": "module example.com/lists\n\ngo 1.26\n", "lists.go": text, "lists_test.go": test,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	jobs, err := gosrc.Plan(t.Context(), []string{"."}, gosrc.Options{Load: load.Options{Dir: dir}})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	apply(t, dir, jobs)
	cmd := exec.CommandContext(t.Context(), "go", "test", "-vet=off", "-gcflags=-N -l -dwarf=false", ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, text)
	}
}

// A listFunc makes a function of x and of something that has lists of indices in it.
type listFunc struct {
	r     *rand.Rand
	seed  uint64
	decls string
	names int
}

func (g *listFunc) fresh(s string) string {
	g.names++
	return fmt.Sprintf("%s%d", s, g.names)
}

// function is the text of a function and its types.
func (g *listFunc) function() string {
	param, rows := g.typ(0), ""
	for !strings.Contains(param.text, "[][]") && len(param.fields) == 0 { // something is inside of something
		e := param
		param = listType{text: "[]" + e.text, elem: &e}
	}
	if param.realRows(0) || g.r.IntN(2) == 0 && param.rows(false) {
		rows = " ragged=c"
	}
	body := g.visit("c", param, 1)
	extra := ""
	if param.text == "[][]int" && g.r.IntN(2) == 0 { // a forest
		extra = fmt.Sprintf("func walk%d(c [][]int, x []float64, i, depth int) float64 {\n\ts := x[i%%len(x)] * x[i%%len(x)]\n\tif depth < 3 && i < len(c) {\n\t\tfor _, j := range c[i] {\n\t\t\ts += x[i%%len(x)] * walk%d(c, x, j, depth+1)\n\t\t}\n\t}\n\treturn s\n}\n\n", g.seed, g.seed)
		body += fmt.Sprintf("\ts += walk%d(c, x, 0, 0)\n", g.seed)
	}
	head := ""
	for _, verb := range []string{"grad", "jvp", "hvp", "hessian"} {
		head += fmt.Sprintf("//chad:%s wrt=x%s\n", verb, rows)
	}
	return fmt.Sprintf("\ntype P%d = %s\n%s\n%s%sfunc F%d(x []float64, c %s) float64 {\n\ts := 0.0\n%s\treturn s\n}\n", g.seed, param.text, g.decls, extra, head, g.seed, param.text, body)
}

// A listType is a type with lists of indices in it, and what it is made of.
type listType struct {
	text   string
	elem   *listType
	fields []listType // of a struct, called A, B, …
}

func (g *listFunc) typ(depth int) listType {
	if depth > 3 {
		return listType{text: "int"}
	}
	switch k := g.r.IntN(9); {
	case k < 5:
		e := g.typ(depth + 1)
		if depth > 0 && g.r.IntN(4) == 0 {
			return listType{text: fmt.Sprintf("[%d]%s", 1+g.r.IntN(2), e.text), elem: &e}
		}
		return listType{text: "[]" + e.text, elem: &e}
	case k < 7:
		var fields []listType
		text := ""
		for i := range 1 + g.r.IntN(3) {
			f := g.typ(depth + 1)
			if g.r.IntN(3) == 0 {
				f = listType{text: "float64"}
			}
			fields = append(fields, f)
			text += fmt.Sprintf("\t%c %s\n", 'A'+i, f.text)
		}
		name := fmt.Sprintf("T%d_%s", g.seed, g.fresh(""))
		g.decls += fmt.Sprintf("\ntype %s struct {\n%s}\n", name, text)
		return listType{text: name, fields: fields}
	case k == 7 && depth > 1:
		return listType{text: "bool"}
	}
	return listType{text: []string{"int", "int", "int32", "uint8"}[g.r.IntN(4)]}
}

// rows reports whether there are slices in slices or arrays, which ragged= can be about.
func (t listType) rows(inside bool) bool {
	if t.elem != nil {
		return inside && strings.HasPrefix(t.text, "[]") || t.elem.rows(true)
	}
	return slices.ContainsFunc(t.fields, func(f listType) bool { return f.rows(inside) })
}

// realRows reports whether there are numbers in slices in slices or arrays, which need it.
func (t listType) realRows(inside int) bool {
	switch {
	case t.elem != nil && strings.HasPrefix(t.text, "[]") && inside > 0:
		return t.elem.realRows(2)
	case t.elem != nil:
		return t.elem.realRows(max(inside, 1))
	}
	return t.text == "float64" && inside == 2 || slices.ContainsFunc(t.fields, func(f listType) bool { return f.realRows(inside) })
}

// visit adds what a value says to s.
func (g *listFunc) visit(e string, t listType, depth int) string {
	in := strings.Repeat("\t", depth)
	switch {
	case t.elem != nil:
		list := strings.HasPrefix(t.text, "[]") && (t.elem.text == "int" || t.elem.text == "int32")
		switch k := g.r.IntN(5); {
		case list && k == 0: // sorted, in a copy
			v := g.fresh("v")
			return fmt.Sprintf("%s%s := append([]%s(nil), %s...)\n%sslices.Sort(%s)\n%sfor k, j := range %s {\n%s\ts += x[int(j)%%len(x)] * x[k%%len(x)]\n%s}\n", in, v, t.elem.text, e, in, v, in, v, in, in)
		case list && k == 1: // by places
			return fmt.Sprintf("%sif n := len(%s); n > 0 {\n%s\ts += x[int(%s[0])%%len(x)] * x[int(%s[n-1])%%len(x)] * float64(n)\n%s}\n", in, e, in, e, e, in)
		case k == 2 && strings.HasPrefix(t.text, "[]"): // a part
			v := g.fresh("v")
			return fmt.Sprintf("%s%s := %s[len(%s)/2:]\n", in, v, e, e) + g.loop(v, t, depth)
		}
		return g.loop(e, t, depth)
	case t.fields != nil:
		s := ""
		for i, f := range t.fields {
			s += g.visit(fmt.Sprintf("%s.%c", e, 'A'+i), f, depth)
		}
		return s
	case t.text == "bool":
		return fmt.Sprintf("%sif %s {\n%s\ts *= x[0]\n%s}\n", in, e, in, in)
	case t.text == "float64":
		return fmt.Sprintf("%ss += %s * x[len(x)-1] * x[0]\n", in, e)
	}
	return fmt.Sprintf("%ss += x[int(%s)%%len(x)] * x[(int(%s)+1)%%len(x)] * x[0]\n", in, e, e)
}

func (g *listFunc) loop(e string, t listType, depth int) string {
	in, i, v := strings.Repeat("\t", depth), g.fresh("i"), g.fresh("v")
	if g.r.IntN(2) == 0 {
		return fmt.Sprintf("%sfor _, %s := range %s {\n%s%s}\n", in, v, e, g.visit(v, *t.elem, depth+1), in)
	}
	return fmt.Sprintf("%sfor %s := range %s {\n%s%s}\n", in, i, e, g.visit(e+"["+i+"]", *t.elem, depth+1), in)
}

const listsHarness = `package lists

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

// fill makes a random value, in which no two slices need have one length.
func fill(r *rand.Rand, v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Slice:
		n := r.IntN(4)
		if depth > 0 && n == 0 && r.IntN(2) == 0 {
			return // nil
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			fill(r, v.Index(i), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(r, v.Field(i), depth+1)
		}
	case reflect.Int, reflect.Int32:
		v.SetInt(int64(r.IntN(6)))
	case reflect.Uint8:
		v.SetUint(uint64(r.IntN(6)))
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Float64:
		v.SetFloat(float64(r.IntN(5)) / 2)
	}
}

func check(t *testing.T, r *rand.Rand, f func(x []float64) float64, grad func(x, xbar []float64) float64, jvp func(x, dx []float64) (float64, float64),
	hvp func(x, dx, hx []float64) float64, hessian func(x, h []float64) float64) {
	t.Helper()
	const n, h = 4, 1e-5
	x, dx := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], dx[i] = 0.5+r.Float64(), r.NormFloat64()
	}
	nan := func(k int) []float64 {
		v := make([]float64, k)
		for i := range v {
			v[i] = math.NaN()
		}
		return v
	}
	moved := func(e float64) []float64 {
		y := make([]float64, n)
		for i := range y {
			y[i] = x[i] + e*dx[i]
		}
		return y
	}
	near := func(what string, got, want float64) {
		if !(math.Abs(got-want) <= 1e-4*(1+math.Abs(want))) {
			t.Fatalf("%s is %g, want %g", what, got, want)
		}
	}
	want, g, hx, m := f(x), nan(n), nan(n), nan(n*n)
	y, dy := jvp(x, dx)
	for what, got := range map[string]float64{"grad": grad(x, g), "jvp": y, "hvp": hvp(x, dx, hx), "hessian": hessian(x, m)} {
		if got != want {
			t.Fatalf("the value of %s is %g, want %g", what, got, want)
		}
	}
	along := 0.0
	for i := range x {
		along += g[i] * dx[i]
	}
	near("the tangent", dy, (f(moved(h))-f(moved(-h)))/(2*h))
	near("the gradient along dx", along, dy)
	up, down := nan(n), nan(n)
	grad(moved(h), up)
	grad(moved(-h), down)
	for i := range x {
		near("the product", hx[i], (up[i]-down[i])/(2*h))
		p := 0.0
		for j := range x {
			p += m[i*n+j] * dx[j]
		}
		near("the Hessian times dx", p, hx[i])
	}
}
`

// Where rows of different lengths are given and not expected, the panic asks for ragged= if and only if that is taken.
func TestListsAsked(t *testing.T) {
	var with, without []askedFunc
	for _, elem := range []string{"int", "float64"} {
		for _, p := range []struct{ typ, row, value string }{
			{"[][]E", "c[1]", "{{0, 1, 0}, {0, 1}}"},
			{"*[][]E", "(*c)[1]", "{{0, 1, 0}, {0, 1}}"},
			{"[]struct{ A []E }", "c[1].A", "{{[]E{0, 1, 0}}, {[]E{0, 1}}}"},
			{"struct{ A, B [][]E }", "c.A[1]", "{A: [][]E{{0, 1, 0}, {0, 1}}}"},
			{"[2][]E", "c[1]", "{{0, 1, 0}, {0, 1}}"},
			{"[][][]E", "c[0][1]", "{{{0, 1, 0}, {0, 1}}}"},
		} {
			for _, body := range []string{"ROW[0] = ROW[1]", "copy(ROW, row)", "ROW = row[:2]", "slices.Reverse(ROW)", "_ = row"} {
				name := fmt.Sprintf("F%d", len(with))
				text := strings.NewReplacer("ROW", p.row, "E", elem, "NAME", name).Replace(
					"func NAME(x []float64, c " + p.typ + ", row []E) float64 {\n\t" + body + "\n\treturn x[len(ROW)-2] * x[int(ROW[0])] * x[0]\n}\n")
				call := strings.NewReplacer("E", elem, "NAME", name).Replace("\tcheck(t, \"NAME\", func(bar []float64) { NAMEGrad(x, " +
					strings.ReplaceAll(p.typ+p.value, "*[", "&[") + ", []E{1, 1}, bar) })\n")
				with = append(with, askedFunc{name, "//chad:grad wrt=x ragged=c\n" + text, call})
				without = append(without, askedFunc{name, "//chad:grad wrt=x\n" + text, call})
			}
		}
	}
	taken := map[string]bool{}
	for _, f := range derivable(t, t.TempDir(), with) {
		taken[f.name] = true
	}
	dir := t.TempDir()
	test := askedHarness
	for _, f := range derivable(t, dir, without) {
		test += fmt.Sprintf("func Test%s(t *testing.T) {\n\ttaken = %t\n%s}\n\n", f.name, taken[f.name], f.call)
	}
	write(t, filepath.Join(dir, "asked_test.go"), test)
	cmd := exec.CommandContext(t.Context(), "go", "test", "-vet=off", "-gcflags=-N -l -dwarf=false", ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("ragged= is taken for %d of %d functions", len(taken), len(with))
	if n := len(taken); n < len(with)/4 || n == len(with) {
		t.Errorf("ragged= is taken for %d of %d functions", n, len(with))
	}
}

type askedFunc struct{ name, text, call string }

// derivable generates for those functions of a package that are not refused.
func derivable(t *testing.T, dir string, funcs []askedFunc) []askedFunc {
	t.Helper()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/asked\n\ngo 1.26\n")
	for {
		text, at := "package asked\n\nimport \"slices\"\n\nvar _ = slices.Sort[[]int]\n\n", []int{}
		for _, f := range funcs {
			at = append(at, strings.Count(text, "\n"))
			text += f.text + "\n"
		}
		write(t, filepath.Join(dir, "asked.go"), text)
		jobs, err := gosrc.Plan(t.Context(), []string{"."}, gosrc.Options{Load: load.Options{Dir: dir}})
		if err == nil {
			apply(t, dir, jobs)
			return funcs
		}
		refused := map[int]bool{}
		for _, m := range regexp.MustCompile(`asked\.go:(\d+):`).FindAllStringSubmatch(err.Error(), -1) {
			line, _ := strconv.Atoi(m[1])
			k, _ := slices.BinarySearch(at, line)
			refused[k-1] = true
		}
		if len(refused) == 0 {
			t.Fatal(err)
		}
		var left []askedFunc
		for k, f := range funcs {
			if !refused[k] {
				left = append(left, f)
			}
		}
		funcs = left
	}
}

const askedHarness = `package asked

import (
	"fmt"
	"strings"
	"testing"
)

var x, taken = []float64{2, 3}, false

func check(t *testing.T, name string, f func(bar []float64)) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		if asks := strings.Contains(fmt.Sprint(r), "need ragged=c"); asks != taken {
			t.Errorf("%s: ragged= is taken: %t, but: %v", name, taken, r)
		}
	}()
	f(make([]float64, 2))
}

`
