// Package remat is the pass "rematerialisation": it decides what a forward loop stores for a later loop, and what that
// loop computes again, by a minimum cut.
//
// An array that is filled at the indices of one nest of loops and read at the same indices
// of later nests is a tape. The values of the forward nest are a data-flow graph. The
// readers have the indices, what does not change in loops, and memory that is not written
// from the forward nest to the last reader; the values that tapes hold are what they
// want. To have a value costs a store and loads, or what its computation costs and needs:
// both are capacities, a minimum cut is the cheapest choice, and it never stores more
// words than the program did. Branches that only compute variables are computed again as a whole;
// what iterations or inner loops hand on can only be stored.
//
//	for i < n {                              for i < n {
//	  var s = x[i] * x[i]                      var s = x[i] * x[i]
//	  var e = exp(s)                           var e = exp(s)
//	  t[i], u[i], e1[i] = s, 2 * x[i], e  →    e1[i] = e
//	  y += e                                   y += e
//	}                                        }
//	for i down n {                           for i down n {
//	  xbar[i] += e1[i] * u[i]                  var u = 2 * x[i]
//	}                                          xbar[i] += e1[i] * u
//
// A remaining tape may hold another value than before. Computing a value again gives the same bits.
package remat
