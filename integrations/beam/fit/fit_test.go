package fit

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"github.com/seed-4b734f86/gochad/integrations/beam/examples/fit/model"
	"github.com/seed-4b734f86/gochad/integrations/beam/stepwise"
	"github.com/seed-4b734f86/gochad/stream"
)

// logistic is the model of most tests: y is the first column.
type logistic struct{ Lambda float64 }

func (m logistic) New(theta []float64) *model.LogisticSum {
	return model.NewLogisticSum(theta, m.Lambda)
}
func (m logistic) Add(s *model.LogisticSum, row []float64)           { s.Add(row[1:], row[0]) }
func (m logistic) Grad(s *model.LogisticSum, g []float64) float64    { return s.Grad(g) }
func (m logistic) AddProduct(s *model.LogisticSlopeSum, r []float64) { s.Add(r[1:], r[0]) }
func (m logistic) Product(s *model.LogisticSlopeSum, h []float64)    { s.Grad(h) }
func (m logistic) NewProduct(theta, d []float64) *model.LogisticSlopeSum {
	return model.NewLogisticSlopeSum(theta, d, m.Lambda)
}

// sighting is an example that is no row, and knows its place.
type sighting struct {
	Shard string
	Row   int64
	X     []float64
	Y     float64
}

func (e sighting) Place() (string, int64) { return e.Shard, e.Row }

// sightings is the same function of other examples.
type sightings struct{ Lambda float64 }

func (m sightings) New(theta []float64) *model.LogisticSum {
	return model.NewLogisticSum(theta, m.Lambda)
}
func (m sightings) Add(s *model.LogisticSum, e sighting)           { s.Add(e.X, e.Y) }
func (m sightings) Grad(s *model.LogisticSum, g []float64) float64 { return s.Grad(g) }

// fence is a sum written by hand, of θx − log θx, which is not a number for negative θ. Its state is value and slope.
type fence struct {
	theta, value, slope float64
	n                   int
}

func (f *fence) add(x float64) {
	if x == 99 {
		panic("99")
	}
	if f.theta <= 0 {
		f.value = math.NaN()
	}
	f.value += f.theta*x - math.Log(f.theta*x)
	f.slope += x - 1/f.theta
	f.n++
}

func (f *fence) Merge(o *fence) error {
	f.value, f.slope, f.n = f.value+o.value, f.slope+o.slope, f.n+o.n
	return nil
}

func (f *fence) Len() int             { return f.n }
func (f *fence) SetShard(string, int) {}

func (f *fence) Err() error {
	if math.IsNaN(f.value) {
		return errors.New("no value beyond the fence")
	}
	return nil
}

func (f *fence) MarshalBinary() ([]byte, error) {
	return binary.LittleEndian.AppendUint64(bits([]float64{f.value, f.slope}), uint64(f.n)), nil
}

func (f *fence) UnmarshalBinary(b []byte) error {
	if len(b) != 24 {
		return errors.New("no state of a fence")
	}
	x := fromBits(b[:16])
	f.value, f.slope, f.n = x[0], x[1], int(binary.LittleEndian.Uint64(b[16:]))
	return nil
}

type fenced struct{}

func (fenced) New(theta []float64) *fence  { return &fence{theta: theta[0]} }
func (fenced) Add(s *fence, row []float64) { s.add(row[0]) }
func (fenced) Grad(s *fence, g []float64) float64 {
	g[0] = s.slope
	return s.value
}

func init() {
	Register(logistic{})
	RegisterProduct(logistic{})
	Register(sightings{})
	Register(fenced{})
}

func TestMain(m *testing.M) {
	beamlog.LogLevel = "error"
	beam.Init()
	slog.SetDefault(slog.New(slog.DiscardHandler)) // some tests make workers fail
	os.Exit(m.Run())
}

func onPrism(ctx context.Context, p *beam.Pipeline) error {
	_, err := beam.Run(ctx, "prism", p)
	return err
}

