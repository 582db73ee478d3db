package cli

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/chad"
)

// checkOptions are the flags of check.
type checkOptions struct {
	defs, wrt []string
	points    int
	seed      uint64
	size      int64
	span      []float64
	tol       float64
	fuel      int64
	at, tags  string
	time      time.Duration
}

func checkCommand() *cobra.Command {
	var o checkOptions
	c := &cobra.Command{
		Use:   "check FILE.chad|PACKAGE|FILE.go...",
		Short: "check derivatives against finite differences and each other",
		Long: `check evaluates both derivatives of each definition, and of each Go function with a
directive, at random points, in random directions, and compares

  forward mode with differences    central, extrapolated, with an estimate of their error
  reverse mode with forward mode   the dot-product test ⟨J dx, w⟩ = ⟨dx, Jᵀ w⟩

It exits with 1 when one is off by more than --tolerance, relative to the size of the
numbers, and more than the differences' own error. A point where the differences say
nothing (a kink, a jump, no number) is passed over and counted. Reals are drawn from --range,
ints from 1 to 3, and every size parameter is --size. There is no forward mode by
parameters of sums and data; for these reverse mode is held against differences.

Go packages are named as for chad gen; .chad files in their folders are not checked.
Derivatives are generated in memory, and nothing is written. A derivative by hand
(//chad:derivative) is checked by itself. What is wrong is reported once, at the innermost
function, as file:line:col: message.
Arguments are drawn: slices of lengths about --size, and reals of several kinds where
--range does not say. Where arguments have to fit together, or are functions, give them:
func chadCheckF(rng *rand.Rand) in a test file returns arguments for F, and --at a JSON
file with a list of lists of arguments. See docs/checking.md.`,
		Example: `  chad check ./...
  chad check . --def Loss --range -1,1
  chad check . --def Loss --at arguments.json
  chad check model.chad --def loss --wrt theta --range -1,1`,
		Args: wants(1, -1, "a .chad file, a Go package or Go files"),
		RunE: func(cmd *cobra.Command, args []string) error {
			defer interruptible(cmd)()
			return o.runAll(cmd, args)
		},
	}
	c.Flags().StringSliceVar(&o.defs, "def", nil,
		"definitions to check, or Go functions, F or Type.Method (default: all that can be)")
	c.Flags().StringSliceVar(&o.wrt, "wrt", nil,
		"parameters to differentiate by (default: all that vary); of Go, the directives say")
	c.Flags().IntVar(&o.points, "points", 20, "random points for each definition or function")
	c.Flags().Uint64Var(&o.seed, "seed", 1, "seed of the random points")
	c.Flags().Int64Var(&o.size, "size", 4, "the value of every size parameter; of Go, about the lengths of slices")
	c.Flags().Float64SliceVar(&o.span, "range", []float64{0.1, 1.9},
		"the interval of the random reals; of Go, several by default")
	c.Flags().Float64Var(&o.tol, "tolerance", 1e-6, "the relative error that is allowed; of Go 1e-5")
	c.Flags().Int64Var(&o.fuel, "fuel", defaultFuel, "the number of steps after which to give up an evaluation")
	c.Flags().StringVar(&o.at, "at", "", "a JSON file with arguments for one Go function: a list of lists of them")
	c.Flags().DurationVar(&o.time, "time", 10*time.Second,
		"the time after which no more points of a Go function are tried")
	c.Flags().StringVar(&o.tags, "tags", "", "build tags of Go packages, separated by commas")
	jsonFlag(c)
	completes(c, "def", true, functionsIn)
	completes(c, "wrt", true, parametersIn(new(string)))
	return c
}

func (o *checkOptions) validate() error {
	switch {
	case len(o.span) != 2 || !(o.span[0] < o.span[1]):
		return errors.New("--range wants two numbers, the lower first, such as 0.1,1.9")
	case o.points < 1:
		return fmt.Errorf("--points %d: at least one is needed", o.points)
	case o.size < 0 || o.size > 10_000:
		return fmt.Errorf("--size %d: it must be from 0 to 10000", o.size)
	case o.fuel < 1:
		return fmt.Errorf("--fuel %d: at least one step is needed", o.fuel)
	case o.time <= 0:
		return fmt.Errorf("--time %v: it must be positive", o.time)
	case !(o.tol > 0):
		return fmt.Errorf("--tolerance %g: it must be positive", o.tol)
	}
	return nil
}

func (o *checkOptions) run(m *messages, file string) error {
	if err := o.validate(); err != nil {
		return err
	}
	src, err := loadFile(file)
	if err != nil {
		return err
	}
	named := len(o.defs) > 0
	names := o.defs
	if !named {
		names = src.Names()
	}
	funcs := make([]*chad.Func, len(names))
	for i, n := range names {
		if funcs[i], err = src.pick(n); err != nil {
			return err
		}
	}
	off := false
	progress := newProgress(m.err)
	for _, f := range funcs {
		progress.wait("checking " + f.Name())
		k := checker{options: o, rng: rand.New(rand.NewPCG(o.seed, 1))}
		r, err := k.check(f)
		progress.done()
		switch {
		case err != nil && named:
			return src.in(f, err)
		case err != nil:
			err = m.result(f.Name(), 20, fmt.Sprintf("skipped: %v", err))
		default:
			off = off || r.off()
			err = m.result(f.Name(), 20, r.verdict(o))
		}
		if err != nil {
			return err
		}
	}
	if off {
		return errDiffers
	}
	return nil
}

// outcome is what the points of one definition have shown.
type outcome struct {
	forward    float64 // the worst relative error against differences, their own error taken off
	reverse    float64 // the worst gap of the dot-product test
	rough      int     // points at which differences say nothing
	noForward  bool    // there is no forward mode: reverse is the gap to the differences
	offForward bool    // NaN included
	offReverse bool
}

func (r outcome) off() bool { return r.offForward || r.offReverse }

func (r outcome) verdict(o *checkOptions) string {
	note := ""
	if r.rough > 0 {
		note = fmt.Sprintf(" (%d more passed over: too rough for differences)", r.rough)
	}
	numbers := fmt.Sprintf("forward against differences %.1e, reverse against forward %.1e", r.forward, r.reverse)
	if r.noForward {
		numbers = fmt.Sprintf("reverse against differences %.1e", r.reverse)
	}
	switch {
	case r.offForward && r.offReverse:
		return "FAILED, both modes: " + numbers
	case r.offForward:
		return "FAILED, forward mode: " + numbers
	case r.offReverse:
		return "FAILED, reverse mode: " + numbers
	}
	if r.rough == o.points {
		return fmt.Sprintf("passed over: at none of %d points do differences say anything; --range chooses others",
			o.points)
	}
	return fmt.Sprintf("ok at %d points%s: %s", o.points-r.rough, note, numbers)
}
