// Package conditions is the passes "condition-propagation" and "unreachable-code": they take away what never runs,
// branches on tags that no constructor gives, on flags that nothing sets, and on conditions that others around them, or
// checks before them, have decided.
//
//	var gone []bool = new(n)            if i < m {
//	if i < m {                            check j < m
//	  check j < m && i < m          →     y[i] = x[i]
//	  if gone[i] { … } else {           }
//	    y[i] = x[i]
//	  }
//	}
//
// The second leaves the checks that tell other passes what holds.
//
//	for i < rest {                      if rest > 0 {
//	  y[inrange(-1, n, "y")] = …   →      check false, "y", index -1, n
//	}                                   }
package conditions
