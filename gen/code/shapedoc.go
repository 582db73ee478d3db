package code

import (
	"strings"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Shaped is a parameter of an exported function.
type Shaped struct {
	Name string
	Dims []*syntax.Size
}

// shapeSentence says what the lengths of slices are: those of one shape together, in order.
func shapeSentence(ps []Shaped) string {
	var order []string
	names := map[string][]string{}
	for _, p := range ps {
		if s := shapeText(p.Dims); s != "" {
			if names[s] == nil {
				order = append(order, s)
			}
			names[s] = append(names[s], p.Name)
		}
	}
	var parts []string
	for _, s := range order {
		switch {
		case !strings.HasPrefix(s, "length"):
			if len(names[s]) > 1 {
				parts = append(parts, enumeration(names[s])+" are "+s)
			} else {
				parts = append(parts, names[s][0]+" is "+s)
			}
		case len(names[s]) > 1:
			parts = append(parts, enumeration(names[s])+" have "+s)
		default:
			parts = append(parts, names[s][0]+" has "+s)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Shapes: " + strings.Join(parts, "; ") + "."
}

// shapeText is a shape in words; empty when nothing is known before the program runs.
func shapeText(dims []*syntax.Size) string {
	for _, n := range dims {
		if n == nil {
			return ""
		}
	}
	switch len(dims) {
	case 0:
		return ""
	case 1:
		return "length " + OneLine(dims[0].String())
	}
	parts := make([]string, len(dims))
	for i, n := range dims {
		parts[i] = OneLine(n.String())
		if strings.ContainsAny(parts[i], "+-*") {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, "×")
}

// enumeration is a, b and c.
func enumeration(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
