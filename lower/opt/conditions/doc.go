// Package conditions is the pass "condition-propagation": it takes away what never runs,
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
package conditions
