// Package load reads Go packages for the Go front end: their syntax, their types, and the directives in them.
//
//	patterns ──list──► World: packages, files, directives ──Check──► types ──► translate
//
// # Two steps
//
// [List] asks the go command which packages the patterns name and what they import, and reads the directives. It
// compiles nothing and checks nothing, so that a run in which nothing changed ends here; [Package.Fingerprint] says
// whether anything did. [World.Check] parses and type-checks a package that has directives.
//
// # Where types come from
//
// Packages of the user's own modules (main modules, those in a workspace, and those that replace directives point to)
// come from source, in one world of objects: functions of other packages can be differentiated through, their objects
// are the ones that calls refer to, and [Package.Lookup] finds their syntax. Everything else comes from export data,
// which the go command has in its cache. When a function of another module is called, its package is read from source,
// in a world of its own (others.go), with pure Go in place of assembly.
//
// # Generated files
//
// Files with our header are left out: they may be stale, broken or absent. In their place stand stubs, function
// declarations without bodies of what the directives ask for, so that code which calls a generated function is checked
// as if it were there.
package load
