// Package arrays says how the arrays that a function makes are used ([Uses]), and in which loops they and the
// statements about them stand ([LoopTree]).
package arrays
