package wavelet

// Tape is the memory that Gradient needs.
type Tape struct {
	x, xb     []float64 // the image and its derivative, row after row
	coef      []float64 // the image before the threshold
	buf, bufb []float64 // a block with its rows in another order, or a row
	blocks    []block
}

func grow(b *[]float64, n int) []float64 {
	if cap(*b) < n {
		*b = make([]float64, n)
	}
	*b = (*b)[:n]
	return *b
}

// Gradient returns Loss and sets noisyBar and levelsBar to its derivatives. Lifting steps can be undone, so the tape
// holds no values but the coefficients before the threshold: the backward pass undoes each step as it passes it.
// Columns are lifted all at once, row by row.
func Gradient(t *Tape, noisy, clean [][]float64, levels []Lifting, noisyBar [][]float64, levelsBar []Lifting) float64 {
	rows, columns := len(noisy), len(noisy[0])
	n := rows * columns
	x, xb, coef := grow(&t.x, n), grow(&t.xb, n), grow(&t.coef, n)
	buf, bufb := grow(&t.buf, n), grow(&t.bufb, n)
	for i, row := range noisy {
		copy(x[i*columns:], row)
	}
	t.blocks = t.blocks[:0]
	b := block{rows, columns}
	for l := range levels {
		if b.rows < 2 || b.columns < 2 {
			break
		}
		p := &levels[l]
		for i := range b.rows {
			splitRow(x[i*columns:][:b.columns], buf, p)
		}
		splitColumns(x, columns, b, buf, p)
		t.blocks = append(t.blocks, b)
		b = block{(b.rows + 1) / 2, (b.columns + 1) / 2}
	}
	copy(coef, x)
	for l := len(t.blocks) - 1; l >= 0; l-- {
		p, b := &levels[l], t.blocks[l]
		for i := range b.rows {
			shrink(details(x, columns, b, i), p.Threshold)
		}
		joinColumns(x, columns, b, buf, p)
		for i := range b.rows {
			joinRow(x[i*columns:][:b.columns], buf, p)
		}
	}
	loss, share := 0.0, 1/float64(n)
	for i, row := range clean {
		xs, gs := x[i*columns:][:len(row)], xb[i*columns:][:len(row)]
		for j, c := range row {
			e := xs[j] - c
			loss += e * e
			gs[j] = 2 * share * e
		}
	}

	clear(levelsBar)
	for l, b := range t.blocks {
		p, pb := &levels[l], &levelsBar[l]
		for i := range b.rows {
			joinRowBack(x[i*columns:][:b.columns], xb[i*columns:][:b.columns], buf, bufb, p, pb)
		}
		joinColumnsBack(x, xb, columns, b, buf, bufb, p, pb)
		tb, th := 0.0, p.Threshold
		for i := range b.rows {
			gs, cs := details(xb, columns, b, i), details(coef, columns, b, i)
			for j, c := range cs {
				switch {
				case c > th:
					tb -= gs[j]
				case c < -th:
					tb += gs[j]
				default:
					gs[j] = 0
				}
			}
		}
		pb.Threshold = tb
	}
	for l := len(t.blocks) - 1; l >= 0; l-- {
		p, pb, b := &levels[l], &levelsBar[l], t.blocks[l]
		splitColumnsBack(coef, xb, columns, b, buf, bufb, p, pb)
		for i := range b.rows {
			splitRowBack(coef[i*columns:][:b.columns], xb[i*columns:][:b.columns], buf, bufb, p, pb)
		}
	}
	for i, row := range noisyBar {
		copy(row, xb[i*columns:])
	}
	return loss * share
}

// details is the part of row i of a block that holds details.
func details(x []float64, stride int, b block, i int) []float64 {
	row := x[i*stride:][:b.columns]
	if i < (b.rows+1)/2 {
		row = row[(b.columns+1)/2:]
	}
	return row
}

// Rows.

func halves(x []float64, n int) (s, d []float64) {
	h := (n + 1) / 2
	return x[:h], x[h:n]
}

