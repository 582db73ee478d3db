package main

import (
	"fmt"

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
stand beside the closed form, NIST's certified values and iteratively reweighted least squares.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := cmd.OutOrStdout()
			if !quiet {
				sources, err := fits.Sources()
				if err != nil {
					return err
				}
				for _, s := range sources {
					m, err := chad.Parse(s.Path, s.Text)
					if err != nil {
						return err
					}
					f, err := m.Func("loss")
					if err != nil {
						return err
					}
					derived, err := chad.Show(f, chad.ShowOptions{Mode: "reverse", Stage: "simplified", Wrt: []string{"theta"}})
					if err != nil {
						return err
					}
					fmt.Fprintf(w, "The model %s, and the derivative of its loss with respect to theta (reverse mode):\n\n%s\n%s\n\n", s.Name, s.Text, derived)
				}
			}
			_, err := fits.Run(w, fitted.Models(), plot)
			return err
		},
	}
	c.Flags().StringVar(&plot, "plot", "chad-demo.svg", "where to write the plot (.svg or .png); empty for none")
	c.Flags().BoolVarP(&quiet, "quiet", "q", false, "leave out the models and their derivatives")
	return c
}
