package proptest

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestY(t *testing.T) {
	n := 200
	if s := os.Getenv("N"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	sys := Real()
	sys.Forward = skipNil{sys.Forward}
	sys.Reverse = skipNil{sys.Reverse}
	for _, p := range Properties() {
		if w := os.Getenv("P"); w != "" && w != p.Name {
			continue
		}
		t0 := time.Now()
		disc := 0
		msgs := map[string]int{}
		first := map[string]int{}
		for s := range n {
			c := Config{Seed: int64(s), Features: p.Features}
			if f := os.Getenv("OFF"); f != "" {
				k, _ := strconv.Atoi(f)
				c.Features &^= Features(k)
			}
			err := func() (err error) {
				defer func() {
					if r := recover(); r != nil {
						st := strings.Split(string(debug.Stack()), "\n")
						w := ""
						for _, l := range st {
							if strings.Contains(l, ".go:") && !strings.Contains(l, "/runtime/") && !strings.Contains(l, "y_test") && !strings.Contains(l, "construct.go") {
								w = l
								break
							}
						}
						err = fmt.Errorf("PANIC %v %s", r, w)
					}
				}()
				return p.Check(sys, Generate(c))
			}()
			if errors.Is(err, ErrDiscard) {
				disc++
				err = nil
			}
			if err != nil {
				m := err.Error()
				if len(m) > 260 {
					m = m[:260]
				}
				k := m
				if len(k) > 40 {
					k = k[:40]
				}
				msgs[k]++
				if msgs[k] == 1 {
					first[m] = s
				}
			}
		}
		fmt.Println("==", p.Name, time.Since(t0), "discarded", disc)
		for k, v := range msgs {
			fmt.Println("   ", v, strings.ReplaceAll(k, "\n", " "))
		}
		for k, v := range first {
			fmt.Println("       seed", v, k)
		}
	}
}
