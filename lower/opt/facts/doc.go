// Package facts answers what passes ask about functions of the loop language, and changes nothing: which variables
// change and which share memory ([Info]), what statements change ([Effects]), how long arrays are ([Lengths]), which
// ints are not negative ([Signs]), what a call may come to ([Callees]) and what expressions cost.
//
// All of it takes near-linear time. What has been found out holds until a pass changes the function.
package facts
