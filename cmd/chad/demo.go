package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/examples/fits"
	"github.com/seed-4b734f86/gochad/examples/fits/fitted"
)

func demoCommand() *cobra.Command {
	var plot string
	var quiet bool
	c := &cobra.Command{
		Use:   "demo",
		Short: "fit real models to real data with derived, generated gradients",
		Long: `demo fits Anscombe's quartet and NIST's Longley data by least squares and the
Challenger O-ring data by logistic regression. The models are .chad programs; their
gradients were derived by this compiler and emitted as Go that is compiled in. The fits
stand beside the closed form, NIST's certified values and iteratively reweighted least
squares; if one disagrees in the first six digits, the command fails.

It writes one file, the plot, into the current folder, or where --plot says.`,
		Example: `  chad demo
  chad demo --quiet --plot fits.png
  chad demo --plot ''             no plot`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return errors.New("demo wants no arguments\n  hint: see chad demo --help")
			}
			return checkPlot(plot)
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := cmd.OutOrStdout()
			if !quiet {
				if err := showModels(w); err != nil {
					return err
				}
			}
			if err := heading(w,
				"the fits, by the derived gradients, beside answers that owe nothing to them"); err != nil {
				return err
			}
			_, err := fits.Run(w, fitted.Models(), plot)
			return err
		},
	}
	c.Flags().StringVar(&plot, "plot", "chad-demo.svg", "where to write the plot (.svg or .png); empty for none")
	c.Flags().BoolVarP(&quiet, "quiet", "q", false, "leave out the models and their derivatives")
	return c
}

// checkPlot refuses a name that could not be written before anything is done.
func checkPlot(plot string) error {
	switch strings.ToLower(filepath.Ext(plot)) {
	case ".svg", ".png":
		return nil
	case "":
		if plot == "" {
			return nil
		}
	}
	return fmt.Errorf("--plot %s: want a name that ends in .svg or .png", plot)
}

func heading(w io.Writer, format string, args ...any) error {
	_, err := fmt.Fprintf(w, "━━ %s\n\n", fmt.Sprintf(format, args...))
	return err
}

// showModels prints each model and the derivative of its loss, and the emitted Go of the first.
func showModels(w io.Writer) error {
	sources, err := fits.Sources()
	if err != nil {
		return err
	}
	for i, s := range sources {
		if err := heading(w, "%s: the model, examples/fits/%s", s.Name, s.Path); err != nil {
			return err
		}
		derived, err := derivative(s)
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintf(w, "%s\n", s.Text)
		if err := heading(w,
			"%s: loss and, as a linear function of its cotangent, the cotangent of theta "+
				"(reverse mode)", s.Name); err != nil {
			return err
		}
		_, _ = fmt.Fprintf(w, "%s\n\n", derived)
		if i > 0 {
			continue
		}
		code, err := emitted(s, "LossGrad")
		if err != nil {
			return err
		}
		if err := heading(w, "%s: the same, as the Go that was emitted and is compiled into this program",
			s.Name); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%s\n\n", code); err != nil {
			return err
		}
	}
	return nil
}

// derivative is the simplified derivative of the loss, without the definitions of the model that
// it calls: they have just been printed.
func derivative(s fits.Source) (string, error) {
	m, err := chad.Parse(s.Path, s.Text)
	if err != nil {
		return "", err
	}
	f, err := m.Func("loss")
	if err != nil {
		return "", err
	}
	out, err := chad.Show(f, chad.ShowOptions{Mode: "reverse", Stage: "simplified", Wrt: []string{"theta"}})
	if err != nil {
		return "", err
	}
	defs := strings.Split(strings.TrimSpace(out), "\n\n")
	defs = slices.DeleteFunc(defs, func(d string) bool {
		rest, ok := strings.CutPrefix(d, "def ")
		name, _, _ := strings.Cut(rest, " ")
		return ok && slices.Contains(m.Names(), name)
	})
	return strings.Join(defs, "\n\n"), nil
}

// emitted is the text of one function of the code that is generated from a model, which a test
// holds equal to the code that is compiled in.
func emitted(s fits.Source, name string) (string, error) {
	src, err := chad.Generate(s.Path, s.Text, s.Name)
	if err != nil {
		return "", err
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, s.Path, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == name {
			from, to := fset.Position(f.Pos()).Offset, fset.Position(f.End()).Offset
			if f.Doc != nil {
				from = fset.Position(f.Doc.Pos()).Offset
			}
			return string(bytes.TrimSpace(src[from:to])), nil
		}
	}
	return "", fmt.Errorf("%s: no function %s was generated", s.Path, name)
}
