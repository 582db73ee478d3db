package museum

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

var inf = math.Inf(1)

// exhibits are by name what is not refused.
func exhibits() map[string]exhibit {
	all := map[string]exhibit{}
	for _, room := range []map[string]exhibit{loops(), memory(), calls(), kinks(), algorithms()} {
		for name, e := range room {
			all[name] = e
		}
	}
	return all
}

// TestExhibits checks each function at points where its derivatives are known: by hand, or by differences where it is
// smooth, or as docs/nonsmooth.md says where there is none.
func TestExhibits(t *testing.T) {
	for name, e := range exhibits() {
		t.Run(name, e.check)
	}
	for name, e := range mends() {
		t.Run(name+"Mended", e.check)
	}
}

func loops() map[string]exhibit {
	steps := 0 // of StepIntegral: how many, and the sum of 2x by the step
	slope := 0.0
	for x := 1.0; x <= 2; x += 0.001 {
		steps++
		slope += 2 * x * 0.001
	}
	if steps < 1000 {
		panic("steps")
	}
	a2 := 1.3 * 1.3
	grid := [][]float64{{0, 2, 0}, {-1, 0, 3}}
	skeleton := &Skeleton{
		Order: []int{0, 1, 2, 3}, Parent: []int{-1, 0, 1, 0}, Joints: []int{1, 2, 0, 1}, FirstOf: []int{0, 1, 3, 3},
		Place:    [][3]float64{{0, 0, 1}, {1, 0, 0.5}, {0.3, 0.4, 0}, {0, 2, 0}},
		AxisOf:   [][3]float64{{0, 0, 1}, {0, 1, 0}, {1, 0, 0}, {0.6, 0.8, 0}},
		Branches: []int{0, 1, 3, 4},
	}
	angles := []float64{0.3, -0.7, 1.1, 0.2}
	u := [][]float64{{1, 2, 0.5, 3}, {-1, 0.25, 2, 1.5}, {0.75, -2, 1, 0.5}, {1, 1.25, 3, -1}}
	solid := [][]bool{{false, true, false, false}, {false, false, false, false}, {true, false, false, false}, {false, false, false, true}}
	y, w := []float64{1, 3, -2, 0.5}, []float64{0.5, -1, 2}
	x := []float64{1, 2, 4, 8}
	xbar, wbar := make([]float64, 4), make([]float64, 3) // of the convolution of x with w
	for i := range x {
		for k := range w {
			if j := i + k - 1; j >= 0 && j < len(x) {
				xbar[j] += y[i] * w[k]
				wbar[k] += y[i] * x[j]
			}
		}
	}
	pow := math.Pow
	const alpha, beta, lo, hi = 1.1, 1.3, 0.1, 0.9
	span := pow(hi, alpha) - pow(lo, alpha)
	dg := func(x float64) float64 { return 1/(x+2) - 1/x } // of the logarithm of gammaBySteps, between 1 and 2
	dg3 := 1 / (alpha + beta + 1)                          // and of the sum, which is in the middle
	return map[string]exhibit{
		"ContinueAtEnd": {ContinueAtEnd, ContinueAtEndGrad, ContinueAtEndJVP, nil, []point{
			{args: list(3.0, 5.0), want: list(14.0, 0.0)},
		}},
		"StepIntegral": {StepIntegral, StepIntegralGrad, StepIntegralJVP, nil, []point{
			{args: list(1.0, 2.0), want: list(slope, 0.0), tol: 1e-10},
			{args: list(2.0, 1.0), want: list(0.0, 0.0)},
		}},
		"AssignInCondition": {AssignInCondition, AssignInConditionGrad, AssignInConditionJVP, nil, []point{
			{args: list(3.0, 5.0), want: list(1.0, 2.0)},
			{args: list(12.0, 5.0), want: list(6.0, 14.0)},
		}},
		"DegreeByLength": {DegreeByLength, DegreeByLengthGrad, nil, DegreeByLengthHessian, []point{
			{args: list([]float64{2, 3, 5}), want: list([]float64{2*2 + 3 + 5, 2, 2}), hess: []float64{2, 1, 1, 1, 0, 0, 1, 0, 0}},
			{ // c0² + c0·c1 + c0²·c2 + c0³·c3
				args: list([]float64{2, 3, 5, 7, 11}), want: list([]float64{4 + 3 + 20 + 84, 2, 4, 8, 0}),
				hess: []float64{2 + 10 + 84, 1, 4, 12, 0, 1, 0, 0, 0, 0, 4, 0, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0},
			},
		}},
		"DivisorInLoop": {DivisorInLoop, DivisorInLoopGrad, DivisorInLoopJVP, nil, []point{
			{args: list([]float64{1.3}), want: list([]float64{-2*1.3/((1+a2)*(1+a2)) - 2*1.3/((2+a2)*(2+a2))})},
		}},
		"ArgmaxContinue": {ArgmaxContinue, ArgmaxContinueVJP, ArgmaxContinueJVP, nil, []point{
			// For 2 the greatest is 3·5·2, at the end; for -3 it is -1·3·-3, at the beginning of the second row.
			{args: list(grid, []float64{2, -3}), seed: list([]float64{10, 100}),
				want: list([][]float64{{0, 0, 0}, {3 * -3 * 100, 0, 5 * 2 * 10}}, []float64{15 * 10, -3 * 100})},
		}},
		"JointChain": {JointChain, JointChainGrad, JointChainJVP, nil, []point{
			{args: list(skeleton, angles), want: differences(JointChain, list(skeleton, angles), []int{1}), tol: 1e-9},
		}},
		"AcrossLoop": {AcrossLoop, AcrossLoopGrad, AcrossLoopJVP, nil, []point{
			{args: list([]float64{3, 5}, []float64{1, 2, 4}, 3), want: list([]float64{2 * 3 * 5, 9 + 7})},
			{args: list([]float64{3, 5}, []float64{1, 2, 4}, 0), want: list([]float64{2 * 3 * 5, 9})},
		}},
		"NegativeStart": {NegativeStart, NegativeStartVJP, NegativeStartJVP, nil, []point{
			{args: list(x, w, 1), seed: list(y), want: list(xbar, wbar)},
			{args: list(x, []float64{3}, 0), seed: list(y), want: list([]float64{3, 9, -6, 1.5}, []float64{1 + 6 - 8 + 4})},
		}},
		"LogJacobian": {Bounded.LogJacobian, Bounded.LogJacobianVJP, Bounded.LogJacobianJVP, nil, []point{
			{args: list(Bounded{1}, []float64{0.5}), seed: list([]float64{1}), want: list([]float64{2})},
			{args: list(Bounded{inf}, []float64{0.25}), seed: list([]float64{1}), want: list([]float64{4})},
		}},
		"GammaLoops": {GammaLoops, GammaLoopsGrad, GammaLoopsJVP, nil, []point{
			{args: list(alpha, beta, lo, hi), want: list(
				dg(alpha)-dg3+(pow(hi, alpha)*math.Log(hi)-pow(lo, alpha)*math.Log(lo))/span, dg(beta)-dg3,
				-alpha*pow(lo, alpha-1)/span, alpha*pow(hi, alpha-1)/span)},
		}},
		"MaskedFlux": {MaskedFlux, MaskedFluxGrad, MaskedFluxJVP, nil, []point{
			{args: list(u, solid), want: differences(MaskedFlux, list(u, solid), []int{0}), tol: 1e-9},
		}},
		"PowerScan": {PowerScan, PowerScanGrad, PowerScanJVP, nil, []point{
			{args: list(3.0, 4), want: list(108.0)},
			{args: list(3.0, 0), want: list(0.0)},
		}},
		"RepeatWhile": {RepeatWhile, RepeatWhileGrad, RepeatWhileJVP, nil, []point{
			{args: list(2.0), want: list(12.0)},
		}},
	}
}

