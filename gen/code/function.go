package code

import (
	"github.com/dave/jennifer/jen"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A Function is a function of the file: a definition, as which it is called, and what was asked of it.
type Function struct {
	Def  *syntax.Def
	Name string
	// Doc is the text of its comment after the name; empty takes the definition's.
	Doc      string
	Exported bool
	// Core says that code of the same file calls it, which looks after its memory and its arguments.
	Core bool
	// Into holds, by result leaf, the name of the parameter that receives it.
	Into map[int]string
}

// A Param is a parameter of the emitted function.
type Param struct{ Name, Type string }

// Signature renders parameters, neighbours of one type grouped.
func Signature(ps []Param) []jen.Code {
	var out []jen.Code
	for i := 0; i < len(ps); {
		var group []jen.Code
		k := i
		for ; k < len(ps) && ps[k].Type == ps[i].Type; k++ {
			group = append(group, jen.Id(ps[k].Name))
		}
		out = append(out, jen.List(group...).Add(Source(ps[i].Type)))
		i = k
	}
	return out
}
