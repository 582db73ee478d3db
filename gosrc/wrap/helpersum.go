package wrap

// The helpers of sums over examples. A sum of numbers is plain, or is kept in bins, so that it does not depend on order:
// see Ahrens, Demmel and Nguyen, Algorithms for Efficient Reproducible Floating Point Summation (ACM TOMS 46, 2020), whose
// sums of fold 3 and width 40 these are. Numbers are scaled, so that the highest bin has room above them.
func init() { //nolint:gochecknoinits // one table in two files
	helpers["bins"] = `// bins is a sum of numbers that has the same bits in whatever order they are added. All numbers are cut at the same places, 40
// bits apart, and the pieces between two places are added without rounding. It keeps the three highest pieces that a number has
// come to, so that a sum of n numbers is off by at most n·2⁻⁸⁰ times the largest one, and n·2⁻¹⁰¹⁴.
type bins struct {
	most    float64    // numbers below it need no other pieces
	bin     [3]float64 // a piece counts 2^-52 of what a bin begins with, of which it has 3/2
	carry   [3]int64   // a quarter of what a bin begins with was taken out so often
	top     int16      // which piece bin[0] has: it counts 2^(40·top - 1074)
	special uint8      // 1 for NaN, 2 for +Inf, 4 for -Inf
}

// binScale is what numbers are multiplied by.
const binScale = 0x1p-60

// binBegin is a bin without numbers.
func binBegin(piece int) float64 { return math.Ldexp(1.5, 40*piece-1022) }`
	helpers["addBins"] = `// addBins adds to each sum a number, and reports whether all are finite. Each sum must be settled after 2048 numbers.
func addBins(sums []bins, x []float64) (finite bool) {
	sums, finite = sums[:len(x)], true
	for i, v := range x {
		b := &sums[i]
		v = float64(v * binScale)
		if !(math.Abs(v) < b.most) && !b.raise(v) {
			finite = finite && v == 0
			continue
		}
		// the last bit is set, so that no number stands in the middle between two pieces
		s := b.bin[0]
		t := s + math.Float64frombits(math.Float64bits(v)|1)
		b.bin[0] = t
		v -= t - s
		s = b.bin[1]
		t = s + math.Float64frombits(math.Float64bits(v)|1)
		b.bin[1] = t
		v -= t - s
		b.bin[2] += math.Float64frombits(math.Float64bits(v) | 1)
	}
	return finite
}

// raise makes room for a number, and reports whether it is one that can be added.
func (b *bins) raise(v float64) bool {
	switch {
	case v != v:
		b.special |= 1
		return false
	case v > math.MaxFloat64:
		b.special |= 2
		return false
	case v < -math.MaxFloat64:
		b.special |= 4
		return false
	case v == 0:
		return false
	}
	_, e := math.Frexp(v)
	b.lift(max(2, (e+1035+39)/40))
	return true
}

// lift makes a piece the highest.
func (b *bins) lift(top int) {
	d := top - int(b.top)
	for k := 2; k >= 0; k-- {
		if b.most > 0 && k >= d {
			b.bin[k], b.carry[k] = b.bin[k-d], b.carry[k-d]
		} else {
			b.bin[k], b.carry[k] = binBegin(top-k), 0
		}
	}
	b.top, b.most = int16(top), math.Ldexp(1, 40*top-1035)
}

// settle takes out of the bins what makes them large or small.
func (b *bins) settle() {
	if b.most == 0 {
		return
	}
	for k := range b.bin {
		quarter := binBegin(int(b.top)-k) / 6
		n := math.Floor((b.bin[k] - 6*quarter) / quarter)
		b.bin[k] -= n * quarter
		b.carry[k] += int64(n)
	}
}

// merge adds another sum; both must be settled.
func (b *bins) merge(o bins) {
	b.special |= o.special
	if o.most == 0 {
		return
	}
	if b.most < o.most {
		b.lift(int(o.top))
	} else if o.most < b.most {
		o.lift(int(b.top))
	}
	for k := range b.bin {
		b.bin[k] += o.bin[k] - binBegin(int(b.top)-k)
		b.carry[k] += o.carry[k]
	}
	b.settle()
}

// value is the sum of a settled one, within one unit in the last place.
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
	if b.most == 0 {
		return 0
	}
	sum := 0.0
	for k := range b.bin {
		begin := binBegin(int(b.top) - k)
		sum += float64(float64(b.carry[k]) * (begin / 6))
		sum += b.bin[k] - begin
	}
	return sum / binScale
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
	reals, size  int         // how many totals are reals, and how long a gradient is
	plain        [][]float64 // the reals, and then the parts of the gradients of those that have one
	binned       []bins      // the same numbers, where sums are reproducible
	parts        [][]float64 // the gradient of what is added
	sums         [][][]float64 // the parts of the gradients in plain
	busy         bool        // an example is being added
	unsettled    int         // how many numbers were added to bins since they were settled
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
	s.unsettled = 0
	s.n, s.next, s.bad, s.busy, s.reals, s.size, s.parts = 0, 0, nil, false, reals, size, parts
	s.ints = append(s.ints[:0], make([]int, ints)...)
	if reproducible {
		s.binned = append(s.binned[:0], make([]bins, reals+active*size)...)
	} else {
		s.plain, s.sums = append(s.plain[:0], make([]float64, reals)), s.sums[:0]
	}
}

// keep takes the parts of a gradient, which are zeros then.
func (s *sum) keep(parts [][]float64) {
	for _, p := range parts {
		clear(p)
	}
	s.plain, s.sums = append(s.plain, parts...), append(s.sums, parts)
}

// clear makes the gradient of what is added zero.
func (s *sum) clear() {
	for _, p := range s.parts {
		clear(p)
	}
}

// dot is the inner product of parts and others like them.
func (s *sum) dot(v [][]float64) (sum float64) {
	for j, p := range v {
		for i, x := range p {
			sum += x * s.parts[j][i]
		}
	}
	return sum
}

// scan reports whether the k-th gradient is finite. A sum of all numbers is not finite if one of them is not, and is
// the cheapest to look at.
func (s *sum) scan(k int) bool {
	var a, b, c, d float64
	for _, p := range s.sums[k] {
		for len(p) >= 8 {
			a += p[0] + p[4]
			b += p[1] + p[5]
			c += p[2] + p[6]
			d += p[3] + p[7]
			p = p[8:]
		}
		for _, v := range p {
			a += v
		}
	}
	a += b + (c + d)
	return a-a == 0 || s.search(k)
}

// search is scan where the sum has run over, or one of its numbers is not finite.
func (s *sum) search(k int) bool {
	for _, p := range s.sums[k] {
		for _, v := range p {
			if v-v != 0 {
				return false
			}
		}
	}
	return true
}

// put adds the gradient that is in parts, the k-th, and reports whether all is finite.
func (s *sum) put(k int) bool {
	const infinite = 0x7ff << 52
	at, most := s.reals+k*s.size, uint64(0)
	for j, p := range s.parts {
		if s.reproducible {
			if !addBins(s.binned[at:at+len(p)], p) {
				most = infinite
			}
		} else {
			sums := s.plain[1+k*len(s.parts)+j][:len(p)]
			for i, v := range p {
				most = max(most, math.Float64bits(v)&infinite)
				sums[i] += v
			}
		}
		at += len(p)
	}
	return most < infinite
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
	s.busy = false
}

// counted is count of an example that was added to bins.
func (s *sum) counted() {
	s.count(1)
	if s.unsettled++; s.unsettled == 2048 {
		s.settle()
	}
}

// settle settles the bins.
func (s *sum) settle() {
	for i := range s.binned {
		s.binned[i].settle()
	}
	s.unsettled = 0
}

// total is one of the reals.
func (s *sum) total(i int) float64 {
	if s.reproducible {
		return s.binned[i].value()
	}
	return s.plain[0][i]
}

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
				var g float64
				if s.reproducible {
					g = s.binned[at+k*s.size+i].value()
				} else {
					g = s.plain[1+k*len(s.parts)+j][i]
				}
				if g != 0 {
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
	if !s.ready || s.busy {
		s.refuse(where)
	}
}

func (s *sum) refuse(where string) {
	if !s.ready {
		panic(where + ": the sum is not at any parameters; make it by its New function, or call Reset")
	}
	panic(where + ": adding an example has panicked, so that the sum is of no use until Reset")
}

func (s *sum) same(where string, at uint64) {
	s.check(where)
	s.settle()
	if s.at != at {
		panic(where + ": parameters have changed since Reset")
	}
}

// flat are the numbers of a plain sum, one after the other.
func (s *sum) flat() (out []float64) {
	for _, p := range s.plain {
		out = append(out, p...)
	}
	return out
}

// fits is why another sum cannot be merged, or nil.
func (s *sum) fits(o *sum) error {
	switch {
	case o.function == 0:
		return sumError("the other sum holds nothing")
	case s.busy || o.busy:
		return sumError(s.title + ": adding an example to one of the sums has panicked, so that it is of no use until Reset")
	case s.function != o.function:
		return sumError("a sum of " + o.title + ", or of another version of it, cannot be merged into one of " + s.title)
	case s.at != o.at:
		return sumError(s.title + ": a sum at other parameters")
	case s.reproducible != o.reproducible || len(s.flat()) != len(o.flat()) || len(s.binned) != len(o.binned) || len(s.ints) != len(o.ints):
		return sumError(s.title + ": a sum of another shape")
	case o.n > 1<<34-s.n:
		return sumError(s.title + ": more than 2^34 examples")
	}
	return nil
}

func (s *sum) merge(o *sum) error {
	if s.function == 0 { // the zero value
		s.title, s.function, s.at, s.reproducible, s.reals = o.title, o.function, o.at, o.reproducible, o.reals
		s.ints, s.plain, s.binned = make([]int, len(o.ints)), [][]float64{make([]float64, len(o.flat()))}, make([]bins, len(o.binned))
	}
	if err := s.fits(o); err != nil {
		return err
	}
	s.settle()
	o.settle()
	s.n += o.n
	for i, v := range o.ints {
		s.ints[i] += v
	}
	for numbers, j := o.flat(), 0; j < len(s.plain); j++ {
		for i := range s.plain[j] {
			s.plain[j][i] += numbers[i]
		}
		numbers = numbers[len(s.plain[j]):]
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
	plain := s.flat()
	word(uint64(len(plain)))
	for _, v := range plain {
		word(math.Float64bits(v))
	}
	s.settle()
	word(uint64(len(s.binned)))
	for _, v := range s.binned {
		some := uint64(0)
		if v.most > 0 {
			some = 1
		}
		word(uint64(uint16(v.top)) | some<<16 | uint64(v.special)<<17)
		for k := range v.bin {
			word(math.Float64bits(v.bin[k]))
			word(uint64(v.carry[k]))
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
	plain := make([]float64, length(8))
	for i := range plain {
		plain[i] = math.Float64frombits(word())
	}
	o.plain = [][]float64{plain}
	o.binned = make([]bins, length(56))
	for i := range o.binned {
		w, v := word(), &o.binned[i]
		v.special = uint8(w >> 17 & 7)
		top := int(uint16(w))
		some := w>>16&1 == 1
		if ok = ok && w>>20 == 0 && (top == 0 && !some || 2 <= top && top <= 52 && some); some && ok {
			v.lift(top)
		}
		for k := range v.bin {
			v.bin[k], v.carry[k] = math.Float64frombits(word()), int64(word())
			if begin := binBegin(top - k); some && !(begin <= v.bin[k] && v.bin[k] < begin+begin/6) || !some && v.bin[k] != 0 {
				ok = false
			}
		}
	}
	if bad := word(); bad == 1 {
		o.bad = &badExample{text(), int(word())}
	} else if bad != 0 {
		ok = false
	}
	if !ok || len(b) > 0 || n > 1<<34 || reals > uint64(len(plain)+len(o.binned)) {
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
	s.n, s.ints, s.binned, s.bad, s.busy = o.n, o.ints, o.binned, o.bad, false
	if !s.ready {
		s.plain = o.plain
	}
	for j := range s.plain {
		plain = plain[copy(s.plain[j], plain):]
	}
	return nil
}`
