package linrep

// Field is a component, of type F, of a product T. A product of commutative
// monoids is also their coproduct, so a field gives a linear projection from T
// and a linear injection into T.
type Field[T, F any] struct {
	index int
	at    func(*T) *F
}

// NewField makes a field of the struct type T from the position of the field in
// the declaration and a function that returns its address. The caller knows that
// at returns the address of that same field for every argument.
func NewField[T, F any](index int, at func(*T) *F) Field[T, F] {
	return Field[T, F]{index: index, at: at}
}

// Index returns the position of the field in the declaration of T.
func (f Field[T, F]) Index() int { return f.index }

// At returns the address of the field inside *t.
func (f Field[T, F]) At(t *T) *F { return f.at(t) }
