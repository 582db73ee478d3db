package versus

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-4b734f86/gochad/bench/wasm"
	"github.com/seed-4b734f86/gochad/bench/web"
	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

//go:embed models/*.chad hand/*.wasm
var files embed.FS

// A Problem is a derivative that all sides compute.
type Problem struct {
	Name  string
	Size  string
	Model string // the file
	Func  string // the export
	Sizes []int
	Args  []any
	Hand  []Hand
	Rose  []web.Rose
	// Beside is another export of the model, of the first argument, to be measured beside it.
	Beside string
	// Styles are other texts of the function.
	Styles []Style
	// RoseFails says by the names of contenders what Rose is known to say of programs that it cannot compile or run.
	RoseFails map[string]string
	// RoseFrom is the first of our results that Rose gives too: programs in Rose give gradients without the value.
	RoseFrom int
}

// A Hand is a module written by hand.
type Hand struct {
	Name   string // the file
	Export string
	// Call makes the arguments of the export from the addresses of the arguments of the problem and that of the
	// results.
	Call func(args []int, out int) []float64
	// Scratch is the number of bytes behind the results that the function may use.
	Scratch int
}

// Want is what the results of a contender are to be, those of ours being known, and those of its own results that there
// are to compare.
func (p *Problem) Want(contender string, ours, got []web.Number) (want, its []web.Number) {
	for _, s := range p.Styles {
		if contender == "chad:"+s.Name && len(got) >= s.From {
			return ours, got[s.From:]
		}
	}
	if strings.HasPrefix(contender, "rose") {
		return ours[p.RoseFrom:], got
	}
	return ours, got
}

// Compile compiles the model of the problem as it is meant for engines of JavaScript.
// The error is that of the compiler.
func (p *Problem) Compile(o wasmbackend.Options) (*wasmbackend.Module, error) {
	file := "models/" + p.Model + ".chad"
	src, err := files.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return chad.GenerateWasm(file, src, o)
}

// Task is the problem with all contenders, whose modules are written into a folder: chad, hand:EXPORT, rose or
// rose:STYLE. The error is that of the compiler, or of the files.
func (p *Problem) Task(folder string) (web.Task, error) {
	m, err := p.Compile(wasmbackend.Options{})
	if err != nil {
		return web.Task{}, err
	}
	image, err := wasm.Image(folder, p.Name, m, p.Func, p.Sizes, p.Args)
	if err != nil {
		return web.Task{}, err
	}
	t := web.Task{Name: p.Name, Contenders: []web.Contender{{Name: "chad", Image: image}}}
	results := 0
	for _, r := range image.Reads {
		results += r[1]
	}
	for _, h := range p.Hand {
		i, err := h.image(folder, p.Args, results)
		if err != nil {
			return t, err
		}
		t.Contenders = append(t.Contenders, web.Contender{Name: "hand:" + h.Export, Image: i})
	}
	for i := range p.Styles {
		s := &p.Styles[i]
		m, err := s.Compile()
		if err != nil {
			return t, fmt.Errorf("%s, %s: %w", p.Name, s.Name, err)
		}
		image, err := wasm.Image(folder, p.Name+"-"+s.Name, m, s.Func, p.Sizes[:len(m.Blocks[0].Sizes)], p.Args)
		if err != nil {
			return t, err
		}
		t.Contenders = append(t.Contenders, web.Contender{Name: "chad:" + s.Name, Image: image})
	}
	if p.Beside != "" { // for the ratio alone
		i, err := wasm.Image(folder, p.Name, m, p.Beside, p.Sizes, p.Args[:1])
		if err != nil {
			return t, err
		}
		t.Contenders = append(t.Contenders, web.Contender{Name: "gradient", Image: i})
	}
	for _, r := range p.Rose {
		name := "rose"
		if s, ok := r.Options["style"].(string); ok {
			name += ":" + s
			if over, ok := r.Options["over"].(string); ok {
				name += "/" + over
			}
		}
		t.Contenders = append(t.Contenders, web.Contender{Name: name, Rose: &r})
	}
	return t, nil
}

// image lays the arguments out one behind the other, and the results, which are reals, behind them.
func (h *Hand) image(folder string, args []any, results int) (*web.Image, error) {
	code, err := files.ReadFile("hand/" + h.Name + ".wasm")
	if err != nil {
		return nil, err
	}
	out := &web.Image{Module: filepath.Join(folder, h.Name+".hand.wasm"), Export: h.Export}
	if err := os.WriteFile(out.Module, code, 0o600); err != nil {
		return nil, err
	}
	at, starts := 64, []int(nil)
	for _, a := range args {
		w := web.Write{At: at}
		starts = append(starts, at)
		w.Ints = wasm.Ints(a)
		w.Reals = wasm.Flat(a)
		at += 8 * (len(w.Ints) + len(w.Reals))
		out.Writes = append(out.Writes, w)
	}
	out.Call = h.Call(starts, at)
	out.Reads = []web.Read{{at, results}}
	out.Bytes = at + 8*results + h.Scratch
	return out, nil
}
