package wrap

// helpers are the functions of the file that only wrappers use; the others are those of package gen.
var helpers = map[string]string{ //nolint:gochecknoglobals // a constant
	"overlap": `// overlap reports whether two slices share memory.
func overlap[T any](a, b []T) bool {
	return len(a) > 0 && len(b) > 0 &&
		uintptr(unsafe.Pointer(&a[0])) <= uintptr(unsafe.Pointer(&b[len(b)-1])) &&
		uintptr(unsafe.Pointer(&b[0])) <= uintptr(unsafe.Pointer(&a[len(a)-1]))
}`,
	"overlapRows": `// overlapRows reports whether a row of a shares memory with the row of b that has the same index.
func overlapRows[A, B ~[]T, T any](a []A, b []B) bool {
	for i := range min(len(a), len(b)) {
		if overlap(a[i], b[i]) {
			return true
		}
	}
	return false
}`,
	"overlapRow": `// overlapRow reports whether a row of a shares memory with b.
func overlapRow[A ~[]T, T any](a []A, b []T) bool {
	for i := range a {
		if overlap(a[i], b) {
			return true
		}
	}
	return false
}`,
	"overlapError": `// overlapError is the message for a buffer that shares memory with another argument.
func overlapError(fn, buffer, other string) string {
	return fn + ": " + buffer + " must not overlap " + other
}`,
}
