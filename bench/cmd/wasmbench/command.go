package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/versus"
	"github.com/seed-4b734f86/gochad/bench/web"
)

var errBars = errors.New("missed")

type flags struct {
	time   time.Duration
	rounds int
	only   []string
	folder string
}

func command() *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use: "wasmbench", Args: cobra.NoArgs, SilenceErrors: true, SilenceUsage: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := os.MkdirTemp("", "wasmbench")
			if err != nil {
				return err
			}
			defer os.RemoveAll(dir)
			var tasks []web.Task
			for _, p := range versus.All() {
				ok := len(f.only) == 0
				for _, s := range f.only {
					ok = ok || strings.HasPrefix(p.Name, s)
				}
				if !ok {
					continue
				}
				t, err := p.Task(dir)
				if err != nil {
					return err
				}
				t.Time, t.Rounds = f.time.Nanoseconds(), f.rounds
				tasks = append(tasks, t)
			}
			as, err := web.Run(cmd.Context(), "web", tasks, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			for _, a := range as {
				ours := a.Of("chad")
				for _, r := range a.Contenders {
					fmt.Printf("%-20s %-16s %10.3f µs  %.3f×  build %.1f first %.1f bytes %d mem %d %s\n", a.Name, r.Name, measure.Median(r.Ns)/1e3, measure.Ratio(ours.Ns, r.Ns).Median, r.Build, r.First, r.Bytes, r.Memory, r.Failed)
				}
			}
			return nil
		},
	}
	cmd.Flags().DurationVar(&f.time, "time", 300*time.Millisecond, "")
	cmd.Flags().IntVar(&f.rounds, "rounds", 51, "")
	cmd.Flags().StringSliceVar(&f.only, "only", nil, "")
	return cmd
}
