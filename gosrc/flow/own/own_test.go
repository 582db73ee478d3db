package own_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/eval"
	"github.com/seed-4b734f86/gochad/gosrc/flow/own"
	"github.com/seed-4b734f86/gochad/gosrc/translate"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/syntax"
)

var library = importer.ForCompiler(token.NewFileSet(), "source", nil)

// program translates Go source text; the root is its function F.
func program(t testing.TB, text string) *flow.Program {
	t.Helper()
	fset := token.NewFileSet()
	head := "package p\n"
	if strings.Contains(text, "slices.") {
		head = "package p; import \"slices\"\n"
	}
	if strings.Contains(text, "sort.") {
		head += "import \"sort\"\n"
	}
	text = head + text
	file, err := parser.ParseFile(fset, "p.go", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	p := &translate.Package{Fset: fset, Syntax: []*ast.File{file}, Info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
		FileVersions: map[*ast.File]string{}, Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{},
	}, ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}
	p.Types, err = (&types.Config{Importer: library}).Check("p", fset, p.Syntax, p.Info)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	res, list := translate.Translate(p, []translate.Root{{Func: p.Types.Scope().Lookup("F").(*types.Func)}})
	if len(list) > 0 {
		t.Fatalf("%v\n%s", list.Err(), text)
	}
	root := res.Roots[0].Flow
	return &flow.Program{Funcs: []*flow.Func{root}}
}

// An argument is one value twice: with memory, and as a tree.
func argument(r *rand.Rand, typ flow.Type, depth int) (eval.Value, *tree) {
	switch typ := typ.(type) {
	case *flow.Basic:
		var n syntax.Value
		if typ.Kind == flow.KindReal {
			n.F = float64(r.IntN(200)-100) / 8
		} else {
			n.I = int64(r.IntN(5))
		}
		if typ.Kind == flow.KindBool {
			n.I %= 2
		}
		return eval.Value{Num: n}, &tree{num: n}
	case *flow.Slice:
		n := 4 // all rows of a matrix are as long
		if depth == 0 && !holds(typ.Elem) {
			n += r.IntN(2)
		}
		return row(r, typ.Elem, n, true, depth+1)
	case *flow.Array:
		return row(r, typ.Elem, typ.Len, false, depth)
	case *flow.Struct:
		v, t := eval.Value{}, &tree{}
		for _, f := range typ.Fields {
			a, b := argument(r, f.Type, depth)
			v.Cells, t.subs = append(v.Cells, &eval.Cell{Value: a}), append(t.subs, b)
		}
		return v, t
	case *flow.Pointer:
		v, t := argument(r, typ.Elem, depth)
		return eval.Value{Ptr: &eval.Cell{Value: v}}, t
	}
	panic("no argument")
}

func holds(t flow.Type) bool { _, ok := t.(*flow.Slice); return ok }

func row(r *rand.Rand, elem flow.Type, n int, slice bool, depth int) (eval.Value, *tree) {
	v, t := eval.Value{Slice: slice}, &tree{}
	if slice {
		v.Len = n
	}
	for range n {
		a, b := argument(r, elem, depth)
		v.Cells, t.subs = append(v.Cells, &eval.Cell{Value: a}), append(t.subs, b)
	}
	if slice { // memory behind the end, which others could see
		for range r.IntN(3) {
			a, _ := argument(r, elem, depth)
			v.Cells = append(v.Cells, &eval.Cell{Value: a})
		}
	}
	return v, t
}

// agree runs a program in both forms on random arguments: results and what is left in the arguments must be the same.
// Value form may stop where slicing goes beyond a length.
func agree(t testing.TB, p *flow.Program, res *own.Result, runs int, seed uint64) (fine int) {
	t.Helper()
	f, g := p.Funcs[0], res.Program.Funcs[0]
	t.Cleanup(func() {
		if t.Failed() && testing.Verbose() {
			t.Logf("reference form\n%s\nvalue form\n%s", listing(p.Funcs), listing(res.Program.Funcs))
		}
	})
	r := rand.New(rand.NewPCG(seed, 7))
	for range runs {
		var vals []eval.Value
		var trees []*tree
		for _, q := range f.Params {
			v, u := argument(r, q.Type, 0)
			vals, trees = append(vals, v), append(trees, u)
		}
		for _, i := range res.Set[g] { // whether what is compared with nil is something
			set := &tree{num: syntax.Value{I: 1}}
			if _, ok := f.Params[i].Type.(*flow.Slice); ok && r.IntN(3) == 0 {
				vals[i], trees[i] = eval.Value{Slice: true}, &tree{}
				set.num.I = 0
			}
			trees = append(trees, set)
		}
		got, err := runValue(g, trees)
		want, wantErr := eval.CallSpare(f, vals, r.IntN(3))
		if wantErr != nil {
			if err == nil && !errors.Is(wantErr, eval.ErrTooLong) {
				t.Fatalf("value form gives a value, reference form %v", wantErr)
			}
			continue
		}
		if err != nil && (strings.Contains(err.Error(), "append beyond the length of the slice that is reused") ||
			strings.Contains(err.Error(), "looks at something that is not moved") || strings.Contains(err.Error(), "whether an empty slice in a slice is nil is not known")) {
			continue
		}
		if err != nil {
			t.Fatalf("value form stops: %v", err)
		}
		fine++
		for i, w := range want {
			equal(t, f.Results[i].Name, got[i].flat(g.Results[i].Type), w.Flat(f.Results[i].Type))
		}
		outs := map[int]*tree{}
		for k, i := range g.Outs {
			outs[i] = got[len(want)+k]
		}
		for i, q := range f.Params {
			now := trees[i]
			if outs[i] != nil {
				now = outs[i]
			}
			a, b := now.flat(g.Params[i].Type), vals[i].Flat(q.Type)
			if _, ok := q.Type.(*flow.Pointer); ok {
				b = b[1:]
			}
			equal(t, "parameter "+q.Name, a, b)
		}
	}
	return fine
}

func equal(t testing.TB, what string, got, want []syntax.Value) {
	t.Helper()
	ok := len(got) == len(want)
	for i := 0; ok && i < len(got); i++ {
		ok = got[i].I == want[i].I && (got[i].F == want[i].F || math.IsNaN(got[i].F) && math.IsNaN(want[i].F))
	}
	if !ok {
		t.Fatalf("%s: value form gives %v, reference form %v", what, got, want)
	}
}

// try resolves and compares a program; it returns what was refused.
func try(t testing.TB, text string) (*own.Result, diag.List) {
	t.Helper()
	p := program(t, text)
	res, list := own.Resolve(p)
	if len(list) > 0 {
		return nil, list
	}
	if agree(t, p, res, 30, 1) < 5 {
		t.Fatal("too few runs without errors")
	}
	return res, nil
}

func TestMeaning(t *testing.T) { accept(t, accepted) }

// accept tries programs that must be accepted.
func accept(t *testing.T, texts map[string]string) {
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			if _, list := try(t, text); len(list) > 0 {
				t.Fatal(list.Err())
			}
		})
	}
}

