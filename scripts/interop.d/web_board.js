// What is seen on the board at a glance, how columns are called, and how small points are touched.

const {check, emulates, saved, Board} = require('./board.js')

const label = (board, point) => board.page.getAttribute(`[data-point="${point}"]`, 'aria-label')

// The rows that are drawn, as points.
const rows = (board) => board.page.evaluate(() => {
  const near = (x, y) => [...document.querySelectorAll('#board .point')].find((rect) => Math.hypot(Number(rect.getAttribute('x')) + 20 - x, Number(rect.getAttribute('y')) + 20 - y) < 1).dataset.point
  return [...document.querySelectorAll('#board .rows path.row')].map((path) => path.getAttribute('d').match(/[\d.]+ [\d.]+/g).map((place) => near(...place.split(' ').map(Number))).join(' '))
})

async function completedRows(board) {
  await board.twoPeople()
  await board.variant('Gomoku', 'freestyle', '15')
  await board.load('h8 a1 i9 a3 j10 a5 k11 a7')
  await board.plies('four in a row', 8)
  check(String(await rows(board)) === '', 'are no row yet', await rows(board))
  await board.click('L12')
  await board.until('five are drawn', "document.querySelectorAll('#board .rows path.row').length === 1")
  check(String(await rows(board)) === 'H8 I9 J10 K11 L12', 'from end to end', await rows(board))
  check((await board.page.textContent('#remark')) === 'freestyle', 'who has won is said once', await board.page.textContent('#remark'))
  await board.page.click('#share')
  const svg = String((await saved(board.page, '#svg')).bytes)
  check(/class="rows">.*class="row"/s.test(svg), 'in pictures, too', svg.slice(-2000))
  await board.page.keyboard.press('Escape')
  await board.page.click('#undo')
  await board.until('a move back they are gone', "document.querySelectorAll('#board .rows path.row').length === 0")
  await board.variant('Mill', 'morris9')
  await board.load('a7 a1 d7 d1 g7xa1')
  await board.plies('a mill', 5)
  await board.until('is drawn', "document.querySelectorAll('#board .rows path.row').length === 1")
  check(String(await rows(board)) === 'A7 D7 G7', 'from end to end', await rows(board))
  await board.click('A1')
  await board.plies('another move', 6)
  await board.until('and the mill is an old one', "document.querySelectorAll('#board .rows path.row').length === 0")
}

async function threats(board) {
  await board.twoPeople()
  await board.variant('Othello', 'normal', '8')
  check(!(await board.page.isVisible('#threats')), 'Othello has no threats')
  await board.variant('Gomoku', 'freestyle', '15')
  await board.load('h8 a1 h9 o1 h10 a15')
  await board.plies('three in a row', 6)
  await board.page.check('#threats')
  await board.until('threats are marked', "document.querySelectorAll('#board .threats g').length > 0")
  const marks = await board.page.$$eval('#board .threats g', (groups) => groups.map((group) => `${group.getAttribute('class')} ${group.textContent}`).sort())
  check(String(marks) === 'black 4,black 4,black decides 4,black decides 4', 'of an open three', marks)
  for (const [point, kind] of [['H7', 'open four'], ['H11', 'open four'], ['H6', 'four'], ['H12', 'four']]) {
    check((await label(board, point)) === `${point}, empty, legal; Black: ${kind}`, `${point}: ${kind}`, await label(board, point))
  }
  await board.page.reload()
  await board.until('a reload keeps them', "document.querySelectorAll('#board .threats g').length === 4")
  await board.page.click('#set-up')
  await board.until('a position that is set up has none', "document.querySelectorAll('#board .threats g').length === 0")
  await board.page.click('#setup-cancel')
  await board.variant('Gomoku', 'renju', '15')
  await board.load('f8 a1 g8 o1 h6 a15 h7 o15')
  await board.until('threats of renju', "document.querySelectorAll('#board .threats g').length > 0")
  check((await label(board, 'H8')) === 'H8, empty', 'none of Black’s is on a forbidden point', await label(board, 'H8'))
  check((await label(board, 'E8')).endsWith('Black: open three'), 'and one beside it', await label(board, 'E8'))
  await board.page.uncheck('#threats')
  await board.until('they can be taken away', "document.querySelectorAll('#board .threats g').length === 0")
}

// The contrast of two colours, as WCAG has it.
function contrast(...colours) {
  const light = (colour) => {
    const parts = colour.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255)
    const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [dark, bright] = colours.map(light).sort((one, other) => one - other)
  return (bright + 0.05) / (dark + 0.05)
}

