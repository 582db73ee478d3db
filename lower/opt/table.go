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
		retrace,
		tripCounts,
		hoistChecks,
		// Indices that needed a check are there now.
		shadows,
		loopInvariants,
		even,
		last,
		spent,
		sight,
		stay,
		// Fused loops leave arrays that only carry values within an iteration.
		fuse,
		handover,
		copies,
		ownMatrices,
		given,
		contract,
		// Tapes of one iteration.
		handover,
		ownElements,
		remat,
		recall,
		redo,
		stay,
		// Rows that are still there.
		stacks,
		only,
		noZeros,
		firstStore,
		deadCode, // what nothing reads keeps no array alive
		parallel,
		distribute,
		interleave,
		// Matrices have rows still.
		inherit,
		lodge,
		share,
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
		unswap,
		twins,
		// What is read of arrays is easier to compare while they have rows.
		store,
		// Parts of loops may have conditions that are decided now.
		unreached,
		deadCode, // what reads nothing that is needed does not keep a matrix whole
		triangles,
		// One block of memory for the arrays that are left.
		flattening,
		// What readers of tapes compute again may be there already.
		valueNumbering,
		follow,
		searches,
		quotients,
		algebra,
		powers,
		sides,    // sums have one form now
		deadCode, // what does nothing keeps arrays from standing together
		factor,
		negations,
		scale,
		hasten,
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
		borrow,
		// Loops are as they will be, and what they read has names.
		fill,
		alike,
		freeSums,
		kernels,
		matrices,
		reserve,
		jam,
		logSums,
		panels,
		// Last, since it takes loops apart that other passes know.
		reduce,
		moves,
		arrive, // before constants that variables are already
		keep,
		fields,
		deadCode, // what only branches asked that did nothing
		nearer,
		steps,
		coalesce,
		outline,
	}
}
