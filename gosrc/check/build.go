package check

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/check/judge"
	"github.com/seed-4b734f86/gochad/gosrc/load"
)

// A program judges functions of a package: it is the test binary of that, with files in place of some of the user's
// and besides them, which only the go command sees.
type program struct {
	*checking
	dir     string            // a temporary folder
	replace map[string]string // by file: the file that stands for it; empty is none
	files   int
	hooks   map[string]bool // functions that give arguments
}

// newProgram makes the folder, with generated texts.
func newProgram(c *checking, texts map[string][]byte) (*program, error) {
	dir, err := os.MkdirTemp(c.tmp, "build")
	if err != nil {
		return nil, err
	}
	b := &program{checking: c, dir: dir, replace: map[string]string{}, hooks: map[string]bool{}}
	for _, file := range c.p.Generated {
		b.replace[file] = "" // stale, or for another platform
	}
	for name, text := range texts {
		if err := b.put(filepath.Join(c.p.Dir, name), text); err != nil {
			b.remove()
			return nil, err
		}
	}
	if err := b.imported(); err != nil {
		b.remove()
		return nil, err
	}
	return b, nil
}

// imported generates the files of packages that the package imports, where there are none yet.
func (b *program) imported() error {
	for _, q := range b.p.Closure() {
		missing := func(f *load.File) bool {
			_, err := os.Stat(f.Target)
			return f.Asks() && errors.Is(err, os.ErrNotExist)
		}
		if q == b.p || !slices.ContainsFunc(q.Files, missing) {
			continue
		}
		opt := b.opt.Load
		opt.Dir = q.Dir
		w, err := load.List([]string{"."}, opt)
		if err != nil {
			return err
		}
		for _, p := range w.Packages {
			if p.Path != q.Path {
				continue
			}
			if ds := w.Check(p); len(ds) > 0 {
				return ds.Err()
			}
			out, ds, err := gosrc.GenerateAll(b.ctx, p, chadOptions)
			if err != nil || len(ds) > 0 {
				return errors.Join(err, ds.Err())
			}
			for name, text := range out.Files {
				if err := b.put(filepath.Join(p.Dir, name), text); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (b *program) remove() { _ = os.RemoveAll(b.dir) }

// put has the go command see a text as a file.
func (b *program) put(file string, text []byte) error {
	b.files++
	at := filepath.Join(b.dir, fmt.Sprintf("file%d.go", b.files))
	b.replace[file] = at
	return os.WriteFile(at, text, 0o600)
}

// compile builds the program.
func (b *program) compile(subjects []*subject) error {
	if err := b.harness(subjects); err != nil {
		return err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": b.replace})
	if err != nil {
		return err
	}
	file := filepath.Join(b.dir, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o600); err != nil {
		return err
	}
	args := []string{"test", "-c", "-vet=off", "-overlay", file, "-o", b.binary()}
	if b.opt.Load.Tags != "" {
		args = append(args, "-tags", b.opt.Load.Tags)
	}
	cmd := exec.CommandContext(b.ctx, "go", append(args, ".")...)
	cmd.Dir = b.p.Dir
	cmd.Env = b.opt.Load.Env
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // so that it removes its files
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.CombinedOutput()
	switch {
	case b.ctx.Err() != nil:
		return b.ctx.Err()
	case err != nil && len(bytes.TrimSpace(out)) == 0:
		return err
	case err != nil:
		return fmt.Errorf("package %s cannot be built with its derivatives: %w\n%s", b.p.Path, err,
			b.own(string(bytes.TrimSpace(out))))
	}
	return nil
}

// own are messages of the go command with the names of the files that it was to see.
func (b *program) own(text string) string {
	var pairs []string
	for file, at := range b.replace {
		if at == "" {
			continue
		}
		if rel, err := filepath.Rel(b.p.Dir, at); err == nil {
			pairs = append(pairs, "."+string(filepath.Separator)+rel+":", b.p.World.Display(file)+":", rel+":",
				b.p.World.Display(file)+":")
		}
		pairs = append(pairs, at+":", b.p.World.Display(file)+":")
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

func (b *program) binary() string { return filepath.Join(b.dir, "judge.exe") }

// judge runs the program. A case in which the program ends, or that does not end, is left out of the next run.
func (b *program) judge(cases []string) (verdicts, error) {
	out := verdicts{}
	for n := 0; len(cases) > 0; n++ {
		lines, problem, err := b.once(cases, fmt.Sprintf("out%d", n))
		if err != nil {
			return nil, err
		}
		begun := ""
		for _, l := range lines {
			if l.Begun != "" {
				begun = l.Begun
			}
			if l.Ended != nil {
				out[l.Ended.Name], begun = l.Ended, ""
			}
		}
		if begun == "" && len(lines) == 0 && problem != "" {
			return nil, fmt.Errorf("package %s: the program that checks its derivatives ended: %s", b.p.Path, problem)
		}
		if begun != "" {
			out[begun] = &judge.Verdict{Name: begun, Why: problem}
		}
		var left []string
		for _, name := range cases {
			if out[name] == nil {
				left = append(left, name)
			}
		}
		if len(left) == len(cases) {
			return out, nil
		}
		cases = left
	}
	return out, nil
}

// once runs the program for some cases. The problem is how it ended.
func (b *program) once(cases []string, outName string) (lines []judge.Line, problem string, err error) {
	t := judge.Task{Settings: b.opt.Settings, Cases: cases, Out: filepath.Join(b.dir, outName)}
	t.Constant = b.constants()
	text, err := json.Marshal(t)
	if err != nil {
		return nil, "", err
	}
	task := filepath.Join(b.dir, "task.json")
	if err := os.WriteFile(task, text, 0o600); err != nil {
		return nil, "", err
	}
	var tail lastBytes
	cmd := exec.CommandContext(b.ctx, b.binary(), "-test.run=^"+testName+"$", "-test.timeout=0")
	cmd.Dir = b.p.Dir
	cmd.Env = append(cmd.Environ(), judge.Variable+"="+task)
	if b.opt.Load.Env != nil {
		cmd.Env = append(append([]string{}, b.opt.Load.Env...), judge.Variable+"="+task)
	}
	cmd.Stdout, cmd.Stderr = &tail, &tail
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		return nil, "", err
	}
	stuck := b.watch(cmd, t.Out)
	failed := cmd.Wait()
	if b.ctx.Err() != nil {
		return nil, "", b.ctx.Err()
	}
	switch {
	case stuck():
		problem = "does not end"
	case failed != nil:
		problem = tail.reason(failed)
	}
	out, err := os.ReadFile(t.Out)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, "", err
	}
	s := bufio.NewScanner(bytes.NewReader(out))
	s.Buffer(nil, 1<<24)
	for s.Scan() {
		var l judge.Line
		if json.Unmarshal(s.Bytes(), &l) == nil { // the last may be cut short
			lines = append(lines, l)
		}
	}
	return lines, problem, s.Err()
}

// watch ends the program when nothing has come out for longer than a case may take.
func (b *program) watch(cmd *exec.Cmd, out string) (stuck func() bool) {
	done, ended := make(chan struct{}), make(chan bool, 1)
	go func() {
		size, since := int64(-1), time.Now()
		patience := time.Duration(3*b.opt.Settings.Seconds*float64(time.Second)) + 2*time.Second
		for {
			select {
			case <-done:
				ended <- false
				return
			case <-time.After(100 * time.Millisecond):
			}
			if info, err := os.Stat(out); err == nil && info.Size() != size {
				size, since = info.Size(), time.Now()
			}
			if time.Since(since) > patience {
				_ = cmd.Process.Kill()
				ended <- true
				return
			}
		}
	}()
	return func() bool { close(done); return <-ended }
}

// lastBytes keep the end of what a program writes.
type lastBytes struct{ text []byte }

func (l *lastBytes) Write(p []byte) (int, error) {
	l.text = append(l.text, p...)
	if n := len(l.text); n > 1<<16 {
		l.text = append([]byte(nil), l.text[n-1<<15:]...)
	}
	return len(p), nil
}

// reason is why a program ended, in a line.
func (l *lastBytes) reason(failed error) string {
	for line := range strings.Lines(string(l.text)) {
		line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "--- FAIL: "))
		if strings.HasPrefix(line, "fatal error: ") || strings.HasPrefix(line, "panic: ") {
			return "ends the program: " + line
		}
	}
	return "ends the program: " + failed.Error()
}