// apart sorts x into smooth values and details.
func apart(s, d, x []float64) {
	x = x[:len(s)+len(d)]
	for i := range d {
		s[i], d[i] = x[2*i], x[2*i+1]
	}
	if len(s) > len(d) {
		s[len(d)] = x[2*len(d)]
	}
}

// together undoes apart.
func together(x, s, d []float64) {
	x = x[:len(s)+len(d)]
	for i, v := range d {
		x[2*i], x[2*i+1] = s[i], v
	}
	if len(s) > len(d) {
		x[2*len(d)] = s[len(d)]
	}
}

// scaled sets y to a x.
func scaled(y, x []float64, a float64) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] = a * v
	}
}

// scaledBack sets y to a x and yb to xb / a, and returns the sum of xb x: what the scaling by 1/a made is undone.
func scaledBack(y, yb, x, xb []float64, a float64) float64 {
	y, yb, xb = y[:len(x)], yb[:len(x)], xb[:len(x)]
	sum, inv := 0.0, 1/a
	for i, v := range x {
		g := xb[i]
		sum += g * v
		y[i] = a * v
		yb[i] = inv * g
	}
	return sum
}

func splitRow(x, buf []float64, p *Lifting) {
	s, d := halves(buf, len(x))
	apart(s, d, x)
	predictRow(d, s, p.Alpha)
	updateRow(s, d, p.Beta)
	predictRow(d, s, p.Gamma)
	updateRow(s, d, p.Delta)
	scaled(x, s, p.Scale)
	scaled(x[len(s):], d, 1/p.Scale)
}

func splitRowBack(x, xb, buf, bufb []float64, p, pb *Lifting) {
	s, d := halves(buf, len(x))
	sb, db := halves(bufb, len(x))
	xs, xd := halves(x, len(x))
	xsb, xdb := halves(xb, len(x))
	inv := 1 / p.Scale
	pb.Scale += inv * (scaledBack(s, sb, xs, xsb, inv) - scaledBack(d, db, xd, xdb, p.Scale))
	pb.Delta += updateRowBack(s, d, sb, db, p.Delta)
	pb.Gamma += predictRowBack(d, s, db, sb, p.Gamma)
	pb.Beta += updateRowBack(s, d, sb, db, p.Beta)
	pb.Alpha += predictRowBack(d, s, db, sb, p.Alpha)
	together(x, s, d)
	together(xb, sb, db)
}

func joinRow(x, buf []float64, p *Lifting) {
	s, d := halves(buf, len(x))
	xs, xd := halves(x, len(x))
	scaled(s, xs, 1/p.Scale)
	scaled(d, xd, p.Scale)
	updateRow(s, d, -p.Delta)
	predictRow(d, s, -p.Gamma)
	updateRow(s, d, -p.Beta)
	predictRow(d, s, -p.Alpha)
	together(x, s, d)
}

func joinRowBack(x, xb, buf, bufb []float64, p, pb *Lifting) {
	s, d := halves(buf, len(x))
	sb, db := halves(bufb, len(x))
	xs, xd := halves(x, len(x))
	xsb, xdb := halves(xb, len(x))
	apart(s, d, x)
	apart(sb, db, xb)
	pb.Alpha -= predictRowBack(d, s, db, sb, -p.Alpha)
	pb.Beta -= updateRowBack(s, d, sb, db, -p.Beta)
	pb.Gamma -= predictRowBack(d, s, db, sb, -p.Gamma)
	pb.Delta -= updateRowBack(s, d, sb, db, -p.Delta)
	inv := 1 / p.Scale
	pb.Scale -= inv * (scaledBack(xs, xsb, s, sb, p.Scale) - scaledBack(xd, xdb, d, db, inv))
}

func predictRow(d, s []float64, a float64) {
	k := len(s) - 1
	e, r := d[:k], s[1:][:k]
	l := s[0]
	for i, v := range r {
		e[i] += a * (l + v)
		l = v
	}
	if len(d) > k {
		d[k] += a * (l + l)
	}
}

