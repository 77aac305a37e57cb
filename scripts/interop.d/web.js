#!/usr/bin/env node
// The board of `tengen web` in a real browser: every game is played on it by clicks and keys, analysed, reviewed, saved
// and loaded, as a person would. Then the same on the page without a server. Before that, a page of another site that sends
// commands to `tengen gtp --listen`.
//
// Usage: NODE_PATH=FOLDER/node_modules web.js TENGEN FOLDER [STATIC], where FOLDER/node_modules has playwright-core
// and axe-core;
// screenshots go to FOLDER. BROWSER is Chromium or Firefox. STATIC is a folder that scripts/web has made; TENGEN may be - to try it alone.

const {spawn} = require('child_process')
const {createHash} = require('crypto')
const {PATIENCE, OVER, run, check, serve, browser: name, emulates, launch, saved, Board} = require('./board.js')
const {everyState} = require('./web_accessible.js')
const {matches} = require('./web_match.js')
const {nothingIsLost} = require('./web_faults.js')
const {reviews} = require('./web_review.js')
const {settingUp} = require('./web_setup.js')
const {openings} = require('./web_swap2.js')
const {sharing} = require('./web_share.js')
const {pictures} = require('./web_picture.js')
const {languages} = require('./web_texts.js')
const {withoutNetwork, sounds} = require('./web_offline.js')
const {keys} = require('./web_keys.js')
const {completedRows, counts, changes, threats, marks, proofs, columns, touches} = require('./web_board.js')
const {everyFormat, notes} = require('./web_formats.js')
const {reports} = require('./web_report.js')

const [tengen, folder, made] = process.argv.slice(2)

// Over WebDriver BiDi Playwright adds this style before each picture, and the page's policy refuses it.
const PICTURE_STYLE = createHash('sha256').update('body {}').digest('base64')

function shot(board, name) {
  return board.page.screenshot({path: `${folder}/web-${run.site.includes('static') ? 'static-' : ''}${name}.png`, fullPage: true})
}

async function othello(board) {
  await board.side('white', 'tengen', 'level 3')
  await board.click('F5')
  await board.plies('Othello: the engine answers a click', 2)
  const seconds = (Date.now() - board.start) / 1000
  check(seconds < 60, 'within a minute after the start', `${seconds} s`)
  await board.page.focus('#board [tabindex="0"]')
  await board.page.click('#undo')
  await board.until('undo leads back to the start', "document.querySelectorAll('#moves .undone').length === 2")
  await board.page.click('#redo')
  await board.until('redo leads forward again', "document.querySelectorAll('#moves .undone').length === 0")
  await board.page.check('#analyze')
  await board.until('values stand on the board', "document.querySelectorAll('#board .value').length > 1 && document.querySelectorAll('#lines li').length > 1")
  await board.page.hover('#lines li')
  await board.until('a line is shown on the board', "document.querySelectorAll('#board .expected text').length > 1")
  const hidden = "document.querySelectorAll('#board .value.hidden').length"
  // A long line may have the points of all values.
  const places = "new Set([...document.querySelectorAll('#board .expected circle')].map((disc) => `${disc.getAttribute('cx')} ${Number(disc.getAttribute('cy')) + 1}`))"
  const covered = "((text) => places.has(`${text.getAttribute('x')} ${text.getAttribute('y')}`))(value.querySelector('text'))"
  await board.until('in place of the values of its points, not of others', `${hidden} > 0 && ((places) => [...document.querySelectorAll('#board .value')].every((value) => value.classList.contains('hidden') === ${covered}))(${places})`)
  await board.page.mouse.move(1, 1)
  await board.until('and the values again', `${hidden} === 0`)
  await board.page.hover('#board .point.legal >> nth=0')
  await board.until('so is that of the point under the pointer', "document.querySelectorAll('#board .expected text').length > 1")
  await shot(board, 'othello')
  const before = await board.moves()
  await board.page.reload()
  await board.plies('a reload keeps the game', 2)
  check(String(await board.moves()) === String(before), 'the same moves', await board.moves())
  check(await board.page.isChecked('#analyze'), 'and the analysis')
  await board.page.uncheck('#analyze')
  await board.side('white', 'tengen', 'time 30')
  await board.page.click('#board .point.legal >> nth=0')
  await board.until('a long thought begins', "!document.querySelector('#now').hidden")
  const asked = Date.now()
  await board.page.click('#now')
  await board.plies('and ends when the move is wanted', 4)
  check(Date.now() - asked < 5000, 'soon', `${Date.now() - asked} ms`)
}

