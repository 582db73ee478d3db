package gen

import (
	"fmt"

	"github.com/dave/jennifer/jen"
)

// docComment is the doc comment of a function. Under the text of the caller stand, for an exported
// function, the shapes of its slices and which of them it overwrites.
func docComment(fn *function, shapes []shaped, buffers []string) []jen.Code {
	text := fn.def.Doc
	if fn.export != nil && fn.export.Doc != "" {
		text = fn.export.Doc
	}
	if text == "" {
		text = fmt.Sprintf("is the definition %s.", oneLine(fn.def.Name))
	}
	out := comment(fn.name + " " + text)
	if fn.export == nil || fn.export.Core {
		return out
	}
	if s := shapeSentence(shapes); s != "" {
		out = append(out, jen.Comment("//"))
		out = append(out, comment(s)...)
	}
	if len(buffers) > 0 {
		out = append(out, comment(fn.name+" overwrites "+enumeration(buffers)+
			", which must not overlap an argument.")...)
	}
	return out
}
