// Package callers has two programs that call modules of WebAssembly, written from docs/wasm-abi.md and the section of the module alone, without
// anything of chad: caller in Go, caller.mjs in JavaScript.
package callers
