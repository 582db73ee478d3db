package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed-4b734f86/gochad/internal/suggest"
)

// chooses are the names of the flag that chooses a function of Go or a definition of a .chad file: each command that has
// one takes the other.
var chooses = []string{"func", "def"}

// oneName gives a flag the name under which the command knows it.
func oneName(f *pflag.FlagSet, name string) pflag.NormalizedName {
	if !slices.Contains(chooses, name) {
		return pflag.NormalizedName(name)
	}
	known := name
	f.VisitAll(func(x *pflag.Flag) {
		if slices.Contains(chooses, x.Name) {
			known = x.Name
		}
	})
	return pflag.NormalizedName(known)
}

// flagError completes what is said of a flag by the one that was probably meant, or by what the flag wants.
func flagError(c *cobra.Command, err error) error {
	hint := "see " + c.CommandPath() + " --help"
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "unknown flag: --"); ok {
		var known []string
		c.Flags().VisitAll(func(f *pflag.Flag) {
			known = append(known, "--"+f.Name)
			if slices.Contains(chooses, f.Name) {
				known = append(known, "--"+chooses[0])
			}
		})
		switch s := suggest.DidYouMean("--"+name, known); {
		case s != "":
			hint = s
		case name == "wrt":
			hint = "the directive says so, as in //chad:grad wrt=theta"
		}
	} else if name, ok := strings.CutPrefix(text, "flag needs an argument: --"); ok {
		if f := c.Flags().Lookup(name); f != nil {
			hint = "--" + name + " is followed by " + f.Usage
		}
	}
	return fmt.Errorf("%w\n  hint: %s", err, hint)
}

// unknownCommand completes what is said of a command that there is not.
func unknownCommand(root *cobra.Command, args []string, err error) error {
	if !strings.HasPrefix(err.Error(), "unknown command ") || len(args) == 0 {
		return err
	}
	var known []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			known = append(known, c.Name())
		}
	}
	hint := suggest.DidYouMean(args[0], known)
	if hint == "" {
		hint = "the commands are " + strings.Join(known, ", ")
	}
	return fmt.Errorf("%w\n  hint: %s", err, hint)
}
