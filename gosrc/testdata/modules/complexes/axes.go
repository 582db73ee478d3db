package complexes

import "math/cmplx"

// Of is one of the functions of math/cmplx.
//
//chad:vjp
//chad:jvp
func Of(k int, z complex128) complex128 {
	switch k {
	case 0:
		return cmplx.Sqrt(z)
	case 1:
		return cmplx.Exp(z)
	case 2:
		return cmplx.Log(z)
	case 3:
		return cmplx.Log10(z)
	case 4:
		return cmplx.Sin(z)
	case 5:
		return cmplx.Cos(z)
	case 6:
		return cmplx.Tan(z)
	case 7:
		return cmplx.Cot(z)
	case 8:
		return cmplx.Sinh(z)
	case 9:
		return cmplx.Cosh(z)
	case 10:
		return cmplx.Tanh(z)
	case 11:
		return cmplx.Asin(z)
	case 12:
		return cmplx.Acos(z)
	case 13:
		return cmplx.Atan(z)
	case 14:
		return cmplx.Asinh(z)
	case 15:
		return cmplx.Acosh(z)
	case 16:
		return cmplx.Atanh(z)
	case 17:
		return cmplx.Pow(z, 1.5)
	case 18:
		return cmplx.Pow(0.5, z)
	case 19:
		return cmplx.Pow(z, z)
	}
	return z
}

// Square is a power at which 0 is no special point.
//
//chad:vjp
func Square(z complex128) complex128 { return cmplx.Pow(z, 2) }

// Quotient is z/w.
//
//chad:jvp
func Quotient(z, w complex128) complex128 { return z / w }

// Power is z to the power of w.
//
//chad:jvp
func Power(z, w complex128) complex128 { return cmplx.Pow(z, w) }
