package corpus

import "math/cmplx"

// The functions of math/cmplx, each by itself.

func CExp(z complex128) complex128 { return cmplx.Exp(z) }

func CLog(z complex128) complex128 { return cmplx.Log(z) }

func CLog10(z complex128) complex128 { return cmplx.Log10(z) }

func CSqrt(z complex128) complex128 { return cmplx.Sqrt(z) }

func CSin(z complex128) complex128 { return cmplx.Sin(z) }

func CCos(z complex128) complex128 { return cmplx.Cos(z) }

func CTan(z complex128) complex128 { return cmplx.Tan(z) }

func CCot(z complex128) complex128 { return cmplx.Cot(z) }

func CSinh(z complex128) complex128 { return cmplx.Sinh(z) }

func CCosh(z complex128) complex128 { return cmplx.Cosh(z) }

func CTanh(z complex128) complex128 { return cmplx.Tanh(z) }

func CAsin(z complex128) complex128 { return cmplx.Asin(z) }

func CAcos(z complex128) complex128 { return cmplx.Acos(z) }

func CAtan(z complex128) complex128 { return cmplx.Atan(z) }

func CAsinh(z complex128) complex128 { return cmplx.Asinh(z) }

func CAcosh(z complex128) complex128 { return cmplx.Acosh(z) }

func CAtanh(z complex128) complex128 { return cmplx.Atanh(z) }

func CConj(z complex128) complex128 { return cmplx.Conj(z) }

func CAbs(z complex128) float64 { return cmplx.Abs(z) }

func CPhase(z complex128) float64 { return cmplx.Phase(z) }

func CPolar(z complex128) (r, θ float64) { return cmplx.Polar(z) }

func CRect(r, θ float64) complex128 { return cmplx.Rect(r, θ) }

func CPow(z, w complex128) complex128 { return cmplx.Pow(z, w) }

// CPowers are powers with exponents that do not vary.
func CPowers(z complex128) complex128 {
	return cmplx.Pow(z, 2) + cmplx.Pow(z, 0.5) + cmplx.Pow(2, z) + cmplx.Pow(z, -1i)
}

// COdd are numbers that functions ask about.
func COdd(z complex128) complex128 {
	if cmplx.IsInf(z) || cmplx.IsNaN(z) || cmplx.IsNaN(cmplx.NaN()+z) != true || !cmplx.IsInf(cmplx.Inf()) {
		return cmplx.Inf()
	}
	return z * z
}
