// How games of gomoku begin: under Swap2, and from a balanced opening.

const {check, saved} = require('./board.js')

const status = (text) => `document.querySelector('#status').textContent.includes('${text}')`
const plies = (count) => `document.querySelectorAll('#moves button').length === ${count}`
const offers = (count) => `[...document.querySelectorAll('#choice button')].filter((button) => button.checkVisibility()).length === ${count}`
const player = (color, name) => `document.querySelector('#side-${color} select').value === '${name}'`

// Of these stones Black's win, of those White's.
const FOR_BLACK = ['E5', 'A1', 'E6']
const FOR_WHITE = ['A1', 'E5', 'I9', 'E6', 'I1']

// A new game, with these players on the seats of the first and the second.
async function begin(board, first, second, opening = 'swap2') {
  await board.twoPeople()
  if (await board.page.inputValue('#opening') !== opening) await board.page.selectOption('#opening', opening)
  else await board.page.click('#new')
  await board.until('a new game', `${plies(0)} && document.querySelector('#opening').value === '${opening}' && document.querySelector('#undo').disabled`)
  // While the first is a person, the second has nothing to do yet. What is chosen anew interrupts the engine.
  for (const [color, name] of [['white', second], ['black', first]]) {
    if (name) await board.side(color, name, {tengen: 'level 1', random: 'depth 1'}[name])
  }
}

async function firstPerson(board) {
  await begin(board, '', 'tengen')
  await board.until('the first player puts a black stone', status('First player: put a black stone (1 of 3)'))
  await board.click(FOR_BLACK[0], FOR_BLACK[1])
  await board.until('a white one, and another black one', status('First player: put a black stone (3 of 3)'))
  await board.page.click('#undo')
  await board.until('a stone is taken back', status('First player: put a white stone (2 of 3)'))
  await board.click(FOR_BLACK[1])
  await board.until('and put again', status('First player: put a black stone (3 of 3)'))
  await board.page.reload()
  await board.until('a reload loses nothing', `${status('First player: put a black stone (3 of 3)')} && document.querySelector('#opening').value === 'swap2'`)
  await board.click(FOR_BLACK[2])
  await board.until('the engine takes the better side', `${status('Second player takes Black. White to move.')} && ${player('black', 'tengen')} && ${player('white', '')}`)
  const record = String((await saved(board.page, '#save')).bytes)
  check(record.includes(';B[ee];W[ai];B[ed])'), 'the stones are plain moves', record)
  await board.click('A9')
  await board.until('the game goes on', `${plies(5)} && ${status('White to move')}`)
  await board.page.click('#undo')
  await board.page.click('#undo')
  await board.until('undo leads back into the opening', `${status('put a black stone (3 of 3)')} && document.querySelectorAll('#moves .undone').length === 3`)
  check(await board.page.evaluate(player('black', 'tengen')), 'where the players keep their seats')
  await board.click('I9')
  await board.until('another stone, and another choice', `document.querySelectorAll('#moves .variation button').length > 0 && ${status('Second player takes ')}`)
  await begin(board, '', 'tengen')
  await board.click(FOR_WHITE[0], FOR_WHITE[1], FOR_WHITE[2])
  await board.until('the engine takes White, and moves', `${plies(4)} && ${player('white', 'tengen')} && ${status('Second player takes White. Black to move.')}`)
}

async function secondPerson(board) {
  await begin(board, 'tengen', '')
  await board.until('the engine puts three stones', `${plies(3)} && ${offers(3)} && ${status('Second player: choose Black, White, or two more stones.')}`)
  await board.click('A1')
  check((await board.moves()).length === 3, 'none is played before the choice')
  await board.page.reload()
  await board.until('a reload asks again', `${plies(3)} && ${offers(3)} && ${player('black', 'tengen')}`)
  await board.page.setViewportSize({width: 360, height: 640})
  await board.page.evaluate('scrollTo(0, 0)')
  const {bottom} = await board.page.$eval('#choice', (choice) => choice.getBoundingClientRect().toJSON())
  check(bottom <= 640, 'on a phone it is asked within the window', bottom)
  await board.page.setViewportSize({width: 1280, height: 900})
  await board.page.focus('#take-black')
  await board.page.keyboard.press('Enter')
  await board.until('Black is taken, and the engine moves', `${plies(4)} && ${offers(0)} && ${player('black', '')} && ${player('white', 'tengen')} && ${status('Black to move')}`)
  check(await board.page.evaluate("document.activeElement.dataset.point !== undefined"), 'the focus is on the board')
  await board.page.reload()
  await board.until('a reload keeps the seats', `${plies(4)} && ${player('black', '')} && ${player('white', 'tengen')} && ${status('Black to move')}`)
  await board.page.click('#undo')
  await board.until('undo leads back to the choice', `${offers(3)} && document.querySelectorAll('#moves .undone').length === 1`)
  await board.page.click('#take-white')
  await board.until('White is taken', `${offers(0)} && ${player('white', '')} && ${player('black', 'tengen')} && ${status('White to move')}`)
  await board.page.click('#board .point.legal >> nth=0')
  await board.until('and moves, and is answered', `document.querySelectorAll('#moves .variation button').length > 0 && document.querySelectorAll('#moves .undone').length === 0 && ${status('White to move')}`)
  await begin(board, 'tengen', '')
  await board.until('three stones again', offers(3))
  await board.page.click('#put-more')
  await board.until('two more stones', status('Second player: put a white stone (1 of 2)'))
  await board.page.click('#board .point.legal >> nth=0')
  await board.until('one of them is put', `${plies(4)} && ${status('Second player: put a black stone (2 of 2)')}`)
  await board.page.reload()
  await board.until('a reload goes on there', `${plies(4)} && ${status('Second player: put a black stone (2 of 2)')}`)
  await board.page.click('#board .point.legal >> nth=0')
  await board.until('the engine chooses', `${player('black', 'tengen')} ? ${plies(5)} && ${status('First player takes Black. White to move.')} : ${plies(6)} && ${status('First player takes White. Black to move.')}`)
}

