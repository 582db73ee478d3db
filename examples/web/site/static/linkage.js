// Demonstration 2: a linkage. This is the page's side: the buttons. What moves is in linkage-worker.js.
import { mechanisms } from './mechanisms.js'
import { Stage } from './stage.js'
import { editable } from './program.js'
import { bytes, say } from './text.js'

const el = id => document.getElementById(id)

export async function linkageDemo(sizes, compiler) {
  const choice = el('linkage-choice'), run = el('linkage-run')
  say(el('linkage-size'), bytes(sizes.linkage.raw))
  mechanisms.forEach((mechanism, i) => choice.append(new Option(mechanism.name, i)))
  const stage = new Stage('linkage', ['linkage-canvas'], {
    running: on => {
      run.classList.toggle('on', on) // its text says so
      say(run, on ? 'Stop the crank' : 'Turn the crank')
    },
    fail: text => program.fail(text),
  })
  const choose = () => {
    run.disabled = !mechanisms[choice.value].crank
    stage.tell('choose', choice.value)
  }
  el('linkage-next').addEventListener('click', () => stage.tell('next'))
  run.addEventListener('click', () => stage.tell('turn'))
  el('linkage-reset').addEventListener('click', choose)
  choice.addEventListener('change', choose)
  const program = editable('linkage', 'models/linkage.chad', compiler, async module => {
    say(el('linkage-size'), bytes(module.length))
    await stage.ask('program', module)
  })
  await stage.ready
  await program.start()
  // The leg walks when it is looked at, for those who like motion.
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const seen = new IntersectionObserver(([entry]) => {
    if (entry.isIntersecting) { seen.disconnect(); stage.tell('walk') }
  }, { threshold: 0.6 })
  seen.observe(el('linkage-canvas'))
}
