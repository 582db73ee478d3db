package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/factor"
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
