// The page in each of its languages: every text is in all of them, and none stands outside.

const {check, Board} = require('./board.js')

// What the engine, the user or the notation says, and what is the same in every language.
const FOREIGN = '#rule, #setup-rule, #size, #moves, #log, #remark, #board text, #clock, #language, #side-black .player option, #side-white .player option, h1, kbd, code, script, style'
const SAME = {
  de: ['Othello', 'Gomoku', 'Swap2', '{point}: {content}', '{point}, {content}', '{point}; {side}: {kind}', '{side} {point}', '{label}, {comment}', '{minutes} min + {seconds} s', 'Pause'],
  ja: ['Swap2', '{point}: {content}', '{side} {point}', 'Home', 'End'],
}

// All that the page says, as texts and as labels, hidden or not.
const said = (board) => board.page.evaluate((foreign) => {
  const texts = []
  const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  while (walk.nextNode()) {
    const node = walk.currentNode
    const isText = node.nodeType === Node.TEXT_NODE
    if ((isText ? node.parentElement : node).closest(foreign)) continue
    if (isText) texts.push(node.data)
    else for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(node.getAttribute(name) ?? '')
  }
  // Names of keys, points and commands are no words.
  return texts.map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text) && !/^(Esc|Tengen|showboard|[A-Z]\d+(-[A-Z]\d+)?(X[A-Z]\d+)*)$/.test(text))
}, FOREIGN)

// A win that is thrown away in mill, its review, and the better move.
async function blunder(board, collect) {
  await board.load('XX....../....OO../O...X.../b/0/0/0')
  await board.until('a position', "document.querySelectorAll('#moves button').length === 0")
  await board.click('E3', 'E4')
  await board.plies('a blunder', 1)
  await board.page.click('#review')
  await board.until('is found', "document.querySelectorAll('#summary table, #moments button').length === 2")
  await collect()
  await board.page.keyboard.press('t')
  await board.until('and asked about', "!document.querySelector('#retrying').hidden")
  await collect()
  await board.click('E3', 'E5')
  await board.until('a move is tried', "!document.querySelector('#keep-tried').hidden")
  await collect()
  await board.page.keyboard.press('Escape')
  await board.until('and left', "document.querySelector('#retrying').hidden")
}

// Brings much of what the page can say on the screen, and collects it.
async function everything(board) {
  const all = new Set()
  const collect = async () => (await said(board)).forEach((text) => all.add(text))
  await board.twoPeople()
  await board.load('f5 d6 c3')
  await board.plies('a game', 3)
  await board.page.click('#review')
  await board.until('a review', "/100|\\d %|\\d%/.test(document.querySelector('#summary').textContent) && document.querySelectorAll('#graph circle').length > 2")
  await collect()
  await board.page.check('#analyze')
  await board.until('an analysis', "document.querySelectorAll('#lines li').length > 1")
  await collect()
  await board.page.uncheck('#analyze')
  await board.page.click('#resign')
  await board.until('a resignation', "!document.querySelector('#resume').hidden")
  await collect()
  await board.page.click('#set-up')
  await board.until('a position is set up', "!document.querySelector('#setup').hidden")
  await board.click('A1')
  await collect()
  await board.page.keyboard.press('Escape')
  await board.variant('Gomoku', 'freestyle', '9')
  await board.page.selectOption('#opening', 'swap2')
  await board.until('an opening', "!document.querySelector('#hint:enabled') && document.querySelectorAll('#moves button').length === 0")
  await board.click('E5', 'E6')
  await collect()
  await board.click('A1')
  await board.until('a choice', "!document.querySelector('#choice').hidden")
  await collect()
  await board.page.click('#take-black')
  await board.until('it is made', "document.querySelector('#choice').hidden")
  await collect()
  await board.variant('Mill', 'morris9')
  await board.load('a7 g7 d7 g1 b6')
  await board.plies('mill', 5)
  await collect()
  await board.click('G4')
  await board.until('a capture is owed', "document.querySelectorAll('#board .may-take').length > 0")
  await collect()
  await board.click('B6')
  await board.plies('mill: a capture', 6)
  await collect()
  await blunder(board, collect)
  await board.load('a7 g7 d7 g1 b6 g4xb6')
  await board.plies('mill again', 6)
  await board.side('white', 'tengen', 'time 30')
  await board.click('B6')
  await board.until('the engine thinks', "!document.querySelector('#now').hidden")
  await collect()
  await board.page.click('#now')
  await board.side('white', '')
  await board.page.evaluate(() => { location.hash = 'sgf=AAAA' })
  await board.until('an address is refused', "document.querySelector('#status').textContent.length > 25")
  await collect()
  return [...all]
}

