#!/usr/bin/env python3
"""Judges values of functions that `go run ./internal/points` prints, against mpmath with 200 bits and
more: the greatest error of each function in units in the last place of the exact result.

    go run ./internal/points -n 1000000 | python3 internal/coefficients/judge.py

With -table FILE it writes the exact results instead, of arguments with finite ones: a line is the name, and then in
hexadecimal the bits of the arguments, of the float64 next to the result, and of the float64 next to what that leaves.

    go run ./internal/points -n 300 -seed 7 | python3 internal/coefficients/judge.py -table testdata/exact.txt.gz"""

import gzip
import struct
import sys

from mpmath import mp, mpf

mp.prec = 200


def number(h):
    return struct.unpack(">d", bytes.fromhex(h))[0]


def ulp(y):
    """The unit in the last place of float64 at y."""
    if y == 0:
        return mpf(2) ** -1074
    e = mp.frexp(abs(y))[1]
    return mpf(2) ** (max(e, -1021) - 53)


def wide(f):
    """f with digits for arguments that cancel."""
    def g(*xs):
        with mp.workprec(2400):
            return f(*xs)
    return g


def more(f):
    def g(*xs):
        with mp.workprec(420):
            return f(*xs)
    return g


def expm1(x):
    return mp.expm1(x)


def softplus(x):
    return mp.log1p(mp.exp(x)) if x < 40 else x + mp.log1p(mp.exp(-x))


def logaddexp(x, y):
    m, n = max(x, y), min(x, y)
    return m + mp.log1p(mp.exp(n - m))


def lgamma(x):
    return mp.log(abs(mp.gamma(x))) if x < 0 else mp.loggamma(x).real


def inverse(y, p):
    """The x >= 0 with erf x = y, erfc x = p, by Newton's iteration for erf or for the logarithm of erfc."""
    if p <= 0:
        raise ValueError
    if y < mpf("0.5"):
        x = y * mp.sqrt(mp.pi) / 2
        for _ in range(30):
            s = (mp.erf(x) - y) * mp.exp(x * x) * mp.sqrt(mp.pi) / 2
            x -= s
            if abs(s) <= abs(x) * mpf(2) ** -200:
                break
        return x
    x = mp.sqrt(-mp.log(p))
    for _ in range(60):
        e = mp.erfc(x)
        s = -(mp.log(e) - mp.log(p)) * e * mp.exp(x * x) * mp.sqrt(mp.pi) / 2
        x -= s
        if abs(s) <= abs(x) * mpf(2) ** -200:
            break
    return x


exact = {
    "exp": mp.exp, "exp2": lambda x: mp.exp(x * mp.ln2), "expm1": expm1, "log": mp.log, "log1p": mp.log1p,
    "log2": lambda x: mp.log(x) / mp.ln2, "log10": lambda x: mp.log(x) / mp.ln10,
    "sin": wide(mp.sin), "cos": wide(mp.cos), "tan": wide(mp.tan), "asin": more(mp.asin), "acos": more(mp.acos), "atan": mp.atan,
    "sinh": more(mp.sinh), "cosh": mp.cosh, "tanh": more(mp.tanh), "asinh": more(mp.asinh), "acosh": more(mp.acosh), "atanh": more(mp.atanh),
    "cbrt": lambda x: mp.sign(x) * mp.cbrt(abs(x)), "sigmoid": lambda x: 1 / (1 + mp.exp(-x)), "softplus": softplus, "logaddexp": more(logaddexp),
    "pow": lambda x, y: mp.power(x, y), "hypot": more(mp.hypot), "atan2": mp.atan2,
    "erf": more(mp.erf), "erfc": more(mp.erfc), "normcdf": more(lambda x: mp.erfc(-x / mp.sqrt(2)) / 2), "normpdf": lambda x: mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi),
    "gamma": mp.gamma, "lgamma": more(lgamma), "digamma": more(mp.digamma),
    "log1mexp": more(lambda x: mp.log1p(-mp.exp(x)) if x < -1 else mp.log(-mp.expm1(x))), "logit": more(lambda p: mp.log(p / (1 - p))), "xlogy": lambda x, y: x * mp.log(y),
    "erfinv": more(lambda y: inverse(abs(y), 1 - abs(y)) * mp.sign(y)),
    "j0": lambda x: mp.besselj(0, x), "j1": lambda x: mp.besselj(1, x), "y0": lambda x: mp.bessely(0, x), "y1": lambda x: mp.bessely(1, x),
    "jn": lambda n, x: mp.besselj(int(n), x), "yn": lambda n, x: mp.bessely(int(n), x),
    "erfcinv": more(lambda p: inverse(1 - p, p) if p <= 1 else -inverse(p - 1, 2 - p)),
}


def wave(x):
    """The height of the waves of the Bessel functions at x, and 0 before the first one."""
    return mp.sqrt(2 / (mp.pi * abs(x))) if abs(x) > 0.5 else 0


# Functions with zeros that are no floats: their errors there are in units of this.
least = {
    "lgamma": lambda x: 1, "digamma": lambda x: mpf(1) / 4, "logaddexp": lambda x, y: max(1, abs(x), abs(y)),
    "j0": wave, "j1": lambda x: wave(x) if abs(x) > 2 else 0, "y0": wave, "y1": wave,
    "jn": lambda n, x: wave(x) if abs(x) > abs(n) else 0, "yn": lambda n, x: wave(x) if abs(x) > abs(n) else 0,
}


def table(path):
    with gzip.GzipFile(path, "wb", mtime=0) as f:
        for line in sys.stdin:
            name, *hs = line.split()
            if name not in exact:  # those that are tested against the meaning of the primitive
                continue
            try:
                want = exact[name](*[mpf(number(h)) for h in hs[:-1]])
            except (ZeroDivisionError, ValueError):
                continue
            hi = float(want)
            if abs(hi) == float("inf") or hi != hi:
                continue
            parts = [struct.pack(">d", z).hex() for z in (hi, float(want - mpf(hi)))]
            f.write((" ".join([name] + hs[:-1] + parts) + "\n").encode())


def main():
    worst = {}
    limit = (2 - mpf(2) ** -53) * mpf(2) ** 1023
    for line in sys.stdin:
        name, *hs = line.split()
        if name not in exact:
            continue
        *xs, y = [number(h) for h in hs]
        try:
            want = exact[name](*[mpf(x) for x in xs])
        except (ZeroDivisionError, ValueError):
            continue
        if abs(want) >= limit:
            e = mpf(0) if abs(y) == float("inf") and (y > 0) == (want > 0) else mpf("inf")
        elif y != y or abs(y) == float("inf"):
            e = mpf("inf")
        else:
            e = abs(mpf(y) - want) / ulp(max(abs(want), least.get(name, lambda *xs: 0)(*xs)))
            if name in ("jn", "yn"):
                e /= max(1, abs(xs[0]) / 16)
        n, w, at = worst.get(name, (0, mpf(-1), None))
        worst[name] = (n + 1, max(e, w), xs if e > w else at)
    for name, (n, w, at) in sorted(worst.items()):
        print("| `%s` | %d | %.3f | %s |" % (name, n, w, ", ".join(float(x).hex() for x in at)))


if __name__ == "__main__":
    if sys.argv[1:2] == ["-table"]:
        table(sys.argv[2])
    else:
        main()
