package wild

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/seed-4b734f86/gochad/bench/wild/judge"
)

//go:embed judge/*.go
var judgeFiles embed.FS

// What can come of a function.
const (
	Right      = judge.Right
	Wrong      = judge.Wrong
	Refused    = "refused"
	Defect     = "internal error"
	Uncompiled = "does not compile"
	Slow       = "too slow"
	NoPoint    = judge.NoPoint
)

// Statuses are in the order of tables.
var Statuses = []string{Right, Wrong, Refused, Defect, Uncompiled, Slow, NoPoint}

// A Result is what came of a function.
type Result struct {
	Function
	Status  string
	Message string `json:",omitempty"` // the tool's first message, the compiler's, or what is wrong
	Place   string `json:",omitempty"` // of the message
	Warning string `json:",omitempty"` // the tool's first, where it derives the function all the same
	Folder  string `json:",omitempty"` // of the package, below the folder of the run
	Flat    bool   `json:",omitempty"` // the function changes near no point that was drawn
	Bits    bool   `json:",omitempty"` // values were those of the function to the bit
	Points  int    `json:",omitempty"`
	Kinks   int    `json:",omitempty"` // points left out since there is no derivative
	Seconds float64
}

// A Runner tries functions.
type Runner struct {
	Dir      string // where modules and packages are written
	Jobs     int
	Timeout  time.Duration // for each step of a function
	Progress io.Writer
	// Gen derives the package in the folder of a module, and gives what the tool writes.
	Gen func(ctx context.Context, module, pkg string) ([]byte, error)
}

// Chad is a Gen that runs the command at a path.
func Chad(path string) func(ctx context.Context, module, pkg string) ([]byte, error) {
	return func(ctx context.Context, module, pkg string) ([]byte, error) {
		text, err := command(ctx, module, path, "gen", "./"+pkg).CombinedOutput()
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return text, err
	}
}

