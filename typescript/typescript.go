// Package typescript makes the npm package with which programs are written in TypeScript or JavaScript, differentiated
// and compiled in the page that runs them. The library stands in lib, with its types in index.d.ts; docs/typescript.md is
// the guide.
//
// The bodies of functions are recorded once (trace.js) as definitions of the text language (program.js). The compiler,
// built for browsers, makes a module of these, whose description of itself is given the names and places of the user's
// program (module.js).
package typescript

import (
	"context"
	"embed"
	"encoding/json"
	"io/fs"
	"path"

	"github.com/seed-4b734f86/gochad/internal/gowasm"
	"github.com/seed-4b734f86/gochad/wasmbackend/web"
)

//go:embed lib
var lib embed.FS

// Name is the name of the package.
const Name = "gochad"

const command = "github.com/seed-4b734f86/gochad/typescript/compiler"

// pages bounds the memory of the compiler, in pages of 64 KiB: 1 GiB.
const pages = 1 << 14

// A Package is the files by name, and how large they are.
type Package struct {
	Files map[string][]byte
	// Library is the size of the scripts, without wasm_exec.js of the Go distribution.
	Library int
	// Compiler is the size of the compiler, and Packed what is sent of it, in bytes.
	Compiler, Packed int
}

// Build makes the package. It runs the go command, in the module of the current folder. The error is that of the go
// command.
func Build(ctx context.Context) (*Package, error) {
	p := &Package{Files: map[string][]byte{"start.js": gowasm.Starter}}
	load, err := web.Loader()
	if err != nil {
		return nil, err
	}
	p.Files["load.js"] = []byte(load)
	err = fs.WalkDir(lib, "lib", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		p.Files[path.Base(name)], err = lib.ReadFile(name)
		return err
	})
	if err != nil {
		return nil, err
	}
	for name, content := range p.Files {
		if path.Ext(name) == ".js" {
			p.Library += len(content)
		}
	}
	program, err := gowasm.Build(ctx, command, gowasm.Slim, pages)
	if err != nil {
		return nil, err
	}
	p.Compiler, p.Packed = program.Raw, len(program.Packed)
	p.Files["compiler.wasm.gz"], p.Files["wasm_exec.js"] = program.Packed, program.Exec
	p.Files["package.json"], err = json.MarshalIndent(map[string]any{
		"name": Name, "version": "0.0.0", "type": "module", "license": "Apache-2.0",
		"exports":     map[string]any{".": map[string]string{"types": "./index.d.ts", "default": "./index.js"}},
		"sideEffects": []string{"./wasm_exec.js", "./worker.js"},
	}, "", "  ")
	return p, err
}
