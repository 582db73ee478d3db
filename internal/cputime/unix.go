//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// Now is the processor time of the process so far, of all threads.
func Now() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