func TestRefused(t *testing.T) {
	for name, text := range refused {
		t.Run(name, func(t *testing.T) {
			want, code, _ := strings.Cut(text, "\n")
			_, list := try(t, code)
			if len(list) == 0 {
				t.Fatal("accepted")
			}
			want = strings.TrimPrefix(want, "// ")
			got := fmt.Sprintf("%d %s %s", list[0].Pos.Line, list[0].Code, list[0].Message)
			if got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// One cause gives one message, however many names lead to what was written.
func TestOneCauseOneMessage(t *testing.T) {
	_, list := try(t, `func F(x []float64, n int) float64 { y := make([]float64, 3); for range n { z := y; y = x; x = z; x[0] += 1; if n > 2 { y = x } }
		return y[0] + x[0] + y[1] }`)
	if len(list) != 1 {
		t.Fatal(len(list), list.Err())
	}
}

var accepted = map[string]string{
	"given without room": `type S struct { v []float64 }
	func f(p []float64, v float64) []float64 { p = append(p, v); return append(p, 2*v) }
	func (s *S) last(v float64) float64 { return f(s.v[:1:1], v)[1] }
	func F(x []float64, n int) float64 {
		t := f(x[:2:2], 3)
		u := f(x[1:3:3], t[0])
		s := S{x}
		r := s.last(2)
		for i := range n { t = f(x[:i:i], r); r += t[0] }
		return r + u[0] + 2*x[0] + 3*x[1] + 4*x[2] + 5*x[3] }`,
	"shared by functions in data": `func each(fs []func(), k int) { for i, f := range fs { if i != k { f() } } }
	func F(x []float64) float64 {
		n := 0
		fs := []func(){func() { x[n%2]++ }}
		each(fs, 3)
		var last float64
		for range x { fs = append(fs, func() { n++; last += x[0] }) }
		fs[0](); each(fs, 1)
		x = x[1:]
		fs[1](); each(fs[1:], 1)
		return float64(n) + x[0]*last }`,
	"cells that go on": `	func add(fs *[]func() float64, n float64) (s float64) {
		*fs = append(*fs, func() float64 { n++; return n })
		for _, f := range *fs { s += f() }
		return s }
	func F(x []float64) float64 { var fs []func() float64; s := add(&fs, x[0]); t := add(&fs, s); return s + t }`,
	"shared by functions of calls": `func make2(k float64) []func() float64 { n := k; fs := []func() float64{func() float64 { n++; return n }, func() float64 { return n }}; n *= 2; return fs }
	func F(x []float64) float64 {
		s := x[0]
		fs, gs := make2(s), make2(x[len(x)-1])
		for range x { s += fs[0]() + gs[1](); gs[0](); s += fs[1]() * gs[1]() }
		return s }`,
	"shared by functions that come later": `func F(x []float64) float64 {
		var m [][]float64
		fs, s := []func() float64{func() float64 { return 1 }}, 0.0
		for _, f := range fs { s += f() }
		m = append(m, []float64{x[0], 2})
		row := m[0]
		fs = append(fs, func() float64 { row[0]++; return row[1] })
		for _, f := range fs { s += f() }
		return s + row[0] }`,
	"taken out of a parameter": `type S struct { v []float64 }
	func drop(v []float64, i int) float64 { v = append(v[:i], v[i+1:]...); v[0]++; return float64(len(v)) }
	func (s S) dropAll(k int) (r float64) {
		for len(s.v) > k { r += s.v[len(s.v)-1]; s.v = append(s.v[:k], s.v[k+1:]...) }
		return r + s.v[0] }
	func F(x []float64, a [][]float64, n int) float64 {
		r := drop(x, n&1) + 2*drop(a[1], 1)
		y := a[2]
		y = append(y[:1], y[2:]...)
		y[1] *= 3
		r += S{a[0]}.dropAll(1)
		for i, v := range x { r += v * float64(i+1) }
		return r + x[1] + a[2][1] + a[2][2] }`,
	"a place found twice": `func at(i, n int) int { if n <= 0 { return 0 }; return ((i%n) + n) % n }
	func F(x []float64, n int) float64 {
		m := make([][]float64, 3)
		for i, v := range x {
			m[at(i*n, len(m))] = append(m[at(i*n, len(m))], v)
			if i > 1 { m[at(int(v), 2)] = append(m[at(int(v), 2)], 1); n++ }
			add := func(w float64) { m[at(i, 3)] = append(m[at(i, 3)], w) }
			add(v); add(2)
			m[at(n, 3)] = append(m[at(n, 3)], v+1)
		}
		s := 0.0
		for i, r := range m { for j, v := range r { s += v * float64(i+2*j) } }
		return s }`,
	"not found twice": `func at(i, n int) int { if n <= 0 { return 0 }; return ((i%n) + n) % n }
	func F(x []float64, n int) float64 {
		s, p := 0.0, &n
		for range x {
			i := at(n, 5); *p += 2; j := at(n, 5); n++; k := at(n, 5)
			for range 2 { s += float64(at(n, 7)); n++; s += float64(at(n, 7)) }
			if s > 4 { s += float64(at(len(x), 7)); x = x[:1] }
			s += float64(i + 2*j + 3*k + at(len(x), 7)) }
		return s }`,
	"put where the old value there leads": `type S struct { n int; v float64 }
	func F(x []float64, n int) float64 {
		ps := []*S{{}, {n: n & 1}}
		for _, v := range x { p := &S{n: 1, v: v}; ps[ps[0].n] = p; p.v *= v }
		return ps[0].v + 2*ps[1].v + float64(ps[1].n) }`,
	"put with an index beside it": `type S struct { n int; r []float64 }
	func F(x []float64) float64 {
		ps := []S{{r: make([]float64, 2)}, {r: make([]float64, 2)}}
		for _, v := range x { r := make([]float64, 2); ps[ps[0].n] = S{1, r}; r[1] = v }
		return ps[0].r[1] + 2*ps[1].r[1] }`,
	"maps of pointers in a map": `func F(x []float64) (s float64) {
		m := map[int]map[int]*float64{}
		for i, v := range x {
			if m[i%2] == nil { m[i%2] = map[int]*float64{} }
			m[i%2][i%3] = &v }
		for i := range 7 { if p := m[i/2][i%3]; p != nil { s += *p * float64(i+1) } }
		return s }`,
	"maps of functions in a map": `func F(x []float64) (s float64) {
		m := map[int]map[int]func(float64) float64{}
		for i, v := range x {
			if m[i%2] == nil { m[i%2] = map[int]func(float64) float64{} }
			m[i%2][i%3] = func(t float64) float64 { return v * t } }
		for i := range 7 { if f := m[i/2][i%3]; f != nil { s += f(float64(i+1)) } }
		return s }`,
	"appended where the length leads": `type T struct { all []*float64 }
	func F(x []float64) float64 {
		ts, s := make([]T, 2), 0.0
		for _, v := range x { p := new(float64); ts[len(ts[0].all)%2].all = append(ts[len(ts[0].all)%2].all, p); *p = v }
		for i, t := range ts { for _, p := range t.all { s += *p * float64(i+1) } }
		return s }`,
	"length of a part of a view": `func F(x []float64, k int) int { s := x[1:]; return len(s[1:]) + k }`,
	"capacity in a literal": `func F(x []float64, k int) float64 {
		s := make([]float64, 2, 7); r := 0.0
		cut := func(n int) int { s = s[n&1:]; return cap(s) }
		for _, v := range x { if cap(s) < 3 { s = make([]float64, 1, 5) }; r += float64(cut(k)) * v }
		return r + float64(len(s)) }`,
	"nil for a variable that a literal holds": `type S struct { b float64 }
	func F(x []S, k int) float64 {
		var q *S
		if k > 2 && len(x) > 0 { q = &x[len(x)-1] }
		p := q
		if k < 5 { p = &S{3} }
		fs := []func() float64{func() float64 { return p.b }, func() float64 { return 2 }}
		return fs[k&1]() }`,
	"nil as a result": `type S struct { b float64 }
	func find(x []S, k int) *S { var q *S; for i := range x { if i > k { q = &x[i] } }; return q }
	func F(x []S, k int) float64 { q := find(x, k); if q == nil { return -1 }; q.b += 2; return q.b + x[len(x)-1].b }`,
	"cut, appended to and cut again": `func F(x []float64, n int) (r float64) {
		for i := range 3 {
			b := make([]float64, 2, 5)
			b = b[:(i+n)&3]
			if len(b) < cap(b) { b = append(b, float64(i)+1) }
			b = b[:n&5]
			for j, v := range b { r += v*float64(j+1) }
			r += float64(cap(b)) }
		return r }`,
	"reused by hand": `func sized(s []float64, n int) []float64 { if cap(s) < n { return make([]float64, n, n+2) }; return s[:n] }
	func F(x []float64, n int) float64 {
		var buf []float64
		r := 0.0
		for i, v := range x {
			buf = sized(buf, (i*n)&3)
			for j := range buf { buf[j] = v; r += buf[j]*float64(cap(buf)) }
		}
		var a [5]float64
		return r + float64(cap(a[1:3])*10 + cap(a[1:2:3]) + cap([]int{1, 2})) }`,
	"room for appends": `func F(x []float64, n int) float64 {
		s := make([]float64, 0, 64)
		for _, v := range x { if len(s) < cap(s) { s = append(s, v, 2) } }
		s = append(s[:1], s[2:]...)
		return float64(cap(s)) + s[0] + float64(len(s)) }`,
	"cut off, and looked at behind an append": `func F(x []float64, n int) float64 {
		q := make([]float64, 4)
		for i := range q { q[i] = float64(i+n) }
		q = q[:0]
		q = append(q, 7)
		b := q[:3]
		r := b[0]*b[1] + b[2]
		q = q[:n&1]
		q = append(q, x...)
		if len(x) < 3 { r += q[:4][3] + q[:0][:1][:4][3] }
		q = append(q[:0], r)
		return r + q[:2][1] }`,
	"cut off, and looked at, of what was appended": `func F(x []float64, n int) float64 {
		var q []float64
		for _, v := range x { q = append(q, v) }
		r := 0.0
		for i, v := range x {
			q = q[:0]
			for j := range i { q = append(q, v*x[j]) }
			b := q[:i+1]
			r += b[i] + b[:len(x)][len(x)-1]
		}
		return r }`,
	"cut off, and looked at, of a parameter": `func F(x []float64, m [][]float64, a [4]float64) float64 {
		r := 0.0
		if len(x) > 1 { y := x[:1]; y[0]++; z := y[:2]; r += z[1]*z[0] }
		for _, row := range m {
			p := row[len(row)/2:]
			if p = p[:0]; len(row) > 0 { r += p[:1][0] }
		}
		w := a[1:2]
		w = w[:0]
		return r + w[:3][2] }`,
	"functions that call each other, in any order": `func F(x []float64, n int) float64 {
		k, calls := 0, 0
		var expr func(d int) float64
		factor := func(d int) float64 {
			k++
			if d > 3 || k > len(x) { return 2 }
			if k&1 == 0 { return expr(d+1) }
			return x[k-1]
		}
		term := func(d int) float64 { v := factor(d); for k < len(x) && n&1 == 1 { v *= factor(d+1) }; calls++; return v }
		expr = func(d int) float64 { v := term(d); if k < len(x) { v += term(d+1) }; return v }
		r := expr(0)
		return r + float64(calls) }`,
	"a function that is called before another of its kind is there": `func F(x []float64, n int) float64 {
		var even func(k int) float64
		odd := func(k int) float64 { if k < 1 { return 1 }; return even(k-1)*2 }
		r := odd(n-n)
		even = func(k int) float64 { if k < 1 { return 3 }; return float64(k) }
		return r + odd(n&7) }`,
	"cut to more than the length": `func F(x []float64, n int) float64 {
		buf := make([]float64, 0, 8)
		s := 0.0
		for i, v := range x {
			buf = buf[:i&7]
			for j := range buf { buf[j] += v*float64(j+1); s += buf[j] }
			if n > i && len(buf) < 7 { buf = append(buf, v, 2*v) }
		}
		buf = buf[:5]
		t := buf[1:7]
		t[3] += s
		return s + buf[4] + t[5] }`,
	"cut once beyond the length": `func F(n int) float64 {
		s := make([]float64, 2, 6); t := s[:4]; t[3] = 1; s[1] = 5; u := t[1:5]
		return t[1] + u[2] + float64(len(u)) + float64(n) }`,
	"room that is used up": `func F(x []float64, n int) float64 {
		s := make([]float64, 1, 3)
		for _, v := range x { s = append(s, v) }
		if len(s) > 2 { s = s[:2]; s = s[:3] }
		return s[len(s)-1] + s[0] }`,
	"rows that stay where they are": `func apply(v []float64, f func(float64)) { for _, x := range v { f(x) } }
	func step(a [][]float64, v []float64, n int) float64 {
		apply(v, func(t float64) { a = append(a, []float64{t}); a[n], a[n] = a[n], a[n] })
		return a[0][0] + a[len(a)-1][0] }
	func F(a [][]float64, x []float64, n int) float64 { r := step(a, x, n&3); r += step(a, x, 1); return r }`,
	"fields that stay where they are": `type S struct { v []float64 }
	func F(s *S, n int) (r float64) {
		for range s.v { s.v[n&3], s.v[0] = s.v[0], s.v[n&3]; s.v = s.v; r += s.v[1] }
		return r }`,
	"rows that stay or move": `func F(n, k int) float64 {
		a := [][]float64{{1}, {2}, {3}}
		a[1], a[n] = []float64{float64(k)}, a[n]
		a[k&1], a[n] = a[k&1], []float64{5}
		return a[0][0] + 10*a[1][0] + 100*a[2][0] }`,
	"a window that is appended to": `func F(x []float64, n int) float64 {
		t := x[:2]
		for i := range n & 3 { t[0] = float64(i); t = append(t, 5); t[1] += 2 }
		return x[0] + 10*x[1] + 100*x[2] + t[len(t)-1] }`,
	"a window that is appended to once": `func F(x []float64, a [][]float64, n int) float64 {
		t := x[:1]
		t = append(t, x[0]*2)
		u := a[0][:n&1]
		u = append(u, t[1])
		u = append(u, u[0]+1, 3)
		u[1] += 5
		return x[0] + 10*x[1] + 100*a[0][0] + 1000*a[0][1] + u[2] + float64(len(u)) }`,
	"a window, or nil, that is appended to": `func F(x []float64, n int) float64 {
		var t []float64
		if n&1 == 1 { t = x[:1] }
		t = append(t, x[0]*2)
		r := t[len(t)-1]
		for i, v := range x { r += v*float64(i+1) }
		if len(t) < 3 { t = append(t, r) }
		t[0] += 7
		for i, v := range x { r += v*float64(i+1) }
		return r + t[len(t)-1] }`,
	"a parameter that is made anew of itself": `func g(a []float64, n int) (r float64) {
		if n <= 0 { return a[0] }
		a[0] += a[1]
		if a[0] > 1 { a = []float64{a[0], 1, a[1]} } else if n == 2 { a = make([]float64, 2+len(a)) }
		a[1] += 3
		r = g(a, n-1)
		return r + a[0] }
	func F(x []float64, n int) float64 { r := g(x, n&3); return r + x[0]*10 + x[1] }`,
	"a window that moves and is appended to": `func F(x []float64, n int) (r float64) {
		t := x[:1]
		for i := range 4 {
			if (i+n)&1 == 0 && len(t) > 1 { t = t[1:] } else { t = append(t, float64(i)) }
			for i, v := range x { r += v*float64(i+1) }
		}
		return r + t[0]*float64(len(t)) }`,
	"merged into a buffer": `func sort(v, tmp []float64) {
		if len(v) < 2 { return }
		m := len(v)/2
		sort(v[:m], tmp[:m]); sort(v[m:], tmp[m:])
		out, l, r := tmp[:0], v[:m], v[m:]
		for len(l) > 0 && len(r) > 0 {
			if l[0] <= r[0] { out = append(out, l[0]); l = l[1:] } else { out = append(out, r[0]); r = r[1:] }
		}
		out = append(append(out, l...), r...)
		copy(v, out) }
	func F(x []float64) (s float64) {
		tmp := make([]float64, len(x)); sort(x, tmp)
		for i, v := range tmp { s += v*float64(i+1) }
		return s }`,
	"a window that slices are appended to": `func F(x []float64, n int) (s float64) {
		t := x[:1]
		for range n & 1 { t = append(t, x[len(x)-1:]...) }
		t = append(t, t...)
		t = append(t, x[:0]...)
		for i, v := range x { s += v*float64(i+1) }
		return s + t[len(t)-1] }`,
	"appended in turn": `func F(x []float64, n int) (s float64) {
		var y []float64
		for i, v := range x {
			y = append(append(append(y, v), x[:n&1]...), float64(i))
			y = append(append(y, 1), y...)
			if len(y) > 40 { y = y[:1] }
		}
		for i, v := range y { s += v*float64(i+1) }
		return s }`,
	"appended in turn and behind a pointer": `func F(x []float64) (s float64) {
		var z []float64
		p := &z
		for _, v := range x { z = append(append(z, v), (*p)...) }
		for i, v := range z { s += v*float64(i+2) }
		return s }`,
	"appended to a window, or nil, of a row": `func F(m [][]float64) float64 { var t []float64
		if len(m[0]) > 1 { t = m[0][:len(m[0])-1] }
		t = append(t, m[0][:1]...)
		return m[0][len(m[0])-1] + t[0] }`,
	"recursion with a literal that holds a result": `func rec(n int, x float64, f, g func(float64) float64) (r float64, p *float64) {
		if n <= 0 { return }
		v, q := rec(n-1, x, func(t float64) float64 { return t + 1 }, func(t float64) float64 { if p != nil { return *p }; return t*x })
		r = v + f(2); w := g(x) + r; if q != nil { w += *q }; p = &w; return r + g(3), p }
	func F(x, y float64, n int) float64 {
		r, p := rec(n % 4, x, func(t float64) float64 { return t*y }, func(t float64) float64 { return t - y })
		if p != nil { return r * *p }; return r }`,
	"one literal around two functions": `func rec(n int, x float64, f func(float64) float64) float64 {
		if n <= 0 { return f(x) }
		g := func(t float64) float64 { return 2*f(t) + x }
		return g(x) + rec(n-1, x+1, f) }
	func F(x, y float64, n int) float64 {
		a := rec(n % 3, x, func(t float64) float64 { return t*t })
		return a + rec(n % 3, y, func(t float64) float64 { return t + 7 }) }`,
	"one literal with another of its list": `func F(x, y float64, n int) float64 {
		s := 0.0
		both := func(h func(float64) float64, k int) float64 {
			var a, b func(i int) float64
			a = func(i int) float64 { if i <= 0 { return h(x) }; return b(i-1) + 1 }
			b = func(i int) float64 { if i <= 0 { return h(y) }; return 2*a(i-1) }
			return a(k) }
		s += both(func(t float64) float64 { return t*3 }, n%3)
		s += both(func(t float64) float64 { return t - 1 }, n%4)
		return s }`,
	"row":              `func F(a [][]float64) { for i := range a { row := a[i]; for j := range row { row[j] *= 2 } } }`,
	"range row":        `func F(a [][]float64) (s float64) { for _, row := range a { row[0] = 1; for _, x := range row { s += x } }; return }`,
	"window":           `func F(a []float64, k int) float64 { b := a[1:3]; b[0] = a[2]; a[2] = 7; return b[1] + float64(len(b)) }`,
	"window of window": `func F(a []float64) float64 { b := a[1:4]; c := b[1:]; c[0] = 3; b[1] += 1; return a[2] + c[0] }`,
	"halves":           `func F(a []float64) float64 { lo, hi := a[:2], a[2:]; for i := range lo { lo[i] += hi[i] }; return lo[0] }`,
	"shrink":           `func F(x []float64) (s float64) { for len(x) > 0 { s = 2*s + x[0]; x[0] = s; x = x[1:] }; return }`,
	"swap": `func F(x []float64, n int) float64 {
		prev, cur := make([]float64, len(x)), make([]float64, len(x))
		copy(prev, x)
		for range n { for i := range cur { cur[i] = prev[i]*2 + 1; if i > 0 { cur[i] += cur[i-1] } }; prev, cur = cur, prev }
		return prev[1] + cur[0] }`,
	"pointer": `type S struct { a, b float64; v []float64 }
		func F(x float64, v []float64) float64 { s := S{a: x, v: make([]float64, 2)}; p := &s; p.a += 2; q := &p.b; *q = p.a; s.v[1] = 5; r := &s.v[1]; *r += 1; return s.a + s.b*s.v[1] }`,
	"method": `type S struct { n int; v []float64 }
		func (s *S) set(i int, x float64) { s.v[i] = x; s.n++ }
		func (s S) get(i int) float64 { return s.v[i] }
		func F(x []float64) float64 { s := S{v: make([]float64, 3)}; s.set(1, x[0]); s.set(2, x[1]); return s.get(1) - 2*s.get(2) + float64(s.n) }`,
	"parameter": `type S struct { n int; v []float64 }
		func F(s *S, x float64) { s.n++; for i := range s.v { s.v[i] *= x } }`,
	"call": `func scale(x []float64, f float64) { for i := range x { x[i] *= f } }
		func F(a [][]float64, v []float64) { scale(a[1], 2); scale(v[1:3], 3); scale(v, 0.5); for _, r := range a { scale(r, v[0]) } }`,
	"recursion": `func sum(x []float64) float64 { if len(x) == 0 { return 0 }; x[0] += 1; t := sum(x[1:]); return x[0] + t }
		func F(x []float64) float64 { return sum(x) }`,
	"build rows": `func F(n int, x []float64) [][]float64 { var m [][]float64; for i := range n { row := make([]float64, 2); row[0] = float64(i); row[1] = x[0]; m = append(m, row) }; m[0][1] = 4; return m }`,
	"pivot": `func F(a [][]float64) float64 { m := make([][]float64, len(a)); for i := range a { m[i] = append([]float64{}, a[i]...) }
		for k := range m { p := (k + 1) % len(m); m[k], m[p] = m[p], m[k]; m[k][0] += 1 }; return m[0][0] + 2*m[1][0] }`,
	"stack":                `func F(x []float64) (s float64) { var st []float64; for _, v := range x { st = append(st, v); st = append(st, v*2); s += st[len(st)-1]; st = st[:len(st)-1] }; for len(st) > 0 { s = s*3 + st[len(st)-1]; st = st[:len(st)-1] }; return }`,
	"queue":                `func F(x []float64) (s float64) { q := []float64{x[0]}; n := 0; for len(q) > 0 && n < 9 { v := q[0]; q = q[1:]; s = 2*s + v; n++; if n < 4 { q = append(q, v+1, v*2) } }; return }`,
	"delete":               `func F(x []float64, i int) float64 { a := append([]float64{}, x...); a = append(a[:i], a[i+1:]...); return a[0] + float64(len(a)) }`,
	"overlap":              `func F(x []float64) int { copy(x[1:], x); return copy(x, x[2:]) }`,
	"array":                `func F(x float64) float64 { var a [4]float64; b := a[1:]; b[0] = x; c := a; c[1]++; for i := range b { b[i] += c[i] }; return a[1] + a[2]*3 }`,
	"exchange with a view": `func F(x []float64, a [][]float64) float64 { for _, r := range a { x, r = r, x; a[1] = append([]float64{}, r...) }; return x[0] }`,
	"return alias":         `func F(x []float64, i int) []float64 { return x[1:] }`,
	"branches":             `func F(a, b []float64, c bool) float64 { d := a; if c { d = b }; return d[0] + d[1] }`,
	"new": `type S struct { a float64 }
		func F(x float64) float64 { p := &S{a: x}; q := p; q.a++; return p.a }`,
	"early": `func F(a []float64, k int) float64 { for i := range a { if i == k { a[i] = 3; return 1 }; a[i]++ }; return 2 }`,
	"twice read": `func dot(x, y []float64) (s float64) { for i := range x { s += x[i]*y[i] }; return }
		func F(x []float64) float64 { return dot(x, x) }`,
	"rows of one": `func axpy(y, x []float64) { for i := range x { y[i] += x[i] } }
		func F(a [][]float64, x []float64) { axpy(a[0], a[1]); axpy(a[2], x) }`,
}

var opened = map[string]string{
	"same argument": `func axpy(y, x []float64) { for i := range x { y[i] += x[len(x)-1-i] } }
		func F(x []float64) { axpy(x, x) }`,
	"rows": `type M struct { n int; v []float64 }
		func (m *M) row(i int) []float64 { return m.v[i*m.n : (i+1)*m.n] }
		func (m *M) at(i, j int) *float64 { return &m.v[i*m.n+j] }
		func F(m *M, k int) float64 { m.n = 2; r := m.row(0); q := m.row(1); r[0] = 3; q[1] += r[0]; *m.at(0, 1) += 5; return m.v[3] + r[1] }`,
	"overlapping rows": `func axpy(y, x []float64, a float64) { for i := range x { y[i] += a * x[i] } }
		func F(a [][]float64) { for i := range a { for j := range a { if j != i { axpy(a[j], a[i], 0.5) } } } }`,
	"windows of one": `func move(a, b []float64) { for i := range a { a[i], b[0] = b[0], a[i] } }
		func F(x []float64) { move(x[:2], x[1:]) }`,
	"early return": `func pick(x []float64, k int) []float64 { for i := range x { if i == k { return x[i:] }; if x[i] > 5 { return nil } }; return x }
		func F(x []float64, k int) float64 { y := pick(x, k); if len(y) > 0 { y[0] = 7 }; return x[0] + float64(len(y)) }`,
	"field and whole": `type S struct { a, b float64 }
		func two(s *S, p *float64) { s.a = *p; *p = 2; s.b += s.a }
		func F(x float64) float64 { s := S{b: x}; two(&s, &s.b); return s.a + 2*s.b }`,
}

func TestOpened(t *testing.T) { accept(t, opened) }

// Where Go stops, value form stops: agree sees to it. k is 0, …, 4, and each program stops for some of these only.
func TestStops(t *testing.T) {
	for name, text := range map[string]string{
		"above a window":     `func F(x []float64, k int) float64 { b := x[1:3]; return b[k] }`,
		"below a window":     `func F(x []float64, k int) float64 { b := x[2:]; return b[1-k] }`,
		"store":              `func F(x []float64, k int) { b := x[1:3]; b[k] = 4 }`,
		"bounds":             `func F(x []float64, k int) int { b := x[k:2]; return len(b) }`,
		"window of a window": `func F(x []float64, k int) int { b := x[1:3]; c := b[k:]; return len(c) }`,
		"bounds not used":    `func F(x []float64, k int) float64 { b := x[k:2]; if k > 9 { return b[0] }; return 1 }`,
		"argument": `func g(x []float64) { for i := range x { x[i]++ } }
			func F(x []float64, k int) { g(x[k:3]) }`,
		"copy":    `func F(x []float64, k int) { copy(x[k:3], x) }`,
		"append":  `func F(x []float64, k int) int { y := append([]float64{}, x[k:3]...); return len(y) }`,
		"pointer": `func F(x []float64, k int) float64 { b := x[:3]; p := &b[k]; return float64(len(b)) + *p }`,
		"row":     `func F(a [][]float64, k int) (s float64) { r := a[k+1]; for i := range k - 4 { s += r[i] }; return }`,
		"shrink":  `func F(x []float64, k int) float64 { x = x[1:4]; for range k { x = x[1:] }; return x[0] }`,
	} {
		t.Run(name, func(t *testing.T) {
			p := program(t, text)
			res, list := own.Resolve(p)
			if len(list) > 0 {
				t.Fatal(list.Err())
			}
			if fine := agree(t, p, res, 60, 5); fine < 5 || fine > 55 {
				t.Errorf("%d of 60 runs stop", 60-fine)
			}
		})
	}
}

// Distinct parameters are assumed to be disjoint where that matters, and only there; so are the rows of one.
func TestDisjoint(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`func F(x, y []float64) float64 { return x[0] + y[0] }`, ""},
		{`func F(x, y []float64) { for i := range x { x[i] += y[0] } }`, "x-y"},
		{`func F(x, y []float64) { x[0] = 1 }`, ""},
		{`func F(x, y, z []float64) float64 { s := y[0]; x[0] = s; return z[0] }`, "x-z"},
		{`func F(a [][]float64) { for i := range a { a[i][0] = a[0][1] } }`, "a[]-a[]"},
		{`type S struct { v []float64; n int }
		func F(s *S, x []float64) { s.v[0] = x[0]; s.v[1] = x[1] }`, "s^.0-x"},
		{`func axpy(y, x []float64) { for i := range y { y[i] += x[0] } }
		func F(x, y []float64, a [][]float64) { axpy(x, y) }`, "x-y"},
	} {
		res, list := try(t, c.text)
		if len(list) > 0 {
			t.Fatal(list.Err())
		}
		f := res.Program.Funcs[0]
		part := func(p own.Part) string {
			out := f.Params[p.Param].Name
			for _, s := range p.Path {
				out += map[flow.StepKind]string{flow.StepField: fmt.Sprintf(".%d", s.Field), flow.StepIndex: "[]", flow.StepDeref: "^"}[s.Kind]
			}
			return out
		}
		var got []string
		for _, d := range res.Disjoint[f] {
			got = append(got, part(d.A)+"-"+part(d.B))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %v, want %s", c.text, got, c.want)
		}
	}
}

// A row that is surely read needs no check of its own; one that may not be keeps Go's.
func TestRowChecks(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{`func F(a [][]float64, k int) float64 { r := a[k%4]; return r[0] }`, 0},
		{`func F(a [][]float64, k int) (s float64) { r := a[k%4]; for _, v := range r { s += v }; return }`, 0},
		{`func F(a [][]float64, k, n int) (s float64) { r := a[k%4]; for i := range n % 4 { s += r[i] }; return }`, 1},
		{`func F(a [][]float64, k int) (s float64) { for i := range a { r := a[i]; for j := range k % 4 { s += r[j] } }; return }`, 0},
	} {
		res, list := try(t, c.text)
		if len(list) > 0 {
			t.Fatal(list.Err())
		}
		if got := strings.Count(listing(res.Program.Funcs), "fail"); got != c.want {
			t.Errorf("%s: %d checks, want %d", c.text, got, c.want)
		}
	}
}

var cases = map[string]string{
	"slices": `func F(x, y []float64, c bool) float64 { d := x; if c { d = y }; d[0] = 1; d = d[1:]; d[0] += 2; return x[0] + y[1] }`,
	"pointers": `type P struct { a, n float64 }
		func F(x, y float64) float64 { p, q := P{a: x}, P{a: y}; best := &p; if y > x { best = &q }; best.n++; best.a *= 2; return p.a + 3*q.a + p.n }`,
	"new or not": `func F(x []float64, n int) float64 { b := x; if n > 2 { b = make([]float64, n); b = append(b, 1) }; b[0] += 3; return x[0] + float64(len(b)) }`,
	"in a call": `func axpy(y, x []float64) { for i := range y { y[i] += x[i%len(x)] } }
		func F(x, y, z []float64, k int) { d := x; if k == 1 { d = y[1:] } else if k == 2 { d = z[:2] }; axpy(d, x); for i := range d { d[i] -= 1 }; y[0] += x[1] }`,
	"rows": `func F(a, b [][]float64, k int) float64 { r := a[k%4]; for i := range 3 { r[0] += 1; if i == 1 { r = b[k%4] } }; return a[1][0] + b[1][0] }`,
}

var structs = map[string]string{
	"literal with a parameter": `type M struct { n int; v []float64 }
		func (m *M) set(i, j int, f float64) { m.v[i*m.n+j] = f }
		func (m M) add(i int, f float64) { m.v[i] += f }
		func F(x []float64) float64 { m := M{2, x}; m.set(0, 1, 3); m.add(0, 5); x[2] = 4; return x[1] + m.v[2] + m.v[0] }`,
	"copies": `type S struct { v, w []float64 }
		func F(x, y []float64) float64 { s := S{x, y}; t := s; t.v, t.w = t.w, t.v; t.v[0] = 1; s.v[0] = 2; return x[0] + y[0]*10 }`,
	"embedded": `type A struct { v []float64 }
		type B struct { A; k float64 }
		func F(x []float64) float64 { b := B{A{x}, 2}; p := &b; p.v[1] = p.k; q := &p.A; q.v[0] = 7; return x[0] + x[1] }`,
	"range": `type S struct { v []float64; k float64 }
		func F(x, y []float64) float64 { z := make([]float64, 3); ss := []S{{x, 1}, {z, 2}}; s := 0.0; for _, q := range ss { s += q.v[0] * q.k; q.k = 9 }; return s + ss[0].k }`,
}

func TestCases(t *testing.T) { accept(t, cases) }

func TestStructs(t *testing.T) { accept(t, structs) }

var closures = map[string]string{
	"kept by a function": `type B struct { fs []func(float64) float64; g func(float64) float64 }
		func (b *B) add(f func(float64) float64) { b.fs = append(b.fs, f) }
		func set(b *B, f func(float64) float64) { if f != nil { b.g = f } }
		func both(b *B, f func(float64) float64) { b.add(f); set(b, f) }
		func F(x, y float64) float64 { var b B; b.add(func(v float64) float64 { return v * y }); both(&b, func(v float64) float64 { return v + y }); return b.fs[0](x) + 3*b.g(y) + 5*b.fs[1](x) }`,
	"kept by a literal of a function": `func times(n int, f func(float64) float64) (out []func(float64) float64) { for i := range n { out = append(out, func(v float64) float64 { return f(v) * float64(i+1) }) }; return out }
		func F(x, y float64, n int) float64 { s := 0.0; for _, f := range times(n%4, func(v float64) float64 { return v*y }) { s += f(x) }; return s }`,
	"accumulate": `func F(x []float64) float64 { s := 0.0; add := func(v float64) { s += v }; for _, v := range x { add(v); if v > 0 { add(s) } }; return s }`,
	"apply": `func each(x []float64, f func(int, float64)) { for i, v := range x { f(i, v) } }
		func F(x, y []float64) float64 { n, s := 0, 0.0; each(x, func(i int, v float64) { n++; s = 2*s + v*y[i]; y[i] = s }); return s + float64(n) }`,
	"reader and writer": `func F(x float64) float64 { y := x; get := func() float64 { return y }; y = 2*x; set := func(v float64) { y = v + get() }; set(3); return get() }`,
	"pure": `func twice(f func(float64) float64, x float64) float64 { return f(f(x)) }
		func F(a, x float64) float64 { return twice(func(v float64) float64 { return a*v + 1 }, x) }`,
	"named": `func sq(x float64) float64 { return x*x }
		func sum(f func(float64) float64, x []float64) (s float64) { for _, v := range x { s += f(v) }; return }
		func F(x []float64) float64 { g := sq; return sum(sq, x) + g(2) }`,
	"recursive": `func F(x []float64) float64 { calls := 0; var walk func(i int) float64; walk = func(i int) float64 { calls++; if i >= len(x) { return 1 }; return x[i] + 2*walk(i+1) }; w := walk(0); return w + float64(calls) }`,
	"nested":    `func F(x []float64) float64 { s := 1.0; outer := func(a float64) { inner := func(b float64) { s += a * b }; inner(2); inner(a) }; for _, v := range x { outer(v) }; return s }`,
	"recursion with function": `func down(n int, f func(float64) float64, x float64) float64 { if n <= 0 { return x }; return down(n-1, f, f(x)) }
		func F(n int, a, x float64) float64 { return down(n, func(v float64) float64 { return v*a + 1 }, x) }`,
	"called at once": `func F(x float64) float64 { y := 1.0; func() { y += x }(); return y }`,
	"choose":         `func F(a, x float64, c bool) float64 { f := func(v float64) float64 { return v*a }; if c { f = func(v float64) float64 { return v+a } }; return f(x) }`,
	"sort of": `func bubble(n int, less func(i, j int) bool, swap func(i, j int)) { for i := 0; i < n; i++ { for j := 0; j+1 < n-i; j++ { if less(j+1, j) { swap(j, j+1) } } } }
		func F(x []float64) { bubble(len(x), func(i, j int) bool { return x[i] < x[j] }, func(i, j int) { x[i], x[j] = x[j], x[i] }) }`,
}

func TestClosures(t *testing.T) { accept(t, closures) }

var refused = map[string]string{
	"appended to behind its own end": `// 5 own-stale x may share memory with t, which was written in line 4
	func F(x []float64, n int) float64 {
		t := x[:2:2]
		for i := range n & 3 { t[0] = float64(i); t = append(t, 5); t[1] += 2 }
		return x[0] + 10*x[1] + 100*x[2] + t[len(t)-1] }`,
	"appended to behind the end of another": `// 6 own-stale x may share memory with t, which was written in line 5
	func F(x []float64, n int) float64 {
		u := x[:2:2]
		t := u[:1]
		for range n & 3 { t = append(t, 5) }
		return x[0] + 10*x[1] + 100*x[2] + t[len(t)-1] }`,
	"one slice in two elements": `// 4 own-stale rows may share memory with what was in rows before, which was written in line 4
	func F(x []float64) float64 {
		rows := [][]float64{x[:1:1], x}; r := append([]float64(nil), x...); rows = [][]float64{r, r}
		rows[0][0] = 1; return rows[1][0] }`,
	"changed behind a function that keeps": `// 4 own-stale fs may share memory with y, which was written in line 3
		func F(x, y float64) float64 { var fs []func(float64) float64; mk := func() { fs = append(fs, func(v float64) float64 { return v * y }) }; mk()
		y *= 2
		return fs[0](x) }`,
	"changed behind a function that keeps what it is given": `// 4 own-stale the result may share memory with y, which was written in line 3
		func wrap(fs []func(float64) float64, f func(float64) float64) []func(float64) float64 { return append(fs, func(v float64) float64 { return f(v) + 1 }) }; func F(x, y float64) float64 { fs := wrap(nil, func(v float64) float64 { return v * y })
		y *= 2
		return fs[0](x) }`,
	"nil beside functions of its own kind": `// 5 own-nil what is in a structure with functions that take such structures is compared with nil
		type N struct { v float64; f func(*N) float64; g []float64 }
		func F(x float64) float64 { ns := []N{{v: x, f: func(n *N) float64 { n.g = append(n.g, n.v); return n.v }}}; n := &ns[0]
		s := n.f(n)
		if n.g != nil { s += n.g[0] }
		return s }`,
	"stale": `// 2 own-stale y may share memory with x, which was written in line 2
func F(x []float64, n int) float64 { y := make([]float64, 3); for range n { z := y; y = x; x = z; x[0] += 1; if n > 2 { y = x } }
return y[0] + x[0] }`,
	"same argument": `// 3 own-args add gets memory of x and x that may be the same, and writes it
func add(y, x []float64, i int) { if i < len(x) { y[i] += x[len(x)-1-i]; add(y, x, i+1) } }
func F(x []float64) { add(x, x, 0) }`,
	"append and write": `// 2 own-stale x may share memory with y, which was written in line 2
func F(x []float64) float64 { y := append(x, 1); y[0] = 2; return x[0] }`,
	"cells of activations": `// 4 own-stale fs may share memory with what was in fs before, which was written in line 4
	func deep(fs []func() float64, n float64, d int) float64 {
		fs = append(fs, func() float64 { n++; return n }); s := 0.0
		if d > 0 { s = deep(fs, n*2, d-1) }
		for _, f := range fs { s += f() }
		return s }
	func F(x []float64) float64 { return deep(nil, x[0], len(x)) }`,
	"cells of functions in functions": `// 7 own-stale k may share memory with fs, which was written in line 4
	func F(x []float64) float64 {
		k := 1.0
		fs := []func(float64) float64{func(v float64) float64 { k++; return v * k }}
		g := fs[0]
		if x[0] > 1 { g = fs[len(x)-1] }
		hs := []func(float64) float64{func(v float64) float64 { return g(v) + k }}
		return hs[0](x[0]) + hs[0](2) + k }`,
	"cells called by functions in data": `// 7 own-stale c may share memory with gs, which was written in line 5
	func F(x []float64) float64 {
		c, q := x[0], 2.0
		gs := []func(float64) float64{func(v float64) float64 { c += v; return c }, func(v float64) float64 { return v * q }}
		r, hs := gs[len(x)&1](2), []func(float64) float64{gs[0]}
		g := gs[len(x)%2]; ks := []func(float64) float64{func(v float64) float64 { return g(v) * 2 }}
		for _, h := range ks { r += h(1) + c }
		return r + hs[0](r) }`,
	"cells of iterations": `// 6 own-stale gs may share memory with fs, which was written in line 5
func F(x []float64) float64 {
	var fs, gs []func() float64
	for _, n := range x { fs = append(fs, func() float64 { n++; return 0 }); gs = append(gs, func() float64 { return n }) }
	fs[0]()
	return gs[0]() }`,
	"capacity": `// 2 own-capacity the capacity of x, a parameter, is not known
func F(x []float64) int { return cap(x) }`,
	"a window, or nil, of a row and more": `// 5 own-stale m may share memory with y, which was written in line 4
	func F(m [][]float64) float64 { var t []float64
		if len(m[0]) > 1 { t = m[0][:len(m[0])-1] }
		y := append(t, m[0][:1]...)
		return m[0][len(m[0])-1] + y[0] }`,
	"taken out of a window that has no room": `// 4 own-stale x may share memory with y, which was written in line 2
	func F(x []float64) float64 { y := append(x[:1:1], x[2:]...)
		y[0] = 5
		return x[0] + 10*x[1] + y[1] }`,
	"a window of one that is nil at times": `// 6 own-stale x may share memory with w, which was written in line 5
	func F(x []float64, k int) float64 { var w []float64
		if k > 1 { w = x[:] }
		w = w[:len(w)/2]
		w = append(w, 5)
		return x[0] + w[len(w)-1] }`,
	"append twice": `// 2 own-stale a may share memory with y, which was written in line 2
func F(x []float64) float64 { y := append(x, 1); a := append(y, 1); b := append(y, 2); return a[len(a)-1]+b[0] }`,
	"a callee appends behind the end of a window": `// 5 own-stale y may share memory with p, which was written in line 4
func put(p []float64, v float64, n int) float64 { if n > 0 { return put(append(p, v), v, n-1) }; return p[len(p)-1] }
func F(x []float64) float64 {
	y := make([]float64, 4); s := put(y[:1], x[0], 2)
	return s + y[1] }`,
	"a method appends behind the end of a window in a struct": `// 6 own-stale y may share memory with s.buf, which was written in line 3
type S struct{ buf []float64 }
func (s S) add(v float64) S { s.buf = append(s.buf, v); return s }
func F(x []float64) float64 {
	y := make([]float64, 4); s := S{y[:1]}; s = s.add(x[0])
	return s.buf[1] + y[1] }`,
	"a callee's callee appends behind the end of an element": `// 6 own-stale y may share memory with p, which was written in line 2
func put(p [][]float64, v float64) { p[0] = append(p[0], v) }
func twice(p [][]float64, v float64) float64 { put(p, v); return p[0][1] }
func F(x []float64) float64 {
	y := make([]float64, 4); s := twice([][]float64{y[:1]}, x[0])
	return s + y[1] }`,
	"results of one function that appends": `// 4 own-stale the result may share memory with y, which was written in line 2
func push(p []float64, v float64) []float64 { return append(p, v) }
func F(x []float64) float64 { y := make([]float64, 2, 9); a := push(y, x[0]); b := push(y, x[1])
	return a[2] + b[2] }`,
	"shared row": `// 3 own-stale m may share memory with row, which was written in line 3
func F(n int) float64 { m := make([][]float64, 2); row := make([]float64, 2); m[0] = row
m[1] = row; row[0] = 1; return m[0][0] }`,
	"put in two places at once": `// 4 own-stale m may share memory with row, which was written in line 3
func F(m [][]float64, i, j int) float64 { row := make([]float64, 2)
m[i], m[j] = row, []float64{1, 2}; row[0] = 1
return m[0][0] }`,
	"towers of literals": `// 3 own-functions this function, or value of an interface, holds others of its own kind, as many as are made at run time
func rec(n int, f, g func(float64) float64, x float64) float64 { if n <= 0 { return f(x)*g(x) }
y := rec(n-1, func(v float64) float64 { return f(v) + 1 }, func(v float64) float64 { return g(f(v)) }, x)
return y + rec(n-2, func(v float64) float64 { return g(v) + 2 }, f, x) }
func F(x float64, n int) float64 { return rec(n, func(v float64) float64 { return v }, func(v float64) float64 { return 2*v }, x) }`,
	"capacity of a field": `// 3 own-capacity the capacity of what is in s is not known
type S struct { v []float64 }
func F(s *S) int { return cap(s.v) }`,
	"capacity of a field with an address": `// 4 own-capacity the capacity of what is in s is not known
type S struct { v []float64 }
func set(p *[]float64, x float64) { *p = append(*p, x) }
func F(x float64) int { s := S{v: []float64{x}}; set(&s.v, x); return cap(s.v) }`,
	"capacity of a field that is appended to in an element": `// 3 own-capacity the capacity of what is in s is not known
type S struct { v []float64 }
func F(x float64, i int) int { s := make([]S, 2); s[i].v = append(s[i].v, x); return cap(s[i].v) }`,
	"capacity behind a pointer": `// 2 own-capacity the capacity of s is not known: it is a parameter or result of a function literal, or a pointer points to it
func F(x float64) int { s := []float64{x}; p := &s; *p = append(*p, x); return cap(s) }`,
	"slice assigned behind a pointer": `// 4 own-nil a slice that is assigned through a pointer to it is compared with nil
func F(x []float64, k int) float64 { y := x; p := &y
if k > 1 { *p = nil }
if y == nil { return 1 }; return 2 }`,
	"element behind a pointer": `// 3 own-nil a pointer that is an element of a slice or array of a caller, or is reached through another pointer, is compared with nil
func F(x float64, k int) float64 { ps := make([]*float64, 2); p := &ps[k&1]
*p = &x; if ps[0] == nil { return 1 }; return *ps[0] }`,
}

// A function that gives a part of its argument is asked in loops for one element of that, without a copy of all: its
// calls become views. In other places, and of functions that do more, they stay.
func TestPartsInLoops(t *testing.T) {
	const head = `type M struct { n int; d []float64 }
		func (m *M) row(i int) []float64 { return m.d[i*m.n : (i+1)*m.n] }
		func part(x []float64, i int) []float64 { if i > 2 { return x[i:] }; return x[:i] }
		func long(x []float64, i int) []float64 { `
	for text, want := range map[string]int{
		"s += part(x, i+1)[0]": 0,
		"s += m.row(0)[i]":     0,
		"s += long(x, 1)[i&1]": 1,
	} {
		many := strings.Repeat("i++; i--; ", 10)
		res, list := try(t, head+many+"return x[i:] }\n"+
			"func F(x []float64, n int) float64 { m := M{2, x}; y := part(x, 1); s := y[0]; for i := range 2 { "+text+"; s *= m.d[0] }; return s }")
		if len(list) > 0 {
			t.Fatal(list.Err())
		}
		calls := 0
		flow.Walk(res.Program.Funcs[0].Body, func(s flow.Stmt) {
			if _, ok := s.(*flow.Call); ok {
				calls++
			}
		}, func(flow.Expr) {})
		if calls != want+1 {
			t.Errorf("%s: %d calls", text, calls)
		}
	}
}
