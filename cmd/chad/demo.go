package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/spf13/cobra"
	"golang.org/x/mod/modfile"
)

// demoIn is the module of the demo, from the root of this one: who only wants the command is not asked for what
// the demo draws with.
const demoIn = "examples/fits"

func demoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "in a checkout of chad: fit real models to real data",
		Long: `demo builds and runs ` + demoIn + `/cmd/demo of the checkout that the current folder is in. That is a
module of its own, since it needs libraries for the plot that nothing else does. Arguments
are handed on: see chad demo -help.`,
		DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			root, err := checkout()
			if err != nil {
				return err
			}
			dir, err := os.MkdirTemp("", "chad-demo-*")
			if err != nil {
				return err
			}
			defer func() {
				err = errors.Join(err, os.RemoveAll(dir))
				if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
					os.Exit(exit.ExitCode()) // the program, or go build, has said why
				}
			}()
			program := filepath.Join(dir, "demo.exe") // Windows wants the ending, and nobody else minds
			build := exec.CommandContext(cmd.Context(), "go", "build", "-o", program, "./cmd/demo")
			build.Dir = filepath.Join(root, filepath.FromSlash(demoIn))
			build.Stderr = cmd.ErrOrStderr()
			if err := build.Run(); err != nil {
				return err
			}
			run := exec.CommandContext(cmd.Context(), program, args...)
			run.Stdin, run.Stdout, run.Stderr = cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()
			return run.Run()
		},
	}
}

// checkout is the root of the checkout of this module around the current folder.
func checkout() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && modfile.ModulePath(mod) == "github.com/seed-4b734f86/gochad" {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("the demo is not part of the command: it needs a checkout of chad\n" +
				"  hint: git clone https://github.com/seed-4b734f86/gochad, and run go run ./cmd/chad demo in it")
		}
		dir = parent
	}
}
