package fit

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// Placed is implemented by examples that know where they stand. Then a fault is reported with it.
type Placed interface {
	Place() (shard string, row int64)
}

// Combine adds up all examples of a collection at a point: a collection of the examples of the model, or of blocks for
// a model whose examples are rows of numbers. What comes out has one element, a *[Total], which [Open] reads.
// The error is that of Beam: mostly that the collection has elements of another type, or that Register was not called.
func Combine[M Model[S, E], S Sum[S], E any](
	s beam.Scope, model M, point []float64, examples beam.PCollection,
) (beam.PCollection, error) {
	all := combineFn[M, S, E]{Model: model, Point: bits(point)}
	if examples.Type().Type() == reflect.TypeFor[Block]() {
		return beam.TryCombine(s, &blockFn[M, S, E]{all}, examples)
	}
	return beam.TryCombine(s, &all, examples)
}

// Open gives the sum in a total.
// The error is a *[Fault] of the data, or says that the total is of another function, version, shape or point.
func Open[M Model[S, E], S Sum[S], E any](model M, point []float64, t *Total) (sum S, err error) {
	f := &combineFn[M, S, E]{Model: model, Point: bits(point)}
	if t.fault != nil {
		return sum, t.fault
	}
	if sum, err = f.live(t); err != nil {
		return sum, err
	}
	return sum, sum.Err()
}

// bits are numbers as they travel: JSON has no infinity, and this is shorter.
func bits(x []float64) []byte {
	b := make([]byte, 0, 8*len(x))
	for _, v := range x {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

func fromBits(b []byte) []float64 {
	x := make([]float64, len(b)/8)
	for i := range x {
		x[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return x
}

// combineFn is the combiner, for examples one by one. Beam sends its exported fields to the workers.
type combineFn[M Model[S, E], S Sum[S], E any] struct {
	Model M
	Point []byte

	point []float64
}

// begin is a sum of no examples. A model that panics, mostly about the length of the point, gives an error.
func (f *combineFn[M, S, E]) begin() (s S, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%T has no sum at a point of %d numbers: %v", f.Model, len(f.point), r)
		}
	}()
	if f.point == nil {
		f.point = fromBits(f.Point)
	}
	return f.Model.New(f.point), nil
}

// live is the sum in a total, to which examples can be added.
func (f *combineFn[M, S, E]) live(t *Total) (S, error) {
	if s, ok := t.state.(S); ok {
		return s, nil
	}
	s, err := f.begin()
	if err != nil {
		return s, err
	}
	if t.raw != nil {
		if err := s.UnmarshalBinary(t.raw); err != nil {
			return s, fmt.Errorf("a sum of another worker is refused: %w", err)
		}
		t.raw = nil
	}
	t.state = s
	return s, nil
}

// CreateAccumulator is a total of no examples.
func (f *combineFn[M, S, E]) CreateAccumulator() (*Total, error) {
	t := &Total{}
	_, err := f.live(t)
	return t, err
}

// AddInput adds an example.
func (f *combineFn[M, S, E]) AddInput(t *Total, example E) (*Total, error) {
	s, err := f.live(t)
	if err != nil {
		return nil, err
	}
	if reason, bad := f.add(s, example); reason != "" {
		found := &Fault{Reason: reason, Bad: bad}
		if p, ok := any(example).(Placed); ok {
			found.Shard, found.Row = p.Place()
		}
		return f.faulty(t, found)
	}
	return t, nil
}

// faulty notes a fault, and begins another sum: the old one would not notice a further example that is no number.
func (f *combineFn[M, S, E]) faulty(t *Total, found *Fault) (*Total, error) {
	t.fault = first(t.fault, found)
	t.state = nil
	_, err := f.live(t)
	return t, err
}

// add adds an example. It says what is wrong if something is, and whether the example itself is.
func (f *combineFn[M, S, E]) add(s S, example E) (reason string, bad bool) {
	defer func() {
		if r := recover(); r != nil {
			reason, bad = fmt.Sprintf("it cannot be added: %v", r), true
		}
	}()
	f.Model.Add(s, example)
	if err := s.Err(); err != nil {
		row, _ := any(example).([]float64)
		return noNumber(row, err)
	}
	return "", false
}

// errNoValue is what is said where the place of the example is known better than the sum knows it.
var errNoValue = errors.New("the function has a value or a gradient there that is NaN or infinite")

// noNumber says which number of a row is none. If all are, it is the function that has no value.
func noNumber(row []float64, err error) (reason string, bad bool) {
	for j, v := range row {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Sprintf("column %d is %v", j+1, v), true
		}
	}
	return err.Error(), false
}

// MergeAccumulators adds the examples of u to those of t.
func (f *combineFn[M, S, E]) MergeAccumulators(t, u *Total) (*Total, error) {
	a, err := f.live(t)
	if err != nil {
		return nil, err
	}
	b, err := f.live(u)
	if err != nil {
		return nil, err
	}
	t.fault = first(t.fault, u.fault)
	return t, a.Merge(b)
}

// ExtractOutput is the total itself.
func (f *combineFn[M, S, E]) ExtractOutput(t *Total) *Total { return t }

// blockFn is the combiner for blocks of rows.
type blockFn[M Model[S, E], S Sum[S], E any] struct {
	Rows combineFn[M, S, E]
}

func (f *blockFn[M, S, E]) CreateAccumulator() (*Total, error) { return f.Rows.CreateAccumulator() }

func (f *blockFn[M, S, E]) MergeAccumulators(t, u *Total) (*Total, error) {
	return f.Rows.MergeAccumulators(t, u)
}

func (f *blockFn[M, S, E]) ExtractOutput(t *Total) *Total { return t }

// AddInput adds the rows of a block.
func (f *blockFn[M, S, E]) AddInput(t *Total, b Block) (*Total, error) {
	s, err := f.Rows.live(t)
	if err != nil {
		return nil, err
	}
	s.SetShard(b.Shard, int(b.First)-1)
	done, reason := f.addAll(s, b)
	if s.Err() != nil {
		found, err := f.find(b)
		if err != nil {
			return nil, err
		}
		return f.Rows.faulty(t, found)
	}
	if reason == "" {
		reason = b.Fault
	}
	if reason != "" {
		return f.Rows.faulty(t, &Fault{b.Shard, b.First + int64(done), reason, true})
	}
	return t, nil
}

// addAll adds the rows of a block. If the model panics it says so, and how many rows there are before that one.
func (f *blockFn[M, S, E]) addAll(s S, b Block) (done int, reason string) {
	defer func() {
		if r := recover(); r != nil {
			reason = fmt.Sprintf("it cannot be added: %v", r)
		}
	}()
	var example E
	row := any(&example).(*[]float64) // E is a row: Register sees to it
	for n := b.Rows(); done < n; done++ {
		*row = b.Row(done)
		f.Rows.Model.Add(s, example)
	}
	return done, ""
}

// find finds the first row of a block that the sum reports, by a sum of its own. To ask after each row of all blocks
// would cost as much as the rows.
func (f *blockFn[M, S, E]) find(b Block) (*Fault, error) {
	s, err := f.Rows.begin()
	if err != nil {
		return nil, err
	}
	for k := range b.Rows() {
		one := b
		one.Values = b.Row(k)
		_, reason := f.addAll(s, one)
		bad := reason != ""
		if s.Err() != nil {
			reason, bad = noNumber(b.Row(k), errNoValue)
		}
		if reason != "" {
			return &Fault{b.Shard, b.First + int64(k), reason, bad}, nil
		}
	}
	return &Fault{Shard: b.Shard, Reason: "the sum is too large for a float64"}, nil
}
