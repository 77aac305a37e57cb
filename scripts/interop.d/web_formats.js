// A file of every format, opened on the board: as a file, and by paste where it is text.

const fs = require('fs')
const path = require('path')
const {check} = require('./board.js')

const EXAMPLES = path.join(__dirname, '../../tests/data/formats')

// What a file is of, where it does not say so itself; lists of names are no games.
const GAMES = [[/^(othello|WTH_)/, 'Othello', '8'], [/^(gomoku|renjunet|address)/, 'Gomoku', '15'], [/^mill/, 'Mill']]

async function opened(board, name, put) {
  await board.page.click('#load')
  await put()
  await board.page.click('#load-dialog button[value=load]')
  await board.until(`${name} is answered`, "!document.querySelector('#load-dialog').open || document.querySelector('#load-error').textContent !== ''")
  const error = await board.page.textContent('#load-error')
  if (error !== '') await board.page.click('#load-dialog button[value=""]')
  return error
}

async function everyFormat(board) {
  for (const name of fs.readdirSync(EXAMPLES).sort()) {
    const [, game, size] = GAMES.find(([names]) => names.test(name)) ?? []
    if (!game) continue
    await board.variant(game, undefined, size)
    const file = path.join(EXAMPLES, name)
    const bytes = fs.readFileSync(file)
    const error = await opened(board, name, () => board.page.setInputFiles('#load-file', file))
    check(error === '', `${name} is opened`, error)
    if (bytes.includes(0) || !Buffer.from(bytes.toString('utf8')).equals(bytes)) continue
    const moves = String(await board.moves())
    // As a browser pastes it: Firefox's driver would make two line ends of CR LF.
    const text = bytes.toString('utf8').replace(/\r\n?/g, '\n')
    const again = await opened(board, name, () => board.page.fill('#load-text', text))
    check(again === '' && String(await board.moves()) === moves, `${name} is opened by paste`, again)
  }
}

// What was decided where a text can be read in several ways.
async function notes(board) {
  await board.variant('Othello', undefined, '8')
  await board.load('e3 f3')
  await board.until('its note is said', "document.querySelector('#status').textContent.includes('the mirrored start')")
}

module.exports = {everyFormat, notes}
