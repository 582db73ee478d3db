package text_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/text"
)

// load elaborates and verifies a program.
func load(t testing.TB, src string) *syntax.Program {
	t.Helper()
	p, errs := text.Load("test.chad", []byte(src))
	if errs != nil {
		t.Fatalf("%v\nin\n%s", errs, src)
	}
	if err := syntax.VerifyProgram(p); err != nil {
		t.Fatalf("%v\nfrom\n%s\n%s", err, src, syntax.ProgramString(p))
	}
	return p
}

// pre is put before each program of values.
const pre = `
type point = {x : real, y : real}
data list = Nil | Cons (real, list)
data color = Red | Green | Blue
def dot [n] (a : [n]real, b : [n]real) : real = sum [a[i] * b[i] | i < n]
def add (x : real, y : real) = x + y
def twice (h : real -> real, x : real) : real = h (h x)
def total (l : list) : real = case l of Nil -> 0 | Cons (h, t) -> h + total t
def logistic (z : real) : real = 1 / (1 + exp (-z))
derivative logistic (z, dz) = let s = logistic z in s * (1 - s) * dz
`

// values are expressions with what they denote, computed by hand.
var values = []struct{ name, src, want string }{
	{"literals", "(1 : real)", "1"},
	{"integer stays int", "7 / 2", "3"},
	{"integer becomes real", "7 / 2.0", "3.5"},
	{"literal decided later", "let k = 3; x = k * 0.5 in x", "1.5"},
	{"precedence", "2.0 + 3 * 4 - -1", "15"},
	{"left associative", "10.0 - 3 - 2", "5"},
	{"power is right associative", "2.0 ^ 3 ^ 2", "512"},
	{"power under minus", "-2.0 ^ 2", "-4"},
	{"real power", "4.0 ^ 0.5", "2"},
	{"comparison", "if 1 < 2 && not (2.0 ≥ 3) then 1.0 else 0.0", "1"},
	{"bool equality", "if true == false || true != false then 1 else 0", "1"},
	{"short circuit", "let a = [1.0]; i = 1 in if i < 1 && a[i] > 0 then 1 else 0", "0"},
	{"let list", "\n  let x = 2.0\n      y = x * x\n      (a, b) = (y, x) in\n  a + b", "6"},
	{"shadowing", "let x = 1; x = x + 1 in let x = x * 10 in x", "20"},
	{"tuple pattern", "let ((a, _), c) = ((1, 2), 3) in a + c", "4"},
	{"angles", "let ⟨a, b⟩ = ⟨1.5, 2⟩ in a * b", "3"},
	{"components", "let p = (1, (2.0, 3.0)) in p.2.1 + fst p.2 + snd (snd p)", "7"},
	{"records", "let p = {y = 1, x = 2.0 * 2} in p.x", "4"},
	{"record as declared", "let p = ({y = 1, x = 2} : point) in p.x", "2"},
	{"record pattern", "let {x, y = z} = ({x = 1, y = 2} : point) in x - z", "-1"},
	{"field of a parameter found later", "(\\p. p.x) ({x = 1, y = 2} : point)", "1"},
	{"lambda", "(λx y. x - y) 5 (3 : int)", "2"},
	{"lambda on a pair", "(\\(x, y). x - y) (5.0, 3)", "2"},
	{"definition with two parameters", "add (1, 2)", "3"},
	{"definition on a pair", "let p = (1.0, 2.0) in add p", "3"},
	{"definition as a value", "twice (logistic, 0) > 0.5", "true"},
	{"lambda as argument", "twice (\\x. x * 3, 2)", "18"},
	{"primitive as argument", "twice (exp, 0) == exp 1", "true"},
	{"primitive of two", "max (3, 4) + max 1 2", "6"},
	{"sizes", "dot ([1, 2, 3], [4, 5, 6])", "32"},
	{"comprehension", "sum [real (i * i) | i < 4]", "14"},
	{"two indices", "let a = [[i * 10 + j | j < 3] | i < 2] in a[1, 2]", "12"},
	{"nested ranges", "let a = [i * 10 + j | i < 2, j < 3] in a[1][2]", "12"},
	{"run-time length", "let k = 2 + 3 in sum [1.0 | i < k]", "5"},
	{"checked index", "let a = [1.0, 2]; k = 0 in a[k + 1]", "2"},
	{"index of run-time length", "let a = filter (\\x. x > 1) [1.0, 2, 3] in a[1]", "3"},
	{"map", "sum (map (\\x. x * x) [1.0, 2, 3])", "14"},
	{"map a definition", "map logistic [0.0]", "[0.5]"},
	{"map a primitive", "map exp [0.0]", "[1]"},
	{"map a constructor", "map Cons [(1.0, Nil)]", "[inj1 (1, inj0 ())]"},
	{"map over run-time length", "length (map exp (filter (\\x. x > 1) [1.0, 2, 3]))", "2"},
	{"zipWith", "zipWith (\\x y. x - y) [5, 7] [1, 2]", "[4, 5]"},
	{"zipWith a definition", "zipWith add [5, 7] [1, 2]", "[6, 9]"},
	{"fold", "fold (\\acc x. acc * 10 + x) 0 [1, 2, 3]", "123"},
	{"fold a pair", "fold (\\(acc, x). acc - x) 0 [1, 2, 3]", "-6"},
	{"fold a primitive", "fold max 0.0 [1, 3, 2]", "3"},
	{"fold over pairs", "fold (\\s (a, b). s + a * b) 0.0 [(1, 2), (3, 4)]", "14"},
	{"scan", "scan (\\acc x. acc + x) 0 [1, 2, 3]", "[1, 3, 6]"},
	{"reduce", "reduce add 0 [1, 2, 3]", "6"},
	{"product", "product [2, 3, 4]", "24"},
	{"maximum", "maximum [2, 3, 1] - minimum [2, 3, 1]", "2"},
	{"build", "build 3 (\\i. i * 2)", "[0, 2, 4]"},
	{"replicate", "replicate 2 1.5", "[1.5, 1.5]"},
	{"iota", "iota 3", "[0, 1, 2]"},
	{"set", "set [1, 2, 3] 1 7", "[1, 7, 3]"},
	{"gather", "gather [10, 20, 30] [2, 0]", "[30, 10]"},
	{"scatter", "scatter [0, 0, 0] [1, 1] [5, 6]", "[0, 6, 0]"},
	{"scatterAdd", "scatterAdd [1.0, 0, 0] [0, 0] [5, 6]", "[12, 0, 0]"},
	{"histogram", "histogram 3 [0, 2, 2]", "[1, 0, 2]"},
	{"concat", "concat [1, 2] [3]", "[1, 2, 3]"},
	{"slice", "slice [1, 2, 3, 4] 1 2", "[2, 3]"},
	{"reverse", "reverse [1, 2, 3]", "[3, 2, 1]"},
	{"transpose", "transpose [[1, 2], [3, 4], [5, 6]]", "[[1, 3, 5], [2, 4, 6]]"},
	{"matmul", "matmul [[1, 2], [3, 4]] [[5], [6]]", "[[17], [39]]"},
	{"argmax", "argmax [1, 3, 2]", "1"},
	{"filter", "filter (\\x. x > 1) [1, 3, 0, 2]", "[3, 2]"},
	{"size", "size [1, 2, 3] + length [[1], [2]]", "5"},
	{"pack and coerce", "let a = pack [1.0, 2]; size n = length a; b = a :> [n]real in dot (b, b)", "5"},
	{"int to idx", "let a = [1.0, 2]; i = 1 :> idx 2 in a[i]", "2"},
	{"counted loop", "loop s = 1 for i < 3 do s * 2 + i", "12"},
	{"loop of a pair", "fst (loop (a, b) = (0, 1) for i < 10 do (b, a + b))", "55"},
	{"run-time trips", "let k = 4 in loop s = 1.0 for i < k do s * 2", "16"},
	{"while", "loop s = 1.0 while s < 10 do s * 2", "16"},
	{"while of a pair", "loop (s, k) = (1.0, 0) while s < 10 do (s * 2, k + 1)", "(16, 4)"},
	{"sums", "case (inl 3 : int + bool) of inl a -> a | inr b -> if b then 1 else 0", "3"},
	{"three variants", "case (in3 2.5 : int + bool + real) of in1 a -> 0 | in3 c -> c | in2 b -> 1", "2.5"},
	{"data", "total (Cons (1, Cons (2, Nil)))", "3"},
	{"enumeration", "case Green of Red -> 1 | Blue -> 2 | Green -> 3", "3"},
	{"conversion", "real (int 2.9) + real 1", "3"},
	{"index as a number", "sum [real i / 2 | i < 3]", "1.5"},
	{"constants", "if cos pi < 0 && 1 < inf then 1 else 0", "1"},
	{"else if", "let x = 5 in if x < 1 then 1 else if x < 10 then 2 else 3", "2"},
	{"ascription", "((\\x. x) : real -> real) 2", "2"},
	{"adding arrays", "[1.0, 2] + [3, 4] + [5, 6]", "[9, 12]"},
	{"adding tuples", "(1.0, 2) + (3, 4)", "(4, 6)"},
	{"collect", "loop s = 1 for i < 3 collect (s * 2, s + i)", "(8, [1, 3, 6])"},
	{"loop down", "fst (loop s = 0 for i < 3 down collect (s * 10 + i, ()))", "210"},
	{"checkpoint", "2 * checkpoint 3 + 1", "8"},
	{"checkpoint of sqrt", "checkpoint sqrt 16 + 1", "5"},
	{"checkpoint of a loop", "checkpoint loop s = 1 for i < 3 do s * 2 + i", "12"},
	{"checkpoint by sqrt", "checkpoint sqrt do loop s = 1 for i < 3 do s * 2 + i", "12"},
	{"checkpoint by binomial", "(checkpoint binomial 7 do loop s = 1 for i < 3 do s * 2 + i) + 1", "13"},
	{"checkpoint whole of a loop", "checkpoint whole do loop s = 1.0 while s < 10 do s * 2", "16"},
	{"checkpoint in a condition", "loop s = 1.0 while checkpoint s < 10 do s * 2", "16"},
	{"accumulate", "loop s = 1.0 for i < 3 sum (s * 2, s)", "(8, 7)"},
	{"while collecting", "loop s = 1 while s < 5 collect (s * 2, s)", "(8, [1, 2, 4])"},
	{"oneHot", "oneHot 3 1 2.5", "[0, 2.5, 0]"},
	{"filterIdx", "map (\\i. int i) (filterIdx 4 (\\i. i > 1))", "[2, 3]"},
	{"index of an int", "[10, 20][index 2 1]", "20"},
	{"unit", "(\\(). 3) ()", "3"},
}

