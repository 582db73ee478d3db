// Command blindbench measures generated gradients of problems that were written without knowledge of the compiler.
package main

import (
	"context"
	"fmt"
	"os"
)

func main() {
	if err := command().ExecuteContext(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "blindbench:", err)
		os.Exit(1)
	}
}
