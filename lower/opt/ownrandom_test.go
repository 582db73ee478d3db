package opt

import (
	"math/rand/v2"
	"testing"
)

// randomOwn is a program that begins, changes and reads matrices element by element in one nest of loops after the other, with the parameters
// of [randomLoops].
func randomOwn(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 41))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)\n\tvar u real = c")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.line("var w [][]real = new(n, n)\n\tvar t []real = new(n)")
	use := func(v, own string, change int) {
		if m.IntN(12) == 0 {
			own = v + m.pick([]string{"[0][0]", "[j][i]", "[i][n - 1 - j]", `[inrange(i, n - 1, "w")][j]`, `[i][inrange(j, n - 1, "w")]`})
		}
		switch m.IntN(6) {
		case 0:
			m.line("y[i] += %s * c", own)
		case 1:
			m.line("b[i][j] += %s", own)
		case 2:
			m.in("if x[j] > 0.0", func() { m.line("%s %s x[i]", own, m.pick([]string{"+~=", "+=", "="})) })
		case 3:
			m.in("for l < j", func() { m.line("%s %s a[l][j]", own, m.pick([]string{"+~=", "+="})) })
		default:
			if m.IntN(4) < change {
				m.line("%s %s %s", own, m.pick([]string{"+~=", "+~=", "+=", "="}), m.pick([]string{"2.0 * x[i]", "a[i][j] + c", "x[j] * u"}))
			} else {
				m.line("z[j] += %s", own)
			}
		}
	}
	nest := func(change int) {
		m.in("for "+m.sometimes(6, "down ", "")+"i < "+m.sometimes(12, "n - 1", "n"), func() {
			row := m.IntN(2) == 0
			if row {
				m.line("var r []real = w[i]")
			}
			m.in("for "+m.sometimes(6, "down ", "")+"j < "+m.sometimes(12, "n - 1", "n"), func() {
				for range 1 + m.IntN(3) {
					if row {
						use("w", "r[j]", change)
					} else {
						use("w", "w[i][j]", change)
					}
				}
			})
			if m.IntN(16) == 0 {
				m.line("u += w[i][0]")
			}
		})
	}
	line := func(change int) {
		m.in("for i < n", func() {
			m.line("var j int = n - 1 - i")
			for range 1 + m.IntN(2) {
				use("w", "t[i]", change)
			}
		})
	}
	nest(4)
	line(4)
	for range m.IntN(2) {
		nest(m.sometimesInt(6))
	}
	line(m.sometimesInt(6))
	nest(2)
	line(2)
	if m.IntN(8) == 0 {
		m.line("u += w[0][0] + t[0]")
	}
	m.line("return u, c")
	m.indent--
	m.line("}")
	return m.b.String()
}

// sometimesInt is 2 once in k times, and otherwise 0.
func (m *loopMaker) sometimesInt(k int) int {
	if m.IntN(k) == 0 {
		return 2
	}
	return 0
}

// randomTwins is a program that keeps numbers in an array and in a matrix.
func randomTwins(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 43))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)\n\tvar u real = c\n\tvar t []real = new(n)\n\tvar q [][]real = new(n, n)")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.in("for "+m.sometimes(6, "down ", "")+"i < "+m.sometimes(12, "n - 1", "n"), func() {
		if m.IntN(8) == 0 {
			m.line("u += t[i]")
		}
		if m.IntN(3) == 0 {
			m.line("var e real = x[i] * c\n\tt[i] = e")
		} else {
			m.line("t[i] = x[i] * c\n\tvar e real = t[i]")
		}
		below := func() {
			m.in("for j < i", func() { m.line("q[i][%s] = a[i][j]", m.sometimes(10, "i - j", "j")) })
		}
		above := func() {
			m.in("for j < n - i - 1", func() {
				m.line("q[%s][%s] = u", m.sometimes(10, "i + 1 + j", "i"), m.sometimes(10, "i + j", "i + 1 + j"))
			})
		}
		if m.IntN(2) == 0 {
			below()
		}
		if m.IntN(5) == 0 {
			above()
		}
		m.line("q[%s][%s] = %s", m.sometimes(10, "n - 1 - i", "i"), m.sometimes(10, "0", "i"), m.sometimes(10, "x[i]", m.pick([]string{"e", "t[i]"})))
		if m.IntN(2) == 0 {
			above()
		}
		if m.IntN(3) == 0 {
			m.line("u += t[i]")
		}
		if m.IntN(12) == 0 {
			m.line("u += t[0]")
		}
	})
	m.in("for k < n", func() {
		if m.IntN(4) == 0 {
			m.in("for j < k", func() {
				m.line("q[%s][%s] %s c", m.sometimes(3, "j", "k"), m.sometimes(4, "k", "j"), m.pick([]string{"=", "+="}))
			})
		}
		if m.IntN(12) == 0 {
			m.line("q[k][k] = c")
		}
		m.line("var r []real = q[k]\n\tz[k] += r[0]")
		if m.IntN(2) == 0 {
			m.line("y[k] += t[%s]", m.sometimes(10, "n - 1 - k", "k"))
		}
	})
	m.line("var v [][]real = new(n, n)\n\tvar p [][]real = new(n, n)")
	m.in("for i < n", func() {
		m.in("for j < n", func() {
			m.line("v[i][j] = a[j][i] * u\n\tp[%s][%s] = v[i][j]", m.sometimes(3, "j", "i"), m.sometimes(3, "i", "j"))
		})
		m.in("for j < n", func() { m.line("y[i] += v[%s][j]", m.sometimes(6, "j", "i")) })
	})
	m.in("for i < n", func() { m.in("for j < n", func() { m.line("b[i][j] += v[i][j] + p[j][j]") }) })
	m.in("for "+m.sometimes(3, "down ", "")+"k < "+m.sometimes(10, "n - 1", "n"), func() {
		m.line("y[k] += t[k] * c")
		if m.IntN(10) == 0 {
			m.line("q[k][k] += c")
		}
		m.in("for j < n", func() { m.line("b[k][j] += %s", m.pick([]string{"t[j]", "t[j] * q[j][k]", "x[j]"})) })
	})
	m.line("return u, c")
	m.indent--
	m.line("}")
	return m.b.String()
}

