// Package roomyheap, imported for its effect, lets the heap of a program grow to five times what it keeps before it is
// collected, unless GOGC says otherwise: the command and the tests compile, which makes much garbage beside little that
// stays, and a third of their time was spent on marking the same few megabytes. Libraries leave that to their callers.
package roomyheap

import (
	"os"
	"runtime/debug"
)

func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}