func memory() map[string]exhibit {
	x := [][]float64{{1, 2}, {3, -1}, {0.5, 4}}
	y, beta := []float64{1, -2, 3}, []float64{0.25, 2}
	wbeta := make([]float64, 2) // -xᵀ(y - x·beta)
	for i, row := range x {
		r := y[i] - row[0]*beta[0] - row[1]*beta[1]
		wbeta[0] -= row[0] * r
		wbeta[1] -= row[1] * r
	}
	first := [][][]float64{{{1, 2}, {3, 4}}, {{0.5, 1}, {-2, 2}}} // determinants -2 and 3
	a, b := [][]float64{{1, 2}, {3, 4}}, [][]float64{{5, 6}, {7, 8}}
	h0, h1 := [][]float64{{0.3, -0.2}, {-0.2, 0.5}}, [][]float64{{-0.4, 0.1}, {0.1, 0.25}}
	start, goal := [][2]float64{{0.6, 0.2}, {-0.3, 0.7}}, [][2]float64{{0.1, -0.5}, {0.8, 0.3}}
	evolve := list(1.0, h0, h1, start, goal, 0.1)
	filter := list([]float64{1, 1.5, 3, 2, 0.5}, 0.8, 1, 2)
	return map[string]exhibit{
		"PointerAlias": {PointerAlias, PointerAliasGrad, PointerAliasJVP, nil, []point{
			{args: list(3.0, 5.0), want: list(2.0, 1.0)},
		}},
		"OverwrittenBetween": {OverwrittenBetween, OverwrittenBetweenGrad, OverwrittenBetweenJVP, nil, []point{
			{args: list(3.0, []float64{1, 2, 3, 4, 5}), want: list(1.0)},
		}},
		"ChainAssign": {ChainAssign, ChainAssignGrad, ChainAssignJVP, nil, []point{
			{args: list(3.0, 5.0), want: list(0.0, 0.0)},
		}},
		"StructRestored": {StructRestored, StructRestoredGrad, StructRestoredJVP, nil, []point{
			{args: list(3.0, 5.0), want: list(5.0, 3.0)},
		}},
		"AppendEmpty": {AppendEmpty, AppendEmptyGrad, AppendEmptyJVP, nil, []point{
			{args: list(10.0), want: list(1.0)},
		}},
		"LeastSquaresBuffer": {LeastSquaresBuffer, LeastSquaresBufferGrad, LeastSquaresBufferJVP, nil, []point{
			{args: list(y, x, beta, []float64{7, 7, 7}), want: list(wbeta)},
		}},
		"CopyScale": {CopyScale, CopyScaleGrad, CopyScaleJVP, nil, []point{
			{args: list([][]float64{{2, 3}, {0.5, -1}}, first, [][][]float64{{{0, 0}, {0, 0}}, {{0, 0}, {0, 0}}}),
				want: list([][]float64{{-2 * 3, -2 * 2}, {3 * -1, 3 * 0.5}})},
		}},
		"ForwardMutated": {ForwardMutated, ForwardMutatedGrad, ForwardMutatedJVP, nil, []point{
			{args: list([]float64{0, 0, 0}, []float64{1, 2, 3}, 0.5),
				want: list([]float64{0, 0, 0}, []float64{0.5, 0.5, 0.5}, 6.0)},
		}},
		"CosTimesItself": {CosTimesItself, CosTimesItselfGrad, CosTimesItselfJVP, nil, []point{
			{args: list(ptr(2.5), 0.7), want: list(math.Cos(0.7), -2.5*math.Sin(0.7))},
		}},
		"SquareMatMul": {SquareMatMul, SquareMatMulVJP, SquareMatMulJVP, nil, []point{
			{args: list(a, b), seed: list([][]float64{{1, 10}, {100, 1000}}),
				want: list([][]float64{{65, 87}, {6500, 8700}}, [][]float64{{301, 3010}, {402, 4020}})},
		}},
		"ChebyshevSwap": {ChebyshevSwap, ChebyshevSwapGrad, ChebyshevSwapJVP, nil, []point{
			{args: evolve, want: differences(ChebyshevSwap, evolve, []int{0}), tol: 1e-9},
		}},
		"ScaledRowPart": {ScaledRowPart, ScaledRowPartGrad, ScaledRowPartJVP, nil, []point{
			{args: list([][]float64{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}}), want: list([][]float64{{2, 2, 1}, {1, 1, 1}, {1, 1, 1}})},
		}},
		"ExpandedView": {ExpandedView, ExpandedViewGrad, ExpandedViewJVP, nil, []point{
			{args: list([]float64{7, 8}, [][]float64{{1, 2}, {4, 8}, {16, 32}}), want: list([]float64{21.0 / 6, 42.0 / 6})},
		}},
		"ComponentUpdate": {ComponentUpdate, ComponentUpdateGrad, ComponentUpdateJVP, nil, []point{
			{args: list([]float64{1, 2, 3, 4}, 1), want: list([]float64{1.5, 1.5, 1.5, 1.5})},
			{args: list([]float64{1, 2}, 3), want: list([]float64{1.5 + 2.25 + 3.375, 1.5 + 2.25 + 3.375})},
		}},
		"CopyThenReuse": {CopyThenReuse, CopyThenReuseGrad, CopyThenReuseJVP, nil, []point{
			{args: list([]float64{1, 2, 3, 4}), want: list([]float64{4, 6, 8, 10})},
		}},
		"FieldToField": {FieldToField, FieldToFieldGrad, FieldToFieldJVP, nil, []point{
			{args: list(3.0, 5.0), want: list(0.0, 1.0)},
		}},
		"VectorReturn": {VectorReturn, VectorReturnVJP, VectorReturnJVP, nil, []point{
			{args: filter, seed: list([3]float64{1, -2, 0.5}),
				want: differences(VectorReturn, filter, []int{0, 1}, [3]float64{1, -2, 0.5}), tol: 1e-9},
		}},
		"CapturedBuffer": {CapturedBuffer, CapturedBufferGrad, CapturedBufferJVP, nil, []point{
			{args: list([]float64{1, 0}), want: list([]float64{-math.Log(2*math.Pi) / 2, 0})},
			{args: list([]float64{3, 2}), want: list([]float64{-2 - math.Log(2*math.Pi)/2, -6})},
		}},
		"OuterPart": {OuterPart, OuterPartVJP, OuterPartJVP, nil, []point{
			{args: list([]float64{0.375, 0.95, 0.73}), seed: list([]float64{0, 1, 0}), want: list([]float64{0.95, 0.375, 0})},
		}},
		"ParameterThenGlobal": {ParameterThenGlobal, ParameterThenGlobalGrad, ParameterThenGlobalJVP, nil, []point{
			{args: list(1.5), want: list(-2 * (2 - 1.5 + 3.0))},
		}},
	}
}

