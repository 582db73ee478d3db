// Package facts finds out, of a function of the loop language, what a printer of instructions asks before it writes it:
// what values ints may have (ranges.go), which variable is mentioned where for the last time (lastuses.go) and is given
// another value before its first is read (firstuses.go). It finds out what stores to an array (stores.go), which functions are
// recursive (cycles.go), and what one look at all statements tells (survey.go). Small questions about statements and
// expressions are in exprs.go. A View (view.go) has the answers together, and what is asked of the module, for those
// who look at the loops of a function.
package facts
