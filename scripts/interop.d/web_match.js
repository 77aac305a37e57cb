// Several games of two engines, with their score.

const {check} = require('./board.js')

const OPENING = 4

// What stands in the list of moves, and who plays.
const seen = (board) => board.page.evaluate(() => ({
  moves: [...document.querySelectorAll('#moves button')].map((button) => button.textContent.replace(/^\d+\. +/, '')),
  seats: ['black', 'white'].map((color) => document.querySelector(`#side-${color} select`).value),
}))

async function matches(board) {
  // Two engines would begin at once.
  await board.twoPeople()
  await board.variant('Othello', 'normal', '6')
  await board.twoPeople()
  await board.side('white', 'random', 'depth 1')
  check(!(await board.page.isVisible('#match')), 'a person plays no match')
  await board.side('black', 'greedy', 'depth 1')
  await board.page.selectOption('#match', '2')
  await board.until('the first game of a match is over', "[...document.querySelectorAll('.score')].some(({textContent}) => /[1½]/.test(textContent))")
  const first = await seen(board)
  await board.until('and the second', "document.querySelector('#status').textContent.includes('The match ends')")
  const second = await seen(board)
  check(String(first.seats) === 'greedy,random' && String(second.seats) === 'random,greedy', 'colours are swapped', [first.seats, second.seats])
  const openings = [first, second].map(({moves}) => moves.slice(0, OPENING).join(' '))
  check(openings[0] === openings[1] && second.moves.length > OPENING, 'both games have one opening', openings)
  const points = await board.page.$$eval('.score', (spans) => spans.map((span) => span.textContent))
  const sum = points.map((text) => Number(text.replace('½', '.5'))).reduce((a, b) => a + b)
  check(sum === 2, 'they bring two points', points)
  const status = await board.page.textContent('#status')
  check(status.endsWith(`The match ends ${points.join(' to ')}.`), 'which is said', status)
  await board.page.click('#new')
  await board.until('a new game is no match', "document.querySelector('#points-black').textContent === '' && document.querySelector('#match').value === '1'")
  await board.twoPeople()
}

module.exports = {matches}
