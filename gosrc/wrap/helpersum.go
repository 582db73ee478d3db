package wrap

// The helpers of sums over examples. A sum of numbers is plain, or is kept in bins, so that it does not depend on order:
// integer bins of 28 bits on one grid for all numbers, of which the highest four that a number has come to are kept. See
// Ahrens, Demmel and Nguyen, Algorithms for Efficient Reproducible Floating Point Summation (ACM TOMS 46, 2020), whose
// bins are floating-point numbers and need carries; integers of 64 bits have room for those of 2³⁵ numbers.
func init() { //nolint:gochecknoinits // one table in two files
	helpers["bins"] = `// bins is a sum of numbers that has the same bits in whatever order they are added: all numbers are cut at the same places,
// 28 bits apart, and pieces are added as integers. It keeps the four highest pieces that a number has come to, so that a sum
// of n numbers is off by at most n·2⁻⁸⁰ times the largest one. Bins hold 2³⁵ numbers.
type bins struct {
	bin     [4]int64
	low     int16 // which piece bin[0] is: it counts 2^(28·low - 1075)
	some    bool  // there is a number
	special uint8 // 1 for NaN, 2 for +Inf, 4 for -Inf
}

// add adds a number.
func (b *bins) add(x float64) {
	u := math.Float64bits(x)
	e := int(u >> 52 & 0x7ff)
	m := u & (1<<52 - 1)
	switch e {
	case 0x7ff:
		switch {
		case m != 0:
			b.special |= 1
		case x > 0:
			b.special |= 2
		default:
			b.special |= 4
		}
		return
	case 0:
		if m == 0 {
			return
		}
		e = 1
	default:
		m |= 1 << 52
	}
	q, r := e/28, uint(e%28)
	j := q - int(b.low)
	if j > 1 || !b.some {
		b.raise(q - 1)
		j = 1
	}
	sign := int64(u) >> 63
	low := (int64(m<<r&(1<<28-1)) ^ sign) - sign
	mid := (int64(m>>(28-r)&(1<<28-1)) ^ sign) - sign
	high := (int64(m>>(56-r)) ^ sign) - sign
	switch j {
	case 1:
		b.bin[1] += low
		b.bin[2] += mid
		b.bin[3] += high
	case 0:
		b.bin[0] += low
		b.bin[1] += mid
		b.bin[2] += high
	case -1:
		b.bin[0] += mid
		b.bin[1] += high
	case -2:
		b.bin[0] += high
	}
}

// raise makes a piece the lowest that is kept.
func (b *bins) raise(low int) {
	if d := low - int(b.low); b.some {
		for i := range b.bin {
			if i+d < len(b.bin) {
				b.bin[i] = b.bin[i+d]
			} else {
				b.bin[i] = 0
			}
		}
	}
	b.low, b.some = int16(low), true
}

// merge adds another sum.
func (b *bins) merge(o bins) {
	b.special |= o.special
	if !o.some {
		return
	}
	if !b.some {
		o.special = b.special
		*b = o
		return
	}
	if o.low > b.low {
		b.raise(int(o.low))
	} else {
		o.raise(int(b.low))
	}
	for i := range b.bin {
		b.bin[i] += o.bin[i]
	}
}

// value is the sum, within one unit in the last place of what is kept.
func (b *bins) value() float64 {
	switch b.special {
	case 0:
	case 2:
		return math.Inf(1)
	case 4:
		return math.Inf(-1)
	default:
		return math.NaN()
	}
	c, sign := b.bin, 1.0
	for range 2 { // bins below the last become numbers from 0 to 2^28, and the last one is positive
		for i := range 3 {
			carry := c[i] >> 28
			c[i] -= carry << 28
			c[i+1] += carry
		}
		if c[3] >= 0 {
			break
		}
		for i := range c {
			c[i] = -c[i]
		}
		sign = -1
	}
	s := float64(c[3]>>32)*(1<<116) + float64(c[3]&(1<<32-1))*(1<<84)
	s += float64(c[2]) * (1 << 56)
	s += float64(c[1])*(1<<28) + float64(c[0])
	return math.Ldexp(sign*s, 28*int(b.low)-1075)
}`
	helpers["sum"] = sumHelper
	helpers["sumError"] = `// sumError is an error about a sum over examples.
type sumError string

func (e sumError) Error() string { return string(e) }`
}