func ptr(x float64) *float64 { return &x }

// ShiftInPlace and ReturnInLoop have no results: what they write is what is differentiated, and the buffer of that
// holds its cotangent.
func TestWritten(t *testing.T) {
	a, bar := []float64{1, 2, 3, 4}, []float64{1, 10, 100, 1000}
	ShiftInPlaceVJP(a, bar)
	equal(t, a, 2, 3, 4, 4)
	equal(t, bar, 0, 1, 10, 1100)
	a, da := []float64{1, 2, 3, 4}, []float64{1, 10, 100, 1000}
	ShiftInPlaceJVP(a, da)
	equal(t, a, 2, 3, 4, 4)
	equal(t, da, 10, 100, 1000, 1000)

	x, ret, xbar, retbar := []float64{0.5, 0.25}, []float64{8, 8}, []float64{math.NaN(), math.NaN()}, []float64{3, 5}
	ReturnInLoopVJP(x, ret, 0, xbar, retbar)
	equal(t, ret, 0.5, 8)
	equal(t, xbar, 3, 0)
	equal(t, retbar, 0, 5)
	ret, retbar = []float64{8, 8}, []float64{3, 5}
	ReturnInLoopVJP(x, ret, 1, xbar, retbar)
	equal(t, ret, 8, 8)
	equal(t, xbar, 0, 0)
	equal(t, retbar, 3, 5)
}

