package linear

import (
	"fmt"
	"strings"
	"testing"
)

// wantPanic checks that f panics with package linear's prefix and the text.
func wantPanic(t *testing.T, text string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		msg := fmt.Sprint(recover())
		if !strings.HasPrefix(msg, "linear: ") || !strings.Contains(msg, text) {
			t.Errorf("panic %q, want the prefix linear: and %q", msg, text)
		}
	}()
	f()
}