async function twoPeople(board) {
  await begin(board, '', '')
  await board.page.selectOption('#clock', '180+2')
  await board.until('a new game with clocks', "document.querySelector('#clock-black').textContent === '3:00'")
  await board.page.waitForTimeout(1500)
  const shown = () => board.page.$$eval('.clock', (clocks) => clocks.map(({textContent}) => textContent))
  check(String(await shown()) === '3:00,3:00', 'they wait for the first stone', await shown())
  await board.click(FOR_WHITE[0])
  await board.until('then that of the first player runs', "document.querySelector('#clock-black').textContent < '3:00' && document.querySelector('#clock-white').textContent === '3:00'")
  await board.click(FOR_WHITE[1], FOR_WHITE[2])
  await board.until('and after the third stone that of the second', `${offers(3)} && document.querySelector('#clock-white').textContent < '3:00'`)
  await board.page.click('#put-more')
  await board.until('two more stones', status('put a white stone (1 of 2)'))
  await board.click(FOR_WHITE[3], FOR_WHITE[4])
  await board.until('the first chooses', `${offers(2)} && ${status('First player: choose Black or White.')}`)
  await board.page.evaluate(async () => { (await import('./state.js')).clocks.state = {control: {main: 180, increment: 2}, left: {black: 100, white: 170}} })
  await board.page.click('#take-white')
  await board.until('the time goes with the players', `${status('First player takes White. White to move.')} && document.querySelector('#clock-black').textContent === '2:50' && document.querySelector('#clock-white').textContent < '1:40'`)
  await board.page.click('#undo')
  await board.until('a choice can be taken back', `${offers(2)} && ${plies(5)}`)
  await board.page.click('#take-black')
  await board.until('and be another', `${status('First player takes Black. White to move.')} && document.querySelector('#clock-white').textContent > '2:00'`)
  await board.page.click('#undo')
  await board.page.click('#undo')
  await board.until('stones, too', `${status('Second player: put a black stone (2 of 2)')} && ${plies(5)}`)
  await board.page.click('#new')
  await board.until('a new game', plies(0))
  await board.page.click('#back')
  await board.until('the game before goes on in its opening', `${plies(5)} && ${status('Second player: put a black stone (2 of 2)')}`)
  await board.load('e5 e6 e7')
  await board.until('a record has no opening to be chosen', `${plies(3)} && ${offers(0)} && document.querySelector('#opening').value === 'free' && ${status('White to move')}`)
}

async function balanced(board) {
  await begin(board, '', '', 'balanced')
  await board.until('three balanced stones', `${plies(3)} && ${offers(0)} && /Stones on \\w+ \\w+ \\w+\\. White to move\\./.test(document.querySelector('#status').textContent)`)
  await begin(board, 'random', 'tengen', 'swap2')
  await board.until('two engines play under Swap2', `document.querySelectorAll('#moves button').length > 8 && document.querySelector('#match').checkVisibility()`)
  await board.page.selectOption('#match', '2')
  await board.until('in a match the opening is balanced', `document.querySelector('#opening').value === 'balanced' && document.querySelectorAll('#moves button').length > 5`)
  await board.page.selectOption('#opening', 'free')
  await board.twoPeople()
}

async function openings(board) {
  await board.twoPeople()
  await board.variant('Othello', 'normal')
  check(!(await board.page.isVisible('#opening')), 'Othello has no such openings')
  await board.variant('Gomoku', 'freestyle', '9')
  await firstPerson(board)
  await secondPerson(board)
  await twoPeople(board)
  await balanced(board)
}

module.exports = {openings}
