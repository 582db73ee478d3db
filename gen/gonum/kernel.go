package gonum

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/seed-4b734f86/gochad/gen/code"
)

// A routine is a routine of gonum's BLAS or LAPACK in the place of a body, from
// a size on. The function that calls it has the arrays of the definition for parameters, as slices of
// rows, and then those for the results; it reports whether it has written them, and if not
// the body runs. It copies the matrices, whose rows need not lie one behind the other, so that only
// routines that take more than n² operations are worth it.
type routine struct {
	helper string
	// least is the number of rows of the first array from which the routine wins
	// (docs/matrices.md has the measurements).
	least  int
	source string
}

// kernels are the routines that [syntax.Def.Kernel] names.
var kernels = map[string]routine{
	"gemm": {"blasGemm", 32, `
// blasGemm is dst = a b.
func blasGemm(a, b, dst [][]float64) bool { return blasProduct(blas.NoTrans, blas.NoTrans, a, b, dst) }
`},
	"gemmNT": {"blasGemmNT", 32, `
// blasGemmNT is dst = a bᵀ.
func blasGemmNT(a, b, dst [][]float64) bool { return blasProduct(blas.NoTrans, blas.Trans, a, b, dst) }
`},
	"gemmTN": {"blasGemmTN", 32, `
// blasGemmTN is dst = aᵀ b.
func blasGemmTN(a, b, dst [][]float64) bool { return blasProduct(blas.Trans, blas.NoTrans, a, b, dst) }
`},
	"getrf": {"blasGetrf", 8, `
// blasGetrf is the factorisation of a with partial pivoting, and the order of its rows.
func blasGetrf(a, dst [][]float64, rows []int) bool {
	g := blasGeneral(a)
	swaps := make([]int, len(a))
	lapack64.Getrf(g, swaps)
	for i := range rows {
		rows[i] = i
	}
	for i, k := range swaps {
		rows[i], rows[k] = rows[k], rows[i]
	}
	blasRows(g, dst)
	return true
}
`},
	"getrs": {"blasGetrs", 8, `
// blasGetrs is the solution dst of a dst = b, for the factors f of a and the order of its rows.
func blasGetrs(f [][]float64, rows []int, b, dst [][]float64) bool {
	for i, k := range rows {
		copy(dst[i], b[k])
	}
	t, x := blasGeneral(f), blasGeneral(dst)
	if x.Cols == 0 {
		return false
	}
	blas64.Trsm(blas.Left, blas.NoTrans, 1, blasTriangle(t, blas.Lower, blas.Unit), x)
	blas64.Trsm(blas.Left, blas.NoTrans, 1, blasTriangle(t, blas.Upper, blas.NonUnit), x)
	blasRows(x, dst)
	return true
}
`},
	"getrsT": {"blasGetrsT", 8, `
// blasGetrsT is the solution dst of aᵀ dst = b, for the factors f of a and the order of its rows.
func blasGetrsT(f [][]float64, rows []int, b, dst [][]float64) bool {
	t, x := blasGeneral(f), blasGeneral(b)
	if x.Cols == 0 {
		return false
	}
	blas64.Trsm(blas.Left, blas.Trans, 1, blasTriangle(t, blas.Upper, blas.NonUnit), x)
	blas64.Trsm(blas.Left, blas.Trans, 1, blasTriangle(t, blas.Lower, blas.Unit), x)
	for i, k := range rows {
		copy(dst[k], x.Data[i*x.Stride:])
	}
	return true
}
`},
	"potrf": {"blasPotrf", 8, `
// blasPotrf is the Cholesky factor of (a + aᵀ) / 2, if that is positive definite.
func blasPotrf(a, dst [][]float64) bool {
	n := len(a)
	s := blas64.Symmetric{N: n, Stride: n, Data: make([]float64, n*n), Uplo: blas.Lower}
	for i, row := range a {
		for j := range i + 1 {
			s.Data[i*n+j] = 0.5 * (row[j] + a[j][i])
		}
	}
	if _, ok := lapack64.Potrf(s); !ok {
		return false
	}
	for i, row := range dst {
		clear(row[copy(row, s.Data[i*n:i*n+i+1]):])
	}
	return true
}
`},
	"trsm": {"blasTrsm", 16, `
// blasTrsm is dst = l⁻¹ b for the lower triangle of l.
func blasTrsm(l, b, dst [][]float64) bool { return blasLower(blas.NoTrans, l, b, dst) }
`},
	"trsmT": {"blasTrsmT", 16, `
// blasTrsmT is dst = l⁻ᵀ b for the lower triangle of l.
func blasTrsmT(l, b, dst [][]float64) bool { return blasLower(blas.Trans, l, b, dst) }
`},
}

// kernelParts are the functions that the routines share.
var kernelParts = map[string]string{
	"blasProduct": `
// blasProduct is dst = a b, either of them transposed.
func blasProduct(ta, tb blas.Transpose, a, b, dst [][]float64) bool {
	if len(b) == 0 || len(dst) == 0 || len(a[0]) == 0 || len(b[0]) == 0 || len(dst[0]) == 0 {
		return false
	}
	c := blasGeneral(dst)
	blas64.Gemm(ta, tb, 1, blasGeneral(a), blasGeneral(b), 0, c)
	blasRows(c, dst)
	return true
}
`,
	"blasLower": `
// blasLower is dst = l⁻¹ b, or l⁻ᵀ b, for the lower triangle of l.
func blasLower(t blas.Transpose, l, b, dst [][]float64) bool {
	x := blasGeneral(b)
	if x.Cols == 0 {
		return false
	}
	blas64.Trsm(blas.Left, t, 1, blasTriangle(blasGeneral(l), blas.Lower, blas.NonUnit), x)
	blasRows(x, dst)
	return true
}
`,
	"blasGeneral": `
// blasGeneral is a copy of a matrix that has rows.
func blasGeneral(a [][]float64) blas64.General {
	n, m := len(a), len(a[0])
	g := blas64.General{Rows: n, Cols: m, Stride: max(1, m), Data: make([]float64, n*m)}
	for i, row := range a {
		copy(g.Data[i*m:], row)
	}
	return g
}
`,
	"blasRows": `
// blasRows copies a matrix into dst.
func blasRows(g blas64.General, dst [][]float64) {
	for i, row := range dst {
		copy(row, g.Data[i*g.Stride:])
	}
}
`,
	"blasTriangle": `
// blasTriangle is one triangle of a square matrix.
func blasTriangle(g blas64.General, u blas.Uplo, d blas.Diag) blas64.Triangular {
	return blas64.Triangular{Uplo: u, Diag: d, N: g.Rows, Stride: g.Stride, Data: g.Data}
}
`,
}

// Kernel is the statement that calls the routine of a name for some arrays, or nil if there is none. The function
// in which it stands returns where the routine has written the results.
func Kernel(file *code.File, name string, arrays []string) jen.Code {
	k, ok := kernels[name]
	if !ok {
		return nil
	}
	kernelHelper(file, k.helper, k.source)
	return jen.Op(fmt.Sprintf("if len(%s) >= %d && %s(%s) {\nreturn\n}", arrays[0], k.least, k.helper,
		strings.Join(arrays, ", ")))
}

// kernelHelper adds a function to the file, and those that it calls.
func kernelHelper(file *code.File, name, source string) {
	file.Helper(name, strings.TrimSpace(source))
	for _, part := range []string{"blasProduct", "blasLower", "blasGeneral", "blasRows", "blasTriangle"} {
		if name != part && strings.Contains(source, part+"(") {
			kernelHelper(file, part, kernelParts[part])
		}
	}
}
