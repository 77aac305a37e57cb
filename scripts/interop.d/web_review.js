// A review of games with planted blunders: moments, retries, units. The values are sure: an ending of Othello that was solved by
// hand and by a program of its own, wins by the next move in mill and gomoku.

const {accessible} = require('./accessible.js')
const {check, emulates, saved} = require('./board.js')

// With best play White wins this by 6. C4 throws the win away (B4 keeps it, by 4), and D3 that of Black, who has D4.
const OTHELLO = {position: 'OX../OOOO/OXO./X...:b', moves: ['D1', 'C4', 'B4', 'C1', 'D3', 'D4']}
// Black's lead after each of these moves.
const LEADS = [-6, -6, 2, 2, 2, -4, -4]

// Both sides have a four that one move makes a five.
const FOURS = ['...............', ...Array(6).fill('...............'), ...Array(4).fill('.......X.......'), ...Array(3).fill('...............'), 'OOOO...........']
const GOMOKU = {position: `${FOURS.join('/')}:b`, moves: ['N15', 'M14', 'H9']}

// Three stones each, which fly: Black wins by a mill on G7, or else White by one on B2, and the capture then, two plies later.
const MILL = {position: 'XX....../....OO../O...X.../b/0/0/0', moves: ['E3 E4']}

const undone = (count) => `document.querySelectorAll('#moves .undone').length === ${count}`
const status = (pattern) => `${pattern}.test(document.querySelector('#status').textContent)`
const text = (board, selector) => board.page.$$eval(selector, (elements) => elements.map(({textContent}) => textContent.replace(/\s+/g, ' ').trim()))
const moments = (board) => text(board, '#moments button')
const label = (board) => board.page.getAttribute('#graph', 'aria-label')

async function reviewed(board, game, rule, size, {position, moves}) {
  await board.variant(game, rule, size)
  await board.twoPeople()
  await board.load(position)
  await board.until('a position', `document.querySelectorAll('#moves button').length === 0 && document.querySelectorAll('#board .stones circle').length > 5`)
  for (const [index, move] of moves.entries()) {
    await board.click(...move.split(' '))
    await board.plies(`${move} is played`, index + 1)
  }
  await board.page.selectOption('#unit', 'chance')
  await board.page.click('#review')
  await board.until(`${game}: a review`, "document.querySelector('#summary table') !== null")
}

async function listed(board) {
  await reviewed(board, 'Othello', 'normal', '4', OTHELLO)
  const expected = ['2. C4 ?? −100 %', '5. D3 ?? −100 %']
  check(String(await moments(board)) === String(expected), 'the moments that mattered', await moments(board))
  const sides = await board.page.$$eval('#moments .disc', (discs) => discs.map((disc) => disc.getAttribute('aria-label')))
  check(String(sides) === 'White,Black', 'with their sides', sides)
  // Lichess' formula has 100 for a best move and 0 for a whole win.
  const rows = (await text(board, '#summary tr')).slice(1)
  check(String(rows) === 'Black67 %2 of 3001,White67 %2 of 3001', 'accuracy of both, and how much was missed', rows)
  await board.page.click('#moments button >> nth=0')
  await board.until('a click leads to the first', undone(4))
  check((await board.page.textContent('#verdict')).includes('A blunder: it cost 100 % of the chance to win.'), 'with what it cost', await board.page.textContent('#verdict'))
  await board.page.keyboard.press('j')
  await board.until('a key to the next', undone(1))
  check((await text(board, '#moments .here')).join() === expected[1], 'which is marked', await text(board, '#moments .here'))
  await board.page.keyboard.press('j')
  await board.page.keyboard.press('k')
  await board.until('and back', undone(4))
}

// Where each value stands in the graph, from above.
const heights = (board) => board.page.$$eval('#graph circle', (circles) => circles.map((circle) => Number(circle.getAttribute('cy'))))

async function units(board) {
  const marked = ' Marked moves: 2 blunder, 5 blunder.'
  check(await label(board) === `Black’s chance of winning, after move 2 of 6: 100 %.${marked}`, 'the graph says what it shows', await label(board))
  const chances = await heights(board)
  const [bottom, top] = [Math.max(...chances), Math.min(...chances)]
  check(String(chances.map((y) => (y === top ? 1 : y === bottom ? 0 : y))) === '0,0,1,1,1,0,0', 'as chances', chances)
  await board.page.selectOption('#unit', 'score')
  check(String(await moments(board)) === '2. C4 ?? −8,5. D3 ?? −6', 'as discs: the list', await moments(board))
  check(await label(board) === `Black’s lead in discs, after move 2 of 6: +2.${marked}`, 'the graph', await label(board))
  const most = Number((await text(board, '#graph text'))[0])
  const leads = (await heights(board)).map((y) => Math.round(10 * most * (((bottom - y) / (bottom - top)) * 2 - 1)) / 10)
  check(String(leads) === String(LEADS), 'its values', leads)
  const verdict = await board.page.textContent('#verdict')
  check(verdict.includes('A blunder: it cost 8 in discs.') && verdict.includes('C1 +6'), 'and the verdict', verdict)
}

