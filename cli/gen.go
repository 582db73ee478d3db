package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/atomicfile"
)

// genOptions are the flags of gen.
type genOptions struct {
	blas                    bool
	out, pkg, tags          string
	check, stdout, showDiff bool
	force, verbose          bool
}

func genCommand() *cobra.Command {
	var o genOptions
	c := &cobra.Command{
		Use:   "gen PACKAGE|FILE…",
		Short: "write the Go functions that directives in Go packages and .chad files ask for",
		Long: `gen writes x_chad.go beside x.go, or beside x.chad, with one function for each directive

  //chad:grad [wrt=a,b.c]  value and gradient; gradients go into buffers
  //chad:vjp, //chad:jvp   products with the Jacobian, transposed and not
  //chad:jacobian, //chad:hessian, //chad:hvp
  //chad:func name=G       the function itself, compiled by chad

above a func, or with -- in the place of // above a def of a .chad file; name=G names the
function. Packages are named as for the go command: ., ./..., import paths; a folder stands
for its Go package and the .chad files with directives in it. A file that chad did not
generate is never overwritten, generated files whose source asks for nothing any more are
removed, and a failure leaves every file as it was.`,
		Example: `  //go:generate go tool chad gen .
  chad gen ./...              all packages of the module
  chad gen --check ./...      exit 1 when a generated file is stale
  chad gen --stdout model.go  look at the code`,
		Args: wants(1, -1, "packages, Go files or .chad files"),
		RunE: func(cmd *cobra.Command, args []string) error {
			defer interruptible(cmd)()
			return o.run(cmd, args)
		},
	}
	c.Flags().StringVarP(&o.out, "output", "o", "", "the Go file to write, for one .chad file (default FILE_chad.go)")
	c.Flags().StringVar(&o.pkg, "package", "",
		"the Go package name, for .chad files (default: that of the folder's Go files, or the folder's name)")
	c.Flags().StringVar(&o.tags, "tags", "", "build tags, separated by commas, for Go packages")
	c.Flags().BoolVar(&o.blas, "blas", false,
		"let the code call gonum's BLAS and LAPACK where they win (it then needs gonum)")
	c.Flags().BoolVar(&o.check, "check", false, "write nothing; exit 1 when a file is stale")
	c.Flags().BoolVar(&o.showDiff, "diff", false,
		"write nothing; print what would change and exit 1 when anything would")
	c.Flags().BoolVar(&o.stdout, "stdout", false, "write to standard output")
	c.Flags().BoolVar(&o.force, "force", false, "generate Go packages again even if nothing has changed")
	c.Flags().BoolVarP(&o.verbose, "verbose", "v", false,
		"say which packages are generated and which files are written")
	jsonFlag(c, "stdout", "diff")
	c.MarkFlagsMutuallyExclusive("check", "stdout", "diff")
	c.MarkFlagsMutuallyExclusive("output", "stdout")
	return c
}

var errInterrupted = errors.New("interrupted; nothing was written")

// interruptible gives a command a context that an interrupt ends, until the function is called that it gives: a second
// one ends the program.
func interruptible(cmd *cobra.Command) (end func()) {
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
	context.AfterFunc(ctx, stop)
	cmd.SetContext(ctx)
	return stop
}

// generated is a target before and after.
type generated struct {
	file, target string
	old, new     []byte // old is nil when there is no target, new when it is to go
}

