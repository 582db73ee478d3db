// Package plan decides where the memory of a program of the loop language comes from.
//
// The memory of a run is of four kinds. What an exported function hands out is new every time ([Heap]), and so
// are arrays so small that Go keeps them on its stack. An array that is dead before the statement that made it
// can run again has memory of its own, which grows when a run needs more ([Slot]). All else comes from stacks,
// one for each type of elements and each depth of loops that it dies in ([Arena], [Key]): a function gives back at its
// end what it took, unless it hands it to its caller, and a loop gives back after each iteration what no later one can
// see.
//
// The decisions rest on an analysis of aliases by unification, which tells an array from the rows that it refers to,
// for each function once, with summaries for calls [Steensgaard]. Its cost is near-linear in the size of the program
// where functions do not call each other in circles, and linear in the number of parameters for each turn around a
// circle. How long what one statement takes lives is found by where its variable flows to, not by all of its class.
//
// # References
//
//	[Steensgaard] B. Steensgaard: Points-to analysis in almost linear time. POPL 1996, sections 3 and 4.
//	[Regions]     M. Tofte, J.-P. Talpin: Region-based memory management. Information and Computation 132, 1997,
//	              section 1 (a stack of regions in place of a collector).
package plan
