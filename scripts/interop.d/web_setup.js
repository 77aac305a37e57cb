// Positions that are set up on the board, by pointer and by keys, and games that begin from them.

const {check, saved} = require('./board.js')

const stones = (color) => `document.querySelectorAll('#board .stones .${color}').length`
const there = (black, white) => `${stones('black')} === ${black} && ${stones('white')} === ${white}`

async function begin(board) {
  await board.page.click('#set-up')
  await board.until('a position can be set up', "!document.querySelector('#setup').hidden && document.querySelector('header').inert")
}

const choose = (board, value) => board.page.check(`#setup [value="${value}"]`)

async function drag(board, from, to) {
  const middle = async (point) => {
    const {x, y, width, height} = await board.page.locator(`[data-point="${point}"]`).boundingBox()
    return [x + width / 2, y + height / 2]
  }
  await board.page.mouse.move(...(await middle(from)))
  await board.page.mouse.down()
  await board.page.mouse.move(...(await middle(to)), {steps: 20})
  await board.page.mouse.up()
}

async function byPointer(board) {
  await board.twoPeople()
  await board.variant('Othello', 'normal', '8')
  await board.load('f5 d6 c3')
  await board.plies('a game that is not to be lost', 3)
  await begin(board)
  await board.page.click('#setup-clear')
  await board.until('the board is cleared', there(0, 0))
  await drag(board, 'B2', 'F2')
  await board.until('a stroke paints all its points', there(5, 0))
  await drag(board, 'B2', 'C2')
  await board.until('and empties them where it begins on one that has the stone', there(3, 0))
  await choose(board, 'O')
  await board.click('G2', 'E4', 'D2')
  await board.until('White stones by clicks', there(2, 3))
  await board.page.click('#setup-cancel')
  await board.until('the game goes on as it was', `${there(5, 2)} && document.querySelectorAll('#moves button').length === 3`)
  await begin(board)
  await board.page.click('#setup-clear')
  await drag(board, 'D2', 'F2')
  await choose(board, 'O')
  await board.click('G2')
  await choose(board, 'white')
  await board.page.click('#setup .primary')
  await board.until('a game begins from the position', `${there(3, 1)} && /White to move/.test(document.querySelector('#status').textContent)`)
  await board.click('C2')
  await board.until('by its rules', there(0, 5))
  await board.page.click('#back')
  await board.until('the game before can be had back', "document.querySelectorAll('#moves button').length === 3")
}

async function byKeys(board) {
  await board.variant('Gomoku', 'renju', '15')
  await board.page.keyboard.press('s')
  await board.until('a key sets up', "!document.querySelector('#setup').hidden && document.activeElement.dataset.point !== undefined")
  await board.page.focus('[data-point="H8"]')
  for (const key of ['Enter', 'ArrowRight', 'w', 'Enter', 'ArrowUp', 'b', 'Enter', 's']) await board.page.keyboard.press(key)
  await board.until('stones by keys', there(2, 1))
  check((await board.page.getAttribute('[data-point="I9"]', 'aria-label')).includes('black'), 'at the right points')
  await board.page.keyboard.press('Escape')
  await board.until('Escape cancels', `${there(0, 0)} && document.querySelector('#setup').hidden && document.activeElement.id === 'set-up'`)
}

async function mill(board) {
  await board.variant('Mill', 'morris9')
  await begin(board)
  await board.click('A7', 'D7', 'G7')
  check(await board.page.inputValue('#setup [name=black]') === '6', 'stones come out of the hand')
  await board.page.fill('#setup [name=black]', '7')
  await board.page.click('#setup .primary')
  await board.until('what the rules do not allow is said', "/more than 9 stones/.test(document.querySelector('#setup-error').textContent)")
  check(!(await board.page.isHidden('#setup')), 'and the position is still there')
  await board.page.fill('#setup [name=black]', '0')
  await choose(board, 'O')
  await board.click('A4', 'B4', 'C4', 'E4')
  await board.page.fill('#setup [name=white]', '0')
  check(/move/.test(await board.page.textContent('#setup-phase')), 'the phase is shown')
  await board.page.fill('#setup [name=quiet]', '12')
  await board.page.click('#setup .primary')
  await board.until('a position of mill with captured stones', `${there(3, 4)} && document.querySelectorAll('#board .legal').length === 3 && document.querySelector('#setup').hidden`)
  const log = await board.log()
  check(/> \d* ?set_position \S+\/B\/0\/0\/12\n/.test(log) || log.includes('/B/0/0/12'), 'with its plies without a capture')
  await board.variant('Mill', 'chengsan')
  await begin(board)
  await board.click('A7', 'D7')
  await choose(board, 'O')
  await board.click('B6')
  await choose(board, '*')
  await board.click('G7')
  await board.page.fill('#setup [name=white]', '7')
  await board.page.click('#setup .primary')
  await board.until('a point that is closed', `document.querySelector('#setup').hidden && document.querySelectorAll('#board .forbidden').length === 1`)
}