func updateRow(s, d []float64, a float64) {
	l := d[0]
	s[0] += a * (l + l)
	e, r := s[1:][:len(d)-1], d[1:]
	for i, v := range r {
		e[i] += a * (l + v)
		l = v
	}
	if len(s) > len(d) {
		s[len(d)] += a * (l + l)
	}
}

// predictRowBack undoes d[i] += a (s[i] + s[i+1]) and goes backward through it: a db[i] goes to sb[i] and sb[i+1]. It
// returns the derivative by a.
func predictRowBack(d, s, db, sb []float64, a float64) float64 {
	k := len(s) - 1
	e, r, eb, rb := d[:k], s[1:][:k], db[:k], sb[:k]
	l, sum, carry := s[0], 0.0, 0.0
	for i, v := range r {
		w, g := l+v, eb[i]
		l = v
		sum += g * w
		e[i] -= a * w
		g *= a
		rb[i] += carry + g
		carry = g
	}
	if len(d) > k {
		w, g := l+l, db[k]
		sum += g * w
		d[k] -= a * w
		carry += 2 * a * g
	}
	sb[k] += carry
	return sum
}

// updateRowBack does the same for s[i] += a (d[i-1] + d[i]).
func updateRowBack(s, d, sb, db []float64, a float64) float64 {
	m := len(d) - 1
	l, g := d[0], sb[0]
	w := l + l
	sum := g * w
	s[0] -= a * w
	carry := 2 * a * g
	e, r, eb, rb := s[1:][:m], d[1:][:m], sb[1:][:m], db[:m]
	for i, v := range r {
		w, g := l+v, eb[i]
		l = v
		sum += g * w
		e[i] -= a * w
		g *= a
		rb[i] += carry + g
		carry = g
	}
	if len(s) > len(d) {
		w, g := l+l, sb[m+1]
		sum += g * w
		s[m+1] -= a * w
		carry += 2 * a * g
	}
	db[m] += carry
	return sum
}

// Columns. The rows of a block are in buf, those of smooth values first.

func rowsApart(buf, x []float64, stride int, b block) {
	half := (b.rows + 1) / 2
	for i := range b.rows {
		copy(buf[(i/2+i%2*half)*b.columns:][:b.columns], x[i*stride:])
	}
}

func rowsTogether(x []float64, stride int, b block, buf []float64) {
	half := (b.rows + 1) / 2
	for i := range b.rows {
		copy(x[i*stride:][:b.columns], buf[(i/2+i%2*half)*b.columns:])
	}
}

func splitColumns(x []float64, stride int, b block, buf []float64, p *Lifting) {
	rowsApart(buf, x, stride, b)
	predictRows(buf, b, p.Alpha)
	updateRows(buf, b, p.Beta)
	predictRows(buf, b, p.Gamma)
	updateRows(buf, b, p.Delta)
	for i := range b.rows {
		scaled(x[i*stride:], buf[i*b.columns:][:b.columns], b.factor(i, p.Scale))
	}
}

func splitColumnsBack(x, xb []float64, stride int, b block, buf, bufb []float64, p, pb *Lifting) {
	inv := 1 / p.Scale
	for i := range b.rows {
		o, q := i*b.columns, i*stride
		pb.Scale += b.sign(i) * inv * scaledBack(buf[o:], bufb[o:], x[q:][:b.columns], xb[q:], b.factor(i, inv))
	}
	pb.Delta += updateRowsBack(buf, bufb, b, p.Delta)
	pb.Gamma += predictRowsBack(buf, bufb, b, p.Gamma)
	pb.Beta += updateRowsBack(buf, bufb, b, p.Beta)
	pb.Alpha += predictRowsBack(buf, bufb, b, p.Alpha)
	rowsTogether(x, stride, b, buf)
	rowsTogether(xb, stride, b, bufb)
}

