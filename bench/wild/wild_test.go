package wild

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func tiny(t *testing.T) Entry {
	t.Helper()
	dir, err := filepath.Abs("testdata/tiny")
	if err != nil {
		t.Fatal(err)
	}
	return Entry{Name: "tiny", Module: "example.com/tiny@v0.0.0", Packages: []string{"example.com/tiny"}, Dir: dir}
}

func TestEnumerate(t *testing.T) {
	ctx := context.Background()
	m, err := NewModule(ctx, t.TempDir(), tiny(t))
	if err != nil {
		t.Fatal(err)
	}
	pkgs, err := m.Load(ctx, "example.com/tiny")
	if err != nil {
		t.Fatal(err)
	}
	all := Enumerate(pkgs)
	want := []string{"Cube", "Halve", "Height", "Integral", "Line.At", "Never", "NewLine", "Normal.LogProb", "Square", "Sum", "Vec.Grow", "Vec.Norm"}
	for i := range want {
		want[i] = "example.com/tiny." + want[i]
	}
	want = slices.DeleteFunc(want, func(s string) bool { return strings.HasSuffix(s, "NewLine") }) // gives no float64 that can be seen
	if got := slices.Sorted(maps.Keys(all)); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for name, want := range map[string]string{
		"Vec.Norm":       "//chad:grad wrt=v\n//chad:jvp wrt=v\nfunc F(v tiny.Vec) float64 {\n\treturn v.Norm()\n}\n",
		"Vec.Grow":       "//chad:vjp wrt=v,by\n//chad:jvp wrt=v,by\nfunc F(v *tiny.Vec, by float64) (tiny.Vec, error) {\n\tr0, _, err := v.Grow(by)\n\treturn r0, err\n}\n",
		"Line.At":        "func F(a float64, b float64, x float64) (r0 float64, err error) {\n\tl, err := tiny.NewLine(a, b)\n\tif err != nil {\n\t\treturn\n\t}\n\tr0 = l.At(x)\n\treturn\n}\n",
		"Normal.LogProb": "func F(mu float64, sigma float64, x float64) float64 {\n\tn := tiny.Normal{Mu: mu, Sigma: sigma}\n\treturn n.LogProb(x)\n}\n",
		"Sum":            "func F(xs []float64) float64 {\n\treturn tiny.Sum[float64](xs...)\n}\n",
		"Height":         "//chad:jvp wrt=latitude\nfunc F(t int64, latitude float64) float64 {\n\treturn tiny.Height(time.Unix(1700000000+100000*t, 0).UTC(), latitude)\n}\n",
	} {
		if got := all["example.com/tiny."+name].Source(nil); !strings.HasSuffix(got, want) {
			t.Errorf("%s: got\n%s\nwant at its end\n%s", name, got, want)
		}
	}
	if got := all["example.com/tiny.Vec.Grow"].Source([]int{0}); !strings.Contains(got, "copied := *v\n\tv = &copied\n") {
		t.Errorf("no copy of what is written to:\n%s", got)
	}
	drawn := Draw(tiny(t), all)
	if again := Draw(tiny(t), all); len(drawn) != len(all) || !slices.Equal(drawn, again) {
		t.Errorf("drew %v, then %v", drawn, again)
	}
	if held := len(slices.DeleteFunc(drawn, func(f Function) bool { return !f.Held })); held != (len(all)+1)/3 {
		t.Errorf("%d of %d are held", held, len(all))
	}
}

// derivatives are what stands in for the tool.
var derivatives = map[string]string{
	"Square": `package w
func FGrad(x float64, xbar *float64) float64 { *xbar = 2 * x; return F(x) }
func FJVP(x, dx float64) (float64, float64) { return F(x), 2 * x * dx }
`,
	"Cube": `package w
func FGrad(x float64, xbar *float64) float64 { *xbar = 3 * x; return F(x) }
func FJVP(x, dx float64) (float64, float64) { return F(x), 3 * x * dx }
`,
	"Vec.Grow": `package w
import "example.com/tiny"
func FVJP(v *tiny.Vec, by float64, ybar tiny.Vec, vbar *tiny.Vec, bybar *float64) (tiny.Vec, error) {
	*vbar, *bybar = tiny.Vec{X: by * ybar.X, Y: ybar.Y}, v.X * ybar.X
	return F(v, by)
}
func FJVP(v *tiny.Vec, by float64, dv *tiny.Vec, dby float64) (tiny.Vec, tiny.Vec, error) {
	y, err := F(v, by)
	return y, tiny.Vec{X: dv.X*by + v.X*dby, Y: dv.Y}, err
}
`,
	"Vec.Norm": "package w\nfunc FGrad() {",
}

