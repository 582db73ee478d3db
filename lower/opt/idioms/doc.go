// Package idioms is the pass "idiom-recognition": it finds in loops what a library does at once, for arrays
// ([Vectors]), for all rows of a matrix ([Matrices]), and for a few rows at a time ([Panels]), in this order: a product
// of matrices is a loop over products of rows, and panels take what cannot be done for all rows at once.
package idioms
