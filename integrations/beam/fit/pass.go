package fit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/seed-4b734f86/gochad/integrations/beam/stepwise"
)

// Function is a registered model as a [Job] takes it: [Gradient] or [HessianProduct] of one.
type Function struct {
	combine func(beam.Scope, []float64, beam.PCollection) (beam.PCollection, error)
	alone   func([]float64) (add func(Block) error, total func() *Total, err error)
	open    func([]float64, *Total) (stepwise.Answer, error)
	// empty is the state of a sum of no examples: function, version, shape and point are in it.
	empty func([]float64) ([]byte, error)
	pair  bool // points are a point and a direction
}

// Gradient is the value and gradient of a model.
func Gradient[M Model[S, E], S Sum[S], E any](model M) Function {
	at := func(point []float64) *combineFn[M, S, E] {
		return &combineFn[M, S, E]{Model: model, Point: bits(point)}
	}
	return Function{
		combine: func(s beam.Scope, point []float64, examples beam.PCollection) (beam.PCollection, error) {
			return Combine(s, model, point, examples)
		},
		alone: func(point []float64) (func(Block) error, func() *Total, error) {
			if _, rows := any(*new(E)).([]float64); !rows {
				return nil, nil, fmt.Errorf("%T takes no rows of numbers; without Beam only these can be added", model)
			}
			f := &blockFn[M, S, E]{*at(point)}
			t, err := f.CreateAccumulator()
			add := func(b Block) (err error) {
				t, err = f.AddInput(t, b)
				return err
			}
			return add, func() *Total { return t }, err
		},
		open: func(point []float64, t *Total) (stepwise.Answer, error) {
			s, err := Open(model, point, t)
			if err != nil {
				return stepwise.Answer{}, err
			}
			a := stepwise.Answer{Vector: make([]float64, len(point)), Count: s.Len()}
			a.Value = model.Grad(s, a.Vector)
			return a, nil
		},
		empty: func(point []float64) ([]byte, error) {
			s, err := at(point).begin()
			if err != nil {
				return nil, err
			}
			return s.MarshalBinary()
		},
	}
}

// HessianProduct is the Hessian of a model times a direction, for Newton-CG.
func HessianProduct[M ProductModel[S, E], S Sum[S], E any](model M) Function {
	f := Gradient(productOf[M, S, E]{Model: model})
	f.pair = true
	open := f.open
	f.open = func(both []float64, t *Total) (stepwise.Answer, error) {
		a, err := open(both, t)
		if err == nil {
			a.Vector = a.Vector[:len(both)/2]
		}
		return a, err
	}
	return f
}

// pass answers a question by one pass over the data. Where the function has no value, the answer is NaN, with the
// *Fault that says which example that is.
func (j Job) pass(ctx context.Context, ask stepwise.Ask, all []Part, number int) (stepwise.Answer, error) {
	f, point := j.Gradient, ask.Point
	if ask.Kind == stepwise.Product {
		f, point = j.Product, append(append([]float64(nil), point...), ask.Direction...)
	}
	if f.combine == nil {
		return stepwise.Answer{}, errors.New("the method asks for what the job does not have: " +
			"set Gradient, and for Newton-CG Product")
	}
	parts := all
	if ask.Parts != nil {
		parts = nil
		for _, p := range ask.Parts {
			if p >= len(all) {
				return stepwise.Answer{}, fmt.Errorf("the method has %d parts or more, the data has %d", p+1, len(all))
			}
			parts = append(parts, all[p])
		}
	}
	var t *Total
	var err error
	if j.Alone {
		t, err = j.alone(ctx, f, point, parts)
	} else {
		t, err = j.onBeam(ctx, f, point, parts, fmt.Sprintf("%s/%s-%06d.total", j.Exchange, j.run, number))
	}
	if err != nil {
		return stepwise.Answer{}, err
	}
	a, err := f.open(point, t)
	var fault *Fault
	if errors.As(err, &fault) && !fault.Bad {
		a = stepwise.Answer{Value: math.NaN(), Vector: make([]float64, len(ask.Point)), Count: 1}
		for i := range a.Vector {
			a.Vector[i] = math.NaN()
		}
		return a, fault
	}
	if err == nil && a.Count == 0 {
		err = errors.New("there are no examples in the data")
	}
	return a, err
}

// alone reads the parts one after the other, in this process.
func (j Job) alone(ctx context.Context, f Function, point []float64, parts []Part) (*Total, error) {
	src, ok := j.Source.(interface {
		each(context.Context, Part, func(Block)) error
	})
	if !ok {
		return nil, fmt.Errorf("%T can be read by Beam alone", j.Source)
	}
	add, total, err := f.alone(point)
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		var failed error
		err := src.each(ctx, p, func(b Block) {
			if failed == nil {
				failed = add(b)
			}
		})
		if err := errors.Join(err, failed); err != nil {
			return nil, err
		}
	}
	return total(), nil
}

// onBeam runs one pipeline, which leaves the total at path.
func (j Job) onBeam(ctx context.Context, f Function, point []float64, parts []Part, path string) (*Total, error) {
	p, err := pipeline(func(s beam.Scope) error {
		total, err := f.combine(s, point, j.Source.Read(s, parts))
		if err == nil {
			_, err = beam.TryParDo(s, &leave{Path: path}, total)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("the pipeline cannot be built: %w", err)
	}
	if err := j.Run(ctx, p); err != nil {
		return nil, fmt.Errorf("the pipeline has failed: %w", err)
	}
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	r, err := fs.OpenRead(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("the pipeline has ended, but its result is not in %s: Exchange has to be a folder "+
			"that the workers and this program see, such as gs://bucket/folder, and the source has to give "+
			"something: %w", j.Exchange, err)
	}
	data, err := io.ReadAll(r)
	if err = errors.Join(err, r.Close()); err != nil {
		return nil, err
	}
	if fs, ok := fs.(filesystem.Remover); ok {
		if err := fs.Remove(ctx, path); err != nil {
			return nil, err
		}
	}
	return decodeTotal(data)
}

// pipeline builds a pipeline. Beam panics about many mistakes; here they are errors.
func pipeline(build func(beam.Scope) error) (p *beam.Pipeline, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	p, s := beam.NewPipelineWithRoot()
	return p, build(s)
}

// leave writes a total where the program that started the pipeline finds it. An engine that runs it twice writes the
// same file twice.
type leave struct{ Path string }

// ProcessElement writes the file. The error is one of the file system.
func (l *leave) ProcessElement(ctx context.Context, t *Total) error {
	data, err := encodeTotal(t)
	if err != nil {
		return err
	}
	fs, err := filesystem.New(ctx, l.Path)
	if err != nil {
		return err
	}
	defer fs.Close()
	w, err := fs.OpenWrite(ctx, l.Path)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return errors.Join(err, w.Close())
}
