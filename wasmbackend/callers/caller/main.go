// Command caller evaluates the gradient of a function f (x : [n]real) : real with nothing but what the module says of
// itself (docs/wasm-abi.md): caller FILE.wasm '[x0, x1, …]' prints f and its gradient.
package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"

	"github.com/tetratelabs/wazero"
)

func main() {
	var abi struct {
		Heap      uint32
		Messages  map[uint64]string
		Functions []struct {
			Name   string
			Fixed  uint32
			Leaves []struct{ At uint32 }
		}
	}
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	code := must(r.CompileModule(ctx, must(os.ReadFile(os.Args[1]))))
	must(0, json.Unmarshal(code.CustomSections()[0].Data(), &abi)) // chad.abi is the first
	m, f := must(r.InstantiateModule(ctx, code, wazero.NewModuleConfig())), abi.Functions[0]
	var x []float64
	must(0, json.Unmarshal([]byte(os.Args[2]), &x))
	size, at := uint32(8*len(x)), abi.Heap+f.Fixed // x stands behind the fixed part of the block, its gradient behind x
	m.Memory().Grow((at + 2*size) >> 16)
	block, _ := m.Memory().Read(at, size)
	must(binary.Encode(block, binary.LittleEndian, x))
	if status := must(m.ExportedFunction(f.Name).Call(ctx, uint64(abi.Heap), uint64(len(x))))[0]; status != 0 {
		panic(abi.Messages[status])
	}
	value, _ := m.Memory().ReadFloat64Le(abi.Heap + f.Leaves[1].At) // leaves are x, the value, the gradient
	block, _ = m.Memory().Read(at+size, size)
	must(binary.Decode(block, binary.LittleEndian, x))
	fmt.Println(value, x)
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
