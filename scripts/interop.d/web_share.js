// Games in the address of the page: what is copied opens the same game elsewhere, and what is broken costs none.

const crypto = require('crypto')
const zlib = require('zlib')
const {check, Board} = require('./board.js')

const RECORD = '(;GM[2]SZ[8];B[fe]C[a \\] ( ; b](;W[df];B[cc])(;W[ff]C[the other way];B[ef]))'

const buttons = (count) => `document.querySelectorAll('#moves button').length === ${count}`
const pack = (text) => zlib.deflateRawSync(text).toString('base64url')

async function newTab(board, url) {
  const page = await board.page.context().browser().newPage({viewport: {width: 1280, height: 900}, serviceWorkers: 'block'})
  for (const [event, what] of [['dialog', 'a dialog'], ['pageerror', 'an error']]) page.on(event, () => check(false, `${what} of the page`))
  if (board.route) await board.route(page)
  await page.goto(url)
  const other = new Board(page)
  await other.until('another tab', "document.querySelectorAll('#board .point').length > 20 && /#sgf=/.test(location.href)")
  return other
}

// What a click on "Copy link" gives, where the page may not use the clipboard.
async function copied(board) {
  await board.page.evaluate(() => Object.defineProperty(navigator, 'clipboard', {value: undefined, configurable: true}))
  await board.page.click('#share')
  await board.page.click('#link')
  await board.until('a link can be copied by hand', "document.querySelector('#copy-dialog').open && getSelection().toString().includes('#sgf=')")
  const url = await board.page.inputValue('#copy-text')
  await board.page.click('#copy-dialog button')
  await board.page.evaluate(() => delete navigator.clipboard)
  return url
}

async function fresh(board, game, rule, size) {
  await board.twoPeople()
  await board.variant(game, rule, size)
}

async function sameGame(board) {
  await fresh(board, 'Othello', 'normal', '8')
  await board.load(RECORD)
  await board.until('a record with variations', buttons(5))
  await board.page.click('#moves .variation button >> nth=0')
  await board.until('a variation', "document.querySelector('#moves .here')?.textContent.includes('F6')")
  const entries = await board.page.evaluate('history.length')
  const url = await copied(board)
  await board.until('it is the address', `location.href === ${JSON.stringify(url)}`)
  check(await board.page.evaluate('history.length') === entries, 'the history has no new entry')
  const other = await newTab(board, url)
  await other.until('the link opens all lines, at the same position', `${buttons(5)} && document.querySelector('#moves .here')?.textContent.includes('F6')`)
  check(await other.page.inputValue('#comment') === 'the other way', 'with comments')
  await other.click('E6')
  await other.until('the game goes on', "document.querySelector('#moves .here')?.textContent.includes('E6')")
  await other.page.reload()
  await other.until('a reload keeps it', `${buttons(5)} && document.querySelector('#moves .here')?.textContent.includes('E6')`)
  await other.page.context().close()
}

async function rulesAndSize(board) {
  for (const [game, rule, size, moves] of [['Gomoku', 'renju', '12', 'f6 g7 h8'], ['Mill', 'lasker', undefined, 'a7 d7']]) {
    await fresh(board, game, rule, size)
    await board.load(moves)
    await board.until(`${game}: ${moves}`, buttons(moves.split(' ').length))
    const other = await newTab(board, await copied(board))
    await other.until('the link opens it', buttons(moves.split(' ').length))
    const [rules, lines] = [await other.page.inputValue('#rule'), await other.page.inputValue('#size')]
    check(rules === rule && lines === (size ?? lines), 'under its rules', `${rules} ${lines}`)
    await other.page.context().close()
  }
}

// Noise does not compress: with it a record is too long for an address, by far.
async function longGames(board) {
  const noise = Array.from({length: 5000}, (_, number) => crypto.createHash('sha256').update(String(number)).digest('base64')).join(' ')
  await fresh(board, 'Othello', 'normal', '8')
  await board.load(RECORD.replace('the other way', noise))
  await board.until('a record with a long comment', buttons(5))
  const url = await copied(board)
  check(url.length < 2200, 'its link is short', url.length)
  const other = await newTab(board, url)
  await other.until('and has the main line', buttons(3))
  await other.page.context().close()
  // No game of these is so long that its main line does not go into an address.
  const position = '......../......../......../...XX.../....O.../......../......../........:w'
  const hash = await board.page.evaluate(async (state) => (await import('./link.js')).hashOf(state), {record: `(;GM[2]SZ[8]RU[normal];B[${noise}])`, position, place: 1, ply: 1})
  const third = await newTab(board, `${board.page.url().split('#')[0]}${hash}`)
  await third.until('of what is longer still the link has the position', `${buttons(0)} && document.querySelectorAll('#board .stones circle').length === 3 && /White to move/.test(document.querySelector('#status').textContent)`)
  await third.page.context().close()
}

async function brokenLinks(board) {
  await fresh(board, 'Othello', 'normal', '8')
  await board.load('f5 d6 c3')
  await board.until('a game that is not to be lost', buttons(3))
  await board.until('its address', "/#sgf=/.test(location.href)")
  const hostile = '<img src=x onerror=alert(1)>'
  for (const [part, what] of [
    ['sgf=', 'nothing'], ['sgf=%00%0Aquit', 'commands'], [`sgf=${encodeURIComponent(hostile)}`, 'a script'], ['sgf=AAAA', 'no compressed text'],
    [`sgf=${pack(RECORD).slice(0, -9)}`, 'half a game'], [`sgf=${pack(hostile)}`, 'a packed script'], [`sgf=${pack('(;GM[1]SZ[19];B[aa])')}`, 'another game'],
    [`sgf=${pack(' '.repeat(1 << 24))}`, '16 MiB'], [`sgf=${pack(RECORD)}&at=-1`, 'no place'], [`sgf=${pack('(;GM[2]SZ[8]XP[\nquit\n])')}`, 'a packed command'],
  ]) {
    await board.page.evaluate((hash) => { location.hash = hash }, part)
    await board.until(`an address with ${what} is refused in words`, "/^The game in the address cannot be opened: .+ to move\\.$/.test(document.querySelector('#status').textContent)")
    await board.until('and the game stays', `${buttons(3)} && document.querySelector('#banner').hidden && !/${part.slice(0, 20).replace(/[^\w=]/g, '.')}$/.test(location.href)`)
  }
  check(await board.count('img') === 0, 'no text of an address is an element')
  await board.page.evaluate((hash) => { location.hash = hash }, `sgf=${pack(RECORD)}&at=99`)
  await board.until('a place that is not in the game is its start', `${buttons(5)} && document.querySelectorAll('#moves .here').length === 0`)
  await board.page.click('#back')
  await board.until('the game before can be had back', buttons(3))
}

async function sharing(board) {
  await sameGame(board)
  await rulesAndSize(board)
  await longGames(board)
  await brokenLinks(board)
}

module.exports = {sharing}