func joinColumns(x []float64, stride int, b block, buf []float64, p *Lifting) {
	inv := 1 / p.Scale
	for i := range b.rows {
		scaled(buf[i*b.columns:], x[i*stride:][:b.columns], b.factor(i, inv))
	}
	updateRows(buf, b, -p.Delta)
	predictRows(buf, b, -p.Gamma)
	updateRows(buf, b, -p.Beta)
	predictRows(buf, b, -p.Alpha)
	rowsTogether(x, stride, b, buf)
}

func joinColumnsBack(x, xb []float64, stride int, b block, buf, bufb []float64, p, pb *Lifting) {
	rowsApart(buf, x, stride, b)
	rowsApart(bufb, xb, stride, b)
	pb.Alpha -= predictRowsBack(buf, bufb, b, -p.Alpha)
	pb.Beta -= updateRowsBack(buf, bufb, b, -p.Beta)
	pb.Gamma -= predictRowsBack(buf, bufb, b, -p.Gamma)
	pb.Delta -= updateRowsBack(buf, bufb, b, -p.Delta)
	inv := 1 / p.Scale
	for i := range b.rows {
		o, q := i*b.columns, i*stride
		pb.Scale -= b.sign(i) * inv *
			scaledBack(x[q:], xb[q:], buf[o:][:b.columns], bufb[o:], b.factor(i, p.Scale))
	}
}

// factor is a for the smooth rows and 1/a for the details.
func (b block) factor(i int, a float64) float64 {
	if i < (b.rows+1)/2 {
		return a
	}
	return 1 / a
}

// sign is 1 for the smooth rows and -1 for the details.
func (b block) sign(i int) float64 {
	if i < (b.rows+1)/2 {
		return 1
	}
	return -1
}

// predicted names the smooth rows on both sides of detail i, updated the details on both sides of smooth row i, and the
// row itself.
func (b block) predicted(i int) (at, left, right int) {
	half := (b.rows + 1) / 2
	return (half + i) * b.columns, i * b.columns, min(i+1, half-1) * b.columns
}

func (b block) updated(i int) (at, left, right int) {
	half := (b.rows + 1) / 2
	return i * b.columns, (half + max(i-1, 0)) * b.columns, (half + min(i, b.rows-half-1)) * b.columns
}

func predictRows(buf []float64, b block, a float64) {
	for i := range b.rows / 2 {
		at, l, r := b.predicted(i)
		lift(buf[at:][:b.columns], buf[l:], buf[r:], a)
	}
}

func updateRows(buf []float64, b block, a float64) {
	for i := range (b.rows + 1) / 2 {
		at, l, r := b.updated(i)
		lift(buf[at:][:b.columns], buf[l:], buf[r:], a)
	}
}

func predictRowsBack(buf, bufb []float64, b block, a float64) float64 {
	sum := 0.0
	for i := range b.rows / 2 {
		at, l, r := b.predicted(i)
		sum += liftBack(buf[at:][:b.columns], buf[l:], buf[r:], bufb[at:], bufb[l:], bufb[r:], a)
	}
	return sum
}

func updateRowsBack(buf, bufb []float64, b block, a float64) float64 {
	sum := 0.0
	for i := range (b.rows + 1) / 2 {
		at, l, r := b.updated(i)
		sum += liftBack(buf[at:][:b.columns], buf[l:], buf[r:], bufb[at:], bufb[l:], bufb[r:], a)
	}
	return sum
}

// lift adds a (l + r) to y.
func lift(y, l, r []float64, a float64) {
	l, r = l[:len(y)], r[:len(y)]
	for j := range y {
		y[j] += a * (l[j] + r[j])
	}
}

// liftBack undoes lift and goes backward through it. lb and rb may be the same.
func liftBack(y, l, r, yb, lb, rb []float64, a float64) float64 {
	n := len(y)
	l, r, yb, lb, rb = l[:n], r[:n], yb[:n], lb[:n], rb[:n]
	sum := 0.0
	for j := range y {
		w, g := l[j]+r[j], yb[j]
		sum += g * w
		y[j] -= a * w
		g *= a
		lb[j] += g
		rb[j] += g
	}
	return sum
}
