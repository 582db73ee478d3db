// Package simplify rewrites terms of the core language, source and target, by
// named rules that keep the meaning and never raise the cost.
package simplify
