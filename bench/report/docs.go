package report

import (
	"os"
	"path/filepath"
)

// WriteDocs writes performance.md into the folder, and its plots into the folder performance there.
func (r *Report) WriteDocs(folder string, why map[string]string) error {
	if err := r.WritePlots(filepath.Join(folder, "performance")); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "performance.md"), []byte(r.Markdown(why)), 0o644)
}
