// Package affine knows inequalities between ints at a place of a function, from the loops around it and from the
// conditions and checks that lead there ([Facts]), and proves others from them.
//
// Ints are sums of what does not change ([Form]), exactly: where a sum could overflow it is none. Ints that change have
// ranges, and parts of the bits of others are not more than those. Passes that drop or move checks go through a
// function with it; so does whoever asks whether two indices differ.
package affine