const rule = (board, name) => board.page.selectOption('#setup-rule', name)
const hand = (board) => board.page.inputValue('#setup [name=black]')

// Other rules for what is set up, and the game as it was where nothing comes of it.
async function byOtherRules(board) {
  const {page} = board
  await board.variant('Gomoku', 'renju', '9')
  await board.load('(;GM[4]SZ[9]RU[renju];B[ee];W[aa](;B[ef])(;B[eg]C[a comment]))')
  await board.plies('a game under renju with a variation', 4)
  const record = async () => String((await saved(page, '#save')).bytes)
  const before = await record()
  await begin(board)
  check((await page.textContent('#setup-size')).startsWith('The size stays 9'), 'the size is said to stay', await page.textContent('#setup-size'))
  await board.click('A1', 'B1')
  const count = await page.evaluate(stones('black'))
  await rule(board, 'standard')
  await board.until('other rules', "document.querySelector('#rule').value === 'standard'")
  await board.until('leave what is set up', `${stones('black')} === ${count} && !document.querySelector('#setup').hidden`)
  await rule(board, 'caro')
  await board.until('others again', "document.querySelector('#rule').value === 'caro'")
  await page.click('#setup-cancel')
  await board.until('the game is there again', "document.querySelector('#setup').hidden && document.querySelector('#rule').value === 'renju' && document.querySelectorAll('#moves button').length === 4")
  check(await record() === before, 'as it was', await record())
  await begin(board)
  await board.click('A1')
  await rule(board, 'standard')
  await board.until('other rules once more', "document.querySelector('#rule').value === 'standard'")
  await page.click('#setup .primary')
  await board.until('a game begins', "document.querySelector('#setup').hidden && document.querySelectorAll('#moves button').length === 0")
  check((await record()).includes('RU[standard]'), 'under them', await record())
  await page.click('#back')
  await board.until('and the game before can be had back', "document.querySelector('#rule').value === 'renju' && document.querySelectorAll('#moves button').length === 4")
}

// Boards of mill have other points and stones.
async function byOtherBoards(board) {
  const {page} = board
  await board.variant('Mill', 'morris9')
  await begin(board)
  check(await page.textContent('#setup-size') === '', 'mill has no sizes')
  await board.click('A7', 'D7', 'D6')
  await rule(board, 'lasker')
  await board.until('ten stones each', "document.querySelector('#setup [name=black]').value === '7'")
  await rule(board, 'morris6')
  await board.until('a board without the outer square', `document.querySelectorAll('#board .point').length === 16 && ${there(1, 0)}`)
  check((await page.textContent('#setup-error')).startsWith('This board has no A7 D7;'), 'what has no point is said', await page.textContent('#setup-error'))
  check(await hand(board) === '5', 'of six stones five are in hand', await hand(board))
  await rule(board, 'morris9')
  await board.until('it comes back', `document.querySelectorAll('#board .point').length === 24 && ${there(3, 0)} && document.querySelector('#setup-error').textContent === ''`)
  check(await hand(board) === '6', 'with the stones in hand', await hand(board))
  await page.click('#setup-cancel')
  await board.until('nothing is left of it', `document.querySelector('#setup').hidden && ${there(0, 0)}`)
}

async function settingUp(board) {
  await board.page.setViewportSize({width: 1280, height: 900})
  await byPointer(board)
  await byKeys(board)
  await mill(board)
  await byOtherRules(board)
  await byOtherBoards(board)
}

module.exports = {settingUp}
