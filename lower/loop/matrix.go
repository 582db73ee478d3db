package loop

import "github.com/seed-4b734f86/gochad/syntax"

// MatrixOp is what a vector loop over rows of a matrix does.
type MatrixOp uint8

// The operations, over all rows r and columns j.
const (
	RankOne MatrixOp = iota // row r [j] += R[r]*C[j]
	RowSums                 // C[j] += R[r] * row r [j]
	RowDots                 // R[r] = Σ row r [j] * C[j]
)

// Matrix is a loop that is marked [For].Vector and whose body runs through a row, taken apart: row r is Stride elements
// after row r-1 in A, the first one begins at At.
type Matrix struct {
	Op     MatrixOp
	Neg    bool  // what is added or stored is negated
	A      *Expr // the array that the rows are in, a variable
	At     *Expr // where the first row begins, a variable or constant
	Stride *Expr // a variable or constant
	Cols   *Expr // the length of a row
	R      *Expr // an array with a number for each row, a variable
	C      *Expr // an array with a number for each column, a variable
}

// MatrixOf takes a loop apart that does one thing to consecutive rows of a matrix:
//
//	for vector r < len(x) {               for vector r < len(x) {
//	  var row = a[r * m + at :+ n]          var row = a[r * m + at :+ n]
//	  var f real = x[r]                     var s real = 0.0
//	  for vector j < len(row) {             for vector j < len(row) {
//	    row[j] += f * y[j]                    s +~= row[j] * y[j]
//	  }                                     }
//	}                                       x[r] = s
//	                                      }
//
// or y[j] += f * row[j] in the place of the addition. The array that is written overlaps no other.
// It does not look at the mark of the outer loop.
func MatrixOf(s *For) (m Matrix, ok bool) {
	if len(s.Body) < 3 || s.N.Kind != LenExpr || s.N.Args[0].Kind != VarExpr || s.Down {
		return m, false
	}
	m.R = s.N.Args[0]
	row, ok := s.Body[0].(*Let)
	if !ok || !m.row(row.Rhs, s.Var) {
		return m, false
	}
	num, ok := s.Body[1].(*Let)
	in, loops := s.Body[2].(*For)
	if !ok || !loops || !in.Vector {
		return m, false
	}
	v, ok := VectorOf(in)
	if !ok {
		return m, false
	}
	m.Neg = v.Neg
	switch {
	case v.Op == Axpy && len(s.Body) == 3 && v.C != nil && v.C.IsVar(num.Var) && m.isR(num.Rhs, s.Var):
		m.C = v.X
		if !v.Dst.IsVar(row.Var) {
			m.Op, m.C = RowSums, v.Dst
		}
		return m, v.Dst.IsVar(row.Var) != v.X.IsVar(row.Var) && !m.C.IsVar(m.R.Var)
	case v.Op == Dot && len(s.Body) == 4 && v.Acc.IsVar(num.Var) && num.Rhs.IsZero():
		m.Op, m.C = RowDots, v.X
		if v.X.IsVar(row.Var) {
			m.C = v.Y
		}
		a, ok := s.Body[3].(*Assign)
		ok = ok && len(a.Lhs) == 1 && m.isR(a.Lhs[0], s.Var) && a.Rhs[0].IsVar(num.Var)
		return m, ok && v.X.IsVar(row.Var) != v.Y.IsVar(row.Var) && !m.C.IsVar(m.R.Var)
	}
	return m, false
}

// row reads a[r * m + at :+ n].
func (m *Matrix) row(e *Expr, r *Var) bool {
	if e.Kind != SliceExpr || e.Type != RealType.Array() || e.Args[0].Kind != VarExpr {
		return false
	}
	lo := e.Args[1]
	if lo.Kind != PrimExpr || lo.Prim != syntax.OpIntAdd || lo.Args[0].Kind != PrimExpr ||
		lo.Args[0].Prim != syntax.OpIntMul {
		return false
	}
	m.A, m.At, m.Stride, m.Cols = e.Args[0], lo.Args[1], lo.Args[0].Args[1], e.Args[2]
	return lo.Args[0].Args[0].IsVar(r) && m.At.IsAtom() && m.Stride.IsAtom() && m.Cols.IsAtom() &&
		!m.At.IsVar(r) && !m.Stride.IsVar(r) && !m.Cols.IsVar(r)
}

// isR reports whether e is the number of row r.
func (m *Matrix) isR(e *Expr, r *Var) bool {
	return e.Kind == IndexExpr && e.Type == RealType && e.Args[0].IsVar(m.R.Var) && e.Args[1].IsVar(r)
}
