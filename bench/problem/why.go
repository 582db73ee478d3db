package problem

// Why says what keeps a problem from the bars, by its name, where that has been looked into. The
// page on performance shows it for problems that miss one.
var Why = map[string]string{}
