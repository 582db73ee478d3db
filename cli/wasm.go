package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/atomicfile"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/web"
)

func wasmCommand() *cobra.Command {
	var dir string
	var text, stripped, npm bool
	c := &cobra.Command{
		Use:   "wasm FILE.chad|PACKAGE [-o DIR]",
		Short: "write a WebAssembly module, with what JavaScript and TypeScript need to call it",
		Long: `wasm compiles the functions that the directives of a .chad file, or of a Go package, ask for to one module, and writes

  FILE.wasm   the module, which describes its functions in a section of its own (docs/wasm-abi.md)
  FILE.js     an ES module for browsers, Node, Deno and workers: load() gives the functions
  FILE.d.ts   their TypeScript types

What a Go package asks for and a module cannot have is left out, with a notice. Adapters to optimisers
are Go code alone.`,
		Example: `  chad wasm model.chad -o web
  chad wasm ./model -o web      the functions of a Go package
  chad wasm --text model.chad   look at the code`,
		Args: wants(1, 1, "a .chad file or a Go package"),
		RunE: func(cmd *cobra.Command, args []string) error {
			defer interruptible(cmd)()
			progress := newProgress(cmd.ErrOrStderr())
			progress.wait("compiling " + args[0])
			name, m, err := wasmModule(cmd, args[0], wasmbackend.Options{WithoutNames: stripped})
			progress.done()
			if cmd.Context().Err() != nil {
				return errInterrupted
			}
			if err != nil {
				return err
			}
			if text {
				_, err := fmt.Fprint(cmd.OutOrStdout(), m.Code.Text())
				return err
			}
			return writeWasm(dir, name, m, npm)
		},
	}
	c.Flags().StringVarP(&dir, "output", "o", ".", "the folder to write into, which is made if there is none")
	c.Flags().BoolVar(&text, "text", false, "print the module in the text format instead")
	c.Flags().BoolVar(&stripped, "strip", false, "leave out the names of functions and variables that debuggers show")
	c.Flags().BoolVar(&npm, "npm", false, "write a package.json too, for npm pack")
	jsonFlag(c, "text")
	return c
}

// wasmModule compiles a .chad file, or a Go package.
func wasmModule(cmd *cobra.Command, arg string, o wasmbackend.Options) (name string, m *wasmbackend.Module, err error) {
	in, err := sortOut([]string{arg})
	if err != nil {
		return "", nil, err
	}
	if len(in.chad)+len(in.packages) != 1 {
		return "", nil, fmt.Errorf("%s has %d .chad files and %d Go packages; name one of them", arg, len(in.chad),
			len(in.packages))
	}
	if len(in.chad) > 0 {
		src, err := readSource(in.chad[0])
		if err != nil {
			return "", nil, err
		}
		o.Name = strings.TrimSuffix(filepath.Base(in.chad[0]), ".chad")
		m, err = chad.GenerateWasmContext(cmd.Context(), in.chad[0], src, o)
		return o.Name, m, err
	}
	pkgs, err := load.Packages(in.packages, load.Options{Context: cmd.Context(), More: gosrc.Adapters})
	if err != nil {
		return "", nil, err
	}
	if len(pkgs) != 1 {
		return "", nil, fmt.Errorf("%s stands for %d packages, want one", arg, len(pkgs))
	}
	nothing := fmt.Errorf("%s: nothing to generate: no //chad: directive asks for a function\n  hint: write "+
		"//chad:grad on the line above a func", arg)
	if pkgs[0].Types == nil { // what has no directive is not read
		return "", nil, nothing
	}
	o.Name = pkgs[0].Types.Name()
	var notices diag.List
	m, ds, err := gosrc.ModuleContext(cmd.Context(), pkgs[0], o, func(d diag.Diagnostic) { notices = append(notices, d) })
	_, _ = fmt.Fprint(cmd.ErrOrStderr(), notices)
	switch {
	case err != nil:
		return "", nil, err
	case len(ds) > 0:
		return "", nil, ds.Err()
	case m == nil && len(notices) > 0:
		return "", nil, fmt.Errorf("%s: nothing is left for a module", arg)
	case m == nil:
		return "", nil, nothing
	}
	return o.Name, m, nil
}

// writeWasm writes all files or none.
func writeWasm(dir, name string, m *wasmbackend.Module, npm bool) error {
	files, err := web.Files(name, m)
	if err != nil {
		return err
	}
	if npm {
		f, err := web.Package(name)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var changes []atomicfile.Change
	for _, f := range files {
		changes = append(changes, atomicfile.Change{Name: filepath.Join(dir, f.Name), Data: f.Content, Perm: 0o666})
	}
	return atomicfile.Apply(changes)
}