// Run tries functions of an entry. What keeps a function from being tried at all is an error.
func (r *Runner) Run(ctx context.Context, e Entry, fs []Function) ([]Result, error) {
	dir := filepath.Join(r.Dir, e.Name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	m, err := NewModule(ctx, dir, e)
	if err != nil {
		return nil, err
	}
	wrappers, err := wrappers(ctx, m, fs)
	if err != nil {
		return nil, err
	}
	if err := copyJudge(filepath.Join(dir, "judge")); err != nil {
		return nil, err
	}
	for i, w := range wrappers {
		if err := writeGo(filepath.Join(dir, folder(i), "f.go"), w.Source(nil)); err != nil {
			return nil, err
		}
	}
	if err := writeGo(filepath.Join(dir, "probe", "main.go"), probeSource(wrappers)); err != nil {
		return nil, err
	}
	if _, err := m.Go(ctx, "build", "-o", "probe.bin", "./probe"); err != nil {
		return nil, fmt.Errorf("%s: the callers do not compile: %w", e.Name, err)
	}
	results := make([]Result, len(fs))
	var wg sync.WaitGroup
	var print sync.Mutex
	jobs := make(chan struct{}, max(1, r.Jobs))
	for i, w := range wrappers {
		wg.Add(1)
		jobs <- struct{}{}
		go func() {
			defer func() { <-jobs; wg.Done() }()
			begin := time.Now()
			res := r.try(ctx, m, i, w)
			res.Function, res.Seconds = fs[i], time.Since(begin).Seconds()
			res.Folder = filepath.Join(e.Name, folder(i))
			results[i] = res
			print.Lock()
			defer print.Unlock()
			r.progress(res)
		}()
	}
	wg.Wait()
	return results, ctx.Err()
}

// progress says what came of a function, or, if it is held, only that it was tried.
func (r *Runner) progress(res Result) {
	if res.Held {
		fmt.Fprintf(r.Progress, "%s: held\n", res.Entry)
		return
	}
	fmt.Fprintf(r.Progress, "%s: %s: %s in %.1f s %s\n", res.Folder, res.ID(), res.Status, res.Seconds, res.Message)
}

func folder(i int) string { return fmt.Sprintf("f%02d", i) }

// wrappers are the callers of functions.
func wrappers(ctx context.Context, m *Module, fs []Function) ([]*Wrapper, error) {
	var paths []string
	seen := map[string]bool{}
	for _, f := range fs {
		if !seen[f.Package] {
			seen[f.Package] = true
			paths = append(paths, f.Package)
		}
	}
	pkgs, err := m.Load(ctx, paths...)
	if err != nil {
		return nil, err
	}
	all := Enumerate(pkgs)
	out := make([]*Wrapper, len(fs))
	for i, f := range fs {
		if out[i] = all[f.ID()]; out[i] == nil {
			return nil, fmt.Errorf("no function %s can be called; was list.tsv drawn by this program?", f.ID())
		}
	}
	return out, nil
}

// try takes one function through all steps.
func (r *Runner) try(ctx context.Context, m *Module, i int, w *Wrapper) Result {
	pkg := folder(i)
	probe, err := r.judge(ctx, m, "probe.bin", pkg)
	if err != nil {
		return Result{Status: NoPoint, Message: firstLine(err.Error())}
	}
	if probe.Status != judge.Right {
		return Result{Status: NoPoint, Message: probe.Reason}
	}
	file := filepath.Join(m.Dir, pkg, "f.go")
	if err := writeGo(file, w.Source(probe.Writes)); err != nil {
		return Result{Status: Uncompiled, Message: err.Error()}
	}
	step, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	text, err := r.Gen(step, m.Dir, pkg)
	if errors.Is(err, context.DeadlineExceeded) {
		return Result{Status: Slow, Message: "chad gen"}
	}
	if err != nil {
		return refusal(string(text) + err.Error())
	}
	if err := writeGo(filepath.Join(m.Dir, pkg, "run", "main.go"), runSource(pkg, w)); err != nil {
		return Result{Status: Uncompiled, Message: err.Error()}
	}
	bin := pkg + ".bin"
	build, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	if _, err := m.Go(build, "build", "-o", bin, "./"+pkg+"/run"); errors.Is(err, context.DeadlineExceeded) {
		return Result{Status: Slow, Message: "go build"}
	} else if err != nil {
		place, message := firstMessage(err.Error())
		return Result{Status: Uncompiled, Message: message, Place: place}
	}
	defer os.Remove(filepath.Join(m.Dir, bin))
	v, err := r.judge(ctx, m, bin, pkg)
	if errors.Is(err, context.DeadlineExceeded) {
		return Result{Status: Slow, Message: "the derivatives"}
	}
	if err != nil {
		return Result{Status: Wrong, Message: firstLine(err.Error())}
	}
	_, warning, _ := strings.Cut(string(text), ": warning: ")
	return Result{Status: v.Status, Message: v.Reason, Warning: firstLine(warning), Flat: v.Flat, Bits: v.Bits, Points: v.Points, Kinks: v.Kinks}
}

// judge runs a program of judge.Main.
func (r *Runner) judge(ctx context.Context, m *Module, bin, name string) (judge.Verdict, error) {
	ctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	var v judge.Verdict
	out, err := output(ctx, m.Dir, filepath.Join(m.Dir, bin), name)
	if err != nil {
		return v, err
	}
	return v, json.Unmarshal(out, &v)
}

func copyJudge(dir string) error {
	files, err := judgeFiles.ReadDir("judge")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, f := range files {
		if strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		text, err := judgeFiles.ReadFile("judge/" + f.Name())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, f.Name()), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func writeGo(file, text string) error {
	formatted, err := format.Source([]byte(text))
	if err != nil {
		return fmt.Errorf("%w in\n%s", err, text)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, formatted, 0o644)
}

// probeSource is a program that looks for points of all functions.
func probeSource(ws []*Wrapper) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "package main\n\nimport %q\n", moduleName+"/judge")
	for i := range ws {
		fmt.Fprintf(&b, "import %s %q\n", folder(i), moduleName+"/"+folder(i))
	}
	fmt.Fprintf(&b, "\nfunc main() {\njudge.Main(map[string]judge.Case{\n")
	for i, w := range ws {
		fmt.Fprintf(&b, "%q: {F: %s.F, Lengths: %#v},\n", folder(i), folder(i), w.Lengths())
	}
	fmt.Fprintf(&b, "})\n}\n")
	return b.String()
}

// runSource is a program that judges one function.
func runSource(pkg string, w *Wrapper) string {
	reverse := "VJP: w.FVJP"
	if w.Scalar() {
		reverse = "Grad: w.FGrad"
	}
	return fmt.Sprintf("package main\n\nimport (\n%q\nw %q\n)\n\nfunc main() {\njudge.Main(map[string]judge.Case{%q: {F: w.F, %s, JVP: w.FJVP, Lengths: %#v}})\n}\n",
		moduleName+"/judge", moduleName+"/"+pkg, pkg, reverse, w.Lengths())
}