func TestValues(t *testing.T) {
	for _, c := range values {
		t.Run(c.name, func(t *testing.T) {
			p := load(t, pre+"def main = "+c.src)
			v, err := semantics.Call(p.Lookup("main"))
			if err != nil {
				t.Fatal(err)
			}
			if got := semantics.Format(v); got != c.want {
				t.Errorf("%s: got %s, want %s", c.src, got, c.want)
			}
		})
	}
}

// Programs print as text that loads again, with the same meaning.
func TestReadBack(t *testing.T) {
	for _, c := range values {
		if c.name == "three variants" {
			continue // the types of the variants that do not occur are not printed
		}
		p := load(t, pre+"def main = "+c.src)
		q := load(t, syntax.ProgramString(p))
		v, err := semantics.Call(q.Lookup("main"))
		if err != nil || semantics.Format(v) != c.want {
			t.Errorf("%s: got %v (%v), want %s from\n%s", c.name, v, err, c.want, syntax.ProgramString(p))
		}
	}
}

func TestRunTimeErrorsHavePositions(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"def main =\n  let a = [1.0]; i = 3 in\n  a[i - 1]", "test.chad:3:5"},
		{"def main = 1 + 7 / (2 - 2)", "test.chad:1:18"},
		{"def main =\n  let a = pack [1.0] in\n  (a :> [2]real)", "test.chad:3:4"},
		{"def main = let k = 0 - 1; size n = k in sum [1.0 | i < n]", "test.chad:1:36"},
	} {
		p := load(t, c.src)
		_, err := semantics.Call(p.Lookup("main"))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\ngot %v, want an error at %s", c.src, err, c.want)
		}
	}
}

