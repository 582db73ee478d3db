package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/accumulate"
	"github.com/seed-4b734f86/gochad/lower/opt/conditions"
	"github.com/seed-4b734f86/gochad/lower/opt/contract"
	"github.com/seed-4b734f86/gochad/lower/opt/fusion"
	"github.com/seed-4b734f86/gochad/lower/opt/idioms"
	"github.com/seed-4b734f86/gochad/lower/opt/inplace"
	"github.com/seed-4b734f86/gochad/lower/opt/jam"
	"github.com/seed-4b734f86/gochad/lower/opt/layout"
	"github.com/seed-4b734f86/gochad/lower/opt/nest"
	"github.com/seed-4b734f86/gochad/lower/opt/remat"
	"github.com/seed-4b734f86/gochad/lower/opt/reversal"
)

// interleave is the pass of package jam, if [Options.Jam] asks for it.
var interleave = Pass{ //nolint:gochecknoglobals // a constant
	Name: "unroll-and-jam",
	Law: "Statements of a loop that meet in no variable from outside and in no memory but elements that all " +
		"iterations add to can " +
		"be run for several iterations, one after the other. So can, inside, those of loops of one length, and of " +
		"longer ones as far as the shortest goes. With fast-math also " +
		"q·a + q·b = q·(a + b) for what several iterations add to one element.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if o.Jam && !o.Ordered {
			jam.Nests(f, jam.Options{Fast: o.FastMath, Zip: o.Zip, Lanes: o.ZipFlat})
		}
	}),
}

// rowsInPlace changes rows where they are: see package inplace.
var rowsInPlace = Pass{ //nolint:gochecknoglobals // a constant
	Name: "update-in-place",
	Law: "What takes the place of a row that nothing else holds may be that row, changed, if nobody looks at the row " +
		"as it was any more: a copy of it, its beginning, or the row and what follows it in memory, where nobody else " +
		"sees the memory after its end. Of rows of which only the lengths are asked for, the lengths are kept.",
	Needs: Loops | Allocs,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if !inplace.Rows(f, o.analyse, o.Ordered) {
			o.unchanged()
		}
	}),
}

// rematerialisation is the pass of package remat.
var rematerialisation = Pass{ //nolint:gochecknoglobals // a constant
	Name: "rematerialisation",
	Law: "A pure expression has the same value wherever the variables and the memory that it reads are the same." +
		" An element that one statement stored is what that statement computed.",
	Needs: Loops | Allocs,
	Run:   eachFunc(func(f *loop.Func, _ *Options) { remat.Tapes(f) }),
}

// loopFusion is the pass of package fusion.
var loopFusion = Pass{ //nolint:gochecknoglobals // a constant
	Name: "loop-fusion",
	Law: "for i<n {A}; for i<n {B} = for i<n {A; B} when no iteration of B uses memory or a variable" +
		" together with a later iteration of A, one of the two changing it." +
		" A loop whose iterations touch different memory runs in either direction. What may not end is never moved " +
		"before a check.",
	Needs: Loops,
	Run:   eachFunc(func(f *loop.Func, o *Options) { fusion.Fuse(f, o.scratch().callees()) }),
}

// contraction turns arrays into variables: see package contract.
var contraction = Pass{ //nolint:gochecknoglobals // a constant
	Name: "array-contraction",
	Law: "An array that no variable outlives and that is only used at the index of one loop, which runs once " +
		"for each time that the array is made, is as good as one element for each iteration.",
	Needs: Loops | Allocs,
	Run:   eachFunc(func(f *loop.Func, _ *Options) { contract.Arrays(f) }),
}

// firstStore stores where the program adds to zeros.
var firstStore = Pass{ //nolint:gochecknoglobals // a constant
	Name: "initialisation-elision",
	Law: "0 + x = x up to the sign of zero, which free additions do not promise. " +
		"Memory that is written before it is read needs no zeros, and no copy of what is added to: that can be read " +
		"where it stands. " +
		"What a loop that may end early has not reached can be cleared after it.",
	Needs: Adds,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if o.Ordered || !contract.FirstStores(o.analyse(f), o.others(f)) {
			o.unchanged()
		}
	}),
}

// hoistAlloc makes arrays in front of loops.
var hoistAlloc = Pass{ //nolint:gochecknoglobals // a constant
	Name: "allocation-hoisting",
	Law: "Iterations may share the memory of an array that no variable, row or cell outlives an iteration with, " +
		"when its lengths are those of every iteration, or it is the beginning of one long enough. " +
		"A new array is a used one set to zero.",
	Needs: Loops | Allocs,
	Run:   eachFunc(func(f *loop.Func, _ *Options) { contract.HoistAllocs(f) }),
}

// carry keeps elements in variables from one iteration to the next.
var carry = Pass{ //nolint:gochecknoglobals // a constant
	Name: "predictive-commoning",
	Law: "When a loop uses an array only at i and i+1, iterations share with their neighbours one element each; " +
		"a variable may hold an element while nothing else uses it.",
	Needs: Loops,
	Run:   eachFunc(func(f *loop.Func, o *Options) { contract.Carry(f, o.Ordered) }),
}

// libraryIdioms finds what a library does at once: see package idioms.
var libraryIdioms = Pass{ //nolint:gochecknoglobals // a constant
	Name: "idiom-recognition",
	Law: "Statements of a loop that meet in no variable, and in no element in different iterations, can be done one " +
		"after the other, each in all iterations: for all elements of arrays, and for all rows of a matrix. What no " +
		"statement of a loop changes can be read for several iterations before the statements run, and what no " +
		"statement reads can be added to after they ran.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		markVectors(f, o)
		markMatrices(f, o)
		markPanels(f, o, fewRows)
	}),
}

