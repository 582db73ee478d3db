package chad_test

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"
)

//go:embed testdata/recursions.chad
var recursionCases string

// The laws of TestRandomRecursions for arrays in cells, sums, pairs and rows of matrices that recursive definitions
// update, which the random programs do not have.
func TestRecursionCases(t *testing.T) {
	at := strings.Index(recursionCases, "def case1 ")
	for k, text := range strings.Split(recursionCases[at:], "def case")[1:] {
		text = strings.Replace(text, fmt.Sprint(k+1), "def main", 1)
		if f := stateFault(recursionCases[:at]+text, true); f != nil {
			t.Errorf("case %d: %v", k+1, f)
		}
	}
}
