//go:build !unix

package cputime

import "time"

var started = time.Now()

// Now is the time since the start, where there is no better measure.
func Now() time.Duration { return time.Since(started) }