// fewRows are the rows of a matrix that are taken at a time. Few rows, and long ones, of which sixteen are more than a
// cache holds, are taken one after the other as before.
var fewRows = idioms.PanelSize{Rows: 16, From: 16, Columns: 1024} //nolint:gochecknoglobals // a constant

// markVectors marks loops over arrays.
func markVectors(f *loop.Func, o *Options) {
	if o.Kernels && !o.Ordered {
		idioms.Vectors(f, o.Whole, o.FastMath)
	}
}

// markMatrices does what loops over rows do for whole matrices.
func markMatrices(f *loop.Func, o *Options) {
	if !o.Kernels || o.Whole || o.Ordered {
		return
	}
	if idioms.Matrices(f, o.FastMath) {
		h := &motion{Surroundings: nest.SurroundingsIn(f), fast: o.FastMath}
		f.Body = h.block(f.Body)
	}
}

// markPanels takes a few rows of a matrix at a time.
func markPanels(f *loop.Func, o *Options, size idioms.PanelSize) {
	if o.Kernels && !o.Whole && !o.Ordered {
		idioms.Panels(f, size, o.FastMath)
	}
}

// shadows adds to arrays where their elements will be.
var shadows = Pass{ //nolint:gochecknoglobals // a constant
	Name: "in-place-accumulation",
	Law: "Addition is associative and commutative, up to rounding: an array that is only added to, and whose only " +
		"use is " +
		"to be added to another as a whole, or subtracted from it, can be the other, if nothing else looks at that " +
		"one in between. A copy that is added to may be made " +
		"earlier, where what is copied is the same.",
	Needs: Allocs,
	Run:   eachFunc(func(f *loop.Func, _ *Options) { accumulate.Sums(f) }),
}

// decided is the pass of package conditions.
var decided = Pass{ //nolint:gochecknoglobals // a constant
	Name: "condition-propagation",
	Law: "A variable, an element of an array or a field of a cell is one of the values that the program ever gives " +
		"it, or its like. The first value of a " +
		"variable is none of them where nobody reads it. A flag that branches set is what they ask for, as long as " +
		"nothing changes it or that. A condition that " +
		"others around it, or checks before it, imply holds while its variables stay as they are. So does the range " +
		"of the variable of a counted loop, which has " +
		"iterations where one runs. The length of an array variable, of a row or of an array in a cell is one of " +
		"those that the program ever gives it. An array has " +
		"elements where one has been stored. A length and small numbers add up without overflow. What is after a " +
		"condition that does not hold never runs, " +
		"nor does what is after a check that always fails. After a branch with such a check its condition is " +
		"the other.",
	Run: func(p *loop.Program, o *Options) {
		if !slices.ContainsFunc(p.Funcs, func(f *loop.Func) bool { return o.partsOf(f)&Conditions != 0 }) {
			for range p.Funcs {
				o.unchanged()
			}
			return
		}
		k := conditions.Known{Analyse: o.analyse, Others: o.others, Called: o.scratch().callees()}
		conditions.Decide(p, k, o.unchanged)
	},
}

// flattening has arrays of rows be one array each.
var flattening = Pass{ //nolint:gochecknoglobals // a constant
	Name: "array-flattening",
	Law: "A regular nested array that belongs to the function is one array, row after row: a[i][j] is a[i·m + j], " +
		"and row i is " +
		"the slice of m elements from i·m.",
	Needs: Allocs,
	Run:   eachFunc(func(f *loop.Func, _ *Options) { layout.Flatten(f) }),
}

// ownMatrices has loops use matrices of their own.
var ownMatrices = Pass{ //nolint:gochecknoglobals // a constant
	Name: "matrix-privatisation",
	Law: "What a function leaves in an Out parameter may be built elsewhere and copied at the end: the parameter " +
		"overlaps no other. " +
		"What it reads of a parameter may be read in a copy.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if !o.Whole && !o.Ordered {
			layout.OwnMatrices(f, o.Kernels)
		}
	}),
}

// zip puts arrays together.
var zip = Pass{ //nolint:gochecknoglobals // a constant
	Name: "array-of-structures",
	Law: "Arrays of one length that are only used by elements can be the columns of one array, also those that each " +
		"iteration of a loop makes for itself, and the tables that keep them one table. So can arrays that grow " +
		"side by side.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if o.Zip || o.ZipFrom > 0 {
			layout.Records(f)
		}
		switch {
		case !f.Exported:
		case o.Zip:
			layout.Zip(f, 2, o.ZipFlat)
		case o.ZipFrom > 0:
			layout.Zip(f, o.ZipFrom, false)
		}
	}),
}

// along joins loops through rows with the while loops that grow them.
var along = Pass{ //nolint:gochecknoglobals // a constant
	Name: "while-fusion",
	Law: "A loop through a row from its beginning may be done piece by piece while the row grows, when neither loop " +
		"uses what " +
		"the other changes but the row. What may not end is never moved before a check.",
	Needs: Appends,
	Run:   eachFunc(func(f *loop.Func, o *Options) { fusion.FuseWhile(f, o.scratch().callees()) }),
}

// turn has loops go forward: see package reversal.
var turn = Pass{ //nolint:gochecknoglobals // a constant
	Name: "loop-reversal",
	Law: "Iterations that meet in nothing but free additions may be done in any order. A variable that changes its " +
		"sign in each of m " +
		"iterations has in the last but j the sign that it has in the j-th from the beginning, changed m-1 times. " +
		"With fast math: what a " +
		"sum gets from a value that goes through affine maps, it gets from the constant parts of the maps by way of " +
		"their transposes, " +
		"the other way round.",
	Needs: Appends,
	Run:   eachFunc(func(f *loop.Func, o *Options) { reversal.Reverse(f, o.FastMath) }),
}
