package wrap

// helpers are the functions of the file that only wrappers use; the others are those of package gen.
var helpers = map[string]string{ //nolint:gochecknoglobals // a constant
	"overlap": `// overlap reports whether two slices share memory.
func overlap[T any](a, b []T) bool {
	return len(a) > 0 && len(b) > 0 &&
		uintptr(unsafe.Pointer(&a[0])) <= uintptr(unsafe.Pointer(&b[len(b)-1])) &&
		uintptr(unsafe.Pointer(&b[0])) <= uintptr(unsafe.Pointer(&a[len(a)-1]))
}`,
	"errorNumber": `// errorNumber is 0 for nil, and 1 for an error.
func errorNumber(err error) int {
	if err == nil {
		return 0
	}
	return 1
}`,
	"fingerprintReals": `// fingerprintReals goes on with a fingerprint; products do not wait for each other.
func fingerprintReals(h uint64, x []float64) uint64 {
	h = 31*h + uint64(len(x))
	k := h
	for _, v := range x {
		k += 0x9e3779b97f4a7c15
		hi, lo := bits.Mul64(math.Float64bits(v)^k, 0xd6e8feb86659fd93)
		h += hi ^ lo
	}
	return h
}`,
	"fingerprintInts": `// fingerprintInts goes on with a fingerprint; products do not wait for each other.
func fingerprintInts(h uint64, x []int) uint64 {
	h = 31*h + uint64(len(x))
	k := h
	for _, v := range x {
		k += 0x9e3779b97f4a7c15
		hi, lo := bits.Mul64(uint64(v)^k, 0xd6e8feb86659fd93)
		h += hi ^ lo
	}
	return h
}`,
	"fingerprintBools": `// fingerprintBools goes on with a fingerprint.
func fingerprintBools(h uint64, x []bool) uint64 {
	h = 31*h + uint64(len(x))
	for _, v := range x {
		h *= 0x9e3779b97f4a7c15
		if v {
			h++
		}
	}
	return h
}`,
	"problem": `// problem is what adapters for package optimize have in common.
type problem struct {
	name       string
	eval       func(x, grad []float64) (float64, error)
	hess       func(x, hess []float64) error
	last, grad []float64 // the last point, and the gradient there
	value      float64
	err        error
	known      bool
}

// Func is the value at x.
func (p *problem) Func(x []float64) float64 {
	p.evaluate(x)
	return p.value
}

// Grad writes the gradient at x into grad.
func (p *problem) Grad(grad, x []float64) {
	if len(grad) != len(x) {
		panic(lengthError(p.name+".Grad", "grad", len(grad), len(x)))
	}
	p.evaluate(x)
	copy(grad, p.grad)
}

func (p *problem) evaluate(x []float64) {
	same := func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) } // the function may tell 0 from -0
	if p.known && slices.EqualFunc(p.last, x, same) {
		return
	}
	p.known = false
	p.last = append(p.last[:0], x...)
	p.grad = grow(&p.grad, len(x))
	v, err := p.eval(x, p.grad)
	if err != nil {
		p.err, v = err, math.Inf(1)
		for i := range p.grad {
			p.grad[i] = math.NaN()
		}
	}
	p.value, p.known = v, true
}`,
	"hessOf": `// hessOf is the Hess of an optimize.Problem.
func hessOf[S interface{ SetSym(i, j int, v float64) }](p *problem) func(h S, x []float64) {
	var hess []float64
	return func(h S, x []float64) {
		n := len(x)
		hess = grow(&hess, n*n)
		if err := p.hess(x, hess); err != nil {
			p.err = err
			for i := range hess {
				hess[i] = math.NaN()
			}
		}
		for i := range n {
			for j := range i + 1 {
				h.SetSym(i, j, hess[i*n+j])
			}
		}
	}
}`,
	"laidOut": `// laidOut is a problem whose points are laid out: in parts of what varies, one after the other.
type laidOut struct {
	problem
	start []float64
}

// Start is the point that p was made with.
func (p *laidOut) Start() []float64 { return slices.Clone(p.start) }`,
	"newLaidOut": `// newLaidOut is such a problem; bars are the parts that eval writes the gradient into.
func newLaidOut(name string, parts, bars [][]float64, eval func() (float64, error)) laidOut {
	return laidOut{problem{name: name, eval: func(x, grad []float64) (float64, error) {
		spread(name, parts, x)
		v, err := eval()
		for _, bar := range bars {
			grad = grad[copy(grad, bar):]
		}
		return v, err
	}}, slices.Concat(parts...)}
}`,
	"spread": `// spread writes a point over parts.
func spread(fn string, parts [][]float64, x []float64) {
	n := 0
	for _, part := range parts {
		n += len(part)
	}
	if len(x) != n {
		panic(lengthError(fn, "the point", len(x), n))
	}
	for _, part := range parts {
		x = x[copy(part, x):]
	}
}`,
	"numbers": `// numbers is the memory of values that consist of float64s.
func numbers[T any](s []T) []float64 {
	return unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(T))/8))
}`,
	"apart": `// apart panics where a buffer shares memory with another argument.
func apart[T any](fn, buffer string, a []T, other string, b []T) {
	if overlap(a, b) {
		overlapError(fn, buffer, other)
	}
}`,
	"rowsApart": `// rowsApart panics where a row of a buffer shares memory with the row of the same index of another argument.
func rowsApart[A, B ~[]T, T any](fn, buffer string, a []A, other string, b []B) {
	for i := range min(len(a), len(b)) {
		apart(fn, buffer, a[i], other, b[i])
	}
}`,
	"rowsApartFrom": `// rowsApartFrom panics where a row of a buffer shares memory with another argument.
func rowsApartFrom[A ~[]T, T any](fn, buffer string, a []A, other string, b []T) {
	for _, row := range a {
		apart(fn, buffer, row, other, b)
	}
}`,
	"apartFromRows": `// apartFromRows panics where a buffer shares memory with a row of another argument.
func apartFromRows[A ~[]T, T any](fn, buffer string, b []T, other string, a []A) {
	for _, row := range a {
		apart(fn, buffer, b, other, row)
	}
}`,
	"rowsDisjoint": `// rowsDisjoint panics where neighbouring rows share memory.
func rowsDisjoint[A ~[]T, T any](fn, name string, a []A) {
	for i := 1; i < len(a); i++ {
		apart(fn, "a row of "+name, a[i], "another", a[i-1])
	}
}`,
	"span": `// span is memory: so many bytes from an address on.
type span struct {
	at   unsafe.Pointer
	size uintptr
	k    int // its place in the table
}`,
	"sliceSpan": `func sliceSpan[T any](s []T) span {
	return span{unsafe.Pointer(unsafe.SliceData(s)), uintptr(len(s)) * unsafe.Sizeof(*new(T)), 0}
}`,
	"pointerSpan": `func pointerSpan[T any](p *T) span {
	if p == nil {
		return span{}
	}
	return span{unsafe.Pointer(p), unsafe.Sizeof(*p), 0}
}`,
	"disjoint": `// disjoint panics where one of the first spans, which are buffers, shares memory with another of the table. names has their names.
func disjoint(fn, names string, buffers int, table []span) {
	for k := range table {
		table[k].k = k
	}
	for gap := len(table) / 2; gap > 0; gap /= 2 { // sorted by their addresses
		for i := gap; i < len(table); i++ {
			for j := i; j >= gap && uintptr(table[j].at) < uintptr(table[j-gap].at); j -= gap {
				table[j], table[j-gap] = table[j-gap], table[j]
			}
		}
	}
	var last, lastBuffer span // of those so far the ones that end last
	for _, s := range table {
		before := lastBuffer
		if s.k < buffers {
			before = last
		}
		end := uintptr(s.at) + s.size
		if s.size > 0 && uintptr(s.at) < uintptr(before.at)+before.size {
			overlapOf(fn, names, buffers, s.k, before.k)
		}
		if end > uintptr(last.at)+last.size {
			last = s
		}
		if s.k < buffers && end > uintptr(lastBuffer.at)+lastBuffer.size {
			lastBuffer = s
		}
	}
}`,
	"overlapOf": `// overlapOf panics about two entries of a table, of which the buffers stand first.
func overlapOf(fn, names string, buffers, a, b int) {
	if a >= buffers || b < buffers && a < b {
		a, b = b, a
	}
	overlapError(fn, nameOf(names, a), nameOf(names, b))
}`,
	"nameOf": `// nameOf is the k-th of names.
func nameOf(names string, k int) string {
	for i := 0; i < len(names); i++ {
		if k == 0 {
			j := i
			for j < len(names) && names[j] != ' ' {
				j++
			}
			return names[i:j]
		}
		if names[i] == ' ' {
			k--
		}
	}
	return ""
}`,
	"rowsOrOne": `// rowsOrOne is memory: of rows, or of one slice.
type rowsOrOne[T any] struct {
	rows [][]T
	one  []T
}`,
	"rowsOf": `// rowsOf are rows of any type of slices.
func rowsOf[A ~[]T, T any](a []A) [][]T { return *(*[][]T)(unsafe.Pointer(&a)) }`,
	"rowsAllApart": `// rowsAllApart panics where one of the first entries, which are buffers, shares memory with another of the table. names has their names.
func rowsAllApart[T any](fn, names string, buffers int, table []rowsOrOne[T]) {
	for i, a := range table[:buffers] {
		for j, b := range table {
			if j == i {
				break // and then those that are no buffers
			}
			rowsOrOneApart(fn, names, i, j, a, b)
		}
		for j, b := range table[buffers:] {
			rowsOrOneApart(fn, names, i, buffers+j, a, b)
		}
	}
}

func rowsOrOneApart[T any](fn, names string, i, j int, a, b rowsOrOne[T]) {
	switch {
	case a.rows != nil && b.rows != nil:
		for k := range min(len(a.rows), len(b.rows)) {
			if overlap(a.rows[k], b.rows[k]) {
				overlapError(fn, nameOf(names, i), nameOf(names, j))
			}
		}
	case a.rows != nil:
		rowsOrOneApart(fn, names, i, j, rowsOrOne[T]{one: b.one}, a)
	default:
		if overlap(a.one, b.one) {
			overlapError(fn, nameOf(names, i), nameOf(names, j))
		}
		for _, row := range b.rows {
			if overlap(a.one, row) {
				overlapError(fn, nameOf(names, i), nameOf(names, j))
			}
		}
	}
}`,
	"ragged": `// ragged are rows of any lengths, one after the other.
type ragged[T any] struct {
	Data []T
	Off  []int // where the rows begin, and the end of the last
}`,
	"raggedFill": `// raggedFill lays rows out.
func raggedFill[A ~[]T, T any](r *ragged[T], rows []A) {
	r.Data, r.Off = r.Data[:0], append(r.Off[:0], 0)
	for _, row := range rows {
		r.Data = append(r.Data, row...)
		r.Off = append(r.Off, len(r.Data))
	}
}`,
	"raggedCopy": `// raggedCopy writes what is laid out into rows.
func raggedCopy[A ~[]T, T any](rows []A, r *ragged[T]) {
	for i, row := range rows {
		copy(row, r.Data[r.Off[i]:r.Off[i+1]])
	}
}`,
	"raggedLike": `// raggedLike panics unless rows have the lengths of others.
func raggedLike[A, B ~[]T, T any](fn, name string, rows []A, like []B) {
	if len(rows) != len(like) {
		panic(sizeError(fn, "the length of "+name, len(rows), len(like)))
	}
	for i, row := range rows {
		if len(row) != len(like[i]) {
			panic(sizeError(fn, "the length of "+name+"["+strconv.Itoa(i)+"]", len(row), len(like[i])))
		}
	}
}`,
	"pair": `// pair is the memory of a complex128.
type pair = struct{ re, im float64 }`,
	"pair32": `// pair32 is the memory of a complex64.
type pair32 = struct{ re, im float32 }`,
	"lookAt": `// lookAt is a value as one of a type with the same memory, but that complex numbers are structs of two floats in one of
// the two types.
func lookAt[B, A any](a A) B { return *(*B)(unsafe.Pointer(&a)) }`,
	"listener": `// listener gives the numbers of another source, and notes them.
type listener struct {
	from interface{ Uint64() uint64 }
	to   *[]int
}

func (l *listener) Uint64() uint64 {
	x := l.from.Uint64()
	*l.to = append(*l.to, int(x))
	return x
}`,
	"listener63": `// listener63 gives the numbers of a generator of math/rand, and notes them.
type listener63 struct {
	from interface {
		Uint64() uint64
		Int63() int64
	}
	to *[]int
}

func (l *listener63) Uint64() uint64 {
	x := l.from.Uint64()
	*l.to = append(*l.to, int(x))
	return x
}

func (l *listener63) Int63() int64 {
	x := l.from.Int63()
	*l.to = append(*l.to, int(x))
	return x
}

func (l *listener63) Seed(int64) { panic("a generator of the caller is seeded") }`,
	"replay": `// replay gives numbers that were noted.
type replay struct{ numbers []int }

func (r *replay) Uint64() uint64 {
	x := r.numbers[0]
	r.numbers = r.numbers[1:]
	return uint64(x)
}

func (r *replay) Int63() int64 { return int64(r.Uint64()) }

func (r *replay) Seed(int64) { panic("a generator of the caller is seeded") }`,
	"sizeError": `func sizeError(fn, what string, got, want int) string {
	return fn + ": " + what + " is " + strconv.Itoa(got) + ", not " + strconv.Itoa(want)
}`,
	"stopped": `// stopped is the panic of a derivative of f, which stopped with r although f does not panic.
func stopped(fn, f string, r any) any {
	text, ok := r.(string)
	if err, is := r.(error); is {
		text = err.Error()
	}
	if ok && len(text) > len(fn)+1 && text[:len(fn)+2] == fn+": " { // an argument that f does not have
		return r
	}
	return fn + ": " + f + " does not panic, but its translation does (" + text + "): a slice was used beyond its length, within its capacity, or sorted by what does not move with it; " +
		"if not, please report a defect of chad"
}`,
	"overlapError": `func overlapError(fn, buffer, other string) {
	panic(fn + ": " + buffer + " must not overlap " + other)
}`,
}
