//go:build unix

package run

import (
	"fmt"
	"os"
	"syscall"
)

// private makes a directory that only this user may use, or checks that it is one.
func private(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("run: cache: %w", err)
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return fmt.Errorf("run: cache: %w", err)
	}
	s, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !info.IsDir():
		return fmt.Errorf("run: cache: %s is no directory", dir)
	case !ok || int(s.Uid) != os.Getuid():
		return fmt.Errorf("run: cache: %s belongs to another user, who could have code executed; choose a directory of your own", dir)
	case info.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("run: cache: %s is open to other users (mode %04o), who could have code executed; chmod 700 it", dir, info.Mode().Perm())
	}
	return nil
}
