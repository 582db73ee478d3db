package sums

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var splits = flag.Int("splits", 300, "how many splits of examples TestAnyhow tries for each model")

// near holds within rounding of sums.
func near(got, want float64) bool { return math.Abs(got-want) <= 1e-12*(1+math.Abs(want)) }

func normals(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64() * math.Exp2(float64(rng.IntN(30)-15))
	}
	return x
}

// cuts are places that cut n examples into parts.
func cuts(rng *rand.Rand, n int) []int {
	out := []int{0}
	for out[len(out)-1] < n {
		out = append(out, min(n, out[len(out)-1]+1+rng.IntN(1+n/3)))
	}
	return out
}

func logisticData(rng *rand.Rand, n, d int) (theta []float64, x [][]float64, y []float64) {
	for range n {
		row := normals(rng, d)
		for j := range row {
			row[j] = math.Mod(row[j], 7)
		}
		x, y = append(x, row), append(y, float64(rng.IntN(2)))
	}
	theta = make([]float64, d)
	for j := range theta {
		theta[j] = rng.NormFloat64()
	}
	return theta, x, y
}

func TestLogistic(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		theta, x, y := logisticData(rng, 1+rng.IntN(40), 1+rng.IntN(6))
		want := make([]float64, len(theta))
		value := LogisticGrad(theta, x, y, 0.1, want)
		s := NewLogisticSum(theta, 0.1)
		at := cuts(rng, len(x))
		for i := range at[1:] {
			p := NewLogisticSum(theta, 0.1)
			if lo, hi := at[i], at[i+1]; rng.IntN(2) == 0 {
				p.AddAll(x[lo:hi], y[lo:hi])
			} else {
				for k := lo; k < hi; k++ {
					p.Add(x[k], y[k])
				}
			}
			if err := s.Merge(p); err != nil {
				t.Fatal(err)
			}
		}
		got := []float64{math.NaN()}
		got = slices.Repeat(got, len(theta))
		if v := s.Grad(got); !near(v, value) || !near(s.Value(), value) || s.Len() != len(x) {
			t.Fatalf("value %v, %v, want %v", v, s.Value(), value)
		}
		for j := range got {
			if !near(got[j], want[j]) {
				t.Fatalf("gradient %v, want %v", got, want)
			}
		}
	}
}

func (m *Mixture) flat() []float64 { return slices.Concat(m.Weight, m.Mean, m.LogWidth) }

func like(m *Mixture) *Mixture {
	k := len(m.Mean)
	nan := func() []float64 { return slices.Repeat([]float64{math.NaN()}, k) }
	return &Mixture{Weight: nan(), Mean: nan(), LogWidth: nan()}
}

func TestMixture(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		k := 1 + rng.IntN(4)
		m := &Mixture{Weight: make([]float64, k), Mean: make([]float64, k), LogWidth: make([]float64, k)}
		for c := range k {
			m.Weight[c], m.Mean[c], m.LogWidth[c] = rng.NormFloat64(), 3*rng.NormFloat64(), rng.NormFloat64()/2
		}
		points := make([]Point, rng.IntN(30))
		for i := range points {
			points[i] = Point{X: 4 * rng.NormFloat64(), Weight: rng.Float64(), Missing: rng.IntN(5) == 0}
		}
		want, got := like(m), like(m)
		value := m.LogLikGrad(points, want.Weight, want.Mean, want.LogWidth)
		s := NewMixtureLogLikSum(m)
		s.AddAll(points)
		if v := s.Grad(got.Weight, got.Mean, got.LogWidth); !near(v, value) {
			t.Fatalf("value %v, want %v", v, value)
		}
		for j, g := range got.flat() {
			if !near(g, want.flat()[j]) {
				t.Fatalf("gradient %v, want %v", got, want)
			}
		}
		// One buffer is left out.
		other := like(m)
		s.Grad(other.Weight, nil, other.LogWidth)
		if !slices.Equal(other.Weight, got.Weight) || !slices.Equal(other.LogWidth, got.LogWidth) {
			t.Fatal("a nil buffer changes the others")
		}
	}
}

func TestRatio(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	x := make([]float64, 30)
	for i := range x {
		x[i] = 5 * rng.NormFloat64()
	}
	var wa, wb, ga, gb float64
	value := RatioGrad(0.3, 0.7, x, &wa, &wb)
	s := NewRatioSum(0.3, 0.7)
	for _, v := range x {
		s.Add(v)
	}
	if v := s.Grad(&ga, &gb); !near(v, value) || !near(ga, wa) || !near(gb, wb) {
		t.Errorf("%v, %v, %v, want %v, %v, %v", v, ga, gb, value, wa, wb)
	}
}

