package corpus

import "math"

const facts = 10

var (
	factorials  [facts + 1]float64
	logs        = make([]float64, facts+1)
	crc         [16]uint32
	filledScale = 2.0
	filledShift float64
)

func init() {
	f := 1.0
	for i := range factorials {
		factorials[i] = f
		logs[i] = math.Log(f)
		f *= float64(i + 1)
	}
}

func init() {
	filledShift = filledScale + factorials[3]
	filledScale *= 3
	for i := range crc {
		c := uint32(i)
		for range 4 {
			if c&1 != 0 {
				c = c>>1 ^ 0xedb8
			} else {
				c >>= 1
			}
		}
		crc[i] = c
	}
	if filledShift > 100 {
		filledShift = 100
	}
}

func Taylor(x float64) float64 {
	s, p := 0.0, 1.0
	for _, f := range factorials {
		s += p / f
		p *= x
	}
	return s
}

func Poisson(x float64, k int) float64 {
	k = min(max(k, 0), facts)
	return float64(k)*x*x - logs[k] - x
}

func Filled(x float64) float64 { return x*x*filledScale + filledShift*x }

func Hashed(x []float64) float64 {
	s := 0.0
	for i, v := range x {
		s += v * float64(crc[i%16]%7)
	}
	return s
}

var aFilled, bFilled float64

func init() { aFilled = 3 }

func init() { bFilled = aFilled + 1 }

// FilledOnce needs the first of two init functions.
func FilledOnce(x float64) float64 { return x * x * aFilled }

// FilledTwice needs both.
func FilledTwice(x float64) float64 { return x*x*bFilled + FilledOnce(x)*aFilled }
