// Package wasmbackend prints optimised programs of the loop language as WebAssembly modules.
package wasmbackend
