// Command chadbench measures generated derivatives against hand-written ones.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
)

func main() {
	err := command().ExecuteContext(context.Background())
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, "chadbench:", err)
	if errors.Is(err, errBars) {
		os.Exit(1)
	}
	os.Exit(2)
}