func TestNet(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	random := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		return x
	}
	net := func(random func(int) []float64) *Net {
		n := &Net{steps: 1}
		for _, size := range [][2]int{{3, 2}, {2, 4}, {4, 1}} {
			l := Layer{B: random(size[1])}
			for range size[1] {
				l.W = append(l.W, random(size[0]))
			}
			n.Layers = append(n.Layers, l)
		}
		return n
	}
	n := net(random)
	var xs, ys [][]float64
	for range 20 {
		xs, ys = append(xs, random(3)), append(ys, random(1))
	}
	zeros := func(n int) []float64 { return make([]float64, n) }
	want, got := net(zeros), net(zeros)
	value := n.LossGrad(xs, ys, want.Layers)
	s := NewNetLossSum(n)
	s.AddAll(xs, ys)
	if v := s.Grad(got.Layers); !near(v, value) {
		t.Errorf("%v, want %v", v, value)
	}
	for k, l := range got.Layers {
		for i, row := range l.W {
			for j, g := range row {
				if w := want.Layers[k].W[i][j]; !near(g, w) {
					t.Errorf("W[%d][%d][%d]: %v, want %v", k, i, j, g, w)
				}
			}
		}
		for i, g := range l.B {
			if w := want.Layers[k].B[i]; !near(g, w) {
				t.Errorf("B[%d][%d]: %v, want %v", k, i, g, w)
			}
		}
	}
}

// TestProcesses has each shard added by a process of its own.
func TestProcesses(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	theta, x, y := logisticData(rng, 60, 5)
	part := func(k int) *LogisticAnyhow {
		s := NewLogisticAnyhow(theta, 0.1)
		s.AddAll(x[20*k:20*k+20], y[20*k:20*k+20])
		return s
	}
	if k, err := strconv.Atoi(os.Getenv("SUMS_SHARD")); err == nil { // this is such a process
		b, _ := part(k).MarshalBinary()
		fmt.Printf("shard %x end\n", b)
		return
	}
	here, there := NewLogisticAnyhow(theta, 0.1), NewLogisticAnyhow(theta, 0.1)
	here.AddAll(x, y)
	for _, k := range []int{2, 0, 1} {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestProcesses$")
		cmd.Env = append(os.Environ(), "SUMS_SHARD="+strconv.Itoa(k))
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		_, text, _ := strings.Cut(string(out), "shard ")
		text, _, _ = strings.Cut(text, " end")
		b, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		var s LogisticAnyhow
		if err := s.UnmarshalBinary(b); err != nil {
			t.Fatal(err)
		}
		if err := there.Merge(&s); err != nil {
			t.Fatal(err)
		}
	}
	a, _ := here.MarshalBinary()
	b, _ := there.MarshalBinary()
	if !bytes.Equal(a, b) {
		t.Error("three processes give other bytes than one")
	}
}

// FuzzUnmarshal reads bytes of which the hash is made right, so that what is behind it is reached.
func FuzzUnmarshal(f *testing.F) {
	theta, x, y := logisticData(rand.New(rand.NewPCG(25, 26)), 10, 3)
	s, r := NewLogisticSum(theta, 0.1), NewLogisticAnyhow(theta, 0.1)
	s.AddAll(x, y)
	r.AddAll(x, y)
	for _, s := range []interface{ MarshalBinary() ([]byte, error) }{s, r} {
		b, _ := s.MarshalBinary()
		f.Add(b, true)
	}
	f.Fuzz(func(t *testing.T, b []byte, whole bool) {
		if n := len(b) - sha256.Size; whole && n >= 0 {
			hash := sha256.Sum256(b[:n])
			b = append(b[:n:n], hash[:]...)
		}
		s, r := NewLogisticSum(theta, 0.1), NewLogisticAnyhow(theta, 0.1)
		var zs LogisticSum
		var zr LogisticAnyhow
		for _, u := range []interface{ UnmarshalBinary([]byte) error }{s, r, &zs, &zr} {
			_ = u.UnmarshalBinary(b)
		}
		_, _ = s.Merge(&zs), r.Merge(&zr)
		_, _ = s.Value(), r.Grad(make([]float64, 3))
		again, _ := zs.MarshalBinary()
		if len(b) > 0 && zs.UnmarshalBinary(b) == nil && !bytes.Equal(again, b) {
			t.Errorf("%x is kept as %x", b, again)
		}
	})
}

