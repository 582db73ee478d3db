// Package gosrc is the Go front end: it reads Go packages with //chad: directives and writes, file by file, the
// functions that they ask for.
//
//	Go packages ─load─► directives + typed syntax ─translate─► flow (reference form) ─own─► flow (value form) ─term─► syntax.Program
//	                                                                                chad.Grad/VJP/… ─► gen ─► core functions ─wrap─► x_chad.go
//
// [Plan] finds what there is to do in the packages that patterns name, without writing anything; [Generate] makes the
// text of one file. What the command writes, and when, is package cli's.
//
// Only commands import this package: it brings go/packages with it, which programs that derive at run time do not need.
package gosrc
