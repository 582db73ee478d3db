// Package cputime measures the processor time of tests that compare times: on a machine that others use, the clock on the wall says little.
package cputime
