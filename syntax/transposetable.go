package syntax

// A Place is the part of a cotangent that a contribution goes to. The rest of the contribution is zero.
//
//sumtype:decl
type Place interface {
	// Of is the contribution as a value: the cotangent of type t that is w in this place.
	Of(t Type, w Term) Term
}

// The places. There is one for each construct that reads a part of its argument.
type (
	// All is the whole cotangent.
	All struct{}
	// Resized is the whole of an array whose length another type gives. At is where lengths are compared.
	Resized struct{ At *Pos }
	// Component is component I of a tuple, by the coprojection.
	Component struct{ I int }
	// Variant is variant Tag of a linear sum, by the injection.
	Variant struct{ Tag int }
	// Element is the element I of an array, by the one-hot array.
	Element struct{ I Term }
	// Key is the part of a copower that belongs to the argument K of a power, by !K ⊗ w.
	Key struct{ K Term }
)

// Of is w.
func (All) Of(_ Type, w Term) Term { return w }

// Of changes the array type of w, unless it has the type t already.
func (p Resized) Of(t Type, w Term) Term {
	if t == w.Type() {
		return w
	}
	if t, ok := t.(*ArrayType); ok {
		return NewLinearCoerce(p.At, w, t)
	}
	return NewPack(w)
}

// Of is the coprojection of w.
func (p Component) Of(t Type, w Term) Term { return NewCoproj(t.(*TupleType), p.I, w) }

// Of is the injection of w.
func (p Variant) Of(t Type, w Term) Term { return NewInj(t, p.Tag, w) }

// Of is the one-hot array of w.
func (p Element) Of(t Type, w Term) Term { return NewOneHot(t.(*ArrayType).Len, p.I, w) }

// Of is the copower !K ⊗ w.
func (p Key) Of(_ Type, w Term) Term { return NewSingleton(p.K, w) }

// A Receiver takes what the arguments of a linear construct receive. X names an argument: a subterm in
// [TransposeLinear], an operand in reverse mode. What it does with a contribution is its own affair: it may make a
// value of it ([Place].Of), or add to memory at the place.
type Receiver[X any] interface {
	// Wants reports whether anybody asks for the cotangent of x.
	Wants(x X) bool
	// Receive adds w to the cotangent of x, at a place, if that is wanted.
	Receive(x X, at Place, w Term)
}

// Transposes is the table of transposes: a method for each linear construct, which tells the receiver what the
// arguments receive when the construct receives w. Its two readers are [TransposeLinear] and reverse mode (CHAD §7.5).
// Constructs with blocks are not in it, since terms have blocks where reverse mode has linear functions.
type Transposes[X any] struct{ Receiver[X] }

// Tuple is ⟨t₁, …, tₙ⟩ᵀ w = Σ tᵢᵀ (projᵢ w), [m₁; m₂]ᵀ = m₁ᵀ ⋈ m₂ᵀ.
func (r Transposes[X]) Tuple(xs []X, w Term) {
	for i, x := range xs {
		if r.Wants(x) {
			r.Receive(x, All{}, NewProj(i, w))
		}
	}
}

// Proj is (projᵢ t)ᵀ w = tᵀ (coprojᵢ w).
func (r Transposes[X]) Proj(x X, i int, w Term) { r.Receive(x, Component{i}, w) }

// Coproj is (coprojᵢ t)ᵀ w = tᵀ (projᵢ w).
func (r Transposes[X]) Coproj(x X, i int, w Term) { r.Receive(x, All{}, NewProj(i, w)) }

// Plus is (t + s)ᵀ w = tᵀ w + sᵀ w, (m₁ ⊕ m₂)ᵀ = m₁ᵀ ⊕ m₂ᵀ.
func (r Transposes[X]) Plus(xs []X, w Term) {
	for _, x := range xs {
		r.Receive(x, All{}, w)
	}
}

// App is (t s)ᵀ w = tᵀ (!s ⊗ w), t a power.
func (r Transposes[X]) App(f X, s, w Term) { r.Receive(f, Key{s}, w) }

// Singleton is (!s ⊗ t)ᵀ w = tᵀ (w s).
func (r Transposes[X]) Singleton(s Term, x X, w Term) { r.Receive(x, All{}, NewApp(w, s)) }

// Inj is (injᵢ t)ᵀ w = tᵀ (uninjᵢ w).
func (r Transposes[X]) Inj(x X, tag int, w Term) { r.Receive(x, All{}, NewUninj(tag, w)) }

// Uninj is (uninjᵢ t)ᵀ w = tᵀ (injᵢ w).
func (r Transposes[X]) Uninj(x X, tag int, w Term) { r.Receive(x, Variant{tag}, w) }

// Sum is (sum t)ᵀ w = tᵀ [ w | i < n ].
func (r Transposes[X]) Sum(x X, n *Size, w Term) { r.Receive(x, All{}, Replicate(n, w)) }

// ArrayLit is [t₁, …, tₙ]ᵀ w = Σ tᵢᵀ w[i].
func (r Transposes[X]) ArrayLit(xs []X, w Term) {
	n := SizeLit(int64(len(xs)))
	for i, x := range xs {
		if r.Wants(x) {
			r.Receive(x, All{}, NewIndex(w, NewToIdx(nil, n, IntLit(int64(i)))))
		}
	}
}

// Index is t[i]ᵀ w = tᵀ (onehot i w).
func (r Transposes[X]) Index(a X, i, w Term) { r.Receive(a, Element{i}, w) }

// OneHot is (onehot i t)ᵀ w = tᵀ w[i].
func (r Transposes[X]) OneHot(x X, i, w Term) { r.Receive(x, All{}, NewIndex(w, i)) }

// Set is (set t i s)ᵀ w = tᵀ (set w i 0) + sᵀ w[i].
func (r Transposes[X]) Set(a X, i Term, x X, w Term) {
	part := NewIndex(w, i)
	if r.Wants(x) {
		r.Receive(x, All{}, part)
	}
	if r.Wants(a) {
		r.Receive(a, All{}, NewSet(w, i, NewZero(part.Type())))
	}
}

// Cast is the transpose of pack and :>, which forget and check a length: the reverse.
func (r Transposes[X]) Cast(x X, at *Pos, w Term) { r.Receive(x, Resized{at}, w) }