async function gomoku(board) {
  await board.variant('Gomoku', 'renju')
  await board.side('white', '', undefined)
  await board.load('h8 a1 h7 c1 g9 e1 f9 g1')
  await board.plies('moves are loaded', 8)
  await board.until('a forbidden point is marked', "document.querySelectorAll('#board .forbidden').length > 0")
  await shot(board, 'renju')
  await board.page.click('#first')
  await board.until('the first position', "document.querySelectorAll('#moves .undone').length === 8")
  await board.page.click('#new')
  await board.until('a new game', "document.querySelectorAll('#moves button').length === 0")
  await board.side('white', 'patterns', 'depth 1')
  // By keys alone: to the middle, and play.
  await board.page.focus('[data-point="G8"]')
  await board.page.keyboard.press('ArrowRight')
  await board.page.keyboard.press('Enter')
  await board.plies('gomoku: played by keys, and answered', 2)
  check((await board.moves())[0] === 'H8', 'at the right point', await board.moves())
}

async function longTexts(board, record) {
  await board.load(record.replace(';', `;C[${'a long comment '.repeat(8000)}]`))
  await board.plies('a record of more than 64 KiB is loaded', 5)
  await board.load(`(;C[${'x'.repeat(1 << 20)}])`)
  await board.until('what is too long is said', "document.querySelector('#load-error').textContent.includes('too long')")
  await board.page.click('#load-dialog button[value=""]')
}

async function mill(board) {
  await board.variant('Mill', 'morris9')
  await board.side('white', '', undefined)
  for (const point of ['A7', 'A1', 'D7', 'D1']) {
    await board.click(point)
    await board.until(`${point} is placed`, `document.querySelector('#moves .here')?.textContent.endsWith('${point}')`)
  }
  // A mill: placed, then a stone is taken.
  await board.click('G7')
  await board.until('what may be taken is marked', "document.querySelectorAll('#board .may-take').length === 2")
  await board.click('A1')
  await board.plies('mill: a capture point by point', 5)
  check((await board.moves()).at(-1) === 'G7XA1', 'with its text', await board.moves())
  const record = String((await saved(board.page, '#save')).bytes)
  check(record.startsWith('(;FF[4]') && record.includes('RU[morris9]'), 'the game is saved as SGF', record)
  await board.page.click('#review')
  await board.until('a review judges every move', "document.querySelector('#summary').textContent.includes('accuracy')")
  await shot(board, 'mill')
  await board.load(record)
  await board.plies('and the record is loaded again', 5)
  await board.page.click('#new')
  await board.until('a new game again', "document.querySelectorAll('#moves button').length === 0")
  await longTexts(board, record)
  await board.load('this is no game')
  await board.until('what is no game is said', "document.querySelector('#load-error').textContent.includes('cannot load file')")
  await board.page.click('#load-dialog button[value=""]')
}

// A whole game by clicks alone, on points that are drawn by lot among those that are legal.
async function whole(board, game, rule, size, seed = 1) {
  await board.twoPeople()
  await board.variant(game, rule, size)
  const lot = (count) => (seed = (seed * 48271) % 2147483647) % count
  const state = () => board.page.evaluate(() => [
    [...document.querySelectorAll('#board .point.legal')].map((point) => point.dataset.point).join(' '),
    document.querySelectorAll('#moves button').length,
    document.querySelector('#status').textContent,
  ])
  let [legal, plies, status] = await state()
  let deadline = Infinity
  while (!OVER.test(status) && plies < 600 && legal !== '' && Date.now() < deadline) {
    const before = String([legal, plies, status])
    const points = legal.split(' ')
    await board.click(points[lot(points.length)])
    deadline = Date.now() + PATIENCE
    do [legal, plies, status] = await state()
    while ((String([legal, plies, status]) === before || (legal === '' && !OVER.test(status))) && Date.now() < deadline)
  }
  check(OVER.test(status), `${game} ${rule}: a whole game by clicks`, status)
  return board.moves()
}

async function games(board) {
  const othello = await whole(board, 'Othello', 'normal', '8')
  check(othello.filter((move) => move !== 'Pass').length > 40, 'with most squares taken', othello)
  const gomoku = await whole(board, 'Gomoku', 'freestyle', '9')
  check(gomoku.length >= 9, 'with a row of five', gomoku)
  // Another seed: this game is short.
  const mill = await whole(board, 'Mill', 'morris9', undefined, 7)
  const slides = mill.filter((move) => move.includes('-'))
  const near = ([from, to]) => from[0] === to[0] || from[1] === to[1]
  const flights = slides.map((move) => move.replace(/X.*/, '').split('-')).filter((ends) => !near(ends))
  const captures = mill.filter((move) => move.includes('X'))
  check(slides.length > 0 && flights.length > 0 && captures.length > 0, 'with slides, flights and captures', mill)
  await shot(board, 'whole-mill')
}

