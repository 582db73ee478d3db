package chad

import (
	"strings"
	"testing"
)

// Definitions that some operators cannot take.
const oddSrc = `
data fs = None | More ((real -> real), fs)
data tree = Leaf | Node (real, tree, tree)
data empty = Unit1 | Unit2

def returnsSum (x : real) : real + (real, real) = if x > 0 then inl x else inr (x, x)
def returnsFunc (x : real) : real -> real = \y. x * y
def returnsFuncs (x : real) : (real -> real, real) = (\y. x * y, x)
def returnsInt (x : real) : int = int (floor x)
def returnsUnit (x : real) : unit = ()
def returnsBool (x : real) : bool = x > 0
def returnsData (x : real) : tree = Node (x, Leaf, Leaf)
def returnsDyn [n] (v : [n]real) : [?]real = filter (\x. x > 0) v
def returnsMatrix [n] (v : [n]real) : [n][n]real = [[v[i] * v[j] | j < n] | i < n]
def takesFunc (f : real -> real, x : real) : real = f x
def takesOnlyFunc (f : real -> real) : real = f 1
def takesSum (s : real + real, x : real) : real = case s of inl a -> a * x | inr b -> b
def takesData (t : tree, x : real) : real = case t of Leaf -> x | Node (a, l, r) -> a * x + takesData (l, x)
def takesFuncData (t : fs, x : real) : real = case t of None -> x | More (f, r) -> f (takesFuncData (r, x))
def takesInt (n : int) : real = real n
def takesNothing () : real = 3
def takesDyn (v : [?]real) : real = sum v
def takesTuple (p : (real, [2]real)) : real = p.1 * sum (p.2)
def takesUnit (u : unit, x : real) : real = x * x
def takesRecord (p : {a : real, b : real}) : real = p.a * p.b * p.b
def usesFuncData (x : real) : real = takesFuncData (More (\y. x * y, More (\y. y * y, None)), x)
def buildsFuncData (x : real) : real = grad (\y. usesFuncData (y * x)) x
def gradOfCapturedParam (f : real -> real, x : real) : real = grad (\y. f (y * x)) x
def usesCapturedParam (x : real) : real = gradOfCapturedParam (\y. y * y, x)
def recursesFunc (f : real -> real, x : real, n : int) : real = if n <= 0 then grad f x else recursesFunc (\y. f (y * y), x, n - 1)
def usesRecursesFunc (x : real) : real = recursesFunc (\y. y * x, x, 2)
def spinning (x : real) : real = spinning (x + 1)
def ping (x : real) : real = pong x
def pong (x : real) : real = ping x
def outOfRange [n] (v : [n]real) : real = v[int 7]
def negativeSize (x : real, k : int) : real = let size n = k in sum [x | i < n]
def emptyMax (x : real) : real = let size n = 0 in maximum [x | i < n]
def divides (x : real, k : int) : real = x * real (1 / k)
def two [n] (a : [n]real, b : [n]real) : real = sum (zipWith (\x y. x * y) a b)
def idle [n, m] (a : [n + m]real, b : [m]real) : real = sum a + sum b
`

func oddModule(t *testing.T) *Module {
	t.Helper()
	m, err := Parse("odd.chad", []byte(oddSrc))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestNoPanics applies every entry point to odd definitions.
func TestNoPanics(t *testing.T) {
	m := oddModule(t)
	for _, name := range m.Names() {
		f, err := m.Func(name)
		if err != nil {
			t.Fatal(err)
		}
		guarded := func(what string, g func() (any, error)) {
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("%s of %s: panic: %.300v", what, name, r)
				}
			}()
			_, err := g()
			if err != nil && (strings.Contains(err.Error(), "syntax:") || strings.Contains(err.Error(), "panic") || strings.Contains(err.Error(), "a defect of chad")) {
				t.Errorf("%s of %s: an internal message: %v", what, name, err)
			}
			if testing.Verbose() {
				t.Logf("%s of %s: %v", what, name, err)
			}
		}
		for what, op := range map[string]func(*Func, ...string) (*Func, error){
			"ValueAndGrad": ValueAndGrad, "Grad": Grad, "VJP": VJP, "JVP": JVP, "HVP": HVP, "Hessian": Hessian, "Jacobian": Jacobian,
			"Plain": func(f *Func, _ ...string) (*Func, error) { return f.Plain() },
		} {
			var d *Func
			guarded(what, func() (any, error) {
				var err error
				d, err = op(f)
				return d, err
			})
			if d == nil {
				continue
			}
			guarded("Emit "+what, func() (any, error) { return Emit("p", "", Export{Func: d}) })
			guarded("Eval "+what, func() (any, error) { return d.Eval(1.0) })
			guarded("Grad of "+what, func() (any, error) { return Grad(d) })
			guarded("JVP of "+what, func() (any, error) { return JVP(d) })
			for _, p := range f.def.Params {
				guarded(what+" by "+p.Name, func() (any, error) { return op(f, p.Name, p.Name) })
			}
		}
		for _, stage := range Stages() {
			for _, mode := range Modes() {
				guarded(stage+" "+mode, func() (any, error) { return Show(f, ShowOptions{Mode: mode, Stage: stage}) })
			}
		}
	}
}
