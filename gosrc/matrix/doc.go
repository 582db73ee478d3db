// Package matrix makes Go files that ask the Go front end for derivatives in every way that there is, for tests: verbs,
// their keys and the settings of files on one side, the shapes of parameters, results and bodies on the other.
//
// What can be asked for are [Factors], of which each has some levels. A [Row] takes a level of each. [Pairs] makes rows
// that have every two levels of two factors together; [Sample] makes rows by chance. [Make] makes a file of a row, and
// says how to call what is generated for it: what a level leaves open, chance decides. Nothing is listed by hand but
// the levels.
//
// The tests write such files into packages, generate, and hold what comes out to its word
// (testdata/harness_test.go.txt); what is refused must be so at a place in the text, and for a reason that belongs to
// the row.
package matrix
