// What a player may do wrong on the board, or the network, costs no game.

const {serve, check, emulates, saved, Board} = require('./board.js')

const OTHELLO = 'f5 d6 c3'

async function fresh(board, moves = OTHELLO) {
  await board.variant('Othello', 'normal', '8')
  await board.twoPeople()
  await board.load(moves)
  await board.until(`${moves} is loaded`, `document.querySelectorAll('#moves button').length === ${moves.split(' ').length}`)
}

async function toStart(board) {
  await board.page.click('#first')
  await board.until('the first position', "document.querySelectorAll('#moves .undone').length > 0 && document.querySelectorAll('#moves .here').length === 0")
}

// After E8 Black has no move.
const MUST_PASS = 'XXX..X../XXXXX.X./XXXXXXX./X.XXXXX./XXXOXOXX/XXOXOXXX/XXXXXXXX/.XXX.XXX:w'

const here = (text) => `document.querySelector('#moves .here')?.textContent.endsWith('${text}')`

async function resignations(board) {
  await fresh(board)
  await board.page.click('#resign')
  await board.until('a resignation ends the game', "/ wins/.test(document.querySelector('#status').textContent)")
  await board.page.click('#undo')
  await board.until('after it the move before can be looked at', here('D6'))
  check(await board.count('#moves button') === 3, 'and no move is lost', await board.moves())
  await board.page.click('#last')
  await board.until('the end is the resignation still', "/ wins/.test(document.querySelector('#status').textContent)")
  await board.page.click('#resume')
  await board.until('which can be taken back', "/to move/.test(document.querySelector('#status').textContent)")
  await board.click('D3')
  await board.plies('and the game goes on', 4)
}

async function lines(board) {
  await fresh(board)
  await board.page.keyboard.press('Home')
  await board.until('the first position', "document.querySelectorAll('#moves .undone').length === 3")
  await board.click('D3')
  await board.until('a move in an earlier position begins a line', "document.querySelectorAll('#moves .variation button').length === 1")
  check(await board.count('#moves button') === 4, 'and loses nothing', await board.moves())
  await board.page.fill('#comment', 'the other way')
  await board.page.press('#comment', 'Tab')
  await board.until('it has a comment', "document.querySelector('#moves .variation button').title === 'the other way'")
  const record = String((await saved(board.page, '#save')).bytes)
  check(record.includes('(;B[fe];W[df];B[cc])') && record.includes('(;B[dc]C[the other way])'), 'all is saved', record)
  await board.page.click('#promote')
  await board.until('a line can be the main one', "document.querySelectorAll('#moves .variation button').length === 3")
  await board.page.keyboard.press('End')
  await board.load(record)
  await board.until('what was saved is read again', "document.querySelectorAll('#moves button').length === 4")
  await board.page.click('#moves .variation button')
  await board.until('with its lines', here('D3 🗨'))
  await board.page.keyboard.press('m')
  await board.until('one key leads back to the main line', "document.querySelectorAll('#moves .here').length === 0")
  await board.page.click('#moves .variation button')
  await board.page.click('#cut')
  await board.until('a line can be cut off', "document.querySelectorAll('#moves button').length === 3")
  await board.page.click('#back')
  await board.until('and had back', "document.querySelectorAll('#moves button').length === 4")
}

async function gamesBefore(board) {
  await fresh(board)
  await board.page.keyboard.press('n')
  await board.until('a new game', "document.querySelectorAll('#moves button').length === 0")
  await board.page.click('#back')
  await board.until('the game before is back', "document.querySelectorAll('#moves button').length === 3")
  for (const [id, value] of [['size', '10'], ['game', 'Gomoku'], ['clock', '180+2']]) {
    await board.page.selectOption(`#${id}`, value)
    await board.until(`another ${id}`, "document.querySelectorAll('#moves button').length === 0")
    await board.page.click('#back')
    await board.until('and back', `document.querySelectorAll('#moves button').length === 3 && ${here('C3')}`)
  }
  await board.page.selectOption('#clock', 'none')
}

// Each game in its turn, also after a reload; of twelve games the last eleven: that on the board, and ten before it.
async function manyBefore(board) {
  await fresh(board)
  for (let count = 1; count <= 11; count++) {
    await board.load(OTHELLO + ' d3 c4 f4 f6 f3 e6 e7 d7 c5 b6'.slice(0, 3 * count - 3))
    await board.until(`a game of ${count + 2} moves`, `document.querySelectorAll('#moves button').length === ${count + 2}`)
  }
  await board.page.reload()
  for (const count of [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 13]) {
    await board.page.click('#back')
    await board.until(`back to that of ${count}`, `document.querySelectorAll('#moves button').length === ${count}`)
  }
}

