package fit

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/seed-4b734f86/gochad/integrations/beam/stepwise"
)

// Job is a fit: what is summed, over which data, and how that is run.
type Job struct {
	Gradient Function // Gradient(model)
	Product  Function // HessianProduct(model), for Newton-CG
	Source   Source

	// Run runs a pipeline and waits for its end: beam.Run with the runner of your choice.
	Run func(context.Context, *beam.Pipeline) error
	// Exchange is a folder that the workers and this program see. Each pass leaves its total there, one small file.
	Exchange string
	// Alone adds up in this process, one shard after the other, without Beam.
	Alone bool

	// Keep is a file for the state of the fit, written whole after each pass; none if it is empty.
	Keep string
	// Resume goes on from the state in Keep, if there is one. Without it a state that is there is an error.
	Resume bool
	// Passes ends this run after so many passes over the data; 0 is no limit. The state is kept.
	Passes int
	// Progress is told about each pass.
	Progress func(Progress)

	run string // a word for the files of this run
}

// Progress is what one pass over the data has given.
type Progress struct {
	Pass     int // of the whole fit, from 1
	Round    int // steps taken so far
	Kind     stepwise.Kind
	Value    float64 // where the steps have led so far; for minibatches the mean of the last batch
	Slope    float64 // the largest element of the gradient there
	Examples int     // of this pass
	Took     time.Duration
}

// Result is where a fit has come to.
type Result struct {
	Point  []float64
	Value  float64
	Slope  float64 // the largest element of the gradient
	Rounds int
	Passes int
	Done   bool
	Why    string    // why the fit is done, or why this run has ended
	Losses []float64 // the value after each round, the one at the start first
}

// Minimise runs the fit until the method is done. The method is new, at the point where the fit starts, or with Resume
// would start: the state of another start is refused.
//
// Errors: a *[Fault] of the data, with its place; a state that is not of this fit; those of Beam and of the file
// systems. With the error comes how far the fit has come, and what Keep has can be gone on from.
func (j Job) Minimise(ctx context.Context, m stepwise.Method) (Result, error) {
	if err := j.check(); err != nil {
		return Result{}, err
	}
	parts, err := j.Source.Parts(ctx)
	if err != nil {
		return Result{}, fmt.Errorf("the data: %w", err)
	}
	k, err := j.start(m, parts)
	if err != nil {
		return Result{}, err
	}
	j.run = "pass-" + rand.Text()[:8]
	for n := 0; !m.Done() && (j.Passes == 0 || n < j.Passes); n++ {
		if err := ctx.Err(); err != nil {
			return k.result(m), err
		}
		ask, began := m.Ask(), time.Now()
		a, err := j.pass(ctx, ask, parts, k.Passes+1)
		// A function without a value may mean that a step was too long: the method knows. Where it fails, the fault says why.
		var fault *Fault
		if err != nil && (!errors.As(err, &fault) || fault.Bad) {
			return k.result(m), fmt.Errorf("pass %d: %w", k.Passes+1, err)
		}
		before := m.Rounds()
		if told := m.Tell(a); told != nil {
			return k.result(m), fmt.Errorf("pass %d: %w", k.Passes+1, errors.Join(told, err))
		}
		k.Passes++
		value, slope := m.Value()
		if len(k.losses) == 0 || m.Rounds() > before {
			k.losses = append(k.losses, value)
		}
		if err := k.write(j.Keep, m); err != nil {
			return k.result(m), fmt.Errorf("the state of the fit cannot be kept: %w", err)
		}
		if j.Progress != nil {
			j.Progress(Progress{k.Passes, m.Rounds(), ask.Kind, value, slope, a.Count, time.Since(began)})
		}
	}
	return k.result(m), nil
}

func (j Job) check() error {
	switch {
	case j.Source == nil || j.Gradient.combine == nil:
		return errors.New("a job needs a Source and a Gradient")
	case j.Gradient.pair || j.Product.combine != nil && !j.Product.pair:
		return errors.New("Gradient takes Gradient(model), Product takes HessianProduct(model)")
	case !j.Alone && j.Run == nil:
		return errors.New("a job needs Run, a function that runs a pipeline, or Alone")
	case !j.Alone && j.Exchange == "":
		return errors.New("a job needs Exchange, a folder that the workers and this program see")
	}
	return nil
}

// start makes what is kept of the fit, or reads it.
func (j Job) start(m stepwise.Method, parts []Part) (*kept, error) {
	k, err := j.fresh(m, parts)
	if err != nil || j.Keep == "" {
		return k, err
	}
	data, err := os.ReadFile(j.Keep)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return k, nil
	case err != nil:
		return nil, err
	case !j.Resume:
		return nil, fmt.Errorf("%s has the state of a fit already: resume it, or remove the file", j.Keep)
	}
	if err := k.read(data, m); err != nil {
		return nil, fmt.Errorf("%s: %w", j.Keep, err)
	}
	return k, nil
}
