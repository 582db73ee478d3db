// Mechanisms: joints with places, bars between them, joints that are fixed. Lengths are those of the places.

// meet is where two bars from p and q end together, to the left of the way from p to q.
function meet([px, py], r, [qx, qy], s) {
  const dx = qx - px, dy = qy - py, d = Math.hypot(dx, dy), a = (r * r - s * s + d * d) / (2 * d), h = Math.sqrt(r * r - a * a)
  return [px + (a * dx - h * dy) / d, py + (a * dy + h * dx) / d]
}

// Theo Jansen's leg, with his eleven numbers.
function leg() {
  const Z = [0, 0], P = [15, 0], Y = [-38, -7.8]
  const X = meet(Y, 41.5, P, 50), W = meet(P, 61.9, Y, 39.3), V = meet(Y, 40.1, X, 55.8)
  const U = meet(W, 36.7, V, 39.4), S = meet(W, 49, U, 65.7)
  return {
    name: 'Jansen’s leg', places: [Z, P, Y, X, W, V, U, S], names: ['centre', 'crank', 'hip', 'top', 'knee', 'back', 'ankle', 'foot'],
    bars: [[0, 1], [1, 3], [2, 3], [1, 4], [2, 4], [3, 5], [2, 5], [5, 6], [4, 6], [4, 7], [6, 7]],
    plates: [[3, 5, 2], [4, 6, 7]], fixed: [0, 2], crank: [0, 1], pen: 7, pull: 1,
  }
}

// The cell of Peaucellier and Lipkin, whose pen goes along a straight line.
function cell() {
  const O = [0, 0], C = [32, 0], B = [32 + 32 * Math.cos(0.5), 32 * Math.sin(0.5)], D = meet(B, 30, O, 82), E = meet(O, 82, B, 30)
  const P = [D[0] + E[0] - B[0], D[1] + E[1] - B[1]]
  return {
    name: 'Peaucellier’s cell', places: [O, C, B, D, E, P], names: ['origin', 'centre', 'crank', 'upper', 'lower', 'pen'],
    bars: [[1, 2], [0, 3], [0, 4], [3, 2], [2, 4], [4, 5], [5, 3]], plates: [], fixed: [0, 1], crank: [1, 2, 0.62], pen: 5, pull: 5,
  }
}

// A bridge of elastic triangles.
function bridge() {
  const n = 9, places = [], names = [], bars = []
  for (let i = 0; i < n; i++) { places.push([18 * i, 0]); names.push('deck ' + (i + 1)) }
  for (let i = 0; i + 1 < n; i++) { places.push([18 * i + 9, -15.5 - 12 * Math.sin(Math.PI * (i + 0.5) / (n - 1))]); names.push('arch ' + (i + 1)) }
  for (let i = 0; i + 1 < n; i++) {
    bars.push([i, i + 1], [i, n + i], [n + i, i + 1])
    if (i + 2 < n) bars.push([n + i, n + i + 1])
  }
  return { name: 'An elastic bridge', places, names, bars, plates: [], fixed: [0, n - 1], crank: null, pen: -1, pull: 4 }
}

export const mechanisms = [leg(), cell(), bridge()]
