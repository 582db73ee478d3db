package encode_test

import (
	"bytes"
	"context"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tetratelabs/wazero"

	. "github.com/seed-4b734f86/gochad/wasmbackend/encode"
)

func op(o Op) Instr              { return Instr{Op: o} }
func at(o Op, n int64) Instr     { return Instr{Op: o, A: n} }
func mem(o Op, a, b int64) Instr { return Instr{Op: o, A: a, B: b} }

// sample has every section, block types of all three kinds, both numbers of locals and constants with all their bits.
func sample() *Module {
	m := &Module{Name: "sample", HasMemory: true, MinPages: 1, MaxPages: 3}
	m.Imports = []Import{{"env", "tick", FuncType{Params: []ValType{I32}}}}
	m.Globals = []Global{{"top", I32, true, I32Of(64)}, {"pi", F64, false, F64Of(math.Pi)}}
	m.Data = []Data{{8, []byte("a\"\\\x00\xff")}}
	m.Custom = []Custom{{"chad", []byte{1, 2, 3}}}
	two := m.TypeIndex(FuncType{Results: []ValType{F64, I32}})
	m.Funcs = []*Func{
		{Name: "sum", Type: FuncType{Params: []ValType{I32, I32}, Results: []ValType{F64}}, Locals: []ValType{F64, F64, I64},
			LocalNames: []string{"p", "n", "s"}, Body: []Instr{
				at(Block, Empty), at(LocalGet, 1), op(I32Eqz), at(BrIf, 0),
				at(Loop, Empty),
				at(LocalGet, 2), at(LocalGet, 0), mem(F64Load, 3, 8), op(F64Add), at(LocalSet, 2),
				at(LocalGet, 0), I32Of(8), op(I32Add), at(LocalSet, 0),
				at(LocalGet, 1), I32Of(-1), op(I32Add), at(LocalTee, 1), at(BrIf, 0),
				op(End), op(End), at(LocalGet, 2)}},
		{Name: "choose", Type: FuncType{Params: []ValType{I32}, Results: []ValType{F64}}, Body: []Instr{
			at(LocalGet, 0), at(If, BlockOf(F64)), F64Of(math.Inf(-1)), op(Else), F64Of(math.Copysign(0, -1)), op(End)}},
		{Name: "pair", Type: FuncType{Results: []ValType{F64}}, Body: []Instr{
			at(Block, int64(two)), F64Of(1.5), I32Of(math.MinInt32), op(End), op(Drop),
			I64Of(math.MinInt64), op(F64ConvertI64S), op(F64Add),
			I32Of(1), at(Call, 0), at(GlobalGet, 1), op(F64Add), V128Of(1, 2), at(F64x2ExtractLane, 1), op(F64Add)}},
		{Name: "table", Type: FuncType{Params: []ValType{I32}, Results: []ValType{I32}}, Body: []Instr{
			at(Block, Empty), at(Block, Empty), at(LocalGet, 0), at(BrTable, 0), op(End), I32Of(7), op(Return), op(End),
			I32Of(0), I32Of(0), I32Of(4), op(MemoryFill), I32Of(0), I32Of(8), I32Of(4), op(MemoryCopy), I32Of(0), mem(I32Load8U, 0, 1)},
			Labels: [][]uint32{{0, 1}}},
	}
	m.Exports = []Export{{"memory", MemoryKind, 0}, {"sum", FuncKind, 1}, {"choose", FuncKind, 2}, {"pair", FuncKind, 3}, {"table", FuncKind, 4}, {"top", GlobalKind, 0}}
	return m
}

// The engine takes the module and computes what it says.
func TestRun(t *testing.T) {
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	ticks := 0
	if _, err := r.NewHostModuleBuilder("env").NewFunctionBuilder().WithFunc(func(uint32) { ticks++ }).Export("tick").Instantiate(ctx); err != nil {
		t.Fatal(err)
	}
	inst, err := r.Instantiate(ctx, sample().Encode())
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range []float64{1, 2, 4} {
		inst.Memory().WriteFloat64Le(uint32(72+8*i), x)
	}
	for _, c := range []struct {
		f    string
		args []uint64
		want float64
	}{
		{"sum", []uint64{64, 3}, 7}, {"sum", []uint64{64, 0}, 0}, {"choose", []uint64{1}, math.Inf(-1)},
		{"choose", []uint64{0}, math.Copysign(0, -1)}, {"pair", nil, 1.5 - 1<<63 + math.Pi + 2},
	} {
		got, err := inst.ExportedFunction(c.f).Call(ctx, c.args...)
		if err != nil {
			t.Fatal(err)
		}
		if got[0] != math.Float64bits(c.want) {
			t.Errorf("%s%v = %v, want %v", c.f, c.args, math.Float64frombits(got[0]), c.want)
		}
	}
	if ticks != 1 {
		t.Errorf("the host was called %d times", ticks)
	}
	for i, want := range []uint64{7, '"'} {
		if got, err := inst.ExportedFunction("table").Call(ctx, uint64(i)); err != nil || got[0] != want {
			t.Errorf("table(%d) = %v, %v, want %d", i, got, err, want)
		}
	}
}

// tool runs a tool of the WebAssembly Binary Toolkit on a file.
func tool(t *testing.T, input []byte, name string, args ...string) []byte {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed (Debian: apt-get install wabt)", name)
	}
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	if err := os.WriteFile(in, input, 0o600); err != nil {
		t.Fatal(err)
	}
	for i, a := range args {
		args[i] = map[string]string{"IN": in, "OUT": out}[a]
		if args[i] == "" {
			args[i] = a
		}
	}
	if msg, err := exec.Command(path, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s\n%s", name, err, msg, sample().Text())
	}
	b, _ := os.ReadFile(out)
	return b
}

func TestValidate(t *testing.T) { tool(t, sample().Encode(), "wasm-validate", "IN") }

// What wat2wasm makes of the text is what Encode writes, names and custom sections apart.
func TestText(t *testing.T) {
	m := sample()
	got := tool(t, []byte(m.Text()), "wat2wasm", "IN", "-o", "OUT")
	m.Custom, m.WithoutNames = nil, true
	if want := m.Encode(); !bytes.Equal(got, want) {
		t.Errorf("wat2wasm gives\n%x\nwant\n%x\n%s", got, want, m.Text())
	}
}

// V8 takes the module.
func TestV8(t *testing.T) {
	tool(t, sample().Encode(), "node", "-e",
		"const fs=require('fs');if(!WebAssembly.validate(fs.readFileSync(process.argv[1])))process.exit(1)", "IN")
}

func TestDeterministic(t *testing.T) {
	if !bytes.Equal(sample().Encode(), sample().Encode()) {
		t.Error("two encodings differ")
	}
}
