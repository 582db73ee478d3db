package judge

import (
	"encoding/json"
	"fmt"
	"os"
)

// Main judges the case that the first argument names, or looks for points only where it has no derivatives. It writes
// the verdict to standard output, as JSON.
func Main(cases map[string]Case) {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "want the name of a case")
		os.Exit(2)
	}
	c, ok := cases[os.Args[1]]
	if !ok {
		fmt.Fprintln(os.Stderr, "no case", os.Args[1])
		os.Exit(2)
	}
	stdout := os.Stdout
	os.Stdout = os.Stderr // functions may print
	verdict := Probe
	if c.JVP != nil {
		verdict = Judge
	}
	if err := json.NewEncoder(stdout).Encode(verdict(c)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
