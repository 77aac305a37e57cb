// What axe finds wrong on a page: missing names, roles that do not go together, too little contrast.

const fs = require('fs')
const {check, emulates} = require('./board.js')

const AXE = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
// The Web Content Accessibility Guidelines 2.2, A and AA, and what is good practice beside them.
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

// Checks the page as it is now. The page's policy lets no test add a script, but lets the browser's tools.
async function accessible(page, state) {
  await page.evaluate(AXE)
  const violations = await page.evaluate(async (values) => {
    const {violations} = await globalThis.axe.run(document, {runOnly: {type: 'tag', values}})
    return violations.map(({id, nodes}) => `${id} (${nodes.length}): ${nodes.slice(0, 3).map(({target, any, all, none}) =>
      `${target.join(' ')}: ${[...any, ...all, ...none].map(({message}) => message).join(', ')}`).join('; ')}`)
  }, RULES)
  check(violations.length === 0, `accessible: ${state}`, violations.join(' | '))
}

// Light, dark and forced colours; where they cannot be emulated, as the browser is.
const LOOKS = emulates
  ? [['light', {colorScheme: 'light'}], ['dark', {colorScheme: 'dark'}], ['forced colours', {forcedColors: 'active'}]]
  : [['as it is', {}]]

module.exports = {accessible, LOOKS}
