// Package cli is the command line of chad, all but the demo, which is in a module of its own.
//
// Each command is a file: gen.go, show.go, eval.go, trace.go, check.go, explain.go, fmt.go,
// version.go. A command
// returns its error; [Run] prints it and chooses the exit code.
package cli

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// The exit codes; 0 is success.
const (
	ExitDiffers = 1 // a check found a difference, or a trace a fault, and the command has reported it
	ExitError   = 2 // the input or the command line is wrong, or a file cannot be read or written
)

// errDiffers ends a command whose check found a difference it has reported.
var errDiffers = errors.New("differs")

// Run runs a command line, without the name of the program, with the commands of this package and
// the extra ones, and returns the exit code. Errors go to stderr: positioned ones as they are,
// others after "chad: ". It never panics; a defect of chad is reported as one.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer, extra ...*cobra.Command) (code int) {
	defer func() {
		if r := recover(); r != nil {
			_, _ = fmt.Fprintf(stderr,
				"chad: internal error: %v\nThis is a defect of chad, not of the input; please report it with this "+
					"trace.\n%s", r, debug.Stack())
			code = ExitError
		}
	}()
	root := newRoot()
	root.AddCommand(extra...)
	root.SetArgs(negative(args))
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteC()
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errDiffers):
		return ExitDiffers
	}
	messagesOf(cmd).failure(unknownCommand(root, args, err))
	return ExitError
}

// negative keeps the negative numbers among the arguments of eval and trace from being read as flags: JSON
// does not mind the blank.
func negative(args []string) []string {
	if len(args) == 0 || args[0] != "eval" && args[0] != "trace" {
		return args
	}
	out := append([]string{}, args...)
	for i, a := range out {
		if len(a) > 1 && a[0] == '-' && a[1] >= '0' && a[1] <= '9' {
			out[i] = " " + a
		}
	}
	return out
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "chad",
		Short: "derivatives of Go functions, as Go",
		Long: `chad writes the derivatives of Go functions, as Go that needs nothing but the standard library.
Say above a function what is wanted:

  //go:generate go tool chad gen .

  //chad:grad wrt=theta
  func Loss(theta, x, y []float64) float64 { … }

  chad gen .                  writes LossGrad, into a file beside that of Loss
  chad check .                compares it with differences, at random points
  chad trace . --func Loss …  says where a gradient becomes NaN, infinite or 0
  chad wasm . -o web          writes the same for browsers
  chad explain                lists the codes of messages, and what each means

Beneath is a language of its own, differentiated by CHAD (Combinatory Homomorphic Automatic
Differentiation). Commands that take Go packages take .chad files, too: chad show prints each
stage on the way, and chad eval evaluates.

Exit codes: 0 done, 1 a check found a difference or a trace a fault, 2 an error.
Errors are written to standard error as file:line:col: message [code], with the line and a hint,
in colour on a terminal unless NO_COLOR is set; with --json, gen, check and wasm write them as
JSON. Generating needs Go 1.26; docs/compatibility.md says what the generated code needs.`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.DisableSuggestions = true
	root.AddCommand(genCommand(), wasmCommand(), showCommand(), evalCommand(), traceCommand(), checkCommand(),
		explainCommand(), fmtCommand(),
		versionCommand())
	for _, c := range root.Commands() {
		c.Flags().SetNormalizeFunc(oneName)
	}
	return root
}

// wants checks the number of arguments and says what is wanted; most < 0 is no bound.
func wants(least, most int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) >= least && (most < 0 || len(args) <= most) {
			return nil
		}
		got := fmt.Sprintf("%d arguments", len(args))
		if len(args) == 1 {
			got = "1 argument"
		}
		return fmt.Errorf("%s wants %s, got %s\n  hint: see %s --help", c.Name(), what, got, c.CommandPath())
	}
}

// oneOf checks the value of a flag that has a list of values.
func oneOf(flag, value string, values []string, hint string) error {
	for _, v := range values {
		if v == value {
			return nil
		}
	}
	if hint != "" {
		hint = "\n  hint: " + hint
	}
	return fmt.Errorf("--%s %s: there are %s%s", flag, value, strings.Join(values, ", "), hint)
}
