package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/mod/modfile"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// genInput is what the arguments of gen stand for.
type genInput struct {
	chad     []string // .chad files
	packages []string // patterns of the go command, and Go files
	spread   bool     // some of packages were found by a pattern with ...

}

// sortOut tells .chad files from Go packages. A folder may be both.
func sortOut(args []string) (in genInput, err error) {
	for _, a := range args {
		if a == "" {
			return in, errors.New("an empty argument")
		}
		if err := in.add(a); err != nil {
			return in, err
		}
	}
	return in, nil
}

func (in *genInput) add(a string) error {
	if dir, ok := strings.CutSuffix(a, "..."); ok && (strings.HasPrefix(a, ".") || filepath.IsAbs(a)) {
		return in.tree(a, filepath.Clean(dir))
	}
	info, err := os.Stat(a)
	switch {
	case err == nil && info.IsDir():
		chadFiles, goFiles, err := directed(a)
		if err == nil && len(chadFiles) == 0 && !goFiles {
			return fmt.Errorf("%s: no .chad file with a --chad: directive, and no Go file with a //chad: directive\n"+
				"  hint: write //chad:grad on the line above a func", a)
		}
		in.take(a, chadFiles, goFiles)
		return err
	case filepath.Ext(a) == ".go", errors.Is(err, os.ErrNotExist) && a[0] == '.' && filepath.Ext(a) != ".chad":
		in.packages = append(in.packages, a) // if there is none, those who load packages say so
	case err == nil && info.Mode().IsRegular() && filepath.Ext(a) != ".chad":
		return fmt.Errorf("%s: neither a .go nor a .chad file", a)
	case err != nil && filepath.Ext(a) != ".chad" && !filepath.IsAbs(a) && a[0] != '.':
		in.packages = append(in.packages, a) // an import path
	default:
		in.chad = append(in.chad, a) // reading it will tell what is wrong
	}
	return nil
}

func (in *genInput) take(pattern string, chadFiles []string, goFiles bool) {
	in.chad = append(in.chad, chadFiles...)
	if goFiles {
		in.packages = append(in.packages, pattern)
	}
}

// directed lists the .chad files with directives in a folder, and reports whether chad has something to do about a Go
// file there: one with directives, or one that was generated for a Go file.
func directed(dir string) (chadFiles []string, goFiles bool, err error) {
	if chadFiles, err = inFolder(dir, true); err != nil {
		return nil, false, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, false, plain(err)
	}
	for _, e := range entries {
		file := filepath.Join(dir, e.Name())
		if goFiles || filepath.Ext(file) != ".go" || !readable(file) {
			continue
		}
		src, err := readSource(file)
		if err != nil {
			return nil, false, err
		}
		goFiles = load.Concerns(src)
	}
	return chadFiles, goFiles, nil
}

// tree adds what is in a folder and below it, in those folders that the go command's ... covers: not in those of other
// modules, but for the modules of a workspace. The go command is asked about folders with directives only, which saves
// time in large modules.
func (in *genInput) tree(pattern, root string) error {
	modules, err := workspace(root)
	if err != nil {
		return err
	}
	any := false
	err = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return plain(err)
		}
		if !d.IsDir() {
			return nil
		}
		name := d.Name()
		if path != root && (name[0] == '.' || name[0] == '_' || name == "testdata" || name == "vendor" ||
			exists(filepath.Join(path, "go.mod")) && !modules[path]) {
			return filepath.SkipDir
		}
		chadFiles, goFiles, err := directed(path)
		in.take(path, chadFiles, goFiles)
		any = any || goFiles || len(chadFiles) > 0
		return err
	})
	in.spread = true
	if err == nil && !any {
		err = fmt.Errorf("%s: no file with a directive\n  hint: write //chad:grad on the line above a func", pattern)
	}
	return err
}

// workspace lists the modules of the go.work file in a folder, as folders below that.
func workspace(root string) (map[string]bool, error) {
	name := filepath.Join(root, "go.work")
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, plain(err)
	}
	work, err := modfile.ParseWork(name, text, nil)
	if err != nil {
		return nil, err
	}
	modules := map[string]bool{}
	for _, use := range work.Use {
		modules[filepath.Join(root, filepath.FromSlash(use.Path))] = true
	}
	return modules, nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// goPackages generates for Go packages.
func (o *genOptions) goPackages(cmd *cobra.Command, in genInput) ([]generated, error) {
	progress := o.progress(cmd.ErrOrStderr())
	m := messagesOf(cmd)
	var warnings, notes diag.List
	jobs, err := gosrc.Plan(cmd.Context(), in.packages, gosrc.Options{
		Load:     load.Options{Tags: o.tags, SkipExcluded: in.spread},
		Emit:     chad.EmitOptions{BLAS: o.blas},
		Cache:    gosrc.UserCache(),
		Force:    o.force,
		Progress: progress.step,
		Warn:     func(d diag.Diagnostic) { warnings = append(warnings, d) },
		Note: func(d diag.Diagnostic, first bool) { // once is enough, for those who want it so
			if o.verbose || first && !o.check && !o.showDiff && !o.stdout {
				d.Line = "" // that it is about the directive is clear
				notes = append(notes, d)
			}
		},
	})
	progress.done()
	m.list(kindWarning, warnings)
	m.list(kindNote, notes)
	if err != nil {
		return nil, err
	}
	if len(jobs) == 0 && len(in.chad) == 0 {
		return nil, fmt.Errorf("%s: nothing to generate: no //chad: directive asks for a function\n  hint: write "+
			"//chad:grad on the line above a func", strings.Join(in.packages, " "))
	}
	out := make([]generated, len(jobs))
	for i, j := range jobs {
		out[i] = generated{file: j.Source, target: j.Target, old: j.Old, new: j.New}
	}
	return out, nil
}
