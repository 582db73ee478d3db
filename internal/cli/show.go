package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/chad"
)

// load reads and checks a .chad file.
func load(file string) (*chad.Module, error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return chad.Parse(file, src)
}

func showCommand() *cobra.Command {
	var def string
	var o chad.ShowOptions
	c := &cobra.Command{
		Use:   "show FILE.chad --def NAME",
		Short: "print a definition at a stage of its way to its derivative",
		Long: `show prints a definition at one stage of the pipeline:

  source      as it was read
  anf         every intermediate result named
  chad        the derivative as CHAD defines it: ⟨primal, linear function⟩
  simplified  the same after the simplifier, for reading
  tapes       what is compiled: pullbacks as tapes and static code
  go          the Go that is emitted`,
		Example: `  chad show model.chad --def loss --mode reverse --stage simplified`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := load(args[0])
			if err != nil {
				return err
			}
			f, err := m.Func(def)
			if err != nil {
				return err
			}
			s, err := chad.Show(f, o)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), strings.TrimRight(s, "\n"))
			return err
		},
	}
	c.Flags().StringVar(&def, "def", "", "the definition (required)")
	c.Flags().StringVar(&o.Mode, "mode", "reverse", strings.Join(chad.Modes(), " or "))
	c.Flags().StringVar(&o.Stage, "stage", "simplified", strings.Join(chad.Stages(), ", "))
	c.Flags().StringSliceVar(&o.Wrt, "wrt", nil, "parameters to differentiate by (default: all that vary)")
	_ = c.MarkFlagRequired("def")
	return c
}

func fmtCommand() *cobra.Command {
	var check bool
	c := &cobra.Command{
		Use:   "fmt FILE.chad…",
		Short: "format .chad files in place",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			differ := false
			for _, file := range files {
				changed, err := format(file, check)
				if err != nil {
					return err
				}
				if changed && check {
					differ = true
					fmt.Fprintln(cmd.OutOrStdout(), file)
				}
			}
			if differ {
				return errDiffers
			}
			return nil
		},
	}
	c.Flags().BoolVar(&check, "check", false, "write nothing; name the files that differ and exit 1")
	return c
}
