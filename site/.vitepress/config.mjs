import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformerStyleToClass } from '@shikijs/transformers'
import { defineConfig } from 'vitepress'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const docs = join(root, 'docs')
const repository = 'https://github.com/seed-4b734f86/gochad'

const base = process.env.SITE_BASE ?? '/'

// Colours of code are classes in a file of their own, since the policy of the pages allows no styles in attributes.
const colours = transformerStyleToClass({ classPrefix: 'c-' })

// slugify names places on pages as the repository's host does, so that links are the same in both.
const slugify = text => text.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')

// outside leads links that leave docs to the repository, and finds pictures there.
function outside(md) {
  md.core.ruler.push('outside', state => {
    const here = dirname(join(docs, state.env.relativePath))
    for (const block of state.tokens) {
      for (const token of block.children ?? []) {
        const picture = token.type === 'image' && resolve(here, token.attrGet('src'))
        if (picture && picture.startsWith(root) && relative(docs, picture).startsWith('..')) {
          token.attrSet('src', relative(dirname(join(root, 'site/.src', state.env.relativePath)), picture))
        }
        const href = token.type === 'link_open' && token.attrGet('href')
        if (!href || /^([a-z]+:|#|\/)/.test(href)) continue
        const path = resolve(here, href.replace(/#.*/, ''))
        const inside = relative(docs, path)
        if (/^(chad\/)?README\.md$/.test(inside)) { // an index, which has another name here
          token.attrSet('href', '/' + inside.replace(/README\.md$/, '') + (href.match(/#.*/)?.[0] ?? ''))
          continue
        }
        if (!inside.startsWith('..') && inside.endsWith('.md')) continue
        if (!existsSync(path)) throw new Error(`${state.env.relativePath}: no ${href}`)
        token.attrSet('href', `${repository}/blob/main/${relative(root, path)}`)
      }
    }
  })
}

// The sidebar is the index of docs/README.md: its sections, with the pages that they link to.
function sidebar() {
  const groups = []
  const seen = new Set()
  for (const line of readFileSync(join(docs, 'README.md'), 'utf8').split('\n')) {
    const section = line.match(/^## (.*)/)
    if (section) groups.push({ text: section[1], collapsed: groups.length > 1, items: [] })
    for (const [, text, link] of line.matchAll(/\[([^\]]*)\]\(([^)#]*\.md)\)/g)) {
      if (seen.has(link) || groups.length === 0) continue
      seen.add(link)
      const title = readFileSync(join(docs, link), 'utf8').match(/^# (.*)/m)?.[1].replaceAll('`', '')
      const item = { text: title ?? text, link: '/' + link.replace(/README\.md$/, '').replace(/\.md$/, '') }
      if (link === 'chad/README.md') item.items = chapters()
      groups.at(-1).items.push(item)
    }
  }
  const packages = [...readFileSync(join(root, 'site/.src/api/index.md'), 'utf8').matchAll(/\[([^\]]*)\]\(([^)]*)\.md\)/g)]
  groups.push({ text: 'Packages', collapsed: true, link: '/api/', items: packages.map(([, text, link]) => ({ text, link: '/api/' + link })) })
  return groups
}

// plain makes cells of headings of tables that say nothing, and fences of code that is indented, which the theme does not scroll.
function plain(md) {
  md.core.ruler.push('plain', ({ tokens }) => {
    for (const [i, t] of tokens.entries()) {
      if (t.type === 'code_block') Object.assign(t, { type: 'fence', info: 'text' })
      if (t.type === 'th_open' && tokens[i + 1].content === '') t.tag = tokens[i + 2].tag = 'td'
    }
  })
}

// reached takes from pages what keeps readers of screens out: a button in a button.
const reached = html => html.replace(/(<div class="item" role="button"[^>]*><div class="indicator"[^>]*><\/div><h2 class="text"[^>]*>[^<]*<\/h2><div class="caret") role="button" aria-label="toggle section" tabindex="0"/g, '$1 aria-hidden="true"')

// live has the page itself where its guide shows a picture of it.
function live(md) {
  md.core.ruler.push('live', state => {
    if (state.env.relativePath !== 'playground.md') return
    const picture = state.tokens.find(t => t.children?.some(c => c.type === 'image' && c.attrGet('src')?.endsWith('playground/light.webp')))
    if (!picture) throw new Error('playground.md has no picture of the page')
    picture.children = [Object.assign(new state.Token('html_inline', '', 0),
      { content: `<iframe class="live" src="${base}live/index.html" title="The page, as it runs" loading="lazy"></iframe>` })]
  })
}

function chapters() {
  const index = readFileSync(join(docs, 'chad/README.md'), 'utf8')
  return [...index.matchAll(/^(\d+\. )\[([^\]]*)\]\(([^)]*)\.md\)/gm)]
    .map(([, number, text, link]) => ({ text: number + text, link: '/chad/' + link }))
}

// switching is the hash of the one style that the theme inserts: it stops transitions while light becomes dark.
const switching = 'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y='

// policy allows a page what is on its own site, and the scripts in it, by their hashes.
function policy(html) {
  const hashes = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return "default-src 'none'; script-src 'self' " + [...new Set(hashes)].join(' ') +
    `; style-src 'self' '${switching}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'self'; form-action 'none'`
}

export default defineConfig({
  title: 'gochad',
  description: 'Derivatives of ordinary Go functions',
  lang: 'en-GB',
  base,
  head: [['link', { rel: 'stylesheet', href: `${base}code.css` }], ['link', { rel: 'icon', href: `${base}live/icon.svg` }]],
  srcDir: './.src', // what script/site puts together: docs, the printed API, and the page
  outDir: './dist',
  srcExclude: ['first-attempts/**'],
  rewrites: { 'README.md': 'index.md', 'chad/README.md': 'chad/index.md' },
  cleanUrls: false,
  markdown: {
    config: md => md.use(outside).use(live).use(plain),
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    codeTransformers: [colours],
    languages: [JSON.parse(readFileSync(join(root, 'editors/chad.tmLanguage.json'), 'utf8'))],
    languageAlias: { console: 'shellsession' },
  },
  // The pages are not below the folder with the modules.
  vite: {
    build: { chunkSizeWarningLimit: 2000 }, // the index of the search
    resolve: { alias: [{ find: /^vue(\/server-renderer)?$/, replacement: join(root, 'site/node_modules/vue$1') }] },
  },
  themeConfig: {
    search: { provider: 'local' },
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    nav: [
      { text: 'Tutorial', link: '/tutorial' },
      { text: 'Reference', link: '/gosrc' },
      { text: 'API', link: '/api/' },
      { text: 'Playground', link: '/live/', target: '_self' },
    ],
    socialLinks: [{ icon: 'github', link: repository }],
  },
  buildEnd: site => writeFileSync(join(site.outDir, 'code.css'), colours.getCSS()),
  // Styles in attributes would be refused by the policy; the theme sets them again by script, where it needs them.
  transformHtml: html => reached(html).replace(/ style="[^"]*"/g, '').replace('<head>', `<head>\n<meta http-equiv="Content-Security-Policy" content="${policy(html)}">`),
})
