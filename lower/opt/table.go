package opt

// Passes lists the passes in the order in which they run. A pass may stand in it more than once.
func Passes() []Pass {
	return []Pass{
		shadows,
		valueNumbering,
		knownBounds,
		// Fused loops leave arrays that only carry values within an iteration.
		fuse,
		contract,
		remat,
		hoistAlloc,
		unrolling,
		smallArrayScalars,
		valueNumbering,
		loopInvariants,
		scalarReplacement,
		// Rows that loops share, and elements that are variables now.
		valueNumbering,
		// Rows have variables now, which the loops that run through them can cut.
		rangeCuts,
		valueNumbering,
		deadCode,
		viewInlining,
		// Last: what the other passes made superfluous.
		deadCode,
	}
}
