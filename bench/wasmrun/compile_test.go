package wasmrun

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/penrose"
	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

var (
	diagramsIn = flag.String("penrose", "", "the folder with the diagrams; they are not part of chad")
	steps      = flag.Bool("steps", false, "print what each step of the compiler takes")
	digests    = flag.String("digests", "", "write the digests of all that is compiled to this file")
	longest    = flag.Int("longest", 0, "digests: also of lines with this many operations")
)

// A target makes bytes from a function.
var targets = []struct {
	name string
	make func(*chad.Func) ([]byte, error)
}{
	{"wasm", func(f *chad.Func) ([]byte, error) {
		m, err := chad.CompileWasm(wasmbackend.Options{WithoutNames: true}, chad.Export{Func: f, Name: "line", Results: []string{"value", "xbar"}})
		if err != nil {
			return nil, err
		}
		return m.Code.Encode(), nil
	}},
	{"go", func(f *chad.Func) ([]byte, error) {
		return chad.Emit("p", "", chad.Export{Func: f, Name: "Line"})
	}},
}

// BenchmarkCompile is what the compiler takes from a term to a module or to Go, in processor time with that of the
// garbage collector:
//
//	go test ./wasmrun -run - -bench Compile/wasm/line-2000 [-steps] [-penrose FOLDER]
func BenchmarkCompile(b *testing.B) {
	for _, t := range targets {
		for _, n := range []int{162, 1620, 16200, 162000} { // some six operations each
			b.Run(fmt.Sprintf("%s/line-%d", t.name, 6*n), func(b *testing.B) {
				f, err := line(n)
				if err != nil {
					b.Fatal(err)
				}
				compiles(b, float64(6*n), func() ([]byte, error) {
					g, err := chad.ValueAndGrad(f, "x")
					if err != nil {
						return nil, err
					}
					return t.make(g)
				})
			})
		}
	}
	if *diagramsIn == "" {
		return
	}
	ds, err := penrose.Read(*diagramsIn)
	if err != nil {
		b.Fatal(err)
	}
	for _, d := range ds {
		b.Run("diagram/"+strings.ReplaceAll(d.ID, "/", "_"), func(b *testing.B) {
			compiles(b, float64(len(d.Nodes)), func() ([]byte, error) {
				m, err := d.Compile(wasmbackend.Options{WithoutNames: true})
				if err != nil {
					return nil, err
				}
				return m.Code.Encode(), nil
			})
		})
	}
}

func compiles(b *testing.B, ops float64, f func() ([]byte, error)) {
	b.ReportAllocs()
	clock := measure.CPU()
	start := clock()
	for b.Loop() {
		if _, err := f(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric((clock()-start).Seconds()*1e3/float64(b.N), "cpu-ms/op")
	b.ReportMetric((clock()-start).Seconds()*1e6/float64(b.N)/ops, "cpu-ms/1000ops")
	if *steps {
		r := &times.Record{Clock: clock}
		stop := times.Start(r)
		if _, err := f(); err != nil {
			b.Fatal(err)
		}
		stop()
		fmt.Fprintln(os.Stderr, r)
	}
}

// TestDigests writes what all bytes are that come out, so that two versions of the compiler can be held against each
// other.
func TestDigests(t *testing.T) {
	if *digests == "" {
		t.Skip("say where: -digests FILE")
	}
	debug.SetGCPercent(400)
	var out strings.Builder
	lines := []int{0, 1, 7, 27, 162, 1620}
	if *longest > 0 {
		lines = append(lines, *longest)
	}
	for _, n := range lines {
		f, err := line(n)
		if err != nil {
			t.Fatal(err)
		}
		g, err := chad.ValueAndGrad(f, "x")
		if err != nil {
			t.Fatal(err)
		}
		for _, to := range targets {
			code, err := to.make(g)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "line %d %s %d %x\n", n, to.name, len(code), sha256.Sum256(code))
		}
	}
	if *diagramsIn != "" {
		ds, err := penrose.Read(*diagramsIn)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range ds {
			m, err := d.Compile(wasmbackend.Options{WithoutNames: true})
			if err != nil {
				fmt.Fprintf(&out, "%s: %v\n", d.ID, err)
				continue
			}
			code := m.Code.Encode()
			fmt.Fprintf(&out, "%s %d %x\n", d.ID, len(code), sha256.Sum256(code))
			runtime.GC()
		}
	}
	if err := os.WriteFile(*digests, []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
