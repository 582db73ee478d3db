package translate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// Constructs on the border of the subset: the code that each gives, or none where it is in. What the fixes make of them
// compiles.
func TestBorder(t *testing.T) {
	for name, c := range map[string]struct{ text, code string }{
		"recursive type dropped":                      {"type T struct {\n\tv float64\n\tnext *T\n}\n\nfunc F(t *T) float64 { return t.v }", ""},
		"recursive type followed":                     {"type T struct {\n\tv float64\n\tnext *T\n}\n\nfunc F(t *T) float64 { return t.next.v }", "opaque-value"},
		"tree of slices":                              {"type T struct {\n\tv float64\n\tkids []T\n}\n\nfunc F(t T) float64 { return t.v + float64(len(t.kids)) }", ""},
		"map written":                                 {"func F(x float64) float64 {\n\tm := map[int]float64{}\n\tm[1] = x\n\treturn x\n}", ""},
		"map of strings":                              {"func F(x float64) float64 {\n\tm := map[int]string{}\n\tm[1] = \"a\"\n\treturn x\n}", ""},
		"map counted":                                 {"func F(m map[int]bool) float64 { return float64(len(m)) }", "opaque-value"},
		"map deleted":                                 {"func F(m map[int]bool, x float64) float64 {\n\tdelete(m, 1)\n\treturn x\n}", "map-value"},
		"map cleared in its loop":                     {"func F(x float64) float64 {\n\tm := map[int]bool{1: true, 2: true}\n\tfor range m {\n\t\tx *= 2\n\t\tclear(m)\n\t}\n\treturn x\n}", "range-map"},
		"map filled in its loop":                      {"func f(m map[int]bool) { m[len(m)] = true }\n\nfunc F(x float64) float64 {\n\tm := map[int]bool{1: true, 2: true}\n\tfor range m {\n\t\tx *= 2\n\t\tf(m)\n\t}\n\treturn x\n}", "range-map"},
		"map taken from beside":                       {"func f(m map[int]float64) float64 {\n\tdelete(m, 1)\n\treturn 2\n}\n\nfunc F(x float64) float64 {\n\tm := map[int]float64{1: x}\n\treturn m[1] * f(m)\n}", "evaluation-order"},
		"map given beside":                            {"func f(m map[int]float64) float64 {\n\tm[1]++\n\treturn m[1]\n}\n\nfunc F(x float64) float64 {\n\tm := map[int]float64{1: x}\n\treturn f(m) * f(m)\n}", ""},
		"field changed beside another":                {"type C struct {\n\tvars []float64\n\tat int\n}\n\nfunc (c *C) eval(n int) float64 {\n\tc.at++\n\tif n > 2 {\n\t\treturn 1\n\t}\n\treturn c.vars[n] * c.eval(n+1)\n}\n\nfunc F(x []float64) float64 {\n\tc := &C{vars: x}\n\treturn c.eval(0) + float64(c.at)\n}", "evaluation-order"},
		"field beside another changed":                {"type C struct {\n\tvars []float64\n\tat int\n}\n\nfunc (c *C) eval(n int) float64 {\n\tc.at++\n\tif n > 2 {\n\t\treturn 1\n\t}\n\treturn c.vars[n] * c.eval(n+1)\n}\n\nfunc F(x []float64) float64 {\n\tc := &C{vars: x}\n\treturn c.eval(0)\n}", ""},
		"field changed by an alias":                   {"type C struct{ u, v []float64 }\n\nfunc (c *C) eval(k int) float64 {\n\tw := c.u\n\tif k > 0 {\n\t\tw = c.v\n\t}\n\tw[0] = 2\n\treturn 1\n}\n\nfunc F(x float64) float64 {\n\tc := C{[]float64{x}, []float64{x}}\n\treturn c.v[0] * c.eval(1)\n}", "evaluation-order"},
		"field changed in an embedded one":            {"type B struct{ v float64 }\n\nfunc (b *B) inc() float64 {\n\tb.v++\n\treturn b.v\n}\n\ntype C struct{ B }\n\nfunc F(x float64) float64 {\n\tc := C{B{x}}\n\treturn c.v * c.inc()\n}", "evaluation-order"},
		"field changed in an inner one":               {"type B struct{ v float64 }\n\nfunc (b *B) inc() float64 {\n\tb.v++\n\treturn b.v\n}\n\ntype C struct{ b, d B }\n\nfunc (c *C) step() float64 { return c.b.inc() }\n\nfunc F(x float64) float64 {\n\tc := C{B{x}, B{x}}\n\treturn c.b.v * c.step()\n}", "evaluation-order"},
		"field beside a changed inner one":            {"type B struct{ v float64 }\n\nfunc (b *B) inc() float64 {\n\tb.v++\n\treturn b.v\n}\n\ntype C struct{ b, d B }\n\nfunc (c *C) step() float64 { return c.b.inc() }\n\nfunc F(x float64) float64 {\n\tc := C{B{x}, B{x}}\n\treturn c.d.v * c.step() * c.d.v\n}", ""},
		"whole changed beside a field":                {"type C struct{ u, v float64 }\n\nfunc (c *C) reset() float64 {\n\t*c = C{1, 2}\n\treturn 3\n}\n\nfunc F(x float64) float64 {\n\tc := C{x, x}\n\treturn c.v * c.reset()\n}", "evaluation-order"},
		"numbers given to a function value":           {"func each[T any](v []T, f func(T)) float64 {\n\tfor _, x := range v {\n\t\tf(x)\n\t}\n\treturn 1\n}\n\nfunc F(x []float64) (s float64) {\n\treturn x[0] * each(x, func(v float64) { s += v })\n}", ""},
		"rows given to a function value":              {"func each[T any](v []T, f func(T)) float64 {\n\tfor _, x := range v {\n\t\tf(x)\n\t}\n\treturn 1\n}\n\nfunc F(x [][]float64) float64 {\n\treturn x[0][0] * each(x, func(r []float64) { r[0] *= 2 })\n}", "evaluation-order"},
		"pointer in a field beside its own":           {"type B struct{ v float64 }\n\nfunc (b *B) inc() float64 {\n\tb.v++\n\treturn b.v\n}\n\ntype C struct{ b *B }\n\nfunc F(x float64) float64 {\n\tc := C{&B{x}}\n\treturn c.b.inc() / (1 - c.b.inc())\n}", ""},
		"pointer in a field, and behind it":           {"type B struct{ v float64 }\n\nfunc (b *B) inc() float64 {\n\tb.v++\n\treturn b.v\n}\n\ntype C struct{ b *B }\n\nfunc F(x float64) float64 {\n\tc := C{&B{x}}\n\treturn c.b.v * c.b.inc()\n}", "evaluation-order"},
		"pointer in a field that changes":             {"type B struct{ v float64 }\n\nfunc set(b **B) float64 {\n\t*b = &B{2}\n\treturn 1\n}\n\ntype C struct{ b *B }\n\nfunc F(x float64) float64 {\n\tc := C{&B{x}}\n\treturn c.b.v * set(&c.b)\n}", "evaluation-order"},
		"rows by a method of a type":                  {"type S[T any] struct{ v []T }\n\nfunc (s *S[T]) each(f func(T)) float64 {\n\tfor _, x := range s.v {\n\t\tf(x)\n\t}\n\treturn 1\n}\n\nfunc F(x []float64) float64 {\n\ts := &S[[]float64]{[][]float64{x}}\n\treturn s.v[0][0] * s.each(func(r []float64) { r[0] *= 2 })\n}", "evaluation-order"},
		"numbers by a method of a type":               {"type S[T any] struct{ v []T }\n\nfunc (s *S[T]) each(f func(T)) float64 {\n\tfor _, x := range s.v {\n\t\tf(x)\n\t}\n\treturn 1\n}\n\nfunc F(x []float64) (t float64) {\n\ts := &S[float64]{x}\n\treturn s.v[0] * s.each(func(v float64) { t += v })\n}", ""},
		"string length":                               {"func F(s string, x float64) float64 { return x * float64(len(s)) }", "opaque-value"},
		"constant string length":                      {"const s = \"abc\"\n\nfunc F(x float64) float64 { return x * float64(len(s)) }", ""},
		"string range":                                {"func F(s string, x float64) float64 {\n\tfor range s {\n\t\tx++\n\t}\n\treturn x\n}", "opaque-value"},
		"string switch":                               {"func F(s string, x float64) float64 {\n\tswitch s {\n\tcase \"a\":\n\t\treturn 1\n\t}\n\treturn x\n}", ""},
		"string compared":                             {"func F(s, t string, x float64) float64 {\n\tif s == t {\n\t\treturn 1\n\t}\n\treturn x\n}", "opaque-value"},
		"string made":                                 {"func F(s string, x float64) float64 {\n\tif s+\"a\" == \"ba\" {\n\t\treturn 1\n\t}\n\treturn x\n}", "opaque-value"},
		"string ordered":                              {"func F(s string, x float64) float64 {\n\tif s < \"a\" || s == \"b\" {\n\t\treturn 1\n\t}\n\treturn x\n}", "opaque-value"},
		"string in a message":                         {"func F(s string, x float64) float64 {\n\tif s != \"a\" {\n\t\tpanic(\"not \" + s)\n\t}\n\treturn x\n}", ""},
		"constant switch":                             {"const mode = \"fast\"\n\nfunc F(x float64) float64 {\n\tswitch mode {\n\tcase \"fast\":\n\t\treturn x\n\t}\n\tprintln()\n\treturn 0\n}", ""},
		"dead branch":                                 {"const debug = false\n\nfunc F(x float64) float64 {\n\tif debug {\n\t\tprintln(x)\n\t}\n\treturn x\n}", ""},
		"asserted there and back":                     {"type Image interface{ At() float64 }\n\ntype Setter interface {\n\tImage\n\tSet(v float64)\n}\n\ntype plain struct{ v float64 }\n\nfunc (p *plain) At() float64   { return p.v }\nfunc (p *plain) Set(v float64) { p.v = v }\n\nfunc settle(m Image) float64 {\n\tif s, ok := m.(Setter); ok {\n\t\treturn peel(s)\n\t}\n\treturn m.At()\n}\n\nfunc peel(s Setter) float64 {\n\tif m, ok := s.(Image); ok {\n\t\treturn m.At()\n\t}\n\treturn 0\n}\n\nfunc F(x float64) float64 { return settle(&plain{x}) }", "type-assertion"},
		"asserted there":                              {"type Image interface{ At() float64 }\n\ntype Setter interface {\n\tImage\n\tSet(v float64)\n}\n\ntype plain struct{ v float64 }\n\nfunc (p *plain) At() float64   { return p.v }\nfunc (p *plain) Set(v float64) { p.v = v }\n\nfunc settle(m Image) float64 {\n\tif s, ok := m.(Setter); ok {\n\t\treturn peel(s)\n\t}\n\treturn m.At()\n}\n\nfunc peel(s Setter) float64 {\n\treturn s.At()\n}\n\nfunc F(x float64) float64 { return settle(&plain{x}) }", ""},
		"interface unused":                            {"func F(x float64, v any) float64 {\n\tw := v\n\t_ = w\n\treturn x\n}", ""},
		"interface nil":                               {"func F(x float64, v any) float64 {\n\tif v == nil {\n\t\treturn 0\n\t}\n\treturn x\n}", "nil-compare"},
		"interface nil in each call":                  {"type S interface{ Next() float64 }\n\nfunc g(s S, x float64) float64 {\n\tif s != nil {\n\t\treturn x * s.Next()\n\t}\n\treturn x\n}\n\nfunc F(x float64) float64 { return g(nil, x) }", ""},
		"interface nil, handed on":                    {"type S interface{ Next() float64 }\n\nfunc g(s S, x float64) float64 {\n\tif s != nil {\n\t\treturn x * s.Next()\n\t}\n\treturn x\n}\n\nfunc h(s S, x float64) float64 {\n\tf := func() float64 { return g(s, x) }\n\treturn f()\n}\n\nfunc F(x float64) float64 { return h(nil, x) }", ""},
		"interface nil, and assigned":                 {"type S interface{ Next() float64 }\n\nfunc g(s S, o S, x float64) float64 {\n\tif x > 1 {\n\t\ts = o\n\t}\n\tif s != nil {\n\t\treturn 2 * x\n\t}\n\treturn x\n}\n\nfunc F(x float64, o S) float64 { return g(nil, o, x) }", "nil-compare"},
		"interface nil, with its address":             {"type S interface{ Next() float64 }\n\nfunc set(p *S, o S) { *p = o }\n\nfunc g(s S, o S, x float64) float64 {\n\tset(&s, o)\n\tif s != nil {\n\t\treturn 2 * x\n\t}\n\treturn x\n}\n\nfunc F(x float64, o S) float64 { return g(nil, o, x) }", "nil-compare"},
		"interface nil in one call":                   {"func g(s any, x float64) float64 {\n\tif s != nil {\n\t\treturn 2 * x\n\t}\n\treturn x\n}\n\nfunc F(x float64, o any) float64 { return g(nil, x) + g(o, x) }", "nil-compare"},
		"any nil in each call":                        {"func g(s any, x float64) float64 {\n\tif nil == s {\n\t\treturn 2 * x\n\t}\n\treturn x\n}\n\nfunc F(x float64) float64 { return g(nil, x) }", ""},
		"slice nil":                                   {"func F(x []float64) float64 {\n\tif x == nil {\n\t\treturn 0\n\t}\n\treturn x[0]\n}", ""},
		"function nil":                                {"func F(f func(float64) float64) float64 {\n\tif f != nil {\n\t\treturn f(1)\n\t}\n\treturn 0\n}", ""},
		"error nil":                                   {"func F(x float64, err error) float64 {\n\tif err != nil {\n\t\treturn 0\n\t}\n\treturn x\n}", ""},
		"errors.Is":                                   {"import (\n\t\"errors\"\n\t\"io\"\n)\n\nfunc F(x float64, err error) float64 {\n\tif errors.Is(err, io.EOF) {\n\t\treturn 0\n\t}\n\treturn x\n}", "foreign-call"},
		"complex":                                     {"func F(x float64) float64 {\n\tc := complex(x, 1)\n\treturn real(c * c)\n}", ""},
		"complex unused":                              {"func F(x float64) float64 {\n\tc := complex(x, 1)\n\t_ = c\n\treturn x\n}", ""},
		"channel made":                                {"func F(x float64) float64 {\n\tc := make(chan float64, 1)\n\tc <- x\n\treturn x\n}", "channel"},
		"channel range":                               {"func F(c chan float64) (s float64) {\n\tfor v := range c {\n\t\ts += v\n\t}\n\treturn\n}", "channel"},
		"channel ok":                                  {"func F(c chan float64) float64 {\n\tv, _ := <-c\n\treturn v\n}", "channel"},
		"channel in opaque":                           {"func F(c chan string, x float64) float64 {\n\t_ = <-c\n\treturn x\n}", "channel"},
		"closed":                                      {"func F(c chan string, x float64) float64 {\n\tclose(c)\n\treturn x\n}", "channel"},
		"global slice element":                        {"var g = []float64{1}\n\nfunc F(x float64) float64 {\n\tg[0] = x\n\treturn x\n}", "global-write"},
		"global written elsewhere":                    {"var g = 1.0\n\nfunc Set(x float64) { g = x }\n\nfunc F(x float64) float64 { return x * g }", "global-write"},
		"global address":                              {"var g = 1.0\n\nfunc P() *float64 { return &g }\n\nfunc F(x float64) float64 { *P() = x; return x * g }", "global-write"},
		"a condition that decides nothing":            {"type T struct{ a any }\n\nfunc F(x float64, v any) float64 {\n\tvar t T\n\tif v != nil {\n\t\tt.a = v\n\t}\n\treturn x\n}", ""},
		"a condition that guards":                     {"type T struct{ a any }\n\nfunc F(x []float64, v any) float64 {\n\tvar t T\n\tif v != nil && x[5] > 0 {\n\t\tt.a = v\n\t}\n\treturn x[0]\n}", "nil-compare"},
		"global address read":                         {"var g = [2]float64{1, 2}\n\nfunc get(p *[2]float64) float64 { return p[1] }\n\nfunc F(x float64) float64 { return x * get(&g) }", ""},
		"global address kept":                         {"var g = 1.0\n\nvar p = &g\n\nfunc set() { *p = 2 }\n\nfunc F(x float64) float64 { return x * g }", "global-write"},
		"global filled":                               {"var g [3]float64\n\nfunc init() {\n\tfor i := range g {\n\t\tg[i] = float64(i)\n\t}\n}\n\nfunc F(x float64) float64 { return x * g[1] }", ""},
		"global filled and set later":                 {"var g [3]float64\n\nfunc init() { g[1] = 2 }\n\nfunc Set() { g[1] = 3 }\n\nfunc F(x float64) float64 { return x * g[1] }", "global-write"},
		"global filled by a literal":                  {"var g [3]float64\n\nvar set func()\n\nfunc init() { set = func() { g[1] = 2 } }\n\nfunc F(x float64) float64 { return x * g[1] }", "global-write"},
		"global filled, kept elsewhere":               {"var g = make([]float64, 3)\n\nvar h []float64\n\nfunc init() {\n\tg[1] = 2\n\th = g\n}\n\nfunc Set() { h[1] = 3 }\n\nfunc F(x float64) float64 { return x * g[1] }", "global-write"},
		"global read before it is filled":             {"var g [3]float64\n\nvar h = g[1]\n\nfunc init() { g[1] = 2 }\n\nfunc F(x float64) float64 { return x * h }", "global-write"},
		"global read while it is filled":              {"var g [3]float64\n\nfunc last() float64 { return g[1] }\n\nfunc init() {\n\tg[1] = 2\n\tg[2] = last()\n}\n\nfunc F(x float64) float64 { return x * g[2] }", "global-write"},
		"global filled from one that a function sets": {"var g, h float64\n\nfunc init() { h = 1 }\n\nfunc set() { h = 2 }\n\nfunc init() { set() }\n\nfunc init() { g = h }\n\nfunc F(x float64) float64 { return x * g }", "global-write"},
		"global filled by init that returns":          {"var g [3]float64\n\nfunc init() {\n\tg[1] = 2\n\tif g[2] == 0 {\n\t\treturn\n\t}\n\tg[1] = 3\n}\n\nfunc init() { g[1]++ }\n\nfunc F(x float64) float64 { return x * g[1] }", "global-write"},
		"global read":                                 {"var g, h = 1.0, 2.0\n\nfunc F(x float64) float64 { return x * g * h }", ""},
		"global pair":                                 {"var g, h = two()\n\nfunc two() (float64, float64) { return 1, 2 }\n\nfunc F(x float64) float64 { return x * g * h }", ""},
		"mutex":                                       {"import \"sync\"\n\nvar mu sync.Mutex\n\nfunc F(x float64) float64 {\n\tmu.Lock()\n\treturn x\n}", "goroutine"},
		"goto past what is captured":                  {"func F(x float64) float64 {\n\tk := 0\n\tvar f func() float64\nfirst:\n\ty := x\n\tf = func() float64 { return y }\nsecond:\n\tk++\n\tif k < 3 {\n\t\tgoto second\n\t}\n\tif k < 5 {\n\t\tgoto first\n\t}\n\treturn f()\n}", "goto"},
		"once of the package":                         {"import \"sync\"\n\nvar once sync.Once\n\nfunc F(x float64) float64 {\n\tonce.Do(func() {})\n\treturn x\n}", "goroutine"},
		"recovered, compared with nil":                {"func F(x float64) (y float64) {\n\tdefer func() {\n\t\tif recover() != nil {\n\t\t\ty = 1\n\t\t}\n\t}()\n\treturn x\n}", "recover"},
		"mutex of its own":                            {"import \"sync\"\n\ntype C struct {\n\tmu sync.Mutex\n\tv float64\n}\n\nfunc F(x float64) float64 {\n\tvar c C\n\tc.mu.Lock()\n\tdefer c.mu.Unlock()\n\tc.v = x\n\treturn c.v\n}", ""},
		"mutex of the caller":                         {"import \"sync\"\n\ntype C struct {\n\tmu sync.Mutex\n\tv float64\n}\n\nfunc F(c *C) float64 {\n\tc.mu.Lock()\n\treturn c.v\n}", "goroutine"},
		"mutex of the caller, unused":                 {"import \"sync\"\n\ntype C struct {\n\tmu sync.Mutex\n\tv float64\n}\n\nfunc F(c *C) *C { return &C{v: c.v} }", ""},
		"wait group":                                  {"import \"sync\"\n\nfunc F(x float64) float64 {\n\tvar wg sync.WaitGroup\n\twg.Wait()\n\treturn x\n}", "goroutine"},
		"atomic":                                      {"import \"sync/atomic\"\n\nfunc F(x float64, n *int64) float64 {\n\tatomic.AddInt64(n, 1)\n\treturn x\n}", "goroutine"},
		"random":                                      {"import \"math/rand/v2\"\n\nfunc F(x float64) float64 { return x * rand.NormFloat64() }", "impure-call"},
		"random nodiff":                               {"import \"math/rand/v2\"\n\n//chad:nodiff\nfunc noise() float64 { return rand.NormFloat64() }\n\nfunc F(x float64) float64 { return x * noise() }", "impure-call"},
		"random deeper":                               {"import \"math/rand\"\n\nfunc draw(n int) int { return rand.Intn(n) }\n\n//chad:nodiff\nfunc noise(n int) float64 { return float64(draw(n)) }\n\nfunc F(x float64) float64 { return x * noise(3) }", "impure-call"},
		"random of a shared source":                   {"import \"math/rand/v2\"\n\nvar source = rand.New(rand.NewPCG(1, 2))\n\n//chad:nodiff\nfunc noise() float64 { return source.Float64() }\n\nfunc F(x float64) float64 { return x * noise() }", "impure-call"},
		"random of a seed":                            {"import \"math/rand/v2\"\n\n//chad:nodiff\nfunc noise(seed int) float64 { return rand.New(rand.NewPCG(uint64(seed), 0)).Float64() }\n\nfunc F(x float64, k int) float64 { return x * noise(k) }", ""},
		"random of a seed here":                       {"import \"math/rand/v2\"\n\nfunc F(x float64, k uint64) float64 { return x * rand.New(rand.NewPCG(k, 0)).Float64() }", "foreign-call"},
		"time nodiff":                                 {"import \"time\"\n\n//chad:nodiff\nfunc late() bool { return time.Now().Unix() > 2000000000 }\n\nfunc F(x float64) float64 {\n\tif late() {\n\t\treturn 0\n\t}\n\treturn x\n}", "impure-call"},
		"time in a variable nodiff":                   {"import \"time\"\n\n//chad:nodiff\nfunc late() bool {\n\tt := time.Now()\n\treturn t.Unix() > 2000000000\n}\n\nfunc F(x float64) float64 {\n\tif late() {\n\t\treturn 0\n\t}\n\treturn x\n}", "impure-call"},
		"time of day nodiff":                          {"import \"time\"\n\n//chad:nodiff\nfunc hour(t int) int { return time.Unix(int64(t), 0).UTC().Hour() }\n\nfunc F(x float64, t int) float64 { return x * float64(hour(t)) }", ""},
		"printing":                                    {"import \"log\"\n\nfunc F(x float64) float64 {\n\tlog.Printf(\"%v\", x)\n\treturn x\n}", "io"},
		"formatting":                                  {"import \"fmt\"\n\nfunc F(x float64) float64 {\n\t_ = fmt.Sprint(x)\n\treturn x\n}", ""},
		"builder":                                     {"import \"strings\"\n\nfunc F(x float64) float64 {\n\tvar b strings.Builder\n\tb.WriteString(\"a\")\n\treturn x\n}", ""},
		"time":                                        {"import \"time\"\n\nfunc F(x float64) float64 { return x * time.Since(time.Time{}).Seconds() }", "foreign-call"},
		"goroutine":                                   {"func F(x float64) float64 {\n\tdone := make(chan bool)\n\tgo func() { done <- true }()\n\t<-done\n\treturn x\n}", "goroutine"},
		"interface made here":                         {"type I interface{ M() float64 }\n\ntype T float64\n\nfunc (t T) M() float64 { return float64(t) }\n\nfunc g(i I) float64 { return i.M() }\n\nfunc F(x float64) float64 { return g(T(x)) }", ""},
		"interface from outside":                      {"import \"math/rand/v2\"\n\nfunc F(x float64) float64 {\n\tvar s rand.Source = rand.NewPCG(1, 2)\n\treturn x * float64(s.Uint64())\n}", "foreign-call"},
		"interface never called":                      {"type I interface{ M() float64 }\n\ntype T struct{ i I }\n\nfunc F(t T, x float64) float64 {\n\tu := t\n\t_ = u.i\n\treturn x\n}", ""},
		"embedded interface":                          {"type I interface{ M() float64 }\n\ntype T struct{ I }\n\nfunc F(t T) float64 { return t.M() }", "interface-call"},
		"interface method value":                      {"type I interface{ M() float64 }\n\nfunc F(t I) float64 {\n\tf := t.M\n\treturn f()\n}", "interface-call"},
		"embedded missing":                            {"func F(x float64) float64 { return x + float64(cap([]float64{1})) }", ""},
		"unsafe size":                                 {"import \"unsafe\"\n\nfunc F(x float64) float64 { return x * float64(unsafe.Sizeof(x)) }", ""},
		"unsafe pointer":                              {"import \"unsafe\"\n\nfunc F(x float64) float64 { return *(*float64)(unsafe.Pointer(&x)) }", "opaque-value"},
		"label goto":                                  {"func F(x float64) float64 {\n\tgoto end\nend:\n\treturn x\n}", ""},
		"conversion to interface":                     {"func F(x float64) float64 {\n\tv := any(x)\n\treturn v.(float64)\n}", ""},
		"generic type switch":                         {"func g[T any](v T) float64 {\n\tswitch any(v).(type) {\n\tcase float64:\n\t\treturn 1\n\t}\n\treturn 2\n}\n\nfunc F(x float64) float64 { return x * g(x) }", ""},
	} {
		t.Run(name, func(t *testing.T) {
			text := "package p\n\n" + strings.Replace(c.text, "func F(", "//chad:grad\nfunc F(", 1) + "\n"
			_, diags := translateText(t, text)
			var codes []string
			for _, d := range diags {
				for _, f := range d.Fixes {
					check(t, "p", map[string]string{"p.go": fixed(text, f)}, "")
				}
				codes = append(codes, string(d.Code))
				if !d.Pos.IsValid() || d.Hint == "" || d.Line == "" {
					t.Errorf("incomplete: %+v", d)
				}
			}
			if c.code == "" && len(codes) > 0 || c.code != "" && (len(codes) == 0 || codes[0] != c.code) {
				t.Errorf("got %s, want %q\n%v", strings.Join(codes, " "), c.code, diags)
			}
		})
	}
}

