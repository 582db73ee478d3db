package proptest

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-4b734f86/gochad/gen"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// a compilation checks many programs against the Go code emitted for them: all
// go into one package, so that the Go compiler runs once.
type compilation struct {
	sys   *System
	dir   string
	files map[string][]byte
	calls []string
	want  [][]float64
	// sources are the programs, for reports.
	sources []*Sample
	chunks  []*chunk
}

// newCompilation works in dir, in a module of its own that uses this one from root.
func newCompilation(sys *System, dir, root string) *compilation {
	mod := "module emitted\n\ngo 1.26\n\nrequire github.com/seed-4b734f86/gochad v0.0.0\n\n" +
		"replace github.com/seed-4b734f86/gochad => " + strconv.Quote(root) + "\n"
	return &compilation{sys: sys, dir: dir, files: map[string][]byte{"go.mod": []byte(mod)}}
}

// add emits the value and pullback of a sample and evaluates them at a point.
// The sample's entry must have parameters of reals and arrays of reals only.
func (c *compilation) add(s *Sample) error {
	in, err := c.sys.instantiate(s)
	if err != nil {
		return err
	}
	d, err := in.derive(in.rev)
	if err != nil {
		return err
	}
	paper, entry, err := in.withSeed(d)
	if err != nil {
		return err
	}
	y, err := in.call(in.plain, nil, 0)
	if err != nil {
		return err
	}
	args := append(in.args[:len(in.args):len(in.args)],
		seedArgs(tangentAt(y, in.Entry.Result, from(in.cotangent(y))))...)
	v, err := in.eval.CallSized(entry, in.sizes, args...)
	if err != nil {
		return tooLong(err)
	}
	p, centry, err := c.sys.compile(paper, entry)
	if err != nil {
		return err
	}
	k := len(c.calls)
	for _, def := range p.Defs {
		def.Name = fmt.Sprintf("%s_%d", def.Name, k)
	}
	c.emit(p, gen.Export{Def: centry, Name: fmt.Sprintf("F%d", k)})
	c.calls = append(c.calls, fmt.Sprintf("e%d.F%d(%s)", len(c.chunks)-1, k, goArgs(args)))
	c.want = append(c.want, realsOf(v))
	c.sources = append(c.sources, s)
	return nil
}

// perPackage is how many programs make one Go package.
const perPackage = 40

// emit adds a program to the package in work.
func (c *compilation) emit(p *syntax.Program, e gen.Export) {
	if len(c.calls)%perPackage == 0 {
		c.chunks = append(c.chunks, &chunk{prog: &syntax.Program{}})
	}
	last := c.chunks[len(c.chunks)-1]
	for _, d := range p.Data {
		if !slices.Contains(last.prog.Data, d) {
			last.prog.Data = append(last.prog.Data, d)
		}
	}
	last.prog.Defs = append(last.prog.Defs, p.Defs...)
	last.exports = append(last.exports, e)
}

// a chunk is the programs of one package.
type chunk struct {
	prog    *syntax.Program
	exports []gen.Export
}

// goArgs writes values as arguments of an emitted function: reals, slices, and
// the components of a tuple one by one.
func goArgs(vs []semantics.Value) string {
	var out []string
	for _, v := range vs {
		switch v := v.(type) {
		case semantics.Real:
			out = append(out, goReal(float64(v)))
		case *semantics.Tuple:
			if s := goArgs(v.Elems); s != "" {
				out = append(out, s)
			}
		case *semantics.Array:
			var xs []string
			for _, x := range realsOf(v) {
				xs = append(xs, goReal(x))
			}
			out = append(out, "[]float64{"+strings.Join(xs, ", ")+"}")
		}
	}
	return strings.Join(out, ", ")
}

func goReal(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// run compiles and runs everything and reports the first disagreement.
func (c *compilation) run(ctx context.Context) error {
	var main bytes.Buffer
	main.WriteString("package main\n\nimport (\n\t\"fmt\"\n")
	for k, ch := range c.chunks {
		src, err := gen.Generate(ch.prog, gen.Options{Package: fmt.Sprintf("e%d", k), Exports: ch.exports})
		if err != nil {
			return fmt.Errorf("gen: %w", err)
		}
		c.files[fmt.Sprintf("e%d/e.go", k)] = src
		fmt.Fprintf(&main, "\t\"emitted/e%d\"\n", k)
	}
	main.WriteString(")\n\nfunc main() {\n")
	for _, call := range c.calls {
		fmt.Fprintf(&main, "\tfmt.Println(%s)\n", call)
	}
	main.WriteString("}\n")
	c.files["main.go"] = main.Bytes()
	for name, src := range c.files {
		path := filepath.Join(c.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, src, 0o666); err != nil {
			return err
		}
	}
	cmd := exec.CommandContext(ctx, "go", "run", "-gcflags=emitted/...=-N -l", "-mod=mod", ".")
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("emitted Go: %w\n%.4000s", err, stderr.String())
	}
	return c.compare(out)
}

func (c *compilation) compare(out []byte) error {
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<20)
	for k := range c.calls {
		if !lines.Scan() {
			return fmt.Errorf("emitted Go printed %d lines of %d", k, len(c.calls))
		}
		var got []float64
		for _, f := range strings.FieldsFunc(lines.Text(),
			func(r rune) bool { return strings.ContainsRune(" []{}&", r) }) {
			x, err := strconv.ParseFloat(f, 64)
			if err != nil {
				return fmt.Errorf("program %d printed %q", k, lines.Text())
			}
			got = append(got, x)
		}
		if d := distances(c.want[k], got); !(d <= 1e-7) {
			return fmt.Errorf("program %d: emitted Go gives %v, the evaluator %v\n%s", k, got, c.want[k], c.sources[k])
		}
	}
	return nil
}

// EmittedAgree emits n random programs with their pullbacks as Go, compiles them
// in dir and compares what they compute with the evaluator. root is the folder of this
// module. Programs that gen refuses are counted in refused.
func EmittedAgree(ctx context.Context, sys *System, dir, root string, c Config, n int) (refused int, err error) {
	comp := newCompilation(sys, dir, root)
	for k := int64(0); len(comp.calls) < n && k < int64(2*n); k++ {
		c.Seed = k
		c.RealEntry = true
		s := Generate(c)
		if err := comp.add(s); err != nil {
			refused++
			if refused > n/10+5 {
				return refused, fmt.Errorf("too many programs are refused, the last for: %w\n%s", err,
					syntax.ProgramString(s.Program))
			}
		}
	}
	return refused, comp.run(ctx)
}
