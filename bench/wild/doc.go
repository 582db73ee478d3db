// Package wild tries chad on functions of public Go modules, which nobody wrote for it.
//
// modules.tsv names modules at fixed versions. list.tsv has the functions: at most a few of each entry, drawn by Draw
// with the seed Seed from all exported functions and methods for which Wrap can write a caller, before any was tried.
// Every third is held: it is measured once, when work on the tool has ended, and only counts of it are reported.
//
// Nothing of the modules is kept here. Runner fetches them, writes a package of the user's own for each function, has
// the tool derive it, and judges the derivatives with package judge.
package wild
