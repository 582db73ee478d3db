package wild

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A Module is a module of the user's own in a folder, which needs one of those in modules.tsv.
type Module struct {
	Dir     string
	exports map[string]string // files with what packages export
	imports types.Importer
}

// moduleName is the path of the user's module.
const moduleName = "wild.example"

// NewModule makes the module in an empty folder. Entries with a folder of their own need no network.
func NewModule(ctx context.Context, dir string, e Entry) (*Module, error) {
	m := &Module{Dir: dir, exports: map[string]string{}}
	path, version, ok := strings.Cut(e.Module, "@")
	if !ok {
		return nil, fmt.Errorf("%s has no version", e.Module)
	}
	text := fmt.Sprintf("module %s\n\ngo 1.26\n", moduleName)
	if e.Dir != "" {
		text += fmt.Sprintf("\nrequire %s %s\n\nreplace %s => %s\n", path, version, path, e.Dir)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o644); err != nil {
		return nil, err
	}
	if e.Dir == "" {
		if _, err := m.Go(ctx, "get", e.Module); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Go runs the go command in the module. C is left out, so that only what is pure Go compiles.
func (m *Module) Go(ctx context.Context, args ...string) ([]byte, error) {
	return output(ctx, m.Dir, "go", args...)
}

func command(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=-mod=mod", "CHADCACHE=off")
	return cmd
}

// output runs a command in a folder. What it writes to standard error is in the error.
func output(ctx context.Context, dir, name string, args ...string) ([]byte, error) {
	cmd := command(ctx, dir, name, args...)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return out.Bytes(), fmt.Errorf("%w\n%s", err, problems.Bytes())
	}
	return out.Bytes(), nil
}

// Load type-checks packages by what they export. Those that do not compile are left out.
func (m *Module) Load(ctx context.Context, patterns ...string) ([]*types.Package, error) {
	args := append([]string{"list", "-e", "-export", "-deps", "-json=ImportPath,Export,Name,DepOnly,Error"}, patterns...)
	out, err := m.Go(ctx, args...)
	if err != nil {
		return nil, err
	}
	var wanted []string
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, Export, Name string
			DepOnly                  bool
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if p.Export == "" {
			continue
		}
		m.exports[p.ImportPath] = p.Export
		if !p.DepOnly && p.Name != "main" && public(p.ImportPath) {
			wanted = append(wanted, p.ImportPath)
		}
	}
	m.imports = importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		file, ok := m.exports[path]
		if !ok {
			return nil, fmt.Errorf("no package %s", path)
		}
		return os.Open(file)
	})
	slices.Sort(wanted)
	var pkgs []*types.Package
	for _, path := range wanted {
		pkg, err := m.imports.Import(path)
		if err != nil {
			return nil, err
		}
		pkgs = append(pkgs, pkg)
	}
	return pkgs, m.complete(pkgs)
}

// complete imports what packages refer to, too: until then it lacks constructors.
func (m *Module) complete(pkgs []*types.Package) error {
	for _, pkg := range pkgs {
		for _, p := range pkg.Imports() {
			if _, err := m.imports.Import(p.Path()); err != nil {
				return err
			}
		}
	}
	return nil
}

// public says that others may import a package, and would.
func public(path string) bool {
	for _, part := range strings.Split(path, "/") {
		switch part {
		case "internal", "testdata", "vendor", "example", "examples", "cmd", "test", "tests":
			return false
		}
	}
	return true
}
