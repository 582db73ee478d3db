package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/suggest"
	"github.com/seed-4b734f86/gochad/internal/times"
)

// stageHelp says what each stage of [chad.Stages] is.
var stageHelp = map[string]string{
	"source":     "as it was read",
	"anf":        "every intermediate result named",
	"chad":       "the derivative as CHAD defines it: ⟨primal, linear function⟩",
	"simplified": "the same after the simplifier, for reading",
	"closed":     "what is differentiated for compilation: simplified, functions made data",
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

// modeTable has a line for each mode.
func modeTable() string {
	var b strings.Builder
	for _, m := range chad.Modes() {
		fmt.Fprintf(&b, "  %-12s%s\n", m, chad.AboutMode(m))
	}
	return b.String()
}

func showCommand() *cobra.Command {
	var def string
	var o chad.ShowOptions
	var timed bool
	c := &cobra.Command{
		Use:   "show FILE.chad|PACKAGE [--def NAME]",
		Short: "print a definition, or a Go function, at a stage of its way to its derivative",
		Long: `show prints a definition of a .chad file, or a function of a Go package that has a //chad: directive, at one
stage of the pipeline:

` + stageTable() + goStageTable() + `
--mode chooses what the linear functions take to what; the stages source, anf and closed do not
depend on it:

` + modeTable() + `
--stage list prints this list, --stage all every stage after its name. --pass NAME
shows only what that pass of the stage lowered does: the loops before it and after it. --times
writes to standard error how long each step of the compiler took and what it allocated.`,
		Example: `  chad show model.chad --def loss
  chad show model.chad --def loss --wrt theta --mode forward --stage chad
  chad show model.chad --def loss --pass loop-fusion
  chad show model.chad --def loss --stage go
  chad show . --def NegLogLik --stage flow`,
		Args: func(c *cobra.Command, args []string) error {
			if o.Stage == "list" && len(args) == 0 {
				return nil
			}
			return wants(1, 1, "one .chad file or Go package")(c, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			w := cmd.OutOrStdout()
			if timed {
				var r times.Record
				defer func(stop func()) {
					stop()
					_, _ = fmt.Fprint(cmd.ErrOrStderr(), &r)
				}(times.Start(&r))
			}
			if o.Stage == "list" {
				_, err := fmt.Fprint(w, stageTable()+goStageTable())
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
			ofGo := isGo(args[0])
			stages := append(chad.Stages(), "all", "list")
			if ofGo {
				stages = append(goStages(), stages...)
			}
			if err := oneOf("stage", o.Stage, stages, suggest.DidYouMean(o.Stage, stages)); err != nil {
				return err
			}
			if err := oneOf("mode", o.Mode, chad.Modes(), suggest.DidYouMean(o.Mode, chad.Modes())); err != nil {
				return err
			}
			if ofGo {
				return showGo(cmd, args[0], def, o)
			}
			src, err := loadFile(args[0])
			if err != nil {
				return err
			}
			f, err := src.pick(def)
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("emit") {
				o.Emit = chad.Settings(src.text.Text)
			}
			stages = []string{o.Stage}
			if o.Stage == "all" {
				stages = chad.StagesOf(o.Mode)
			}
			progress := newProgress(cmd.ErrOrStderr())
			return printStages(w, stages, func(s string) (string, error) {
				at := o
				at.Stage = s
				progress.wait("the stage " + s)
				out, err := chad.Show(f, at)
				progress.done()
				if err != nil {
					return "", src.positioned(err)
				}
				return out, nil
			})
		},
	}
	c.Flags().StringVar(&def, "def", "", "the definition (default: the only one)")
	c.Flags().StringVar(&o.Mode, "mode", "reverse", strings.Join(chad.Modes(), ", "))
	c.Flags().StringVar(&o.Stage, "stage", "simplified", strings.Join(chad.Stages(), ", ")+", all or list")
	c.Flags().StringSliceVar(&o.Wrt, "wrt", nil, "parameters to differentiate by (default: all that vary)")
	c.Flags().StringSliceVar(&o.Emit, "emit", nil,
		"settings for the stages lowered and go: elementary, fastmath, blas, jam, parallel=N (default: those of the "+
			"file's line chad:emit)")
	c.Flags().StringVar(&o.Pass, "pass", "", "the pass of the stage lowered to show: "+
		strings.Join(chad.Passes(), ", "))
	c.Flags().BoolVar(&timed, "times", false, "write the time and memory that each step took to standard error")
	completes(c, "def", false, functionsIn)
	completes(c, "mode", false, among(chad.Modes()))
	completes(c, "stage", false, among(append(append(goStages(), chad.Stages()...), "all", "list")))
	completes(c, "wrt", true, parametersIn(&def))
	completes(c, "emit", true, among([]string{"elementary", "fastmath", "blas", "jam", "parallel="}))
	completes(c, "pass", false, among(chad.Passes()))
	return c
}

// printStages prints what show gives for each stage, under a heading when there are several.
func printStages(w io.Writer, stages []string, show func(stage string) (string, error)) error {
	for i, s := range stages {
		out, err := show(s)
		if err != nil {
			return err
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
}

// isGo says that an argument names a Go package or file, and no .chad file, whatever its ending.
func isGo(name string) bool {
	info, err := os.Stat(name)
	file := err == nil && !info.IsDir() && filepath.Ext(name) != ".go"
	return filepath.Ext(name) != ".chad" && name != os.DevNull && !file
}
