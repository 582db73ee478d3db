// Demonstration 3: billiards. This is the page's side: the buttons. What rolls is in billiards-worker.js.
import { Stage } from './stage.js'
import { bytes, reveal, say } from './text.js'

const el = id => document.getElementById(id)

export async function billiardsDemo(sizes) {
  say(el('billiards-size'), bytes(sizes.billiards.raw))
  reveal(el('billiards-program'), 'models/billiards.chad')
  const stage = new Stage('billiards', ['billiards-canvas', 'billiards-chart'], {
    busy: on => el('billiards-status').setAttribute('aria-busy', String(on)), // screen readers say what comes of it, not each step
  })
  for (const what of ['optimise', 'play', 'ball', 'reset']) {
    el('billiards-' + what).addEventListener('click', () => {
      if (what !== 'play') say(el('billiards-status'), '')
      stage.tell(what)
    })
  }
  await stage.ready
}
