// Demonstration 3: billiards. This is the page's side: the buttons. What rolls is in billiards-worker.js.
import { Stage } from './stage.js'
import { editable } from './program.js'
import { bytes, say } from './text.js'

const el = id => document.getElementById(id)

export async function billiardsDemo(sizes, compiler) {
  say(el('billiards-size'), bytes(sizes.billiards.raw))
  const stage = new Stage('billiards', ['billiards-canvas', 'billiards-chart'], {
    busy: on => el('billiards-status').setAttribute('aria-busy', String(on)), // screen readers say what comes of it, not each step
    fail: text => program.fail(text),
  })
  for (const what of ['optimise', 'play', 'ball', 'reset']) {
    el('billiards-' + what).addEventListener('click', () => {
      if (what !== 'play') say(el('billiards-status'), '')
      stage.tell(what)
    })
  }
  const program = editable('billiards', 'models/billiards.chad', compiler, async module => {
    say(el('billiards-size'), bytes(module.length))
    await stage.ask('program', module)
  })
  await stage.ready
  await program.start()
}
