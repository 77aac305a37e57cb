// The tree of the game as json-tree has it: every line that was played or loaded, and the node on the board.

export class Tree {
  here = 0;
  // By number: json-tree's object with its `children`, the main one first; in the order of SGF.
  nodes = new Map();
  // The child of each node that was on the board last.
  #seen = new Map();

  update({ node, nodes }) {
    this.here = node;
    this.nodes = new Map(nodes.map((entry) => [entry.node, { ...entry, children: [] }]));
    for (const { node: number, parent } of nodes) this.nodes.get(parent)?.children.push(number);
    for (const number of this.path()) this.#seen.set(this.nodes.get(number).parent, number);
  }

  // What was on the board before is not followed any more, as where another tree takes its place.
  forget() {
    this.#seen.clear();
  }

  get(number) {
    return this.nodes.get(number);
  }

  // The numbers of the moves that lead to a node, the first first.
  path(number = this.here) {
    const path = [];
    for (let at = this.nodes.get(number); at && at.parent !== null; at = this.nodes.get(at.parent)) path.push(at.node);
    return path.reverse();
  }

  // The moves that follow the position on the board: the line that was seen last.
  ahead() {
    const ahead = [];
    for (let at = this.#next(this.here); at !== undefined; at = this.#next(at)) ahead.push(at);
    return ahead;
  }

  #next(number) {
    const { children } = this.nodes.get(number) ?? { children: [] };
    const seen = this.#seen.get(number);
    return children.includes(seen) ? seen : children[0];
  }

  // The whole line that is on the board.
  line() {
    return [...this.path(), ...this.ahead()];
  }

  // The last move of a node's line that is one of the main line.
  trunk(number = this.here) {
    let trunk = 0;
    for (const at of this.path(number)) {
      if (this.nodes.get(trunk).children[0] !== at) break;
      trunk = at;
    }
    return trunk;
  }

  // The numbers of all nodes, in the order of SGF.
  order() {
    return [...this.nodes.keys()];
  }
}
