package linrep

// LFun is the type LFun(A, B) of linear functions, that is, of homomorphisms
// from the commutative monoid on A to the one on B (CHAD §9.1). It is
// represented by the plain function (CHAD §9.2).
//
// The zero LFun is the zero map: it sends everything to Go's zero value of B,
// which is a zero of every monoid that package linear offers.
type LFun[A, B any] struct {
	f func(A) B
}

// Trust makes a linear function of a function that the caller knows to be pure
// and a homomorphism: f(0) = 0 and f(x + y) = f(x) + f(y), with zero values of
// Go accepted as zeros.
func Trust[A, B any](f func(A) B) LFun[A, B] {
	return LFun[A, B]{f: f}
}

// Apply returns the value of the linear function at x.
func (l LFun[A, B]) Apply(x A) B {
	if l.f == nil {
		var zero B
		return zero
	}
	return l.f(x)
}

// String says that the value is a linear function; it shows nothing of it.
func (l LFun[A, B]) String() string { return "linear.LFun" }
