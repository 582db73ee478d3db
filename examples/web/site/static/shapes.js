// Shapes that the drawings share.

export function arrow(c, x0, y0, x1, y1, width, head = 3.2 * width) {
  const length = Math.hypot(x1 - x0, y1 - y0)
  if (!(length > 0.5)) return
  const ux = (x1 - x0) / length, uy = (y1 - y0) / length, h = Math.min(head, length * 0.6)
  const bx = x1 - ux * h, by = y1 - uy * h
  c.lineWidth = width
  c.beginPath()
  c.moveTo(x0, y0)
  c.lineTo(bx, by)
  c.stroke()
  c.beginPath()
  c.moveTo(x1, y1)
  c.lineTo(bx - uy * h * 0.55, by + ux * h * 0.55)
  c.lineTo(bx + uy * h * 0.55, by - ux * h * 0.55)
  c.fill()
}

export function disc(c, x, y, r) {
  c.beginPath()
  c.arc(x, y, r, 0, 2 * Math.PI)
}
