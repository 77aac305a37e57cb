
// The replay of a game. The page knows no game: it draws points, lines and stones, and what each move changed.
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const CELL = 40, EDGE = 26;
const replay = { number: -1, ply: 0, positions: [], timer: null };
const root = document.getElementById('replay');

/** Every position of a game as an array of 0, 1 (Black) and 2 (White), with the places that were filled to reach it. */
function positions(game, board) {
  let stones = new Array(board.cols * board.rows.length).fill(0);
  return game.changes.split(' ').map((text, ply) => {
    const fresh = [];
    stones = stones.slice();
    for (let i = 0; i < text.length; i += 2) {
      const code = DIGITS.indexOf(text[i]) * 64 + DIGITS.indexOf(text[i + 1]);
      const place = Math.floor(code / 3);
      if (ply > 0 && stones[place] === 0) fresh.push(place);
      stones[place] = code % 3;
    }
    return { stones, fresh };
  });
}

function drawBoard(board) {
  const rows = board.rows.length, lined = board.lines.length > 0;
  const width = board.cols * CELL + 2 * EDGE, height = rows * CELL + 2 * EDGE;
  const at = index => EDGE + (index + 0.5) * CELL;
  const svg = make('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img' });
  svg.append(make('rect', { class: lined ? 'field wood' : 'field', x: EDGE, y: EDGE,
    width: board.cols * CELL, height: rows * CELL }));
  for (let col = 0; col < board.cols; col++) {
    for (const y of [EDGE / 2, height - EDGE / 2]) svg.append(make('text', { x: at(col), y }, LETTERS[col]));
  }
  board.rows.forEach((label, row) => {
    for (const x of [EDGE / 2, width - EDGE / 2]) svg.append(make('text', { x, y: at(row) }, label));
  });
  for (const [a, b, c, d] of board.lines) {
    svg.append(make('line', { class: 'rule', x1: at(a), y1: at(b), x2: at(c), y2: at(d) }));
  }
  for (let i = 0; !lined && i <= Math.max(board.cols, rows); i++) {
    const along = EDGE + i * CELL;
    if (i <= board.cols) svg.append(make('line', { class: 'rule', x1: along, x2: along, y1: EDGE, y2: height - EDGE }));
    if (i <= rows) svg.append(make('line', { class: 'rule', y1: along, y2: along, x1: EDGE, x2: width - EDGE }));
  }
  const outside = new Set(board.outside);
  const places = Array.from({ length: board.cols * rows }, (_, place) => {
    const [cx, cy] = [at(place % board.cols), at(Math.floor(place / board.cols))];
    if (outside.size && !outside.has(place)) svg.append(make('circle', { class: 'point', cx, cy, r: 4 }));
    return [make('circle', { class: 's0', cx, cy, r: CELL * 0.44 }), make('circle', { class: 's0', cx, cy, r: 5 })];
  });
  svg.append(...places.flat());
  return { svg, show({ stones, fresh }, ply) {
    const count = color => stones.filter(stone => stone === color).length;
    svg.setAttribute('aria-label', `The board after move ${ply}: ${count(1)} black, ${count(2)} white`);
    places.forEach(([stone, mark], place) => {
      stone.setAttribute('class', 's' + stones[place]);
      mark.setAttribute('class', fresh.includes(place) ? 'new' : 's0');
    });
  } };
}

