package fit

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/seed-4b734f86/gochad/integrations/beam/examples/fit/model"
	"github.com/seed-4b734f86/gochad/integrations/beam/stepwise"
	"github.com/seed-4b734f86/gochad/internal/cputime"
)

// count is a sum that costs nothing: what is left is Beam.
type count struct{ n int }

func (c *count) Merge(o *count) error { c.n += o.n; return nil }
func (c *count) Len() int             { return c.n }
func (c *count) SetShard(string, int) {}
func (c *count) Err() error           { return nil }

func (c *count) MarshalBinary() ([]byte, error) { return binary.AppendUvarint(nil, uint64(c.n)), nil }

func (c *count) UnmarshalBinary(b []byte) error {
	n, k := binary.Uvarint(b)
	if k <= 0 {
		return errors.New("no count")
	}
	c.n = int(n)
	return nil
}

type counting struct{}

func (counting) New([]float64) *count               { return new(count) }
func (counting) Add(s *count, _ []float64)          { s.n++ }
func (counting) Grad(s *count, _ []float64) float64 { return float64(s.n) }

// million is a million rows of 9 numbers.
const million, width = 1_000_000, 9

var memory []float64

func rowOf(k int) []float64 { return memory[k*width : (k+1)*width] }

// inMemory is a source of rows that this process has, in eight parts, in blocks or one by one.
type inMemory struct {
	Rows   int
	Blocks bool
}

func (m inMemory) Parts(context.Context) ([]Part, error) { return make([]Part, 8), nil }

func (m inMemory) Read(s beam.Scope, parts []Part) beam.PCollection {
	list := beam.Reshuffle(s, beam.CreateList(s, []int{0, 1, 2, 3, 4, 5, 6, 7}[:len(parts)]))
	if m.Blocks {
		return beam.ParDo(s, &giveBlocks{m.Rows}, list)
	}
	return beam.ParDo(s, &giveRows{m.Rows}, list)
}

type giveBlocks struct{ Rows int }

func (g *giveBlocks) ProcessElement(k int, emit func(Block)) error {
	for i, end := g.Rows*k/8, g.Rows*(k+1)/8; i < end; {
		n := min(blockValues/width, end-i)
		emit(Block{Shard: "memory", First: int64(i + 1), Width: width, Values: memory[i*width : (i+n)*width]})
		i += n
	}
	return nil
}

type giveRows struct{ Rows int }

func (g *giveRows) ProcessElement(k int, emit func([]float64)) error {
	for i := g.Rows * k / 8; i < g.Rows*(k+1)/8; i++ {
		emit(rowOf(i))
	}
	return nil
}

func init() {
	Register(counting{})
	register.DoFn2x1[int, func(Block), error](&giveBlocks{})
	register.DoFn2x1[int, func([]float64), error](&giveRows{})
}

// BenchmarkMillion is one pass over a million rows: in a loop, and by Beam on Prism in this process, in blocks and row
// by row. The counts have no function in them, so that Beam is what they measure.
func BenchmarkMillion(b *testing.B) {
	memory = make([]float64, 0, million*width)
	for _, r := range draw(1, million) {
		memory = append(memory, r[0], 1, r[2], r[3], r[2]/2, r[3]/2, 1-r[2], 1-r[3], 0)
	}
	b.Cleanup(func() { memory = nil })
	point := make([]float64, width-1)
	run := func(name string, pass func(*testing.B)) {
		b.Run(name, func(b *testing.B) {
			began := cputime.Now()
			for b.Loop() {
				pass(b)
			}
			b.ReportMetric((cputime.Now()-began).Seconds()*1e3/float64(b.N), "cpu-ms/op")
		})
	}
	onBeam := func(name string, f Function, src inMemory) {
		j := Job{Gradient: f, Source: src, Run: onPrism, Exchange: b.TempDir()}
		parts, _ := src.Parts(context.Background())
		run(name, func(b *testing.B) {
			a, err := j.pass(context.Background(), stepwise.Ask{Point: point}, parts, 1)
			if err != nil || a.Count != src.Rows {
				b.Fatal(a.Count, err)
			}
		})
	}
	run("count/loop", func(b *testing.B) {
		s := counting{}.New(nil)
		for k := range million {
			counting{}.Add(s, rowOf(k))
		}
		if s.n != million {
			b.Fatal(s.n)
		}
	})
	onBeam("count/blocks", Gradient(counting{}), inMemory{million, true})
	onBeam("count/rows", Gradient(counting{}), inMemory{million, false})
	onBeam("count/8rows", Gradient(counting{}), inMemory{8, true})
	run("logistic/loop", func(b *testing.B) {
		m := logistic{0.5}
		s := m.New(point)
		for k := range million {
			m.Add(s, rowOf(k))
		}
	})
	onBeam("logistic/blocks", Gradient(logistic{0.5}), inMemory{million, true})
	files := job(b, shards(b, slices.Collect(func(yield func([]float64) bool) {
		for k := range million {
			if !yield(rowOf(k)) {
				return
			}
		}
	}), 8))
	parts, err := files.Source.Parts(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	for name, alone := range map[string]bool{"logistic/shards": false, "logistic/shards-alone": true} {
		files.Alone = alone
		run(name, func(b *testing.B) {
			if a, err := files.pass(context.Background(), stepwise.Ask{Point: point}, parts, 1); err != nil {
				b.Fatal(a.Count, err)
			}
		})
	}
	onBeam("logistic/rows", Gradient(logistic{0.5}), inMemory{million, false})
}

// The sources of the benchmark give what they should: else it would measure something else.
func TestInMemory(t *testing.T) {
	memory = slices.Concat(draw(1, 9*500)...)[:500*width]
	defer func() { memory = nil }()
	s := model.NewLogisticSum([]float64{1, 2, 3, 4, 5, 6, 7, 8}, 0.5)
	for k := range 500 {
		s.Add(rowOf(k)[1:], rowOf(k)[0])
	}
	want := make([]float64, 8)
	value := s.Grad(want)
	for _, blocks := range []bool{true, false} {
		j := Job{Gradient: Gradient(logistic{0.5}), Source: inMemory{500, blocks}, Run: onPrism, Exchange: t.TempDir()}
		a, err := j.pass(context.Background(), stepwise.Ask{Point: []float64{1, 2, 3, 4, 5, 6, 7, 8}}, make([]Part, 8), 1)
		if err != nil || a.Value != value || !slices.Equal(a.Vector, want) {
			t.Errorf("%v, %v; want %v, %v", a, err, value, want)
		}
	}
}
