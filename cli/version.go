package cli

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version of chad and of the Go that built it",
		Args:  wants(0, 0, "nothing"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), version())
			return err
		},
	}
}

// version is that of the module, from the information that Go builds into a program.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "chad (unknown version)"
	}
	v, revision, modified := info.Main.Version, "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			revision = ", revision " + s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = " with changes"
		}
	}
	if v == "" {
		v = "(devel)"
	}
	return fmt.Sprintf("chad %s%s%s, built with %s", v, revision, modified, info.GoVersion)
}
