// Package atomicfile replaces files whole or not at all.
package atomicfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Write replaces the file with data: it writes a temporary file beside it and
// renames it. When it fails, the old file is as it was. A symbolic link stays one: the file
// that it points to is replaced.
func Write(name string, data []byte, perm os.FileMode) error {
	target := name
	if file, err := filepath.EvalSymlinks(name); err == nil {
		target = file
	}
	if err := replace(target, data, perm); err != nil {
		var p *os.PathError
		var l *os.LinkError
		switch {
		case errors.As(err, &p):
			err = p.Err
		case errors.As(err, &l):
			err = l.Err
		}
		return fmt.Errorf("cannot write %s: %w", name, err)
	}
	return nil
}

func replace(name string, data []byte, perm os.FileMode) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(tmp.Name())
		}
	}()
	_, err = tmp.Write(data)
	if err == nil {
		err = tmp.Chmod(perm)
	}
	if err == nil {
		err = tmp.Sync()
	}
	if err = errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), name)
}
