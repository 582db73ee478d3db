package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A Change is what is to become of one file: its new data, or its removal if Data is nil.
type Change struct {
	Name string
	Data []byte
	Perm os.FileMode
}

// Apply makes all the changes or none. Everything is written to temporary files beside the files before the first of
// them is replaced, so that a full disk or a folder that is locked is found before anything is changed. Should a later
// step fail nevertheless, the files that were replaced get back what was in them.
//
// The error names the first file that could not be written or removed, and any that could not be put back.
func Apply(changes []Change) (err error) {
	staged := make([]staged, len(changes))
	defer func() {
		for _, s := range staged {
			if s.temp != "" {
				_ = os.Remove(s.temp)
			}
		}
	}()
	for i, c := range changes {
		if staged[i], err = stage(c); err != nil {
			return complaint(c, err)
		}
	}
	for i, c := range changes {
		if err = staged[i].commit(); err != nil {
			err = complaint(c, err)
			for j := i - 1; j >= 0; j-- {
				if back := staged[j].undo(); back != nil {
					err = fmt.Errorf("%w\n%s could not be put back: %w", err, changes[j].Name, back)
				}
			}
			return err
		}
	}
	return nil
}

// A staged change is ready to be made.
type staged struct {
	target string
	temp   string // what is to replace the target; empty for a removal, and when it is done
	old    []byte // what was in the target
	perm   os.FileMode
	had    bool
}

func stage(c Change) (s staged, err error) {
	s.target = c.Name
	if file, err := filepath.EvalSymlinks(c.Name); err == nil && c.Data != nil {
		s.target = file
	}
	info, err := os.Stat(s.target)
	switch {
	case err == nil && info.IsDir():
		return s, errors.New("is a directory")
	case err == nil:
		s.had, s.perm = true, info.Mode().Perm()
		if s.old, err = os.ReadFile(s.target); err != nil {
			return s, err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return s, err
	}
	if c.Data != nil {
		s.temp, err = temporary(s.target, c.Data, c.Perm)
		return s, err
	}
	return s, writable(filepath.Dir(s.target))
}

// writable finds out whether files of a folder can be removed.
func writable(dir string) error {
	tmp, err := os.CreateTemp(dir, ".chad*")
	if err != nil {
		return err
	}
	return errors.Join(tmp.Close(), os.Remove(tmp.Name()))
}

func (s *staged) commit() error {
	if s.temp == "" {
		return os.Remove(s.target)
	}
	if err := os.Rename(s.temp, s.target); err != nil {
		return err
	}
	s.temp = ""
	return nil
}

// undo puts back what was there.
func (s *staged) undo() error {
	if !s.had {
		return os.Remove(s.target)
	}
	return replace(s.target, s.old, s.perm)
}

// complaint names the file of an error, not the temporary one.
func complaint(c Change, err error) error {
	verb := "write"
	if c.Data == nil {
		verb = "remove"
	}
	return fmt.Errorf("cannot %s %s: %w", verb, c.Name, plain(err))
}
