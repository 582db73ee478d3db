package blindrun

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// wild puts Go that was not written for the compiler into packages of a module in a folder: the algorithms that gosrc
// is tested with, each function with a directive, and the programs of the first users. It returns the packages.
func wild(root, folder string) (packages []string, err error) {
	mod := "module example.com/wild\n\ngo 1.26\n"
	if err := os.WriteFile(filepath.Join(folder, "go.mod"), []byte(mod), 0o600); err != nil {
		return nil, err
	}
	add := func(text string) error {
		dir := "p" + strconv.Itoa(len(packages))
		packages = append(packages, "./"+dir)
		if err := os.Mkdir(filepath.Join(folder, dir), 0o700); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(folder, dir, "a.go"), []byte(text), 0o600)
	}
	text, err := os.ReadFile(filepath.Join(root, "gosrc", "testdata", "algorithms", "algorithms.go"))
	if err != nil {
		return nil, err
	}
	if err := add(exported.ReplaceAllString(string(text), "//chad:grad\n$0")); err != nil {
		return nil, err
	}
	names, err := filepath.Glob(filepath.Join(root, "docs", "first-attempts", "*", "*.go.txt"))
	if err != nil {
		return nil, err
	}
	later, err := filepath.Glob(filepath.Join(root, "docs", "first-attempts", "later", "*", "*.go.txt"))
	if err != nil {
		return nil, err
	}
	for _, name := range append(names, later...) {
		if mended := strings.TrimSuffix(name, ".go.txt") + ".mended.go.txt"; exists(mended) {
			name = mended
		} else if strings.HasSuffix(name, ".mended.go.txt") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if !strings.Contains(string(text), "//chad:") {
			continue
		}
		if err := add(string(text)); err != nil {
			return nil, err
		}
	}
	return packages, nil
}

var exported = regexp.MustCompile(`(?m)^func [A-Z]`)

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
