//go:build unix

package owndir

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// Check says whether a folder belongs to this user and is closed to others: they have none of the permissions in
// closed. The error says why not, or that there is no such folder.
func Check(dir string, closed fs.FileMode) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	s, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !info.IsDir():
		return fmt.Errorf("%s is no directory", dir)
	case !ok || int(s.Uid) != os.Getuid():
		return fmt.Errorf("%s belongs to another user, who could have code executed; choose a directory of your own",
			dir)
	case info.Mode().Perm()&closed != 0:
		return fmt.Errorf("%s is open to other users (mode %04o), who could have code executed; chmod 700 it", dir,
			info.Mode().Perm())
	}
	return nil
}
