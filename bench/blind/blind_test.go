package blind

import (
	"strings"
	"testing"
)

// TestGenerated compares the generated gradients with those written by hand, at two sizes each.
func TestGenerated(t *testing.T) {
	for _, p := range All() {
		t.Run(p.Name, func(t *testing.T) {
			if p.Refused != "" {
				t.Skip(p.Refused)
			}
			larger := make([]int, len(p.Small))
			for i, n := range p.Small {
				larger[i] = n + 1 + i%2
			}
			for _, sizes := range [][]int{p.Small, larger} {
				err, want := Check(p.New(sizes).(Generated)), wrong[p.Name]
				switch {
				case want == "" && err != nil:
					t.Errorf("%v: %v", sizes, err)
				case want != "" && err == nil:
					t.Errorf("%v is right: take it out of wrong.go", sizes)
				case want != "" && !strings.HasPrefix(err.Error(), want):
					t.Errorf("%v: %v\nnot %s", sizes, err, want)
				}
			}
		})
	}
}

// TestSizes sees to it that sizes have names.
func TestSizes(t *testing.T) {
	for _, p := range All() {
		if n := len(p.Sizes); n == 0 || len(p.Default) != n || len(p.Small) != n {
			t.Errorf("%s: sizes %v, %v, %v", p.Name, p.Sizes, p.Default, p.Small)
		}
		if _, ok := p.New(p.Small).(Generated); ok == (p.Refused != "") {
			t.Errorf("%s is generated: %v, refused: %q", p.Name, ok, p.Refused)
		}
	}
}
