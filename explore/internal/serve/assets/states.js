// The state graph below the stage: of a small world every state, of a larger one classes of states, as one chooses.

import { drawGraph } from './graph.js';

const numbers = { leaders: 'leaders', dead: 'dead processes', messages: 'messages in transit' };

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

export class States {
  // The player has the stage; load(address) is the graph, as JSON.
  constructor(player, load) {
    Object.assign(this, { player, load, drawn: '' });
    this.boxes = Object.keys(numbers).map(name => make('input', { type: 'checkbox', value: name, onchange: () => this.show(true) }));
    this.words = make('p', {});
    this.words.setAttribute('role', 'status');
    const choice = make('fieldset', {}, make('legend', { textContent: 'Put states together that have equally many' }),
      ...this.boxes.map(box => make('label', {}, box, ' ' + numbers[box.value])));
    this.svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    this.svg.setAttribute('role', 'group');
    this.svg.setAttribute('aria-label', 'state graph');
    this.fold = make('details', { className: 'fold graph' }, make('summary', { textContent: 'State graph' }), make('div', { className: 'scroll' }, this.words, choice, this.svg));
    this.fold.addEventListener('toggle', () => this.show());
  }

  // show draws the graph of the walk that is shown. Without a choice, a large world is folded by all numbers.
  async show(chosen = false) {
    if (!this.fold.open) return;
    const by = this.boxes.filter(box => box.checked).map(box => box.value), address = this.player.walk(this.player.stage.run.last);
    if (by.length) address.searchParams.set('fold', by);
    if (this.drawn === address.search) return this.draw();
    try {
      const graph = await this.load('/graph' + address.search);
      this.drawn = address.search;
      this.graph = graph;
      if (!graph.complete && !by.length && !chosen) {
        for (const box of this.boxes) box.checked = true;
        return this.show();
      }
      const states = graph.states.toLocaleString('en');
      this.words.textContent = (graph.fold.length ? `${states} states in ${graph.nodes.length} classes` : `${states} states`) + (graph.complete ? '.' : ': those found first; there are more.') +
        ` From top to bottom: the ${graph.fold.length ? 'fewest' : 'number of'} steps. Bold: the run. Two rims: nothing more can happen. A cross: ${graph.fold.length ? 'some states violate a property' : 'a property is violated'}. A click goes there.`;
      this.draw();
      this.fold.scrollIntoView({ block: 'nearest' });
    } catch (e) {
      this.words.textContent = e.message;
    }
  }

  draw() {
    const { stage } = this.player, k = Math.ceil(stage.at), focused = this.svg.contains(document.activeElement);
    if (!this.fold.open || !this.graph) return;
    drawGraph(this.svg, this.graph, { at: k, cycle: stage.run.doc.cycle, go: (walk, position) => (position >= 0 ? stage.go(position) : this.leave(walk)) });
    if (focused) this.svg.querySelector('.here')?.focus();
  }

  // leave goes to a state beside the run.
  leave(walk) {
    const url = this.player.walk(0);
    url.searchParams.set('walk', walk);
    this.player.stage.ask(() => this.player.enter(url), 0);
  }
}
