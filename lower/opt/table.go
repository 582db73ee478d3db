package opt

// Passes lists the passes in the order in which they run. A pass may stand in it more than once.
func Passes() []Pass {
	return []Pass{
		valueNumbering,
		loopInvariants,
		// Fused loops leave arrays that only carry values within an iteration.
		fuse,
		contract,
		remat,
		hoistAlloc,
		// Last: what the other passes made superfluous.
		deadCode,
	}
}
