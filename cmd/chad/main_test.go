package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"chad": main}) }

func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("CHECKOUT", root)
			for _, name := range []string{"HOME", "GOCACHE", "GOMODCACHE", "GOPROXY", "GOFLAGS"} {
				if v, ok := os.LookupEnv(name); ok {
					e.Setenv(name, v)
				}
			}
			return nil
		},
	})
}

// What the command and the library import ends up in the go.mod of everyone who uses them. So a module more is a
// decision, and libraries of plots or matrices are for tests and examples only.
func TestModulesThatUsersGet(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	tests := []struct {
		packages []string
		want     []string
	}{
		{[]string{"./cmd/chad", "./cmd/chadvet"}, []string{
			"github.com/dave/jennifer", "github.com/rogpeppe/go-internal", "github.com/seed-4b734f86/gochad",
			"github.com/spf13/cobra", "github.com/spf13/pflag", "golang.org/x/mod", "golang.org/x/sync", "golang.org/x/tools",
		}},
		{[]string{"./chad", "./syntax/build", "./linear", "./sparse"}, []string{
			"github.com/dave/jennifer", "github.com/seed-4b734f86/gochad",
		}},
		{[]string{"./wasmbackend/run"}, []string{
			"github.com/seed-4b734f86/gochad", "github.com/tetratelabs/wazero", "golang.org/x/sys",
		}},
		{[]string{"./proptest"}, []string{
			"github.com/dave/jennifer", "github.com/leanovate/gopter", "github.com/seed-4b734f86/gochad",
			"github.com/tetratelabs/wazero", "golang.org/x/sys",
		}},
	}
	for _, test := range tests {
		list := exec.Command("go", append([]string{"list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}"}, test.packages...)...)
		list.Dir = "../.."
		list.Stderr = os.Stderr
		out, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Fields(string(out))
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, test.want) {
			t.Errorf("%s import the modules\n%s\nwant\n%s", test.packages, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
}
