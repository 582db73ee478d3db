package stream

import (
	"context"
	"fmt"
	"iter"
	"math"
	"reflect"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// A State is a sum over examples, to which others can be added.
type State[S any] interface {
	// Merge adds the examples of another state. Its error says that the two do not belong together.
	Merge(S) error
	// SetShard says that the next example is number first of the shard, counted from 0. Those after it are the next
	// numbers, until SetShard is called again.
	SetShard(name string, first int)
	// Err is nil, or an error that names the example that brought a NaN or an infinity.
	Err() error
}

// A Placed row knows which example of which shard it is, counted from 0. Rows of other types are of a shard without a
// name.
type Placed interface {
	// Place is the name of the shard, and the number of the example in it.
	Place() (shard string, index int)
}

// A Copier is a row with memory that its iterator uses again. Sum keeps copies of such rows. It copies a []float64 by
// itself, and keeps rows of all other types as they are.
type Copier[R any] interface {
	// CopyTo makes dst a copy. It may use the memory that dst has, which is that of an older copy.
	CopyTo(dst *R)
}

// Of are rows that come without errors, as those of slices.Values.
func Of[R any](rows iter.Seq[R]) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		for r := range rows {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// An Option changes how Sum works.
type Option func(*config)

type config struct {
	parts, batch int
	reporters    []*reporter
}

// Parts is how many states are added to at the same time. Without it there are as many as GOMAXPROCS says.
// It panics if n is not positive.
func Parts(n int) Option {
	if n < 1 {
		panic(fmt.Sprintf("stream: %d parts", n))
	}
	return func(c *config) { c.parts = n }
}

// Batch is how many rows are handed over at once, 256 without it. Rows that are large, or take long to add, want fewer.
// It panics if rows is not positive.
func Batch(rows int) Option {
	if rows < 1 {
		panic(fmt.Sprintf("stream: batches of %d rows", rows))
	}
	return func(c *config) { c.batch = rows }
}

const (
	ahead       = 4       // batches for each part
	mostNumbers = 1 << 13 // in a batch; more would not stay in a cache until they are added
)

// Sum adds all rows to states that newState makes, and returns these states merged. Each call of add is of one state by
// one goroutine, so that add and newState need no locks unless they change something else. newState and the iterator
// run in the goroutine of the caller.
//
// The error is the first in the order of the rows: one that comes with a row, or what Err says after rows were added.
// Where nothing else failed, it may be that of Merge. If ctx ends first, it is the cause of that; the iterator is left
// at its next row. With an error the state is the zero value.
//
// A panic of add comes to the caller as a [*PanicError], after all else has ended.
func Sum[S State[S], R any](
	ctx context.Context, rows iter.Seq2[R, error], newState func() S, add func(S, R), options ...Option,
) (S, error) {
	c := config{parts: runtime.GOMAXPROCS(0), batch: 256}
	for _, o := range options {
		o(&c)
	}
	m := &machine[S, R]{options: c, newState: newState, add: add, view: viewOf[R]()}
	m.free = make(chan *batch[R], ahead*c.parts)
	m.failed = make(chan struct{})
	m.last.Store(math.MaxInt64)
	var zero S
	if err := ctx.Err(); err != nil {
		return zero, context.Cause(ctx)
	}
	err := m.run(ctx, rows)
	if f := m.failure(); f != nil {
		switch {
		case f.exit:
			runtime.Goexit()
		case f.panic != nil:
			panic(f.panic)
		case !m.ended:
			err = f.err // all its rows come before the one that err is of
		}
	}
	if err != nil {
		return zero, err
	}
	return m.merge()
}

// A machine is one call of Sum.
type machine[S State[S], R any] struct {
	options  config
	newState func() S
	add      func(S, R)
	view     *view[R]

	parts  []*part[S, R]  // those that have a state
	free   chan *batch[R] // those that can be filled
	made   int            // batches
	filled int            // batches that parts were given
	ended  bool           // ctx has, before the rows

	last   atomic.Int64  // no batch from this one on is of interest
	once   sync.Once     // closes failed
	failed chan struct{} // closed when a part has failed
	wait   sync.WaitGroup
	added  atomic.Int64 // rows
	meter  atomic.Pointer[meter]
}

// A batch is rows that one part adds. Its rows keep their memory when it is filled again.
type batch[R any] struct {
	number   int
	rows     []R
	n        int // rows in use
	numbers  int // in them
	examples int // in them
	runs     []run
}

// A run begins in a batch where a row is not the next one of the shard before.
type run struct {
	at    int // a row of the batch
	shard string
	first int
}

// A part has a state of its own, and adds to it.
type part[S, R any] struct {
	state S
	in    chan *batch[R]
	*failure
}

// A failure ends a part.
type failure struct {
	batch int
	err   error
	panic *PanicError
	exit  bool // by runtime.Goexit
}

// run gives all rows to parts, and waits for these.
func (m *machine[S, R]) run(ctx context.Context, rows iter.Seq2[R, error]) error {
	stop := m.report()
	defer stop()
	done := false
	defer func() {
		if !done {
			m.last.Store(-1) // the iterator has panicked
		}
		for _, p := range m.parts {
			close(p.in)
		}
		m.wait.Wait()
	}()
	err := m.read(ctx, rows)
	if m.ended {
		m.last.Store(-1)
	}
	done = true
	return err
}

// read fills batches. Its error is that of a row, or the cause for which ctx has ended.
func (m *machine[S, R]) read(ctx context.Context, rows iter.Seq2[R, error]) error {
	b := m.empty(ctx)
	v := m.view
	shard, next := "", 0
	done := ctx.Done()
	for r, err := range rows {
		select {
		case <-done:
			m.ended = true
			return context.Cause(ctx)
		default:
		}
		if m.last.Load() != math.MaxInt64 {
			return nil
		}
		if err != nil {
			m.give(b)
			return err
		}
		v.row = r
		inShard, index := shard, next
		if v.place != nil {
			inShard, index = v.place()
		}
		if b.n == 0 || index != next || inShard != shard {
			b.runs = append(b.runs, run{b.n, inShard, index})
			shard = inShard
		}
		next = index + 1
		if v.size != nil {
			next = index + v.size()
		}
		b.examples += next - index
		if b.n == len(b.rows) {
			b.rows = append(b.rows, *new(R))
		}
		b.numbers += v.keep(&b.rows[b.n])
		b.n++
		if b.n < m.options.batch && b.numbers < mostNumbers {
			continue
		}
		m.give(b)
		if b = m.empty(ctx); b == nil {
			if ctx.Err() != nil {
				m.ended = true
				return context.Cause(ctx)
			}
			return nil
		}
	}
	if m.ended = ctx.Err() != nil; m.ended { // the iterator may have seen that, and ended with no error of its own
		return context.Cause(ctx)
	}
	m.give(b)
	return nil
}

// empty is a batch that can be filled, or nil if it is not wanted any more.
func (m *machine[S, R]) empty(ctx context.Context) *batch[R] {
	var b *batch[R]
	select {
	case b = <-m.free:
	default:
		if m.made < cap(m.free) {
			m.made++
			return &batch[R]{}
		}
		select {
		case b = <-m.free:
		case <-m.failed:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
	b.n, b.numbers, b.examples, b.runs = 0, 0, 0, b.runs[:0]
	return b
}

// give hands a batch to its part.
func (m *machine[S, R]) give(b *batch[R]) {
	if b.n == 0 {
		return
	}
	if m.view.meter != nil {
		m.meter.Store(m.view.meter())
	}
	b.number = m.filled
	m.filled++
	k := b.number % m.options.parts
	if k == len(m.parts) {
		p := &part[S, R]{state: m.newState(), in: make(chan *batch[R], cap(m.free))}
		m.parts = append(m.parts, p)
		m.wait.Go(func() { m.work(p) })
	}
	m.parts[k].in <- b // there is room for all batches
}

// work adds the batches of a part, until there are no more of them or of interest.
func (m *machine[S, R]) work(p *part[S, R]) {
	for b := range p.in {
		if p.failure == nil && int64(b.number) < m.last.Load() {
			m.addAll(p, b)
			m.added.Add(int64(b.examples))
		}
		m.free <- b
	}
}

// addAll adds a batch. It notes how that failed.
func (m *machine[S, R]) addAll(p *part[S, R], b *batch[R]) {
	row, at, done := 0, run{}, false
	var err error
	defer func() {
		if done && err == nil {
			return
		}
		p.failure = &failure{batch: b.number, err: err}
		if !done {
			v := recover()
			p.exit = v == nil
			if v != nil {
				p.panic = &PanicError{Shard: at.shard, Index: at.first + row - at.at, Value: v, Stack: debug.Stack()}
			}
		}
		m.fail(b.number)
	}()
	for i := 0; i < len(b.runs) && err == nil; i++ {
		at = b.runs[i]
		end := b.n
		if i+1 < len(b.runs) {
			end = b.runs[i+1].at
		}
		p.state.SetShard(at.shard, at.first)
		for ; row < end; row++ {
			m.add(p.state, b.rows[row])
		}
		err = p.state.Err()
	}
	done = true
}

// fail says that no batch from this one on is of interest. Those before it are added nonetheless: one may fail, too.
func (m *machine[S, R]) fail(batch int) {
	for {
		old := m.last.Load()
		if old <= int64(batch) || m.last.CompareAndSwap(old, int64(batch)) {
			break
		}
	}
	m.once.Do(func() { close(m.failed) })
}

// failure is the first one in the order of the rows. A batch is of one part, so that no two are of one batch.
func (m *machine[S, R]) failure() *failure {
	var first *failure
	for _, p := range m.parts {
		if f := p.failure; f != nil && (first == nil || f.batch < first.batch) {
			first = f
		}
	}
	return first
}

// merge is the sum of all parts.
func (m *machine[S, R]) merge() (S, error) {
	var zero S
	if len(m.parts) == 0 {
		return m.newState(), nil
	}
	sum := m.parts[0].state
	for i, p := range m.parts[1:] {
		if err := sum.Merge(p.state); err != nil {
			return zero, fmt.Errorf("stream: part %d: %w", i+1, err)
		}
	}
	if err := sum.Err(); err != nil { // as where parts are finite, and their sum is not
		return zero, err
	}
	return sum, nil
}

// A PanicError is what Sum panics with if add has panicked: with the example, and where that was.
type PanicError struct {
	Shard string
	Index int // of the example in the shard
	Value any // of the panic
	Stack []byte
}

// Error is the place, the value and the stack.
func (e *PanicError) Error() string {
	return fmt.Sprintf("stream: %sexample %d: panic: %v\n\n%s", inShard(e.Shard), e.Index, e.Value, e.Stack)
}

// Unwrap is the value, if it is an error; otherwise it is nil.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

func inShard(name string) string {
	if name == "" {
		return ""
	}
	return "shard " + name + ", "
}

// A view is the row that an iterator is at, with what it can do. What a type can do is asked once, not for each row.
type view[R any] struct {
	row   R
	keep  func(dst *R) (numbers int) // copies it; the numbers in it are 0 where that is not known
	place func() (string, int)
	size  func() int // how many examples it has; nil if it is one
	meter func() *meter
}

func viewOf[R any]() *view[R] {
	v := &view[R]{}
	if p, ok := any(&v.row).(Placed); ok {
		v.place = p.Place
	} else if is[R, Placed]() { // a pointer, or an interface
		v.place = func() (string, int) { return any(v.row).(Placed).Place() }
	}
	switch row := any(&v.row).(type) {
	case *[]float64:
		v.keep = func(dst *R) int {
			d := any(dst).(*[]float64)
			*d = append((*d)[:0], *row...)
			return len(*row)
		}
	case *Row:
		v.keep = func(dst *R) int {
			row.CopyTo(any(dst).(*Row))
			return len(row.Values)
		}
		v.meter = func() *meter { return row.read }
	case *Range:
		v.keep = func(dst *R) int { *dst = v.row; return mostNumbers }
		v.size = func() int { return row.Hi - row.Lo }
	case Copier[R]:
		v.keep = func(dst *R) int { row.CopyTo(dst); return 0 }
	default:
		v.keep = func(dst *R) int { *dst = v.row; return 0 }
		if is[R, Copier[R]]() {
			v.keep = func(dst *R) int { any(v.row).(Copier[R]).CopyTo(dst); return 0 }
		}
	}
	return v
}

// is says that a type has the methods of an interface.
func is[T, I any]() bool { return reflect.TypeFor[T]().Implements(reflect.TypeFor[I]()) }
