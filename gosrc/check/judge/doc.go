// Package judge says whether derivatives are right: it draws points, and compares forward mode, reverse mode and
// differences with each other. Functions of any signature are called through reflection.
//
// A derivative is wrong only where differences settle: over steps of several lengths, down to where rounding hides
// them, they say the same number, from both sides, and it is not the derivative. What has a kink, a jump or noise near
// a point says nothing there ([Verdict.Rough]), so that a derivative that is right never fails.
//
// The text of this package is compiled beside the functions that it judges (package check does that), so it needs
// nothing but the standard library, of the version of Go that generated files are written in.
package judge
