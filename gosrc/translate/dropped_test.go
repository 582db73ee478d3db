package translate_test

import (
	"go/types"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/translate"
)

// With effects=drop what no result can read is left out, and nothing else.
func TestDropEffects(t *testing.T) {
	const vars = "import (\n\t\"fmt\"\n\t\"log\"\n\t\"os\"\n\t\"sync/atomic\"\n)\n\nvar (\n\tn     int\n\tcalls atomic.Int64\n\thits  [3]int\n\ttotal int64\n" +
		"\t_     = fmt.Sprint\n\t_     = log.Print\n\t_     = os.Exit\n)\n\n"
	for body, want := range map[string]string{
		"n++\n\treturn x":                                                       "",
		"n, hits[1] = 1, 2\n\treturn x":                                         "",
		"hits[int(x)]++\n\treturn x":                                            "",
		"n += int(x)\n\treturn x":                                               "",
		"n = max(n, 3)\n\treturn x":                                             "",
		"calls.Add(1)\n\treturn x":                                              "",
		"fmt.Println(x)\n\treturn x":                                            "",
		"fmt.Fprintln(os.Stderr, x)\n\treturn x":                                "",
		"print(x)\n\treturn x":                                                  "",
		"log.Print(x)\n\treturn x":                                              "",
		"n++\n\treturn x * float64(n)":                                          "global-write",
		"if n > 3 {\n\t\treturn 0\n\t}\n\tn++\n\treturn x":                      "global-write",
		"return x * float64(calls.Add(1))":                                      "goroutine",
		"log.Fatal(x)\n\treturn x":                                              "io",
		"var c count\n\tfmt.Fprintln(&c, x)\n\treturn x * float64(c.n)":         "io",
		"atomic.AddInt64(&total, 1)\n\treturn x":                                "",
		"atomic.AddInt64(&total, 1)\n\treturn x * float64(total)":               "global-write",
		"k := int64(1)\n\tatomic.AddInt64(&k, 1)\n\treturn x * float64(k)":      "goroutine",
		"p := &total\n\tatomic.AddInt64(p, 1)\n\treturn x":                      "global-write",
		"os.Exit(1)\n\treturn x":                                                "io",
		"m, _ := fmt.Println(x)\n\treturn x * float64(m)":                       "io",
		"fmt.Fprintln(os.NewFile(5, \"five\"), x)\n\treturn x":                  "io",
		"p := &n\n\t*p = 3\n\treturn x":                                         "global-write",
		"fmt.Println(os.ReadFile(\"name\"))\n\treturn x":                        "io",
		"f := func() float64 { n++; return x }\n\tn = 2 * int(f())\n\treturn x": "",
	} {
		p := check(t, "p", map[string]string{"p.go": "package p\n\n" + vars + "type count struct{ n int }\n\nfunc (c *count) Write(b []byte) (int, error) {\n\tc.n++\n\treturn 0, nil\n}\n\nfunc F(x float64) float64 {\n\t" + body + "\n}\n"}, "")
		_, ds := translate.Translate(p, []translate.Root{{Func: p.Types.Scope().Lookup("F").(*types.Func), DropEffects: true}})
		got := ""
		if len(ds) > 0 {
			got = string(ds[0].Code)
		}
		if got != want {
			t.Errorf("%s: got %q, want %q\n%v", body, got, want, ds)
		}
	}
}
