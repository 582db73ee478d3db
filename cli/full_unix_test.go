//go:build unix

package cli_test

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/seed-4b734f86/gochad/cli"
)

// fullDisk is chad where files can have 2000 bytes: generated ones are longer, and so the disk seems full.
func fullDisk() {
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 2000, Max: 2000}); err != nil {
		panic(err)
	}
	os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
