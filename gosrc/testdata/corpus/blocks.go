package corpus

// Matrices whose rows are pieces of one block.

// BlockRows cuts rows off a block one by one, in one statement, in two, and with an end.
func BlockRows(a []float64, w int) float64 {
	n := len(a)
	w &= 3
	block := make([]float64, n*w)
	rows := make([][]float64, n)
	for i := range rows {
		rows[i], block = block[:w], block[w:]
	}
	more := make([]float64, 2*n*(w+1))
	var tall [][]float64
	for i := 0; i < n; i++ {
		row := more[: w+1 : w+1]
		more = more[w+1:]
		row[i%(w+1)] = a[i]
		tall = append(tall, row)
	}
	s := 0.0
	for i, row := range rows {
		for j := range row {
			row[j] = a[i] + float64(j)
			if i > 0 {
				row[j] += rows[i-1][j] * a[j%n]
			}
		}
	}
	for i, row := range tall {
		for j, v := range row {
			s += v * float64(j+1)
			if j < w {
				s += v * rows[i][j]
			}
		}
	}
	return s
}

// BlockRange takes the rows of a block by their bounds: a distance of time warps.
func BlockRange(a, b []float64, c float64) float64 {
	n, m := len(a)+1, len(b)+1
	block := make([]float64, n*m)
	d := make([][]float64, n)
	for i := range d {
		d[i] = block[i*m : (i+1)*m]
		d[i][0] = float64(i) * c
	}
	for j := range d[0] {
		d[0][j] = float64(j) * c
	}
	for i := 1; i < n; i++ {
		for j := 1; j < m; j++ {
			e := a[i-1] - b[j-1]
			d[i][j] = min(d[i-1][j]+c, d[i][j-1]+c, d[i-1][j-1]+e*e)
		}
	}
	return d[n-1][m-1]
}

// BlockShort has a block that is too short for some widths.
func BlockShort(a []float64, w int) float64 {
	block := make([]float64, 6)
	rows := make([][]float64, 2)
	w = w%8 - 1
	for i := range rows {
		rows[i] = block[i*w : i*w+w]
	}
	for i, v := range a {
		if i < w {
			rows[0][i], rows[1][i] = v*v, v
		}
	}
	s := 0.0
	for i, v := range rows[0] {
		s += v * rows[1][i]
	}
	return s
}
