package opt

// Passes lists the passes in the order in which they run; order.go says why in this order. A pass may stand in it more
// than once.
func Passes() []Pass {
	return []Pass{
		decided,
		rowsInPlace,
		shadows,
		valueNumbering,
		knownBounds,
		turn,
		along,
		hoistChecks,
		shadows,
		loopInvariants,
		loopFusion,
		handover,
		ownMatrices,
		given,
		contraction,
		handover,
		rematerialisation,
		stacks,
		firstStore,
		deadCode, // what nothing reads keeps no array alive
		parallel,
		interleave,
		hoistAlloc,
		dirtyArrays,
		splitLoops,
		unrolling,
		smallArrayScalars,
		firstStore,
		renaming,
		joinBranches,
		decided,  // on variables that have one name for each value
		deadCode, // what reads nothing that is needed does not keep a matrix whole
		flattening,
		valueNumbering,
		algebra,
		deadCode, // what does nothing keeps arrays from standing together
		zip,
		knownBounds, // of numbers of iterations that are known by now
		loopInvariants,
		scalarReplacement,
		carry,
		valueNumbering,
		rangeCuts,
		valueNumbering,
		deadCode,
		viewInlining,
		freeSums,
		libraryIdioms,
		reduce,
		deadCode, // what only branches asked that did nothing
		outline,
	}
}
