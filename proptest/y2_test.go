package proptest

import (
	"errors"
	"fmt"
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/syntax"
	"os"
	"strconv"
	"strings"
	"testing"
)

func TestShrinkOne(t *testing.T) {
	seed, _ := strconv.Atoi(os.Getenv("SEED"))
	name := os.Getenv("P")
	match := os.Getenv("MATCH")
	if name == "" {
		t.Skip()
	}
	sys := Real()
	sys.Forward = skipNil{sys.Forward}
	sys.Reverse = skipNil{sys.Reverse}
	for _, p := range Properties() {
		if p.Name != name {
			continue
		}
		check := func(s *Sample) (err error) {
			defer func() {
				if r := recover(); r != nil {
					err = fmt.Errorf("PANIC %v", r)
				}
			}()
			err = p.Check(sys, s)
			if errors.Is(err, ErrDiscard) || err != nil && !strings.Contains(err.Error(), match) {
				err = nil
			}
			return err
		}
		c := Config{Seed: int64(seed), Features: p.Features}
		if f := os.Getenv("OFF"); f != "" {
			k, _ := strconv.Atoi(f)
			c.Features &^= Features(k)
		}
		s := Generate(c)
		err := check(s)
		tries := 0
	again:
		for _, f := range s.Shrinks() {
			n := f()
			if n == nil {
				continue
			}
			tries++
			if e := check(n); e != nil {
				s, err = n, e
				goto again
			}
		}
		fmt.Println(tries, "tries;", Nodes(s.Program), "nodes")
		fmt.Println(syntax.ProgramString(s.Program))
		fmt.Println(err)
		if os.Getenv("DUMP") != "" {
			in, _ := sys.instantiate(s)
			for _, f := range []*functor.Functor{in.fwd, in.rev} {
				d, _ := in.derive(f)
				fmt.Println(syntax.ProgramString(d.prog))
			}
		}
	}
}
