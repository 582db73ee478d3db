// The command writes the npm package of docs/typescript.md into a folder:
//
//	go run ./typescript/build [-o DIR]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/seed-4b734f86/gochad/internal/atomicfile"
	"github.com/seed-4b734f86/gochad/typescript"
)

func main() {
	dir := flag.String("o", filepath.Join("typescript", "dist"), "the folder to write into")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, *dir)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dir string) error {
	if flag.NArg() > 0 {
		return fmt.Errorf("unexpected argument %s", flag.Arg(0))
	}
	p, err := typescript.Build(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var changes []atomicfile.Change
	for name, content := range p.Files {
		changes = append(changes, atomicfile.Change{Name: filepath.Join(dir, name), Data: content, Perm: 0o666})
	}
	if err := atomicfile.Apply(changes); err != nil {
		return err
	}
	fmt.Printf("%s: the scripts have %d bytes, the compiler %d, compressed %d\n", dir, p.Library, p.Compiler, p.Packed)
	return nil
}
