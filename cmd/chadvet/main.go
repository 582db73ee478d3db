// Command chadvet reports functions with //chad: directives that cannot be differentiated, and generated files that are
// stale. It runs by itself, chadvet ./..., and as a tool of go vet:
//
//	go vet -vettool=$(which chadvet) ./...
package main

import (
	"golang.org/x/tools/go/analysis/singlechecker"

	"github.com/seed-4b734f86/gochad/gosrc/vet"
)

func main() { singlechecker.Main(vet.New()) }