/** The values of both players, each from its own side, squeezed into 0 to 1 whatever their unit. */
function drawGraph(game, color) {
  const values = game.values.map((value, i) => [i + game.given, [value].flat()[0]]).filter(([, value]) => value != null);
  const sorted = values.map(([, value]) => Math.abs(value)).sort((a, b) => a - b);
  const unit = sorted[Math.floor(sorted.length / 2)] || 1;
  const height = value => 50 - 46 * value / (Math.abs(value) + unit);
  const line = side => values.filter(([ply]) => color(ply) === side)
    .map(([ply, value]) => (ply + 1) * 1000 / game.moves.length + ',' + height(side === 'b' ? value : -value)).join(' ');
  const now = make('line', { class: 'now', y1: 0, y2: 100 });
  const svg = make('svg', { viewBox: '0 0 1000 100', preserveAspectRatio: 'none', role: 'img', 'aria-label': 'Values of the moves' },
    make('line', { class: 'grid even', x1: 0, x2: 1000, y1: 50, y2: 50 }),
    make('polyline', { class: 'line c0', points: line('b') }), make('polyline', { class: 'line c1', points: line('w') }), now);
  svg.addEventListener('click', event => {
    const box = svg.getBoundingClientRect();
    go(Math.round((event.clientX - box.left) / box.width * game.moves.length));
  });
  const key = (number, text) => make('span', {},
    make('svg', { viewBox: '0 0 24 8', 'aria-hidden': 'true', style: 'display:inline;width:24px;height:8px;margin:0 .4em 0 0' },
      make('line', { class: 'line c' + number, x1: 0, x2: 24, y1: 4, y2: 4 })), text);
  const legend = make('p', { class: 'note' }, 'Value for Black, by ', key(0, 'Black '), ' and ', key(1, 'White'));
  return { box: values.length ? make('div', { class: 'graph' }, svg, legend) : null, show(ply) {
    const x = ply * 1000 / game.moves.length;
    now.setAttribute('x1', x);
    now.setAttribute('x2', x);
  } };
}

function moveRow(game, ply, color) {
  const index = ply - game.given;
  const [time, depth, value] = [game.times[index], game.depths[index], game.values[index]];
  const told = Array.isArray(value) ? value[1] : value > 0 ? '+' + value : value;
  const seconds = time == null ? '' : (time / 1000).toFixed(time < 10000 ? 2 : 1);
  return make('tr', { class: index < 0 ? 'given' : '', onclick: () => go(ply + 1) }, make('td', {}, ply + 1),
    make('td', { class: 'text' }, stone(color), game.moves[ply]), make('td', {}, index < 0 ? 'opening' : seconds),
    make('td', {}, told ?? ''), make('td', {}, depth ?? ''));
}

function open(number) {
  stop();
  const game = games[number];
  const board = boards[game.board];
  const color = ply => (ply % 2 === 0) === game.white_first ? 'w' : 'b';
  const rows = game.moves.map((_, ply) => moveRow(game, ply, color(ply)));
  const heads = ['#', 'Move', 's', 'Value', 'Depth'].map((head, i) => make('th', { class: i === 1 ? 'text' : '' }, head));
  const drawn = board && drawBoard(board);
  const graph = drawGraph(game, color);
  const slider = make('input', { type: 'range', min: 0, max: game.moves.length, 'aria-label': 'Move',
    oninput: () => go(Number(slider.value)) });
  const button = (text, title, onclick) => make('button', { type: 'button', title, 'aria-label': title, onclick }, text);
  const play = button('▶', 'Play (space)', toggle);
  const table = make('div', { class: 'moves', tabindex: 0, role: 'group', 'aria-label': 'Moves' },
    make('table', {}, make('thead', {}, make('tr', {}, ...heads)), make('tbody', {}, ...rows)));
  const last = board ? game.changes.split(' ').length - 1 : 0;
  const missing = !board ? 'Its moves cannot be shown on a board: its game or its start is not known here.'
    : last < game.moves.length ? `The board stops at move ${last}: the next one is not legal.` : null;
  Object.assign(replay, { number, game, rows, drawn, graph, slider, table, play, last,
    positions: board ? positions(game, board) : [] });
  root.hidden = false;
  root.replaceChildren(
    make('div', { class: 'head' },
      make('h3', {}, make('span', {}, stone('b'), game.black), make('span', {}, stone('w'), game.white),
        make('span', {}, game.result)),
      make('p', {}, outcome(game) + ', ' + game.end + (game.detail ? ': ' + game.detail : '')),
      make('p', { class: 'note' }, 'Game ' + game.id + ', ' + duration(game.seconds)),
      missing && make('p', { class: 'note' }, missing)),
    make('div', { class: 'board' }, ...(drawn ? [drawn.svg] : []),
      make('div', { class: 'controls' },
        button('«', 'First position (Home)', () => go(0)), button('‹', 'Back (←)', () => go(replay.ply - 1)), play,
        button('›', 'On (→)', () => go(replay.ply + 1)), button('»', 'Last position (End)', () => go(Infinity)), slider,
        game.sgf && button('SGF', 'Save the game as SGF', () => save(game))),
      graph.box ?? ''),
    table);
  go(Infinity);
  show();
}

