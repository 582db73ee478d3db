// Package corpus holds small Go functions over every construct of the subset that the Go front end takes. Tests run
// them natively and as what the front end makes of them: translated, evaluated, differentiated, emitted.
//
// A function here has a result, and is deterministic. Each file is about one kind of construct. [All] lists the
// functions for those who need them compiled; tests read the source for the rest.
package corpus
