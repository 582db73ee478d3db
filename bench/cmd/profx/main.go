package main

import (
	"fmt"
	"os"
	"runtime/pprof"
	"time"

	"github.com/seed-4b734f86/gochad/bench/blind"
)

func main() {
	for _, p := range blind.All() {
		if p.Name != os.Args[1] || p.New == nil {
			continue
		}
		g := p.New(p.Default).(blind.Generated)
		g.Chad()
		f, _ := os.Create(os.Args[2])
		pprof.StartCPUProfile(f)
		n := 0
		for t := time.Now(); time.Since(t) < 2*time.Second; n++ {
			g.Chad()
		}
		pprof.StopCPUProfile()
		fmt.Println(p.Name, n)
	}
}
