// Package wasmrun measures WebAssembly modules for wasmbench.
package wasmrun
