package load

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Fingerprint is a hash of all that the meaning of a package depends on: the files of it and of what it imports from
// source, the versions of the modules of the rest, and the toolchain. It costs reading those files.
//
// The error is about a file that cannot be read.
func (p *Package) Fingerprint() (string, error) {
	w := p.World
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "%s %v\n", w.opt.Tags, w.sizes)
	seen := map[string]bool{}
	var visit func(m *packages.Package) error
	visit = func(m *packages.Package) error {
		if seen[m.ID] {
			return nil
		}
		seen[m.ID] = true
		for _, path := range sortedKeys(m.Imports) {
			_, _ = fmt.Fprintf(h, "%s imports %s as %s\n", m.ID, m.Imports[path].ID, path)
			if err := visit(m.Imports[path]); err != nil {
				return err
			}
		}
		return w.fingerprint(h, m, p.meta)
	}
	if err := visit(p.meta); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// fingerprint writes what identifies one package.
func (w *World) fingerprint(h io.Writer, m, root *packages.Package) error {
	if m == root || w.isLocal(m) {
		q, err := w.source(m)
		if err != nil {
			return err
		}
		version := ""
		if m.Module != nil {
			version = m.Module.GoVersion
		}
		_, _ = fmt.Fprintf(h, "%s %s go%s %d files\n", m.ID, m.Name, version, len(q.Files))
		for _, f := range q.Files {
			_, _ = fmt.Fprintf(h, "%s %x\n", filepath.Base(f.Path), sha256.Sum256(f.Source.Text))
		}
		return nil
	}
	if m.Module == nil {
		if goroot, _, ok := strings.Cut(m.Dir, string(filepath.Separator)+"src"+string(filepath.Separator)); ok {
			_, _ = fmt.Fprintf(h, "%s %s %s\n", m.ID, goroot, w.toolchain(goroot))
		}
		return nil
	}
	if strings.Contains(m.Dir, "@") { // in the module cache, which does not change
		_, _ = fmt.Fprintf(h, "%s %s\n", m.ID, filepath.Base(m.Dir))
	} else { // vendored
		for _, name := range m.GoFiles {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			_, _ = fmt.Fprintf(h, "%s %s %x\n", m.ID, filepath.Base(name), sha256.Sum256(text))
		}
	}
	mod := m.Module
	if mod.Replace != nil {
		mod = mod.Replace
	}
	_, _ = fmt.Fprintf(h, "%s %s@%s\n", m.ID, mod.Path, mod.Version)
	return nil
}

// toolchain is what the VERSION file of a Go installation says, empty for one without.
func (w *World) toolchain(goroot string) string {
	if w.versions == nil {
		w.versions = map[string]string{}
	}
	if _, ok := w.versions[goroot]; !ok {
		text, _ := os.ReadFile(filepath.Join(goroot, "VERSION")) // absent in a development tree
		w.versions[goroot] = string(text)
	}
	return w.versions[goroot]
}
