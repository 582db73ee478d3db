package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Tags are the build tags of the compiler in the page.
const Tags = "chadslim"

// commands are the packages of the commands that the page runs, and compilerPackage is the one that most use.
const (
	commands        = "github.com/seed-4b734f86/gochad/examples/web/"
	compilerPackage = commands + "compiler"
)

// CompilerPages bounds the memory of the compiler in the page, in pages of 64 KiB: 256 MiB.
const CompilerPages = 4096

// addProgram compiles a command of the page for browsers, and takes along the script of the Go distribution that runs it.
func addProgram(ctx context.Context, out map[string][]byte, name, tags string) (Weight, error) {
	dir, err := os.MkdirTemp("", "chad-page-*")
	if err != nil {
		return Weight{}, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // it is temporary
	file := filepath.Join(dir, name+".wasm")
	// Without inlining (-l) a fifth less is sent, and a formula takes a few milliseconds more.
	if _, err := goCommand(ctx, "build", "-tags", tags, "-gcflags=all=-l", "-trimpath", "-ldflags", "-s -w", "-o", file, commands+name); err != nil {
		return Weight{}, err
	}
	code, err := os.ReadFile(file)
	if err != nil {
		return Weight{}, err
	}
	if code, err = limitMemory(code, CompilerPages); err != nil {
		return Weight{}, err
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return Weight{}, err
	}
	if _, err := z.Write(code); err != nil {
		return Weight{}, err
	}
	if err := z.Close(); err != nil {
		return Weight{}, err
	}
	out[name+".wasm.gz"] = packed.Bytes()
	root, err := goCommand(ctx, "env", "GOROOT")
	if err != nil {
		return Weight{}, err
	}
	out["wasm_exec.js"], err = os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js"))
	return Weight{Raw: len(code), Packed: packed.Len()}, err
}

// goCommand runs the go command for browsers.
func goCommand(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return string(out), nil
}

// limitMemory gives the memory that a module defines a bound, which Go's linker does not: what a formula may take is
// then bounded by the browser. The error says that the bytes are no module with one memory.
func limitMemory(code []byte, pages uint64) ([]byte, error) {
	const header, memorySection = 8, 5
	if len(code) < header {
		return nil, errors.New("no WebAssembly module")
	}
	for at := header; at < len(code); {
		id := code[at]
		size, n := binary.Uvarint(code[at+1:])
		if n <= 0 || size > uint64(len(code)-at-1-n) {
			return nil, errors.New("a section is too long")
		}
		body := code[at+1+n : at+1+n+int(size)]
		next := at + 1 + n + int(size)
		if id != memorySection {
			at = next
			continue
		}
		if len(body) < 3 || body[0] != 1 || body[1] != 0 {
			return nil, errors.New("the module has not one memory without a bound")
		}
		least, n := binary.Uvarint(body[2:])
		if n <= 0 || least > pages {
			return nil, fmt.Errorf("the module needs %d pages at least, %d are allowed", least, pages)
		}
		limits := binary.AppendUvarint(binary.AppendUvarint([]byte{1, 1}, least), pages)
		out := append(bytes.Clone(code[:at]), memorySection)
		out = binary.AppendUvarint(out, uint64(len(limits)))
		return append(append(out, limits...), code[next:]...), nil
	}
	return nil, errors.New("the module has no memory")
}