func equal(t *testing.T, got []float64, want ...float64) {
	t.Helper()
	exhibit{}.near(t, "result", got, want, 0)
}

func calls() map[string]exhibit {
	w := [][]float64{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}
	ones := func(n, m int, v float64) [][]float64 {
		x := make([][]float64, n)
		for i := range x {
			x[i] = make([]float64, m)
			for j := range x[i] {
				x[i][j] = v
			}
		}
		return x
	}
	xbar := ones(3, 2, 0) // the sum of a column of w, and one for each number in e
	for i := range xbar {
		for j := range xbar[i] {
			xbar[i][j] = w[0][i] + w[1][i] + w[2][i] + 6
		}
	}
	m := 1.0
	return map[string]exhibit{
		"Confused": {Confused, ConfusedGrad, ConfusedJVP, nil, []point{
			{args: list(1.0), want: list(1.0)},
		}},
		"RecursiveArguments": {RecursiveArguments, RecursiveArgumentsGrad, RecursiveArgumentsJVP, nil, []point{
			{args: list(5.0, 0.0), want: list(1.0, 0.0)},
			{args: list(2.0, 7.0), want: list(0.0, 1.0)},
		}},
		"RecursivePower": {RecursivePower, RecursivePowerGrad, RecursivePowerJVP, nil, []point{
			{args: list(3.0, 3), want: list(27.0)},
			{args: list(3.0, 0), want: list(0.0)},
		}},
		"LambdaCapture": {LambdaCapture, LambdaCaptureGrad, LambdaCaptureJVP, nil, []point{
			{args: list(2.0), want: list(36.0)},
		}},
		"FunctorGlobal": {FunctorGlobal, FunctorGlobalGrad, FunctorGlobalJVP, nil, []point{
			{args: list(3.0), want: list(6.0)},
		}},
		"VirtualMethod": {VirtualMethod, VirtualMethodVJP, VirtualMethodJVP, nil, []point{
			{args: list([]float64{1, 2, 3}), seed: list([]float64{1, 10, 100}), want: list([]float64{2, 40, 600})},
		}},
		"BoxedPair": {BoxedPair, BoxedPairGrad, BoxedPairJVP, nil, []point{
			{args: list(w, ones(3, 2, 1), ones(3, 2, 1)), want: list(ones(3, 3, 2), xbar, ones(3, 2, 2))},
		}},
		"ReboundCapture": {ReboundCapture, ReboundCaptureGrad, ReboundCaptureJVP, nil, []point{
			{args: list(1.0), want: list(8.0)},
		}},
		"GenericSquare": {GenericSquare, GenericSquareGrad, GenericSquareJVP, nil, []point{
			{args: list(2.0), want: list(4.0)},
		}},
		"Splatted": {Splatted, SplattedVJP, SplattedJVP, nil, []point{
			{args: list([]float64{1, 2, 3}), seed: list([]float64{1, 10, 100}), want: list([]float64{1, 10, 100})},
		}},
		"MapDefault": {MapDefault, MapDefaultGrad, MapDefaultJVP, nil, []point{
			{args: list(2.0, 3), want: list(0.0)},
			{args: list(2.0, 2), want: list(1.0)},
			{args: list(2.0, 4), want: list(0.0)},
		}},
		"ZippedSum": {ZippedSum, ZippedSumGrad, ZippedSumJVP, nil, []point{
			{args: list([]float64{1, 2, 3}, []float64{4, 5}), want: list([]float64{1, 1, 0}, []float64{1, 1})},
		}},
		"MixedLagrangian": {MixedLagrangian, MixedLagrangianGrad, nil, MixedLagrangianHessian, []point{
			{args: list([]float64{1, 2, 3, 4}), want: list([]float64{0, -9.8, 3, 4}),
				hess: []float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, m, 0, 0, 0, 0, m}},
		}},
		"CustomRuleSecond": {CustomRuleSecond, CustomRuleSecondGrad, nil, CustomRuleSecondHessian, []point{
			{args: list([]float64{0.5, 2}), want: list([]float64{6, 24}), hess: []float64{12, 0, 0, 12}},
		}},
		"CustomRuleOneArgument": {CustomRuleOneArgument, CustomRuleOneArgumentGrad, CustomRuleOneArgumentJVP, nil, []point{
			{args: list(2.0, 3.0), want: list(0.0, 12.0)}, // the rule is not the derivative: 4
		}},
		"BranchReplayed": {BranchReplayed, BranchReplayedGrad, BranchReplayedJVP, nil, []point{
			{args: list(-1.3), want: list(0.0)},
			{args: list(1.34), want: list(1.0)},
			{args: list(-0.2), want: list(0.0)},
		}},
		"CheckpointedRelu": {CheckpointedRelu, CheckpointedReluGrad, CheckpointedReluJVP, nil, []point{
			{args: list([]float64{0, 0, 0, 0, 0}, 1.0), want: list([]float64{1, 1, 1, 1, 1}, 5.0)},
			{args: list([]float64{0, -3, 2}, 1.0), want: list([]float64{1, 0, 1}, 2.0)},
		}},
	}
}

