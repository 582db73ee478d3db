package translate_test

import (
	"go/types"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/flow/eval"
	"github.com/seed-4b734f86/gochad/gosrc/translate"
	"github.com/seed-4b734f86/gochad/gosrc/translate/shelf"
)

// What stands on the shelf means what the library means, up to rounding.
func TestShelf(t *testing.T) {
	files := map[string]string{}
	for _, name := range []string{"shelf_funcs_test.go", "shelf_matfuncs_test.go"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(text)
	}
	p := check(t, "p", files, "")
	maps.Copy(shelfFuncs, matFuncs)
	for name, native := range shelfFuncs {
		t.Run(name, func(t *testing.T) {
			fn := p.Types.Scope().Lookup(name).(*types.Func)
			res, diags := translate.Translate(p, []translate.Root{{Func: fn}})
			if len(diags) > 0 {
				t.Fatal(diags.Err())
			}
			f := res.Roots[0].Flow
			r := rand.New(rand.NewPCG(3, 4))
			for range 100 {
				args := make([]reflect.Value, len(f.Params))
				vals := make([]eval.Value, len(args))
				for i := range args {
					args[i] = random(r, reflect.TypeOf(native).In(i))
					if strings.HasPrefix(name, "blas") || strings.HasPrefix(name, "mat") { // which skips products with zeros
						finite(args[i])
					}
					vals[i] = eval.From(args[i], f.Params[i].Type)
				}
				want, err := call(reflect.ValueOf(native), args)
				if err != nil {
					t.Fatal(err)
				}
				got, err := eval.Call(f, vals)
				if err != nil {
					t.Fatalf("on %s: %v", show(args), err)
				}
				for i, w := range want {
					g, w := got[i].Flat(f.Results[i].Type), eval.From(w, f.Results[i].Type).Flat(f.Results[i].Type)
					if len(g) != len(w) {
						t.Fatalf("result %d on %s: %v, the library has %v", i, show(args), g, w)
					}
					for k := range g {
						if g[k].I != w[k].I || !near(g[k].F, w[k].F) {
							t.Fatalf("result %d on %s: %v, the library has %v", i, show(args), g, w)
						}
					}
				}
			}
		})
	}
}

// finite puts 1 for what is not a number of usual size.
func finite(v reflect.Value) {
	switch v.Kind() {
	case reflect.Float64:
		if !(math.Abs(v.Float()) < 1e100) {
			v.SetFloat(1)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			finite(v.Index(i))
		}
	}
}

// near allows for sums in another order, and squares that overflow.
func near(x, y float64) bool {
	if x == y || math.IsNaN(x) && math.IsNaN(y) || math.Abs(x) > 1e150 || math.Abs(y) > 1e150 {
		return true
	}
	return math.Abs(x-y) <= 1e-10*(math.Abs(x)+math.Abs(y))+1e-12
}

// Lengths that do not agree are run-time errors there too.
func TestShelfLengths(t *testing.T) {
	text := "package p\n\nimport \"gonum.org/v1/gonum/floats\"\n\nfunc F(x, y []float64) float64 { return floats.Dot(x, y) }\n"
	res, diags := translateText(t, text)
	if len(diags) > 0 {
		t.Fatal(diags.Err())
	}
	f := res.Roots[0].Flow
	for n := range 4 {
		for m := range 4 {
			x, y := reflect.ValueOf(make([]float64, n)), reflect.ValueOf(make([]float64, m))
			_, err := eval.Call(f, []eval.Value{eval.From(x, f.Params[0].Type), eval.From(y, f.Params[1].Type)})
			if (err == nil) != (n == m) {
				t.Errorf("lengths %d and %d: error %v", n, m, err)
			}
		}
	}
}

// The guide lists what stands on the shelf.
func TestShelfInGuide(t *testing.T) {
	guide, err := os.ReadFile("../../docs/gosrc.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"floats", "blas64", "mat", "slices", "sort"} {
		files, err := shelf.Files.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		var text []byte
		for _, f := range files {
			one, err := shelf.Files.ReadFile(dir + "/" + f.Name())
			if err != nil {
				t.Fatal(err)
			}
			text = append(text, one...)
		}
		for _, m := range regexp.MustCompile(`(?m)^func \(\w+ [^)]*\) ([A-Z]\w*)\(`).FindAllStringSubmatch(string(text), -1) {
			if !strings.Contains(string(guide), "`"+m[1]+"`") {
				t.Errorf("docs/gosrc.md does not name the method %s of %s", m[1], dir)
			}
		}
		for _, m := range regexp.MustCompile(`(?m)^func ([A-Z]\w*)`).FindAllStringSubmatch(string(text), -1) {
			name := m[1][strings.Index(m[1], "_")+1:] // of a method that is a function there
			if name != "nil" && !strings.Contains(string(guide), "`"+name+"`") {
				t.Errorf("docs/gosrc.md does not name %s.%s", dir, name)
			}
		}
	}
}
