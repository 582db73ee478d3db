package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/factor"
	"github.com/seed-4b734f86/gochad/lower/opt/jam"
)

// factoring is the pass of package factor.
var factoring = Pass{ //nolint:gochecknoglobals // a constant
	Name: "factoring",
	Law: "With fast-math only: p·a + p·b = p·(a + b) and (p·q)·a = p·(q·a), in any sums and products of a block, if " +
		"fewer operations are left. " +
		"Results differ in their last bits.",
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if !o.FastMath {
			o.unchanged()
			return
		}
		factor.Sums(f)
	}),
}

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
