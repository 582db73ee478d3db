// Command bootgen is chad without the demo: it generates the code that the demo
// is compiled with.
package main

import (
	"os"

	"github.com/seed-4b734f86/gochad/cli"
)

func main() { os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
