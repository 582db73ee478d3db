package proptest

import (
	"math/rand"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Features says which parts of the language a random program may use.
type Features uint32

// The parts that can be switched off. Scalars, tuples, let and the primitives
// are always on.
const (
	HigherOrder Features = 1 << iota // functions as values
	SumTypes                         // sums and case
	DataTypes                        // nominal sums: lists, trees, tags
	Arrays                           // arrays and their forms
	Loops                            // counted loops, folds and scans
	Whiles                           // while, with a bounded number of rounds
	Dynamic                          // arrays of run-time length, size bindings
	Calls                            // several definitions
	Recursion                        // recursive definitions, of bounded depth
	Branches                         // if
	Kinks                            // primitives that are not smooth everywhere
	Customs                          // definitions with a derivative of their own
	SizeParams                       // definitions over size parameters
	Checkpoints                      // checkpoints by all schedules
	Operators                        // jvp and vjp inside the program
)

// Sets of features that tests ask for.
const (
	// AllFeatures is everything but the derivative operators.
	AllFeatures = Operators - 1
	// FirstOrder is AllFeatures without functions as values.
	FirstOrder = AllFeatures &^ HigherOrder
	// LoopFree has no iteration of any kind, hence no arrays and no recursion.
	LoopFree = AllFeatures &^ (Arrays | Loops | Whiles | Dynamic | Recursion | DataTypes | SizeParams)
	// StraightLine is scalars, tuples, let and primitives.
	StraightLine Features = 0
)

// Config controls the generator. The zero value means its defaults.
type Config struct {
	// Seed determines the program.
	Seed int64
	// Size is the number of bindings of the entry definition, roughly; 15 by default. A
	// program has about twenty nodes for each.
	Size int
	// Depth limits the nesting of terms; 9 by default.
	Depth int
	// Features defaults to AllFeatures. To ask for StraightLine, set Plain.
	Features Features
	// Plain says that Features is meant as it is, even when it is zero.
	Plain bool
	// RealEntry restricts the parameters of the entry to reals and arrays of reals.
	RealEntry bool
}

func (c Config) withDefaults() Config {
	if c.Size == 0 {
		c.Size = 15
	}
	if c.Depth == 0 {
		c.Depth = 9
	}
	if c.Features == 0 && !c.Plain {
		c.Features = AllFeatures
	}
	return c
}

// A Sample is a random program with an entry definition, whose parameters and
// result hold no functions.
type Sample struct {
	Program *syntax.Program
	Entry   *syntax.Def
	// Seed determines the points at which the properties look.
	Seed int64
	// Used counts the forms (by name, see [Forms]) that went into the program.
	Used map[string]int
	// resume is the place in Shrinks where to go on.
	resume int
}

// Generate makes the random program of a configuration. It is closed and well
// typed; with inputs in [-2, 2] every real that it computes stays below about
// 10² and every loop and recursion ends after a few rounds. Same configuration, same
// program up to the identity of variables.
func Generate(c Config) *Sample {
	c = c.withDefaults()
	g := &generator{
		rng:  rand.New(rand.NewSource(c.Seed)),
		cfg:  c,
		prog: &syntax.Program{},
		used: map[string]int{},
		mult: 1,
	}
	g.forms = g.enabled(allForms())
	entry := g.entry()
	return &Sample{Program: g.prog, Entry: entry, Seed: c.Seed, Used: g.used}
}
