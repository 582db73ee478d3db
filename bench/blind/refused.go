package blind

// refused has the first line of what chad says of problems that it does not differentiate. Their directives wait behind
// the build tag refused; the test says when one is needed no more.
var refused = map[string]string{
	"transformer": "primal.go:54:3: zeros(n, len(m.O[0])) may share memory with out, which was written in line " +
		"47; primal calls this from directive.go:11 [own-stale]",
}
