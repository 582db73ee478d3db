// Package form has what the rules of package simplify ask of terms by their form, and how they put terms together: how
// often the bodies of a node run, which indices are the same, what stands in the places of a tuple, what is zero where
// something else is.
package form
