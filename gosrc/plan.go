package gosrc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/build"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// Options say how a plan is made. The zero value is ready to use.
type Options struct {
	Load load.Options
	// Emit are settings for all files, besides those of //chad:emit.
	Emit chad.EmitOptions
	// Cache is where results are kept; nil keeps none.
	Cache *Cache
	// Force makes everything again, whatever the cache has.
	Force bool
	// Progress, if not nil, is told which package is begun, the how-manieth of how many it is.
	Progress func(path string, k, n int)
	// Warn, if not nil, is told what is generated although it may not be what is wanted.
	Warn func(diag.Diagnostic)
	// Note, if not nil, is told what is left out that nobody has asked for, and whether the file is generated for the
	// first time.
	Note func(d diag.Diagnostic, first bool)
}

// A Job is what there is to do about one generated file.
type Job struct {
	// Source is the Go file that Target is generated for. It may be gone.
	Source string
	// Target is the generated file. Both are named as people want to read them.
	Target string
	// Old is what is in the target, nil if there is none.
	Old []byte
	// New is what belongs in it; nil if it is to go.
	New []byte
}

// Plan finds what there is to do in the packages that patterns name: files to write, those already right included, and
// generated files of which the source asks for nothing any more. A pattern that is the name of a file stands for that
// file alone. The jobs are in the order of packages and files. Nothing is written.
//
// The error has all the messages, with places, of every package that is at fault.
func Plan(ctx context.Context, patterns []string, opt Options) ([]Job, error) {
	opt.Load.Context = ctx
	opt.Load.More = Adapters
	w, err := load.List(patterns, opt.Load)
	if err != nil {
		return nil, err
	}
	pl := &plan{opt: opt, only: OnlyFiles(patterns, opt.Load.Dir), dirs: map[string]bool{}}
	var ask []*load.Package
	for _, p := range w.Packages {
		if p.Mistaken() || slices.ContainsFunc(p.Files,
			func(f *load.File) bool { return (f.Asks() || f.Attaches()) && pl.wanted(f.Path) }) {
			ask = append(ask, p)
		}
	}
	for i, p := range ask {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if opt.Progress != nil {
			opt.Progress(p.Path, i+1, len(ask))
		}
		if err := pl.generate(ctx, p); err != nil {
			return nil, err
		}
	}
	for _, p := range w.Packages {
		pl.stale(p)
	}
	pl.excluded(w)
	if err := pl.ds.Err(); err != nil {
		return nil, errors.Join(append([]error{err}, pl.errs...)...)
	}
	return pl.jobs, errors.Join(pl.errs...)
}

// plan is a plan in the making.
type plan struct {
	opt  Options
	only map[string]bool // the files that are asked for by name; all, if empty
	dirs map[string]bool // where stale files have been looked for
	jobs []Job
	ds   diag.List
	errs []error
}

// OnlyFiles are the absolute names of the patterns that are files, if all are.
func OnlyFiles(patterns []string, dir string) map[string]bool {
	only := map[string]bool{}
	for _, p := range patterns {
		if !strings.HasSuffix(p, ".go") {
			return nil
		}
		if !filepath.IsAbs(p) {
			p = filepath.Join(dir, p)
		}
		if abs, err := filepath.Abs(p); err == nil {
			only[abs] = true
		}
	}
	return only
}

func (pl *plan) wanted(file string) bool { return len(pl.only) == 0 || pl.only[file] }

// generate makes the files of a package, or takes them from the cache. The error is that of the context.
func (pl *plan) generate(ctx context.Context, p *load.Package) error {
	old := map[*load.File][]byte{}
	for _, f := range p.Files {
		if f.Asks() && pl.wanted(f.Path) {
			text, ok := pl.read(f)
			if !ok {
				return nil
			}
			old[f] = text
		}
	}
	out, ds, err := pl.output(ctx, p)
	if err != nil {
		return err
	}
	pl.ds = append(pl.ds, ds...)
	if out == nil {
		return nil
	}
	for _, w := range out.Warnings {
		if pl.opt.Warn != nil {
			pl.opt.Warn(w.Diagnostic(p))
		}
	}
	for _, n := range out.Notes {
		for _, f := range p.Files {
			if pl.opt.Note != nil && filepath.Base(f.Path) == n.File && pl.wanted(f.Path) {
				pl.opt.Note(n.diagnostic(p, "note: "), old[f] == nil)
			}
		}
	}
	for _, f := range p.Files {
		if text := out.Files[filepath.Base(f.Target)]; text != nil && pl.wanted(f.Path) {
			pl.jobs = append(pl.jobs, Job{Source: f.Name, Target: p.World.Display(f.Target), Old: old[f], New: text})
		}
	}
	return nil
}

