package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/atomicfile"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/web"
)

func wasmCommand() *cobra.Command {
	var dir string
	var text, stripped, npm bool
	c := &cobra.Command{
		Use:   "wasm FILE.chad [-o DIR]",
		Short: "write a WebAssembly module, with what JavaScript and TypeScript need to call it",
		Long: `wasm compiles the functions that the directives of a .chad file ask for to one module, and writes

  FILE.wasm   the module, which describes its functions in a section of its own (docs/wasm-abi.md)
  FILE.js     an ES module for browsers, Node, Deno and workers: load() gives the functions
  FILE.d.ts   their TypeScript types`,
		Example: `  chad wasm model.chad -o web
  chad wasm --text model.chad   look at the code`,
		Args: wants(1, 1, "a .chad file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			src, err := os.ReadFile(args[0])
			if err != nil {
				return err
			}
			name := strings.TrimSuffix(filepath.Base(args[0]), ".chad")
			m, err := chad.GenerateWasm(args[0], src, wasmbackend.Options{Name: name, WithoutNames: stripped})
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
	return c
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