async function retried(board) {
  const record = String((await saved(board.page, '#save')).bytes)
  // The side that is to find the move is an engine's: it does not move.
  await board.side('white', 'greedy', 'depth 1')
  await board.page.keyboard.press('t')
  await board.until('a better move is asked for', `${status('/Find a better move for White than C4/')} && ${undone(5)}`)
  check(!(await board.page.isVisible('#undo')), 'and the buttons of the game are away')
  await board.click('C4')
  await board.until('a bad one is not it', status('/C4 is not it yet: it cost 8 in discs/'))
  await board.page.reload()
  await board.until('after a reload it is asked for again', status('/Find a better move for White than C4/'))
  await board.until('with as many moments', "document.querySelectorAll('#moments button').length === 2")
  check(String(await moments(board)) === '2. C4 ?? −8,5. D3 ?? −6', 'and the moments are there', await moments(board))
  await board.click('B4')
  await board.until('another win is as good', status('/B4 is as good as C1/'))
  check(await board.count('#moves button') === 6, 'nothing is played', await board.moves())
  await board.page.keyboard.press('h')
  await board.until('the best move can be shown', `${status('/The best move is C1/')} && document.querySelectorAll('#board .expected circle').length === 1`)
  await board.click('C1')
  await board.until('or found', status('/C1 is the best move/'))
  check((await moments(board))[0] === '2. C4 ?? −8 ✓', 'which is noted', await moments(board))
  await board.page.click('#retry-next')
  await board.until('the next moment', status('/Find a better move for Black than D3/'))
  await board.click('D4')
  await board.until('is found, too', status('/D4 is the best move/'))
  await board.page.focus('#leave-retry')
  await board.page.keyboard.press('Enter')
  await board.until('back to where the game was', `document.querySelector('#retrying').hidden && ${undone(4)} && ${status('/to move/')}`)
  check(await board.page.evaluate("document.activeElement.id === 'retry'"), 'with the focus where it began', await board.page.evaluate('document.activeElement.outerHTML'))
  const after = String((await saved(board.page, '#save')).bytes)
  check(record === after, 'the game is as it was', after)
  await board.page.reload()
  await board.until('and what was found is kept', "[...document.querySelectorAll('#moments button')].filter(({textContent}) => textContent.includes('✓')).length === 2")
}

async function left(board) {
  await board.twoPeople()
  await board.page.click('#retry')
  await board.until('asked again', status('/Find a better move for White than C4/'))
  await board.page.click('#moves button >> nth=5')
  await board.until('another button leads where it says', `document.querySelector('#retrying').hidden && ${undone(0)}`)
  await board.page.click('#moments button >> nth=0')
  await board.page.keyboard.press('t')
  await board.until('and again', status('/Find a better move for White than C4/'))
  await board.page.keyboard.press('Escape')
  await board.until('a key leads back', `document.querySelector('#retrying').hidden && ${undone(4)}`)
  await board.page.keyboard.press('t')
  await board.click('B4')
  await board.until('a move that was tried', status('/as good as C1/'))
  await board.page.click('#keep-tried')
  await board.until('can be played', `document.querySelectorAll('#moves .variation button').length === 1 && document.querySelector('#moves .here').textContent.endsWith('B4')`)
}

async function gomoku(board) {
  await reviewed(board, 'Gomoku', 'freestyle', '15', GOMOKU)
  check(String(await moments(board)) === '1. N15 ?? #1 → −#2,2. M14 ?? #1 → −#2', 'gomoku: missed fives, in moves', await moments(board))
  await board.page.keyboard.press('Home')
  await board.page.keyboard.press('t')
  await board.until('asked for the first', status('/Find a better move for Black than N15/'))
  await board.click('A15')
  await board.until('no five', status('/A15 is not it yet: #1 became −#2/'))
  await board.click('H4')
  await board.until('a five', status('/H4 is (the best move|as good as H9)/'))
  await board.page.keyboard.press('Escape')
  await board.until('at the start again', undone(3))
}

