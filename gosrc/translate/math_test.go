package translate_test

import (
	"fmt"
	"go/types"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/translate"
)

var mathFuncs = map[string]any{
	"Abs": math.Abs, "Acos": math.Acos, "Acosh": math.Acosh, "Asin": math.Asin, "Asinh": math.Asinh, "Atan": math.Atan,
	"Atan2": math.Atan2, "Atanh": math.Atanh, "Cbrt": math.Cbrt, "Ceil": math.Ceil, "Copysign": math.Copysign,
	"Cos": math.Cos, "Cosh": math.Cosh, "Dim": math.Dim, "Erf": math.Erf, "Erfc": math.Erfc, "Erfcinv": math.Erfcinv,
	"Erfinv": math.Erfinv, "Exp": math.Exp, "Exp2": math.Exp2, "Expm1": math.Expm1, "FMA": math.FMA,
	"Float32bits": math.Float32bits, "Float32frombits": math.Float32frombits, "Float64bits": math.Float64bits,
	"Float64frombits": math.Float64frombits, "Floor": math.Floor, "Frexp": math.Frexp, "Gamma": math.Gamma,
	"Hypot": math.Hypot, "Ilogb": math.Ilogb, "Inf": math.Inf, "IsInf": math.IsInf, "IsNaN": math.IsNaN, "J0": math.J0,
	"J1": math.J1, "Jn": func(n int, x float64) float64 { return math.Jn(n%50, x) }, "Ldexp": math.Ldexp, "Lgamma": math.Lgamma, "Log": math.Log, "Log10": math.Log10,
	"Log1p": math.Log1p, "Log2": math.Log2, "Logb": math.Logb, "Max": math.Max, "Min": math.Min, "Mod": math.Mod,
	"Modf": math.Modf, "NaN": math.NaN, "Nextafter": math.Nextafter, "Nextafter32": math.Nextafter32, "Pow": math.Pow,
	"Pow10": math.Pow10, "Remainder": math.Remainder, "Round": math.Round, "RoundToEven": math.RoundToEven,
	"Signbit": math.Signbit, "Sin": math.Sin, "Sincos": math.Sincos, "Sinh": math.Sinh, "Sqrt": math.Sqrt,
	"Tan": math.Tan, "Tanh": math.Tanh, "Trunc": math.Trunc, "Y0": math.Y0, "Y1": math.Y1, "Yn": func(n int, x float64) float64 { return math.Yn(n%50, x) },
}

// Every function of package math is known, and is itself: called, and as a value.
func TestMath(t *testing.T) {
	pkg, err := std.Import("math")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range pkg.Scope().Names() {
		fn, ok := pkg.Scope().Lookup(name).(*types.Func)
		if !ok || !fn.Exported() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			native := mathFuncs[name]
			if native == nil {
				t.Fatalf("math.%s is missing in the test", name)
			}
			sig := fn.Signature()
			var params, args []string
			for i := range sig.Params().Len() {
				params = append(params, fmt.Sprintf("p%d %v", i, sig.Params().At(i).Type()))
				args = append(args, fmt.Sprintf("p%d", i))
			}
			if name == "Jn" || name == "Yn" { // they take time in proportion to n
				args[0] += "%50"
			}
			head := fmt.Sprintf("package p\n\nimport \"math\"\n\nfunc F(%s) %v { ", strings.Join(params, ", "), sig.Results())
			call := "(" + strings.Join(args, ", ") + ")"
			for _, body := range []string{"return math." + name + call, "g := math." + name + "; return g" + call} {
				res, diags := translateText(t, head+body+" }\n")
				if len(diags) > 0 {
					t.Fatal(diags.Err())
				}
				compare(t, res.Roots[0].Flow, reflect.ValueOf(native))
			}
		})
	}
}

var _ = translate.Codes
