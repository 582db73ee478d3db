package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

// A Task is a number of programs that compute the same, to be run side by side.
type Task struct {
	Name       string      `json:"name"`
	Time       int64       `json:"time"` // nanoseconds for each contender; 0 for one call
	Rounds     int         `json:"rounds"`
	Contenders []Contender `json:"contenders"`
}

// A Contender is a module with its memory, or a program of Rose.
type Contender struct {
	Name string `json:"name"`
	*Image
	*Rose
}

// An Image is a module with arguments in its memory.
type Image struct {
	Module string    `json:"module"` // a file
	Export string    `json:"export"`
	Bytes  int       `json:"bytes"` // of memory that the arguments and results need
	Call   []float64 `json:"call"`
	Status bool      `json:"status"` // the function returns a status, 0 for success
	Writes []Write   `json:"writes"`
	Reads  []Read    `json:"reads"`
}

// A Write puts numbers into memory.
type Write struct {
	At    int
	Reals []float64
	Ints  []int64
}

// MarshalJSON is [at, kind, values]; numbers that JSON lacks are strings.
// There is no error.
func (w Write) MarshalJSON() ([]byte, error) {
	if w.Ints != nil {
		return json.Marshal([]any{w.At, "i64", w.Ints})
	}
	xs := make([]any, len(w.Reals))
	for i, x := range w.Reals {
		if xs[i] = x; math.IsNaN(x) || math.IsInf(x, 0) || x == 0 && math.Signbit(x) {
			xs[i] = map[bool]string{true: "-0", false: strconv.FormatFloat(x, 'g', -1, 64)}[x == 0]
		}
		if math.IsInf(x, 0) {
			xs[i] = map[bool]string{true: "Infinity", false: "-Infinity"}[x > 0]
		}
	}
	return json.Marshal([]any{w.At, "f64", xs})
}

// A Read is an address and a number of reals.
type Read [2]int

// Rose is a program in programs/NAME.mjs, with the options of its build function.
type Rose struct {
	Name    string         `json:"rose"`
	Options map[string]any `json:"options"`
	Args    []any          `json:"args"`
}

// An Answer is what came of a task.
type Answer struct {
	Name       string   `json:"name"`
	Contenders []Result `json:"contenders"`
}

// A Result is what came of a contender.
type Result struct {
	Name   string    `json:"name"`
	Failed string    `json:"failed"` // why there is nothing else
	Values []Number  `json:"result"`
	Ns     []float64 `json:"ns"`    // of one call, by rounds
	Build  float64   `json:"build"` // ms, of Rose, until it can be called
	First  float64   `json:"first"` // ms, of the first call; for a module with its compilation
	Bytes  int       `json:"bytes"` // of the module
	Memory int       `json:"memory"`
}

// A Number is a float64 in JSON.
type Number float64

// UnmarshalJSON reads a number, or the name of one that JSON lacks.
// The error says that there is none.
func (x *Number) UnmarshalJSON(b []byte) error {
	f, err := strconv.ParseFloat(string(bytes.Trim(b, `"`)), 64)
	*x = Number(f)
	return err
}

// Of finds a result by name; nil if there is none, or it failed.
func (a *Answer) Of(name string) *Result {
	for i := range a.Contenders {
		if r := &a.Contenders[i]; r.Name == name && r.Failed == "" {
			return r
		}
	}
	return nil
}

// Run runs the tasks in Node, from the folder of this package, which has run.mjs and, after npm ci, Rose.
// The error says what is missing, or what Node says.
func Run(ctx context.Context, folder string, tasks []Task, progress io.Writer) ([]Answer, error) {
	if _, err := os.Stat(filepath.Join(folder, "node_modules", "rose")); err != nil {
		return nil, fmt.Errorf("web: %s has no node_modules/rose: run npm ci there", folder)
	}
	dir, err := os.MkdirTemp("", "wasmbench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	in, out := filepath.Join(dir, "tasks.json"), filepath.Join(dir, "answer.json")
	text, err := json.Marshal(tasks)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(in, text, 0o600); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "node", "--max-old-space-size=6000", filepath.Join(folder, "run.mjs"), in, out)
	cmd.Stderr = progress
	cmd.WaitDelay = time.Second
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("web: node: %w", err)
	}
	if text, err = os.ReadFile(out); err != nil {
		return nil, err
	}
	var answers []Answer
	return answers, json.Unmarshal(text, &answers)
}
