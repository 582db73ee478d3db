// @ts-self-types="./index.d.ts"
export { Bool, Dual, Int, Null, Real, Vec, size, struct } from './types.js'
export { fn, grad, jvp, opaque, valueAndGrad, vjp } from './fn.js'
export { at, cond, loop, loopWhile, select, sum, vec } from './forms.js'
export * from './ops.js'
export { compile } from './compile.js'
export { text } from './program.js'
export { ProgramError } from './place.js'