// One workspace for several points: the branch is that of the point.
func TestBranchReplayed(t *testing.T) {
	w := NewBranchReplayedWorkspace()
	for _, x := range []float64{-1.3, 1.34, -0.2, 0.5} {
		var bar float64
		w.BranchReplayedGrad(x, &bar)
		want := 1.0
		if x < 0 {
			want = 0
		}
		equal(t, []float64{bar}, want)
	}
}

func kinks() map[string]exhibit {
	conf := [][3]float64{{0.0637, 0.0126, 0.2203}, {1.0573, -0.2011, 1.2864}, {2.3928, 1.2209, -0.2230}}
	charges := []float64{1.3, 0.3, 0.3}
	cbar, qbar := make([][3]float64, 3), make([]float64, 3)
	for i := range conf {
		for j := range conf {
			if i == j {
				continue
			}
			s := 0.0
			for k := range conf[i] {
				s += (conf[i][k] - conf[j][k]) * (conf[i][k] - conf[j][k])
			}
			d := math.Sqrt(s)
			qbar[i] += 2 * charges[j] / d
			for k := range conf[i] {
				cbar[i][k] -= 2 * charges[i] * charges[j] * (conf[i][k] - conf[j][k]) / (d * d * d)
			}
		}
	}
	phi := [][]float64{{3, 1, 4, 1.5}, {9, 2, 6, 5}, {3.5, 5.8, 9.7, 9.3}}
	return map[string]exhibit{
		"WhereRoot": {WhereRoot, WhereRootGrad, WhereRootJVP, nil, []point{
			{args: list(0.0), want: list(1.0)},
			{args: list(4.0), want: list(0.25)},
		}},
		"SelectInfinity": {SelectInfinity, SelectInfinityGrad, SelectInfinityJVP, nil, []point{
			{args: list(1.0), want: list(0.0)},
		}},
		"EqualMaximum": {EqualMaximum, EqualMaximumVJP, EqualMaximumJVP, nil, []point{
			{args: list([][]float64{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}}), seed: list([]float64{1, 1, 1}),
				want: list([][]float64{{1, 1, 1}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}})}, // the first gets everything
		}},
		"PairwiseCoulomb": {PairwiseCoulomb, PairwiseCoulombGrad, PairwiseCoulombJVP, nil, []point{
			{args: list(conf, charges), want: list(cbar, qbar)},
		}},
		"NormGaussian": {NormGaussian, NormGaussianGrad, NormGaussianJVP, nil, []point{
			{args: list([]float64{0, 0}), want: list([]float64{0, 0})},
			{args: list([]float64{0.6, 0.8}), want: list([]float64{-1.2 / math.E, -1.6 / math.E})},
		}},
		"ClipByNorm": {ClipByNorm, ClipByNormVJP, ClipByNormJVP, nil, []point{
			{args: list([]float64{0, 0, 0}, 1.0), seed: list([]float64{1, 1, 1}), want: list([]float64{1, 1, 1})},
			{args: list([]float64{3, 4}, 1.0), seed: list([]float64{1, 0}), want: list([]float64{16.0 / 125, -12.0 / 125})},
		}},
		"PolynomialPowers": {PolynomialPowers, PolynomialPowersGrad, PolynomialPowersJVP, nil, []point{
			{args: list(0.0), want: list(1.0)},
			{args: list(3.0), want: list(7.0)},
		}},
		"RosenbrockPowers": {RosenbrockPowers, RosenbrockPowersGrad, RosenbrockPowersJVP, nil, []point{
			{args: list(-1.0, 1.2), want: list(-2*2-400*-1*(1.2-1), 200*(1.2-1))},
			{args: list(2.0, 1.0), want: list(2+400*2*3.0, -600.0)},
		}},
		"FractionalPower": {FractionalPower, FractionalPowerGrad, FractionalPowerJVP, nil, []point{
			{args: list(0.0), want: list(0.0)},
			{args: list(2.0), want: list(1.875 * math.Pow(2, 0.875))},
		}},
		"HillPower": {HillPower, HillPowerGrad, HillPowerJVP, nil, []point{
			{args: list(0.0, 1.0), want: list(1.0, 0.0)},
			{args: list(2.0, 3.0), want: list(12.0, 8*math.Ln2)},
		}},
		"UnusedAcos": {UnusedAcos, UnusedAcosGrad, UnusedAcosJVP, nil, []point{
			{args: list(5.0, 3.0), want: list(60.0, 50.0)},
		}},
		"RunningProducts": {RunningProducts, RunningProductsVJP, RunningProductsJVP, nil, []point{
			// 2, 0, 0, 0
			{args: list([]float64{2, 0, 3, 5}), seed: list([]float64{1, 10, 100, 1000}),
				want: list([]float64{1, 20 + 600 + 30000, 0, 0})},
			{args: list([]float64{0}), seed: list([]float64{1}), want: list([]float64{1})},
		}},
		"ProductCurvature": {ProductCurvature, ProductCurvatureGrad, nil, ProductCurvatureHessian, []point{
			{args: list([]float64{2, 3, 0, 0}), want: list([]float64{0, 0, 0, 0}),
				hess: []float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 6, 0}},
		}},
		"ClampEdge": {ClampEdge, ClampEdgeGrad, ClampEdgeJVP, nil, []point{
			{args: list(0.0), want: list(1.0)}, // a tie of Max goes to its first argument, x
			{args: list(1.0), want: list(0.0)}, // a tie of Min to its second, 1
			{args: list(-0.5), want: list(0.0)},
		}},
		"ScatterMaximum": {ScatterMaximum, ScatterMaximumGrad, ScatterMaximumJVP, nil, []point{
			{args: list(0.03125), want: list(2.0)},
			{args: list(-0.5), want: list(-3.0)},
		}},
		"GatherRepeated": {GatherRepeated, GatherRepeatedVJP, GatherRepeatedJVP, nil, []point{
			{args: list([]float64{0.1}, []int{0, 0}), seed: list([]float64{0.25, 0.5}), want: list([]float64{0.75})},
		}},
		"IndexCopyRepeated": {IndexCopyRepeated, IndexCopyRepeatedVJP, IndexCopyRepeatedJVP, nil, []point{
			{args: list([][]float64{{1, 2}, {3, 4}}, [][]float64{{5, 6}, {7, 8}, {9, 10}}, []int{0, 0, 0}),
				seed: list([][]float64{{1, 1}, {1, 1}}),
				want: list([][]float64{{0, 0}, {1, 1}}, [][]float64{{0, 0}, {0, 0}, {1, 1}})},
		}},
		"ByMaximum": {ByMaximum, ByMaximumGrad, ByMaximumJVP, nil, []point{
			{args: list(1.0), want: list(0.0)},
		}},
		"NeighbourMinimum": {NeighbourMinimum, NeighbourMinimumGrad, NeighbourMinimumJVP, nil, []point{
			{args: list(phi), want: differences(NeighbourMinimum, list(phi), []int{0}), tol: 1e-9},
		}},
		"MeasureZero": {MeasureZero, MeasureZeroGrad, MeasureZeroJVP, nil, []point{
			{args: list(0.0, 1.0), want: list(0.0, 2.0)},
			{args: list(1.0, 1.0), want: list(0.0, 3.0)},
		}},
		"LogSumExpLarge": {LogSumExpLarge, LogSumExpLargeGrad, LogSumExpLargeJVP, nil, []point{
			{args: list(1e10), want: list(1.0)},
			{args: list(1e50), want: list(1.0)},
			{args: list(0.0), want: list(1.0)},
		}},
		"LogAddNothing": {LogAddNothing, LogAddNothingGrad, LogAddNothingJVP, nil, []point{
			{args: list(-inf, -inf, 2.0), want: list(0.0, 0.0, 1.0)},
			{args: list(1.0, -inf, 1.0), want: list(0.5, 0.0, 0.5)},
		}},
		"SoftplusLarge": {SoftplusLarge, SoftplusLargeGrad, SoftplusLargeJVP, nil, []point{
			{args: list([]float64{20, 50, 100, 1000, -1000}, 1.0),
				want: list([]float64{1 / (1 + math.Exp(-20)), 1, 1, 1, 0})},
			{args: list([]float64{20, 50, 1e5}, 5.0), want: list([]float64{1, 1, 1})},
		}},
		"CopysignNegative": {CopysignNegative, CopysignNegativeGrad, CopysignNegativeJVP, nil, []point{
			{args: list(-5.0), want: list(-1.0)},
			{args: list(5.0), want: list(1.0)},
		}},
		"FmodDivisor": {FmodDivisor, FmodDivisorGrad, FmodDivisorJVP, nil, []point{
			{args: list(5.5, 2.0), want: list(1.0, -2.0)},
			{args: list(-5.5, 2.0), want: list(1.0, 2.0)},
		}},
		"TruncatedSquare": {TruncatedSquare, TruncatedSquareGrad, TruncatedSquareJVP, nil, []point{
			{args: list(2.5), want: list(75.0)},
			{args: list(2.0), want: list(48.0)},
		}},
		"OverflowingScale": {OverflowingScale, OverflowingScaleGrad, OverflowingScaleJVP, nil, []point{
			{args: list([]float64{1, -1e3}), want: list([]float64{inf, -inf})},
			{args: list([]float64{3, 0}), want: list([]float64{1, -3})},
		}},
		"EmptySegments": {EmptySegments, EmptySegmentsVJP, EmptySegmentsJVP, nil, []point{
			{args: list([][]float64{{1, 2}, {3, 4}}, []int{}, []int{}, 3), seed: list([][]float64{{1, 1}, {1, 1}, {1, 1}}),
				want: list([][]float64{{0, 0}, {0, 0}})},
			{args: list([][]float64{{1, 2}, {3, 4}}, []int{1, 1}, []int{0, 2}, 3), seed: list([][]float64{{1, 1}, {1, 1}, {1, 5}}),
				want: list([][]float64{{0, 0}, {2, 6}})},
		}},
	}
}