// What README.md and the pages of docs show: docs/web.png and docs/proof.png are these pictures, copied there when the page has
// changed on purpose.
async function documented(board) {
  await board.twoPeople()
  await board.variant('Mill', 'morris9')
  await board.load('a7 g7 d7 g1 b6 g4xb6')
  await board.plies('a game for the picture', 6)
  await board.page.click('#review')
  await board.until('its review', "document.querySelector('#summary').textContent.includes('accuracy')")
  await board.page.check('#analyze')
  await board.until('its analysis', "Number(document.querySelector('#thoughts').textContent.match(/depth (\\d+)/)?.[1]) >= 8")
  await board.page.screenshot({path: `${folder}/web.png`})
  await board.page.uncheck('#analyze')
  await board.variant('Gomoku', 'freestyle', '15')
  await board.load('h8 i9 g8 f8')
  await board.plies('a game of the proof', 4)
  await board.until('its proof', "!document.querySelector('#proof').hidden")
  await board.page.click('#proof-title')
  await board.page.click('#proof-moves button')
  await board.until('and the replies to it', "document.querySelectorAll('#proof-moves button').length > 3")
  await board.page.screenshot({path: `${folder}/proof.png`})
  await board.page.click('#proof-title')
}

// A board of fewer points is as large as any other.
async function smallBoards(board) {
  await board.twoPeople()
  await board.variant('Mill', 'morris3')
  await board.until('three by three points', "document.querySelectorAll('#board .point').length === 9")
  const share = await board.page.$$eval('#board .point', (points) => {
    const rows = new Set(points.map((point) => Math.round(point.getBoundingClientRect().top)))
    return rows.size * points[0].getBoundingClientRect().height / document.querySelector('#board').getBoundingClientRect().height
  })
  check(share > 0.6, 'they fill the board', share)
  for (const [ply, point] of ['D4', 'D5', 'E5', 'C3', 'C5', 'D3'].entries()) {
    await board.click(point)
    await board.plies(`${point} is placed`, ply + 1)
  }
  await board.click('D4', 'C4')
  await board.plies('a stone leaves the centre', 7)
  await board.click('D3', 'D4')
  await board.plies('another goes there', 8)
  check(String((await board.moves()).slice(-2)) === 'D4-C4,D3-D4', 'along the lines', await board.moves())
  await board.page.click('#set-up')
  await board.until('a position is set up', "!document.querySelector('#setup').hidden")
  await board.page.check('#setup [value="."]')
  await board.click('D4')
  await board.page.click('#setup .primary')
  await board.until('without the stone in the centre', "document.querySelector('#setup').hidden && document.querySelectorAll('#board .stones circle').length === 5 && document.querySelector('#hand-white').textContent === '1 in hand'")
  await shot(board, 'morris3')
}

async function engines(board) {
  await board.variant('Othello', 'normal', '6')
  await board.side('white', 'greedy', 'depth 1')
  await board.side('black', 'tengen', 'level 1')
  await board.until('two engines play a game to its end', `${OVER}.test(document.querySelector('#status').textContent)`)
}

async function looks(browser, url) {
  const sizes = [['narrow', {viewport: {width: 360, height: 640}, hasTouch: true}], ['landscape', {viewport: {width: 640, height: 360}}],
    ['dark', {colorScheme: 'dark', viewport: {width: 1280, height: 860}}]]
  for (const [name, options] of sizes) {
    const page = await (await browser.newContext({...options, serviceWorkers: 'block'})).newPage()
    await page.goto(url)
    const board = new Board(page)
    await board.until(`${name}: the board is there`, "document.querySelectorAll('#board .point').length === 64")
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    check(!wide, `${name}: nothing is cut off`)
    await page[options.hasTouch ? 'tap' : 'click']('[data-point="F5"]')
    await board.plies(`${name}: a move is played`, 1)
    await shot(board, name)
    await board.variant('Gomoku', 'freestyle', '15')
    await board.until(`${name}: a game before`, "!document.querySelector('#back').hidden")
    const tops = await page.$$eval('#game, #new, #back, #about', (parts) => parts.map((part) => part.getBoundingClientRect().top))
    check(Math.max(...tops) - Math.min(...tops) < 5, `${name}: all choices are in one row`, tops)
    await page.evaluate('scrollTo(0, 0)')
    const {bottom} = await page.locator('#board').evaluate((drawing) => drawing.getBoundingClientRect().toJSON())
    check(bottom <= options.viewport.height, `${name}: the whole board is seen`, bottom)
    await page.context().close()
  }
}

