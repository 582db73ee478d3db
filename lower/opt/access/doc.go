// Package access says where in memory the accesses of a function go ([Places]): of which array, and at which
// subscripts. Those are compared as linear forms ([Linear]), which are exact modulo 2⁶⁴; what one of them can be at
// least is a question for package affine, whose sums do not wrap.
package access