func algorithms() map[string]exhibit {
	r := 1 / (2 * math.Sqrt2)
	gram := [][]float64{{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}, {0.7, 0.8, 0.9}, {1, 1.1, 1.2}}
	gbar := make([][]float64, 4) // -2P·K⁻² for the columns P of each step
	for i := range gbar {
		gbar[i] = make([]float64, 3)
	}
	for k := range 2 {
		var g [2][2]float64
		for _, row := range gram {
			for i := range g {
				for j := range g[i] {
					g[i][j] += row[k+i] * row[k+j]
				}
			}
		}
		inv := inverse(g)
		for i, row := range gram {
			for j := range 2 {
				for l := range 2 {
					for m := range 2 {
						gbar[i][k+j] -= 2 * row[k+l] * inv[l][m] * inv[m][j]
					}
				}
			}
		}
	}
	a := mat.NewSymDense(2, []float64{1.3, 0.5, 0.5, 1.5})
	b := mat.NewVecDense(2, []float64{1, 2})
	d := 1.3*1.5 - 0.5*0.5
	x0, x1 := (1.5*1-0.5*2)/d, (1.3*2-0.5*1)/d // A⁻¹b
	one0, one1 := (1.5-0.5)/d, (1.3-0.5)/d     // A⁻¹1
	z0, d0, h0 := iterated(1, 21)              // and the first two derivatives
	z1, d1, h1 := iterated(0.4, 21)
	first := &Dense{[][]float64{{0.5, -1}, {0.25, 2}, {-1.5, 0.75}, {1, 1}}, []float64{0.1, -0.2, 0.3, 0}}
	second := &Dense{[][]float64{{1, 0.5, -1, 2}, {0.25, -0.5, 1, 1}, {0.1, 0.2, 0.3, -0.4}}, []float64{0, 0.5, -1}}
	third := &Dense{[][]float64{{0.3, -1, 2}, {1, 0.5, 0.25}}, []float64{0.5, 0}}
	net := list(first, second, third, []float64{0.7, -0.3})
	line := list([]float64{1, 1.2, 0.8, 1.5}, 0.3, 1.0)
	series := []point{}
	for n := range 12 {
		coeffs, want := make([]float64, n+1), make([]float64, n+1)
		for i := range coeffs {
			coeffs[i] = 1
			want[i] = math.Round(math.Cos(float64(i) * math.Pi / 2)) // T(cos φ) of order i is cos iφ
		}
		series = append(series, point{args: list(coeffs, 0.0), want: list(want)})
	}
	beta := func(a, b float64) float64 { return math.Gamma(a) * math.Gamma(b) / math.Gamma(a+b) }
	return map[string]exhibit{
		"HypotCurvature": {HypotCurvature, HypotCurvatureGrad, nil, HypotCurvatureHessian, []point{
			{args: list([]float64{1, 1}), want: list([]float64{2 * r, 2 * r}), hess: []float64{r, -r, -r, r}},
		}},
		"ImaginaryExp": {ImaginaryExp, ImaginaryExpGrad, ImaginaryExpJVP, nil, []point{
			{args: list([]complex128{1, 2, 3}), want: list([]complex128{complex(0, math.E), complex(0, math.Exp(2)), complex(0, math.Exp(3))})},
		}},
		"ZeroVectorProduct": {ZeroVectorProduct, ZeroVectorProductGrad, ZeroVectorProductJVP, nil, []point{
			{args: list([]float64{0, 0, 0, 0}), want: list([]float64{5, 0, 1, 1})},
			{args: list([]float64{0.1, 0.1, 0.1, 0.1}), want: list([]float64{5, 0, 1, 1})},
		}},
		"InverseInLoop": {InverseInLoop, InverseInLoopGrad, InverseInLoopJVP, nil, []point{
			{args: list(gram), want: list(gbar), tol: 1e-9},
		}},
		"CholeskySolve": {CholeskySolve, CholeskySolveGrad, CholeskySolveJVP, nil, []point{
			{args: list(a, b), tol: 1e-11, want: list(
				mat.NewSymDense(2, []float64{-one0 * x0, -one0*x1 - one1*x0, 0, -one1 * x1}),
				mat.NewVecDense(2, []float64{one0, one1}))},
		}},
		"IteratedCosine": {IteratedCosine, IteratedCosineGrad, nil, IteratedCosineHessian, []point{
			{args: list([]float64{1, 0.4}, 10), want: list([]float64{2 * z0 * d0, 2 * z1 * d1}),
				hess: []float64{2 * (d0*d0 + z0*h0), 0, 0, 2 * (d1*d1 + z1*h1)}},
		}},
		"DenseLayers": {DenseLayers, DenseLayersGrad, DenseLayersJVP, nil, []point{
			{args: net, want: differences(DenseLayers, net, []int{0, 1, 2, 3}), tol: 1e-9},
		}},
		"TransmissionLine": {TransmissionLine, TransmissionLineGrad, TransmissionLineJVP, nil, []point{
			{args: line, want: differences(TransmissionLine, line, []int{0}), tol: 1e-9},
		}},
		"Clenshaw": {Clenshaw, ClenshawGrad, ClenshawJVP, nil, series},
		"SortedCurvature": {SortedCurvature, SortedCurvatureGrad, nil, SortedCurvatureHessian, []point{
			// in order: the second, the third, the first, the fourth
			{args: list([]float64{3, 1, 2, 5}), want: list([]float64{2 + 5, 2, 1 + 3, 3}),
				hess: []float64{0, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0}},
		}},
		"SquaredBeta": {SquaredBeta, SquaredBetaGrad, SquaredBetaJVP, nil, []point{
			// the derivative of log Γ is -γ + the sum of the first reciprocals at an integer, less 2 log 2 at 1/2
			{args: list(2.0, 3.0), want: list(
				2*beta(2, 3)*beta(2, 3)*(1-(1+1.0/2+1.0/3+1.0/4)), 2*beta(2, 3)*beta(2, 3)*(1+1.0/2-(1+1.0/2+1.0/3+1.0/4))), tol: 1e-11},
			{args: list(0.5, 0.5), want: list(-4*math.Ln2*math.Pi*math.Pi, -4*math.Ln2*math.Pi*math.Pi), tol: 1e-11},
		}},
	}
}

