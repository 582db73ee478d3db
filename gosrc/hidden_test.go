package gosrc_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
)

// Values in interfaces of libraries, put wherever a value can be put, are known or refused at a place: $V is the value,
// $I the interface, which a function look reads a number from.
func TestHidden(t *testing.T) {
	type library struct{ path, iface, own, look string }
	libraries := map[library][]string{
		{"gonum.org/v1/gonum/mat", "mat.Matrix", "type own struct{ d []float64 }\n\nfunc (o *own) Dims() (int, int) { return 1, len(o.d) }\nfunc (o *own) At(i, j int) float64 { return o.d[j] }\nfunc (o *own) T() mat.Matrix { return mat.Transpose{Matrix: o} }\n", "v.At(0, 0)"}: {
			"m", "&own{x}", "mat.Transpose{Matrix: m}", "mat.Transpose{Matrix: &own{x}}", "m.T()", "nil",
		},
		{"sort", "sort.Interface", "type own struct{ d []float64 }\n\nfunc (o own) Len() int { return len(o.d) }\nfunc (o own) Less(i, j int) bool { return o.d[i] < o.d[j] }\nfunc (o own) Swap(i, j int) { o.d[i], o.d[j] = o.d[j], o.d[i] }\n", "float64(v.Len())"}: {
			"sort.Float64Slice(x)", "own{x}", "nil",
		},
	}
	places := []string{
		"var v $I = $V\n\ts += look(v)",
		"v := $I($V)\n\ts += look(v)",
		"var v $I\n\tv = $V\n\ts += look(v)",
		"a, v := 1.0, $I($V)\n\ts += a * look(v)",
		"v := h{$V}\n\ts += look(v.i)",
		"var v h\n\tv.i = $V\n\ts += look(v.i)",
		"v := []$I{$V}\n\ts += look(v[0])",
		"v := append([]$I(nil), $V)\n\ts += float64(len(v))",
		"v := map[int]$I{1: $V}\n\ts += look(v[1])",
		"var v [2]$I\n\tv[0] = $V\n\ts += look(v[0])",
		"s += look($V)",
		"s += again($V)",
		"s += several($V, $V)",
		"v := func() $I { return $V }()\n\ts += look(v)",
		"s += func(v $I) float64 { return look(v) }($V)",
		"v := any($V)\n\t_ = v",
		"return s, $V",
	}
	dir, n := t.TempDir(), 0
	write := func(name, text string) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/m\n\ngo 1.26\n\nrequire gonum.org/v1/gonum v0.17.0\n")
	sums, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	write("go.sum", string(sums))
	for l, values := range libraries {
		for _, v := range values {
			for _, p := range places {
				param := ""
				if l.path != "sort" {
					param = ", m *mat.Dense"
				}
				text := fmt.Sprintf("package p\n\nimport %q\n\n%s\ntype h struct{ i $I }\n\nfunc look(v $I) float64 { return %s }\n\nfunc again(v $I) float64 {\n\tif look(v) > 1 {\n\t\tv = $V\n\t}\n\treturn look(v)\n}\n\n"+
					"func several(v ...$I) float64 { return look(v[1]) }\n\n//chad:vjp\nfunc F(x []float64%s) (s float64, r $I) {\n\ts = x[0]\n\t%s\n\treturn s, nil\n}\n", l.path, l.own, l.look, param, p)
				text = strings.NewReplacer("if look(v) > 1 {\n\t\tv = $V\n\t}", "if look(v) > 1 {\n\t\tv = nil\n\t}", "$V", v, "$I", l.iface).Replace(text)
				write(fmt.Sprintf("p%d/p.go", n), text)
				n++
			}
		}
	}
	world, err := load.List([]string{"./..."}, load.Options{Dir: dir, More: gosrc.Adapters})
	if err != nil {
		t.Fatal(err)
	}
	accepted := 0
	for _, p := range world.Packages {
		ds := world.Check(p)
		if len(ds) == 0 {
			_, ds = gosrc.Generate(p, chad.EmitOptions{})
		} else if !strings.Contains(ds.Err().Error(), "use of untyped nil") {
			t.Errorf("the test is at fault: %v", ds.Err())
		}
		if len(ds) == 0 {
			accepted++
		}
		for _, d := range ds {
			if strings.Contains(d.Message, "defect") || !d.Pos.IsValid() {
				t.Errorf("%s\n%s", d, p.Files[0].Source.Text)
			}
		}
	}
	t.Logf("%d of %d are accepted", accepted, n)
	if accepted < n/8 {
		t.Errorf("only %d of %d are accepted", accepted, n)
	}
}
