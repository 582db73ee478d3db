// Package fusion is the passes "loop-fusion" ([Fuse]) and "while-fusion" ([FuseWhile]). The former makes one loop of
// two that count through the same range, where the first stands before the second in one block and what is between can
// move out of the way.
//
// Checks between them on what the second uses go before both if they can: a length that is wrong is told as such, and
// not found by an index.
//
// A program that reads what another loop just wrote then finds it in a register, and array-contraction can do without
// the array. In reverse mode it joins the loop that computes values to the one that adds their cotangents, when the
// second needs nothing of later iterations.
//
//	for i < n { t[i] = sin(x[i]) }           for i < n {
//	for i down n { xbar[i] += w * t[i] }  →    t[i] = sin(x[i])
//	                                           xbar[i] += w * t[i]
//	                                         }
package fusion
