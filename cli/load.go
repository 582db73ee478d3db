package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/semantics"
)

// maxSource bounds the size of a source file: enough for millions of bindings, and far from
// filling the memory when the file is a device.
const maxSource = 256 << 20

// readSource reads a source file.
func readSource(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, plain(err)
	}
	defer func() { _ = f.Close() }()
	return readAll(file, f)
}

func readAll(name string, r io.Reader) ([]byte, error) {
	src, err := io.ReadAll(io.LimitReader(r, maxSource+1))
	if err != nil {
		return nil, plain(err)
	}
	if len(src) > maxSource {
		return nil, fmt.Errorf("%s is larger than %d MiB", name, maxSource>>20)
	}
	return src, nil
}

// plain says "FILE: why" of an error of package os, without the name of the system call.
func plain(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return fmt.Errorf("%s: %w", p.Path, p.Err)
	}
	return err
}

// A source is a checked .chad file. Positions in it name the file without its folder, so that
// what is derived from it does not depend on where chad was started; errors name it in full.
type source struct {
	file string
	text *diag.Source
	*chad.Module
}

func loadFile(file string) (*source, error) {
	src, err := readSource(file)
	if err != nil {
		return nil, err
	}
	base := filepath.Base(file)
	s := &source{file: file, text: diag.NewSource(base, src)}
	if s.Module, err = chad.Parse(base, src); err != nil {
		return nil, s.positioned(err)
	}
	return s, nil
}

// pick finds a definition; the only one of the file when none is named.
func (s *source) pick(name string) (*chad.Func, error) {
	if name == "" {
		names := s.Names()
		if len(names) != 1 {
			return nil, fmt.Errorf("%s: choose a definition with --def; there are: %s", s.file,
				strings.Join(names, ", "))
		}
		name = names[0]
	}
	f, err := s.Func(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.file, err)
	}
	return f, nil
}

// positioned completes an error with the file's full name and, for one of the interpreter, the
// line and a hint.
func (s *source) positioned(err error) error {
	var list *diag.Error
	var run *semantics.Error
	switch {
	case errors.As(err, &list):
		ds := append(diag.List{}, list.List...)
		for i := range ds {
			if ds[i].Pos.File == s.text.Name {
				ds[i].Pos.File, ds[i].End.File = s.file, s.file
				ds[i].Related = slices.Clone(ds[i].Related)
				for k := range ds[i].Related { // of the same file: there is but one
					ds[i].Related[k].Pos.File = s.file
				}
			}
		}
		return ds.Err()
	case errors.As(err, &run) && run.Pos != nil && run.Pos.File == s.text.Name:
		at := diag.Pos{File: s.file, Line: run.Pos.Line, Col: run.Pos.Col}
		d := diag.Diagnostic{Pos: at, End: at, Message: run.Msg, Hint: hints[run.Kind], Line: s.text.Line(run.Pos.Line)}
		return diag.List{d}.Err()
	}
	return fmt.Errorf("%s: %w", s.file, err)
}

// in completes an error of an evaluation of f, whose place is that of f when nothing nearer is known.
func (s *source) in(f *chad.Func, err error) error {
	var run *semantics.Error
	if errors.As(err, &run) && run.Pos == nil && f.Def().At != nil {
		err = &semantics.Error{Pos: f.Def().At, Kind: run.Kind, Msg: run.Msg}
	}
	return s.positioned(err)
}

// hints are the mends of errors at run time.
var hints = map[semantics.Kind]string{
	semantics.OutOfRange: "an index runs from 0 to the length less 1",
	semantics.OutOfFuel:  "does it end? if so, allow more steps with --fuel",
	semantics.TooDeep:    "does the recursion end? if so, a loop needs no depth",
}

var position = regexp.MustCompile(`^[^\n]+:\d+:\d+: `)

// isPositioned reports whether an error begins with its position.
func isPositioned(err error) bool { return position.MatchString(err.Error()) }
