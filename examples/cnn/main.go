// Command cnn trains a convolutional network to read digits, which it draws itself.
//
// The network is written in cnn.chad; its gradient, in cnn_chad.go, is derived from it by go generate.
package main

//go:generate go run ../../cmd/chad gen cnn.chad

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

const usage = `cnn trains a small convolutional network to read handwritten digits.

There is no data to fetch: the program draws each digit with a pen of its own, at a random place, slant,
size and thickness, and adds noise. It shows 16 new digits in each step, takes the gradient of the loss by all
3,898 weights (the code of which gochad derived from cnn.chad), and lets Adam change the weights a little.
Every hundredth step it reports the mean loss of the last hundred, and how many of 500 other digits the
network reads.

In the end it writes two pictures to the folder given by -out, which it makes where there is none:

  loss.svg     the loss of each step, and the errors in reading
  filters.svg  the six filters of the first layer before and after training, and what the network
               says of some digits

Usage: go run ./examples/cnn [flags]

Flags:
`

const (
	batch   = 16    // digits in a step
	every   = 100   // steps from one report to the next
	fresh   = 500   // digits in a report
	final   = 5000  // digits in the last one
	maxRate = 0.015 // of the optimiser, at the start
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "cnn:", err)
		os.Exit(1)
	}
}

// run is the command: progress goes to out, and help and mistakes in the flags to help.
func run(args []string, out, help io.Writer) error {
	flags := flag.NewFlagSet("cnn", flag.ContinueOnError)
	flags.SetOutput(help)
	flags.Usage = func() {
		_, _ = fmt.Fprint(help, usage) // who cannot write help has nothing else to say
		flags.PrintDefaults()
	}
	steps := flags.Int("steps", 1500, "train for this many steps")
	seed := flags.Uint64("seed", 1, "the seed of all that is random: the same seed gives the same run")
	folder := flags.String("out", ".", "write the pictures to this folder")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || *steps < 1 {
		flags.Usage()
		return errors.New("want flags only, and one step at least")
	}
	t, err := train(*steps, *seed, final, out)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(*folder, 0o755); err != nil {
		return err
	}
	for name, picture := range map[string]string{"loss.svg": lossPicture(t), "filters.svg": filterPicture(t)} {
		if err := os.WriteFile(filepath.Join(*folder, name), []byte(picture), 0o644); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(out, "loss.svg and filters.svg are in %s\n", *folder)
	return err
}

// A training is what happened in one.
type training struct {
	before, after *network
	losses        []float64 // of each step
	reports       []report
	shown         samples // fresh digits after training, with what is said of them
	outputs       [][]float64
	accuracy      float64 // on these
}

type report struct {
	step     int
	accuracy float64
}

// train trains a random network, looks in the end what it says of some fresh digits, and reports to out. It fails
// when out does.
func train(steps int, seed uint64, final int, out io.Writer) (training, error) {
	r := rand.New(rand.NewPCG(seed, 1))
	others := rand.New(rand.NewPCG(seed, 2)) // for the digits of the reports
	t := training{before: newNetwork(), after: newNetwork()}
	net, gradient := t.after, newNetwork()
	net.randomise(r)
	copy(t.before.all, net.all)

	optimiser, forward, backward := adam{}, NewForwardWorkspace(), NewLossGradWorkspace()
	start := time.Now()
	for step := 1; step <= steps; step++ {
		t.losses = append(t.losses, net.gradient(backward, draw(r, batch), gradient))
		rate := maxRate * (1 - float64(step-1)/float64(steps)) // it sinks to zero
		optimiser.update(net.all, gradient.all, rate)
		if step%every != 0 && step != steps {
			continue
		}
		test := draw(others, fresh)
		last := report{step, test.accuracy(net.read(forward, test))}
		t.reports = append(t.reports, last)
		_, err := fmt.Fprintf(out, "step %5d  loss %.4f  reads %5.1f %% of %d fresh digits  %4.1f s\n",
			step, mean(t.losses[max(0, step-every):]), 100*last.accuracy, fresh, time.Since(start).Seconds())
		if err != nil {
			return t, err
		}
	}
	t.shown = draw(others, final)
	t.outputs = net.read(forward, t.shown)
	t.accuracy = t.shown.accuracy(t.outputs)
	_, err := fmt.Fprintf(out, "after training it reads %.1f %% of %d fresh digits\n", 100*t.accuracy, final)
	return t, err
}

func mean(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	return sum / float64(len(xs))
}
