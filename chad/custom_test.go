package chad_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
)

// An attached derivative is the derivative in every operator, also when its definition is the one
// that is differentiated: here it is 3x, not the true 2x of x².
func TestAttachedDerivativeAtTheRoot(t *testing.T) {
	m, err := chad.Parse("f.chad", []byte("def f (x : real) : real = x * x\nderivative f (x, dx) = 3 * x * dx\ndef g (x : real) : real = f x"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"f", "g"} {
		f, err := m.Func(name)
		if err != nil {
			t.Fatal(err)
		}
		for op, of := range map[string]func(*chad.Func, ...string) (*chad.Func, error){
			"Grad": chad.Grad, "Jacobian": chad.Jacobian, "JVP": chad.JVP, "VJP": chad.VJP, "Hessian": chad.Hessian,
		} {
			d, err := of(f)
			if err != nil {
				t.Fatal(err)
			}
			args, want := []any{5.0}, any(15.0)
			switch op {
			case "JVP", "VJP":
				args = append(args, 1.0)
			case "Hessian":
				want = 3.0
			}
			got, err := d.Eval(args...)
			if err != nil {
				t.Fatal(err)
			}
			if pair, ok := got.([]any); ok {
				got = pair[1]
			}
			if got != want {
				t.Errorf("%s of %s: got %v, want %v", op, name, got, want)
			}
		}
	}
}
