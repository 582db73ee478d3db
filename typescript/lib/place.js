// Where the user's code called: errors say it, and each binding of a program remembers it.

// A ProgramError says what is wrong with a program, and where.
export class ProgramError extends Error {
  /** @param {string} reason @param {Error} at  @param {string} [hint] */
  constructor(reason, at, hint) {
    const place = placeOf(at)
    super((place ? place + ': ' : '') + reason + (hint ? '\n  hint: ' + hint : ''))
    this.name = 'ProgramError'
    this.reason = reason
    this.place = place
    const frames = at.stack?.split('\n').filter(line => placed(line)) // those of the user, without those of this library
    if (frames) this.stack = [`${this.name}: ${this.message}`, ...frames].join('\n')
  }
}

// The function of this library that the user has called last, and whose frames are left out.
let entry = null

// entered is a function that the user calls. Calls from inside this library are still those of the user's function.
export const entered = f => {
  const g = (...args) => {
    if (entry) return f(...args)
    entry = g
    try { return f(...args) } finally { entry = null }
  }
  return g
}

// outside calls a function of the user.
export const outside = (f, ...args) => {
  const before = entry
  entry = null
  try { return f(...args) } finally { entry = before }
}

// here remembers the place of the call. Engines write the text of a stack when it is asked for, so that this takes little.
export const here = () => {
  if (!entry || !Error.captureStackTrace) return new Error()
  const at = {}
  Error.captureStackTrace(at, entry)
  return at
}

export const fail = (reason, hint) => { throw new ProgramError(reason, here(), hint) }

const folder = new URL('.', import.meta.url).href

// placed is the file:line:column of a line of a stack, if it is one of a frame outside of this library.
const placed = line => {
  const [, place] = line.match(/((?:[a-z-]+:\/\/|[A-Za-z]:|\/)[^()]*?:\d+:\d+)\)?$/) ?? []
  return place && !(place.startsWith(folder) && own.test(place.slice(folder.length))) ? place : ''
}
const own = /^[a-z]+\.js[?:]/

// placeOf is file:line:column of the user's call, or empty where the engine does not say it.
export const placeOf = at => at.stack?.split('\n').map(placed).find(Boolean) ?? ''
