package chad

import (
	"errors"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/text"
)

// deepShapes nest; levels is what one of them costs of [text.MaxNesting]. An iteration in each other is refused by the
// Go back end, long before that. The sums depend on all indices around them: one that does not is made once, in front
// of the loop.
var deepShapes = []struct{ name, open, leaf, close string }{
	{"calls", "sin (", "x", ")"},
	{"operators", "(x * ", "x", ")"},
	{"minus", "-(", "x", ")"},
	{"lets", "let y = ", "x", " * x in y + y"},
	{"bodies", "let y = x * x in (", "x", ")"},
	{"if", "if x > 0 then x * (", "x", ") else x"},
	{"pairs", "fst (", "x", ", x)"},
	{"lambdas", `(\y. y * (`, "x", ")) x"},
	{"loops", "loop s = x for i < 2 do s * (", "x", ")"},
	{"sums", "sum [let x = x + real (int i) in x * (", "x", ") | i < 9]"},
	{"cases", "(case g x of P a -> a * (", "x", ") | N b -> b)"},
}

func deepProgram(open, leaf, end string, n int) []byte {
	return []byte("data d = P real | N real\ndef g (x : real) : d = if x > 0 then P x else N (2 * x)\n--chad:grad\ndef f (x : real) : real = " + strings.Repeat(open, n) + leaf + strings.Repeat(end, n) + "\n")
}

// Programs nested as deeply as the text form allows pass all stages; deeper ones are refused at a position.
func TestDeep(t *testing.T) {
	for _, s := range deepShapes {
		t.Run(s.name, func(t *testing.T) {
			low, high := 1, text.MaxNesting+2 // low is accepted, high is not
			for low+1 < high {
				mid := (low + high) / 2
				if _, ds := text.Load("deep.chad", deepProgram(s.open, s.leaf, s.close, mid)); ds.Err() == nil {
					low = mid
				} else {
					high = mid
				}
			}
			if low < text.MaxNesting/8 {
				_, ds := text.Load("deep.chad", deepProgram(s.open, s.leaf, s.close, high))
				t.Fatalf("refused at depth %d: %v", high, ds.Err())
			}
			t.Logf("accepted up to depth %d", low)
			if s.name == "loops" || s.name == "sums" {
				_, err := Generate("deep.chad", deepProgram(s.open, s.leaf, s.close, 60), "deep")
				if err == nil || !strings.Contains(err.Error(), "deep.chad:3:") || !strings.Contains(err.Error(), "nested") {
					t.Fatalf("no positioned error: %v", err)
				}
				low = 12
			}
			out, err := Generate("deep.chad", deepProgram(s.open, s.leaf, s.close, low), "deep")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := parser.ParseFile(token.NewFileSet(), "deep.go", out, 0); err != nil {
				t.Fatal(err)
			}
			_, err = Generate("deep.chad", deepProgram(s.open, s.leaf, s.close, high), "deep")
			var list *diag.Error
			if !errors.As(err, &list) || !strings.Contains(err.Error(), "deep.chad:4:") {
				t.Fatalf("depth %d: no positioned error: %v", high, err)
			}
		})
	}
}
