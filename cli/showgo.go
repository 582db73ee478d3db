package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/suggest"
)

// goStages are the stages before those of a definition, for a function of a Go package.
func goStages() []string { return []string{"flow", "value"} }

func init() { //nolint:gochecknoinits // the table is one
	stageHelp["flow"] = "of Go: names, calls and conversions written out; slices and pointers are Go's"
	stageHelp["value"] = "of Go: every variable owns its value; writes through slices and pointers are results"
}

func goStageTable() string {
	var b strings.Builder
	for _, s := range goStages() {
		fmt.Fprintf(&b, "  %-12s%s\n", s, stageHelp[s])
	}
	return b.String()
}

// showGo prints a function of a Go package.
func showGo(cmd *cobra.Command, pattern, name string, o chad.ShowOptions) error {
	progress := newProgress(cmd.ErrOrStderr())
	defer progress.done()
	progress.wait("reading " + pattern)
	pkgs, err := load.Packages([]string{pattern}, load.Options{Context: cmd.Context(), More: gosrc.Adapters,
		Chooses: "--func"})
	if err != nil {
		return err
	}
	if len(pkgs) != 1 {
		return fmt.Errorf("%s stands for %d packages, want one", pattern, len(pkgs))
	}
	stages, ds := gosrc.Show(pkgs[0])
	if len(ds) > 0 {
		return ds.Err()
	}
	if name == "" && len(stages.Order) == 1 {
		name = stages.Order[0]
	}
	def, ok := stages.Roots[name]
	switch {
	case len(stages.Order) == 0:
		return fmt.Errorf("%s: no function has a //chad: directive", pattern)
	case name == "":
		return fmt.Errorf("%s: choose a function with --def; there are: %s", pattern, strings.Join(stages.Order, ", "))
	case !ok:
		hint := suggest.DidYouMean(name, stages.Order)
		if hint == "" {
			hint = "there are: " + strings.Join(stages.Order, ", ")
		}
		return fmt.Errorf("%s: no function %s with a //chad: directive\n  hint: %s", pattern, name, hint)
	}
	if !cmd.Flags().Changed("emit") {
		o.Emit = stages.Emit[name]
	}
	wanted := []string{o.Stage}
	if o.Stage == "all" {
		wanted = append(goStages(), chad.StagesOf(o.Mode)...)
	}
	var f *chad.Func
	progress.done()
	return printStages(cmd.OutOrStdout(), wanted, func(s string) (string, error) {
		progress.wait("the stage " + s)
		defer progress.done()
		switch s {
		case "flow":
			return stages.Flow.String(), nil
		case "value":
			return stages.Value.String(), nil
		}
		if f == nil {
			m, err := chad.NewModule(stages.Program)
			if err != nil {
				return "", errors.New("a defect of chad, not of the program: " + err.Error())
			}
			if f, err = m.Func(def); err != nil {
				return "", err
			}
		}
		at := o
		at.Stage = s
		return chad.Show(f, at)
	})
}
