// Command demo fits real models to real data with gradients that chad derived. See demo -help.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/examples/fits"
	"github.com/seed-4b734f86/gochad/examples/fits/fitted"
)

const usage = `demo fits Anscombe's quartet and NIST's Longley data by least squares and the
Challenger O-ring data by logistic regression. The models are .chad programs; their
gradients were derived by this compiler and emitted as Go that is compiled in. The fits
stand beside the closed form, NIST's certified values and iteratively reweighted least
squares; if one disagrees in the first six digits, the command fails.

It writes one file, the plot, into the current folder, or where -plot says.

`

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, out, messages io.Writer) int {
	flags := flag.NewFlagSet("demo", flag.ContinueOnError)
	flags.SetOutput(messages)
	flags.Usage = func() {
		_, _ = fmt.Fprint(messages, usage)
		flags.PrintDefaults()
	}
	plot := flags.String("plot", "chad-demo.svg", "where to write the plot (.svg or .png); empty for none")
	quiet := flags.Bool("quiet", false, "leave out the models and their derivatives")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	if err := demo(out, flags.Args(), *plot, *quiet); err != nil {
		_, _ = fmt.Fprintln(messages, "demo:", err)
		return 1
	}
	return 0
}

func demo(out io.Writer, args []string, plot string, quiet bool) error {
	if len(args) > 0 {
		return errors.New("no arguments are wanted\n  hint: see demo -help")
	}
	if err := checkPlot(plot); err != nil {
		return err
	}
	if !quiet {
		if err := showModels(out); err != nil {
			return err
		}
	}
	if err := heading(out, "the fits, by the derived gradients, beside answers that owe nothing to them"); err != nil {
		return err
	}
	_, err := fits.Run(out, fitted.Models(), plot)
	return err
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
	return fmt.Errorf("-plot %s: want a name that ends in .svg or .png", plot)
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
