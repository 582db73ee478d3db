package gowasm

import (
	"context"
	"testing"

	"github.com/tetratelabs/wazero"
)

// A module with a bound on its memory stays valid, and its memory ends there.
func TestLimitMemory(t *testing.T) {
	// A memory of one page, and a function that makes it grow by its argument.
	code := []byte{
		0, 'a', 's', 'm', 1, 0, 0, 0,
		1, 6, 1, 0x60, 1, 0x7f, 1, 0x7f, // type: i32 → i32
		3, 2, 1, 0,
		5, 3, 1, 0, 1, // memory
		7, 8, 1, 4, 'g', 'r', 'o', 'w', 0, 0,
		10, 8, 1, 6, 0, 0x20, 0, 0x40, 0, 0x0b,
	}
	limited, err := limitMemory(code, 300)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	rt := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer rt.Close(ctx) //nolint:errcheck // the test is over
	m, err := rt.Instantiate(ctx, limited)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		by   uint64
		want int32
	}{{299, 1}, {1, -1}} {
		r, err := m.ExportedFunction("grow").Call(ctx, c.by)
		if err != nil || int32(r[0]) != c.want {
			t.Errorf("growing by %d gives %d, %v; want %d", c.by, int32(r[0]), err, c.want)
		}
	}
	for _, bad := range [][]byte{nil, code[:12], code[:22], limited} {
		if _, err := limitMemory(bad, 300); err == nil {
			t.Errorf("% x: no error", bad)
		}
	}
	if _, err := limitMemory(code, 0); err == nil {
		t.Error("a bound below what the module needs: no error")
	}
}
