// Package elementary has our own exp, log, tanh, sin and their like, as source text for
// generated files: [Source] gives a function as it stands in a file of this package, and
// the tests and benchmarks here run exactly that text. Generated code never imports the
// package.
//
// Every function is within 1 ulp of the exact value, except where its comment says more,
// has the special values of package math's (NaN, ±Inf, ±0, overflow, subnormal results), and
// gives the same bits on every architecture: no product is an operand of a sum without a
// conversion between them, which forbids the compiler to fuse the two. docs/elementary.md
// has the method, the measured errors and the measured speed; [Wins] lists what the
// generator should use.
//
// Most functions have one shape. A short fast path without divisions and without branches
// that random arguments would make unpredictable: the argument is taken apart into a row of a
// table and a small rest, by adding and subtracting a great number that makes it an
// integer. A short minimax polynomial serves the rest, and the greatest terms are summed with
// their rounding errors. What does not fit goes to a function of its own, named …Edge. The
// parts named …Reduce and …Sum are within the budget of Go's inliner.
//
// Tables and polynomials are computed by internal/tables from the values of internal/exact.
//
// # References
//
//   - [tang89] P. T. P. Tang, Table-driven implementation of the exponential function in
//     IEEE floating-point arithmetic, ACM TOMS 15(2), 1989: exp and expm1.
//   - [tang90] P. T. P. Tang, Table-driven implementation of the logarithm function in IEEE
//     floating-point arithmetic, ACM TOMS 16(4), 1990: log and log1p.
//   - [codywaite80] W. J. Cody, W. Waite, Software Manual for the Elementary Functions,
//     1980: reduction by a constant in parts.
//   - [payne83] M. H. Payne, R. N. Hanek, Radian reduction for trigonometric functions,
//     SIGNUM Newsletter 18(1), 1983: great angles.
//   - [dekker71] T. J. Dekker, A floating-point technique for extending the available
//     precision, Numerische Mathematik 18, 1971; [knuth2] D. E. Knuth, The Art of Computer
//     Programming 2, section 4.2.2: sums with their rounding errors.
//   - [remez34] E. Y. Remez, Sur le calcul effectif des polynômes d'approximation de
//     Tchebichef, Comptes rendus 199, 1934: the polynomials.
package elementary

//go:generate go run ./internal/tables