// Without a server: an engine that fails says why, and another goes on with its game.
async function faults(board) {
  await board.twoPeople()
  await board.variant('Gomoku', 'freestyle')
  await board.load('h8 a1')
  await board.plies('a game to be kept', 2)
  await board.page.evaluate('sessionStorage.getItem("tengen-game")').then((record) => check(record.includes('B[hh]'), 'is kept', record))
  await board.page.route('**/weights.bin', (route) => route.abort())
  await board.page.reload()
  await board.page.check('#analyze')
  await board.until('a file that is missing is said', "document.querySelector('#banner').textContent.includes('cannot load gomoku/weights.bin')")
  await board.page.unroute('**/weights.bin')
  await board.until('another engine analyses the game', "document.querySelectorAll('#board .value').length > 1 && document.querySelectorAll('#moves button').length === 2")
}

async function visit(serving, isStatic) {
  const start = Date.now()
  const [server, url] = await serving
  const browser = await launch()
  try {
    // What a browser keeps of the page would not ask for its files.
    const context = await browser.newContext({viewport: {width: 1280, height: 900}, ...(emulates && {serviceWorkers: 'block'})})
    const page = await context.newPage()
    const errors = []
    const note = (error) => error.includes(PICTURE_STYLE) || errors.push(error)
    page.on('pageerror', (error) => note(error.message))
    page.on('console', (message) => message.type() === 'error' && note(message.text()))
    const loaded = new Set()
    page.on('request', (request) => request.url().endsWith('.bin') && loaded.add(new URL(request.url()).pathname))
    await page.goto(url)
    const board = new Board(page, start)
    await board.until('the board is there', "document.querySelectorAll('#board .point').length === 64")
    await othello(board)
    if (isStatic) check(String([...loaded]) === '/othello/weights.bin', 'only the weights of the game are loaded', [...loaded])
    await gomoku(board)
    await mill(board)
    await smallBoards(board)
    await engines(board)
    await matches(board)
    await games(board)
    await nothingIsLost(board, isStatic ? null : tengen)
    await everyFormat(board)
    await notes(board)
    await settingUp(board)
    await reviews(board)
    await openings(board)
    await keys(board)
    await completedRows(board)
    await counts(board)
    await changes(board)
    await threats(board)
    await marks(board)
    await proofs(board)
    await columns(board)
    await touches(board, url)
    await sharing(board)
    await pictures(board)
    await languages(board, url)
    await sounds(board)
    if (!isStatic) {
      await documented(board)
      await reports(browser, tengen, folder)
    }
    if (emulates) await looks(browser, url)
    await everyState(browser, url)
    check(errors.length === 0, 'no error on the page', errors.join('; '))
    if (isStatic) {
      await faults(board)
      await withoutNetwork(browser, made, folder)
    }
  } finally {
    await browser.close()
    server.kill()
  }
}

// What a page of any site can send to a port of its machine: none of it is executed.
async function strangers() {
  const server = spawn(tengen, ['gtp', '--listen', '127.0.0.1:0', '--hash', '1'], {stdio: ['ignore', 'pipe', 'pipe'], env: {...process.env, RUST_LOG: 'debug'}})
  const address = await new Promise((resolve) => server.stdout.once('data', (text) => resolve(String(text).trim())))
  let log = ''
  server.stderr.on('data', (text) => log += text)
  const browser = await launch()
  try {
    const page = await browser.newPage()
    const paths = ['/', `/${'a'.repeat(66000)}`, '/?name%0Aname']
    await page.evaluate(async ([address, paths]) => {
      const body = 'kata-set-param maxTime 1\ngenmove b\n'.repeat(1000)
      for (const scheme of ['http', 'https'])
        for (const path of paths) await fetch(`${scheme}://${address}${path}`, {method: 'POST', mode: 'no-cors', body}).catch(() => {})
    }, [address, paths])
    const refused = log.split('a client was not answered').length - 1
    check(refused >= 2 * paths.length && !log.includes('> '), 'a page of another site runs no commands', log)
  } finally {
    await browser.close()
    server.kill()
  }
}

async function main() {
  if (tengen !== '-') {
    run.site = name
    await strangers()
    await visit(serve(tengen, 'web', '--no-open', '--threads', '1', '--hash', '16'), false)
  }
  if (made) {
    run.site = `${name}, static`
    await visit(serve('python3', '-u', '-m', 'http.server', '--bind', '127.0.0.1', '--directory', made, '0'), true)
  }
  process.exitCode = run.failed ? 1 : 0
}

main()
