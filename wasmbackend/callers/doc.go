// Package callers has two programs that call modules of WebAssembly, written from docs/wasm-abi.md and the section of
// the module alone, without anything of chad: caller in Go, fifty lines for one kind of function, and caller.mjs in
// JavaScript, for any whose leaves are numbers.
package callers
