package typescript_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/seed-4b734f86/gochad/internal/roomyheap"
	"github.com/seed-4b734f86/gochad/typescript"
)

var update = flag.Bool("update", false, "write what Node prints to testdata/output.txtar")

// built is the package, built once.
var built = sync.OnceValues(func() (*typescript.Package, error) { return typescript.Build(context.Background()) })

// names are those of the programs: the examples of the guide, and those in testdata.
func names(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"examples/*.ts", "testdata/*.ts"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if name := strings.TrimSuffix(filepath.Base(f), ".ts"); name != "bad" {
				out = append(out, name)
			}
		}
	}
	if len(out) < 8 {
		t.Fatalf("only %d programs", len(out))
	}
	return out
}

// tool finds a program, without which a test is skipped.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip("no " + name)
	}
	return path
}

func write(t *testing.T, dir, name string, content []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, dir, path string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute) // where a derivative is wrong, descent has no end
	defer cancel()
	c := exec.CommandContext(ctx, path, args...)
	c.Dir = dir
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s%s", path, args, err, out, stderr.Bytes())
	}
	return string(out)
}

// project is a folder with the programs and the package, as npm would install it.
func project(t *testing.T) string {
	t.Helper()
	p, err := built()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	modules := filepath.Join(dir, "node_modules", typescript.Name)
	if err := os.MkdirAll(modules, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range p.Files {
		write(t, modules, name, content)
	}
	write(t, dir, "package.json", []byte(`{"type":"module","dependencies":{"gochad":"*"}}`))
	for _, pattern := range []string{"examples/*.ts", "testdata/*.ts", "testdata/tsconfig.json"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			content, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			write(t, dir, filepath.Base(f), content)
		}
	}
	return dir
}

// translated is a project with the programs as JavaScript in the folder out. That their types are right is asked on the
// way.
func translated(t *testing.T) string {
	t.Helper()
	dir := project(t)
	run(t, dir, tool(t, "tsc"), "-p", ".")
	return dir
}

// wanted is what the programs print.
func wanted(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/output.txtar")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, section := range regexp.MustCompile(`(?m)^-- `).Split(string(text), -1)[1:] {
		name, content, _ := strings.Cut(section, " --\n")
		out[name] = content
	}
	return out
}

// Programs that are right have types, also those of the strictest settings, and others are refused where they are wrong.
func TestTypes(t *testing.T) {
	tsc := tool(t, "tsc")
	dir := translated(t)
	bad, err := os.ReadFile("testdata/bad.ts")
	if err != nil {
		t.Fatal(err)
	}
	var unexpected []byte
	expected := 0
	for line := range bytes.Lines(bad) {
		if bytes.HasPrefix(line, []byte("// @ts-expect-error")) {
			expected++
			line = []byte("\n")
		}
		unexpected = append(unexpected, line...)
	}
	write(t, dir, "worse.ts", unexpected)
	c := exec.Command(tsc, "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom", "worse.ts")
	c.Dir = dir
	out, err := c.CombinedOutput()
	lines := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^worse\.ts\((\d+),`).FindAllStringSubmatch(string(out), -1) {
		lines[m[1]] = true
	}
	if err == nil || len(lines) != expected || expected < 30 {
		t.Errorf("%d lines with errors, want %d\n%s", len(lines), expected, out)
	}
	write(t, dir, "strictest.ts", []byte(`
import { Real, Vec, at, compile, fn, grad, sum, square } from 'gochad'
const g = await compile(grad(fn([Vec(3, Real)], Real, x => sum(3, i => square(at(x, i))))))
export const first: number | undefined = g([1, 2, 3])[0]
`))
	run(t, dir, tsc, "--noEmit", "--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--isolatedModules",
		"--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom", "strictest.ts")
}

// In Node the programs print what is known by hand, and find no difference between derivatives and differences.
func TestNode(t *testing.T) {
	node := tool(t, "node")
	dir := translated(t)
	got := map[string]string{}
	var all strings.Builder
	for _, name := range names(t) {
		got[name] = run(t, dir, node, "--enable-source-maps", "out/"+name+".js")
		all.WriteString("-- " + name + " --\n" + got[name])
	}
	if *update {
		if err := os.WriteFile("testdata/output.txtar", []byte(all.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	compare(t, got)
}

// compare compares what programs have printed with what is wanted.
func compare(t *testing.T, got map[string]string) {
	t.Helper()
	want := wanted(t)
	if len(want) != len(got) {
		t.Errorf("%d programs, want %d", len(got), len(want))
	}
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s prints\n%s\nwant\n%s", name, got[name], text)
		}
	}
}

// Deno runs the programs as they are, with the types of the package.
func TestDeno(t *testing.T) {
	deno := tool(t, "deno")
	t.Setenv("DENO_DIR", t.TempDir())
	t.Setenv("DENO_NO_UPDATE_CHECK", "1")
	dir := project(t)
	write(t, dir, "deno.json", []byte(`{"nodeModulesDir":"manual"}`))
	got := map[string]string{}
	for _, name := range names(t) {
		got[name] = run(t, dir, deno, "run", "--quiet", "--no-prompt", "--check", "--allow-read=.", name+".ts")
	}
	compare(t, got)
	c := exec.Command(deno, "check", "--quiet", "first.ts", "bad.ts")
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// The scripts are small beside the compiler, and that is no larger than it was.
func TestSize(t *testing.T) {
	p, err := built()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("scripts %d, compiler %d, compressed %d", p.Library, p.Compiler, p.Packed)
	if p.Library > 60_000 || p.Packed > 4_300_000 {
		t.Errorf("the scripts have %d bytes, the compiler %d", p.Library, p.Packed)
	}
}