// The marks, by the classes that lead to them, which property has their colour, what they are seen on, and whether with a rim.
const MARKS = [
  ['may', 'stroke', ['square', 'wood']], ['forbidden', 'stroke', ['wood']], ['from', 'stroke', ['wood']], ['gone', 'stroke', ['wood']],
  ['faint', 'fill', ['square', 'wood']], ['turned', 'fill', ['black', 'white']],
  ['rows/row', 'fill', ['edge', 'black', 'white']], ['threats/white decides/face', 'stroke', ['white']],
  ...['may-take', 'chosen', 'way', 'taken', 'value best/face', 'threats/black decides/face'].map((mark) => [mark, 'stroke', ['square', 'wood', 'black'], true]),
]

// What stands in rows of lists that are chosen or under the pointer: what it is, the least contrast, the ground, and its colours.
function inLists() {
  const made = (list, row, ...classes) => {
    const [outer, inner] = [row, 'span'].map((tag) => document.createElement(tag))
    ;[outer.className, inner.className] = classes
    outer.append(inner)
    document.querySelector(list).append(outer)
    const styles = [outer, inner].map((element) => ({...getComputedStyle(element)}))
    outer.remove()
    return styles
  }
  const discs = ['#moves', '#moments'].flatMap((list) => ['black', 'white'].map((color) => {
    const [row, disc] = made(list, 'button', 'here', `disc ${color}`)
    return [`the ${color} disc of the chosen move in ${list}`, 3, row.backgroundColor, disc.backgroundColor, disc.borderTopColor]
  }))
  const ground = getComputedStyle(document.body).backgroundColor
  return [...discs, ['a proof in the line under the pointer', 4.5, ground, made('#lines', 'li', '', 'proof')[1].color]]
}

async function marks(board) {
  if (!emulates) return
  const {page} = board
  const colour = (classes, property) => page.evaluate(([classes, property]) => {
    const made = classes.split('/').map((name) => {
      const element = document.createElementNS('http://www.w3.org/2000/svg', 'circle')
      element.setAttribute('class', name)
      if (name.startsWith('--')) element.style.fill = `var(${name})`
      return element
    })
    made.reduce((outer, inner) => (outer.append(inner), inner), document.querySelector('#board'))
    const style = getComputedStyle(made.at(-1))
    const seen = style.opacity === '1' ? style[property] : 'rgb(127 127 127)'
    made[0].remove()
    return seen
  }, [classes, property])
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({colorScheme})
    const grounds = {}
    for (const [name, classes] of Object.entries({wood: '--wood', square: '--square', black: 'stones/black', white: 'stones/white', edge: 'rows/edge'})) grounds[name] = await colour(classes, 'fill')
    const rim = await colour('rim', 'stroke')
    for (const [mark, property, on, hasRim] of MARKS) {
      const own = await colour(mark, property)
      const seen = on.map((ground) => Math.max(...(hasRim ? [own, rim] : [own]).map((part) => contrast(part, grounds[ground]))))
      if (hasRim) seen.push(contrast(own, rim))
      check(Math.min(...seen) >= 3, `${colorScheme}: ${mark} is seen on ${on.join(', ')}`, seen)
    }
    const listed = await page.evaluate(inLists)
    for (const [what, least, ground, ...colours] of listed) {
      const seen = Math.max(...colours.map((part) => contrast(part, ground)))
      check(seen >= least, `${colorScheme}: ${what} is seen`, seen)
    }
    for (const [game, rule, ground] of [['Othello', 'normal', 'square'], ['Gomoku', 'freestyle', 'wood']]) {
      await board.variant(game, rule)
      await page.focus('#numbers')
      await page.keyboard.press('Tab')
      await page.focus('#board [tabindex="0"]')
      const focus = await page.evaluate(() => getComputedStyle(document.activeElement).stroke)
      check(contrast(focus, grounds[ground]) >= 3, `${colorScheme}: the focus is seen on ${ground}`, focus)
    }
  }
  await page.emulateMedia({colorScheme: null})
}

