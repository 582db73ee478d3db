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
	"ragged": `// ragged are rows of any lengths, one behind the other.
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
