package translate

// mathHeads are as much of the mathematical packages as the shelf uses: the heads of functions, which are known by
// name.
var mathHeads = map[string]string{
	"math": `package math

const (
	MaxFloat64 = 0x1p1023 * (1 + (1 - 0x1p-52))
	Pi         = 3.14159265358979323846264338327950288419716939937510582097494459
	Ln10       = 2.30258509299404568401799145468436420760110148862877297603332790
	Log10E     = 1 / Ln10
)

func Abs(x float64) float64
func Asin(x float64) float64
func Asinh(x float64) float64
func Atan(x float64) float64
func Atan2(y, x float64) float64
func Atanh(x float64) float64
func Copysign(f, sign float64) float64
func Cos(x float64) float64
func Cosh(x float64) float64
func Exp(x float64) float64
func Float64bits(f float64) uint64
func Float64frombits(b uint64) float64
func Hypot(p, q float64) float64
func Inf(sign int) float64
func IsInf(x float64, sign int) bool
func IsNaN(x float64) bool
func Log(x float64) float64
func Max(x, y float64) float64
func NaN() float64
func Pow(x, y float64) float64
func Signbit(x float64) bool
func Sin(x float64) float64
func Sincos(x float64) (sin, cos float64)
func Sinh(x float64) float64
func Sqrt(x float64) float64
`,
	"math/bits": `package bits

func LeadingZeros64(x uint64) int
`,
}
