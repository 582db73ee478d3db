package loop

func (c *code) count(s *For) act {
	n, slot, body := c.int(s.N), c.slot(s.Var), c.block(s.Body)
	whole := c.wholeArrays(s)
	return func(fr *frame) {
		n := n(fr)
		whole(fr, n)
		for k := range n {
			if s.Down {
				k = n - 1 - k
			}
			fr.ints[slot] = k
			fr.m.step(1)
			fr.m.counts.Iterations++
			body(fr)
		}
	}
}

func (c *code) while(s *While) act {
	head, p, body := c.block(s.Head), c.bool(s.Cond), c.block(s.Body)
	return func(fr *frame) {
		for {
			head(fr)
			fr.m.step(1)
			fr.m.counts.Branches++
			if !p(fr) {
				return
			}
			fr.m.counts.Iterations++
			body(fr)
		}
	}
}

func (c *code) choose(s *Switch) act {
	tag := c.int(s.Tag)
	cases := make([]act, len(s.Cases))
	for i, b := range s.Cases {
		cases[i] = c.block(b)
	}
	last := int64(len(cases) - 1)
	return func(fr *frame) {
		fr.m.counts.Branches++
		k := tag(fr)
		if k < 0 || k > last {
			k = last
		}
		cases[k](fr)
	}
}

// call compiles a call. The callee is compiled when it is first called, since functions may be recursive.
func (c *code) call(s *Call) act {
	args := make([]func(to, from *frame, slot int), len(s.Args))
	for i, a := range s.Args {
		args[i] = c.move(a)
	}
	slots := make([]int, len(s.Vars))
	for i, v := range s.Vars {
		if v != nil {
			slots[i] = c.slot(v)
		}
	}
	var callee *code
	return func(fr *frame) {
		m := fr.m
		if callee == nil {
			callee = m.compiled(s.Func)
		}
		m.counts.Calls++
		m.step(1)
		if m.depth++; m.depth > maxCalls {
			c.fail("calls nested more than %d deep", maxCalls)
		}
		to := callee.frame(m)
		for i, a := range args {
			a(to, fr, callee.slots[s.Func.Params[i].Var])
		}
		callee.body(to)
		for i, v := range s.Vars {
			if v != nil {
				callee.results[i](fr, to, slots[i])
			}
		}
		m.depth--
	}
}

func (c *code) check(s *Check) act {
	p := c.bool(s.Cond)
	var got, want intFn
	if s.Got != nil {
		got, want = c.int(s.Got), c.int(s.Want)
	}
	return func(fr *frame) {
		fr.m.counts.Branches++
		switch {
		case p(fr):
		case got == nil:
			c.fail("%s", s.Text)
		case s.Index:
			c.fail("%s: index %d out of range [0, %d)", s.Text, got(fr), want(fr))
		default:
			c.fail("%s: length of %s is %d, want %d", s.Text, s.Name, got(fr), want(fr))
		}
	}
}

// wholeArrays fails unless the arrays of a vector loop have as many elements as it has iterations.
func (c *code) wholeArrays(s *For) func(fr *frame, n int64) {
	v, ok := VectorOf(s)
	if !s.Vector || !ok { // of a loop over rows, those are checked
		return func(*frame, int64) {}
	}
	arrays := v.Arrays()
	lengths := make([]intFn, len(arrays))
	for i, a := range arrays {
		lengths[i] = c.int(Len(a))
	}
	return func(fr *frame, n int64) {
		for i, l := range lengths {
			if got := l(fr); got != n {
				c.fail("vector loop over %d elements of %s, which has %d", n, arrays[i].Var.Name, got)
			}
		}
	}
}
