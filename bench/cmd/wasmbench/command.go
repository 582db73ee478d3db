package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/penrose"
	"github.com/seed-4b734f86/gochad/bench/versus"
	"github.com/seed-4b734f86/gochad/bench/web"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

var errBars = errors.New("missed")

type flags struct {
	time    time.Duration
	rounds  int
	only    []string
	penrose string
}

func command() *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use: "wasmbench", Args: cobra.NoArgs, SilenceErrors: true, SilenceUsage: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.penrose != "" {
				return f.diagrams(cmd)
			}
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
	cmd.Flags().StringVar(&f.penrose, "penrose", "", "")
	cmd.Flags().StringSliceVar(&f.only, "only", nil, "")
	return cmd
}

func (f *flags) diagrams(cmd *cobra.Command) error {
	ds, err := penrose.Read(f.penrose)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "wasmbench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var tasks []web.Task
	var chosen []*penrose.Diagram
	var took []time.Duration
	for _, d := range ds {
		ok := len(f.only) == 0
		for _, s := range f.only {
			ok = ok || strings.Contains(d.ID, s)
		}
		if !ok {
			continue
		}
		start := time.Now()
		m, err := d.Compile(wasmbackend.Options{WithoutNames: true})
		if err != nil {
			fmt.Println(d.ID, err)
			continue
		}
		took = append(took, time.Since(start))
		t, err := d.Task(dir, m)
		if err != nil {
			return err
		}
		t.Time, t.Rounds = f.time.Nanoseconds(), f.rounds
		tasks, chosen = append(tasks, t), append(chosen, d)
	}
	as, err := web.Run(cmd.Context(), "web", tasks, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	var ratios, bytes []float64
	for i, a := range as {
		d := chosen[i]
		for k, r := range a.Contenders {
			us := measure.Median(r.Ns) / 1e3
			bad := ""
			if want := d.Refs[k].Results(); len(r.Values) != len(want) {
				bad = "WRONG"
			}
			if d.Row.RefC > 0 && k == 0 {
				ratios = append(ratios, us/d.Row.RefC)
				bytes = append(bytes, float64(r.Bytes)/float64(d.Row.RefLen))
			}
			fmt.Printf("%-50s %-8s %9.3f µs  c %.3f (%.2f×) rose %.3f (%.2f×) compile %v rose %.0f first %.1f rose %.1f bytes %d ref %d (%.2f) %s %s\n", a.Name, r.Name, us, d.Row.RefC, us/d.Row.RefC, d.Row.RoseRaw, d.Row.RoseRaw/us,
				took[i].Round(time.Millisecond), d.Row.RoseCompile, r.First, d.Row.RoseFirst, r.Bytes, d.Row.RefLen, float64(r.Bytes)/float64(d.Row.RefLen), r.Failed, bad)
		}
	}
	fmt.Println("median over c", measure.Median(ratios), "bytes", measure.Median(bytes))
	return nil
}
