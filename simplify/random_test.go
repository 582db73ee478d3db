package simplify_test

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/proptest"
)

func TestRandomTmp(t *testing.T) {
	n := 300
	if s := os.Getenv("N"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	sys := proptest.Real()
	for _, p := range proptest.Properties() {
		if !strings.Contains(os.Getenv("P"), p.Name) {
			continue
		}
		bad := map[string]int{}
		for s := range n {
			c := proptest.Config{Seed: int64(s), Features: p.Features}
			err := func() (err error) {
				defer func() {
					if r := recover(); r != nil {
						st := string(debug.Stack())
						k := strings.Index(st, "panic(")
						err = fmt.Errorf("PANIC %v %s", r, st[k:min(len(st), k+1200)])
					}
				}()
				return p.Check(sys, proptest.Generate(c))
			}()
			if err != nil && !errors.Is(err, proptest.ErrDiscard) {
				m := err.Error()
				k := m
				if len(k) > 30 {
					k = k[:30]
				}
				bad[k]++
				if bad[k] <= 3 {
					t.Errorf("%s seed %d: %s", p.Name, s, m[:min(len(m), 900)])
				}
			}
		}
		t.Log(p.Name, bad)
	}
}
