// Command chad derives code that computes derivatives. See chad --help.
package main

import (
	"os"

	"github.com/seed-4b734f86/gochad/cli"
	_ "github.com/seed-4b734f86/gochad/internal/roomyheap" // it compiles and ends
)

func main() { os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, demoCommand())) }
