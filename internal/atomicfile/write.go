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
		return fmt.Errorf("cannot write %s: %w", name, plain(err))
	}
	return nil
}

// plain is an error of package os without the names of the system call and of the file.
func plain(err error) error {
	var p *os.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		return p.Err
	case errors.As(err, &l):
		return l.Err
	}
	return err
}

func replace(name string, data []byte, perm os.FileMode) error {
	tmp, err := temporary(name, data, perm)
	if err != nil {
		return err
	}
	if err := os.Rename(tmp, name); err != nil {
		_ = os.Remove(tmp)
		return err
	}
	return nil
}

// temporary writes data to a new file beside the file name, and to the disk.
func temporary(name string, data []byte, perm os.FileMode) (_ string, err error) {
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return "", err
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
	return tmp.Name(), errors.Join(err, tmp.Close())
}
