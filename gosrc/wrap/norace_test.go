//go:build !race

package wrap_test

// underRace says that these tests run under the race detector; the generated packages do then, too.
const underRace = false