// Beside each player's name stands how many stones there are, and whose turn it is.
async function counts(board) {
  const {page} = board
  const sides = () => page.$$eval('.side', (rows) => rows.map((row) => {
    const shown = [...row.querySelectorAll('.count, [id^=hand]')].filter((part) => part.checkVisibility()).map((part) => part.textContent)
    return [...shown, row.getAttribute('aria-current') === 'true' ? 'to move' : ''].filter(Boolean).join(' ')
  }))
  const seen = async (what, ...expected) => {
    const found = await sides()
    check(String(found) === String(expected), what, found)
  }
  await board.twoPeople()
  await board.variant('Othello', 'normal', '8')
  await board.click('F5')
  await board.plies('Othello: a first move', 1)
  await seen('makes four discs to one', '4', '1 to move')
  check(await page.getAttribute('#count-black', 'aria-label') === '4 on the board', 'which is said', await page.getAttribute('#count-black', 'aria-label'))
  await board.variant('Mill', 'morris9')
  await board.until('Mill: nine stones each', "document.querySelector('#hand-black').textContent === '9 in hand'")
  await seen('all are in hand', '0 9 in hand to move', '0 9 in hand')
  await board.load('a7 a1 d7 d1 g7xa1')
  await board.plies('three stones to one', 5)
  await seen('one is captured', '3 6 in hand', '1 7 in hand to move')
  await page.click('#resign')
  await board.until('the end', "!document.querySelector('#resume').hidden")
  await seen('nobody is to move', '3 6 in hand', '1 7 in hand')
  await board.variant('Gomoku', 'freestyle', '15')
  await board.until('gomoku', "document.querySelectorAll('#board .point').length === 225")
  await seen('counts no stones', 'to move', '')
}

// What a move has changed: discs that it has turned have a mark, stones slide at once, and what is taken fades away.
async function changes(board) {
  const {page} = board
  await board.twoPeople()
  await board.variant('Othello', 'normal', '8')
  await board.click('F5')
  await board.plies('Othello: a move', 1)
  const turned = "document.querySelectorAll('#board .turned').length"
  await board.until('marks the disc that it has turned', `${turned} === 1`)
  await page.check('#analyze')
  await board.until('also beside values', `document.querySelectorAll('#board .value').length > 1 && ${turned} === 1`)
  await page.uncheck('#analyze')
  await page.click('#undo')
  await board.until('a move back it is gone', `document.querySelectorAll('#moves .undone').length === 1 && ${turned} === 0`)
  await board.variant('Mill', 'morris9')
  await page.evaluate(() => {
    const {animate} = Element.prototype
    window.moved = []
    Element.prototype.animate = function (frames, ...others) {
      window.moved.push(`${this.getAttribute('class')} ${Object.keys(frames[0])}`)
      return animate.call(this, frames, ...others)
    }
    window.restored = () => { Element.prototype.animate = animate }
  })
  await board.load('XX.X.OO./O..O..X./......../B/0/0/0')
  await board.until('Mill: stones that move', "document.querySelectorAll('#board .stones circle').length === 8")
  await board.click('G4', 'G7')
  await board.until('what a slide takes is asked for', "/take a white stone/.test(document.querySelector('#status').textContent)")
  check(String(await page.evaluate('window.moved')) === 'black transform', 'the stone has slid there', await page.evaluate('window.moved'))
  await board.click('A1')
  await board.plies('a stone is taken', 1)
  check((await page.evaluate('window.moved')).join() === 'black transform,white opacity', 'and fades away', await page.evaluate('window.moved'))
  await board.until('until it is gone', "document.querySelectorAll('#board .stones circle').length === 7")
  await page.evaluate('window.restored()')
}

const proofMoves = "[...document.querySelectorAll('#proof-moves button')].map((button) => button.textContent)"

