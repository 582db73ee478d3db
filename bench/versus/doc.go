// Package versus has the functions on which modules of chad are measured beside WebAssembly written by hand and beside
// Rose: each as a program of the language (models), as text of WebAssembly (hand, with the modules that wat2wasm makes
// of it), and as a program in Rose (bench/web/programs).
package versus