async function tables(board) {
  const all = await board.page.evaluate(async () => {
    const names = Object.keys((await import('./texts.js')).LANGUAGES)
    const modules = await Promise.all(names.map((name) => import(`./text-${name}.js`)))
    return Object.fromEntries(names.map((name, place) => [name, modules[place].default]))
  })
  const holes = (text) => String([...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort())
  for (const [language, texts] of Object.entries(all)) {
    const missing = Object.keys(all.en).filter((key) => !texts[key] || holes(texts[key]) !== holes(all.en[key]))
    const more = Object.keys(texts).filter((key) => !(key in all.en))
    check(missing.length + more.length === 0, `${language} has every text, with the same values`, [...missing, ...more])
    const same = language === 'en' ? [] : Object.keys(texts).filter((key) => texts[key] === all.en[key] && !SAME[language].includes(texts[key]))
    check(same.length === 0, `${language} repeats none of English`, same)
  }
  return all
}

// The bytes of all that is loaded before what the first board does not need, of which the editor is the first. A page without a
// server loads the engine, too.
function first() {
  const [page] = performance.getEntriesByType('navigation')
  const files = performance.getEntriesByType('resource').filter(({name}) => !/\/(tengen|worker)\.js$/.test(name))
  const {startTime} = files.find(({name}) => name.endsWith('/editor.js'))
  return [page, ...files.filter((file) => file.startTime < startTime)].reduce((sum, {decodedBodySize}) => sum + decodedBodySize, 0)
}

async function languages(board, url) {
  const all = await tables(board)
  const browser = board.page.context().browser()
  const heard = {}
  for (const [language, locale] of [['en', 'fr-FR'], ['de', 'de-AT'], ['ja', 'ja-JP']]) {
    const page = await browser.newPage({viewport: {width: 1280, height: 900}, locale, serviceWorkers: 'block'})
    page.on('pageerror', (error) => check(false, 'no error on the page', error.message))
    await page.goto(url)
    const own = new Board(page)
    await own.until(`${locale}: the page is in ${language}`, `document.querySelectorAll('#board .point').length > 20 && document.documentElement.lang === '${language}' && document.querySelector('#new').textContent === ${JSON.stringify(all[language].new)}`)
    heard[language] = await everything(own)
    const bytes = await page.evaluate(first)
    check(bytes > 100000 && bytes < 150000, 'its first board takes less than 150 KB', bytes)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    check(!wide, 'nothing is cut off')
    if (language === 'ja') {
      await page.click('#settings')
      await Promise.all([page.waitForEvent('load'), page.selectOption('#language', 'de')])
      await own.until('another language is chosen', `document.querySelector('#new').textContent === ${JSON.stringify(all.de.new)}`)
      await own.plies('the game goes on', 6)
      await page.reload()
      await own.until('and is kept', `document.querySelector('#new').textContent === ${JSON.stringify(all.de.new)} && document.querySelector('#language').value === 'de'`)
    }
    await page.context().close()
  }
  check(heard.en.length > 150, 'much is said', heard.en.length)
  for (const language of ['de', 'ja']) {
    const outside = heard[language].filter((text) => heard.en.includes(text) && !SAME[language].includes(text))
    check(outside.length === 0, `${language}: no text of the page stands outside of its texts`, JSON.stringify(outside))
  }
  const latin = heard.ja.filter((text) => /[a-z]{3}/.test(text.replace(/Tengen|Home|PlayOK|RenLib|Swap2|cannot load file.*?:.*/g, '')) && !/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(text))
  check(latin.length === 0, 'ja: nothing is in Latin letters alone', JSON.stringify(latin))
}

module.exports = {languages}