func TestSignatures(t *testing.T) {
	p := load(t, `
def even (n : int) = if n == 0 then true else odd (n - 1)
def odd (n : int) = if n == 0 then false else even (n - 1)
def late (x : real) = early x
def early (x) = x * 2.0
def norm [n] (v : [n]real) = sqrt (sum (zipWith (\a b. a * b) v v))
def grid [n, m] (a : [n][m]real) = concat (transpose a) (transpose a)
def g (p : {x : real, k : int}) = grad (\q. q.x * q.x) p
def h (x : real) = vjp (\y. (y, 2 * y)) x (1, 10)
def j [n] (v : [n]real) = jvp (\w. [sin w[i] | i < n]) v v
def cols [n, k] (x : [n][k]real) = let c = transpose x in [scaled c[j] | j < k]
def scaled [n] (v : [n]real) : [n]real = let m = norm v in [v[i] / m | i < n]
def uses [n, k] (x : [n][k]real, y : [n]real) = let u = cols x in sum (map sum [u[j][i] * y[i] | j < k, i < n])
def keep [n] (v : [n]real) = filter (\x. x > 0) v
`)
	for name, want := range map[string]string{
		"even": "(n : int) : bool", "odd": "(n : int) : bool", "late": "(x : real) : real",
		"early": "(x : real) : real", "norm": "(v : [n]real) : real",
		"grid": "(a : [n][m]real) : [2*m][n]real", "h": "(x : real) : real",
		"g": "(p : {x : real, k : int}) : {x : real, k : unit}",
		"j": "(v : [n]real) : [n]real", "keep": "(v : [n]real) : [?]real",
		"cols": "(x : [n][k]real) : [k][n]real", "uses": "(x : [n][k]real, y : [n]real) : real",
	} {
		d := p.Lookup(name)
		var params []string
		for _, x := range d.Params {
			params = append(params, fmt.Sprintf("%s : %s", x.Name, x.Type))
		}
		if got := fmt.Sprintf("(%s) : %s", strings.Join(params, ", "), d.Result); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// A call may not change the signature of what it calls: the second call of total meets the size
// that the first one solved an unknown with.
func TestSignaturesOutliveCalls(t *testing.T) {
	p := load(t, `
def diff [n] (a : [n]real, b : [n]real) : [n]real = [a[i] - b[i] | i < n]
def total (r : [3]real) : real = sum r
def one (x : [3]real) : real = total (diff (x, x))
def two (x : [3]real) : real = total (diff (x, x))
`)
	if got := p.Lookup("total").Params[0].Type.String(); got != "[3]real" {
		t.Errorf("total takes %s", got)
	}
}

func TestCustomDerivative(t *testing.T) {
	p := load(t, `
def f (x : real, y : real) : real = x * y
derivative f (x, y, dx, dy) = x * dy + y * dx
def g [n] (a : [n]real, k : int) : [n]real = [a[i] ^ k | i < n]
derivative g ((a, k), (da, _)) = [real k * a[i] ^ (k - 1) * da[i] | i < n]
def h (p : (real, real)) : real = p.1 + p.2
derivative h ((a, b), (da, db)) = da + db
`)
	for _, name := range []string{"f", "g", "h"} {
		d := p.Lookup(name)
		if d.Custom == nil || len(d.Custom.Tangents) != len(d.Params) {
			t.Errorf("%s: derivative %+v", name, d.Custom)
		}
	}
}

// FuzzLoad checks that elaboration never panics, and that what it accepts is well typed.
func FuzzLoad(f *testing.F) {
	for _, v := range values {
		f.Add([]byte(pre + "def main = " + v.src))
	}
	files, _ := filepath.Glob("testdata/*/*.chad")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, chunk := range strings.Split(string(src), "\n-----\n") {
			f.Add([]byte(chunk))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		p, errs := text.Load("f.chad", src)
		if errs != nil {
			if p != nil || errs.Err().Error() == "" {
				t.Fatal("a program, or no message")
			}
			return
		}
		if err := syntax.VerifyProgram(p); err != nil {
			t.Fatalf("%v\nfrom\n%s", err, src)
		}
	})
}
