// The page without a server, without a network; a new version of it; and what can be heard of any page.

const fs = require('fs')
const path = require('path')
const {check, serve, Board} = require('./board.js')

const hosted = (folder, port) => serve('python3', '-u', '-m', 'http.server', '--bind', '127.0.0.1', '--directory', folder, String(port))

async function open(context, url) {
  const page = await context.newPage()
  page.on('pageerror', (error) => check(false, 'no error on the page', error.message))
  await page.goto(url)
  const board = new Board(page)
  await board.until('the board is there', "document.querySelectorAll('#board .point').length > 20")
  return board
}

// Waits until the browser keeps a version of the page: the first, or one that waits for the next start.
async function keptBy(board, which) {
  await board.page.evaluate(async (state) => {
    const registration = await navigator.serviceWorker.ready
    while (!registration[state]) await new Promise((resolve) => setTimeout(resolve, 50))
  }, which)
}

async function plays(board, game, first) {
  await board.twoPeople()
  await board.variant(game)
  await board.click(first)
  await board.plies(`${game}: a move`, 1)
  await board.page.check('#analyze')
  await board.until(`${game}: the engine thinks without a network`, "document.querySelectorAll('#lines li').length > 1")
  await board.page.uncheck('#analyze')
}

async function withoutNetwork(browser, made, scratch) {
  const folder = path.join(scratch, 'offline')
  fs.cpSync(made, folder, {recursive: true})
  const context = await browser.newContext({viewport: {width: 1280, height: 900}})
  const [server, url] = await hosted(folder, 0)
  let board = await open(context, url)
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'app.webmanifest')))
  for (const {src} of manifest.icons) check(fs.existsSync(path.join(folder, src)), `the icon ${src} is there`)
  const client = await context.newCDPSession(board.page)
  const {installabilityErrors} = await client.send('Page.getInstallabilityErrors')
  const errors = installabilityErrors.map(({errorId}) => errorId).filter((error) => error !== 'in-incognito')
  check(errors.length === 0, 'the page can be put on the home screen', errors)
  await keptBy(board, 'active')
  server.kill()
  await board.page.close()
  board = await open(context, url)
  check(true, 'the page begins without a network')
  await plays(board, 'Othello', 'F5')
  await plays(board, 'Gomoku', 'H8')
  await plays(board, 'Mill', 'D6')
  await board.page.close()

  // The next version: one file differs, and so does the list.
  const {port} = new URL(url)
  const title = path.join(folder, 'index.html')
  fs.writeFileSync(title, fs.readFileSync(title, 'utf8').replace('<h1>Tengen<', '<h1>Tengen, anew<'))
  const list = path.join(folder, 'files.js')
  fs.writeFileSync(list, fs.readFileSync(list, 'utf8').replace(/version: "\w+"/, 'version: "another"'))
  const [again] = await hosted(folder, port)
  board = await open(context, url)
  check(await board.page.textContent('h1') === 'Tengen', 'a page goes on with its version')
  await keptBy(board, 'waiting')
  await board.page.close()
  again.kill()
  board = await open(context, url)
  check(await board.page.textContent('h1') === 'Tengen, anew', 'the next start has the next one, whole')
  const caches = await board.page.evaluate(async () => (await caches.keys()).length)
  check(caches === 1, 'and only that is kept', caches)
  await context.close()
}

async function sounds(board) {
  const context = await board.page.context().browser().newContext({viewport: {width: 1280, height: 900}, serviceWorkers: 'block'})
  const page = await context.newPage()
  await page.addInitScript(() => {
    self.heard = []
    for (const kind of [AudioBufferSourceNode, OscillatorNode]) {
      const {start} = kind.prototype
      kind.prototype.start = function (...values) {
        self.heard.push(kind.name)
        return start.apply(this, values)
      }
    }
  })
  if (board.route) await board.route(page)
  await page.goto(board.page.url().split('#')[0])
  const own = new Board(page)
  await own.until('another tab', "document.querySelectorAll('#board .point').length > 20")
  const heard = () => page.evaluate(() => self.heard.splice(0).join(' '))
  await own.variant('Othello', 'normal', '8')
  await own.twoPeople()
  await own.click('F5')
  await own.plies('a move', 1)
  check(await heard() === '', 'the page is silent at first')
  await page.click('#settings')
  await page.check('#sound')
  check(await heard() === 'AudioBufferSourceNode', 'a sound is heard when it is chosen')
  await page.keyboard.press('Escape')
  await own.click('D6')
  await own.plies('another move', 2)
  check(await heard() === 'AudioBufferSourceNode', 'a stone is heard')
  await own.load('XXX..X../XXXXX.X./XXXXXXX./X.XXXXX./XXXOXOXX/XXOXOXXX/XXXXXXXX/.XXX.XXX:w')
  await own.until('a position in which Black must pass soon', "document.querySelectorAll('#moves button').length === 0")
  check(await heard() === '', 'another game is not')
  await own.click('E8')
  await own.plies('a pass', 2)
  check(await heard() === 'AudioBufferSourceNode OscillatorNode OscillatorNode', 'a pass is heard, too')
  await page.reload()
  await own.plies('a reload', 2)
  check(await page.isChecked('#sound') && await heard() === '', 'the choice is kept')
  await context.close()
}

module.exports = {withoutNetwork, sounds}
