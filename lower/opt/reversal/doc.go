// Package reversal is the pass "loop-reversal" ([Reverse]): loops go forward through what was appended, so that they
// can run along with the loops that append it.
package reversal
