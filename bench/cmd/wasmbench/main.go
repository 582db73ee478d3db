// Command wasmbench measures WebAssembly modules against ones written by hand, against Rose, and against generated Go.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	_ "github.com/seed-4b734f86/gochad/internal/roomyheap" // as in the command chad, which compiles too
)

func main() {
	err := command().ExecuteContext(context.Background())
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, "wasmbench:", err)
	if errors.Is(err, errBars) {
		os.Exit(1)
	}
	os.Exit(2)
}
