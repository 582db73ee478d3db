// Package formula reads formulas of two variables in the notation of mathematics and rewrites them as programs of the
// text language (docs/grammar.md), whose front end checks them. Its messages come back to their places in the formula.
//
// A formula is an expression of the text language over x and y, in which one may also write:
//
//	2x, x y, 2(x + 1)(y - 1), xy    products of factors side by side
//	sin x, sin 2x, cos x sin y      functions without parentheses: they take the factors up to the next function or operator
//	x², x³, |x|, √x, π, e, ·, −     signs of mathematics
//	ln, arcsin, arccos, arctan      names of mathematics
//
// Of the language there are numbers, + - * / % ^, comparisons, if, let, loops and sums over [… | i < n], and the
// functions of the primitive table that return reals. Nothing else gets through, so that no formula declares anything.
package formula

// Bounds on formulas. They are there for a page that takes formulas from anybody: what a formula may cost in time and
// memory when it runs is bounded elsewhere.
const (
	// MaxLength is the number of characters that a formula may have.
	MaxLength = 500
	// MaxNesting is the number of levels of brackets, and of functions without them.
	MaxNesting = 40
)

// Name is the name of the definition that a program of this package has beside the constant e.
const Name = "f"
