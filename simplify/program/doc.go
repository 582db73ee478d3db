// Package program changes whole programs between the rounds of package simplify: what takes a look at all definitions
// at once, and so is no rule. [Lengths] and [SizeParams] find the lengths of arrays, [Unbox] takes tuples of
// definitions apart, [DeadParams] drops what no result needs, and [Views] hands parts of arrays on without a copy.
// [Delay] moves what is costly into the branch that uses it, and [MoveOnce] puts the bodies of definitions that are
// called once into their callers.
package program
