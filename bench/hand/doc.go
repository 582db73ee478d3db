// Package hand holds the benchmark problems written by hand: for each its
// value and its value with gradient, as a performance engineer writes them in
// plain Go (no assembly of our own, no unsafe, [gonum]'s BLAS where it wins).
// They were committed before the generator's output existed and are the bar
// for it. The inputs come from package data.
//
// # Conventions
//
// All reals are float64; vectors are []float64, matrices [][]float64 with rows
// of equal length, as `chad gen` emits for [n]real and [n][d]real. ‖·‖ is the
// Euclidean norm, indices start at 0, Σ over an empty range is 0. A gradient
// function takes the parameters of the value in the same order, then one
// destination for each array it differentiates by, named …bar, which it
// overwrites; cotangents of scalar parameters are results after the value.
// The order of the sums is free unless a problem says otherwise.
// A problem that needs scratch is a struct with methods Value and Grad, whose
// zero value is ready; the scratch is reused, so that no call allocates once
// the sizes have been seen; what a first call of Grad allocates is its tape.
// Sizes that disagree panic or, where the larger is the mistake, read only a
// part; these are references, not a library.
//
// What makes them fast is stated where it is done: several sums under way where
// one would wait for the addition before; exponentials, logarithms and
// hyperbolic tangents of many numbers at once (exp.go, log1p.go, tanh.go), and
// a sine for chains (sin.go), whose errors are stated and tested; BLAS where
// rows are long; structs rather than arrays for what shall stay in registers.
//
// Parameters below are written as in the language: name [shape]type. "wrt"
// lists what the gradient is taken with respect to. In brackets the sizes of
// the suite.
//
// # Rosenbrock (x [n]real), wrt x [n = 1000]
//
//	Σ_{i<n-1} 100·(x[i+1] − x[i]²)² + (1 − x[i])²
//
// # Logistic (theta [d]real, x [n][d]real, y [n]real), wrt theta [n = 1000, d = 50]
//
// The negative log-likelihood of labels y[i] ∈ {0, 1}, z_i = Σ_j x[i][j]·theta[j]:
//
//	Σ_i softplus(z_i) − y[i]·z_i
//
// with softplus(z) = log(1 + eᶻ) = max(z, 0) + log1p(e^−|z|).
//
// # GMM (alphas [k]real, means [k][d]real, qdiag [k][d]real, ltri [k][l]real, x [n][d]real, gamma real, m int), wrt alphas, means, qdiag, ltri [n = 1000, (d, k) ∈ {10, 64} × {5, 25}; gamma = 1, m = 0]
//
// ADBench's log-likelihood of a mixture of Gaussians with a Wishart prior,
// l = d(d−1)/2. Q_c is the lower triangular matrix with diagonal
// exp(qdiag[c][i]) and, below it, ltri[c] packed column by column: the entry
// in row r of column j (r > j) is ltri[c][j(2d−j−1)/2 + r − j − 1].
//
//	s_c  = Σ_j qdiag[c][j]
//	b_ic = alphas[c] + s_c − ½‖Q_c·(x[i] − means[c])‖²
//	L    = −n·d/2·log(2π) + Σ_i logsumexp_c(b_ic) − n·logsumexp(alphas)
//	P    = Σ_c ½γ²(Σ_j exp(qdiag[c][j])² + ‖ltri[c]‖²) − m·s_c
//	C    = p·d·(log γ − ½·log 2) − log Γ_d(p/2),  p = d + m + 1
//	log Γ_d(a) = d(d−1)/4·log π + Σ_{j=1..d} lgamma(a + (1 − j)/2)
//
//	GMM = L + P − k·C
//
// # KMeans (centroids [k][d]real, points [n][d]real), wrt centroids; also the product of the Hessian with dcentroids [k][d]real [n = 10⁴, k = 25, d = 8]
//
//	Σ_i min_c ‖points[i] − centroids[c]‖²
//
// Of equally near centroids the first counts.
//
// # LeastSquares (theta [m]real, a [n][m]real, b [n]real), wrt theta [n = 1024, m = 128]
//
//	½ Σ_i (Σ_j a[i][j]·theta[j] − b[i])²
//
// # LogSumExp (x [n]real), wrt x [n = 10⁵]
//
//	M + log Σ_i exp(x[i] − M),  M = max_i x[i]
//
// # DetMinors (a [n][n]real), wrt a [n = 9]
//
// The determinant by Laplace expansion along the last row of the leading
// minors, memoised by the set S of columns (a bit mask; p = |S|):
//
//	D(∅) = 1
//	D(S) = Σ_{j∈S} (−1)^#{i∈S : i>j} · a[p−1][j] · D(S∖{j})
//	DetMinors = D({0, …, n−1})
//
// # DetLU (a [n][n]real), wrt a [n = 50]
//
// The determinant, by LU factorisation with partial pivoting (in step j the
// pivot is the first row of largest |a[i][j]|, i ≥ j); its gradient is
// det(a)·a⁻ᵀ. The matrix is regular.
//
// # MLP (w1 [h][d]real, b1 [h]real, w2 [o][h]real, b2 [o]real, x [n][d]real, y [n][o]real), wrt w1, b1, w2, b2 [n = 64, d = 32, h = 64, o = 10]
//
// Mean softmax cross-entropy of a network with one hidden layer; the rows of
// y are one-hot (the formula uses only that they sum to 1).
//
//	u_i = tanh(w1·x[i] + b1)
//	z_i = w2·u_i + b2
//	(1/n)·Σ_i logsumexp(z_i) − Σ_j y[i][j]·z_i[j]
//
// # ODE (s0 [3]real, p [3]real, h real, steps int), wrt s0, p [h = 0.002, steps = 1000]
//
// The Lorenz system with p = (σ, ρ, β), by the classical Runge–Kutta method:
//
//	f(x, y, z) = (σ(y − x), x(ρ − z) − y, xy − βz)
//	k1 = f(s), k2 = f(s + h/2·k1), k3 = f(s + h/2·k2), k4 = f(s + h·k3)
//	s ← s + h/6·(k1 + 2·k2 + 2·k3 + k4),  steps times from s0
//	ODE = ½‖s‖²
//
// # PolyWhile (c [n]real, x real, tol real), wrt c, x [n = 1000, x = 0.97, tol = 1e-12]
//
// A polynomial whose terms are added while the power is not negligible; the
// powers are formed by repeated multiplication, and the condition is on
// exactly that sequence:
//
//	s, q, i = 0, 1, 0
//	while i < n and |q| > tol: s, q, i = s + c[i]·q, q·x, i + 1
//	PolyWhile = s
//
// # NBody (x [n][3]real, v [n][3]real, m [n]real, h real, steps int), wrt x, v [n = 16, h = 0.01, steps = 10]
//
// Symplectic Euler steps of n bodies with softened gravity (ε² = 0.01, the
// constant of gravity is 1); positions and velocities are updated in place.
// One step:
//
//	for i < n, for i < j < n:  r = x[j] − x[i];  w = (‖r‖² + ε²)^(−3/2)
//	                           v[i] += h·m[j]·w·r;  v[j] −= h·m[i]·w·r
//	for i < n:                 x[i] += h·v[i]
//
// The value is the energy at the end:
//
//	½ Σ_i m[i]‖v[i]‖² − Σ_{i<j} m[i]·m[j] / sqrt(‖x[j] − x[i]‖² + ε²)
//
// # Recurrence (x real, v real, theta real, h real, steps int), wrt x, v, theta [h = 1e-5, steps = 10⁶]
//
// A pendulum by symplectic Euler:
//
//	v ← v − h·sin(theta·x);  x ← x + h·v,  steps times
//	Recurrence = ½(x² + v²)
//
// Its gradient checkpoints every ⌈√steps⌉ steps, so that it holds O(√steps) numbers.
//
// [gonum]: https://gonum.org
package hand