// draw draws rows of logistic regression with two coefficients and a constant.
func draw(seed uint64, n int) [][]float64 {
	r := rand.New(rand.NewPCG(seed, 1))
	rows := make([][]float64, n)
	for i := range rows {
		a, b := r.NormFloat64(), r.NormFloat64()*math.Exp(r.NormFloat64())
		y := 0.0
		if r.Float64() < 1/(1+math.Exp(0.3-a+b/4)) {
			y = 1
		}
		rows[i] = []float64{y, 1, a, b}
	}
	return rows
}

func text(rows [][]float64) string {
	var b strings.Builder
	for _, row := range rows {
		for j, v := range row {
			if j > 0 {
				b.WriteByte(',')
			}
			fmt.Fprint(&b, v)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func zipped(t testing.TB, s string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(s))
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func write(t testing.TB, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
}

// shards writes rows to n gzipped files, and gives the pattern of their names.
func shards(t testing.TB, rows [][]float64, n int) string {
	t.Helper()
	dir := t.TempDir()
	for k := range n {
		part := rows[len(rows)*k/n : len(rows)*(k+1)/n]
		write(t, filepath.Join(dir, fmt.Sprintf("part-%02d.csv.gz", k)), zipped(t, text(part)))
	}
	return filepath.Join(dir, "part-*.csv.gz")
}

func job(t testing.TB, pattern string) Job {
	return Job{
		Gradient: Gradient(logistic{Lambda: 0.5}), Product: HessianProduct(logistic{Lambda: 0.5}),
		Source: CSV{Files: []string{pattern}}, Run: onPrism, Exchange: t.TempDir(),
	}
}

var start = []float64{0, 0, 0}

func lbfgs() stepwise.Method  { return stepwise.NewLBFGS(start, stepwise.Options{}) }
func newton() stepwise.Method { return stepwise.NewNewtonCG(start, stepwise.Options{}) }

func adam() stepwise.Method {
	m, err := stepwise.NewAdam(start, stepwise.AdamOptions{Parts: 5, Batch: 2, Epochs: 4})
	if err != nil {
		panic(err)
	}
	return m
}

// plain is the sum over rows at a point, in a loop.
func plain(point []float64, rows [][]float64) (value float64, grad []float64) {
	s := model.NewLogisticSum(point, 0.5)
	for _, r := range rows {
		s.Add(r[1:], r[0])
	}
	grad = make([]float64, len(point))
	return s.Grad(grad), grad
}

// loop runs a method over rows in memory.
func loop(t *testing.T, m stepwise.Method, rows [][]float64) {
	t.Helper()
	for !m.Done() {
		ask := m.Ask()
		a := stepwise.Answer{Count: len(rows)}
		if ask.Kind == stepwise.Gradient {
			a.Value, a.Vector = plain(ask.Point, rows)
		} else {
			s := model.NewLogisticSlopeSum(ask.Point, ask.Direction, 0.5)
			for _, r := range rows {
				s.Add(r[1:], r[0])
			}
			a.Vector = make([]float64, len(ask.Point))
			s.Grad(a.Vector)
		}
		if err := m.Tell(a); err != nil {
			t.Fatal(err)
		}
	}
}

// A fit on Beam is the fit in a loop, to the bit; and at its end the gradient that //chad:grad gives of all data is 0.
func TestSameAsALoop(t *testing.T) {
	rows := draw(1, 1500)
	for _, method := range []func() stepwise.Method{lbfgs, newton} {
		j := job(t, shards(t, rows, 5))
		seen := 0
		j.Progress = func(p Progress) {
			if seen++; p.Pass != seen || p.Examples != len(rows) {
				t.Errorf("progress %+v at pass %d of %d rows", p, seen, len(rows))
			}
		}
		got, err := j.Minimise(context.Background(), method())
		if err != nil {
			t.Fatal(err)
		}
		want := method()
		loop(t, want, rows)
		if value, _ := want.Value(); !slices.Equal(got.Point, want.Point()) || got.Value != value {
			t.Errorf("%s: Beam comes to %v, a loop to %v", want.Name(), got.Point, want.Point())
		}
		if got.Passes != seen || len(got.Losses) != got.Rounds+1 || got.Losses[got.Rounds] != got.Value {
			t.Errorf("%d passes of %d, losses %v", got.Passes, seen, got.Losses)
		}
		x, y := make([][]float64, len(rows)), make([]float64, len(rows))
		for i, r := range rows {
			x[i], y[i] = r[1:], r[0]
		}
		g := make([]float64, 3)
		value := model.LogisticGrad(got.Point, x, y, 0.5, g)
		if math.Abs(value-got.Value) > 1e-11*value || max(math.Abs(g[0]), math.Abs(g[1]), math.Abs(g[2])) > 1e-4 {
			t.Errorf("value %v, of all data at once %v with gradient %v", got.Value, value, g)
		}
		if left, _ := os.ReadDir(j.Exchange); len(left) > 0 {
			t.Errorf("%d files are left in the folder for exchange", len(left))
		}
		j.Alone, j.Progress = true, nil
		alone, err := j.Minimise(context.Background(), method())
		if err != nil || !slices.Equal(alone.Point, got.Point) {
			t.Errorf("alone: %v, %v", alone.Point, err)
		}
	}
}

// A fit that is stopped and resumed after every pass goes the way of one that was not, to the bit.
func TestResumed(t *testing.T) {
	pattern := shards(t, draw(2, 400), 5)
	for _, method := range []func() stepwise.Method{lbfgs, newton, adam} {
		j := job(t, pattern)
		whole, err := j.Minimise(context.Background(), method())
		if err != nil {
			t.Fatal(err)
		}
		j.Keep, j.Resume, j.Passes = filepath.Join(t.TempDir(), "state"), true, 1
		var got Result
		for n := 1; !got.Done; n++ {
			if got, err = j.Minimise(context.Background(), method()); err != nil {
				t.Fatal(err)
			}
			if got.Passes != n {
				t.Fatalf("%d passes after %d runs of one", got.Passes, n)
			}
		}
		if !reflect.DeepEqual(got, whole) {
			t.Errorf("%s: stopped it comes to %+v, else to %+v", method().Name(), got, whole)
		}
		// What is done is not done again.
		if again, err := j.Minimise(context.Background(), method()); err != nil || !reflect.DeepEqual(again, whole) {
			t.Errorf("%s, resumed at the end: %+v, %v", method().Name(), again, err)
		}
	}
}

func TestKeptStatesRefused(t *testing.T) {
	rows := draw(3, 200)
	pattern := shards(t, rows, 2)
	j := job(t, pattern)
	j.Alone = true
	j.Keep, j.Resume, j.Passes = filepath.Join(t.TempDir(), "state"), true, 2
	if _, err := j.Minimise(context.Background(), lbfgs()); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(j.Keep)
	if err != nil {
		t.Fatal(err)
	}
	wants := func(want string, m stepwise.Method, change func(*Job)) {
		t.Helper()
		j := j
		change(&j)
		before, _ := os.ReadFile(j.Keep)
		if _, err := j.Minimise(context.Background(), m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q: %v", want, err)
		}
		if after, _ := os.ReadFile(j.Keep); !bytes.Equal(before, after) {
			t.Errorf("%q: the state was changed", want)
		}
	}
	wants("has the state of a fit already", lbfgs(), func(j *Job) { j.Resume = false })
	wants("the method lbfgs, not newton-cg", newton(), func(*Job) {})
	wants("another function", lbfgs(), func(j *Job) { j.Gradient = Gradient(logistic{Lambda: 0.6}) })
	wants("another function", stepwise.NewLBFGS([]float64{0, 0, 1}, stepwise.Options{}), func(*Job) {})
	wants("another function", stepwise.NewLBFGS([]float64{0, 0}, stepwise.Options{}), func(*Job) {})
	wants("products", lbfgs(), func(j *Job) { j.Product = Function{} })
	wants("2 shards then, 3 now", lbfgs(), func(j *Job) { j.Source = CSV{Files: []string{shards(t, rows, 3)}} })
	for n := range len(data) {
		write(t, j.Keep, data[:n])
		wants("", lbfgs(), func(*Job) {})
		if t.Failed() {
			t.Fatalf("%d of %d bytes", n, len(data))
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		bad := slices.Clone(data)
		bad[r.IntN(len(bad))] ^= byte(1 + r.IntN(255))
		write(t, j.Keep, bad)
		wants("", lbfgs(), func(*Job) {})
	}
	write(t, j.Keep, data)
	if got, err := j.Minimise(context.Background(), lbfgs()); err != nil || got.Passes != 4 {
		t.Errorf("the state as it was: %+v, %v", got, err)
	}
}

// through sends a combiner, a total or a block through what Beam would send between workers.
func through[T any](t *testing.T, v T) T {
	t.Helper()
	var err error
	var b []byte
	switch v := any(v).(type) {
	case *Total:
		if b, err = encodeTotal(v); err == nil {
			v, err = decodeTotal(b)
		}
		if err != nil {
			t.Fatal(err)
		}
		return any(v).(T)
	case Block:
		v, err = decodeBlock(encodeBlock(v))
		if err != nil {
			t.Fatal(err)
		}
		return any(v).(T)
	}
	if b, err = json.Marshal(v); err == nil {
		p := reflect.New(reflect.TypeOf(v).Elem())
		err = json.Unmarshal(b, p.Interface())
		v = p.Interface().(T)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// A runner splits the data as it likes, does what was lost with a worker again, sends totals around and merges them in
// any order. Nothing is lost by it, nothing comes twice, and the bits are those of a loop.
func TestReplay(t *testing.T) {
	rows := draw(4, 700)
	point := []float64{0.1, -0.2, 1e-3}
	wantValue, want := plain(point, rows)
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 2))
		maybe := func() bool { return r.IntN(3) == 0 }
		fn := &blockFn[logistic, *model.LogisticSum, []float64]{
			combineFn[logistic, *model.LogisticSum, []float64]{Model: logistic{0.5}, Point: bits(point)}}
		one := &combineFn[logistic, *model.LogisticSum, []float64]{Model: logistic{0.5}, Point: bits(point)}
		ok := func(u *Total, err error) *Total {
			if err != nil {
				t.Fatal(err)
			}
			return u
		}
		// A bundle is some rows; add adds those up to stop, as a worker that may die there.
		add := func(bundle [][]float64, stop int) *Total {
			fn, one := through(t, fn), through(t, one) // on another worker
			u := ok(fn.CreateAccumulator())
			for k := 0; k < stop; {
				n := min(1+r.IntN(40), stop-k)
				if maybe() {
					u = ok(one.AddInput(u, bundle[k]))
					n = 1
				} else {
					b := Block{Shard: "s", First: int64(k + 1), Width: 4, Values: slices.Concat(bundle[k : k+n]...)}
					u = ok(fn.AddInput(u, through(t, b)))
				}
				k += n
				if maybe() {
					u = through(t, u) // the worker spills
				}
			}
			return u
		}
		var totals []*Total
		for rest := rows; len(rest) > 0; {
			n := min(1+r.IntN(120), len(rest))
			for maybe() {
				lost := add(rest[:n], r.IntN(n+1))
				if maybe() && len(totals) > 0 { // it even merged before it died: into a copy, as runners do
					ok(fn.MergeAccumulators(lost, through(t, totals[r.IntN(len(totals))])))
				}
			}
			totals = append(totals, add(rest[:n], n))
			rest = rest[n:]
		}
		for len(totals) > 1 {
			i := r.IntN(len(totals))
			a := totals[i]
			totals = slices.Delete(totals, i, i+1)
			k := r.IntN(len(totals))
			if maybe() {
				ok(fn.MergeAccumulators(through(t, totals[k]), through(t, a))) // lost, too
				a = through(t, a)
			}
			totals[k] = ok(through(t, fn).MergeAccumulators(totals[k], a))
		}
		s, err := Open(logistic{0.5}, point, through(t, fn.ExtractOutput(totals[0])))
		if err != nil {
			t.Fatal(err)
		}
		g := make([]float64, 3)
		if v := s.Grad(g); v != wantValue || !slices.Equal(g, want) || s.Len() != len(rows) {
			t.Fatalf("seed %d: %d examples, %v %v; a loop gives %v %v", seed, s.Len(), v, g, wantValue, want)
		}
	}
}

func TestForeignTotals(t *testing.T) {
	at := func(lambda float64, point ...float64) (*combineFn[logistic, *model.LogisticSum, []float64], *Total) {
		f := &combineFn[logistic, *model.LogisticSum, []float64]{Model: logistic{lambda}, Point: bits(point)}
		u, err := f.CreateAccumulator()
		if err == nil {
			u, err = f.AddInput(u, append([]float64{1}, point...))
		}
		if err != nil {
			t.Fatal(err)
		}
		return f, u
	}
	fn, mine := at(0.5, 1, 2, 3)
	before, _ := encodeTotal(mine)
	_, lambda := at(0.6, 1, 2, 3)
	_, point := at(0.5, 1, 2, 4)
	_, shape := at(0.5, 1, 2)
	other := model.NewMixtureSum([]float64{1, 2, 3}, 1)
	for name, u := range map[string]*Total{
		"parameter": lambda, "point": point, "shape": shape, "function": {state: other}, "nothing": {raw: []byte{}},
	} {
		if _, err := fn.MergeAccumulators(mine, through(t, u)); err == nil {
			t.Errorf("a total of another %s is merged", name)
		}
		if _, err := Open(logistic{0.5}, []float64{1, 2, 3}, through(t, u)); err == nil {
			t.Errorf("a total of another %s is opened", name)
		}
	}
	for _, u := range []*Total{lambda, point} { // which have not travelled: the sums themselves refuse each other
		if _, err := fn.MergeAccumulators(mine, u); err == nil {
			t.Error("a sum of another function or point is merged")
		}
	}
	if after, _ := encodeTotal(mine); !bytes.Equal(before, after) {
		t.Error("a total that was refused has changed the other one")
	}
	for _, b := range [][]byte{nil, {9}, {totalVersion}, {totalVersion + 1, 0, 0, 0, 0}, {totalVersion, 0, 5, 'a'}} {
		if _, err := decodeTotal(b); err == nil {
			t.Errorf("%v is a total", b)
		}
	}
	r := rand.New(rand.NewPCG(5, 5))
	block := encodeBlock(Block{Shard: "abc", First: 7, Width: 2, Values: []float64{1, 2, 3, 4}, Fault: "no"})
	for range 5000 { // no panic, whatever comes
		for _, whole := range [][]byte{before, block} {
			b := slices.Clone(whole[:r.IntN(len(whole)+1)])
			for range r.IntN(4) {
				if len(b) > 0 {
					b[r.IntN(len(b))] = byte(r.Uint32())
				}
			}
			if u, err := decodeTotal(b); err == nil {
				_, _ = Open(logistic{0.5}, []float64{1, 2, 3}, u)
			}
			_, _ = decodeBlock(b)
		}
	}
}

// Of several faults the first is reported, in whatever order totals are merged, and one of an example before others.
func TestFirstFault(t *testing.T) {
	fn := &combineFn[logistic, *model.LogisticSum, []float64]{Model: logistic{0.5}, Point: bits(start)}
	faults := []*Fault{ // in the order in which they should come
		{"a", 9, "x", true}, {"b", 2, "y", true}, {"b", 10, "z", true}, {"a", 1, "u", false}, {"c", 1, "v", false}, nil,
	}
	for i, f := range faults {
		for k, g := range faults {
			a, b := through(t, &Total{fault: f}), through(t, &Total{fault: g})
			a.raw, b.raw = nil, nil
			got, err := fn.MergeAccumulators(a, b)
			if err != nil {
				t.Fatal(err)
			}
			if want := faults[min(i, k)]; !reflect.DeepEqual(through(t, got).fault, want) {
				t.Errorf("%v and %v give %v", f, g, got.fault)
			}
		}
	}
}

// Examples that are no rows go through the combiner one by one, with the same bits.
func TestOneByOne(t *testing.T) {
	rows := draw(6, 300)
	point := []float64{0.3, 0.2, 0.1}
	j := job(t, "")
	j.Gradient = Gradient(sightings{0.5})
	j.Source = listed{rows, -1}
	parts, _ := j.Source.Parts(context.Background())
	a, err := j.pass(context.Background(), stepwise.Ask{Point: point}, parts, 1)
	if err != nil {
		t.Fatal(err)
	}
	if value, grad := plain(point, rows); a.Value != value || !slices.Equal(a.Vector, grad) || a.Count != 300 {
		t.Errorf("%+v; a loop gives %v, %v", a, value, grad)
	}
	j.Source = listed{rows, 123}
	_, err = j.pass(context.Background(), stepwise.Ask{Point: point}, parts, 1)
	var fault *Fault
	if !errors.As(err, &fault) || fault.Shard != "list" || fault.Row != 123 {
		t.Errorf("a NaN in row 123: %v", err)
	}
	j.Alone = true
	if _, err = j.pass(context.Background(), stepwise.Ask{Point: point}, parts, 1); err == nil {
		t.Error("a source that only Beam reads is read alone")
	}
}

// listed is a source of examples in memory.
type listed struct {
	rows [][]float64
	nan  int
}

func (l listed) Parts(context.Context) ([]Part, error) { return []Part{{"list", 1}}, nil }

func (l listed) Read(s beam.Scope, _ []Part) beam.PCollection {
	var all []sighting
	for i, r := range l.rows {
		e := sighting{"list", int64(i + 1), r[1:], r[0]}
		if i+1 == l.nan {
			e.X = []float64{1, math.NaN(), 1}
		}
		all = append(all, e)
	}
	return beam.CreateList(s, all)
}

// What is wrong with the data is reported with its place, on Beam and alone in the same words.
func TestFaults(t *testing.T) {
	rows := draw(7, 3000) // more than one block a shard
	good := text(rows)
	line := func(n int) int { // where line n begins
		at := 0
		for range n - 1 {
			at += strings.IndexByte(good[at:], '\n') + 1
		}
		return at
	}
	spoil := func(n int, row string) string {
		return good[:line(n)] + row + "\n" + good[line(n+1):]
	}
	cut := zipped(t, good)
	cut = cut[:len(cut)*2/3]
	wrong := zipped(t, good)
	wrong[len(wrong)-6] ^= 1 // of the checksum
	garbled := zipped(t, good)
	for i := range 64 {
		garbled[len(garbled)/2+i] ^= 0xff
	}
	for _, c := range []struct {
		name string
		file string
		data []byte
		want []string
	}{
		{"NaN", "b.csv.gz", zipped(t, spoil(2345, "1,1,NaN,2")), []string{"b.csv.gz, row 2345: column 3 is NaN"}},
		{"infinity", "b.csv", []byte(spoil(2, "1,1,2,-Inf")), []string{"b.csv, row 2: column 4 is -Inf"}},
		{"no number", "b.csv.gz", zipped(t, spoil(7, "1,one,2,3")),
			[]string{"b.csv.gz, row 7: line 7, column 3: ", `"one"`}},
		{"a column too few", "b.csv.gz", zipped(t, spoil(8, "1,1,2")), []string{"row 8: line 8"}},
		{"a row cut", "b.csv", []byte(good[:line(3000)+5]),
			[]string{"b.csv, row 3000: line 3000, column 6: the file ends in the middle of a line"}},
		{"gzip cut", "b.csv.gz", cut, []string{"b.csv.gz, row ", "the compressed file is damaged or ends early"}},
		{"checksum", "b.csv.gz", wrong, []string{"b.csv.gz, row 3001: ", "checksum"}},
		{"garbled", "b.csv.gz", garbled, []string{"b.csv.gz, row "}},
		{"rows too short", "b.csv", []byte("1,1\n1,2\n"), []string{"b.csv, row 1: it cannot be added"}},
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "a.csv.gz"), zipped(t, good))
		write(t, filepath.Join(dir, c.file), c.data)
		write(t, filepath.Join(dir, "c.csv.gz"), zipped(t, spoil(1, "1,1,NaN,3"))) // a later fault, sooner found
		j := job(t, filepath.Join(dir, "*.csv*"))
		var said [2]string
		for k, alone := range []bool{false, true} {
			j.Alone = alone
			_, err := j.Minimise(context.Background(), lbfgs())
			var fault *Fault
			if !errors.As(err, &fault) {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			said[k] = err.Error()
			for _, want := range c.want {
				if !strings.Contains(said[k], want) {
					t.Errorf("%s: %v; want %q", c.name, err, want)
				}
			}
		}
		if said[0] != said[1] {
			t.Errorf("%s: Beam says %q, alone it is %q", c.name, said[0], said[1])
		}
	}
}

func TestFormat(t *testing.T) {
	dir := t.TempDir()
	rows := draw(8, 100)
	a, b := filepath.Join(dir, "a.csv"), filepath.Join(dir, "b.csv")
	write(t, a, []byte("y;one;u;v\r\n"+strings.NewReplacer("\n", "\r\n", ",", ";").Replace(text(rows[:50]))))
	write(t, b, []byte("y;one;u;v\n"+strings.ReplaceAll(text(rows[50:]), ",", ";")))
	j := job(t, "")
	j.Source = CSV{Files: []string{a, b}, Format: stream.Format{Comma: ';', Header: true, Columns: 4}}
	parts, err := j.Source.Parts(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	got, err := j.pass(context.Background(), stepwise.Ask{Point: start}, parts, 1)
	if value, grad := plain(start, rows); err != nil || got.Value != value || !slices.Equal(got.Vector, grad) {
		t.Errorf("%v, %v; a loop gives %v", got, err, value)
	}
	write(t, b, []byte("y;one;u\n1;2;3\n"))
	if _, err := j.Minimise(context.Background(), lbfgs()); err == nil || !strings.Contains(err.Error(), "b.csv, row 1") {
		t.Errorf("another width: %v", err)
	}
}

func TestJobsThatCannotRun(t *testing.T) {
	pattern := shards(t, draw(9, 50), 2)
	empty := filepath.Join(t.TempDir(), "empty.csv")
	write(t, empty, nil)
	for want, change := range map[string]func(*Job){
		"needs a Source":               func(j *Job) { j.Source = nil },
		"needs Run":                    func(j *Job) { j.Run = nil },
		"needs Exchange":               func(j *Job) { j.Exchange = "" },
		"Product takes HessianProduct": func(j *Job) { j.Product = j.Gradient },
		"there is no such file":        func(j *Job) { j.Source = CSV{Files: []string{"/nowhere/*.csv"}} },
		"no files are named":           func(j *Job) { j.Source = CSV{} },
		"not registered":               func(j *Job) { j.Source = CSV{Files: []string{"hdfs://host/x.csv"}} },
		"there are no examples":        func(j *Job) { j.Source = CSV{Files: []string{empty}} },
		"the runner has had enough": func(j *Job) {
			j.Run = func(context.Context, *beam.Pipeline) error { return errors.New("the runner has had enough") }
		},
		"its result is not in":           func(j *Job) { j.Run = func(context.Context, *beam.Pipeline) error { return nil } },
		"the state of the fit cannot be": func(j *Job) { j.Keep = "/nowhere/state" },
	} {
		j := job(t, pattern)
		change(&j)
		if _, err := j.Minimise(context.Background(), lbfgs()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
	j := job(t, pattern)
	m, _ := stepwise.NewAdam(start, stepwise.AdamOptions{Parts: 40})
	if _, err := j.Minimise(context.Background(), m); err == nil || !strings.Contains(err.Error(), "the data has 2") {
		t.Errorf("more parts than there are: %v", err)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := j.Minimise(done, lbfgs()); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	// A file that is gone when the pipeline runs is an error of a worker, and comes to the caller with its name.
	files, _ := filepath.Glob(pattern)
	j.Run = func(ctx context.Context, p *beam.Pipeline) error {
		os.Remove(files[1])
		return onPrism(ctx, p)
	}
	if _, err := j.Minimise(context.Background(), lbfgs()); err == nil || !strings.Contains(err.Error(), "part-01") {
		t.Errorf("a file that is gone: %v", err)
	}
}

// Where a step leads out of the function's domain, it is made shorter. At the start that is an error, with the place.
func TestOutside(t *testing.T) {
	j := Job{Gradient: Gradient(fenced{}), Run: onPrism, Exchange: t.TempDir()}
	file := filepath.Join(t.TempDir(), "a.csv")
	write(t, file, []byte("1\n2\n3\n"))
	j.Source = CSV{Files: []string{file}}
	// Σ θx − log θx is least where θ is 1 over the mean of x. From 5 the first steps go below 0.
	for _, m := range []stepwise.Method{
		stepwise.NewLBFGS([]float64{0.01}, stepwise.Options{}), stepwise.NewLBFGS([]float64{5}, stepwise.Options{}),
	} {
		got, err := j.Minimise(context.Background(), m)
		if err != nil || math.Abs(got.Point[0]-0.5) > 1e-6 {
			t.Errorf("%+v, %v; want 0.5", got, err)
		}
	}
	_, err := j.Minimise(context.Background(), stepwise.NewLBFGS([]float64{-1}, stepwise.Options{}))
	if err == nil || !strings.Contains(err.Error(), "a.csv, row 1: the function has a value") {
		t.Errorf("a start outside: %v", err)
	}
	// The first row with a fault is named, whether the function has no value there or panics.
	for text, want := range map[string]string{
		"1\n99\nNaN\n": "a.csv, row 2: it cannot be added: 99", "1\nNaN\n99\n": "a.csv, row 2: column 1 is NaN",
	} {
		write(t, file, []byte(text))
		_, err := j.Minimise(context.Background(), stepwise.NewLBFGS([]float64{5}, stepwise.Options{}))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	write(t, file, []byte("1\n2\n3\n"))
	m, _ := stepwise.NewAdam([]float64{5}, stepwise.AdamOptions{Parts: 1, Rate: 30, Epochs: 9})
	_, err = j.Minimise(context.Background(), m)
	if err == nil || !strings.Contains(err.Error(), "a smaller rate") || !strings.Contains(err.Error(), "row 1") {
		t.Errorf("a rate that is too large: %v", err)
	}
}

type hidden struct{ lambda float64 }

func (hidden) New([]float64) *fence           { return nil }
func (hidden) Add(*fence, []float64)          {}
func (hidden) Grad(*fence, []float64) float64 { return 0 }

func TestModelsThatCannotTravel(t *testing.T) {
	defer func() {
		if r := fmt.Sprint(recover()); !strings.Contains(r, "lambda") || !strings.Contains(r, "export it") {
			t.Errorf("a model with a field that is not exported: %v", r)
		}
	}()
	Register(hidden{1})
}
