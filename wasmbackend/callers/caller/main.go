// Command caller calls the only function of a module of reals, with nothing but what the module says of itself (docs/wasm-abi.md):
// caller FILE.wasm '[size, …]' '[[x0, x1, …], …]' has a list for each leaf of the parameters, and prints one for each leaf of the results.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"math"
	"os"

	"github.com/tetratelabs/wazero"
)

func main() {
	var abi struct {
		Heap      uint32
		Messages  map[string]string
		Functions []struct {
			Name   string
			Fixed  uint32
			Leaves []struct {
				At   *uint32
				Dims [][][]int64
			}
		}
	}
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	m := must(r.CompileModule(ctx, must(os.ReadFile(os.Args[1]))))
	for _, s := range m.CustomSections() {
		if s.Name() == "chad.abi" {
			must(0, json.Unmarshal(s.Data(), &abi))
		}
	}
	var sizes []int64
	var args [][]float64
	must(0, json.Unmarshal([]byte(os.Args[2]), &sizes))
	must(0, json.Unmarshal([]byte(os.Args[3]), &args))
	inst, f := must(r.InstantiateModule(ctx, m, wazero.NewModuleConfig())), abi.Functions[0]
	at, count, end := map[int]uint32{}, map[int]uint32{}, abi.Heap+f.Fixed
	for i, l := range f.Leaves { // scalars stand where they say, arrays one behind the other
		if at[i], count[i] = end, 1; l.At != nil {
			at[i] = abi.Heap + *l.At
			continue
		}
		for _, d := range l.Dims {
			count[i] *= uint32(eval(d, sizes))
		}
		end += 8 * count[i]
	}
	inst.Memory().Grow(end >> 16)
	for i, xs := range args { // the leaves of the parameters come first
		for k, x := range xs {
			inst.Memory().WriteFloat64Le(at[i]+uint32(8*k), x)
		}
	}
	stack := []uint64{uint64(abi.Heap)}
	for _, n := range sizes {
		stack = append(stack, uint64(n))
	}
	if status := must(inst.ExportedFunction(f.Name).Call(ctx, stack...))[0]; status != 0 {
		log.Fatal(abi.Messages[fmt.Sprint(status)])
	}
	for i := len(args); i < len(f.Leaves); i++ {
		for k := range count[i] {
			bits, _ := inst.Memory().ReadUint64Le(at[i] + 8*k)
			fmt.Print(math.Float64frombits(bits), " ")
		}
		fmt.Println()
	}
}

// eval is a sum of products, each a coefficient and the numbers of sizes.
func eval(terms [][]int64, sizes []int64) (sum int64) {
	for _, t := range terms {
		p := t[0]
		for _, v := range t[1:] {
			p *= sizes[v]
		}
		sum += p
	}
	return sum
}

func must[T any](x T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return x
}