async function proofs(board) {
  await board.twoPeople()
  await board.variant('Othello', 'normal', '8')
  await board.until('Othello is not proven', "document.querySelector('#proof').hidden")
  await board.variant('Gomoku', 'freestyle', '15')
  await board.until('gomoku is', "!document.querySelector('#proof').hidden && /Black wins in at most \\d+ moves/.test(document.querySelector('#proof-title').textContent)")
  await board.page.click('#proof-title')
  await board.until('by one move', `String(${proofMoves}) === 'Play H8: it wins.'`)
  await board.page.click('#proof-moves button')
  await board.plies('it is played', 1)
  await board.until('and every reply is answered', `${proofMoves}.length === 224 && ${proofMoves}.every((text) => /^[A-O]\\d+, then [A-O]\\d+: \\d+ moves at most$/.test(text))`)
  await board.page.click('#proof-moves button')
  await board.plies('a reply and its answer are played', 3)
  await board.until('the proof goes on', `${proofMoves}.length > 0 && ${proofMoves}.length < 224`)
  await board.page.reload()
  await board.until('a reload keeps it', `${proofMoves}.length > 0 && document.querySelectorAll('#moves button').length === 3`)
  // After the reply that loses fastest a certificate takes no time.
  await board.page.click('#proof-moves li:last-child button')
  await board.plies('the reply that loses fastest, too', 5)
  await board.page.evaluate(() => {
    const status = document.querySelector('#status')
    window.said = []
    new MutationObserver(() => window.said.push(status.textContent)).observe(status, {childList: true, characterData: true, subtree: true})
  })
  const certificate = saved(board.page, '#proof-save')
  const {name, bytes} = await certificate
  check(name === 'gomoku-5-certificate.txt' && String(bytes).startsWith('tengen-certificate 1\nGomoku freestyle 15\n'), 'and saved', [name, String(bytes).slice(0, 80)])
  await board.until('which is said', "document.querySelector('#status').textContent.startsWith('A certificate is saved')")
  await board.until('as that it was being made', "window.said.some((text) => text.startsWith('A certificate is being made'))")
  await board.page.click('#set-up')
  await board.until('a position that is set up has none', "document.querySelector('#proof').hidden")
  await board.page.click('#setup-cancel')
  await board.page.click('#proof-play')
  await board.until('against it Black begins', "document.querySelectorAll('#moves button').length === 1 && document.querySelector('#moves button').textContent.endsWith('H8')")
  await board.click('A1')
  await board.plies('and answers', 3)
  await board.page.click('#proof-title')
  await board.twoPeople()
  await board.variant('Gomoku', 'renju', '15')
  await board.until('renju is not proven', "document.querySelector('#proof').hidden")
}

async function chooseColumns(board, name) {
  await board.page.click('#settings')
  await board.page.selectOption('#columns', name)
  await board.page.keyboard.press('Escape')
}

const LETTERS = "[...document.querySelectorAll('#board .labels text')].map((text) => text.textContent).filter((text) => /[A-Z]/.test(text))"
const TO_O = `${LETTERS}.slice(-1)[0] === 'O'`

async function columns(board) {
  await board.twoPeople()
  await board.variant('Gomoku', 'freestyle', '15')
  await board.until('columns are A to O, as gomoku has them', TO_O)
  await board.click('I8')
  await board.plies('column I is played', 1)
  await board.click('J9')
  await board.plies('and J', 2)
  check(String(await board.moves()) === 'I8,J9', 'as it is called', await board.moves())
  const record = String((await saved(board.page, '#save')).bytes)
  check(record.includes('B[ih]') && record.includes('W[jg]'), 'records have the same points', record)
  await board.page.click('#review')
  await board.until('a review', "document.querySelector('#summary').textContent.includes('accuracy')")
  await board.until('of the last move', "document.querySelector('#verdict').textContent.includes('Black') || document.querySelector('#verdict').textContent.includes('White')")
  check((await board.page.textContent('#verdict')).startsWith('2. White J9 '), 'has its letters', await board.page.textContent('#verdict'))
  await board.page.reload()
  await board.until('a reload keeps them', `${TO_O} && document.querySelectorAll('#moves button').length === 2`)
  // Another tab of the same browser, with a session of its own, that opens the link.
  const other = new Board(await board.page.context().newPage())
  await other.page.goto(board.page.url())
  await other.until('another tab has them', `${TO_O} && document.querySelectorAll('#moves button').length === 2`)
  check(String(await other.moves()) === 'I8,J9', 'and the game of the link', await other.moves())
  await other.page.close()
  await chooseColumns(board, 'go')
  await board.until('and as in Go again', `${LETTERS}.slice(-1)[0] === 'P'`)
  await board.until('moves, too', "[...document.querySelectorAll('#moves button')].map(({textContent}) => textContent.slice(-2)).join() === 'J8,K9'")
  await board.until('and the review', "document.querySelector('#verdict').textContent.startsWith('2. White K9 ')")
  await board.page.reload()
  await board.until('a reload keeps what was chosen', `${LETTERS}.slice(-1)[0] === 'P' && document.querySelectorAll('#moves button').length === 2`)
  check((await board.page.inputValue('#columns')) === 'go', 'and shows it', await board.page.inputValue('#columns'))
  await chooseColumns(board, 'game')
  await board.until('and as gomoku has them', TO_O)
}