// mends are by name what was refused and mended.
func mends() map[string]exhibit {
	inter := Interaction{5}
	coord := []float64{0.5, 2, 1}
	return map[string]exhibit{
		"SineSeries": {SineSeriesMended, SineSeriesMendedGrad, SineSeriesMendedJVP, nil, []point{
			// up to x¹¹/11!, which is greater than 1e-8
			{args: list(1.0), want: list(1 - 1.0/2 + 1.0/24 - 1.0/720 + 1.0/40320 - 1.0/3628800)},
		}},
		"GlobalBuffer": {GlobalBufferMended, GlobalBufferMendedGrad, GlobalBufferMendedJVP, nil, []point{
			{args: list(1.0, 0, []float64{0, 0, 0}), want: list(2.0)},
			{args: list(1.0, 2, []float64{0, 0, 7}), want: list(7.0)},
		}},
		"TraitArgument": {TraitArgumentMended, TraitArgumentMendedGrad, TraitArgumentMendedJVP, nil, []point{
			{args: list(&Foo{3}), want: list(&Foo{6})},
		}},
		"MapCache": {MapCacheMended, MapCacheMendedGrad, MapCacheMendedJVP, nil, []point{
			// (ab + a)·ab = a²b² + a²b
			{args: list([]float64{2, 3}), want: list([]float64{2*2*9 + 2*2*3, 2*4*3 + 4})},
		}},
		"CaughtValue": {CaughtValueMended, CaughtValueMendedGrad, CaughtValueMendedJVP, nil, []point{
			{args: list(1.0), want: list(1.0)},
			{args: list(-1.0), want: list(0.0)},
		}},
		"ThreadedForce": {ThreadedForceMended, ThreadedForceMendedGrad, ThreadedForceMendedJVP, nil, []point{
			{args: list(inter, coord, 2), want: list(Interaction{1.5 + 0.5 + 1}, []float64{-10, 10, 0})},
		}},
		"NoisyRelu": {NoisyReluMended, NoisyReluMendedGrad, NoisyReluMendedJVP, nil, []point{
			{args: list([]float64{-1, 2, -3}, []float64{0, 0.5, 1}), want: list([]float64{0.125, 1, 1.0 / 3})},
		}},
	}
}

