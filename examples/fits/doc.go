// Package fits fits three models to six classical data sets with derivatives that this system
// derived and emitted, and holds every fit against answers that owe nothing to it:
//
//   - a line, by least squares, to each of the four data sets of Anscombe's quartet [anscombe],
//     beside the closed form by QR factorisation;
//   - a plane with six predictors, by least squares, to Longley's data [longley], beside the
//     closed form and the values certified by NIST [strd];
//   - a logistic curve, by maximum likelihood, to the O-ring record before the Challenger
//     accident [dalal], beside iteratively reweighted least squares.
//
// The models are .chad programs ([Sources]); a [Models] value carries the Go code generated from
// them. [Run] fits, prints the comparison, draws the plot, and fails when a fit agrees with a
// reference to fewer than [RequiredDigits] significant digits.
//
// # References
//
//	[anscombe]  F. J. Anscombe. Graphs in Statistical Analysis. The American Statistician 27(1),
//	            1973, 17–21.
//	[longley]   J. W. Longley. An Appraisal of Least Squares Programs for the Electronic Computer
//	            from the Point of View of the User. JASA 62(319), 1967, 819–841.
//	[strd]      National Institute of Standards and Technology. Statistical Reference Datasets,
//	            linear least squares regression, Longley.
//	[dalal]     S. R. Dalal, E. B. Fowlkes, B. Hoadley. Risk Analysis of the Space Shuttle:
//	            Pre-Challenger Prediction of Failure. JASA 84(408), 1989, 945–957.
package fits
