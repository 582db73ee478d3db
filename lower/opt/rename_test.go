package opt

import (
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// Variables that are declared right in front of the branch that gives them a value have nothing to rename, and all
// others may have.
func TestSettled(t *testing.T) {
	for _, c := range []struct {
		name, body string
		settled    bool
	}{
		{"a choice", "var y real = 0.0\nif x < 1.0 {\ny = x\n} else {\ny = 2.0\n}\nreturn y * y", true},
		{"two choices", "var y real = 0.0\nvar z real = 1.0\nif x < 1.0 {\nz = x\ny = z\n}\nreturn y * z", true},
		{"a choice in a choice", "var y real = 0.0\nif x < 1.0 {\nvar z real = 0.0\nif x < 0.0 {\nz = x\n}\ny = z\n}\nreturn y", true},
		{"a value before the choice", "var y real = x\nif x < 1.0 {\ny = 2.0\n}\nreturn y", false},
		{"an assignment before the choice", "var y real = 0.0\ny = x\nif x < 1.0 {\ny = 2.0\n}\nreturn y", false},
		{"a statement between", "var y real = 0.0\nvar z real = x * x\nif x < 1.0 {\ny = z\n}\nreturn y", false},
		{"a choice that only reads", "var y real = 0.0\nvar z real = 0.0\nif x < 1.0 {\nz = y\n}\ny = z\nreturn y", false},
		{"no choice", "var y real = 0.0\ny = x\nreturn y", false},
		{"a variable of the branch", "var y real = 0.0\nvar z real = 0.0\nif x < 1.0 {\nz = x * x\ny = z\n}\nreturn y", false},
	} {
		p, err := loop.Read(c.name, "export func F(x real) {\n"+c.body+"\n}\n")
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		in := facts.Analyse(p.Funcs[0])
		if got := localHomes(in).settled(); got != c.settled {
			t.Errorf("%s: settled is %t", c.name, got)
		}
		if changed := renameIn(in); changed && c.settled {
			t.Errorf("%s: renamed", c.name)
		}
	}
}
