package proptest

import (
	"fmt"
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
)

func TestX(t *testing.T) {
	used := map[string]int{}
	tot := 0
	for s := range 1000 {
		p := Generate(Config{Seed: int64(s), Features: AllFeatures | Operators})
		n := 0
		for _, d := range p.Program.Defs {
			n += syntax.CountNodes(d.Body)
		}
		tot += n
		for k := range p.Used {
			used[k]++
		}
	}
	fmt.Println(tot / 1000)
	for _, f := range Forms() {
		if used[f] < 150 {
			fmt.Println(f, used[f])
		}
	}
	for _, o := range syntax.Ops() {
		if used["op:"+o.Name] < 150 {
			fmt.Println(o.Name, used["op:"+o.Name])
		}
	}
}
