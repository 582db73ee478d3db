package gen_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/seed-4b734f86/gochad/gen"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// buffers gives each array of a result a parameter.
func buffers(def *sx.Def) map[int]string {
	into := map[int]string{}
	for k, l := range leaves(def.Result) {
		if l == "[]float64" || l == "[][]float64" {
			into[k] = fmt.Sprintf("bar%d", k)
		}
	}
	return into
}

// addSteady emits def with buffers, and calls it on one workspace with inputs of several sizes, up and down: the values
// are right, and then nothing is allocated any more, neither there nor from the pool.
func (c *compare) addSteady(t *testing.T, pkg string, p *sx.Program, def *sx.Def) {
	t.Helper()
	into := buffers(def)
	src, err := gen.Generate(p, gen.Options{Package: pkg, SplitOver: c.split, Exports: []gen.Export{{Def: def, Name: "F", Into: into}}})
	if err != nil {
		t.Fatal(err)
	}
	c.write(t, pkg+"/"+pkg+".go", string(src))
	c.imports.WriteString("\t\"samples/" + pkg + "\"\n")
	callees := []string{pkg}
	if strings.Contains(string(src), "type FWorkspace struct") {
		w := "w" + pkg
		fmt.Fprintf(&c.main, "\t%s := %s.NewFWorkspace()\n", w, pkg)
		callees = append(callees, w)
	}
	for _, callee := range callees {
		for k, n := range []int64{3, 9, 1, 5} {
			c.call(t, callee, "F", run{def: def, args: arguments(def, 3*k, n, 2+n/2), into: into})
		}
	}
	for _, callee := range callees {
		c.countAllocs(t, callee, into, def)
	}
}

// countAllocs has the allocations of calls with inputs of several sizes counted: there are none.
func (c *compare) countAllocs(t *testing.T, callee string, into map[int]string, def *sx.Def) {
	t.Helper()
	var before, calls []string
	for k, n := range []int64{3, 9, 1, 5} {
		p := prepare(t, run{def: def, args: arguments(def, 3*k, n, 2+n/2), into: into}, fmt.Sprintf("_%d", k))
		if p.want == "panic" {
			return
		}
		given := p.args[:len(p.args)-len(into)]
		for i, x := range given {
			before = append(before, fmt.Sprintf("a%d_%d := %s", i, k, x))
			given[i] = fmt.Sprintf("a%d_%d", i, k)
		}
		before = append(before, p.before...)
		calls = append(calls, fmt.Sprintf("%s.F(%s)", callee, strings.Join(p.args, ", ")))
	}
	fmt.Fprintf(&c.main, "\tshow(func() []any { %s; return list(testing.AllocsPerRun(10, func() { %s })) })\n",
		strings.Join(before, "; "), strings.Join(calls, "; "))
	c.want = append(c.want, "0")
	c.what = append(c.what, callee+": allocations of "+def.Name)
}

// TestMemory takes gradients that need memory of all kinds: tapes of loops in loops, also of lengths that differ, and
// of while, filter, data and arrays in recursion.
func TestMemory(t *testing.T) {
	anf := load(t, "testdata/memory.chad")
	sx.ANFProgram(anf)
	c := newCompare(t)
	for _, d := range anf.Defs {
		if strings.HasPrefix(d.Name, "sub") {
			continue
		}
		low, def := compiled(t, d)
		if def == nil {
			t.Fatalf("%s has no first-order gradient", d.Name)
		}
		c.addSteady(t, "memory"+strings.ToLower(d.Name), low, def)
		// All in one function, recursion apart.
		in, _, err := simplify.Program(low, simplify.Options{Compiled: true, Inline: 1000})
		if err != nil {
			t.Fatal(err)
		}
		c.split = 40 // into pieces that are much smaller than the least worth while
		c.addSteady(t, "inlined"+strings.ToLower(d.Name), in, in.Lookup(def.Name))
		c.split = 0
	}
	c.finish(t)
}

