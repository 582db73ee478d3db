package text

import "github.com/seed-4b734f86/gochad/internal/suggest"

// didYouMean gives a hint with the nearest of the known names, or "" when none is near.
func didYouMean(name string, known []string) string { return suggest.DidYouMean(name, known) }
