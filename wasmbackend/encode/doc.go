// Package encode writes WebAssembly modules: the binary format, and the text format for people and golden files.
//
// A [Module] is built by hand, section by section; [Module.Encode] gives its bytes and [Module.Text] its text, which
// wat2wasm of the WebAssembly Binary Toolkit turns into the same code. Equal modules give equal bytes. The package
// knows the instructions that this project emits: the MVP, multiple values, bulk memory, saturating conversions, sign
// extensions and the part of SIMD that concerns two float64 at a time. It does not validate; the tests do, with three
// engines.
//
// # References
//
//	[Wasm] WebAssembly Core Specification, release 2.0, chapter 5 (binary format), chapter 6 (text format) and
//	       appendix A.4 (the name section).
package encode