// run generates everything before it writes anything.
func (o *genOptions) run(cmd *cobra.Command, args []string) error {
	in, err := sortOut(args)
	if err != nil {
		return err
	}
	if err := o.fit(in); err != nil {
		return err
	}
	var all []generated
	var errs []error
	progress := newProgress(cmd.ErrOrStderr())
	defer progress.done()
	for _, file := range in.chad {
		progress.wait("generating from " + file)
		g, err := o.generate(cmd.Context(), file)
		if cmd.Context().Err() != nil {
			return errInterrupted
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		all = append(all, g)
	}
	progress.done()
	if len(in.packages) > 0 {
		gs, err := o.goPackages(cmd, in)
		if cmd.Context().Err() != nil {
			return errInterrupted
		}
		all, errs = append(all, gs...), append(errs, err)
	}
	if err := errors.Join(append(errs, twice(all), again(all))...); err != nil {
		return err
	}
	return o.finish(messagesOf(cmd), all)
}

// fit finds flags that do not go with what is to be generated.
func (o *genOptions) fit(in genInput) error {
	switch {
	case o.out != "" && (len(in.chad) != 1 || len(in.packages) > 0):
		return errors.New("-o goes with one .chad file")
	case o.pkg != "" && (!token.IsIdentifier(o.pkg) || o.pkg == "_"):
		return fmt.Errorf("--package %s: not a Go package name", o.pkg)
	case o.pkg != "" && len(in.packages) > 0:
		return errors.New("--package goes with .chad files: a Go package has a name")
	}
	return nil
}

// twice finds a target of two sources.
func twice(all []generated) error {
	first := map[string]string{}
	for _, g := range all {
		target := filepath.Clean(g.target)
		if f, ok := first[target]; ok && f != g.file {
			return fmt.Errorf("%s and %s would both be generated into %s\n  hint: rename one of the two", f, g.file,
				g.target)
		}
		first[target] = g.file
	}
	return nil
}

// finish shows or compares what was generated, or else writes all of it or nothing.
func (o *genOptions) finish(m *messages, all []generated) error {
	stale := false
	var changes []atomicfile.Change
	for _, g := range all {
		switch {
		case o.stdout:
			if _, err := m.out.Write(g.new); err != nil {
				return err
			}
		case g.old != nil && g.new != nil && bytes.Equal(g.old, g.new):
		case o.check:
			stale = true
			mend := "run chad gen " + g.file
			if g.new == nil {
				mend = g.file + " asks for nothing any more"
			}
			what := "stale"
			if g.old == nil {
				what = "missing"
			}
			m.text(kindStale, g.target, fmt.Sprintf("%s is %s: %s", g.target, what, mend))
		case o.showDiff:
			stale = true
			if _, err := m.out.Write(diff.Diff(g.target, g.old, g.target+" generated", g.new)); err != nil {
				return err
			}
		default:
			changes = append(changes, atomicfile.Change{Name: g.target, Data: g.new, Perm: 0o644})
			o.announce(m.err, g)
		}
	}
	if stale {
		return errDiffers
	}
	return atomicfile.Apply(changes)
}

// announce says which files change: removals always, the rest with --verbose.
func (o *genOptions) announce(stderr io.Writer, g generated) {
	switch {
	case g.new == nil:
		_, _ = fmt.Fprintf(stderr, "chad: removing %s: %s asks for nothing any more\n", g.target, g.file)
	case o.verbose:
		_, _ = fmt.Fprintf(stderr, "chad: writing %s\n", g.target)
	}
}

// generate makes the code for a file and reads the target, which must be chad's to overwrite.
func (o *genOptions) generate(ctx context.Context, file string) (g generated, err error) {
	g.file, g.target = file, o.out
	if g.target == "" {
		g.target = strings.TrimSuffix(file, ".chad") + "_chad.go"
	}
	src, err := readSource(file)
	if err != nil {
		return g, err
	}
	pkg := o.pkg
	if pkg == "" {
		pkg = packageName(filepath.Dir(g.target))
	}
	if g.new, err = o.fitting(ctx, g, src, pkg); err != nil || o.stdout {
		return g, err
	}
	g.old, err = os.ReadFile(g.target)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return g, nil
	case err != nil:
		return g, plain(err)
	case !bytes.HasPrefix(g.old, []byte(load.Header)):
		return g, fmt.Errorf("%s was not generated by chad and is not overwritten\n  hint: move it away, or choose "+
			"another file with -o", g.target)
	}
	return g, nil
}

// readable says that a file found in a folder is to be read: not those that the go command passes over by their names,
// like the locks of editors, and neither pipes, on which reading waits, nor links that lead nowhere.
func readable(file string) bool {
	if name := filepath.Base(file); name[0] == '.' || name[0] == '_' {
		return false
	}
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular()
}

// inFolder lists the .chad files of a folder in order of name.
func inFolder(dir string, directed bool) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, plain(err)
	}
	var out []string
	for _, e := range entries {
		file := filepath.Join(dir, e.Name())
		if filepath.Ext(file) != ".chad" || !readable(file) {
			continue
		}
		if directed {
			src, err := readSource(file)
			if err != nil {
				return nil, err
			}
			if !chad.HasDirective(src) {
				continue
			}
		}
		out = append(out, file)
	}
	return out, nil
}

// packageName is GOPACKAGE under go generate, else that of a Go file in dir,
// else the name of dir as an identifier.
func packageName(dir string) string {
	if p := os.Getenv("GOPACKAGE"); p != "" {
		return p
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		if parsed, err := parser.ParseFile(token.NewFileSet(), f, nil, parser.PackageClauseOnly); err == nil {
			return parsed.Name.Name
		}
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "main"
	}
	name := strings.Map(func(r rune) rune {
		if r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, filepath.Base(abs))
	name = strings.ToLower(name)
	if !token.IsIdentifier(name) || name == "_" {
		return "main"
	}
	return name
}
