// Package v8 runs modules of WebAssembly in V8, the engine of Node and of Chromium, for tests that compare engines. One
// process of Node runs many modules.
package v8

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os/exec"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/image"
)

//go:embed serve.cjs
var script string

// A Process is a running Node. One goroutine at a time uses it.
type Process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    io.Reader
	stderr bytes.Buffer
}

// ErrNoNode says that there is no Node on this machine.
var ErrNoNode = errors.New("v8: node is not installed")

// Start starts Node.
// The error is [ErrNoNode], or says why it does not start.
func Start() (*Process, error) {
	path, err := exec.LookPath("node")
	if err != nil {
		return nil, ErrNoNode
	}
	p := &Process{cmd: exec.Command(path, "-e", script)}
	p.cmd.Stderr = &p.stderr
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("v8: %w", err)
	}
	if p.out, err = p.cmd.StdoutPipe(); err != nil {
		return nil, fmt.Errorf("v8: %w", err)
	}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("v8: %w", err)
	}
	return p, nil
}

// Close ends Node.
// The error says that it did not end well, with what it wrote.
func (p *Process) Close() error {
	p.in.Close() //nolint:errcheck // Wait says what is wrong
	if err := p.cmd.Wait(); err != nil {
		return fmt.Errorf("v8: %w\n%s", err, p.stderr.String())
	}
	return nil
}

// A Trap is an error of the engine: the module is not valid, or a call has trapped.
type Trap struct{ Msg string }

// Error is the message of the engine.
func (e *Trap) Error() string { return "v8: " + e.Msg }

// trapped is the status of a reply with a message; no module has it.
const trapped = 0xffff_ffff

// Call makes an instance of a module, with its memory as the image says, calls the export, and gives the status and the
// memory after it, without the zeros at its end. Functions for what the module imports do nothing and give 0.
//
// The error is a [*Trap], or that the process does not answer.
func (p *Process) Call(code []byte, name string, sizes []int64, im *image.Image) (status uint32, memory []byte,
	err error) {
	var b []byte
	blob := func(x []byte) {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(x)))
		b = append(b, x...)
	}
	blob(code)
	blob([]byte(name))
	args := binary.LittleEndian.AppendUint32(nil, im.Base)
	for _, n := range sizes {
		args = binary.LittleEndian.AppendUint32(args, uint32(n))
	}
	blob(args)
	b = binary.LittleEndian.AppendUint32(b, im.At)
	blob(im.Bytes())
	frame := binary.LittleEndian.AppendUint32(nil, uint32(len(b)))
	if _, err := p.in.Write(append(frame, b...)); err != nil {
		return 0, nil, fmt.Errorf("v8: %w\n%s", err, p.stderr.String())
	}
	var head [8]byte
	if _, err := io.ReadFull(p.out, head[:]); err != nil {
		return 0, nil, fmt.Errorf("v8: %w\n%s", err, p.stderr.String())
	}
	status = binary.LittleEndian.Uint32(head[4:])
	memory = make([]byte, binary.LittleEndian.Uint32(head[:]))
	if _, err := io.ReadFull(p.out, memory); err != nil {
		return 0, nil, fmt.Errorf("v8: %w\n%s", err, p.stderr.String())
	}
	if status == trapped {
		return status, nil, &Trap{string(memory)}
	}
	return status, memory, nil
}

// Leaves is [run.Func.Leaves] in V8: it calls a function with values of the loop language and gives those of the
// results. A status other than 0 has no values.
//
// The error is that of [Process.Call], or says which value does not fit.
func (p *Process) Leaves(m *wasmbackend.Module, code []byte, b *wasmbackend.Block, sizes []int64,
	args []loop.Value) (status uint32, out []loop.Value, err error) {
	im, err := image.New(m, b, sizes, args)
	if err != nil {
		return 0, nil, err
	}
	status, memory, err := p.Call(code, b.Name, sizes, im)
	if err != nil || status != 0 {
		return status, nil, err
	}
	out, err = im.Results(func(at, n uint32) ([]byte, bool) {
		x := make([]byte, n)
		if int(at) < len(memory) {
			copy(x, memory[at:])
		}
		return x, true
	})
	return 0, out, err
}
