package blind

import (
	"github.com/seed-4b734f86/gochad/bench/blind/bspline"
	"github.com/seed-4b734f86/gochad/bench/blind/cnn"
	"github.com/seed-4b734f86/gochad/bench/blind/cox"
	"github.com/seed-4b734f86/gochad/bench/blind/foresteq"
	"github.com/seed-4b734f86/gochad/bench/blind/forestflat"
	"github.com/seed-4b734f86/gochad/bench/blind/forestrag"
	"github.com/seed-4b734f86/gochad/bench/blind/hawkes"
	"github.com/seed-4b734f86/gochad/bench/blind/hmm"
	"github.com/seed-4b734f86/gochad/bench/blind/kalman"
	"github.com/seed-4b734f86/gochad/bench/blind/localvol"
	"github.com/seed-4b734f86/gochad/bench/blind/mixed"
	"github.com/seed-4b734f86/gochad/bench/blind/pick"
	"github.com/seed-4b734f86/gochad/bench/blind/posegraph"
	"github.com/seed-4b734f86/gochad/bench/blind/rnea"
	"github.com/seed-4b734f86/gochad/bench/blind/swap"
	"github.com/seed-4b734f86/gochad/bench/blind/transformer"
)

// All the problems.
func All() []Problem {
	return []Problem{
		{
			Name: "cox", Field: "survival analysis",
			Book:  "Therneau and Grambsch, Modeling Survival Data, chapter 3",
			Sizes: cox.Sizes, Default: cox.Default, Small: cox.Small,
			New: func(s []int) Case { return cox.Generate(cox.New(s)) },
		},
		{
			Name: "mixed", Field: "statistics",
			Book:  "Pinheiro and Bates, Mixed-Effects Models in S and S-PLUS, section 2.2",
			Sizes: mixed.Sizes, Default: mixed.Default, Small: mixed.Small,
			New: func(s []int) Case { return mixed.Generate(mixed.New(s)) },
		},
		{
			Name: "hmm", Field: "speech recognition",
			Book:  "Rabiner, A tutorial on hidden Markov models, Proc. IEEE 77 (1989)",
			Sizes: hmm.Sizes, Default: hmm.Default, Small: hmm.Small,
			New: func(s []int) Case { return hmm.Generate(hmm.New(s)) },
		},
		{
			Name: "bspline", Field: "smoothing",
			Book:  "Eilers and Marx, Flexible smoothing with B-splines and penalties (1996); de Boor, A Practical Guide to Splines, chapter X",
			Sizes: bspline.Sizes, Default: bspline.Default, Small: bspline.Small,
			New: func(s []int) Case { return bspline.Generate(bspline.New(s)) },
		},
		{
			Name: "kalman", Field: "robotics",
			Book:  "Thrun, Burgard and Fox, Probabilistic Robotics, sections 3.3 and 7.4",
			Sizes: kalman.Sizes, Default: kalman.Default, Small: kalman.Small,
			New: func(s []int) Case { return kalman.Generate(kalman.New(s)) },
		},
		{
			Name: "rnea", Field: "robotics",
			Book:  "Featherstone, Rigid Body Dynamics Algorithms, chapter 5",
			Sizes: rnea.Sizes, Default: rnea.Default, Small: rnea.Small,
			New: func(s []int) Case { return rnea.Generate(rnea.New(s)) },
		},
		{
			Name: "cnn", Field: "machine learning",
			Book:  "LeCun et al., Gradient-based learning applied to document recognition (1998)",
			Sizes: cnn.Sizes, Default: cnn.Default, Small: cnn.Small,
			New: func(s []int) Case { return cnn.Generate(cnn.New(s)) },
		},
		{
			Name: "transformer", Field: "machine learning",
			Book:  "Vaswani et al., Attention is all you need (2017)",
			Sizes: transformer.Sizes, Default: transformer.Default, Small: transformer.Small,
			New:     func(s []int) Case { return transformer.New(s) },
			Refused: refused["transformer"],
		},
		{
			Name: "foresteq", Field: "machine learning",
			Book:  "Irsoy, Yildiz and Alpaydin, Soft Decision Trees (2012); rows of equal length",
			Sizes: foresteq.Sizes, Default: foresteq.Default, Small: foresteq.Small,
			New: func(s []int) Case { return foresteq.Generate(foresteq.New(s)) },
		},
		{
			Name: "forestflat", Field: "machine learning",
			Book:  "Irsoy, Yildiz and Alpaydin, Soft Decision Trees (2012); one flat slice",
			Sizes: forestflat.Sizes, Default: forestflat.Default, Small: forestflat.Small,
			New: func(s []int) Case { return forestflat.Generate(forestflat.New(s)) },
		},
		{
			Name: "forestrag", Field: "machine learning",
			Book:  "Irsoy, Yildiz and Alpaydin, Soft Decision Trees (2012); rows that differ in length",
			Sizes: forestrag.Sizes, Default: forestrag.Default, Small: forestrag.Small,
			New: func(s []int) Case { return forestrag.Generate(forestrag.New(s)) },
		},
		{
			Name: "hawkes", Field: "point processes",
			Book:  "Daley and Vere-Jones, An Introduction to the Theory of Point Processes, section 7.2; Ogata (1981)",
			Sizes: hawkes.Sizes, Default: hawkes.Default, Small: hawkes.Small,
			New: func(s []int) Case { return hawkes.Generate(hawkes.New(s)) },
		},
		{
			Name: "posegraph", Field: "robotics",
			Book:  "Grisetti, Kümmerle, Stachniss and Burgard, A Tutorial on Graph-Based SLAM (2010)",
			Sizes: posegraph.Sizes, Default: posegraph.Default, Small: posegraph.Small,
			New: func(s []int) Case { return posegraph.Generate(posegraph.New(s)) },
		},
		{
			Name: "localvol", Field: "finance",
			Book:  "Andersen and Brotherton-Ratcliffe, The equity option volatility smile (1998)",
			Sizes: localvol.Sizes, Default: localvol.Default, Small: localvol.Small,
			New: func(s []int) Case { return localvol.Generate(localvol.New(s)) },
		},
		{
			Name: "pick", Field: "programming",
			Book:  "a running choice between two slices; Griewank and Walther, Evaluating Derivatives, chapter 4",
			Sizes: pick.Sizes, Default: pick.Default, Small: pick.Small,
			New: func(s []int) Case { return pick.Generate(pick.New(s)) },
		},
		{
			Name: "swap", Field: "programming",
			Book:  "two buffers that change names; Griewank and Walther, Evaluating Derivatives, chapter 4",
			Sizes: swap.Sizes, Default: swap.Default, Small: swap.Small,
			New: func(s []int) Case { return swap.Generate(swap.New(s)) },
		},
	}
}
