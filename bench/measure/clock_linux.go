package measure

import (
	"time"

	"golang.org/x/sys/unix"
)

// CPU is the time that the process has spent on processors, the garbage
// collector's threads included: what other processes take does not count. Where
// the system has no such clock it is the time that passes.
func CPU() Clock {
	read := func() time.Duration {
		var t unix.Timespec
		if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
			return -1
		}
		return time.Duration(t.Nano())
	}
	if read() < 0 {
		return Wall()
	}
	return read
}
