// Command proxy writes this module as it is in the working tree into a folder that go reads as a module proxy, and
// prints the version it has there. So what happens in a user's module is tried without publishing anything: go get,
// go mod tidy, go tool chad. Run it as script/proxy.
//
// The files are those that git has or would add, so neither ignored files nor other modules of the repository are
// among them.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// version is earlier than any release, so it is never chosen in place of one.
const version = "v0.0.0-test"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: script/proxy FOLDER")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "proxy:", err)
		os.Exit(1)
	}
	fmt.Println(version)
}

// write puts the module of the current folder into a proxy in dir, as the protocol of go names the files.
func write(dir string) error {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		return err
	}
	m := module.Version{Path: modfile.ModulePath(mod), Version: version}
	escaped, err := module.EscapePath(m.Path)
	if err != nil {
		return err
	}
	files, err := workingTree()
	if err != nil {
		return err
	}
	var archive bytes.Buffer
	if err := zip.Create(&archive, m, files); err != nil {
		return err
	}
	dir = filepath.Join(dir, filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, content := range map[string][]byte{
		"list":            []byte(version + "\n"),
		version + ".info": []byte(`{"Version":"` + version + `"}`),
		version + ".mod":  mod,
		version + ".zip":  archive.Bytes(),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// workingTree is the files that are in the index or could be added, and not deleted since.
func workingTree() ([]zip.File, error) {
	out, err := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	var files []zip.File
	for name := range strings.SplitSeq(strings.TrimRight(string(out), "\x00"), "\x00") {
		if _, err := os.Lstat(name); err == nil {
			files = append(files, file(name))
		}
	}
	return files, nil
}

// A file is its path with slashes, from the root of the module, which is the current folder.
type file string

func (f file) Path() string                 { return string(f) }
func (f file) Lstat() (os.FileInfo, error)  { return os.Lstat(string(f)) }
func (f file) Open() (io.ReadCloser, error) { return os.Open(string(f)) }
