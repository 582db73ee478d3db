package opt

// Passes lists the passes in the order in which they run. A pass may stand in it more than once.
func Passes() []Pass {
	return []Pass{
		// What never runs has no rows to look at.
		decided,
		// Rows as they were placed.
		onlyLengths,
		grownRows,
		cutRows,
		changedRows,
		shadows,
		valueNumbering,
		knownBounds,
		// Rows of while loops that can be had by running the loop again.
		turn,
		along,
		hoistChecks,
		// Indices that needed a check are there now.
		shadows,
		loopInvariants,
		// Fused loops leave arrays that only carry values within an iteration.
		fuse,
		handover,
		ownMatrices,
		given,
		contract,
		// Tapes of one iteration.
		handover,
		remat,
		// Rows that are still there.
		stacks,
		firstStore,
		deadCode, // what nothing reads keeps no array alive
		parallel,
		interleave,
		// Matrices have rows still.
		hoistAlloc,
		dirtyArrays,
		// Neighbours with equal ranges are one loop by now.
		splitLoops,
		unrolling,
		smallArrayScalars,
		firstStore,
		// Elements that are variables now are renamed; what is left computes with constants.
		renaming,
		joinBranches,
		// Parts of loops may have conditions that are decided now.
		unreached,
		deadCode, // what reads nothing that is needed does not keep a matrix whole
		// One block of memory for the arrays that are left.
		flattening,
		// What readers of tapes compute again may be there already.
		valueNumbering,
		follow,
		algebra,
		deadCode, // what does nothing keeps arrays from standing together
		factor,
		zip,
		knownBounds, // of numbers of iterations that are known by now
		loopInvariants,
		scalarReplacement,
		carry,
		// Rows that loops share, and elements that are variables now.
		valueNumbering,
		// Rows have variables now, which the loops that run through them can cut.
		rangeCuts,
		valueNumbering,
		deadCode,
		viewInlining,
		// Loops are as they will be, and what they read has names.
		freeSums,
		kernels,
		matrices,
		panels,
		// Last, since it takes loops apart that other passes know.
		reduce,
		moves,
		deadCode, // what only branches asked that did nothing
		outline,
	}
}
