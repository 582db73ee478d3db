package stream_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing/fstest"

	"github.com/seed-4b734f86/gochad/stream"
)

// A squares is the sum of (y − a·x)² and its derivative by a. //chad:sum generates such a type.
type squares struct {
	a, value, slope float64

	shard string
	next  int
	bad   error
}

func (s *squares) Add(x, y float64) {
	d := y - s.a*x
	s.value += d * d
	s.slope -= 2 * d * x
	if s.bad == nil && (math.IsNaN(d) || math.IsInf(d, 0)) {
		s.bad = fmt.Errorf("example %d of %s is not finite", s.next, s.shard)
	}
	s.next++
}

func (s *squares) Merge(o *squares) error {
	s.value += o.value
	s.slope += o.slope
	s.bad = errors.Join(s.bad, o.bad)
	return nil
}

func (s *squares) SetShard(name string, first int) { s.shard, s.next = name, first }

func (s *squares) Err() error { return s.bad }

// Here files are in memory; stream.Files has those on a disk.
func ExampleSum() {
	disk := fstest.MapFS{
		"part1.csv": {Data: []byte("x,y\n1,2\n2,4\n")},
		"part2.csv": {Data: []byte("x,y\n3,7\n4,7\n")},
	}
	rows := stream.Format{Header: true, Columns: 2}.FS(disk, "part1.csv", "part2.csv")
	sum := func(a float64) (*squares, error) {
		return stream.Sum(context.Background(), rows,
			func() *squares { return &squares{a: a} },
			func(s *squares, row stream.Row) { s.Add(row.Values[0], row.Values[1]) })
	}
	a := 1.0
	for range 20 { // a step down the slope reads the files once
		s, err := sum(a)
		if err != nil {
			fmt.Println(err)
			return
		}
		a -= 0.01 * s.slope
	}
	fmt.Printf("y = %.3f·x\n", a)

	disk["part2.csv"].Data = []byte("x,y\n3,NaN\n4,7\n")
	_, err := sum(a)
	fmt.Println(err)
	disk["part2.csv"].Data = []byte("x,y\n3,seven\n4,7\n")
	_, err = sum(a)
	fmt.Println(err)
	// Output:
	// y = 1.967·x
	// example 0 of part2.csv is not finite
	// part2.csv:2:3: "seven" is no number: invalid syntax
}
