module github.com/seed-4b734f86/gochad/bench

go 1.26

replace github.com/seed-4b734f86/gochad => ..

require (
	github.com/spf13/cobra v1.10.2
	golang.org/x/sys v0.35.0
	gonum.org/v1/gonum v0.17.0
)

require (
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
)
