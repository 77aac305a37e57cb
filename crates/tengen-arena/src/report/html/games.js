'use strict';
// The list of games: filter, pages, links. The replay of one is in the second half of this script.
const games = JSON.parse(document.getElementById('replays').textContent);
const boards = JSON.parse(document.getElementById('boards').textContent);
const PAGE = 50;


/** An element with attributes, listeners (`onclick` and the like) and children; texts are never read as markup. */
function make(name, attributes, ...children) {
  const svg = ['svg', 'g', 'rect', 'circle', 'line', 'text', 'polyline'].includes(name);
  const element = svg ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.filter(child => child != null));
  return element;
}

const stone = color => make('span', { class: 'stone ' + color, role: 'img', 'aria-label': color === 'b' ? 'Black' : 'White' });
const name = text => make('span', { class: 'name', title: text }, text);
const duration = seconds => seconds < 60 ? seconds.toFixed(1) + ' s'
  : Math.floor(seconds / 60) + ' min ' + Math.floor(seconds % 60) + ' s';

for (const time of document.querySelectorAll('time[data-unix]')) {
  const date = new Date(time.dataset.unix * 1000);
  time.dateTime = date.toISOString();
  time.textContent = date.toLocaleString();
}

/** Makes the heads of a table buttons that sort; `sort` gets the column and whether it is to ascend. Numbers begin with the largest. */
function sortable(heads, isText, sort) {
  heads.forEach((head, column) => {
    const button = make('button', { type: 'button', onclick: () => {
      const up = head.ariaSort ? head.ariaSort === 'descending' : isText(column);
      heads.forEach(other => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
      sort(column, up);
    } });
    button.append(...head.childNodes);
    head.append(button);
  });
}

/** Orders numbers, or texts with their numbers; what is missing comes last whichever way. */
function compare(a, b, up) {
  if (a === '' || b === '') return (a === '') - (b === '');
  const order = typeof a === 'number' && typeof b === 'number' ? a - b
    : String(a).localeCompare(b, undefined, { numeric: true });
  return up ? order : -order;
}

/** What a cell is sorted by: its key, or its text, as a number where it begins with one; a dash is nothing. */
function keyOf(cell) {
  const text = cell.dataset.key ?? cell.textContent.trim();
  if (/^[-–]?$/.test(text)) return '';
  return /^[-+]?\d/.test(text) ? parseFloat(text) : text;
}

for (const table of document.querySelectorAll('table.sort')) {
  const [heads, body] = [[...table.tHead.rows[0].cells], table.tBodies[0]];
  const isText = column => [...body.rows].some(row => typeof keyOf(row.cells[column]) === 'string' && keyOf(row.cells[column]));
  sortable(heads, isText, (column, up) => body.append(...[...body.rows].sort((a, b) =>
    compare(keyOf(a.cells[column]), keyOf(b.cells[column]), up))));
}

// Legends light up their line while the mouse is on them, and keep it lit when pressed.
for (const legend of document.querySelectorAll('.legend')) {
  const chart = legend.previousElementSibling;
  const pressed = new Set();
  const light = extra => {
    chart.classList.toggle('lit', pressed.size > 0 || extra != null);
    for (const line of chart.querySelectorAll('[data-line]')) {
      line.classList.toggle('on', pressed.has(line.dataset.line) || line.dataset.line === extra);
    }
  };
  for (const button of legend.querySelectorAll('button')) {
    const line = button.dataset.line;
    button.addEventListener('pointerenter', () => light(line));
    button.addEventListener('pointerleave', () => light());
    button.addEventListener('click', () => {
      if (!pressed.delete(line)) pressed.add(line);
      button.setAttribute('aria-pressed', pressed.has(line));
      light();
    });
  }
}

const numbers = new Map(games.map((game, number) => [game.id, number]));
const filter = document.getElementById('filter');
const list = document.getElementById('list');
const pages = document.getElementById('pages');
const outcome = game => game.winner === 'b' ? 'Black won' : game.winner === 'w' ? 'White won' : 'Drawn';
let found = games.map((_, number) => number);
let page = 0;
/** What the list is sorted by: a column and the way, or the order of play. */
let order = null;
const COLUMNS = [['Black', game => game.black], ['White', game => game.white], ['Opening', game => game.opening],
  ['Result', game => game.result], ['End', game => game.end], ['Moves', game => game.moves.length],
  ['Time', game => game.seconds]];
const NUMBERS = ['Opening', 'Moves', 'Time'];

function options(select, all, values) {
  select.append(make('option', { value: '' }, all));
  for (const value of [...new Set(values)].sort()) select.append(make('option', { value }, value));
}

function search() {
  const { text, player, result, end } = filter.elements;
  const words = text.value.toLowerCase().split(/\s+/).filter(word => word);
  const fits = game => (!player.value || game.black === player.value || game.white === player.value)
    && (!result.value || outcome(game) === result.value)
    && (!end.value || game.end === end.value || (end.value === 'fault' && game.fault))
    && words.every(word => [game.id, game.detail, game.result, ...game.moves]
      .some(part => part.toLowerCase().includes(word)));
  found = games.map((_, number) => number).filter(number => fits(games[number]));
  if (order) {
    const value = COLUMNS[order.column][1];
    found.sort((a, b) => compare(value(games[a]), value(games[b]), order.up));
  }
  page = 0;
  show();
}

function row(number) {
  const game = games[number];
  const cells = [
    make('th', { class: 'text' }, stone('b'), name(game.black)), make('th', { class: 'text' }, stone('w'), name(game.white)),
    make('td', {}, game.opening), make('td', { class: 'text' }, game.result),
    make('td', { class: 'text' }, game.end), make('td', {}, game.moves.length), make('td', {}, duration(game.seconds)),
    make('td', { class: 'text' }, make('a', { href: '#game=' + encodeURIComponent(game.id), 'aria-label': 'Replay of game ' + game.id }, 'replay')),
  ];
  const open = () => { location.hash = 'game=' + encodeURIComponent(game.id); };
  return make('tr', { class: number === replay.number ? 'open' : '', onclick: open }, ...cells);
}

function drawHeads() {
  const heads = COLUMNS.map(([head]) => make('th', { class: NUMBERS.includes(head) ? '' : 'text' }, head));
  sortable(heads, column => !NUMBERS.includes(heads[column].textContent), (column, up) => {
    order = { column, up };
    search();
  });
  list.replaceChildren(make('thead', {}, make('tr', {}, ...heads, make('th', { class: 'text' }, 'Replay'))), make('tbody'));
}

function show() {
  const last = Math.max(0, Math.ceil(found.length / PAGE) - 1);
  page = Math.min(Math.max(page, 0), last);
  list.tBodies[0].replaceChildren(...found.slice(page * PAGE, (page + 1) * PAGE).map(row));
  filter.querySelector('output').textContent = found.length + (found.length === 1 ? ' game' : ' games');
  const turn = (text, title, to) => make('button', { type: 'button', title, 'aria-label': title, disabled: to < 0 || to > last || to === page,
    onclick: () => { page = to; show(); } }, text);
  pages.replaceChildren(...(last === 0 ? [] : [turn('«', 'First page', 0), turn('‹', 'Page before', page - 1),
    'page ' + (page + 1) + ' of ' + (last + 1), turn('›', 'Next page', page + 1), turn('»', 'Last page', last)]));
}
