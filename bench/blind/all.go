package blind

import (
	"github.com/seed-4b734f86/gochad/bench/blind/barrier"
	"github.com/seed-4b734f86/gochad/bench/blind/bspline"
	"github.com/seed-4b734f86/gochad/bench/blind/chomp"
	"github.com/seed-4b734f86/gochad/bench/blind/cloth"
	"github.com/seed-4b734f86/gochad/bench/blind/cnn"
	"github.com/seed-4b734f86/gochad/bench/blind/cox"
	"github.com/seed-4b734f86/gochad/bench/blind/curve"
	"github.com/seed-4b734f86/gochad/bench/blind/ewald"
	"github.com/seed-4b734f86/gochad/bench/blind/foresteq"
	"github.com/seed-4b734f86/gochad/bench/blind/forestflat"
	"github.com/seed-4b734f86/gochad/bench/blind/forestrag"
	"github.com/seed-4b734f86/gochad/bench/blind/gcn"
	"github.com/seed-4b734f86/gochad/bench/blind/hawkes"
	"github.com/seed-4b734f86/gochad/bench/blind/hmm"
	"github.com/seed-4b734f86/gochad/bench/blind/iir"
	"github.com/seed-4b734f86/gochad/bench/blind/ising"
	"github.com/seed-4b734f86/gochad/bench/blind/kalman"
	"github.com/seed-4b734f86/gochad/bench/blind/kinetics"
	"github.com/seed-4b734f86/gochad/bench/blind/levinson"
	"github.com/seed-4b734f86/gochad/bench/blind/localvol"
	"github.com/seed-4b734f86/gochad/bench/blind/lqr"
	"github.com/seed-4b734f86/gochad/bench/blind/matfac"
	"github.com/seed-4b734f86/gochad/bench/blind/meshfair"
	"github.com/seed-4b734f86/gochad/bench/blind/mixed"
	"github.com/seed-4b734f86/gochad/bench/blind/molmech"
	"github.com/seed-4b734f86/gochad/bench/blind/nurbs"
	"github.com/seed-4b734f86/gochad/bench/blind/phylo"
	"github.com/seed-4b734f86/gochad/bench/blind/pick"
	"github.com/seed-4b734f86/gochad/bench/blind/posegraph"
	"github.com/seed-4b734f86/gochad/bench/blind/queue"
	"github.com/seed-4b734f86/gochad/bench/blind/rnea"
	"github.com/seed-4b734f86/gochad/bench/blind/seir"
	"github.com/seed-4b734f86/gochad/bench/blind/softdtw"
	"github.com/seed-4b734f86/gochad/bench/blind/softras"
	"github.com/seed-4b734f86/gochad/bench/blind/swap"
	"github.com/seed-4b734f86/gochad/bench/blind/traffic"
	"github.com/seed-4b734f86/gochad/bench/blind/transformer"
	"github.com/seed-4b734f86/gochad/bench/blind/treelstm"
	"github.com/seed-4b734f86/gochad/bench/blind/wave"
	"github.com/seed-4b734f86/gochad/bench/blind/wavelet"
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
			Book:  "Eilers and Marx, Flexible smoothing (1996); de Boor, A Practical Guide to Splines, chapter X",
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
		{
			Name: "barrier", Field: "finance",
			Book:  "Glasserman, Monte Carlo Methods in Financial Engineering, chapters 2, 3 and 7",
			Sizes: barrier.Sizes, Default: barrier.Default, Small: barrier.Small,
			New: func(s []int) Case { return barrier.Generate(barrier.New(s)) },
		},
		{
			Name: "curve", Field: "finance",
			Book:  "Hull, Options, Futures, and Other Derivatives, chapters 4 and 7",
			Sizes: curve.Sizes, Default: curve.Default, Small: curve.Small,
			New: func(s []int) Case { return curve.Generate(curve.New(s)) },
		},
		{
			Name: "chomp", Field: "robotics",
			Book:  "Ratliff, Zucker, Bagnell and Srinivasa, CHOMP (2009)",
			Sizes: chomp.Sizes, Default: chomp.Default, Small: chomp.Small,
			New: func(s []int) Case { return chomp.Generate(chomp.New(s)) },
		},
		{
			Name: "lqr", Field: "control",
			Book:  "Anderson and Moore, Optimal Control: Linear Quadratic Methods, sections 2.1 to 2.4",
			Sizes: lqr.Sizes, Default: lqr.Default, Small: lqr.Small,
			New: func(s []int) Case { return lqr.Generate(lqr.New(s)) },
		},
		{
			Name: "gcn", Field: "machine learning",
			Book:  "Kipf and Welling, Semi-supervised classification with graph convolutional networks (2017)",
			Sizes: gcn.Sizes, Default: gcn.Default, Small: gcn.Small,
			New: func(s []int) Case { return gcn.Generate(gcn.New(s)) },
		},
		{
			Name: "matfac", Field: "machine learning",
			Book:  "Koren, Bell and Volinsky, Matrix factorization techniques for recommender systems (2009)",
			Sizes: matfac.Sizes, Default: matfac.Default, Small: matfac.Small,
			New: func(s []int) Case { return matfac.Generate(matfac.New(s)) },
		},
		{
			Name: "treelstm", Field: "machine learning",
			Book:  "Tai, Socher and Manning, Semantic representations from tree-structured LSTMs (2015)",
			Sizes: treelstm.Sizes, Default: treelstm.Default, Small: treelstm.Small,
			New: func(s []int) Case { return treelstm.Generate(treelstm.New(s)) },
		},
		{
			Name: "wavelet", Field: "signals",
			Book:  "Sweldens, The lifting scheme (1998); Daubechies and Sweldens, Factoring wavelet transforms (1998)",
			Sizes: wavelet.Sizes, Default: wavelet.Default, Small: wavelet.Small,
			New: func(s []int) Case { return wavelet.Generate(wavelet.New(s)) },
		},
		{
			Name: "kinetics", Field: "chemistry",
			Book:  "Hairer and Wanner, Solving Ordinary Differential Equations II, sections IV.1, IV.3 and IV.8",
			Sizes: kinetics.Sizes, Default: kinetics.Default, Small: kinetics.Small,
			New: func(s []int) Case { return kinetics.Generate(kinetics.New(s)) },
		},
		{
			Name: "molmech", Field: "chemistry",
			Book:  "Leach, Molecular Modelling, chapter 4 and section 6.7",
			Sizes: molmech.Sizes, Default: molmech.Default, Small: molmech.Small,
			New: func(s []int) Case { return molmech.Generate(molmech.New(s)) },
		},
		{
			Name: "phylo", Field: "biology",
			Book:  "Felsenstein, Inferring Phylogenies, chapters 13 and 16",
			Sizes: phylo.Sizes, Default: phylo.Default, Small: phylo.Small,
			New: func(s []int) Case { return phylo.Generate(phylo.New(s)) },
		},
		{
			Name: "nurbs", Field: "geometry",
			Book:  "Piegl and Tiller, The NURBS Book, sections 2.5, 4.4 and 10.3",
			Sizes: nurbs.Sizes, Default: nurbs.Default, Small: nurbs.Small,
			New: func(s []int) Case { return nurbs.Generate(nurbs.New(s)) },
		},
		{
			Name: "queue", Field: "operations research",
			Book:  "Law and Kelton, Simulation Modeling and Analysis, chapters 1 and 2",
			Sizes: queue.Sizes, Default: queue.Default, Small: queue.Small,
			New: func(s []int) Case { return queue.Generate(queue.New(s)) },
		},
		{
			Name: "traffic", Field: "operations research",
			Book:  "Sheffi, Urban Transportation Networks, chapters 2, 5 and 12",
			Sizes: traffic.Sizes, Default: traffic.Default, Small: traffic.Small,
			New: func(s []int) Case { return traffic.Generate(traffic.New(s)) },
		},
		{
			Name: "cloth", Field: "animation",
			Book:  "Provot, Deformation Constraints in a Mass-Spring Model (1995)",
			Sizes: cloth.Sizes, Default: cloth.Default, Small: cloth.Small,
			New: func(s []int) Case { return cloth.Generate(cloth.New(s)) },
		},
		{
			Name: "meshfair", Field: "geometry",
			Book:  "Botsch et al., Polygon Mesh Processing, chapters 3 and 4; Grinspun et al., Discrete Shells (2003)",
			Sizes: meshfair.Sizes, Default: meshfair.Default, Small: meshfair.Small,
			New: func(s []int) Case { return meshfair.Generate(meshfair.New(s)) },
		},
		{
			Name: "iir", Field: "signals",
			Book:  "Oppenheim and Schafer, Discrete-Time Signal Processing, chapter 6.3",
			Sizes: iir.Sizes, Default: iir.Default, Small: iir.Small,
			New: func(s []int) Case { return iir.Generate(iir.New(s)) },
		},
		{
			Name: "seir", Field: "epidemiology",
			Book:  "Keeling and Rohani, Modeling Infectious Diseases, sections 2.5 and 3.3",
			Sizes: seir.Sizes, Default: seir.Default, Small: seir.Small,
			New: func(s []int) Case { return seir.Generate(seir.New(s)) },
		},
		{
			Name: "wave", Field: "geophysics",
			Book:  "Fichtner, Full Seismic Waveform Modelling and Inversion, chapters 2 and 8",
			Sizes: wave.Sizes, Default: wave.Default, Small: wave.Small,
			New: func(s []int) Case { return wave.Generate(wave.New(s)) },
		},
		{
			Name: "ewald", Field: "physics",
			Book:  "Frenkel and Smit, Understanding Molecular Simulation, chapter 12",
			Sizes: ewald.Sizes, Default: ewald.Default, Small: ewald.Small,
			New: func(s []int) Case { return ewald.Generate(ewald.New(s)) },
		},
		{
			Name: "ising", Field: "physics",
			Book:  "Opper and Saad, Advanced Mean Field Methods, chapter 2",
			Sizes: ising.Sizes, Default: ising.Default, Small: ising.Small,
			New: func(s []int) Case { return ising.Generate(ising.New(s)) },
		},
		{
			Name: "levinson", Field: "signals",
			Book:  "Makhoul, Linear prediction: a tutorial review (1975)",
			Sizes: levinson.Sizes, Default: levinson.Default, Small: levinson.Small,
			New: func(s []int) Case { return levinson.Generate(levinson.New(s)) },
		},
		{
			Name: "softdtw", Field: "machine learning",
			Book:  "Cuturi and Blondel, Soft-DTW (2017)",
			Sizes: softdtw.Sizes, Default: softdtw.Default, Small: softdtw.Small,
			New: func(s []int) Case { return softdtw.Generate(softdtw.New(s)) },
		},
		{
			Name: "softras", Field: "graphics",
			Book:  "Liu et al., Soft Rasterizer (2019), sections 3.2 and 4.1",
			Sizes: softras.Sizes, Default: softras.Default, Small: softras.Small,
			New: func(s []int) Case { return softras.Generate(softras.New(s)) },
		},
	}
}
