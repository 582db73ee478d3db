package proptest

import (
	"errors"
	"fmt"
	"sort"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/syntax"
)

func TestX(t *testing.T) {
	used := map[string]int{}
	vars := map[string]int{}
	var nodes []int
	esc, nz, disc, ns := 0, 0, 0, 0
	var tg, te time.Duration
	for s := range 1000 {
		t0 := time.Now()
		p := Generate(Config{Seed: int64(s), Features: AllFeatures})
		tg += time.Since(t0)
		if err := syntax.VerifyProgram(p.Program); err != nil {
			t.Fatal(s, err)
		}
		nodes = append(nodes, Nodes(p.Program))
		for k := range p.Used {
			used[k]++
		}
		for k := range Variants(p.Program) {
			vars[k]++
		}
		if Escapes(p.Program) {
			esc++
		}
		t0 = time.Now()
		in, err := Real().instantiate(p)
		if err != nil {
			fmt.Println(s, err)
			continue
		}
		sl, err := in.slopeAlong(in.direction())
		te += time.Since(t0)
		if errors.Is(err, ErrDiscard) {
			disc++
			continue
		}
		if err != nil {
			fmt.Println(s, err)
			continue
		}
		if !sl.smooth {
			ns++
			continue
		}
		for _, x := range sl.value {
			if x != 0 {
				nz++
				break
			}
		}
	}
	sort.Ints(nodes)
	fmt.Println("nodes", nodes[100], nodes[500], nodes[900], nodes[999], "esc", esc, "nz", nz, "disc", disc, "nonsmooth", ns, tg, te)
	fmt.Println(vars)
	for _, f := range Forms() {
		if used[f] < 130 {
			fmt.Println(f, used[f])
		}
	}
	for _, o := range syntax.Ops() {
		if used["op:"+o.Name] < 130 {
			fmt.Println(o.Name, used["op:"+o.Name])
		}
	}
}
