// Command wildbench tries chad on functions of public Go modules, which nobody wrote for it.
package main

import (
	"context"
	"fmt"
	"os"
)

func main() {
	if err := command().ExecuteContext(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "wildbench:", err)
		os.Exit(1)
	}
}