func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs")
	}
	var progress bytes.Buffer
	r := &Runner{Dir: t.TempDir(), Jobs: 2, Timeout: time.Minute, Progress: &progress,
		Gen: func(_ context.Context, module, pkg string) ([]byte, error) {
			text, err := os.ReadFile(filepath.Join(module, pkg, "f.go"))
			if err != nil {
				return nil, err
			}
			for name, code := range derivatives {
				if strings.Contains(string(text), "// F is tiny."+name+".") {
					return []byte("f.go:1:2: warning: " + name + "\n"), os.WriteFile(filepath.Join(module, pkg, "f_chad.go"), []byte(code), 0o644)
				}
			}
			if strings.Contains(string(text), "tiny.Sum") {
				return nil, errors.New("exit status 2\nf.go:7:1: this is a defect of chad")
			}
			return []byte(filepath.Join(module, pkg, "f.go") + ":9:2: tiny.Halve has 2 of `x`\n"), errors.New("exit status 2")
		}}
	want := map[string]string{"Square": Right, "Cube": Wrong, "Vec.Grow": Right, "Halve": Refused, "Never": NoPoint, "Sum": Defect, "Vec.Norm": Uncompiled}
	var fs []Function
	for _, name := range slices.Sorted(maps.Keys(want)) {
		fs = append(fs, Function{Held: name == "Sum", Entry: "tiny", Package: "example.com/tiny", Name: name})
	}
	results, err := r.Run(context.Background(), tiny(t), fs)
	if err != nil {
		t.Fatal(err)
	}
	for _, res := range results {
		if res.Status != want[res.Name] {
			t.Errorf("%s: %s (%s), want %s", res.Name, res.Status, res.Message, want[res.Name])
		}
		if res.Name == "Cube" && !strings.Contains(res.Message, "differences say") {
			t.Errorf("message of what is wrong: %s", res.Message)
		}
	}
	report := new(Report)
	report.Add(tiny(t), results)
	var table bytes.Buffer
	if err := report.Table(&table); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{table.String(), report.Markdown(), progress.String()} {
		if strings.Contains(text, "Sum") {
			t.Errorf("shows what is held:\n%s", text)
		}
	}
	for _, part := range []string{"5 functions of 1 modules were tried: 2 right, 1 wrong, 1 refused, 1 else", "_ has N of _", "chad warns: Cube"} {
		if !strings.Contains(table.String(), part) {
			t.Errorf("no %q in\n%s", part, &table)
		}
	}
}

// TestList is the promise of the list: enough functions, of enough modules, a third held.
func TestList(t *testing.T) {
	entries, err := Entries()
	if err != nil {
		t.Fatal(err)
	}
	fs, err := List()
	if err != nil {
		t.Fatal(err)
	}
	modules, held, seen, byEntry := map[string]bool{}, 0, map[Function]bool{}, map[string]int{}
	for _, f := range fs {
		i := slices.IndexFunc(entries, func(e Entry) bool { return e.Name == f.Entry })
		if i < 0 {
			t.Fatalf("%s is of no entry", f.ID())
		}
		modules[entries[i].Module] = true
		byEntry[f.Entry]++
		if f.Held {
			held++
		}
		if seen[f] {
			t.Errorf("%s is there twice", f.ID())
		}
		seen[f] = true
	}
	for name, n := range byEntry {
		if n > Most {
			t.Errorf("%d functions of %s", n, name)
		}
	}
	if len(fs) < 300 || len(modules) < 25 || held*10 < len(fs)*3 || held*10 > len(fs)*4 {
		t.Errorf("%d functions of %d modules, %d held", len(fs), len(modules), held)
	}
	if again := FormatList(fs); again != listText {
		t.Error("list.tsv is not as FormatList writes it")
	}
}

func TestNormalize(t *testing.T) {
	for message, want := range map[string]string{
		"distuv.Normal belongs to another module":                                   "_ belongs to another module",
		"stats.F has no derivative: rand.Seed gives something else (a.b/c/d.go:19)": "_ gives something else",
		"x.G has no derivative: table is a package variable that is written":        "_ is a package variable that is written",
		"the capacity of what is in q is not known":                                 "the capacity of what is in _ is not known",
		"x.y calls (*mat.Dense).At, of 12 parameters":                               "_ calls _, of N parameters",
	} {
		if got := Normalize(message); got != want {
			t.Errorf("%q gives %q, want %q", message, got, want)
		}
	}
	place, message := firstMessage(fmt.Sprintf("exit status 2\n%s/pkg/mod/a.b/c@v1/d.go:3:4: no\nmore", "/x"))
	if place != "a.b/c@v1/d.go:3:4" || message != "no" {
		t.Errorf("got %q at %q", message, place)
	}
}
