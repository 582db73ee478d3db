//go:build !unix

package chad

import "time"

var started = time.Now()

// cpuTime is the time since the start, where there is no better measure.
func cpuTime() time.Duration { return time.Since(started) }
