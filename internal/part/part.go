// Package part lets tests of long lists take a part of them by default, more of them with CHADTESTS=more in the
// environment, and all with the flag -whole.
//
// The default is what somebody waits for; .ci/run takes more. That is a variable and no flag: go test gives a flag to
// all packages, and most of them do not define it. Where it changes, -count=1 keeps go test from showing results that
// it has kept.
//
// Only tests import it: it defines a flag.
package part

import (
	"flag"
	"hash/fnv"
	"os"
)

var whole = flag.Bool("whole", false, "take all cases of the long lists, not a part of them")

// Whole reports whether all cases are wanted.
func Whole() bool { return *whole }

// Of reports whether a case is taken: one in k by its name, whatever else is in the list, or all.
func Of(name string, k uint32) bool {
	if *whole {
		return true
	}
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32()%k == 0
}

// N is how many of a number of cases are taken.
func N(all, some int) int {
	if *whole {
		return all
	}
	return some
}

// More reports whether more is wanted than by default.
func More() bool { return *whole || os.Getenv("CHADTESTS") == "more" }

// Pick is how many of something are taken by default, or where more is wanted.
func Pick(some, more int) int {
	if More() {
		return more
	}
	return some
}
