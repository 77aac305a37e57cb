// The pages of `tengen match` and `tengen tournament` in a real browser: sorted, replayed, saved, under axe.

const {execFileSync} = require('child_process')
const fs = require('fs')
const path = require('path')
const {pathToFileURL} = require('url')
const {accessible, LOOKS} = require('./accessible.js')
const {check, saved} = require('./board.js')

// The pages of a match with draws and of a tournament with an engine that dies.
function play(tengen, folder) {
  const made = fs.mkdtempSync(path.join(folder, 'report-'))
  const quoted = JSON.stringify(tengen)
  const engine = (name, options, program = quoted) => `[[engine]]\nname = "${name}"\ncommand = ${JSON.stringify(`${program} --threads 1 ${options}`)}\n`
  const dying = JSON.stringify(`sh -c 'sed -u 12q | ${quoted} --threads 1 --player random'`)
  const plan = `game = "gomoku"\nsize = 9\ngames = 4\nbalanced-random = 4\nseed = 1\n`
  fs.writeFileSync(`${made}/league.toml`, plan + engine('Deep', '--depth 2') + engine('Any', '--player random') + `[[engine]]\nname = "Dies"\ncommand = ${dying}\n`)
  const quiet = {cwd: made, stdio: ['ignore', 'ignore', 'ignore']}
  execFileSync(tengen, ['tournament', 'league.toml', '--report', 'tournament.html'], quiet)
  const player = (name, depth) => `name=${name} ${quoted} --threads 1 --depth ${depth}`
  execFileSync(tengen, ['match', '--game', 'mill', '--rule', 'morris9', '--games', '8', '--report', 'match.html', player('Two', 2), player('One', 1)], quiet)
  return ['match', 'tournament'].map((name) => [name, pathToFileURL(path.resolve(made, `${name}.html`)).href])
}

const column = (page, number) => page.$$eval('#list tbody tr', (rows, number) => rows.map((row) => row.cells[number].textContent), number)

async function sorted(page, name) {
  const head = page.locator('#list thead button').nth(5)
  for (const [way, sign] of [['descending', -1], ['ascending', 1]]) {
    await head.click()
    const lengths = (await column(page, 5)).map(Number)
    const good = lengths.length > 1 && lengths.every((length, i) => i === 0 || sign * (length - lengths[i - 1]) >= 0)
    check(good, `${name}: games by their length, ${way}`, lengths)
    check((await page.locator('#list th[aria-sort]').getAttribute('aria-sort')) === way, `${name}: which is said`)
  }
}

async function replayed(page, name) {
  await page.locator('#list a').first().click()
  const moves = await page.$$eval('#replay .moves tbody tr', (rows) => rows.length)
  const record = String((await saved(page, '#replay .controls button[title*=SGF]')).bytes)
  check(record.startsWith('(;FF[4]') && record.split(/;[BW]\[/).length - 1 === moves, `${name}: a game is saved as SGF`, record)
}

async function reports(browser, tengen, folder) {
  for (const [name, url] of play(tengen, folder)) {
    for (const [look, options] of LOOKS) {
      const page = await (await browser.newContext(options)).newPage()
      const errors = []
      page.on('pageerror', (error) => errors.push(error.message))
      await page.goto(url)
      await accessible(page, `${look}, report of a ${name}`)
      await sorted(page, name)
      await replayed(page, name)
      const pairings = page.locator('summary')
      if (await pairings.count()) await pairings.first().click()
      await accessible(page, `${look}, report of a ${name}, replay`)
      check(errors.length === 0, `${name}: no error on the page`, errors.join('; '))
      await page.context().close()
    }
  }
}

module.exports = {reports}
