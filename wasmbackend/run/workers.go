package run

import (
	"context"
	"runtime"

	"github.com/tetratelabs/wazero/experimental"
)

// workerBytes is how much of a module one goroutine compiles in some 50 ms: for less it is not worth its while to start
// another, which has memory of its own.
const workerBytes = 64 << 10

// workers is how many goroutines compile a module of so many bytes and functions at the same time. Giant functions have
// been taken apart, so that all have something to do.
func workers(bytes, funcs int) int {
	return max(1, min(runtime.GOMAXPROCS(0), bytes/workerBytes, funcs))
}

// compiling is ctx for compiling a module, with as many workers as are worth while unless the caller has said how many.
func compiling(ctx context.Context, bytes, funcs int) context.Context {
	if experimental.GetCompilationWorkers(ctx) > 1 {
		return ctx
	}
	return experimental.WithCompilationWorkers(ctx, workers(bytes, funcs))
}
