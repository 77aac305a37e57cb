// Pictures of the board and of whole games, read by the browser's own decoders.

const {check, saved} = require('./board.js')

async function shared(board, kind) {
  await board.page.click('#share')
  const file = await saved(board.page, `#${kind}`)
  await board.page.keyboard.press('Escape')
  await board.until('the dialog is closed', "!document.querySelector('#share-dialog').open")
  return file
}

// A picture's size, and the colours at these places, given in parts of its width and height.
const look = (board, bytes, kind, places) => board.page.evaluate(async ([text, type, spots]) => {
  const blob = new Blob([Uint8Array.from(atob(text), (character) => character.charCodeAt(0))], {type})
  const image = new Image()
  image.src = URL.createObjectURL(blob)
  await image.decode()
  const [width, height] = [image.naturalWidth, image.naturalHeight]
  const context = Object.assign(document.createElement('canvas'), {width, height}).getContext('2d')
  context.drawImage(image, 0, 0)
  return {width, height, colors: spots.map(([x, y]) => [...context.getImageData(x * width, y * height, 1, 1).data].slice(0, 3).join())}
}, [bytes.toString('base64'), kind, places])

// The middles of Othello's points: the board is eight and a half squares wide with its margins of three quarters.
const middle = (column, row) => [(column - 0.5 + 0.75) / 9.5, (row - 0.5 + 0.75) / 9.5]

async function stills(board) {
  await board.variant('Othello', 'normal', '8')
  await board.twoPeople()
  await board.load('f5 d6')
  await board.plies('a game to be drawn', 2)
  await board.page.selectOption('#numbers', '999')
  const seen = []
  for (const colorScheme of ['light', 'dark']) {
    await board.page.emulateMedia({colorScheme})
    const svg = await shared(board, 'svg')
    const text = svg.bytes.toString()
    check(svg.name === 'othello-2.svg' && text.startsWith('<svg') && !text.includes('data-point') && !text.includes('script'), 'a picture in SVG', svg.name)
    check((text.match(/<circle[^>]*class="(black|white)"/g) ?? []).length === 6 && (text.match(/class="number/g) ?? []).length === 2, 'has stones and numbers')
    // E4 is black, D6 white, and there is the page around and a square without a stone.
    const places = [[0.3, -0.1], [0.3, 0.2]].map(([x, y]) => [middle(5, 4)[0] + x / 9.5, middle(5, 4)[1] + y / 9.5])
    const spots = [...places, [middle(4, 6)[0] + 0.3 / 9.5, middle(4, 6)[1]], middle(1, 1), [0.01, 0.01]]
    const drawn = await look(board, svg.bytes, 'image/svg+xml', spots)
    const png = await shared(board, 'png')
    const points = await look(board, png.bytes, 'image/png', spots)
    check(png.name === 'othello-2.png' && points.width === 1200 && points.height === 1200, 'and in PNG', `${points.width}x${points.height}`)
    check(String(points.colors) === String(drawn.colors), 'the same', `${points.colors} ${drawn.colors}`)
    check(String(points.colors.slice(1)) === '23,25,29,251,251,248,63,143,99,255,255,255', `in its own colours (${colorScheme})`, points.colors)
    seen.push(String(points.colors))
  }
  check(seen[0] === seen[1], 'which a dark page does not change')
  await board.page.emulateMedia({colorScheme: 'light'})
}

// What the browser's decoder finds: the size, how long each picture is shown in microseconds, and a place of each.
const decoded = (board, bytes, spot) => board.page.evaluate(async ([text, [x, y]]) => {
  const decoder = new ImageDecoder({data: Uint8Array.from(atob(text), (character) => character.charCodeAt(0)), type: 'image/gif'})
  await decoder.completed
  await decoder.tracks.ready
  const frames = []
  for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
    const {image} = await decoder.decode({frameIndex})
    const {duration, displayWidth: width, displayHeight: height} = image
    const context = Object.assign(document.createElement('canvas'), {width, height}).getContext('2d')
    context.drawImage(image, 0, 0)
    image.close()
    frames.push([duration, ...context.getImageData(x * width, y * height, 1, 1).data].slice(0, 4))
  }
  return {frames, repetitions: decoder.tracks.selectedTrack.repetitionCount}
}, [bytes.toString('base64'), spot])

async function games(board) {
  const gif = await shared(board, 'gif')
  check(gif.name === 'othello-2.gif' && gif.bytes.subarray(0, 6).toString() === 'GIF89a', 'a game as GIF', gif.name)
  // E5 is black, turns never; D5 is white, and D6 turns it back.
  const [x, y] = middle(4, 5)
  const {frames, repetitions} = await decoded(board, gif.bytes, [x + 0.3 / 9.5, y])
  check(repetitions === Infinity, 'that begins again', repetitions)
  check(JSON.stringify(frames.map(([duration]) => duration)) === '[800000,800000,4000000]', 'has each position', JSON.stringify(frames))
  const near = (color, value) => color.every((part) => Math.abs(part - value) < 16)
  check(near(frames[0].slice(1), 27) && near(frames[1].slice(1), 27) && near(frames[2].slice(1), 250), 'in order', JSON.stringify(frames))
  check(await board.count('#moves .undone') === 0, 'and the game is where it was')
  await board.page.selectOption('#numbers', '0')
}

// Pictures by lot, larger than the codes of one table: each point is that which was written.
async function noise(board) {
  const wrong = await board.page.evaluate(async () => {
    const {Gif} = await import('./gif.js')
    let seed = 1
    const lot = (count) => (seed = (seed * 48271) % 2147483647) % count
    const [width, height] = [300, 200]
    const colors = Array.from({length: 256}, (_, place) => [place, 255 - place, (place * 7) % 256])
    const pictures = [256, 2, 256, 5].map((count) => Uint8Array.from({length: width * height}, () => lot(count)))
    // One that is the same, one that differs in a single point, and one of a single colour.
    pictures.push(pictures.at(-1), pictures.at(-1).with(width * height - 1, 200), new Uint8Array(width * height))
    const gif = new Gif(width, height, colors)
    for (const picture of pictures) gif.add(picture, 10)
    const decoder = new ImageDecoder({data: await gif.blob.arrayBuffer(), type: 'image/gif'})
    await decoder.completed
    const wrong = []
    for (const [frameIndex, picture] of pictures.entries()) {
      const {image} = await decoder.decode({frameIndex})
      const context = Object.assign(document.createElement('canvas'), {width, height}).getContext('2d')
      context.drawImage(image, 0, 0)
      image.close()
      const {data} = context.getImageData(0, 0, width, height)
      wrong.push(picture.filter((place, at) => colors[place].some((part, byte) => data[4 * at + byte] !== part)).length)
    }
    return wrong
  })
  check(String(wrong) === '0,0,0,0,0,0,0', 'every point of a GIF is what was written', wrong)
}

async function pictures(board) {
  await board.page.setViewportSize({width: 1280, height: 900})
  await stills(board)
  await games(board)
  await noise(board)
}

module.exports = {pictures}
