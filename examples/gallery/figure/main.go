package figure

import (
	"flag"
	"fmt"
	"os"
)

// Main is the command of an example: it runs it, prints what it has to say, and writes the figure to a file.
func Main(name string, run func() (report string, svg []byte, err error)) {
	path := flag.String("figure", name+".svg", "write the figure to this `file`")
	flag.Parse()
	report, svg, err := run()
	if err == nil {
		err = os.WriteFile(*path, svg, 0o644) //nolint:gosec // a picture, which anyone may read
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
	fmt.Printf("%sThe figure is in %s.\n", report, *path)
}
