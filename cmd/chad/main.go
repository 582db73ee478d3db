// Command chad derives code that computes derivatives. See chad --help.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

// Exit codes: 0 done, 1 a check found a difference, 2 an error.
const (
	exitDiffers = 1
	exitError   = 2
)

// errDiffers ends a command whose check found a difference it has reported.
var errDiffers = errors.New("differs")

func main() { os.Exit(run(os.Args[1:])) }

func run(args []string) int {
	root := newRoot()
	root.SetArgs(args)
	err := root.Execute()
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errDiffers):
		return exitDiffers
	}
	fmt.Fprintln(os.Stderr, err)
	return exitError
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "chad",
		Short: "derivatives of programs, as programs",
		Long: `chad differentiates programs of a typed λ-calculus by CHAD (Combinatory
Homomorphic Automatic Differentiation) and emits the derivatives as plain Go.

A first look:      chad demo
In your project:   //go:generate go tool chad gen model.chad
To see how:        chad show model.chad --def loss --stage simplified

Exit codes: 0 done, 1 a check found a difference, 2 an error.`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.AddCommand(genCommand(), showCommand(), evalCommand(), checkCommand(), fmtCommand(), demoCommand())
	return root
}
