// Package cputime measures processor time, for benchmarks: on a machine that others use, the clock on the wall says
// little.
package cputime
