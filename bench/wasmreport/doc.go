// Package wasmreport holds what a run of wasmbench has measured, judges it by the bars of the project, and shows it as
// a table, as plots and as docs/wasm-performance.md.
package wasmreport
