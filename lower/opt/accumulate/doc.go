// Package accumulate is the pass "in-place-accumulation".
//
// The cotangent of an array is collected in its shadow. Terms add arrays as wholes: a block makes an array of zeros,
// adds to some of its elements, and then adds all of it to another. Adding to the other right away saves the array, and
// makes the cost of a pullback that of what it adds.
package accumulate
