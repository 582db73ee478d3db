// Package gowasm builds commands in Go for browsers, to be sent there compressed, and has the script that starts them.
// What they say to scripts is in package serve.
package gowasm

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Starter is the script that fetches a program and starts it, a module that imports wasm_exec.js of the Go
// distribution beside it.
//
//go:embed start.js
var Starter []byte

// Slim is the build tag with which package chad leaves out what only Go code takes.
const Slim = "chadslim"

// A Program is a command, compiled.
type Program struct {
	Raw    int    // the number of bytes of the module
	Packed []byte // what is sent: gzip
	Exec   []byte // wasm_exec.js
}

// Build compiles a command, in the module of the current folder. The memory of the program has a bound, in pages of
// 64 KiB. The error is that of the go command, or of the file system.
func Build(ctx context.Context, command, tags string, pages uint64) (*Program, error) {
	dir, err := os.MkdirTemp("", "chad-wasm-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // it is temporary
	file := filepath.Join(dir, "program.wasm")
	// Without inlining (-l) a fifth less is sent, and a formula takes a few milliseconds more.
	if _, err := Go(ctx, "build", "-tags", tags, "-gcflags=all=-l", "-trimpath", "-ldflags", "-s -w", "-o", file, command); err != nil {
		return nil, err
	}
	code, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if code, err = limitMemory(code, pages); err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(code); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	root, err := Go(ctx, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	exec, err := os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js"))
	return &Program{Raw: len(code), Packed: packed.Bytes(), Exec: exec}, err
}

// Go runs the go command for browsers. The error has what it said.
func Go(ctx context.Context, args ...string) (string, error) {
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
