package check

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/check/judge"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/internal/suggest"
)

// Options say what to check, and how.
type Options struct {
	Load load.Options
	// Settings are those of package judge, except for the fields that are constants, which are found.
	Settings judge.Settings
	// Funcs are the names of the functions to check, F or Type.Method; empty is all.
	Funcs []string
	// Progress, if not nil, is told which package is begun, the how-manieth of how many it is.
	Progress func(path string, k, n int)
}

// A Report is what was found.
type Report struct {
	// Wrong are the messages about derivatives that are wrong, at the innermost functions and lines.
	Wrong diag.List
	// Lines have a line for each function that was checked, in the order of the packages and files.
	Lines []Line
}

// A Line says what came of a function.
type Line struct {
	Name, Text string
}

// Run checks the packages that patterns name; the name of a file stands for the functions in it. Nothing is written.
//
// The error is about packages that cannot be loaded, generated for or built, with the messages of all that is at fault,
// or that of the context.
func Run(ctx context.Context, patterns []string, opt Options) (*Report, error) {
	tmp, err := os.MkdirTemp("", "chadcheck")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(tmp) }()
	if opt.Load.Env == nil {
		opt.Load.Env = os.Environ()
	}
	opt.Load.Env = append(slices.Clip(opt.Load.Env), "GOTMPDIR="+tmp) // what an interrupted go command leaves goes, too
	opt.Load.Context = ctx
	opt.Load.More = gosrc.Adapters
	w, err := load.List(patterns, opt.Load)
	if err != nil {
		return nil, err
	}
	only := gosrc.OnlyFiles(patterns, opt.Load.Dir)
	ask := slices.DeleteFunc(slices.Clone(w.Packages), func(p *load.Package) bool {
		return !p.Mistaken() && !slices.ContainsFunc(p.Files, func(f *load.File) bool {
			return (f.Asks() || f.Attaches()) && (len(only) == 0 || only[f.Path])
		})
	})
	r := &Report{}
	known := map[string]bool{}
	for i, p := range ask {
		if opt.Progress != nil {
			opt.Progress(p.Path, i+1, len(ask))
		}
		c := &checking{ctx: ctx, tmp: tmp, p: p, opt: &opt, only: only, known: known}
		if len(ask) > 1 {
			c.prefix = p.Name + "."
		}
		if err := c.run(r); err != nil {
			return nil, err
		}
	}
	for _, name := range opt.Funcs {
		if !known[name] {
			err := fmt.Errorf("no function %s with a //chad: directive in %s", name, strings.Join(patterns, " "))
			if hint := suggest.DidYouMean(name, slices.Collect(maps.Keys(known))); hint != "" {
				err = fmt.Errorf("%w\n  hint: %s", err, hint)
			}
			return nil, err
		}
	}
	if len(r.Lines) == 0 {
		return nil, fmt.Errorf("%s: nothing to check: no //chad: directive asks for a derivative",
			strings.Join(patterns, " "))
	}
	return r, nil
}

// checking is a package being checked.
type checking struct {
	ctx   context.Context
	tmp   string // a folder for all that is temporary
	p     *load.Package
	opt   *Options
	only  map[string]bool
	known map[string]bool // names of functions with directives
	// prefix is before names of functions in lines, where there are several packages.
	prefix string
	// warnings are those of chad gen.
	warnings []gosrc.Warning
}

// run checks the package.
func (c *checking) run(r *Report) error {
	if ds := c.p.World.Check(c.p); len(ds) > 0 {
		return ds.Err()
	}
	subjects := c.subjects()
	if len(subjects) == 0 {
		return c.ctx.Err()
	}
	verdicts, err := c.judge(subjects)
	if err != nil {
		return err
	}
	for _, s := range subjects {
		if v := verdicts[s.name]; v != nil && v.Fault != "" {
			return fmt.Errorf("%s: %s", qualified(s.fn), v.Fault)
		}
	}
	if suspects := c.suspects(subjects, verdicts); len(suspects) > 0 {
		more, err := c.judge(append(slices.Clone(subjects), suspects...), names(suspects)...)
		if err == nil { // else the function with the directive has to do
			subjects = append(subjects, suspects...)
			for name, v := range more {
				verdicts[name] = v
			}
		}
	}
	c.report(r, subjects, verdicts)
	return c.ctx.Err()
}

// judge generates what the subjects need, builds a program and runs it. Subjects for which nothing can be generated get
// no verdict. Only those that are named are run; all, if none is.
func (c *checking) judge(subjects []*subject, only ...string) (map[string]*judge.Verdict, error) {
	texts, err := c.generate(subjects)
	if err != nil {
		return nil, err
	}
	b, err := newProgram(c, texts)
	if err != nil {
		return nil, err
	}
	defer b.remove()
	if err := b.compile(subjects); err != nil {
		return nil, err
	}
	if len(only) == 0 {
		only = names(subjects)
	}
	return b.judge(only)
}

func names(subjects []*subject) []string {
	var out []string
	for _, s := range subjects {
		if len(s.derived) > 0 {
			out = append(out, s.name)
		}
	}
	return out
}

// generate makes the generated files of the package, with the derivatives of subjects in them. Derivatives that were
// not asked for, and cannot be generated, are left out of the subjects.
func (c *checking) generate(subjects []*subject) (map[string][]byte, error) {
	var added []*load.Directive
	for _, s := range subjects {
		added = append(added, s.added...)
	}
	texts, ds, err := c.texts(added)
	if err != nil || len(ds) == 0 || len(added) == 0 {
		return texts, errors.Join(err, ds.Err())
	}
	if texts, ds, err = c.texts(nil); err != nil || len(ds) > 0 {
		return nil, errors.Join(err, ds.Err())
	}
	var can []*load.Directive
	for _, d := range added {
		_, ds, err := c.texts([]*load.Directive{d})
		if err != nil {
			return nil, err
		}
		if len(ds) == 0 {
			can = append(can, d)
		}
	}
	for _, s := range subjects {
		s.keep(can)
	}
	if len(can) == 0 {
		return texts, nil
	}
	texts, ds, err = c.texts(can)
	return texts, errors.Join(err, ds.Err())
}

// texts are the generated files of the package with some directives added.
func (c *checking) texts(added []*load.Directive) (map[string][]byte, diag.List, error) {
	for _, f := range c.p.Files {
		own := f.Directives
		f.Directives = slices.Clip(own)
		for _, d := range added {
			if d.File == f {
				f.Directives = append(f.Directives, d)
			}
		}
		defer func() { f.Directives = own }()
	}
	out, ds, err := gosrc.GenerateAll(c.ctx, c.p, chadOptions)
	if out == nil {
		return nil, ds, err
	}
	c.warnings = out.Warnings
	return out.Files, ds, err
}

// wanted reports whether the functions of a file are to be checked.
func (c *checking) wanted(f *load.File) bool {
	return len(c.only) == 0 || c.only[filepath.Clean(f.Path)]
}