// A sum is what one of the types has.
type sum[S any] interface {
	Merge(S) error
	AppendBinary([]byte) ([]byte, error)
	UnmarshalBinary([]byte) error
}

// anyhow adds n examples in any order, in parts that are merged in any order, some of them by way of bytes.
func anyhow[S sum[S]](t *testing.T, rng *rand.Rand, n int, fresh func() S, add func(s S, i int)) S {
	t.Helper()
	order, at := rng.Perm(n), cuts(rng, n)
	var parts []S
	for i := range at[1:] {
		p := fresh()
		for _, k := range order[at[i]:at[i+1]] {
			add(p, k)
		}
		if rng.IntN(3) == 0 {
			b, _ := p.AppendBinary(nil)
			p = fresh()
			if err := p.UnmarshalBinary(b); err != nil {
				t.Fatal(err)
			}
		}
		parts = append(parts, p)
	}
	for len(parts) > 1 {
		i := 1 + rng.IntN(len(parts)-1)
		if err := parts[0].Merge(parts[i]); err != nil {
			t.Fatal(err)
		}
		parts = slices.Delete(parts, i, i+1)
		j := rng.IntN(len(parts))
		parts[0], parts[j] = parts[j], parts[0]
	}
	if len(parts) == 0 {
		return fresh()
	}
	return parts[0]
}

// TestAnyhow splits examples in any way: bits must be the same, and close to those of the plain gradient.
func TestAnyhow(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	theta, x, y := logisticData(rng, 60, 5)
	want := make([]float64, len(theta))
	value := LogisticGrad(theta, x, y, 0.1, want)
	var first []float64
	for range *splits {
		s := anyhow(t, rng, len(x), func() *LogisticAnyhow { return NewLogisticAnyhow(theta, 0.1) },
			func(s *LogisticAnyhow, i int) { s.Add(x[i], y[i]) })
		got := make([]float64, len(theta))
		got = append(got, s.Grad(got))
		if first == nil {
			first = got
		}
		for j := range got {
			if math.Float64bits(got[j]) != math.Float64bits(first[j]) {
				t.Fatalf("%v, and before %v", got, first)
			}
		}
	}
	for j, g := range append(want, value) {
		if !near(first[j], g) {
			t.Errorf("%v, want about %v", first[j], g)
		}
	}
	net := &Mixture{Weight: []float64{0, 1}, Mean: []float64{-1, 2}, LogWidth: []float64{0, 0.5}}
	points := make([]Point, 40)
	for i := range points {
		points[i] = Point{X: 4 * rng.NormFloat64(), Weight: rng.Float64()}
	}
	first = nil
	for range *splits {
		s := anyhow(t, rng, len(points), func() *MixtureAnyhow { return NewMixtureAnyhow(net) },
			func(s *MixtureAnyhow, i int) { s.Add(points[i]) })
		g := like(net)
		got := []float64{s.Grad(g.Weight, g.Mean, g.LogWidth)}
		got = append(got, g.flat()...)
		if first == nil {
			first = got
		}
		if !slices.Equal(got, first) {
			t.Fatalf("%v, and before %v", got, first)
		}
	}
	xs := normals(rng, 50)
	first = nil
	for range *splits {
		s := anyhow(t, rng, len(xs), func() *ratioAnyhow { return newRatioAnyhow(0.3, 0.7) }, func(s *ratioAnyhow, i int) { s.Add(xs[i]) })
		got := make([]float64, 3)
		got[0] = s.Grad(&got[1], &got[2])
		if first == nil {
			first = got
		}
		if !slices.Equal(got, first) {
			t.Fatalf("%v, and before %v", got, first)
		}
	}
}

