package code

import (
	"regexp"
	"strings"

	"github.com/dave/jennifer/jen"
)

// OneLine makes text safe for a line comment.
func OneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0x2028 || r == 0x2029 || r == 0xFEFF || r == 0xFFFD {
			return ' '
		}
		return r
	}, s)
}

// Comment renders text as line comments that are never directives.
func Comment(text string) []jen.Code {
	var out []jen.Code
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		out = append(out, jen.Comment(strings.TrimRight("// "+OneLine(line), " ")))
	}
	return out
}

// qualified finds the names of standard packages in the source of helpers.
var qualified = regexp.MustCompile(`\b(math|bits|strconv|slices|linear|sync|atomic|blas|blas64|lapack64)\.([A-Z]\w*)`)

// Source is Go source with its uses of packages qualified for the import list.
func Source(src string) *jen.Statement {
	if !strings.Contains(src, ".") {
		return jen.Op(src)
	}
	s := jen.Null()
	for {
		m := qualified.FindStringSubmatchIndex(src)
		if m == nil {
			return s.Op(src)
		}
		s.Op(src[:m[0]]).Qual(importPath(src[m[2]:m[3]]), src[m[4]:m[5]])
		src = src[m[1]:]
	}
}

func importPath(pkg string) string {
	switch pkg {
	case "linear":
		return "github.com/seed-4b734f86/gochad/linear"
	case "bits":
		return "math/bits"
	case "blas":
		return "gonum.org/v1/gonum/blas"
	case "blas64":
		return "gonum.org/v1/gonum/blas/blas64"
	case "lapack64":
		return "gonum.org/v1/gonum/lapack/lapack64"
	case "atomic":
		return "sync/atomic"
	}
	return pkg
}
