// The default theme, with a page for what is not there that has a main part as others have.
import { withBase } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import { h } from 'vue'
import './style.css'

const missing = () => h('main', { class: 'missing' }, [
  h('h1', 'There is no such page'),
  h('p', ['The ', h('a', { href: withBase('/') }, 'index'), ' lists all pages.']),
])

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'not-found': missing }),
}