// A phone: points of gomoku are 22 pixels apart. Firefox's driver has no fingers.
async function touches(board, url) {
  if (!emulates) return
  await board.page.click('#settings')
  check(!(await board.page.isVisible('#touch')), 'without fingers there is nothing to choose')
  await board.page.keyboard.press('Escape')
  const context = await board.page.context().browser().newContext({viewport: {width: 360, height: 640}, hasTouch: true, isMobile: true, serviceWorkers: 'block'})
  const page = await context.newPage()
  await page.goto(url)
  const phone = new Board(page)
  await phone.until('a phone has the board', "document.querySelectorAll('#board .point').length === 64")
  await phone.twoPeople()
  await phone.variant('Othello', 'normal', '8')
  await page.tap('[data-point="F5"]')
  await phone.plies('a large point is played at once', 1)
  await phone.variant('Gomoku', 'freestyle', '15')
  const marked = (point) => phone.until(`${point} is marked`, `document.querySelector('#confirm').textContent === 'Play ${point}' && !document.querySelector('#confirm').hidden && document.querySelectorAll('#board .aim .cross').length === 2`)
  await page.tap('[data-point="H8"]')
  await marked('H8')
  await page.tap('[data-point="I8"]')
  await marked('I8')
  check(String(await phone.moves()) === '', 'one touch plays nothing', await phone.moves())
  await page.tap('[data-point="I8"]')
  await phone.plies('a second one does', 1)
  await page.tap('[data-point="G7"]')
  await marked('G7')
  await page.tap('#confirm')
  await phone.plies('so does the button', 2)
  await page.click('[data-point="H7"]')
  await phone.plies('a mouse plays at once', 3)
  await page.focus('[data-point="G8"]')
  await page.keyboard.press('Enter')
  await phone.plies('and so do keys', 4)
  check(String(await phone.moves()) === 'I8,G7,H7,G8', 'each the point that was meant', await phone.moves())
  const devtools = await context.newCDPSession(page)
  const swipe = async (selector) => {
    await page.evaluate(() => window.scrollTo(0, 0))
    const {x, y} = await page.locator(selector).boundingBox()
    const at = (up) => [{x: x + 30, y: y + 10 - up}]
    await devtools.send('Input.dispatchTouchEvent', {type: 'touchStart', touchPoints: at(0)})
    for (let up = 10; up <= 150; up += 10) await devtools.send('Input.dispatchTouchEvent', {type: 'touchMove', touchPoints: at(up)})
    await devtools.send('Input.dispatchTouchEvent', {type: 'touchEnd', touchPoints: []})
    return page.evaluate(() => window.scrollY)
  }
  check((await swipe('#board')) > 50, 'a finger scrolls the page from the board')
  await page.click('#settings')
  await page.selectOption('#touch', 'magnify')
  await page.keyboard.press('Escape')
  await phone.until('points are magnified', "document.querySelector('#board').classList.contains('magnifies')")
  check((await swipe('#board')) === 0, 'where the finger means points')
  check((await swipe('#status')) > 50, 'beside the board it scrolls')
  await page.evaluate(() => window.scrollTo(0, 0))
  const before = (await phone.moves()).length
  const finger = async (type, point) => {
    const box = point && await page.locator(point).boundingBox()
    await devtools.send('Input.dispatchTouchEvent', {type, touchPoints: box ? [{x: box.x + box.width / 2, y: box.y + box.height / 2}] : []})
  }
  await finger('touchStart', '[data-point="F5"]')
  await phone.until('a finger shows the board larger', "document.querySelector('.loupe .aim .cross') && document.querySelector('#board .aim .cross')")
  await finger('touchMove', '#status')
  await phone.until('not beside it', "!document.querySelector('.loupe') && !document.querySelector('#board .aim .cross')")
  await finger('touchEnd')
  await finger('touchStart', '[data-point="F5"]')
  await finger('touchMove', '[data-point="E4"]')
  await finger('touchEnd')
  await phone.plies('it plays where it ends', before + 1)
  check((await phone.moves()).at(-1) === 'E4', 'at the point under it', await phone.moves())
  await phone.until('and the board is as before', "!document.querySelector('.loupe')")
  await page.click('#set-up')
  await phone.until('a position is set up', "document.body.classList.contains('setting-up')")
  await page.tap('[data-point="B2"]')
  await phone.until('each touch paints', "document.querySelector('[data-point=\"B2\"]').getAttribute('aria-label') === 'B2, black'")
  await page.click('#setup-cancel')
  await page.click('#settings')
  await page.selectOption('#touch', 'off')
  await page.keyboard.press('Escape')
  await page.tap('[data-point="C3"]')
  await phone.plies('or a touch plays at once', before + 2)
  await context.close()
}

module.exports = {completedRows, counts, changes, threats, marks, proofs, columns, touches}
