package corpus

type resized struct {
	n    int
	work []float64
	used []float64
}

func (b *resized) resize(n int) {
	if n <= cap(b.work) {
		b.work = b.work[:n]
	} else {
		b.work = make([]float64, n, 2*n)
	}
	b.used = append(b.used, float64(cap(b.work)))
}

// Resized shows what was there before, and the capacities.
func Resized(x []float64, n int) float64 {
	if len(x) == 0 {
		return 0
	}
	var b resized
	n = 1 + n&3
	b.resize(n)
	for i := range b.work {
		b.work[i] = x[i%len(x)]
	}
	b.resize(n / 2)
	b.resize(n)
	s := 0.0
	for i, v := range b.work {
		s += v * float64(i+1)
	}
	for _, c := range b.used {
		s += c * x[0]
	}
	return s
}

type roomy struct {
	rows []resized
	all  *resized
}

// Rooms has such structs in slices, behind pointers, in literals and in other variables.
func Rooms(x []float64, n int) float64 {
	if len(x) == 0 {
		return 0
	}
	q := roomy{rows: make([]resized, 3), all: &resized{work: make([]float64, 1, 5)}}
	n = 1 + n&3
	q.rows[1] = resized{n: 1, work: make([]float64, n, 4)}
	for i := range q.rows {
		q.rows[i].resize(n)
		q.rows[i].work[0] += x[0] * float64(i+1)
	}
	q.all.resize(1)
	q.all.work = make([]float64, n, n+1)
	q.rows[2], q.rows[0] = q.rows[0], q.rows[2]
	r := q.rows[2]
	r.resize(n)
	s := float64(cap(q.all.work)) * x[0]
	for i, b := range []resized{q.rows[0], q.rows[1], q.rows[2], r} {
		s += b.work[0]*x[len(x)-1] + float64((i+1)*cap(b.work))*x[0]
	}
	return s
}

func resizedTo(x []float64, n int) []float64 {
	if n > cap(x) {
		return make([]float64, n)
	}
	return x[:n]
}

// Shrunk is resized by a function, through another struct type of the same fields.
func Shrunk(x []float64) float64 {
	type other resized
	p := &resized{}
	for k := len(x); k > 0; k-- {
		p.work = resizedTo(p.work, k)
		for i := range p.work {
			p.work[i] += x[i] * float64(k)
		}
	}
	o := other(*p)
	s := float64(cap(o.work))
	for _, v := range o.work {
		s += v * v
	}
	return s
}

type selfFunc func(selfFunc, float64) float64

type withFunc struct {
	f    selfFunc
	work []float64
}

// Selfish has a function that may be given itself beside a slice whose capacity is asked for.
func Selfish(x []float64) float64 {
	q := &withFunc{}
	for k := len(x); k > 0; k-- {
		q.work = resizedTo(q.work, k)
		q.work[0] += x[0]
	}
	if len(x) == 0 {
		return float64(cap(q.work))
	}
	return q.work[0] * x[0] * float64(cap(q.work))
}
