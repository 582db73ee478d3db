package wrap

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// A lookedAt is a parameter that the code knows by its name as a value of another type, made by some text. The method
// that has the code is given it under another name.
type lookedAt struct {
	name, given string
	text        func() string
	always      bool // also where nothing names it
}

// looks notes that a parameter of a type is looked at as structs, if there is a complex number in it.
func (w *fn) looks(name string, t types.Type) {
	if holdsComplex(t) {
		given := w.names.fresh(name + "Given")
		w.looked = append(w.looked, lookedAt{name: name, given: given, text: func() string {
			return fmt.Sprintf("%s := %s[%s](%s)\n", name, w.file.helper("lookAt"), w.typeString(inPairs(t)), given)
		}})
	}
}

// given is the variable that has a parameter as the caller gave it.
func (w *fn) given(name string) string {
	for _, l := range w.looked {
		if l.name == name {
			return l.given
		}
	}
	return name
}

// givenParams are the declarations of parameters for the method with the code, and the text that its body begins with.
func (w *fn) givenParams(params []string) ([]string, string) {
	params = slices.Clone(params)
	var b strings.Builder
	for i, p := range params {
		for _, l := range w.looked {
			typ, ok := strings.CutPrefix(p, l.name+" ")
			if !ok {
				continue
			}
			params[i] = l.given + " " + typ
			if l.always || w.mentions(l.name) {
				b.WriteString(l.text())
			}
		}
	}
	return params, b.String()
}
