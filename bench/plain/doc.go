// Package plain has the problems that package hand defines as ordinary Go
// functions, one file for each, from which chad generates gradients and JVPs:
// the mathematics of the programs in bench/models, written as one writes Go.
// The script bench/script/generate makes the generated files again.
package plain
