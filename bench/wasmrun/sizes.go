package wasmrun

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/tetratelabs/wazero"

	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/versus"
	"github.com/seed-4b734f86/gochad/bench/wasmreport"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
	"github.com/seed-4b734f86/gochad/wasmbackend/web"
)

// sizes measures a short call, and how many bytes things have.
func sizes(ctx context.Context, o *Options, r *wasmreport.Report) error {
	p := &versus.Problem{Model: "gradient"}
	m, err := p.Compile(wasmbackend.Options{WithoutNames: true})
	if err != nil {
		return err
	}
	prog, err := run.New(ctx, nil, m)
	if err != nil {
		return err
	}
	f, err := prog.Func("rosenbrockGrad")
	if err != nil {
		return err
	}
	c, err := f.Bind(ctx, 2)
	if err != nil {
		return err
	}
	defer c.Release()
	rt := wazero.NewRuntime(ctx)
	defer rt.Close(ctx)
	none, err := rt.Instantiate(ctx, empty())
	if err != nil {
		return err
	}
	fn, stack := none.ExportedFunction("f"), make([]uint64, 2)
	var failed error
	times := measure.Interleave(o.measure(), func() { failed = c.Run(ctx) }, func() { failed = fn.CallWithStack(ctx, stack) })
	if failed != nil {
		return failed
	}
	s := &wasmreport.Sizes{Call: measure.Median(times[0]), Empty: measure.Median(times[1])}
	m.Code.Custom = nil
	s.Gradient = len(m.Code.Encode())
	minify := exec.CommandContext(ctx, filepath.Join(o.Web, "node_modules", ".bin", "esbuild"), "--minify", "--format=esm", "--loader=js")
	minify.Stdin, minify.Stderr = strings.NewReader(web.Script("model")), o.Progress
	small, err := minify.Output()
	if err != nil {
		return fmt.Errorf("esbuild, which npm ci in bench/web installs: %w", err)
	}
	s.Glue = len(small)
	r.Sizes = s
	return nil
}

// empty is a module with a function that does nothing.
func empty() []byte {
	m := &encode.Module{WithoutNames: true}
	m.Funcs = []*encode.Func{{Name: "f", Type: encode.FuncType{Params: []encode.ValType{encode.I32, encode.I32}, Results: []encode.ValType{encode.I32}}, Body: []encode.Instr{encode.I32Of(0)}}}
	m.Exports = []encode.Export{{Name: "f", Kind: encode.FuncKind}}
	return m.Encode()
}
