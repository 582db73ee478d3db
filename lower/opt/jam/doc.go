// Package jam is the pass "unroll-and-jam": it runs four iterations of a nest of loops side by side, where they read,
// or add to, the same elements in inner loops: those are loaded once for four iterations, and four sums wait for each
// other no longer. The memory that an iteration makes for itself exists four times.
//
//	for i < n {                              for b < n / 4 {
//	  var y []real = new(m)                    var y []real = new(m); var y1 …
//	  for r < m {                              for r < m {
//	    var s real = 0.0                         var s real = 0.0; var s1 …
//	    for j < k {                    →         for j < k {
//	      s +~= q[r][j] * x[i][j]                  s +~= q[r][j] * x[4*b][j]
//	    }                                          s1 +~= q[r][j] * x[4*b+1][j]; …
//	    y[r] = s                                 }
//	  }                                          y[r] = s; y1[r] = s1; …
//	  …                                        }
//	}                                          …
//	                                         }
//	                                         for i < n - n/4*4 { … }
//
// Loops of the iterations whose lengths differ run one after the other, except for those of two rows of a triangle
// (stagger.go).
package jam