async function mill(board) {
  await reviewed(board, 'Mill', 'morris9', undefined, MILL)
  check(String(await moments(board)) === '1. E3-E4 ?? W 1 → L 2x', 'mill: a win becomes a loss, with distances', await moments(board))
  check(await label(board) === 'Black’s chance of winning, after move 1 of 1: White wins (1x). Marked moves: 1 blunder.', 'so says the graph', await label(board))
  check(await board.count('#graph .proven') === 2, 'where both are proven')
  await board.page.keyboard.press('t')
  await board.until('asked for', status('/Find a better move for Black than E3-E4/'))
  await board.click('E3', 'E5')
  await board.until('no mill', status('/E3-E5 is not it yet: W 1 became L 2x/'))
  await board.click('E3', 'G7', 'F2')
  await board.until('a mill', status('/E3-G7XF2 is (the best move|as good as)/'))
  await board.page.keyboard.press('Escape')
  await board.page.keyboard.press('Home')
  await board.page.check('#analyze')
  await board.until('values on the board are results', "[...document.querySelectorAll('#board .value.best text')].some(({textContent}) => textContent === 'W 1')")
  await board.page.uncheck('#analyze')
}

// What is drawn in the graph stands out 3:1 from its ground, its texts 4.5:1 from the page.
async function contrasts(board) {
  await reviewed(board, 'Othello', 'normal', '4', OTHELLO)
  for (const look of [{colorScheme: 'light'}, {colorScheme: 'dark'}, {forcedColors: 'active'}]) {
    await board.page.emulateMedia({colorScheme: 'light', forcedColors: 'none', ...look})
    const low = await board.page.evaluate(() => {
      const shine = (color) => {
        const [red, green, blue] = color.match(/[\d.]+/g).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
      }
      const ratio = (...colors) => {
        const [dark, light] = colors.map(shine).sort((a, b) => a - b)
        return (light + 0.05) / (dark + 0.05)
      }
      const graph = document.querySelector('#graph')
      const style = (selector) => getComputedStyle(graph.querySelector(selector))
      // This game has blunders alone.
      const circles = ['inaccuracy', 'mistake'].map((name) => {
        const circle = document.createElementNS('http://www.w3.org/2000/svg', 'circle')
        circle.setAttribute('class', name)
        graph.append(circle)
        return circle
      })
      const ground = style('.ground').fill
      const seen = ({fill, stroke}, against) => Math.max(...[fill, stroke].filter((color) => color.startsWith('rgb')).map((color) => ratio(color, against)))
      const marks = ['.half', '.line', '.here', '.known', '.proven', '.inaccuracy', '.mistake', '.blunder'].map((name) => [name, seen(style(name), ground), 3])
      const card = getComputedStyle(graph.closest('.card')).backgroundColor
      const words = ['text', ratio(style('text').fill, card), 4.5]
      circles.forEach((circle) => circle.remove())
      return [...marks, words].filter(([, found, least]) => !(found >= least))
    })
    check(low.length === 0, `the graph is seen: ${Object.values(look)}`, JSON.stringify(low))
    await accessible(board.page, `${Object.values(look)}, a review with moments`)
    await board.page.keyboard.press('t')
    await board.until('a better move is asked for', status('/Find a better move/'))
    await accessible(board.page, `${Object.values(look)}, the better move`)
    await board.page.keyboard.press('Escape')
    await board.until('no more', status('/to move|wins/'))
  }
  await board.page.emulateMedia({colorScheme: null, forcedColors: null})
}

// Half of a screen's pixels, as at a zoom of 200 %, and paper, which scrolls nothing.
async function narrow(board) {
  const {page} = board
  for (const [width, height] of [[512, 384], [960, 540]]) {
    await page.setViewportSize({width, height})
    const [wide, board] = await page.evaluate(() => [document.documentElement.scrollWidth, document.querySelector('#board').getBoundingClientRect().toJSON()])
    check(wide <= width, `${width}x${height}: a review is not cut off`, wide)
    check(Math.min(board.width / (width / 2), board.height / height) > 0.6 && Math.max(board.width / (width / 2), board.height / height) > 0.85, `${width}x${height}: the board has the room that is there`, JSON.stringify(board))
  }
  await page.setViewportSize({width: 1280, height: 900})
  if (!emulates) return
  await page.emulateMedia({media: 'print'})
  const printed = await page.evaluate(() => [
    ['#moves', '#moments', '#proof-moves'].filter((id) => getComputedStyle(document.querySelector(id)).maxHeight !== 'none'),
    [...document.querySelectorAll('button, select, input, textarea')].filter((part) => part.checkVisibility() && !part.closest('.side, #moves, #moments, #proof-moves')).map(({id}) => id),
  ])
  check(String(printed) === ',', 'printed are whole lists, and nothing to choose', printed)
  await page.emulateMedia({media: null})
}

async function reviews(board) {
  await board.page.setViewportSize({width: 1280, height: 900})
  await listed(board)
  await units(board)
  await retried(board)
  await left(board)
  await gomoku(board)
  await mill(board)
  await narrow(board)
  if (emulates) await contrasts(board)
  await board.page.selectOption('#unit', 'chance')
}

module.exports = {reviews}
