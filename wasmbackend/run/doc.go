// Package run runs modules of package wasmbackend in this process, with wazero.
//
// A [Program] is a compiled module. [Program.Func] gives one of its exports, and [Func.Bind] a [Call] of it: an
// instance of the module with a block of memory for arguments and results of given sizes, which are seen as slices
// without being copied. Calls come from a pool; every goroutine has its own.
package run
