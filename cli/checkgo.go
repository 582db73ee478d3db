package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/gosrc/check"
	"github.com/seed-4b734f86/gochad/gosrc/check/judge"
	"github.com/seed-4b734f86/gochad/gosrc/load"
)

// runAll checks .chad files and Go packages.
func (o *checkOptions) runAll(cmd *cobra.Command, args []string) error {
	if err := o.validate(); err != nil {
		return err
	}
	in, err := sortOut(args)
	if err != nil {
		return err
	}
	// evaluation takes long: .chad files are checked that are named
	in.chad = slices.DeleteFunc(in.chad, func(file string) bool { return !slices.Contains(args, file) })
	if len(in.chad)+len(in.packages) == 0 {
		return fmt.Errorf("%s: no Go file with a //chad: directive\n  hint: name .chad files to check them",
			strings.Join(args, " "))
	}
	off := false
	for _, file := range in.chad {
		if err := o.run(messagesOf(cmd), file); errors.Is(err, errDiffers) {
			off = true
		} else if err != nil {
			return err
		}
	}
	if len(in.packages) > 0 {
		if err := o.goPackages(cmd, in); errors.Is(err, errDiffers) {
			off = true
		} else if err != nil {
			return err
		}
	}
	if off {
		return errDiffers
	}
	return nil
}

// goPackages checks Go packages. The error is errDiffers where a derivative is wrong.
func (o *checkOptions) goPackages(cmd *cobra.Command, in genInput) error {
	if len(o.wrt) > 0 {
		return errors.New("--wrt is for .chad files\n  hint: write wrt= in the directive")
	}
	settings, err := o.settings(cmd)
	if err != nil {
		return err
	}
	g := genOptions{}
	progress := g.progress(cmd.ErrOrStderr())
	r, err := check.Run(cmd.Context(), in.packages, check.Options{
		Load:     load.Options{Tags: o.tags, SkipExcluded: in.spread, Chooses: "--func"},
		Settings: settings, Funcs: o.defs, Progress: progress.step,
	})
	progress.done()
	if cmd.Context().Err() != nil {
		return errInterrupted
	}
	if err != nil {
		return err
	}
	m := messagesOf(cmd)
	for _, l := range r.Lines {
		if err := m.result(l.Name, 24, l.Text); err != nil {
			return err
		}
	}
	if len(r.Wrong) == 0 {
		return nil
	}
	if m.json {
		m.list(kindWrong, r.Wrong)
	} else if _, err := fmt.Fprintf(m.out, "\n%s", r.Wrong); err != nil { // with the results, which they explain
		return err
	}
	return errDiffers
}

// settings are those for functions of Go.
func (o *checkOptions) settings(cmd *cobra.Command) (judge.Settings, error) {
	s := judge.Settings{
		Points: o.points, Seed: o.seed, Size: int(o.size), Tolerance: 1e-5, Seconds: o.time.Seconds(),
	}
	if cmd.Flags().Changed("range") {
		s.Range = o.span
	}
	if cmd.Flags().Changed("tolerance") {
		s.Tolerance = o.tol
	}
	if o.at == "" {
		return s, nil
	}
	if len(o.defs) != 1 {
		return s, errors.New("--at gives arguments of one function\n  hint: choose it with --def")
	}
	text, err := os.ReadFile(o.at)
	if err != nil {
		return s, plain(err)
	}
	var list []json.RawMessage
	if err := json.Unmarshal(text, &list); err != nil {
		return s, fmt.Errorf("%s: %w\n  hint: a list of lists of arguments, [[x, y], [x, y]]", o.at, err)
	}
	for _, args := range list {
		if !strings.HasPrefix(strings.TrimSpace(string(args)), "[") {
			return s, fmt.Errorf("%s: not a list of lists of arguments\n  hint: [[x, y], [x, y]]", o.at)
		}
		s.At = append(s.At, args)
	}
	if len(s.At) == 0 {
		return s, fmt.Errorf("%s: no arguments", o.at)
	}
	return s, nil
}
