//go:build !unix

package cli_test

// fullDisk is not there: files cannot be limited.
func fullDisk() {}
