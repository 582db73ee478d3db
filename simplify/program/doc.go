// Package program changes whole programs between the rounds of package simplify: what takes a look at all definitions
// at once, and so is no rule. [DeadParams] drops parameters that nothing needs, [Delay] moves what is dear into the
// branch that uses it, and [MoveOnce] puts the bodies of definitions that are called once into their callers.
package program
