package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
)

// No primitive fails chad check, alone or with another inside, wherever its domain ends: what is there has no number,
// or differences say nothing.
func TestCheckPrimitives(t *testing.T) {
	var text strings.Builder
	n := 0
	for _, o := range syntax.Ops() {
		if o.Result != syntax.Real || o == syntax.OpGMul || o.Rounded { // of what is rounded differences see the steps
			continue
		}
		for _, inside := range []string{"%s", "exp (%s / 2)", "log %s"} {
			var params, args []string
			for i, p := range o.Params {
				x := fmt.Sprintf("x%d", i)
				params = append(params, x+" : "+p.String())
				if p == syntax.Real {
					x = "(" + fmt.Sprintf(inside, x) + ")"
				}
				args = append(args, x)
			}
			call := o.Name + " (" + strings.Join(args, ", ") + ")"
			if o.Infix != "" && len(args) == 2 {
				call = args[0] + " " + o.Infix + " " + args[1]
			}
			fmt.Fprintf(&text, "def f%d (%s) : real = %s\n", n, strings.Join(params, ", "), call)
			n++
		}
	}
	file := filepath.Join(t.TempDir(), "all.chad")
	if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	code := Run([]string{"check", file, "--range", "-6,6", "--points", "8"}, nil, &out, &errs)
	if code == 2 {
		t.Fatal(errs.String())
	}
	defs, ok := strings.Split(text.String(), "\n"), 0
	for i, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		if strings.Contains(line, "FAILED") {
			t.Errorf("%s\n%s", defs[i], line)
		}
		if strings.Contains(line, " ok at ") {
			ok++
		}
	}
	if ok < n/2 {
		t.Errorf("only %d of %d could be checked", ok, n)
	}
}
