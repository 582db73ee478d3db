package engine

// Engines do not inline, so that the printer does: functions of the math library where they stand in loops, and small
// functions of the program.
const (
	InlineMath  = 250   // nodes of a function of the math library that may be inlined
	InlineSmall = 80    // nodes of a function of the program
	InlineTotal = 20000 // nodes that one function may grow by
)