async function reloads(board) {
  await fresh(board)
  await board.page.click('#review')
  await board.until('a review', "document.querySelector('#summary').textContent.includes('accuracy')")
  await toStart(board)
  const summary = await board.page.textContent('#summary')
  await board.page.reload()
  await board.until('a reload keeps moves that were taken back', "document.querySelectorAll('#moves .undone').length === 3")
  await board.until('the review', `document.querySelector('#summary').textContent === '${summary}'`)
  await board.until('and the graph', "document.querySelectorAll('#graph circle').length > 3")
  await board.page.click('#review')
  await board.until('another review runs', "document.querySelector('#summary').textContent.includes('judged')")
  await board.page.reload()
  await board.until('a reload ends it', "document.querySelector('#review').textContent === 'Review game' && document.querySelectorAll('#moves button').length === 3")
  await board.until('the page is whole', "performance.getEntriesByType('resource').some(({name}) => name.endsWith('/verdicts.js'))")
  check((await board.page.textContent('#summary')) === '', 'and says nothing of it', await board.page.textContent('#summary'))
}

// Where each message takes so many milliseconds, each way.
async function slow(board, latency) {
  await board.page.routeWebSocket(/gtp/, (page) => {
    const server = page.connectToServer()
    page.onMessage((text) => setTimeout(() => server.send(text), latency))
    server.onMessage((text) => setTimeout(() => page.send(text), latency))
  })
  await board.page.reload()
  await board.plies('the game is there', 3)
}

async function quickClicks(board) {
  await fresh(board)
  await slow(board, 60)
  for (const pause of [0, 60, 150]) {
    await board.page.click('#new')
    await board.until('a new game', "document.querySelectorAll('#moves button').length === 0")
    await board.side('white', 'greedy', 'depth 1')
    await board.click('F5')
    await board.page.waitForTimeout(pause)
    await board.click('D3')
    await board.until(`of two clicks ${pause} ms apart the first is the move, and is answered`, "document.querySelectorAll('#moves button').length === 2 && /Black to move/.test(document.querySelector('#status').textContent)")
    await board.side('white', '')
    await toStart(board)
    await board.click('D3')
    await board.page.waitForTimeout(pause)
    await board.click('C5')
    await board.until('two people may be as quick', `document.querySelectorAll('#moves .variation button').length === 2 && ${here('C5')}`)
  }
}

async function previews(board) {
  await fresh(board)
  await board.page.check('#analyze')
  await board.until('values stand on the board', "document.querySelectorAll('#board .value').length > 1")
  await board.page.hover('#board .point.legal >> nth=0')
  await board.until('a line is shown', "document.querySelectorAll('#board .expected text').length > 1")
  await board.page.click('#board .point.legal >> nth=0')
  await board.plies('a move is played', 4)
  check(await board.count('#board .expected text') === 0, 'and the line has gone')
  await board.until('values stand there again', "document.querySelectorAll('#board .value').length > 1")
  const log = await board.log()
  const said = log.slice(log.lastIndexOf('> play '), log.lastIndexOf('> json-analyze ')).split('\n')
  const trips = 1 + said.filter((line, place) => line.startsWith('> ') && place > 0 && !said[place - 1].startsWith('> ')).length
  check(trips === 2, 'the move took one round trip, and the analysis another', said)
  await board.page.uncheck('#analyze')
}

async function smallThings(board) {
  await board.page.setViewportSize({width: 1280, height: 900})
  await fresh(board, 'f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c5')
  const {x, y, width, height} = await board.page.locator('#graph .ground').boundingBox()
  for (const ply of [9, 3]) {
    await board.page.mouse.click(x + (ply * width) / 12, y + height / 2)
    await board.until(`a click on the graph leads to move ${ply}`, `document.querySelectorAll('#moves .undone').length === ${12 - ply}`)
  }
  await board.page.evaluate(() => Object.defineProperty(navigator, 'clipboard', {value: undefined, configurable: true}))
  await board.page.click('#share')
  await board.page.click('#copy')
  await board.until('without a clipboard the position can be copied by hand', "document.querySelector('#copy-dialog').open && getSelection().toString().includes('/')")
  await board.page.click('#copy-dialog button')
  await board.page.evaluate(() => delete navigator.clipboard)
  await board.load(MUST_PASS)
  await board.until('a position', "document.querySelectorAll('#moves button').length === 0")
  await board.click('E8')
  await board.until('a pass is said, and stays', "/Black had to pass. White to move/.test(document.querySelector('#status').textContent)")
  await board.variant('Mill', 'morris9')
  await board.load('e4 b6 f2 c4 e5 a7 d5 d6 b2 d7 g1 d1 f4 d3 a1 c5 g7 a4')
  await board.plies('a game of mill', 18)
  await board.page.click('#hint')
  await board.until('a hint shows where a stone goes from', "document.querySelectorAll('#board .way').length === 1")
}

async function enginePasses(board) {
  await fresh(board)
  await board.load(MUST_PASS)
  await board.until('a position', "document.querySelectorAll('#moves button').length === 0")
  await board.side('black', 'tengen', 'level 1')
  await board.click('E8')
  await board.plies('an engine has to pass', 2)
  await board.until('which is said', "/Black had to pass. White to move/.test(document.querySelector('#status').textContent)")
  await board.side('black', '')
}