// TestWorkspaceUse covers what a workspace promises: one call at a time, nil as one of the pool, use after a panic,
// and names that are not those of exports.
func TestWorkspaceUse(t *testing.T) {
	anf := load(t, "testdata/memory.chad")
	sx.ANFProgram(anf)
	low, def := compiled(t, anf.Lookup("ragged"))
	c := newCompare(t)
	for _, pkg := range []string{"single", "clash"} {
		exports := []gen.Export{{Def: def, Name: "F", Into: buffers(def)}}
		if pkg == "clash" {
			exports = nil
			for _, n := range []string{"F", "FWorkspace", "memory", "NewFWorkspace"} {
				exports = append(exports, gen.Export{Def: def, Name: n, Into: map[int]string{1: "fPool"}})
			}
		}
		src, err := gen.Generate(low, gen.Options{Package: pkg, Exports: exports})
		if err != nil {
			t.Fatal(err)
		}
		c.write(t, pkg+"/"+pkg+".go", string(src))
	}
	// Two calls at a time: the second comes while the first waits for its turn to end.
	c.write(t, "single/busy.go", "package single\n\n// Busy has f run while w is in use.\n"+
		"func (w *FWorkspace) Busy(f func()) {\n\tw.lock.enter(\"first\")\n\tdefer w.lock.leave()\n\tf()\n}\n")
	c.imports.WriteString("\t\"samples/single\"\n\t\"samples/clash\"\n")
	show := func(want, body string) {
		fmt.Fprintf(&c.main, "\tshow(func() []any { %s })\n", body)
		c.want, c.what = append(c.want, want), append(c.what, body)
	}
	args := "[]float64{0.5, 0.25, 1}, make([]float64, 3)"
	c.main.WriteString("\tw, want := single.NewFWorkspace(), single.F(" + args + ")\n")
	show("true", "return list(w.F("+args+") == want)")
	show("true", "return list((*single.FWorkspace)(nil).F("+args+") == want)")
	show("true", "return list(new(single.FWorkspace).F("+args+") == want)")
	show("single.F: the workspace is in use by another call; each goroutine needs its own",
		"var msg any; done := make(chan bool); w.Busy(func() { go func() { defer close(done); defer func() { msg = recover() }(); "+
			"w.F("+args+") }(); <-done }); return list(msg)")
	show("800", "n, done := 0, make(chan int); for range 8 { go func() { k := 0; for range 100 { if single.F("+args+") == want { k++ } }; "+
		"done <- k }() }; for range 8 { n += <-done }; return list(n)")
	show("panic", "w.F(nil, make([]float64, 1)); return nil")
	show("true", "return list(w.F("+args+") == want)")
	show("true true true", "return list(clash.F("+args+") == want, clash.NewFWorkspace("+args+") == want, clash.FWorkspace("+args+") == want)")
	c.finish(t)
}

// TestWorkspaceText compares what is emitted for testdata/workspace.chad, up to the helpers, with what the
// documentation shows.
func TestWorkspaceText(t *testing.T) {
	const path = "testdata/workspace.txtar"
	anf := load(t, "testdata/workspace.chad")
	sx.ANFProgram(anf)
	low, def := compiled(t, anf.Defs[0])
	low, _, err := simplify.Program(low, simplify.Options{Compiled: true, Inline: 1000})
	if err != nil {
		t.Fatal(err)
	}
	def = low.Lookup(def.Name)
	into := map[int]string{1: "xbar"}
	export := gen.Export{Def: def, Name: "SpreadGrad", Into: into, Doc: "returns the value of spread and writes its gradient into xbar."}
	src, err := gen.Generate(low, gen.Options{Package: "spread", Exports: []gen.Export{export}})
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(src), ")\n\n")
	text, _, _ = strings.Cut(text, "// lengthError is")
	got := string(txtar.Format(&txtar.Archive{Files: []txtar.File{{Name: "go", Data: []byte(strings.TrimSpace(text) + "\n")}}}))
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (run with -update and review):\n%s", path, got)
	}
}
