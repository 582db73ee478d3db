package load

import (
	"errors"
	"go/scanner"
	"go/types"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// The codes of messages.
const (
	// CodeSyntax and CodeType are the Go compiler's errors in the user's package.
	CodeSyntax diag.Code = "go-syntax"
	CodeType   diag.Code = "go-type"
	// CodeList is an error of the go command: a package that is not found, a cycle of imports.
	CodeList diag.Code = "go-list"
	// CodeDirective is a mistake in a //chad: line.
	CodeDirective diag.Code = "directive"
	// CodeSum is about a function that does not add over examples as //chad:sum says.
	CodeSum diag.Code = "go-sum"
)

// scanErrors are the errors of the parser.
func (f *File) scanErrors(err error) diag.List {
	if err == nil {
		return nil
	}
	var ds diag.List
	var all scanner.ErrorList
	if !errors.As(err, &all) {
		return diag.List{f.Source.Diagnose(0, 0, CodeSyntax, err.Error(), "")}
	}
	for _, e := range all {
		ds = append(ds, f.Source.Diagnose(e.Pos.Offset, e.Pos.Offset, CodeSyntax, e.Msg, ""))
	}
	return ds
}

// typeErrors are the errors of the type checker. Lines that begin with a tab continue the error before them: where
// another declaration is, say.
func (w *World) typeErrors(errs []types.Error) diag.List {
	var ds diag.List
	for _, e := range errs {
		if more, ok := strings.CutPrefix(e.Msg, "\t"); ok && len(ds) > 0 {
			last := &ds[len(ds)-1]
			if last.Hint != "" {
				last.Hint += "; "
			}
			last.Hint += more + " at " + w.Position(e.Pos).String()
			continue
		}
		msg, more, _ := strings.Cut(e.Msg, "\n\t")
		ds = append(ds, w.Diagnose(e.Pos, e.Pos, CodeType, msg, strings.ReplaceAll(more, "\n\t", ", ")))
	}
	return ds
}

// driver is an error of the go command as a whole. Lines of it that begin with a place in a file, as those about go.mod
// do, become messages with that place.
func (w *World) driver(err error) error {
	text := strings.TrimSpace(err.Error())
	if strings.Contains(text, "executable file not found") {
		return errors.New("the go command is not found: it is needed to load Go packages")
	}
	text = strings.TrimPrefix(text, "err: exit status 1: stderr: ")
	var ds diag.List
	for line := range strings.Lines(text) {
		place, msg, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if file, n, _ := splitPos(place); ok && n > 0 && file != "" {
			ds = append(ds, w.listError(packages.Error{Pos: place, Msg: msg}))
		}
	}
	if len(ds) > 0 {
		return ds.Err()
	}
	text = "go list: " + strings.TrimPrefix(text, "go: ")
	for _, h := range driverHints {
		if strings.Contains(text, h.part) {
			text += "\n  hint: " + h.hint
			break
		}
	}
	return errors.New(text)
}

// listErrors are what the go command has to say of a package.
func (w *World) listErrors(m *packages.Package) diag.List {
	var ds diag.List
	for _, e := range m.Errors {
		ds = append(ds, w.listError(e))
	}
	return ds
}

// listError gives an error of the go command its place: "file:line:col", "file:line" or nothing.
func (w *World) listError(e packages.Error) diag.Diagnostic {
	msg, hint, more := strings.Cut(strings.TrimSpace(e.Msg), "\n")
	if !more {
		hint = ""
		if i := strings.Index(msg, "; to add it:"); i >= 0 {
			msg, hint = msg[:i], strings.TrimSpace(msg[i+len("; to add it:"):])
		}
	}
	if i := strings.Index(msg, "; to add it:"); i >= 0 {
		msg, hint = msg[:i], "add it: "+strings.TrimSpace(hint)
	}
	d := diag.Diagnostic{Code: CodeList, Message: msg, Hint: strings.Join(strings.Fields(hint), " ")}
	file, line, col := splitPos(e.Pos)
	d = w.notFound(d, file != "" && line > 0)
	if file == "" || line == 0 {
		return d
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(w.opt.Dir, file)
	}
	d.Pos = diag.Pos{File: w.Display(file), Line: line, Col: max(col, 1)}
	d.End = d.Pos
	if text, err := os.ReadFile(file); err == nil {
		src := diag.NewSource(d.Pos.File, text)
		d.Line = src.Line(line)
		d.Pos.Col = 1 + len([]rune(d.Line[:min(max(col-1, 0), len(d.Line))]))
		d.End = d.Pos
	}
	return d
}

func splitPos(pos string) (file string, line, col int) {
	file = pos
	cut := func() (n int, ok bool) {
		i := strings.LastIndexByte(file, ':')
		if i < 0 {
			return 0, false
		}
		n, err := strconv.Atoi(file[i+1:])
		if err != nil {
			return 0, false
		}
		file = file[:i]
		return n, true
	}
	last, ok := cut()
	if !ok {
		return file, 0, 0
	}
	if first, ok := cut(); ok {
		return file, first, last
	}
	return file, last, 0
}