// A value of a type that contains itself is refused with what to write in its place; others, calls that ask which error
// it is, and sorts in reverse, with what helps there.
func TestLinkedHint(t *testing.T) {
	const list = "type T struct {\n\tv float64\n\tnext *T\n\tkids []T\n}\n\nfunc (t *T) sum() float64 { return t.v }\n\n"
	for text, want := range map[string]string{
		list + "func F(t *T) float64 { return t.next.v }":                                                                        "ints that say where",
		list + "func F(t *T) float64 { return t.next.sum() }":                                                                    "ints that say where",
		list + "func F(t *T) float64 { return t.kids[0].v }":                                                                     "ints that say where",
		list + "func F(t *T) (s float64) {\n\tfor _, k := range t.kids {\n\t\ts += k.sum()\n\t}\n\treturn\n}":                    "ints that say where",
		list + "func F(t *T) (s float64) {\n\tvar k T\n\tfor _, k = range t.kids {\n\t\ts += k.sum()\n\t}\n\treturn\n}":          "ints that say where",
		"func F(x float64, a, b string) float64 {\n\tif a == b {\n\t\treturn 2\n\t}\n\treturn x\n}":                              "[]byte",
		"import \"errors\"\n\nfunc F(x float64, e, f error) float64 {\n\tif errors.Is(e, f) {\n\t\treturn 2\n\t}\n\treturn x\n}": "compare the error with nil",
		"import \"sort\"\n\nfunc F(x []float64) float64 {\n\tsort.Sort(sort.Reverse(sort.Float64Slice(x)))\n\treturn x[0]\n}":    "compare the other way round",
	} {
		_, diags := translateText(t, "package p\n\n"+text+"\n")
		if len(diags) == 0 || !strings.Contains(diags[0].Hint, want) {
			t.Errorf("%s: %v, want %q", text, diags, want)
		}
	}
}

// fixed is a text with the edits of a fix made.
func fixed(text string, f diag.Fix) string {
	for _, e := range slices.Backward(f.Edits) {
		text = text[:e.Start] + e.New + text[e.End:]
	}
	return text
}

// What is refused as a place is not refused again for what is done there, which would say nothing of how to write it.
func TestRefusedPlace(t *testing.T) {
	const list = "package p\n\ntype T struct {\n\tv float64\n\tn int\n\tnext *T\n}\n\n"
	for _, change := range []string{"t.next.v *= x", "t.next.v++", "t.next.n <<= 2", "t.next.n--"} {
		_, diags := translateText(t, list+"func F(t *T, x float64) float64 {\n\t"+change+"\n\treturn t.v + float64(t.n)\n}\n")
		if len(diags) != 1 || diags[0].Code != "opaque-value" {
			t.Errorf("%s: %d messages: %v", change, len(diags), diags.Err())
		}
	}
}
