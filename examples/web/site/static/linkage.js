// Demonstration 2: a linkage. This is the page's side: the buttons. What moves is in linkage-worker.js.
import { mechanisms } from './mechanisms.js'
import { Stage } from './stage.js'
import { bytes, reveal, say } from './text.js'

const el = id => document.getElementById(id)

export async function linkageDemo(sizes) {
  const choice = el('linkage-choice'), run = el('linkage-run')
  say(el('linkage-size'), bytes(sizes.linkage.raw))
  reveal(el('linkage-program'), 'models/linkage.chad')
  mechanisms.forEach((mechanism, i) => choice.append(new Option(mechanism.name, i)))
  const stage = new Stage('linkage', ['linkage-canvas'], {
    running: on => {
      run.classList.toggle('on', on) // its text says so
      say(run, on ? 'Stop the crank' : 'Turn the crank')
    },
  })
  const choose = () => {
    run.disabled = !mechanisms[choice.value].crank
    stage.tell('choose', choice.value)
  }
  el('linkage-next').addEventListener('click', () => stage.tell('next'))
  run.addEventListener('click', () => stage.tell('turn'))
  el('linkage-reset').addEventListener('click', choose)
  choice.addEventListener('change', choose)
  await stage.ready
  // The leg walks when it is looked at, for those who like motion.
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const seen = new IntersectionObserver(([entry]) => {
    if (entry.isIntersecting) { seen.disconnect(); stage.tell('walk') }
  }, { threshold: 0.6 })
  seen.observe(el('linkage-canvas'))
}
