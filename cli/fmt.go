package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/internal/atomicfile"
	"github.com/seed-4b734f86/gochad/text"
)

func fmtCommand() *cobra.Command {
	var check, showDiff bool
	c := &cobra.Command{
		Use:   "fmt FILE.chad…",
		Short: "format .chad files in place",
		Long: `fmt formats .chad files in place; a folder stands for the .chad files in it, and - for
standard input, formatted to standard output. A file that cannot be parsed stays as it is,
and then no other file is changed either.`,
		Example: `  chad fmt model.chad
  chad fmt --check .              name the files that differ and exit 1
  chad fmt - <model.chad`,
		Args: wants(1, -1, ".chad files"),
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := chadFiles(args)
			if err != nil {
				return err
			}
			var changed []formatted
			for _, file := range files {
				f, err := format(file, cmd.InOrStdin())
				if err != nil {
					return err
				}
				switch {
				case file == "-" && !check && !showDiff:
					if _, err := cmd.OutOrStdout().Write(f.new); err != nil {
						return err
					}
				case !bytes.Equal(f.old, f.new):
					changed = append(changed, f)
				}
			}
			if check || showDiff {
				return reportFormat(cmd.OutOrStdout(), changed, showDiff)
			}
			for _, f := range changed {
				info, err := os.Stat(f.file)
				if err != nil {
					return plain(err)
				}
				if err := atomicfile.Write(f.file, f.new, info.Mode().Perm()); err != nil {
					return err
				}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&check, "check", false, "write nothing; name the files that differ and exit 1")
	c.Flags().BoolVar(&showDiff, "diff", false, "write nothing; print the differences and exit 1 when there are any")
	return c
}

// formatted is a file before and after.
type formatted struct {
	file     string
	old, new []byte
}

// format formats one file, or standard input.
func format(file string, stdin io.Reader) (f formatted, err error) {
	f.file = file
	name := file
	if file == "-" {
		name = "<standard input>"
		f.old, err = readAll(name, stdin)
	} else {
		f.old, err = readSource(file)
	}
	if err != nil {
		return f, err
	}
	tree, ds := text.Parse(name, f.old)
	if err := ds.Err(); err != nil {
		return f, err
	}
	f.new = text.Format(tree)
	return f, nil
}

// reportFormat names the files that would change, or shows how.
func reportFormat(w io.Writer, changed []formatted, showDiff bool) error {
	for _, f := range changed {
		out := []byte(f.file + "\n")
		if showDiff {
			out = diff.Diff(f.file, f.old, f.file+" formatted", f.new)
		}
		if _, err := w.Write(out); err != nil {
			return err
		}
	}
	if len(changed) > 0 {
		return errDiffers
	}
	return nil
}

// chadFiles replaces each folder by the .chad files in it. A folder without any is an error.
func chadFiles(args []string) ([]string, error) {
	var out []string
	for _, a := range args {
		if filepath.Ext(a) == ".go" {
			return nil, fmt.Errorf("%s: fmt formats .chad files\n  hint: gofmt formats Go", a)
		}
		info, err := os.Stat(a)
		if a == "-" || err != nil || !info.IsDir() {
			out = append(out, a) // reading it will tell what is wrong
			continue
		}
		found, err := inFolder(a, false)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: no .chad file", a)
		}
		out = append(out, found...)
	}
	return out, nil
}