// output is what is made of a package, from the cache if it is there.
func (pl *plan) output(ctx context.Context, p *load.Package) (*Output, diag.List, error) {
	key := pl.key(p)
	if key != "" && !pl.opt.Force {
		if out := pl.opt.Cache.get(key); out != nil && len(out.Files) > 0 {
			return out, nil, nil
		}
	}
	out, ds, err := pl.fresh(ctx, p)
	if key != "" && len(ds) == 0 && err == nil {
		pl.opt.Cache.put(key, out)
	}
	return out, ds, err
}

// fresh checks a package and makes the texts of its generated files, by base name.
func (pl *plan) fresh(ctx context.Context, p *load.Package) (*Output, diag.List, error) {
	if ds := p.World.Check(p); len(ds) > 0 {
		return nil, ds, nil
	}
	return GenerateAll(ctx, p, pl.opt.Emit)
}

// excluded reports files that are asked for by name and belong to no package, as built now.
func (pl *plan) excluded(w *load.World) {
	for _, file := range slices.Sorted(maps.Keys(pl.only)) {
		if !slices.ContainsFunc(w.Packages, func(p *load.Package) bool {
			// made for the file, whatever its constraints
			if p.Path == "command-line-arguments" && pl.constrained(file) {
				return false
			}
			return slices.Contains(p.Generated, file) ||
				slices.ContainsFunc(p.Files, func(f *load.File) bool { return f.Path == file })
		}) {
			pl.errs = append(pl.errs,
				fmt.Errorf("%s: build constraints exclude the file\n  hint: set GOOS and GOARCH, or --tags",
					w.Display(file)))
		}
	}
}

// constrained reports whether build constraints exclude a file.
func (pl *plan) constrained(file string) bool {
	ctx := build.Default
	ctx.BuildTags = strings.FieldsFunc(pl.opt.Load.Tags, func(r rune) bool { return r == ',' || r == ' ' })
	match, err := ctx.MatchFile(filepath.Dir(file), filepath.Base(file))
	return err == nil && !match
}

// read reads what is in the target of a file, which must be chad's to overwrite.
func (pl *plan) read(f *load.File) (old []byte, ok bool) {
	target := f.Package.World.Display(f.Target)
	old, err := os.ReadFile(f.Target)
	from := load.SourceOf(old)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, true
	case err != nil:
		err = fmt.Errorf("%s: %w", target, reason(err))
	case !bytes.HasPrefix(old, []byte(load.Header)):
		err = fmt.Errorf("%s was not generated by chad and is not overwritten\n  hint: move it away, or rename %s",
			target, filepath.Base(f.Path))
	case from != filepath.Base(f.Path) && exists(filepath.Join(filepath.Dir(f.Target), from)):
		err = fmt.Errorf("%s is generated for %s already and cannot be for %s too\n  hint: rename one of the two",
			target, from, filepath.Base(f.Path))
	default:
		return old, true
	}
	pl.errs = append(pl.errs, err)
	return nil, false
}

// stale finds generated files in the folder of a package that no file asks for any more.
func (pl *plan) stale(p *load.Package) {
	if pl.dirs[p.Dir] {
		return
	}
	pl.dirs[p.Dir] = true
	for _, name := range p.Generated {
		text, err := os.ReadFile(name)
		if err != nil {
			pl.errs = append(pl.errs, fmt.Errorf("%s: %w", p.World.Display(name), reason(err)))
			continue
		}
		from := load.SourceOf(text)
		source := filepath.Join(p.Dir, from)
		if filepath.Ext(from) != ".go" || load.TargetName(source) != name || !pl.wanted(source) {
			continue
		}
		if src, err := os.ReadFile(source); err == nil && load.AsksText(src) {
			continue
		}
		pl.jobs = append(pl.jobs, Job{Source: p.World.Display(source), Target: p.World.Display(name), Old: text})
	}
}

func exists(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

// reason is an error of package os without the name of the system call.
func reason(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
