// The page by keys and by the wheel: the help names every key that does something, and no other.

const {check} = require('./board.js')

const undone = (count) => `document.querySelectorAll('#moves .undone').length === ${count}`
const GAME = 'f5 d6 c3 d3 c4 f4 f6 f3 e6 e7'

async function fresh(board) {
  await board.twoPeople()
  await board.variant('Othello', 'normal', '8')
  await board.load(GAME)
  await board.until('a game of ten moves', "document.querySelectorAll('#moves button').length === 10")
}

async function press(board, what, keys, expression) {
  for (const key of keys.split(' ')) await board.page.keyboard.press(key)
  await board.until(`${keys}: ${what}`, expression)
}

async function byKeys(board) {
  await fresh(board)
  await press(board, 'back', 'ArrowLeft', undone(1))
  await press(board, 'back as often as it is pressed', 'ArrowLeft ArrowLeft ArrowLeft ArrowLeft', undone(5))
  await press(board, 'forward', 'ArrowRight ArrowRight', undone(3))
  await press(board, 'to the start', 'Home', undone(10))
  await press(board, 'to the end', 'End', undone(0))
  await press(board, 'undone as often as it is pressed', 'u u u', undone(3))
  await press(board, 'and done', 'r', undone(2))
  await press(board, 'not beyond the start', `Home${' ArrowLeft'.repeat(3)}`, undone(10))
  await board.click('A1')
  await board.until('a click takes no focus', `document.activeElement === document.body && ${undone(10)}`)
  await board.click('D3')
  await board.until('a line of its own', "document.querySelectorAll('#moves .variation button').length === 1")
  await press(board, 'so that the arrows go through the game', 'ArrowLeft', undone(1))
  await press(board, 'to the variation', 'ArrowRight', undone(0))
  await press(board, 'to the main line', 'm', "document.querySelectorAll('#moves .here').length === 0")
  await press(board, 'which is followed to its end', 'End', "document.querySelector('#moves .here')?.textContent.endsWith('E7')")
  await press(board, 'a hint', 'h', "document.querySelectorAll('#board .expected text').length === 1")
  await press(board, 'analysis', 'a', "document.querySelectorAll('#lines li').length > 0")
  await press(board, 'and its end', 'a', "document.querySelectorAll('#lines li').length === 0")
  await press(board, 'a new game', 'n', "document.querySelectorAll('#moves button').length === 0")
  await board.page.click('#back')
  await board.until('the game before', "document.querySelectorAll('#moves button').length === 11")
}

async function byWheel(board) {
  await fresh(board)
  await board.page.hover('[data-point="D4"]')
  const roll = async (what, deltas, expression) => {
    for (const delta of deltas) await board.page.mouse.wheel(0, delta)
    await board.until(`the wheel: ${what}`, expression)
  }
  await roll('a notch is a move', [-120], undone(1))
  await roll('three are three', [-120, -120, -120], undone(4))
  await roll('a touchpad goes by as much', Array(12).fill(10), undone(1))
  await roll('not beyond the end', [120, 120, 120], undone(0))
  const before = await board.page.evaluate('scrollY')
  check(before === 0, 'the page stays where it is', before)
}

// A button that is pressed by a key, and then is gone or disabled, leaves the focus to one beside it, or to the board.
async function focusStays(board) {
  await fresh(board)
  const {page} = board
  const press = async (button, next) => {
    await page.focus(button)
    await page.keyboard.press('Enter')
    await board.until(`${button}: the focus is at ${next}`, `document.activeElement.matches('${next}')`)
  }
  await page.keyboard.press('Tab')
  await press('#first', '#redo')
  await press('#last', '#undo')
  await press('#undo', '#undo')
  await press('#redo', '#undo')
  await press('#resign', '#resume')
  await press('#resume', '#resign')
  await press('#new', '#new')
  await press('#back', '#back')
  await page.click('#moves button >> nth=0')
  await page.keyboard.press('Tab')
  await press('#cut', '.point')
  await board.side('white', 'tengen', 'time 30')
  await page.focus('[data-point="F5"]')
  await page.keyboard.press('Enter')
  await board.until('a long thought', "!document.querySelector('#now').hidden")
  await press('#now', '#hint')
  await board.twoPeople()
  await board.variant('Gomoku', 'freestyle', '15')
  await page.click('#proof-title')
  await board.until('a proof', "document.querySelectorAll('#proof-moves button').length === 1")
  await page.keyboard.press('Tab')
  await press('#proof-moves button', '#proof-moves button')
  await board.plies('a move of it is played', 1)
  await board.until('and the focus stays in it', "document.activeElement.matches('#proof-moves button')")
  await page.click('#proof-title')
}

// What each key changes: the game's place, what is asked of the engine, or what is open.
async function helpIsWhole(board) {
  await fresh(board)
  await board.page.keyboard.press('ArrowLeft')
  await board.until('in the middle of the game', undone(1))
  await board.page.keyboard.press('?')
  await board.until('?: help', "document.querySelector('#help-dialog').open")
  const named = await board.page.$$eval('#help-dialog td:first-child', (cells) => cells.map((cell) => [...cell.querySelectorAll('kbd')].map((key) => key.textContent)))
  await board.page.keyboard.press('Escape')
  const arrows = {'←': 'ArrowLeft', '→': 'ArrowRight', Esc: 'Escape'}
  const [here, there] = [named.filter((keys) => !keys.includes('Esc')).flat(), named.find((keys) => keys.includes('Esc')).slice(1)]
  const keys = [...'abcdefghijklmnopqrstuvwxyz0123456789?', 'Home', 'End', 'Escape', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown']
  const known = new Set([...here, 's'].map((key) => arrows[key] ?? key))
  const seen = async () => [await board.log(), await board.page.evaluate(() => [document.querySelectorAll('dialog[open]').length, document.body.className].join())].join()
  for (const key of keys.filter((name) => !known.has(name))) {
    const before = await seen()
    await board.page.keyboard.press(key)
    await board.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    if (before !== await seen()) check(false, `${key} does something that the help does not name`)
  }
  check(known.size === 17, 'the help names all keys', [...known])
  check(String(there) === 'b,w,e,s,Enter,Esc', 'and those of a position that is set up', there)
}

async function keys(board) {
  await board.page.setViewportSize({width: 1280, height: 900})
  await byKeys(board)
  await byWheel(board)
  await focusStays(board)
  await helpIsWhole(board)
}

module.exports = {keys}