// iterated is the cosine of a cosine …, with its first two derivatives.
func iterated(x float64, n int) (z, d, h float64) {
	z, d = x, 1
	for range n {
		sin, cos := math.Sincos(z)
		z, d, h = cos, -sin*d, -cos*d*d-sin*h
	}
	return z, d, h
}

// CubedRows: the product of its Hessian with a direction.
func TestCubedRows(t *testing.T) {
	x := [][]float64{{1, 5, 9}, {2, 6, 10}, {3, 7, 11}, {4, 8, 12}}
	dx := [][]float64{{1, 1, 1}, {1, 1, 2}, {1, 0, 1}, {1, 1, 1}}
	hx := [][]float64{{9, 9, 9}, {9, 9, 9}, {9, 9, 9}, {9, 9, 9}}
	bar := [][]float64{{9, 9, 9}, {9, 9, 9}, {9, 9, 9}, {9, 9, 9}}
	CubedRowsGrad(x, bar)
	CubedRowsHVP(x, dx, hx)
	for i, row := range x {
		for j, v := range row {
			equal(t, []float64{bar[i][j], hx[i][j]}, 3*v*v, 6*v*dx[i][j])
		}
	}
}

// TestLeftOut checks what docs/museum.md says of reports that were left out.
func TestLeftOut(t *testing.T) {
	h := []float64{9}
	SincHessian(0, h)
	equal(t, h, 0)
	SincHessian(1e-2, h) // beside it, it is -π²/3
	exhibit{}.near(t, "sinc", h, []float64{-math.Pi * math.Pi / 3}, 1e-3)

	x, bar := []float64{0, 0}, []float64{9, 9}
	RootOfSquaresGrad(x, bar)
	if !math.IsNaN(bar[0]) || !math.IsNaN(bar[1]) {
		t.Errorf("the gradient of a root of squares is %v", bar)
	}
	_, d := RootOfSquaresJVP(x, []float64{1, 2})
	equal(t, []float64{d}, 0)
	p := []float64{1, 1.5, 2, 3, 0.5, math.Inf(1)}
	LibraryNormsGrad(x, p, bar)
	_, d = LibraryNormsJVP(x, p, []float64{1, 2})
	equal(t, append(bar, d), 0, 0, 0)

	x = []float64{0.75, -1.5} // away from the origin
	LibraryNormsGrad(x, p, bar)
	exhibit{}.near(t, "norms", bar, numbers(differences(LibraryNorms, []any{x, p}, []int{0})...), 1e-8)
}
