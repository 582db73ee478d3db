// What is on the page, in its address: #formula=…&linkage=…, so that a link shows the same to others. Texts that are not there are those that
// the page begins with.
let texts = new URLSearchParams()
const followers = []

// read takes the texts of the address, unless it names a place on the page.
const read = () => {
  const hash = location.hash.slice(1)
  if (hash && !hash.includes('=')) return false
  texts = new URLSearchParams(hash)
  return true
}
const write = () => {
  const hash = String(texts)
  history.replaceState(null, '', hash ? '#' + hash : location.pathname + location.search)
}
read()
addEventListener('hashchange', () => {
  if (read()) for (const f of followers) f()
  else write() // the page has gone to the place
})

// linked is a text of the address, or null.
export const linked = name => texts.get(name) || null

// link puts a text into the address, and null takes it away.
export function link(name, text) {
  if (text === null) texts.delete(name)
  else texts.set(name, text)
  write()
}

// followed calls f when another address was gone to in this window.
export const followed = f => followers.push(f)
