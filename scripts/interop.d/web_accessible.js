// Every state of the board, in every look, under axe.

const {accessible, LOOKS} = require('./accessible.js')
const {Board} = require('./board.js')

const GAMES = [['Othello', 'normal', 'f5 d6 c3 d3 c4'], ['Gomoku', 'renju', 'h8 a1 h7 c1 g9 e1 f9 g1'], ['Mill', 'morris9', 'a7 a1 d7 d1']]

async function everyState(browser, url) {
  for (const [look, options] of LOOKS) {
    const context = await browser.newContext({...options, viewport: {width: 1280, height: 860}})
    const page = await context.newPage()
    await page.goto(url)
    const board = new Board(page)
    await board.until(`${look}: the board is there`, "document.querySelectorAll('#board .point').length === 64")
    await accessible(page, `${look}, start`)
    await board.twoPeople()
    for (const [game, rule, moves] of GAMES) {
      await board.variant(game, rule)
      await board.load(moves)
      await board.plies(`${look}: a game of ${game}`, moves.split(' ').length)
      await accessible(page, `${look}, ${game}`)
      await page.check('#analyze')
      if (await page.isVisible('#threats')) await page.check('#threats')
      await board.until(`${look}: its analysis`, "document.querySelectorAll('#board .value').length > 1")
      await page.uncheck('#analyze')
      await accessible(page, `${look}, ${game}, analysis`)
      await page.click('#review')
      await board.until(`${look}: its review`, "document.querySelector('#summary').textContent.includes('accuracy')")
      await accessible(page, `${look}, ${game}, review`)
    }
    await board.variant('Gomoku', 'freestyle')
    await board.until(`${look}: a proof`, "!document.querySelector('#proof').hidden")
    await page.click('#proof-title')
    await board.until(`${look}: its moves`, "document.querySelectorAll('#proof-moves button').length === 1")
    await accessible(page, `${look}, a proof`)
    await page.selectOption('#opening', 'swap2')
    await board.until(`${look}: an opening`, "document.querySelector('#status').textContent.includes('(1 of 3)')")
    await board.click('H8', 'H9', 'A1')
    await board.until(`${look}: a choice`, "!document.querySelector('#choice').hidden")
    await accessible(page, `${look}, a choice`)
    await page.click('#load')
    await page.fill('#load-text', 'no game at all')
    await page.click('#load-dialog button[value=load]')
    await board.until(`${look}: an error`, "document.querySelector('#load-error').textContent !== ''")
    await accessible(page, `${look}, a dialog with an error`)
    await page.keyboard.press('Escape')
    await page.click('#settings')
    await accessible(page, `${look}, settings`)
    await page.keyboard.press('Escape')
    await page.click('#about')
    await accessible(page, `${look}, help`)
    await page.keyboard.press('Escape')
    await page.click('details:has(#log) summary')
    await page.setViewportSize({width: 380, height: 800})
    await accessible(page, `${look}, narrow`)
    await page.click('#resign')
    await accessible(page, `${look}, the end`)
    await context.close()
  }
}

module.exports = {everyState}
