// Prints, as JSON, how the highlighter of the site reads files: for each, its lines, and for each piece of a line
// its text and its innermost scope. A test of package text compares that with the compiler's lexer.
import { readFileSync } from 'node:fs'
import { createHighlighter } from 'shiki'

const grammar = JSON.parse(readFileSync(new URL('../editors/chad.tmLanguage.json', import.meta.url), 'utf8'))
const highlighter = await createHighlighter({ langs: [grammar], themes: ['github-light'] })
const files = JSON.parse(readFileSync(0, 'utf8'))
const out = files.map(file => highlighter
  .codeToTokensBase(readFileSync(file, 'utf8'),
    { lang: 'chad', theme: 'github-light', includeExplanation: 'scopeName' })
  .map(line => line.flatMap(token => token.explanation.map(e => [e.content, e.scopes.at(-1).scopeName]))))
console.log(JSON.stringify(out))
