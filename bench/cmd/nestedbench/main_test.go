package main

import (
	"strings"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/nested"
)

func TestTable(t *testing.T) {
	var out strings.Builder
	if err := table(&out, measure.Options{Time: time.Millisecond, Rounds: measure.MinRounds}); err != nil {
		t.Fatal(err)
	}
	for _, c := range nested.Cases(false) {
		if !strings.Contains(out.String(), "\n| "+c.Name+" | "+c.Size+" | ") {
			t.Errorf("no row of %s:\n%s", c.Name, out.String())
		}
	}
	if err := table(&out, measure.Options{Time: time.Millisecond, Rounds: 1}); err == nil {
		t.Error("one round is accepted")
	}
}
