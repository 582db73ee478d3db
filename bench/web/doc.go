// Package web runs WebAssembly modules in Node, side by side with programs in Rose, and tells what came out and how
// long it took. It is the Go half; run.mjs is the other.
package web
