package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// completes gives a flag the values that a shell offers. Those of a list go behind commas, each once.
func completes(c *cobra.Command, flag string, list bool, values func(args []string) []string) {
	err := c.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, args []string, typed string) ([]string,
		cobra.ShellCompDirective,
	) {
		done := ""
		if i := strings.LastIndex(typed, ","); list && i >= 0 {
			done = typed[:i+1]
		}
		var out []string
		for _, v := range values(args) {
			if !slices.Contains(strings.Split(done, ","), v) {
				out = append(out, done+v)
			}
		}
		if list {
			return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic("cli: " + err.Error()) // there is no such flag
	}
}

// among is a list of values that does not depend on the arguments.
func among(values []string) func([]string) []string {
	return func([]string) []string { return values }
}

// definitionsIn are the names in the .chad file among the arguments.
func definitionsIn(args []string) []string {
	for _, a := range args {
		if filepath.Ext(a) != ".chad" {
			continue
		}
		if src, err := loadFile(a); err == nil {
			return src.Names()
		}
	}
	return nil
}

// parametersIn are the names of the parameters of the definitions in the .chad file among the arguments: of the one
// that --def names, if it names one.
func parametersIn(def *string) func(args []string) []string {
	return func(args []string) (out []string) {
		for _, a := range args {
			if filepath.Ext(a) != ".chad" {
				continue
			}
			src, err := loadFile(a)
			if err != nil {
				continue
			}
			f, err := src.pick(*def)
			if err != nil {
				continue
			}
			for _, p := range f.Def().Params {
				out = append(out, p.Name)
			}
		}
		return out
	}
}

// functionsIn are the definitions of the .chad file among the arguments, or the functions of the Go package, with a
// directive or not: the files are parsed and no more, since a shell waits.
func functionsIn(args []string) []string {
	if names := definitionsIn(args); len(names) > 0 {
		return names
	}
	var out []string
	for _, a := range args {
		files := []string{a}
		if filepath.Ext(a) != ".go" {
			files, _ = filepath.Glob(filepath.Join(a, "*.go"))
		}
		for _, name := range files {
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_chad.go") {
				continue
			}
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok {
					out = append(out, methodName(fn))
				}
			}
		}
	}
	return out
}

// methodName is F, or Type.F.
func methodName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	t := fn.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + "." + fn.Name.Name
		default:
			return fn.Name.Name
		}
	}
}