func TestState(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	theta, x, y := logisticData(rng, 10, 3)
	s := NewLogisticSum(theta, 0.1)
	s.AddAll(x, y)
	b, _ := s.MarshalBinary()
	var zero LogisticSum
	if err := zero.UnmarshalBinary(b); err != nil {
		t.Fatal(err)
	}
	if again, _ := zero.MarshalBinary(); !bytes.Equal(again, b) {
		t.Error("a sum that was read is kept as other bytes")
	}
	root := NewLogisticSum(theta, 0.1)
	if err := root.Merge(&zero); err != nil || root.Value() != s.Value() {
		t.Errorf("%v, value %v, want %v", err, root.Value(), s.Value())
	}
	refused := func(what string, err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("error %v, want one with %q", err, what)
		}
		if v := s.Value(); v != root.Value() {
			t.Errorf("%s: the sum has changed", what)
		}
	}
	moved := slices.Clone(theta)
	moved[1] += 1e-9
	refused("at other parameters", s.Merge(NewLogisticSum(moved, 0.1)))
	refused("at other parameters", s.Merge(NewLogisticSum(theta, 0.2)))
	refused("holds nothing", s.Merge(new(LogisticSum)))
	other := NewLogisticSum(moved, 0.1)
	ob, _ := other.MarshalBinary()
	refused("at other parameters", s.UnmarshalBinary(ob))
	refused("no sum over examples", s.UnmarshalBinary(nil))
	for i := range b {
		refused("", s.UnmarshalBinary(b[:i]))
		flip := slices.Clone(b)
		flip[i] ^= 1 << rng.IntN(8)
		refused("", s.UnmarshalBinary(flip))
	}
	ab, _ := NewLogisticAnyhow(theta, 0.1).MarshalBinary()
	refused("a sum of sums.LogisticAnyhow", s.UnmarshalBinary(ab))

	theta[0]++
	panics(t, "parameters have changed since Reset", func() { s.Value() })
	panics(t, "parameters have changed since Reset", func() { _, _ = s.MarshalBinary() })
	theta[0]--
	panics(t, "or call Reset", func() { new(LogisticSum).Add(x[0], y[0]) })
	panics(t, "length of y is 1, want 10", func() { s.AddAll(x, y[:1]) })
	panics(t, "length of thetabar is 2, want 3", func() { s.Grad(make([]float64, 2)) })
	panics(t, "", func() { s.Add(x[0][:1], 1) })
	if s.Len() != 10 {
		t.Error("an example that panics is counted")
	}
	panics(t, "of no use until Reset", func() { s.Value() })
	s.Reset(moved, 0.1)
	if s.Len() != 0 {
		t.Error("Reset keeps examples")
	}
}

func panics(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		r := recover()
		text := ""
		switch r := r.(type) {
		case error:
			text = r.Error()
		case string:
			text = r
		}
		if r == nil || !strings.Contains(text, what) {
			t.Errorf("panics with %v, want %q", r, what)
		}
	}()
	f()
}

func TestBadExample(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	theta, x, y := logisticData(rng, 10, 3)
	x[6][1], x[8][0] = math.NaN(), math.Inf(1)
	want := "sums.LogisticSum: example 16 of b.csv (counted from 0) has a value or a gradient that is NaN or infinite"
	for _, all := range []bool{true, false} {
		s, after := NewLogisticSum(theta, 0.1), NewLogisticSum(theta, 0.1)
		s.SetShard("b.csv", 10)
		if all {
			s.AddAll(x, y)
		} else {
			for i := range x {
				s.Add(x[i], y[i])
			}
		}
		after.SetShard("c.csv", 0)
		after.Add(x[8], 1)
		if err := after.Merge(s); err != nil {
			t.Fatal(err)
		}
		b, _ := after.MarshalBinary()
		root := NewLogisticSum(theta, 0.1)
		if err := root.UnmarshalBinary(b); err != nil {
			t.Fatal(err)
		}
		for _, s := range []*LogisticSum{s, after, root} {
			if err := s.Err(); err == nil || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
			if !math.IsNaN(s.Value()) {
				t.Errorf("the value is %v", s.Value())
			}
		}
	}
	s := NewLogisticAnyhow(theta, 0.1)
	s.AddAll(x, y)
	if err := s.Err(); err == nil || !strings.Contains(err.Error(), "example 6 (counted") {
		t.Errorf("%v", err)
	}
	if s.Reset(theta, 0.1); s.Err() != nil {
		t.Error("Reset keeps the error")
	}
}

func TestAllocations(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	theta, x, y := logisticData(rng, 10, 3)
	s, r := NewLogisticSum(theta, 0.1), NewLogisticAnyhow(theta, 0.1)
	grad := make([]float64, 3)
	if n := testing.AllocsPerRun(100, func() {
		s.Add(x[0], y[0])
		r.Add(x[1], y[1])
		s.AddAll(x, y)
		r.AddAll(x, y)
		s.Grad(grad)
	}); n > 1 { // of Grad
		t.Errorf("%v allocations", n)
	}
}