// randomEven is a program that keeps numbers in arrays, in branches and loops, which are the same in all iterations or nearly.
func randomEven(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 59))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)\n\tvar u real = c\n\tvar k int = n - 1")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	part := func() {
		usual := m.sometimes(4, "k", "n")
		long := func() string { return m.sometimes(8, m.pick([]string{"k", "n"}), usual) }
		t, s, p, v, e := m.fresh("t"), m.fresh("s"), m.fresh("p"), m.fresh("v"), m.fresh("e")
		m.line("var %s []real = new(%s)\n\tvar %s []real = new(n)\n\tvar %s []int = new(n)", t, long(), s, p)
		m.line("var %s real = %s", v, m.pick([]string{"c", "u", "sin(u)"}))
		if m.IntN(6) == 0 {
			m.line("%s = sin(c)", v)
		}
		if m.IntN(12) == 0 {
			m.in("for j < n", func() { m.line("y[j] += %s[j]", s) })
		}
		fills := func() {
			m.line("var %s real = sin(%s)", e, v)
			if m.IntN(12) == 0 {
				m.line("%s = c", e)
			}
			m.in("for "+m.sometimes(6, "down ", "")+"i < "+long(), func() {
				own := m.fresh("o")
				m.line("var %s real = x[i]\n\t%s[i] = %s", own, p, m.pick([]string{"i", "k", "n"}))
				value := func() string {
					return m.pick([]string{e, e, e, v, "c", "0.5", m.sometimes(2, m.sometimes(2, "x[i]", own), "u")})
				}
				if m.IntN(10) == 0 {
					m.line("u += %s[i]", m.pick([]string{"x", t}))
				}
				if m.IntN(3) == 0 {
					m.line("%s[i], %s[i] = %s, %s", t, s, value(), value())
				} else {
					m.line("%s[%s] = %s", t, m.sometimes(20, "0", "i"), value())
					if m.IntN(8) == 0 {
						m.line("y[i] += %s[i]", t)
					}
					m.line("%s[i] %s %s", s, m.sometimes(10, "+=", "="), value())
				}
			})
		}
		switch m.IntN(4) {
		case 0:
			m.in("if x[0] > 0.0", fills)
		case 1:
			m.in("for l < n - 1", fills)
		default:
			fills()
		}
		if m.IntN(10) == 0 {
			m.line("%s[0] = c", t)
		}
		if m.IntN(4) == 0 {
			m.line("k = n - %d", m.IntN(2))
		}
		if m.IntN(12) == 0 {
			m.line("copy(z, %s)", s)
		}
		m.in("for "+m.sometimes(2, "down ", "")+"j < "+long(), func() {
			m.line("y[j] += %s[%s] * x[j]\n\tz[j] += %s[j] + real(%s[j])", t, m.sometimes(10, "0", "j"), s, p)
		})
	}
	if part(); m.IntN(3) == 0 {
		m.in("for q < n", part)
	}
	m.line("return u, c")
	m.indent--
	m.line("}")
	return m.b.String()
}

func checkOwn(t *testing.T, pass Pass, o Options, random func(uint64) string, least int) {
	t.Helper()
	changed := 0
	for seed := range uint64(2000) {
		src := random(seed)
		before, after := transformed(t, seed, src, o, []Pass{pass})
		if before.String() == after.String() {
			continue
		}
		changed++
		for _, n := range []int{1, 2, 3, 5} {
			want, _ := runLoops(before, n)
			got, _ := runLoops(after, n)
			if (want == nil) != (got == nil) || want != nil && !sameFloats(want, got, false) {
				t.Fatalf("seed %d, n = %d: got\n%v\nwant\n%v\nbefore:\n%s\nafter:\n%s", seed, n, got, want, src, after)
			}
		}
	}
	if t.Logf("%d programs changed", changed); changed < least {
		t.Errorf("only %d programs changed", changed)
	}
}

// Variables in place of elements have what the elements had, to the last bit.
func TestRandomOwnElements(t *testing.T) {
	checkOwn(t, ownElements, Options{}, randomOwn, 200)
}

// Elements of another array that have the same value have it as long as they are read, to the last bit.
func TestRandomTwins(t *testing.T) {
	checkOwn(t, twins, Options{}, randomTwins, 200)
}

// A number in place of an array has what all its elements had, to the last bit.
func TestRandomEven(t *testing.T) {
	checkOwn(t, even, Options{}, randomEven, 200)
}