function go(ply) {
  const { game, rows, positions, drawn, graph, slider, table } = replay;
  replay.ply = Math.min(Math.max(ply, 0), game.moves.length);
  slider.value = replay.ply;
  rows.forEach((row, i) => row.classList.toggle('on', i === replay.ply - 1));
  const row = rows[replay.ply - 1];
  table.scrollTop = row ? row.offsetTop - table.clientHeight / 2 : 0;
  if (drawn) {
    const shown = Math.min(replay.ply, positions.length - 1);
    drawn.show(positions[shown], shown);
  }
  graph.show(replay.ply);
  if (replay.ply === game.moves.length) stop();
}

function save(game) {
  const address = URL.createObjectURL(new Blob([game.sgf], { type: 'application/x-go-sgf' }));
  make('a', { href: address, download: game.id.replace(/[^-\w.+=]+/g, ',') + '.sgf' }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function stop() {
  clearInterval(replay.timer);
  replay.timer = null;
  if (replay.play) replay.play.textContent = '▶';
}

function toggle() {
  if (replay.timer) return stop();
  if (replay.ply === replay.game.moves.length) go(0);
  replay.play.textContent = '❚❚';
  replay.timer = setInterval(() => go(replay.ply + 1), 600);
}

const KEYS = { ArrowLeft: () => go(replay.ply - 1), ArrowRight: () => go(replay.ply + 1), Home: () => go(0),
  End: () => go(Infinity), ' ': toggle };
document.addEventListener('keydown', event => {
  // Fields need their keys, and the space presses whatever button has the focus.
  const taken = event.key === ' ' ? /^(INPUT|SELECT|BUTTON|A|SUMMARY)$/ : /^(INPUT|SELECT)$/;
  const chord = event.ctrlKey || event.altKey || event.metaKey;
  if (replay.number < 0 || !KEYS[event.key] || chord || taken.test(event.target.tagName)) return;
  event.preventDefault();
  KEYS[event.key]();
});

/** Opens the game that the address names. */
function follow() {
  const id = location.hash.startsWith('#game=') && decodeURIComponent(location.hash.slice(6));
  if (!numbers.has(id)) return;
  open(numbers.get(id));
  root.scrollIntoView({ block: 'start' });
}

for (const link of document.querySelectorAll('a[data-game]')) {
  if (numbers.has(link.dataset.game)) link.href = '#game=' + encodeURIComponent(link.dataset.game);
  else link.replaceWith(...link.childNodes);
}
if (games.length) {
  filter.hidden = false;
  filter.addEventListener('submit', event => event.preventDefault());
  const { player, result, end } = filter.elements;
  options(player, 'Any player', games.flatMap(game => [game.black, game.white]));
  options(result, 'Any result', games.map(outcome));
  options(end, 'Any end', games.map(game => game.end));
  if (games.some(game => game.fault)) end.options[0].after(make('option', { value: 'fault' }, 'any fault'));
  filter.addEventListener('input', search);
  drawHeads();
  show();
  addEventListener('hashchange', follow);
  follow();
}
