// Command nestedbench measures derivatives of derivatives, generated and by hand, side by side.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/nested"
)

func main() {
	opt := measure.Options{}
	flag.DurationVar(&opt.Time, "time", time.Second, "time for each function, about")
	flag.IntVar(&opt.Rounds, "rounds", 101, "rounds at most")
	flag.Parse()
	if err := table(os.Stdout, opt); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// table prints a row for each example: the least times, and the medians of the ratios within the rounds.
func table(out io.Writer, opt measure.Options) error {
	if opt.Time <= 0 || opt.Rounds < measure.MinRounds {
		return fmt.Errorf("-time must be positive and -rounds %d at least", measure.MinRounds)
	}
	_, err := fmt.Fprint(out, "| Example | Size | Value, µs | By hand, µs | Generated, µs |",
		" Generated / by hand | Generated / value |\n|---|---|---|---|---|---|---|\n")
	for _, c := range nested.Cases(false) {
		times := measure.Interleave(opt, func() { c.Value() }, func() { c.Hand() }, func() { c.Chad() })
		least := func(i int) float64 { return slices.Min(times[i]) / 1000 }
		hand, value := measure.Ratio(times[2], times[1]), measure.Ratio(times[2], times[0])
		if err == nil {
			_, err = fmt.Fprintf(out, "| %s | %s | %.1f | %.1f | %.1f | %.2f (%.2f to %.2f) | %.1f |\n",
				c.Name, c.Size, least(0), least(1), least(2), hand.Median, hand.Low, hand.High, value.Median)
		}
	}
	return err
}
