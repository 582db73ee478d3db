package measure

import "runtime"

// Memory is what a call allocates.
type Memory struct {
	Allocs float64 `json:"allocs"`
	Bytes  float64 `json:"bytes"`
}

// First is what a first call of f allocates: the workspace that it keeps, or
// what it allocates on every call. Workspaces in pools are given up before.
func First(f func()) Memory {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for range 2 { // a pool outlives one collection
		runtime.GC()
	}
	return allocated(f, 1)
}

// Steady is what a call of f allocates after the first ones, averaged over n calls.
func Steady(f func(), n int) Memory {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // first, since it empties pools
	runtime.GC()
	f()
	return allocated(f, n)
}

func allocated(f func(), n int) Memory {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range n {
		f()
	}
	runtime.ReadMemStats(&after)
	// Whole numbers, as testing.AllocsPerRun has: the runtime itself allocates now and then.
	return Memory{
		Allocs: float64((after.Mallocs - before.Mallocs) / uint64(n)),
		Bytes:  float64((after.TotalAlloc - before.TotalAlloc) / uint64(n)),
	}
}
