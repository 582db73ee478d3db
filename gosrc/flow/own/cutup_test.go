package own_test

import "testing"

// The pieces of a block get memory of their own.
func TestCutUp(t *testing.T) {
	accept(t, map[string]string{
		"in one statement": `func F(x []float64, n int) float64 {
			block, rows := make([]float64, 6), make([][]float64, 3)
			for i := range rows { block, rows[i] = block[2:], block[:2] }
			rows[0][1], rows[1][0] = x[0], 2
			return rows[0][1] * rows[1][0] + rows[2][1] }`,
		"in two": `func F(x []float64, n int) float64 {
			block := make([]float64, 6)
			a := block[:len(x)%4]
			block = block[len(x)%4:]
			b := block[:2:2]
			block = block[2:]
			for i := range a { a[i] = x[i] }
			b = append(b, x...)
			b[0]++
			return b[0] + a[0] }`,
		"by bounds": `func F(x []float64, n int) float64 {
			n &= 3
			block, rows := make([]float64, n*len(x)), make([][]float64, n)
			for i := 0; i < n; i++ { rows[i] = block[len(x)*i:len(x)*i+len(x)] }
			for i := range rows { copy(rows[i], x); if i > 0 { rows[i][0] += rows[i-1][0] } }
			return rows[n-1][0] }`,
		"appends to others": `func F(x []float64, n int) float64 {
			block := make([]float64, 6)
			var rows [][]float64
			for range 3 { row := block[:2]; block = block[2:]; rows = append(rows, row) }
			out := []float64{}
			for i := range rows { rows[i][0] = x[0]; out = append(out, rows[i]...) }
			return out[2] }`,
	})
}

// Where a piece would be seen to have memory of its own it is refused, or means what it says.
func TestNotCutUp(t *testing.T) {
	for name, text := range map[string]string{
		"appended to": `func F(x []float64, n int) float64 {
			block, rows := make([]float64, 6), make([][]float64, 3)
			for i := range rows { rows[i], block = block[:2], block[2:] }
			rows[0] = append(rows[0], x[0])
			return rows[1][0] + rows[0][2] }`,
		"appended to by another name": `func F(x []float64, n int) float64 {
			block, rows := make([]float64, 6), make([][]float64, 3)
			for i := range rows { rows[i], block = block[:2], block[2:] }
			r := rows[0]
			r = append(r, x[0])
			return rows[1][0] + r[2] }`,
		"read": `func F(x []float64, n int) float64 {
			block, rows := make([]float64, 6), make([][]float64, 3)
			all := block
			for i := range rows { rows[i], block = block[:2], block[2:] }
			rows[1][0] = x[0]
			return all[2] }`,
		"by a capacity": `func F(x []float64, n int) float64 {
			block, rows := make([]float64, 6), make([][]float64, 3)
			for i := range rows { rows[i], block = block[:2], block[2:] }
			rows[1][0] = x[0]
			return rows[1][0] + float64(cap(rows[0])) }`,
		"overlapping": `func F(x []float64, n int) float64 {
			block, rows := make([]float64, 6), make([][]float64, 3)
			for i := range rows { rows[i], block = block[:2], block[1:] }
			rows[0][1] = x[0]
			return rows[1][0] }`,
		"by bounds that overlap": `func F(x []float64, n int) float64 {
			block, rows := make([]float64, 9), make([][]float64, 3)
			for i := range rows { rows[i] = block[i*2:(i+1)*3] }
			rows[0][2] = x[0]
			return rows[1][0] }`,
		"by bounds that change": `func F(x []float64, n int) float64 {
			block, rows := make([]float64, 9), make([][]float64, 3)
			w := 3
			for i := range rows { rows[i] = block[i*w:(i+1)*w]; w-- }
			rows[1][1] = x[0]
			return rows[1][0] + rows[2][0] + rows[0][2] }`,
		"twice by bounds": `func F(x []float64, n int) float64 {
			block, rows := make([]float64, 9), make([][]float64, 6)
			for k := range 2 { for i := range 3 { rows[i+3*k] = block[i*2:(i+1)*2] } }
			rows[1][1] = x[0]
			return rows[4][1] }`,
		"two by bounds": `func F(x []float64, n int) float64 {
			block, rows, more := make([]float64, 9), make([][]float64, 3), make([][]float64, 3)
			for i := range 3 { rows[i] = block[i*2:(i+1)*2]; more[i] = block[i*2:(i+1)*2] }
			rows[1][1] = x[0]
			return more[1][1] }`,
		"in a branch by bounds": `func F(x []float64, n int) float64 {
			block, rows := make([]float64, 9), make([][]float64, 3)
			for i := range 3 { rows[i] = block[:2]; if i > n { rows[i] = block[i*2:(i+1)*2] } }
			rows[1][1] = x[0]
			return rows[0][1] }`,
		"with room": `func F(x []float64, n int) float64 {
			block, rows := make([]float64, 4, 9), make([][]float64, 3)
			for i := range rows { rows[i], block = block[:2], block[2:] }
			rows[1][1] = x[0]
			return rows[1][1] }`,
		"kept by a literal": `func F(x []float64, n int) float64 {
			block, rows := make([]float64, 6), make([][]float64, 3)
			first := func() float64 { return block[0] }
			for i := range rows { rows[i], block = block[:2], block[2:]; rows[i][0] = x[0]; rows[i][1] = first() }
			return rows[0][1] }`,
		"beyond its end": `func F(x []float64, n int) float64 {
			block, rows := make([]float64, 6), make([][]float64, 3)
			for i := range rows { rows[i], block = block[:2], block[2:]; rows[i][0] = x[0] }
			return rows[0][:2+n&1][n&1] }`,
	} {
		t.Run(name, func(t *testing.T) {
			if _, list := try(t, text); len(list) == 0 {
				t.Log("taken")
			}
		})
	}
}
