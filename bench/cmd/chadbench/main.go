// Command chadbench measures generated derivatives against hand-written ones.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/bench/problem"
	"github.com/seed-4b734f86/gochad/bench/run"
)

var errBars = errors.New("bars are missed")

func main() {
	if err := command().Execute(); err != nil {
		fmt.Fprintln(os.Stderr, "chadbench:", err)
		if errors.Is(err, errBars) {
			os.Exit(1)
		}
		os.Exit(2)
	}
}

func command() *cobra.Command {
	var (
		names  []string
		opt    run.Options
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:           "chadbench",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ps, err := choose(names)
			if err != nil {
				return err
			}
			opt.Progress = cmd.ErrOrStderr()
			r := run.Run(ps, opt)
			if asJSON {
				e := json.NewEncoder(cmd.OutOrStdout())
				e.SetIndent("", "  ")
				if err := e.Encode(r); err != nil {
					return err
				}
			} else if err := r.Table(cmd.OutOrStdout()); err != nil {
				return err
			}
			if n := len(r.Missed()); n > 0 {
				return fmt.Errorf("%d %w", n, errBars)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&names, "problem", nil, "problems to measure (default: all)")
	f.DurationVar(&opt.Time, "time", time.Second, "time for each function")
	f.IntVar(&opt.Rounds, "rounds", 101, "rounds at most")
	f.BoolVar(&opt.Peers, "peers", true, "measure other libraries too")
	f.BoolVar(&asJSON, "json", false, "print the results as JSON")
	return cmd
}

func choose(names []string) ([]problem.Problem, error) {
	all := problem.All()
	if len(names) == 0 {
		return all, nil
	}
	var out []problem.Problem
	for _, n := range names {
		found := false
		for _, p := range all {
			if p.Name == n || strings.HasPrefix(p.Name, n+"-") {
				out, found = append(out, p), true
			}
		}
		if !found {
			known := make([]string, len(all))
			for i, p := range all {
				known[i] = p.Name
			}
			return nil, fmt.Errorf("no problem %s; there are %s", n, strings.Join(known, ", "))
		}
	}
	return out, nil
}
