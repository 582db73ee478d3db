// Package cli is the command line of chad, all but the demo, which needs
// generated code and so cannot be part of what generates it.
package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// The exit codes.
const (
	ExitDiffers = 1 // a check found a difference
	ExitError   = 2
)

// errDiffers ends a command whose check found a difference it has reported.
var errDiffers = errors.New("differs")

// Run runs a command line with the commands of this package and the extra ones,
// and returns the exit code. Errors go to stderr.
func Run(args []string, stdout, stderr io.Writer, extra ...*cobra.Command) int {
	root := newRoot()
	root.AddCommand(extra...)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.Execute()
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errDiffers):
		return ExitDiffers
	}
	fmt.Fprintln(stderr, err)
	return ExitError
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
	root.AddCommand(genCommand(), showCommand(), evalCommand(), checkCommand(), fmtCommand())
	return root
}
