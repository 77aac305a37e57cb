// The board of `tengen web` in a real browser: a server, a browser, and what a person does on the page.

const {chromium, firefox} = require('playwright-core')
const {spawn} = require('child_process')
const fs = require('fs')

// Milliseconds that anything may take: the machine may be busy.
const PATIENCE = 120000
// What the status line says of a game that is over.
const OVER = / wins|[Dd]raw/
// Where the checks run, and whether one has failed.
const run = {site: '', failed: false}

function check(good, what, seen = '') {
  run.failed ||= !good
  console.log(`${good ? 'ok  ' : 'FAIL'} ${run.site}: ${what}${good || seen === '' ? '' : `: ${seen}`}`)
}

// A server and the address that it prints.
function serve(program, ...options) {
  const server = spawn(program, options, {stdio: ['ignore', 'pipe', 'ignore']})
  return new Promise((resolve) => server.stdout.once('data', (text) => resolve([server, String(text).match(/http:[^\s)]*/)[0]])))
}

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync']

// The browsers as Debian has them. Firefox is driven over WebDriver BiDi, which cannot emulate touch, colours or the like.
const BROWSERS = {
  Chromium: () => chromium.launch({executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS}),
  Firefox: () => firefox.launch({channel: 'moz-firefox', executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr'}),
}
const browser = process.env.BROWSER ?? 'Chromium'
const emulates = browser === 'Chromium'
const launch = BROWSERS[browser]

// The file that a click saves, with its name. Firefox tells nothing of downloads: there the page's own bytes are taken.
async function saved(page, selector) {
  if (emulates) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(selector)])
    return {name: download.suggestedFilename(), bytes: fs.readFileSync(await download.path())}
  }
  const told = page.evaluate(() => new Promise((resolve) => {
    const {createObjectURL} = URL
    const {click} = HTMLAnchorElement.prototype
    let blob
    URL.createObjectURL = (made) => createObjectURL.call(URL, blob = made)
    HTMLAnchorElement.prototype.click = async function () {
      URL.createObjectURL = createObjectURL
      HTMLAnchorElement.prototype.click = click
      resolve({name: this.download, bytes: [...new Uint8Array(await blob.arrayBuffer())]})
    }
  }))
  await page.click(selector)
  const {name, bytes} = await told
  return {name, bytes: Buffer.from(bytes)}
}

class Board {
  constructor(page, start) {
    Object.assign(this, {page, start})
    page.setDefaultTimeout(PATIENCE)
  }

  count(selector) {
    return this.page.$$eval(selector, (elements) => elements.length)
  }

  // Waits until an expression of the page is true. The page's policy lets no test evaluate text inside it.
  async until(what, expression) {
    const deadline = Date.now() + PATIENCE
    let good = await this.page.evaluate(expression)
    while (!good && Date.now() < deadline) {
      await this.page.waitForTimeout(50)
      good = await this.page.evaluate(expression)
    }
    check(good, what, good ? '' : await this.page.textContent('#status'))
  }

  async moves() {
    return this.page.$$eval('#moves button', (buttons) => buttons.map((button) => button.textContent.replace(/^\d+\. +/, '')))
  }

  async plies(what, least) {
    await this.until(what, `document.querySelectorAll('#moves button').length >= ${least}`)
  }

  async click(...points) {
    for (const point of points) await this.page.click(`[data-point="${point}"]`)
  }

  // What was said over GTP.
  async log() {
    return this.page.evaluate(() => new Promise((resolve) => {
      const log = document.querySelector('#log')
      const details = log.closest('details')
      details.open = true
      setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => {
        details.open = false
        resolve(log.textContent)
      })))
    }))
  }

  async variant(game, rule, size) {
    for (const [id, value] of [['game', game], ['rule', rule], ['size', size]]) {
      if (value && (await this.page.inputValue(`#${id}`)) !== value) {
        await this.page.selectOption(`#${id}`, value)
        // The lists are those of the new game once the engine has set it up.
        await this.page.waitForTimeout(500)
      }
    }
    if ((await this.moves()).length > 0) await this.page.click('#new')
    await this.until(`${game} ${rule ?? ''} is set up`, `document.querySelector('#game').value === '${game}' && document.querySelectorAll('#moves button').length === 0`)
  }

  async side(color, who, strength) {
    await this.page.selectOption(`#side-${color} select >> nth=0`, who)
    if (strength) await this.page.selectOption(`#side-${color} select >> nth=1`, strength)
  }

  async twoPeople() {
    for (const color of ['black', 'white']) await this.side(color, '')
  }

  async load(text) {
    await this.page.click('#load')
    // Typed or filled in, a long text takes Firefox minutes.
    await this.page.$eval('#load-text', (area, text) => area.value = text, text)
    await this.page.click('#load-dialog button[value=load]')
  }
}

module.exports = {PATIENCE, OVER, run, check, serve, browser, emulates, launch, saved, Board}
