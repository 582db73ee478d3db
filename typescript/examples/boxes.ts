import { Real, Vec, add, compile, fn, max, min, mul, struct, sub, valueAndGrad, type Value } from 'gochad'

const Circle = struct({ center: Vec(2, Real), radius: Real })
const Rectangle = struct({ left: Real, right: Real, bottom: Real, top: Real })
type Box = Value<typeof Rectangle>

// A drawing is known to JavaScript: a tree whose numbers are those of a program.
type Shape =
  | { kind: 'Rectangle', value: Box }
  | { kind: 'Circle', value: Value<typeof Circle> }
  | { kind: 'Group', value: Shape[] }

const bboxGroup = (shapes: Shape[]): Box => {
  const bboxes = shapes.map(bbox)
  const left = bboxes.map(b => b.left).reduce(min)
  const right = bboxes.map(b => b.right).reduce(max)
  const bottom = bboxes.map(b => b.bottom).reduce(min)
  const top = bboxes.map(b => b.top).reduce(max)
  return { left, right, bottom, top }
}

const bboxCircle = fn([Circle], Rectangle, ({ center: [x, y], radius: r }) => ({
  left: sub(x, r), right: add(x, r), bottom: sub(y, r), top: add(y, r),
}))

const bbox = (shape: Shape): Box => {
  switch (shape.kind) {
    case 'Rectangle': return shape.value
    case 'Circle': return bboxCircle(shape.value)
    case 'Group': return bboxGroup(shape.value)
  }
}

// The area of the paper that a molecule of three circles and its label take.
const area = fn([Vec(3, Circle)], Real, circles => {
  const circle = (k: number): Shape => ({ kind: 'Circle', value: circles[k] })
  const label: Shape = { kind: 'Rectangle', value: { left: -1, right: 1, bottom: -4, top: -3 } }
  const water: Shape = { kind: 'Group', value: [circle(0), { kind: 'Group', value: [circle(1), circle(2)] }] }
  const { left, right, bottom, top } = bbox({ kind: 'Group', value: [water, label] })
  return mul(sub(right, left), sub(top, bottom))
})

const compiled = await compile(valueAndGrad(area))
const { value, grad } = compiled([
  { center: [0, 0], radius: 2 }, { center: [-3, 0.5], radius: 1 }, { center: [3, 0.5], radius: 1 },
])
console.log(value) // from -4 to 4, and from -4 to 2: 8 × 6
for (const { center, radius } of grad) console.log(center.join(' '), radius)
