package wrap

import (
	"go/types"
	"regexp"
	"strings"
)

// A model is a type of a library whose values are taken apart by its methods: the parts are fields whose names are the
// expressions that lead there.
type model struct {
	fields []modelField
	// strided is the condition that a value x is a part of a larger one, so that its elements do not lie together.
	strided string
	// compact are the statements that make y a value of its own like x, whole those that write y over x.
	compact, whole string
	// compose are the statements that make v the value whose fields are $0, $1, …
	compose string
	// agree are fields that a buffer must have in common with what it is the gradient by.
	agree []string
}

type modelField struct {
	name string
	typ  types.Type
}

const (
	matPath    = "gonum.org/v1/gonum/mat"
	blasPath   = "gonum.org/v1/gonum/blas"
	blas64Path = "gonum.org/v1/gonum/blas/blas64"
)

// modelOf is the model of a type, or nil. The fields are in the order in which package shelf has them.
func modelOf(t types.Type) *model {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != matPath {
		return nil
	}
	return matModels[n.Obj().Name()]
}

// IsMatrix reports whether a type of package mat can be a parameter.
func IsMatrix(n *types.Named) bool { return modelOf(n) != nil }

func fieldsOf(raw string, ints ...string) []modelField {
	var out []modelField
	for _, n := range ints {
		out = append(out, modelField{raw + "." + n, types.Typ[types.Int]})
	}
	return append(out, modelField{raw + ".Data", types.NewSlice(types.Typ[types.Float64])})
}

// matModels are the types of package mat that can be parameters and results. In the texts x, y and v stand for values,
// mat, blas and blas64 for the packages.
var matModels = map[string]*model{ //nolint:gochecknoglobals // a constant
	"Dense": {
		fields:  fieldsOf("RawMatrix()", "Rows", "Cols", "Stride"),
		strided: "x.RawMatrix().Stride != x.RawMatrix().Cols",
		compact: "y = mat.DenseCopyOf(x)", whole: "x.Copy(y)",
		compose: "v.SetRawMatrix(blas64.General{Rows: $0, Cols: $1, Stride: $2, Data: $3})",
		agree:   []string{"RawMatrix().Rows", "RawMatrix().Cols"},
	},
	"VecDense": {
		fields:  fieldsOf("RawVector()", "N", "Inc"),
		strided: "x.RawVector().Inc > 1",
		compact: "y = mat.VecDenseCopyOf(x)", whole: "x.CopyVec(y)",
		compose: "v.SetRawVector(blas64.Vector{N: $0, Inc: $1, Data: $2})",
		agree:   []string{"RawVector().N"},
	},
	"SymDense": {
		fields:  fieldsOf("RawSymmetric()", "N", "Stride"),
		strided: "x.RawSymmetric().Stride != x.RawSymmetric().N",
		compact: "y = mat.NewSymDense(x.SymmetricDim(), nil)\ny.CopySym(x)", whole: "x.CopySym(y)",
		compose: "v.SetRawSymmetric(blas64.Symmetric{N: $0, Stride: $1, Data: $2, Uplo: blas.Upper})",
		agree:   []string{"RawSymmetric().N"},
	},
	"TriDense": {
		fields: []modelField{
			{"RawTriangular().N", types.Typ[types.Int]}, {"RawTriangular().Stride", types.Typ[types.Int]},
			{"RawTriangular().Uplo", types.Typ[types.Uint8]},
			{"RawTriangular().Data", types.NewSlice(types.Typ[types.Float64])},
		},
		strided: "x.RawTriangular().Stride != x.RawTriangular().N",
		compact: "y = mat.NewTriDense(x.RawTriangular().N, mat.TriKind(x.RawTriangular().Uplo == blas.Upper), " +
			"nil)\ny.Copy(x)", whole: "x.Copy(y)",
		compose: "v.SetRawTriangular(blas64.Triangular{N: $0, Stride: $1, Uplo: blas.Uplo($2), Diag: blas.NonUnit, " +
			"Data: $3})",
		agree: []string{"RawTriangular().N", "RawTriangular().Uplo"},
	},
}

var packageWord = regexp.MustCompile(`\b(mat|blas64|blas)\.`)

// modelText is a text of a model with names put in.
func (w *fn) modelText(text string, names ...string) string {
	text = packageWord.ReplaceAllStringFunc(text, func(p string) string {
		path := map[string]string{"mat.": matPath, "blas.": blasPath, "blas64.": blas64Path}[p]
		return w.file.use(path) + "."
	})
	for i := 0; i+1 < len(names); i += 2 {
		text = regexp.MustCompile(`(^|[^.\w])`+regexp.QuoteMeta(names[i])+`\b`).ReplaceAllString(text, "${1}"+
			strings.ReplaceAll(names[i+1], "$", "$$"))
	}
	return text
}

// whole emits what makes a matrix that is a part of a larger one a value of its own; with back it is written over the
// part in the end.
func (w *fn) compact(s *shape, x string, maybe, back bool) {
	if s.model == nil || !s.pointer {
		return
	}
	cond := w.modelText(s.model.strided, "x", x)
	if maybe {
		cond = x + " != nil && " + cond
	}
	part := w.names.fresh(x + "Part")
	w.printf("if %s {\n%s := %s\n%s\n", cond, part, x, w.modelText(s.model.compact, "x", part, "y", x))
	if back {
		own := w.names.fresh(x + "Own")
		w.printf("%s := %s\ndefer func() { %s }()\n", own, x, w.modelText(s.model.whole, "x", part, "y", own))
		w.names.free1(own)
	}
	w.printf("}\n")
	w.names.free1(part)
}

// agrees emits the checks that a buffer has the sizes of what it belongs to.
func (w *fn) agrees(s *shape, buffer, x string) {
	if s.model == nil {
		return
	}
	for _, f := range s.model.agree {
		w.printf("if %s != nil && %s.%s != %s.%s {\npanic(%s(%q, %q, int(%s.%s), int(%s.%s)))\n}\n", buffer, buffer, f,
			x, f,
			w.file.helper("sizeError"), w.at, buffer+"."+f, buffer, f, x, f)
	}
}

// composeModel is a new value of a type with a model; fields gives the values of its fields by their names.
func (w *fn) composeModel(s *shape, fields map[string]string, hint string) string {
	v := w.names.fresh(hint + "Out")
	text := s.model.compose
	names := []string{"v", v}
	for i, f := range s.model.fields {
		names = append(names, "$"+string(rune('0'+i)), fields[f.name])
	}
	for i := 2; i < len(names); i += 2 {
		text = strings.ReplaceAll(text, names[i], names[i+1])
	}
	w.printf("var %s %s\n%s\n", v, w.typeString(s.typ), w.modelText(text, "v", v))
	if s.pointer {
		return "&" + v
	}
	return v
}

var rawCall = regexp.MustCompile(`Raw\w+\(\)[._]?`)

// plainPath is a path without the calls in the names of a model's fields, to make an identifier of.
func plainPath(text string) string { return rawCall.ReplaceAllString(text, "") }
