package plan

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

var update = flag.Bool("update", false, "rewrite the plans in testdata")

// testdata/plans.txtar holds programs in pairs: "name", and "name/plan" for what is planned.
func TestPlans(t *testing.T) {
	const path = "testdata/plans.txtar"
	ar, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, f := range ar.Files {
		if s, ok := strings.CutSuffix(f.Name, "/plan"); ok {
			want[s] = string(f.Data)
		}
	}
	out := &txtar.Archive{Comment: ar.Comment}
	for _, f := range ar.Files {
		if strings.HasSuffix(f.Name, "/plan") {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			p, err := loop.Read(f.Name, string(f.Data))
			if err != nil {
				t.Fatal(err)
			}
			if err := loop.Verify(p); err != nil {
				t.Fatal(err)
			}
			got := describe(p, Program(p))
			if got != want[f.Name] && !*update {
				t.Errorf("got:\n%s\nwant:\n%s", got, want[f.Name])
			}
			out.Files = append(out.Files, f, txtar.File{Name: f.Name + "/plan", Data: []byte(got)})
		})
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(out), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// describe writes a plan, one line for each decision, in the order of the program.
func describe(p *loop.Program, pl *Plan) string {
	var b strings.Builder
	where := func(w Where) string { return [...]string{"heap", "slot", "arena"}[w] }
	level := func(n int) string {
		if n == 0 {
			return ""
		}
		return fmt.Sprintf(" (%d)", n)
	}
	keys := func(ks []Key) string {
		var s []string
		for _, k := range ks {
			name := k.Type.String()
			if k.Node {
				name = "cell " + k.Type.Cell.Name
			}
			name += level(k.Level)
			s = append(s, name)
		}
		return strings.Join(s, ", ")
	}
	for _, f := range p.Funcs {
		fmt.Fprintf(&b, "%s:", f.Name)
		if pl.Uses[f] {
			b.WriteString(" uses memory")
		}
		if m := pl.Marked[f]; len(m) > 0 {
			b.WriteString(", gives back " + keys(m))
		}
		b.WriteString("\n")
		loop.Walk(f.Body, func(s loop.Stmt) {
			switch st := s.(type) {
			case *loop.Alloc:
				fmt.Fprintf(&b, "  %s: %s\n", st.Var.Name, where(pl.Where[s])+level(pl.Levels[st.Var]))
			case *loop.NewCell:
				fmt.Fprintf(&b, "  %s: %s\n", st.Var.Name, where(pl.Where[s])+level(pl.Levels[st.Var]))
			case *loop.Append:
				fmt.Fprintf(&b, "  appending to %s: %s\n", st.Var.Name, where(pl.Growing[st.Var])+level(pl.Levels[st.Var]))
			case *loop.For:
				if r := pl.Released[s]; len(r) > 0 {
					fmt.Fprintf(&b, "  loop %s gives back %s\n", st.Var.Name, keys(r))
				}
			case *loop.While:
				if r := pl.Released[s]; len(r) > 0 {
					fmt.Fprintf(&b, "  while gives back %s\n", keys(r))
				}
			}
		})
	}
	return b.String()
}

// A chain of functions, each of which hands on what the next one made, takes time linear in its length.
func TestLongChains(t *testing.T) {
	const n = 20_000
	var b strings.Builder
	for i := range n {
		if i == n-1 {
			fmt.Fprintf(&b, "func f%d(x real) {\n\tvar t []real = new(2)\n\tt[0] = x\n\treturn t\n}\n", i)
			continue
		}
		head := "func"
		if i == 0 {
			head = "export func"
		}
		fmt.Fprintf(&b, "%s f%d(x real) {\n\tvar t []real = call f%d(x)\n\treturn t\n}\n", head, i, i+1)
	}
	p, err := loop.Read("chain", b.String())
	if err != nil {
		t.Fatal(err)
	}
	last := p.Funcs[n-1]
	if pl := Program(p); pl.Where[last.Body[0]] != Heap || pl.Uses[p.Funcs[0]] {
		t.Error("what an exported function returns is not new")
	}
	p.Funcs[0].Results = nil
	if pl := Program(p); pl.Where[last.Body[0]] != Arena || !pl.Uses[p.Funcs[0]] {
		t.Error("what nobody returns is new")
	}
}
