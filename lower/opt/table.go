package opt

// Passes lists the passes in the order in which they run. A pass may stand in it more than once.
func Passes() []Pass {
	return []Pass{
		valueNumbering,
		loopInvariants,
		// Last: what the other passes made superfluous.
		deadCode,
	}
}
