#!/usr/bin/env node
// The client library of today's interfaces: syncs positions, takes moves back, asks for moves, watches and interrupts
// analyses the way Sabaki does.
//
// Usage: NODE_PATH=FOLDER/node_modules sabaki.js TENGEN, where FOLDER has @sabaki/gtp 3.

const {ControllerStateTracker} = require('@sabaki/gtp')

const tengen = process.argv[2]
let failed = false

function check(good, what, seen = '') {
  failed ||= !good
  console.log(`${good ? 'ok  ' : 'FAIL'} Sabaki: ${what}${good || seen === '' ? '' : `: ${seen}`}`)
}

const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))

const play = (color, vertex) => ({name: 'play', args: [color, vertex]})

const history = (...vertices) => vertices.map((vertex, i) => play('BW'[i % 2], vertex))

// An engine as Sabaki's window has one: questions in a queue, a running analysis aborted by `protocol_version`.
class Attached {
  constructor(...args) {
    this.tracker = ControllerStateTracker.fromController(tengen, args)
    this.controller = this.tracker.controller
    this.sent = []
    this.controller.on('command-sent', ({command}) => this.sent.push(command.name))
  }

  async ask(name, ...args) {
    let {error, content} = await this.controller.sendCommand({name, args})
    if (error) throw new Error(`${name} ${args.join(' ')}: ${content}`)
    return content
  }

  async queue(name, ...args) {
    if (this.controller.busy) this.controller.sendCommand({name: 'protocol_version'})
    return await this.tracker.queueCommand({name, args})
  }
}

// The variations of an `info` line, read as Sabaki reads them.
function variations(line) {
  return line
    .split(/\s*info\s+/)
    .slice(1)
    .map(text => {
      let pv = text.match(/(pass|[A-Za-z]\d+)(\s+(pass|[A-Za-z]\d+))*\s*$/)
      let words = text.slice(0, pv.index).trim().split(/\s+/).slice(0, -1)
      let found = {pv: pv[0].trim().split(/\s+/)}
      for (let i = 0; i < words.length; i += 2) found[words[i]] = words[i + 1]
      return found
    })
}

async function attaching(engine) {
  engine.controller.start()
  let [name, version, protocol, commands] = await Promise.all(
    ['name', 'version', 'protocol_version', 'list_commands'].map(name => engine.ask(name))
  )
  check(protocol === '2' && name !== '' && version !== '', `attached to ${name} ${version}`)
  let wanted = ['komi', 'boardsize', 'time_settings', 'undo', 'lz-analyze', 'kata-analyze', 'lz-genmove_analyze', 'loadsgf']
  let missing = wanted.filter(command => !commands.split('\n').includes(command))
  check(missing.length === 0, 'offers what Sabaki looks for', missing.join(' '))
}

async function syncing(engine, size, first, second) {
  let state = {komi: 6.5, boardsize: [size, size], history: history(...first)}
  await engine.tracker.sync({...state, timeSettings: {mainTime: 300, byoyomiTime: 10, byoyomiStones: 1}})
  check(engine.tracker.state.history.length === first.length, `synced ${first.length} moves on ${size}x${size}`)

  engine.sent = []
  await engine.tracker.sync({...state, history: history(...second)})
  let undone = engine.sent.includes('undo') && !engine.sent.includes('clear_board')
  check(undone, 'a sibling position is reached by undo', engine.sent.join(' '))
  let turn = await engine.ask('gogui-rules_side_to_move')
  check(turn === ['black', 'white'][second.length % 2], 'the side to move is right afterwards', turn)

  let refused = await engine.tracker.sync({...state, history: history(second[0], second[0])}).then(() => false, () => true)
  check(refused, 'an impossible position is refused')
  await engine.tracker.sync({...state, history: history(...second)})
  check(engine.tracker.state.history.length === second.length, 'and the next sync is sound')
}

async function moving(engine) {
  let before = await engine.ask('showboard')
  let length = engine.tracker.state.history.length
  let {content} = await engine.queue('genmove', 'B')
  let last = engine.tracker.state.history.at(-1)
  check(engine.tracker.state.history.length === length + 1 && last.args[1] === content, `genmove ${content}`)
  await engine.queue('undo')
  check((await engine.ask('showboard')) === before, 'undo restores the board')
}

async function analyzing(engine, command) {
  let lines = []
  let analysis = engine.tracker.queueCommand({name: command, args: ['B', '5']}, ({line}) => {
    if (line.startsWith('info ')) lines.push(line)
  })
  await pause(600)
  let shown = lines.length
  let asked = Date.now()
  let undone = engine.queue('undo')
  let {error, content} = await analysis
  await undone
  let latency = Date.now() - asked
  check(!error && shown > 0, `${command} streams`, content)
  check(latency < 1500, `${command} makes way for the next command`, `${latency} ms`)
  let rising = lines.flatMap(variations).every(
    ({move, visits, winrate, pv}) => move === pv[0] && +visits > 0 && +winrate >= 0 && +winrate <= 10000
  )
  check(rising, `${command} is understood`, lines[0])
  await pause(200)
  check(lines.length <= shown + 2, `${command} is silent afterwards`, `${lines.length - shown} more lines`)
}

async function generatingWithAnalysis(engine, command) {
  let length = engine.tracker.state.history.length
  await engine.queue(command, 'B', '5')
  let {history} = engine.tracker.state
  let tracked = history.length === length + 1 && /^([A-Z]\d+|PASS)$/.test(history.at(-1).args[1])
  check(tracked, `${command} plays a move that is tracked`, JSON.stringify(history.at(-1)))
}

async function stopping(engine) {
  engine.tracker.queueCommand({name: 'lz-analyze', args: ['W', '5']})
  await pause(100)
  let stopped = Date.now()
  await engine.controller.stop()
  check(engine.controller.process == null && Date.now() - stopped < 2500, 'quits out of an analysis')
}

async function session(game, size, first, second) {
  let engine = new Attached('--game', game, '--movetime', '0.2')
  await attaching(engine)
  await syncing(engine, size, first, second)
  await moving(engine)
  for (let command of ['lz-analyze', 'kata-analyze']) {
    await analyzing(engine, command)
    await engine.tracker.sync({history: history(...second)})
  }
  await generatingWithAnalysis(engine, 'lz-genmove_analyze')
  await engine.tracker.sync({history: history(...second)})
  await generatingWithAnalysis(engine, 'kata-genmove_analyze')
  await stopping(engine)
}

async function main() {
  await session('othello', 8, ['F5', 'D6', 'C3', 'D3'], ['F5', 'D6', 'C3', 'F4'])
  await session('gomoku', 15, ['H8', 'H9', 'J8', 'J9'], ['H8', 'H9', 'J8', 'G8'])
}

const patience = setTimeout(() => {
  check(false, 'the session ends', 'still waiting after two minutes')
  process.exit(1)
}, 120000)

main()
  .catch(error => check(false, 'the session goes through', error.stack))
  .finally(() => {
    clearTimeout(patience)
    process.exitCode = failed ? 1 : 0
  })
