package code

import (
	"fmt"

	"github.com/dave/jennifer/jen"
)

// DocComment is the doc comment of a function. Under the text of the caller stand, for an exported
// function, the shapes of its slices and which of them it overwrites.
func DocComment(fn *Function, shapes []Shaped, buffers []string) []jen.Code {
	text := fn.Def.Doc
	if fn.Doc != "" {
		text = fn.Doc
	}
	if text == "" {
		text = fmt.Sprintf("is the definition %s.", OneLine(fn.Def.Name))
	}
	out := Comment(fn.Name + " " + text)
	if !fn.Exported || fn.Core {
		return out
	}
	if s := shapeSentence(shapes); s != "" {
		out = append(out, jen.Comment("//"))
		out = append(out, Comment(s)...)
	}
	if len(buffers) > 0 {
		out = append(out, Comment(fn.Name+" overwrites "+enumeration(buffers)+
			", which must not overlap an argument.")...)
	}
	return out
}
