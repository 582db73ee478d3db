package trace

import (
	"go/types"
	"strings"
)

// Sample is a value of a type as an argument of a command line: JSON, in quotes where a shell would take it apart.
func Sample(T types.Type) string {
	s := sample(T, 0)
	if strings.ContainsAny(s, `[{"`) {
		s = "'" + s + "'"
	}
	return s
}

// deepest is how far into types samples go: those of data that hold more of their kind would not end.
const deepest = 3

func sample(T types.Type, depth int) string {
	if depth > deepest {
		return "null"
	}
	switch t := T.Underlying().(type) {
	case *types.Basic:
		switch info := t.Info(); {
		case info&types.IsBoolean != 0:
			return "true"
		case info&types.IsString != 0:
			return `"x"`
		case info&types.IsInteger != 0:
			return "2"
		}
		return "0.5"
	case *types.Slice:
		return "[" + sample(t.Elem(), depth+1) + ", " + sample(t.Elem(), depth+1) + "]"
	case *types.Pointer:
		return sample(t.Elem(), depth)
	case *types.Struct:
		var fields []string
		for f := range t.Fields() {
			fields = append(fields, `"`+f.Name()+`": `+sample(f.Type(), depth+1))
		}
		return "{" + strings.Join(fields, ", ") + "}"
	}
	return "null"
}