const sumHelper = `// sum is what sums over examples have in common.
type sum struct {
	title        string
	function, at uint64 // fingerprints of the function and of what it is at
	ready        bool   // it has what it is at
	reproducible bool
	n            int
	ints         []int
	plain        []float64 // the reals, then the gradients of those that have one
	binned       []bins    // the same, where sums are reproducible
	reals, size  int       // how many are reals, and how long a gradient is
	parts        [][]float64 // the gradient of what is added
	finite       bool
	shard        string
	next         int // the number of the next example in the shard
	bad          *badExample
}

// badExample is the first example that brought what is no number.
type badExample struct {
	shard string
	i     int
}

// begin makes it a sum of no examples.
func (s *sum) begin(title string, function, at uint64, ints, reals, active int, reproducible bool, parts [][]float64) {
	size := 0
	for _, p := range parts {
		size += len(p)
	}
	s.title, s.function, s.at, s.ready, s.reproducible = title, function, at, true, reproducible
	s.n, s.next, s.bad, s.reals, s.size, s.parts = 0, 0, nil, reals, size, parts
	s.ints = append(s.ints[:0], make([]int, ints)...)
	if n := reals + active*size; reproducible {
		s.binned = append(s.binned[:0], make([]bins, n)...)
	} else {
		s.plain = append(s.plain[:0], make([]float64, n)...)
	}
}

// put adds the gradient that is in parts, the k-th, and reports whether all is finite.
func (s *sum) put(k int) bool {
	at, bad := s.reals+k*s.size, 0.0
	for _, p := range s.parts {
		if s.reproducible {
			sums := s.binned[at : at+len(p)]
			for i, v := range p {
				bad += v - v
				sums[i].add(v)
			}
		} else {
			sums := s.plain[at : at+len(p)]
			for i, v := range p {
				bad += v - v
				sums[i] += v
			}
		}
		at += len(p)
	}
	return bad == 0
}

// putTotals adds values, and reports whether they are finite.
func (s *sum) putTotals(values ...float64) bool {
	bad := 0.0
	for i, v := range values {
		bad += v - v
		if s.reproducible {
			s.binned[i].add(v)
		} else {
			s.plain[i] += v
		}
	}
	return bad == 0
}

// first is the first of n examples that brings what is no number; add computes what one of them adds.
func (s *sum) first(n int, add func(i int)) int {
	s.finite = true
	for i := range n {
		if add(i); !s.finite {
			return i
		}
	}
	return 0
}

// look looks whether what one example adds is finite.
func (s *sum) look(values ...float64) {
	bad := 0.0
	for _, v := range values {
		bad += v - v
	}
	for _, p := range s.parts {
		for _, v := range p {
			bad += v - v
		}
	}
	s.finite = s.finite && bad == 0
}

// mark notes that an example, the i-th of those that are being added, brings what is no number.
func (s *sum) mark(i int) { s.bad = &badExample{s.shard, s.next + i} }

func (s *sum) count(n int) {
	s.n += n
	s.next += n
}

// number is one of the sums.
func (s *sum) number(i int) float64 {
	if s.reproducible {
		return s.binned[i].value()
	}
	return s.plain[i]
}

func (s *sum) total(i int) float64 { return s.number(i) }

// pull adds to out, and puts into the rest of parts, what the gradients are for cotangents of the totals.
func (s *sum) pull(out [][]float64, bars ...float64) {
	at := s.reals
	for j, p := range s.parts {
		to := p
		if j < len(out) {
			to = out[j]
		} else {
			clear(to)
		}
		for k, bar := range bars {
			for i := range p {
				if g := s.number(at + k*s.size + i); g != 0 {
					to[i] += bar * g
				}
			}
		}
		at += len(p)
	}
}

// join adds what is in the first of parts to out.
func (s *sum) join(out [][]float64) {
	for j, to := range out {
		for i, v := range s.parts[j] {
			to[i] += v
		}
	}
}

// Len is how many examples were added.
func (s *sum) Len() int { return s.n }

// SetShard says of which shard the next examples are, and which of it the next one is, counted from 0: Err names both.
func (s *sum) SetShard(name string, first int) { s.shard, s.next = name, first }

// Err says which example first brought a NaN or an infinity. It is nil if none did.
func (s *sum) Err() error {
	if s.bad == nil {
		return nil
	}
	of := ""
	if s.bad.shard != "" {
		of = " of " + s.bad.shard
	}
	return sumError(s.title + ": example " + strconv.Itoa(s.bad.i) + of + " (counted from 0) has a value or a gradient that is NaN or infinite")
}

func (s *sum) check(where string) {
	if !s.ready {
		panic(where + ": the sum is not at any parameters; make it by New" + s.title + ", or call Reset")
	}
}

func (s *sum) same(where string, at uint64) {
	s.check(where)
	if s.at != at {
		panic(where + ": parameters have changed since Reset")
	}
}

// fits is why another sum cannot be merged, or nil.
func (s *sum) fits(o *sum) error {
	switch {
	case o.function == 0:
		return sumError("the other sum holds nothing")
	case s.function != o.function:
		return sumError("a sum of " + o.title + ", or of another version of it, cannot be merged into one of " + s.title)
	case s.at != o.at:
		return sumError(s.title + ": a sum at other parameters")
	case s.reproducible != o.reproducible || len(s.plain) != len(o.plain) || len(s.binned) != len(o.binned) || len(s.ints) != len(o.ints):
		return sumError(s.title + ": a sum of another shape")
	case o.n > 1<<34-s.n:
		return sumError(s.title + ": more than 2^34 examples")
	}
	return nil
}

func (s *sum) merge(o *sum) error {
	if s.function == 0 { // the zero value
		s.title, s.function, s.at, s.reproducible, s.reals = o.title, o.function, o.at, o.reproducible, o.reals
		s.ints, s.plain, s.binned = make([]int, len(o.ints)), make([]float64, len(o.plain)), make([]bins, len(o.binned))
	}
	if err := s.fits(o); err != nil {
		return err
	}
	s.n += o.n
	for i, v := range o.ints {
		s.ints[i] += v
	}
	for i, v := range o.plain {
		s.plain[i] += v
	}
	for i := range o.binned {
		s.binned[i].merge(o.binned[i])
	}
	if b := o.bad; b != nil && (s.bad == nil || b.shard < s.bad.shard || b.shard == s.bad.shard && b.i < s.bad.i) {
		s.bad = b
	}
	return nil
}

// sumMagic begins each sum that is kept as bytes; its end is the version of the form.
const sumMagic = "chadsum\x01"

func (s *sum) append(b []byte) []byte {
	from := len(b)
	b = append(b, sumMagic...)
	word := func(v uint64) { b = binary.LittleEndian.AppendUint64(b, v) }
	text := func(t string) {
		word(uint64(len(t)))
		b = append(b, t...)
	}
	text(s.title)
	word(s.function)
	word(s.at)
	word(uint64(s.n))
	word(uint64(s.reals))
	word(uint64(len(s.ints)))
	for _, v := range s.ints {
		word(uint64(v))
	}
	word(uint64(len(s.plain)))
	for _, v := range s.plain {
		word(math.Float64bits(v))
	}
	word(uint64(len(s.binned)))
	for _, v := range s.binned {
		some := uint64(0)
		if v.some {
			some = 1
		}
		word(uint64(uint16(v.low)) | some<<16 | uint64(v.special)<<17)
		for _, x := range v.bin {
			word(uint64(x))
		}
	}
	if s.bad == nil {
		word(0)
	} else {
		word(1)
		text(s.bad.shard)
		word(uint64(s.bad.i))
	}
	hash := sha256.Sum256(b[from:])
	return append(b, hash[:]...)
}

// read takes what was kept as bytes.
func (s *sum) read(title string, function uint64, data []byte) error {
	fail := func(why string) error { return sumError(title + ": " + why) }
	if len(data) < len(sumMagic)+sha256.Size || string(data[:len(sumMagic)-1]) != sumMagic[:len(sumMagic)-1] {
		return fail("these bytes are no sum over examples")
	}
	if data[len(sumMagic)-1] != sumMagic[len(sumMagic)-1] {
		return fail("these bytes are of another version of chad")
	}
	b, hash := data[:len(data)-sha256.Size], data[len(data)-sha256.Size:]
	if got := sha256.Sum256(b); string(got[:]) != string(hash) {
		return fail("the bytes are not complete, or were changed")
	}
	b = b[len(sumMagic):]
	ok := true
	word := func() uint64 {
		if len(b) < 8 {
			ok = false
			return 0
		}
		v := binary.LittleEndian.Uint64(b)
		b = b[8:]
		return v
	}
	length := func(size int) int {
		n := word()
		if n > uint64(len(b)/size) {
			ok = false
			return 0
		}
		return int(n)
	}
	text := func() string {
		n := length(1)
		t := string(b[:n])
		b = b[n:]
		return t
	}
	o := sum{title: text()}
	o.function, o.at = word(), word()
	n, reals := word(), word()
	o.ints = make([]int, length(8))
	for i := range o.ints {
		o.ints[i] = int(word())
	}
	o.plain = make([]float64, length(8))
	for i := range o.plain {
		o.plain[i] = math.Float64frombits(word())
	}
	o.binned = make([]bins, length(40))
	for i := range o.binned {
		w := word()
		v := bins{low: int16(uint16(w)), some: w>>16&1 == 1, special: uint8(w >> 17 & 7)}
		if v.low < -1 || v.low > 72 {
			ok = false
		}
		for k := range v.bin {
			v.bin[k] = int64(word())
		}
		o.binned[i] = v
	}
	if bad := word(); bad == 1 {
		o.bad = &badExample{text(), int(word())}
	} else if bad != 0 {
		ok = false
	}
	if !ok || len(b) > 0 || n > 1<<34 || reals > uint64(len(o.plain)+len(o.binned)) {
		return fail("the bytes are no sum over examples")
	}
	o.n, o.reals, o.reproducible = int(n), int(reals), len(o.binned) > 0
	if o.function != function {
		return fail("these bytes are a sum of " + o.title + ", or of another version of it")
	}
	if s.ready {
		empty := *s
		empty.n = 0
		if err := empty.fits(&o); err != nil {
			return err
		}
	} else {
		s.title, s.function, s.at, s.reproducible, s.reals = o.title, o.function, o.at, o.reproducible, o.reals
	}
	s.n, s.ints, s.plain, s.binned, s.bad = o.n, o.ints, o.plain, o.binned, o.bad
	return nil
}`
