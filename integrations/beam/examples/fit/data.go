package main

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// truth is what the data of the mixture are drawn from: for each component its weight, means and deviations.
var truth = []struct {
	weight       float64
	mean, spread [2]float64
}{
	{0.5, [2]float64{0, 0}, [2]float64{1, 0.5}},
	{0.3, [2]float64{4, 1}, [2]float64{0.6, 1.2}},
	{0.2, [2]float64{-2, 4}, [2]float64{0.8, 0.8}},
}

// features is how many numbers an example of logistic regression has, the constant one included.
const features = 8

// slope is the coefficient j from which the data of logistic regression are drawn.
func slope(j int) float64 { return []float64{-0.5, 1, -1, 0.5, 0.25, 0, 2, -0.75}[j] }

// drawLogistic is a row of logistic regression: y, then x, of which the first is 1.
func drawLogistic(r *rand.Rand, row []float64) []float64 {
	row = append(row[:0], 0, 1)
	z := slope(0)
	for j := 1; j < features; j++ {
		x := math.Round(r.NormFloat64()*1e4) / 1e4
		row = append(row, x)
		z += slope(j) * x
	}
	if r.Float64() < 1/(1+math.Exp(-z)) {
		row[0] = 1
	}
	return row
}

// drawMixture is a point of the mixture.
func drawMixture(r *rand.Rand, row []float64) []float64 {
	u, k := r.Float64(), 0
	for k < len(truth)-1 && u >= truth[k].weight {
		u -= truth[k].weight
		k++
	}
	row = row[:0]
	for j := range 2 {
		x := truth[k].mean[j] + truth[k].spread[j]*r.NormFloat64()
		row = append(row, math.Round(x*1e4)/1e4)
	}
	return row
}

// writeShards writes rows that draw gives to gzipped files, and returns their names. Equal seeds give equal files.
func writeShards(dir, name string, seed uint64, rows, shards int,
	draw func(*rand.Rand, []float64) []float64,
) ([]string, error) {
	if shards < 1 || rows < shards {
		return nil, fmt.Errorf("%d rows do not fill %d shards", rows, shards)
	}
	r := rand.New(rand.NewPCG(seed, uint64(len(name))))
	var row []float64
	var files []string
	for k := range shards {
		path := filepath.Join(dir, fmt.Sprintf("%s-%03d-of-%03d.csv.gz", name, k, shards))
		n := rows*(k+1)/shards - rows*k/shards
		err := writeShard(path, func(w *bufio.Writer) {
			for range n {
				row = draw(r, row)
				for j, v := range row {
					if j > 0 {
						w.WriteByte(',')
					}
					w.Write(strconv.AppendFloat(w.AvailableBuffer(), v, 'g', -1, 64))
				}
				w.WriteByte('\n')
			}
		})
		if err != nil {
			return nil, err
		}
		files = append(files, path)
	}
	return files, nil
}

// writeShard writes a gzipped file. Errors of the writer that write is given are kept until its end.
func writeShard(path string, write func(*bufio.Writer)) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	z, _ := gzip.NewWriterLevel(f, gzip.BestSpeed)
	w := bufio.NewWriter(z)
	write(w)
	return errors.Join(w.Flush(), z.Close(), f.Close())
}
