package proptest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/syntax"
)

func TestDebug(t *testing.T) {
	if os.Getenv("P") == "" {
		t.Skip()
	}
	var seed int64
	fmt.Sscan(os.Getenv("SEED"), &seed)
	sys := Real()
	for _, p := range Properties() {
		if p.Name != os.Getenv("P") {
			continue
		}
		s := Generate(Config{Seed: seed, Features: p.Features})
		for os.Getenv("SEED") == "" {
			if e := p.Try(sys, s); e != nil && strings.Contains(e.Error(), os.Getenv("MATCH")) {
				break
			}
			seed++
			s = Generate(Config{Seed: seed, Features: p.Features})
		}
		err := p.Try(sys, s)
	again:
		for _, f := range s.Shrinks() {
			if n := f(); n != nil {
				if e := p.Try(sys, n); e != nil && strings.Contains(e.Error(), os.Getenv("MATCH")) {
					s, err = n, e
					goto again
				}
			}
		}
		fmt.Println(seed, s, err)
		in, _ := sys.instantiate(s)
		for _, f := range []*functor.Functor{in.fwd, in.rev} {
			if d, e := in.derive(f); e == nil {
				fmt.Println(syntax.ProgramString(d.prog))
				if d, e = d.then(sys.Simplify); e == nil {
					fmt.Println("SIMPLIFIED", syntax.ProgramString(d.prog))
				} else {
					fmt.Println(e)
				}
			} else {
				fmt.Println(e)
			}
		}
	}
}