// A minute is too long for a test: a page that is loaded again finds White with two seconds.
async function timeOver(board) {
  const context = await board.page.context().browser().newContext(emulates ? {serviceWorkers: 'block'} : {})
  const page = await context.newPage()
  await page.goto(board.page.url().replace(/#.*/, ''))
  const own = new Board(page)
  await own.until('another page', "document.querySelectorAll('#board .point').length === 64")
  await own.twoPeople()
  await page.selectOption('#clock', '60+1')
  await own.click('F5')
  await own.plies('a game with clocks', 1)
  await page.addInitScript(() => {
    const kept = JSON.parse(sessionStorage.getItem('tengen-game'))
    kept.clocks.left.white = 2
    sessionStorage.setItem('tengen-game', JSON.stringify(kept))
  })
  await page.reload()
  await own.until('is lost on time', "document.querySelector('#status').textContent === 'Black wins on time.'")
  await page.click('#undo')
  await own.until('a move back', "/to move/.test(document.querySelector('#status').textContent)")
  await page.click('#last')
  await own.until('and forward it is still lost on time', "document.querySelector('#status').textContent === 'Black wins on time.'")
  await page.click('#resume')
  await own.until('and goes on', "document.querySelector('#status').textContent === 'White to move.' && /^(1:00|0:5\\d)/.test(document.querySelector('#clock-white').textContent)")
  await own.click('D6')
  await own.plies('with a move', 2)
  await page.click('#resign')
  await own.until('a resignation is one', "document.querySelector('#status').textContent === 'White wins by resignation.'")
  await context.close()
}

async function longGames(board) {
  await board.variant('Gomoku', 'freestyle', '20')
  await board.twoPeople()
  const letters = 'ABCDEFGHJKLMNOPQRST'
  const moves = []
  for (let row = 0; row < 20; row++)
    for (let col = 0; col < 19; col++) moves.push(`${letters[(col * 2 + Math.floor(row / 2)) % 19]}${row + 1}`)
  await board.load(moves.slice(0, 150).join(' '))
  await board.until('a long game', "document.querySelectorAll('#moves button').length >= 40")
  const {length} = await board.moves()
  await board.page.click('#first')
  await board.until('its start', `document.querySelectorAll('#moves .undone').length === ${length}`)
  const before = await board.log()
  await board.page.click('#last')
  await board.until('and its end', `document.querySelectorAll('#moves .undone').length === 0`)
  const after = (await board.log()).slice(before.length)
  check((after.match(/^> (play|go_to|undo)/gm) ?? []).length <= 1, 'one command leads there', after)
}

async function restarts(board, tengen) {
  await fresh(board)
  const port = new URL(board.page.url()).port
  const browser = board.page.context().browser()
  const words = ['web', '--no-open', '--threads', '1', '--hash', '16', '--listen', '127.0.0.1:0']
  const [first, url] = await serve(tengen, ...words)
  const page = await browser.newPage()
  const own = new Board(page)
  await page.goto(url)
  await own.until('another page', "document.querySelectorAll('#board .point').length === 64")
  await fresh(own)
  first.kill()
  await own.until('a server that has gone is said, and what to do', "/Start “tengen web” again/.test(document.querySelector('#banner').textContent)")
  check(String((await saved(page, '#save')).bytes).includes('B[cc]'), 'the game can be saved meanwhile')
  await own.load('f5')
  await own.until('that none can be opened is said in words of the page', "document.querySelector('#load-error').textContent.startsWith('The connection is lost')")
  words[words.length - 1] = `127.0.0.1:${new URL(url).port}`
  const [second, again] = await serve(tengen, ...words)
  await own.until('so is one with another token', "/started anew/.test(document.querySelector('#banner').textContent)")
  await page.goto(again)
  await own.plies('the game goes on with the new server', 3)
  await page.context().close()
  second.kill()
  check(port === new URL(board.page.url()).port, 'the first page is where it was')
}

// Columns that have the letters of gomoku, I among them.
async function columns(board, tengen) {
  const [server, url] = await serve(tengen, 'web', '--no-open', '--threads', '1', '--hash', '16', '--game', 'gomoku', '--columns', 'a-o')
  const page = await board.page.context().browser().newPage()
  const own = new Board(page)
  await page.goto(url)
  await own.until('a board with a column I', "document.querySelectorAll('#board .point').length === 225 && document.querySelector('[data-point=I8]')")
  check((await page.inputValue('#columns')) === 'a-o', 'as the settings show it', await page.inputValue('#columns'))
  await own.twoPeople()
  await own.click('I8')
  await own.plies('is played on there', 1)
  check(String(await own.moves()) === 'I8', 'at the right point', await own.moves())
  await page.context().close()
  server.kill()
}

// All of it; a program makes servers that end, where there is one.
async function nothingIsLost(board, tengen) {
  await resignations(board)
  await lines(board)
  await gamesBefore(board)
  await manyBefore(board)
  await reloads(board)
  await previews(board)
  await smallThings(board)
  await enginePasses(board)
  await timeOver(board)
  await longGames(board)
  if (tengen) {
    await quickClicks(board)
    await restarts(board, tengen)
    await columns(board, tengen)
  }
}

module.exports = {nothingIsLost}
