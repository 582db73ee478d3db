// Package layout is about where the numbers of arrays stand: the passes "array-flattening" ([Flatten]) and
// "array-of-structures" ([Zip]) put those of several arrays into one, and "matrix-privatisation" ([OwnMatrices]) has
// loops use a matrix whose rows stand one after the other.
package layout