// TestBins adds numbers of all sizes: against a sum without rounding.
func TestBins(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for range 2000 {
		sums := make([]bins_sums, 1)
		b := &sums[0]
		lead, spread := rng.IntN(2000)-1020, 1+rng.IntN(120)
		var values []float64
		most := 0.0
		for range 1 + rng.IntN(40) {
			v := math.Ldexp(rng.Float64()*2-1, lead-rng.IntN(spread))
			if rng.IntN(4) == 0 && len(values) > 0 {
				v = -values[rng.IntN(len(values))]
			}
			values = append(values, v)
			most = max(most, math.Abs(v))
			addBins_sums(sums, []float64{v})
		}
		want := exact(values)
		got := b.value()
		if math.Abs(got-want) > math.Abs(want)*0x1p-52+float64(len(values))*(most*0x1p-80+0x1p-1014) && got != want {
			t.Fatalf("%v: %v, want %v", values, got, want)
		}
	}
}

// exact is the sum, rounded once.
func exact(values []float64) float64 {
	s := new(big.Float).SetPrec(4000)
	for _, v := range values {
		s.Add(s, new(big.Float).SetFloat64(v))
	}
	f, _ := s.Float64()
	return f
}

func TestProduct(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	theta, x, y := logisticData(rng, 30, 4)
	d := normals(rng, 4)
	want, got := make([]float64, 4), make([]float64, 4)
	LogisticHVP(theta, x, y, 0.1, d, want)
	s := NewLogisticSum(theta, 0.1)
	s.AddAll(x, y)
	h, r := NewLogisticHVPSum(theta, 0.1, d), NewLogisticHVPAnyhow(theta, 0.1, d)
	other := NewLogisticHVPSum(theta, 0.1, d)
	h.AddAll(x[:10], y[:10])
	for i := range x {
		if i >= 10 {
			other.Add(x[i], y[i])
		}
		r.Add(x[i], y[i])
	}
	if err := h.Merge(other); err != nil {
		t.Fatal(err)
	}
	for _, product := range []func(){func() { h.Product(s, got) }, func() { r.Product(s, got) }} {
		product()
		for j := range got {
			if !near(got[j], want[j]) {
				t.Errorf("%v, want %v", got, want)
			}
		}
	}
	panics(t, "of other examples", func() { other.Product(s, got) })
	panics(t, "at other parameters", func() { NewLogisticHVPSum(theta, 0.2, d).Product(NewLogisticSum(theta, 0.1), got) })
	if err := h.Merge(NewLogisticHVPSum(theta, 0.1, theta)); err == nil {
		t.Error("sums for two directions are merged")
	}

	m := &Mixture{Weight: []float64{0, 1}, Mean: []float64{-1, 2}, LogWidth: []float64{0, 0.5}}
	points := make([]Point, 40)
	for i := range points {
		points[i] = Point{X: 4 * rng.NormFloat64(), Weight: rng.Float64(), Missing: i%7 == 0}
	}
	dw, dm, dl := normals(rng, 2), normals(rng, 2), normals(rng, 2)
	wm, gm := like(m), like(m)
	m.LogLikHVP(points, dw, dm, dl, wm.Weight, wm.Mean, wm.LogWidth)
	ms, mh := NewMixtureLogLikSum(m), NewMixtureLogLikHVPSum(m, dw, dm, dl)
	ms.AddAll(points)
	mh.AddAll(points)
	mh.Product(ms, gm.Weight, gm.Mean, gm.LogWidth)
	for j, g := range gm.flat() {
		if !near(g, wm.flat()[j]) {
			t.Fatalf("%v, want %v", gm, wm)
		}
	}

	xs := make([]float64, 30)
	for i := range xs {
		xs[i] = 5 * rng.NormFloat64()
	}
	var wa, wb, ga, gb float64
	RatioHVP(0.3, 0.7, xs, 0.5, -1.5, &wa, &wb)
	rs, rh := NewRatioSum(0.3, 0.7), NewRatioHVPSum(0.3, 0.7, 0.5, -1.5)
	rs.AddAll(xs)
	rh.AddAll(xs)
	rh.Product(rs, &ga, &gb)
	if !near(ga, wa) || !near(gb, wb) {
		t.Errorf("%v, %v, want %v, %v", ga, gb, wa, wb)
	}
}

