// Package engine knows what engines make of modules, and finds what a module had better have for their sake. The
// instructions are written elsewhere, and compute the same with and without it.
//
// # All engines
//
// They take long for giant functions, which are taken apart (giants.go). They do not inline, so that the printer does,
// up to some size (inlining.go). They compute the address of each access: moving.go finds arrays whose addresses can
// move with a loop. A constant that a long function uses often is shorter as a local (constants.go).
//
// # wazero
//
// Its compiler checks the bounds of accesses by instructions, but not twice from one address: touches.go finds which
// access of a block should come first. It computes addresses again in each iteration: rows.go finds slices whose address
// can move with a loop instead. And it gives away registers at the beginning of loops, which a call in the right place
// keeps (registers.go).
package engine
