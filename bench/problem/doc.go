// Package problem lists the benchmark problems that package hand defines, each
// with the hand-written functions, the generated ones and those of other
// libraries as closures over the same inputs.
package problem
