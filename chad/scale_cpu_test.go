//go:build unix

package chad

import (
	"syscall"
	"time"
)

// cpuTime is the processor time of the process so far, of all threads: on a
// shared machine the clock on the wall says little.
func cpuTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
