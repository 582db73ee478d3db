package translate

import "github.com/seed-4b734f86/gochad/internal/diag"

// hintOf is what to write instead of what a code stands for.
func hintOf(code diag.Code) string { return "" }
