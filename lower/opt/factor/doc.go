// Package factor is the pass "factoring": it takes common factors out of sums of products, with fast math, where fewer
// operations are left: of several sums at once, by the kernels and cubes of [Brayton]. The way back through a product
// that is used several times adds up products term by term,
//
//	var a real = p * w                        var g0 real = p * x0 + q * y0
//	var b real = q * w                        var g1 real = p * x1 + q * y1
//	var t0 real = a * x0 + b * y0         →   var t0 real = w * g0
//	var t1 real = a * x1 + b * y1             var t1 real = w * g1
//	var d real = p * (r0*x0 + r1*x1) +        var d real = r0 * g0 + r1 * g1
//	  q * (r0*y0 + r1*y1)
//
// of which the sums p·x+q·y have one place. A block is rewritten as a whole, and stays as it is unless its operations
// fall.
//
//	[Brayton] R. K. Brayton, C. McMullen: The decomposition and factorization of Boolean expressions. ISCAS 1982;
//	          for polynomials A. Hosangadi, F. Fallah, R. Kastner: Optimizing polynomial expressions by algebraic
//	          factorization and common subexpression elimination. 2006.
package factor
