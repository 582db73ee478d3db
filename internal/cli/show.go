package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/suggest"
)

// stageHelp says what each stage of [chad.Stages] is.
var stageHelp = map[string]string{
	"source":     "as it was read",
	"anf":        "every intermediate result named",
	"chad":       "the derivative as CHAD defines it: ⟨primal, linear function⟩",
	"simplified": "the same after the simplifier, for reading",
	"tapes":      "what is compiled: pullbacks as tapes and static code",
	"lowered":    "loops: as they are placed, and after each pass that changes them",
	"go":         "the Go that is emitted",
}

// stageTable has a line for each stage, in the order of the pipeline.
func stageTable() string {
	var b strings.Builder
	for _, s := range chad.Stages() {
		fmt.Fprintf(&b, "  %-12s%s\n", s, stageHelp[s])
	}
	return b.String()
}

func showCommand() *cobra.Command {
	var def string
	var o chad.ShowOptions
	c := &cobra.Command{
		Use:   "show FILE.chad [--def NAME]",
		Short: "print a definition at a stage of its way to its derivative",
		Long: `show prints a definition at one stage of the pipeline:

` + stageTable() + `
--mode forward or reverse chooses the derivative; the stages source and anf do not depend
on it. --stage list prints this list, --stage all every stage after its name. --pass NAME
shows only what that pass of the stage lowered does: the loops before it and after it.`,
		Example: `  chad show model.chad --def loss
  chad show model.chad --def loss --wrt theta --mode forward --stage chad
  chad show model.chad --def loss --pass fuse
  chad show model.chad --def loss --stage go`,
		Args: func(c *cobra.Command, args []string) error {
			if o.Stage == "list" && len(args) == 0 {
				return nil
			}
			return wants(1, 1, "one .chad file")(c, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			w := cmd.OutOrStdout()
			if o.Stage == "list" {
				_, err := fmt.Fprint(w, stageTable())
				return err
			}
			if o.Pass != "" {
				if !cmd.Flags().Changed("stage") {
					o.Stage = "lowered"
				} else if o.Stage != "lowered" {
					return fmt.Errorf("--pass %s goes with --stage lowered, not --stage %s", o.Pass, o.Stage)
				}
				if err := oneOf("pass", o.Pass, chad.Passes(), suggest.DidYouMean(o.Pass, chad.Passes())); err != nil {
					return err
				}
			}
			stages := append(chad.Stages(), "all", "list")
			if err := oneOf("stage", o.Stage, stages, suggest.DidYouMean(o.Stage, stages)); err != nil {
				return err
			}
			if err := oneOf("mode", o.Mode, chad.Modes(), suggest.DidYouMean(o.Mode, chad.Modes())); err != nil {
				return err
			}
			src, err := loadFile(args[0])
			if err != nil {
				return err
			}
			f, err := src.pick(def)
			if err != nil {
				return err
			}
			if o.Stage != "all" {
				stages = []string{o.Stage}
			} else {
				stages = chad.Stages()
			}
			for i, s := range stages {
				at := o
				at.Stage = s
				out, err := chad.Show(f, at)
				if err != nil {
					return src.positioned(err)
				}
				if len(stages) > 1 {
					if i > 0 {
						_, _ = fmt.Fprintln(w)
					}
					_, _ = fmt.Fprintf(w, "── %s: %s\n", s, stageHelp[s])
				}
				if _, err = fmt.Fprintln(w, strings.TrimRight(out, "\n")); err != nil {
					return err
				}
			}
			return nil
		},
	}
	c.Flags().StringVar(&def, "def", "", "the definition (default: the only one)")
	c.Flags().StringVar(&o.Mode, "mode", "reverse", strings.Join(chad.Modes(), " or "))
	c.Flags().StringVar(&o.Stage, "stage", "simplified", strings.Join(chad.Stages(), ", ")+", all or list")
	c.Flags().StringSliceVar(&o.Wrt, "wrt", nil, "parameters to differentiate by (default: all that vary)")
	c.Flags().StringVar(&o.Pass, "pass", "", "the pass of the stage lowered to show: "+strings.Join(chad.Passes(), ", "))
	return c
}
