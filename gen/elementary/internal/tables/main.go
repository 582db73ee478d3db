// Command tables writes the tables and coefficients of package elementary,
// computed by package exact: run it by `go generate ./gen/elementary`.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	dir := flag.String("o", ".", "the folder to write to")
	flag.Parse()
	for _, f := range all() {
		if err := f.write(*dir); err != nil {
			fmt.Fprintln(os.Stderr, "tables:", err)
			os.Exit(1)
		}
	}
}

func all() []*file {
	return []*file{exp(), expm1(), log(), tanh(), circular(), near(), softplus()}
}
