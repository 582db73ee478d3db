//go:build !unix

package run

import (
	"fmt"
	"os"
)

// private makes a directory. Whose it is and who may write there is a matter of access lists here, which it inherits.
func private(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("run: cache: %w", err)
	}
	return nil
}
