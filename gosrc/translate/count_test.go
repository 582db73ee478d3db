package translate_test

import (
	"go/ast"
	"go/token"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// Which loops are counted, and which are not because their bound may move.
func TestCounted(t *testing.T) {
	const head = "package p\n\ntype M struct {\n\tn int\n\td []float64\n\tr [][]float64\n}\n\n" +
		"func (m *M) size() int { return len(m.d) }\nfunc (m *M) get(i int) float64 { return m.d[i] }\n" +
		"func (m *M) set(i int, v float64) { m.d[i] = v }\nfunc (m *M) grow() { m.d = append(m.d, 1) }\n" +
		"func (m *M) more() { m.n++ }\nfunc get(x []float64, i int) float64 { return x[i] }\n\n" +
		"func F(x []float64, m *M, n int, g func()) (s float64) {\n"
	for name, c := range map[string]struct {
		body    string
		counted bool
	}{
		"len":                {"for i := 0; i < len(x); i++ { s += x[i] }", true},
		"parameter":          {"for i := 0; i < n; i++ { s += x[i] }", true},
		"parameter changes":  {"for i := 0; i < n; i++ { n-- }", false},
		"slice changes":      {"for i := 0; i < len(x); i++ { x = x[1:] }", false},
		"index changes":      {"for i := 0; i < n; i++ { i++ }", false},
		"index captured":     {"for i := 0; i < n; i++ { func() { i++ }() }", false},
		"index addressed":    {"for i := 0; i < n; i++ { p := &i; *p++ }", false},
		"field":              {"for i := 0; i < m.n; i++ { s++ }", true},
		"field, getter":      {"for i := 0; i < m.n; i++ { s += m.get(i) }", true},
		"field, setter":      {"for i := 0; i < m.n; i++ { m.set(i, s) }", true},
		"field moves":        {"for i := 0; i < m.n; i++ { m.n-- }", false},
		"field moves there":  {"for i := 0; i < m.n; i++ { m.more() }", false},
		"struct moves":       {"for i := 0; i < m.n; i++ { *m = M{} }", false},
		"pointer moves":      {"for i := 0; i < m.n; i++ { m = &M{} }", false},
		"unknown call":       {"for i := 0; i < m.n; i++ { g() }", false},
		"known call":         {"for i := 0; i < len(m.d); i++ { s += get(x, i) }", true},
		"slice field":        {"for i := 0; i < len(m.d); i++ { m.d[i] = 1 }", true},
		"own struct, setter": {"v := M{n: 3}; for i := 0; i < v.n; i++ { v.set(i, 1) }", true},
		"own struct moves":   {"v := M{n: 3}; for i := 0; i < v.n; i++ { v.more() }", false},
		"own struct pointed": {"v := M{n: 3}; p := &v.n; for i := 0; i < v.n; i++ { *p = 0 }", false},
		"slice field moves":  {"for i := 0; i < len(m.d); i++ { m.grow() }", false},
		"row":                {"for i := range m.r { for j := 0; j < len(m.r[i]); j++ { m.r[i][j] = 1 } }", true},
		"row moves":          {"for i := range m.r { for j := 0; j < len(m.r[i]); j++ { m.r[i] = nil } }", false},
		"method":             {"for i := 0; i < m.size(); i++ { s += m.get(i) }", true},
		"method moves":       {"for i := 0; i < m.size(); i++ { m.grow() }", false},
		"wide step":          {"for i := 0; i < n; i += 3 { s++ }", true},
		"variable step":      {"for i := 0; i < n; i += n { s++ }", false},
		"zero step":          {"for i := 0; i < n; i += 0 { s++ }", false},
		"wrong way":          {"for i := 0; i < n; i-- { break }", false},
		"never equal":        {"for i := 0; i != n; i++ { break }", false},
		"small type wraps":   {"for i := int8(0); i <= int8(n); i++ { break }", false},
		"small type ends":    {"for i := int8(0); i < int8(n); i++ { break }", true},
		"unsigned down":      {"for i := uint(n); i >= 0; i-- { break }", false},
		"expression":         {"for i := n / 2; i < 2*n-1; i++ { s++ }", true},
	} {
		t.Run(name, func(t *testing.T) {
			res, diags := translateText(t, head+c.body+"\nreturn\n}\n")
			if len(diags) > 0 {
				t.Fatal(diags.Err())
			}
			counted := true
			var look func(list []flow.Stmt)
			look = func(list []flow.Stmt) {
				for _, s := range list {
					switch s := s.(type) {
					case *flow.While:
						counted = false
					case *flow.Count:
						look(s.Body)
					}
				}
			}
			look(res.Roots[0].Flow.Body)
			if counted != c.counted {
				t.Errorf("counted: %v, want %v", counted, c.counted)
			}
		})
	}
}

// A package that is not as go/types leaves it is a diagnostic, not a crash.
func TestDefect(t *testing.T) {
	p := check(t, "p", map[string]string{"p.go": "package p\n\nfunc F(x float64) float64 { return -x }\n"}, "")
	body := p.Syntax[0].Decls[0].(*ast.FuncDecl).Body
	body.List = append([]ast.Stmt{&ast.BranchStmt{TokPos: body.Lbrace, Tok: token.BREAK}}, body.List...)
	_, diags := translateRoot(p, "F")
	if len(diags) == 0 || diags[0].Code != "go-defect" || !diags[0].Pos.IsValid() {
		t.Errorf("got %v", diags)
	}
}
