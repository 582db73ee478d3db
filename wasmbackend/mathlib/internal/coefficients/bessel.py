def bessels():
    """The Bessel functions, with fewer digits than the others, for time."""
    with mp.workprec(140):
        besselfile()


def besselfile():
    f = File("bessel")
    for name, g, first, n in [("j0", lambda x: mp.besselj(0, x), 0, 15), ("j1", lambda x: mp.besselj(1, x), 0, 15),
                              ("y0", lambda x: mp.bessely(0, x), 4, 21), ("y1", lambda x: mp.bessely(1, x), 4, 21)]:
        worst, flat = mpf(0), []
        for i in range(first, 64):
            lo = mpf(i) / 2
            at = lo + mpf(1) / 4
            c, err = fit(g, lo, lo + mpf(1) / 2, n, at)
            worst = max(worst, abs(err))
            h, l = pair(c[0])
            flat += [h, l] + [lit(x) for x in c[1:]]
        f.array("%sTable has %s x for x from %d to 32 in steps of 1/2: the value in the middle of the step in two parts, and %d\n"
                "// coefficients; to 2^-%d." % (name, name, first // 2, n - 1, bits(worst)), name + "Table", flat)
    def at(z):
        return mp.sqrt(max(mpf(z), mpf(2) ** -80))
    c, err = fit(lambda z: mp.bessely(0, at(z)) - 2 / mp.pi * mp.log(at(z)) * mp.j0(at(z)), 0, 4, 13)
    f.array("y0Near is y0 x - (2/π)·log x·j0 x for x <= 2, in powers of x²; to 2^-%d." % bits(err), "y0Near", [lit(x) for x in c])
    c, err = fit(lambda z: (mp.bessely(1, at(z)) - 2 / mp.pi * (mp.log(at(z)) * mp.j1(at(z)) - 1 / at(z))) / at(z), 0, 4, 13)
    f.array("y1Near is (y1 x - (2/π)·(log x·j1 x - 1/x))/x for x <= 2, in powers of x²; to 2^-%d." % bits(err), "y1Near", [lit(x) for x in c])
    for order in (0, 1):
        a = [mpf(1)]
        for k in range(1, 24):
            a.append(a[-1] * (4 * order ** 2 - (2 * k - 1) ** 2) / (8 * k))
        rows = [[(-1) ** (k // 2) * a[k] for k in range(half, 24, 2)] for half in (0, 1)]
        flat = []
        for p, q in zip(*rows):
            flat += [lit(p), lit(q)]
        f.array("hankel%d are the coefficients of Hankel's series for order %d: of P, in 1/x², and of Q, in that over x." % (order, order),
                "hankel%d" % order, flat)
    f.write()


