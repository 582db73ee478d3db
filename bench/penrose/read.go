package penrose

import (
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A Diagram is one file of the folder.
type Diagram struct {
	ID          string      `json:"id"`
	N           int         `json:"n"`
	Nodes       []Node      `json:"nodes"`
	Objectives  []int       `json:"objectives"`
	Constraints []int       `json:"constraints"`
	Refs        []Reference `json:"refs"`
	Row         Row         `json:"-"`
	File        string      `json:"-"`
}

// A Node is an operation on earlier nodes.
type Node struct {
	Op    string
	Args  []int
	Value float64 // of const
}

// UnmarshalJSON reads [op, arguments…].
// The error says what is no node.
func (n *Node) UnmarshalJSON(b []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(b, &parts); err != nil {
		return err
	}
	if len(parts) == 0 {
		return fmt.Errorf("penrose: an empty node")
	}
	if err := json.Unmarshal(parts[0], &n.Op); err != nil {
		return err
	}
	if n.Op == "const" && len(parts) == 2 {
		var err error
		n.Value, err = strconv.ParseFloat(strings.Trim(string(parts[1]), `"`), 64)
		return err
	}
	n.Args = make([]int, len(parts)-1)
	for i, p := range parts[1:] {
		if err := json.Unmarshal(p, &n.Args[i]); err != nil {
			return err
		}
	}
	return nil
}

// check says what is wrong with node i of a diagram with n variables: its arguments are earlier nodes.
func (n Node) check(i, vars int) error {
	args := n.Args
	switch n.Op {
	case "var":
		if len(args) != 1 || args[0] < 0 || args[0] >= vars {
			return fmt.Errorf("node %d: there is no variable %v of %d", i, args, vars)
		}
		return nil
	case "root":
		if len(args) != 2 {
			return fmt.Errorf("node %d: root wants a node and a number, got %v", i, args)
		}
		args = args[:1]
	}
	for _, a := range args {
		if a < 0 || a >= i {
			return fmt.Errorf("node %d, %s: %d is no earlier node", i, n.Op, a)
		}
	}
	return nil
}

// A Reference is what Penrose's engine gives at a point. NaN is null in the file.
type Reference struct {
	Point  string     `json:"point"`
	X      []float64  `json:"x"`
	Weight float64    `json:"weight"`
	Phi    *float64   `json:"phi"`
	Grad   []*float64 `json:"grad"`
}

// Results are phi and the gradient.
func (r *Reference) Results() []float64 {
	out := make([]float64, 0, 1+len(r.Grad))
	for _, x := range append([]*float64{r.Phi}, r.Grad...) {
		if x == nil {
			out = append(out, math.NaN())
		} else {
			out = append(out, *x)
		}
	}
	return out
}

// A Row is what index.csv says of a diagram, measured on another machine: microseconds for a gradient, milliseconds,
// bytes. What is missing there is 0.
type Row struct {
	CSE                    int
	RoseRaw, RefC          float64
	RoseCompile, RoseFirst float64
	RoseBytes, RefLen      int
}

// Read reads the folder; the diagrams are in the order of their sizes.
// The error says what is wrong with which file.
func Read(folder string) ([]*Diagram, error) {
	rows, err := index(filepath.Join(folder, "index.csv"))
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.json.gz"))
	if err != nil {
		return nil, err
	}
	var out []*Diagram
	for _, f := range files {
		d, err := read(f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
		d.Row, d.File = rows[d.ID], f
		out = append(out, d)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("penrose: no diagrams in %s", folder)
	}
	slices.SortStableFunc(out, func(a, b *Diagram) int { return len(a.Nodes) - len(b.Nodes) })
	return out, nil
}

func read(file string) (*Diagram, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	d := new(Diagram)
	if err := json.NewDecoder(z).Decode(d); err != nil {
		return nil, err
	}
	for i, n := range d.Nodes {
		if err := n.check(i, d.N); err != nil {
			return nil, err
		}
	}
	for _, i := range slices.Concat(d.Objectives, d.Constraints) {
		if i < 0 || i >= len(d.Nodes) {
			return nil, fmt.Errorf("there is no node %d of %d", i, len(d.Nodes))
		}
	}
	for _, r := range d.Refs {
		if len(r.X) != d.N || len(r.Grad) != d.N {
			return nil, fmt.Errorf("a reference of %d numbers for %d variables", len(r.X), d.N)
		}
	}
	return d, nil
}

func index(file string) (map[string]Row, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(lines) < 2 {
		return nil, fmt.Errorf("%s: no rows", file)
	}
	out := map[string]Row{}
	for _, l := range lines[1:] {
		get := func(name string) float64 {
			x, err := strconv.ParseFloat(l[slices.Index(lines[0], name)], 64)
			if err != nil {
				return 0
			}
			return x
		}
		for _, name := range []string{"nodes_after_cse", "rose_raw_us", "ref_c_wasm_us", "rose_compile_ms", "rose_first_call_ms", "rose_wasm_bytes", "ref_wasm_bytes"} {
			if !slices.Contains(lines[0], name) {
				return nil, fmt.Errorf("%s: no column %s", file, name)
			}
		}
		out[l[0]] = Row{
			CSE: int(get("nodes_after_cse")), RoseRaw: get("rose_raw_us"), RefC: get("ref_c_wasm_us"), RoseCompile: get("rose_compile_ms"),
			RoseFirst: get("rose_first_call_ms"), RoseBytes: int(get("rose_wasm_bytes")), RefLen: int(get("ref_wasm_bytes")),
		}
	}
	return out, nil
}
