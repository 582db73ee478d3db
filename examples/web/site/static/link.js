// What is on the page, in its address: #formula=…&linkage=…, so that a link shows the same to others. Texts that are not there are those that
// the page begins with.
const all = () => new URLSearchParams(location.hash.slice(1))

// linked is a text of the address, or null.
export const linked = name => all().get(name) || null

// link puts a text into the address, and null takes it away.
export function link(name, text) {
  const texts = all()
  if (text === null) texts.delete(name)
  else texts.set(name, text)
  const hash = String(texts)
  history.replaceState(null, '', hash ? '#' + hash : location.pathname + location.search)
}

// followed calls f when another address was gone to in this window.
export const followed = f => addEventListener('hashchange', f)