// TestManyBins adds so many numbers that bins are settled, in two orders, and in parts that are merged.
func TestManyBins(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for range 20 {
		values := make([]float64, 10000+rng.IntN(20000))
		most, lead, spread := 0.0, rng.IntN(1500)-700, 1+rng.IntN(90)
		for i := range values {
			values[i] = math.Ldexp(rng.Float64()*2-0.1, lead-rng.IntN(spread))
			if rng.IntN(1000) == 0 { // halfway between two pieces
				values[i] = math.Ldexp(0x1p39+1, lead)
			}
			most = max(most, math.Abs(values[i]))
		}
		add := func(values []float64) bins_sums {
			sums := make([]bins_sums, 1)
			for i, v := range values {
				if i%2048 == 2047 {
					sums[0].settle()
				}
				addBins_sums(sums, []float64{v})
			}
			sums[0].settle()
			return sums[0]
		}
		first := add(values)
		want := exact(values)
		if got := first.value(); math.Abs(got-want) > math.Abs(want)*0x1p-52+float64(len(values))*most*0x1p-80 {
			t.Fatalf("%v, want %v", got, want)
		}
		for range 5 {
			rng.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
			var b bins_sums
			at := cuts(rng, len(values))
			for i := range at[1:] {
				b.merge(add(values[at[i]:at[i+1]]))
			}
			if b != first {
				t.Fatalf("%+v, and in another order %+v", b, first)
			}
		}
	}
}

// TestHuge adds the largest and the smallest numbers.
func TestHuge(t *testing.T) {
	sums := make([]bins_sums, 1)
	addBins_sums(sums, []float64{math.MaxFloat64})
	addBins_sums(sums, []float64{-math.MaxFloat64})
	addBins_sums(sums, []float64{1e300})
	addBins_sums(sums, []float64{math.SmallestNonzeroFloat64})
	if got := sums[0].value(); got != 1e300 {
		t.Errorf("%v, want 1e300", got)
	}
	addBins_sums(sums, []float64{math.MaxFloat64})
	addBins_sums(sums, []float64{math.MaxFloat64})
	if got := sums[0].value(); !math.IsInf(got, 1) {
		t.Errorf("%v, want +Inf", got)
	}
	addBins_sums(sums, []float64{math.Inf(-1)})
	if got := sums[0].value(); !math.IsInf(got, -1) {
		t.Errorf("%v, want -Inf", got)
	}
	addBins_sums(sums, []float64{math.Inf(1)})
	if got := sums[0].value(); !math.IsNaN(got) {
		t.Errorf("%v, want NaN", got)
	}
}

// TestSettled adds one number so often that its bin would run over.
func TestSettled(t *testing.T) {
	const n = 20000
	s := NewLogisticAnyhow([]float64{0}, 0)
	for range n {
		s.Add([]float64{2 * math.Nextafter(0x1p25, 0)}, 0)
	}
	got := []float64{0}
	if s.Grad(got); got[0] != math.Nextafter(0x1p25, 0) {
		t.Errorf("%v, want %v", got[0], math.Nextafter(0x1p25, 0))
	}
}

// TestBadGradient has an example whose gradient alone is no number.
func TestBadGradient(t *testing.T) {
	x := []float64{1, 4, 0, 9}
	all, each, anyhow := NewRootSum(2), NewRootSum(2), NewRootAnyhow(2)
	all.AddAll(x)
	anyhow.AddAll(x)
	for _, v := range x {
		each.Add(v)
	}
	for _, err := range []error{all.Err(), each.Err(), anyhow.Err()} {
		if err == nil || !strings.Contains(err.Error(), ": example 2 (counted") {
			t.Errorf("%v", err)
		}
	}
	if math.IsNaN(all.Value()) {
		t.Error("the value is no number")
	}
}

// TestBound holds plain sums, split in any way, against the bound that docs/sums.md states.
func TestBound(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 28))
	theta, x, y := logisticData(rng, 400, 5)
	n := float64(len(x))
	exact, one, sizes := make([]float64, 5), make([]float64, 5), make([]float64, 5)
	r := NewLogisticAnyhow(theta, 0)
	for i := range x {
		r.Add(x[i], y[i])
		s := NewLogisticSum(theta, 0)
		s.Add(x[i], y[i])
		s.Grad(one)
		for j, g := range one {
			sizes[j] += math.Abs(g)
		}
	}
	r.Grad(exact)
	for range 300 {
		s := anyhow(t, rng, len(x), func() *LogisticSum { return NewLogisticSum(theta, 0) },
			func(s *LogisticSum, i int) { s.Add(x[i], y[i]) })
		got := make([]float64, 5)
		s.Grad(got)
		for j := range got {
			if off := math.Abs(got[j]-exact[j]) * n; off > n*0x1p-53*sizes[j] {
				t.Fatalf("off by %v, and the bound is %v", off, n*0x1p-53*sizes[j])
			}
		}
	}
}
