// The page: four demonstrations, each a module of its own.
import { Compiler } from './compiler.js'
import { formulaDemo } from './formula.js'
import { linkageDemo } from './linkage.js'
import { billiardsDemo } from './billiards.js'
import { explorerDemo } from './explorer.js'
import { bytes } from './text.js'

const sizes = await (await fetch('sizes.json')).json()
document.getElementById('weights').textContent =
  `What this page weighs: the compiler ${bytes(sizes.compiler.packed)} compressed (${bytes(sizes.compiler.raw)} unpacked), ` +
  `the modules ${bytes(sizes.linkage.raw)} and ${bytes(sizes.billiards.raw)}, all else ${bytes(sizes.page)}. The explorer fetches ${bytes(sizes.explorer.packed)} more.`

// The compiler serves three of them.
const compiler = new Compiler('./compiler-worker.js')

// One demonstration that fails leaves the others alone.
for (const [name, demo] of Object.entries({ formula: formulaDemo, linkage: linkageDemo, billiards: billiardsDemo, explore: explorerDemo })) {
  demo(sizes, compiler).then(
    () => { document.getElementById(name).dataset.ready = 'true' },
    error => {
      console.error(error)
      const p = document.createElement('p')
      p.className = 'error'
      p.textContent = 'This demonstration could not start: ' + error.message
      document.getElementById(name).append(p)
    })
}
