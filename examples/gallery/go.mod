module github.com/seed-4b734f86/gochad/examples/gallery

go 1.26.0

tool github.com/seed-4b734f86/gochad/cmd/chad

require gonum.org/v1/gonum v0.17.0

require (
	github.com/dave/jennifer v1.7.1 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/rogpeppe/go-internal v1.16.0 // indirect
	github.com/seed-4b734f86/gochad v0.0.0 // indirect
	github.com/spf13/cobra v1.10.2 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

// A module of its own, as a user's would be.
replace github.com/seed-4b734f86/gochad => ../..
