// The state graph: levels from top to bottom, the run in bold, the cycle in its own colour. A click goes to a state.
// Input: the JSON of study.Graph. An arrow key moves between nodes, Enter goes there.

import { el, set } from './dom.js';

// layout places the nodes: each level a row, a node below the middle of those that lead to it.
export function layout(graph, width) {
  const levels = [...new Set(graph.nodes.map(node => node.level))].sort((a, b) => a - b); // a folded graph has none for some numbers
  const row = graph.nodes.map(node => levels.indexOf(node.level)), rows = levels.map(() => []);
  row.forEach((place, i) => rows[place].push(i));
  const above = graph.nodes.map(() => []);
  for (const [from, to] of graph.edges) if (graph.nodes[from].level < graph.nodes[to].level) above[to].push(from);
  const widest = Math.max(...rows.map(row => row.length));
  const radius = Math.max(5, Math.min(16, width / widest / 2.6)), gap = Math.max(radius * 2 + 26, 44);
  const x = [], y = [];
  rows.forEach((nodes, level) => {
    const wish = i => above[i].length ? above[i].reduce((sum, j) => sum + x[j], 0) / above[i].length : width / 2;
    nodes.sort((a, b) => wish(a) - wish(b) || a - b);
    const space = Math.min(width / nodes.length, 120), left = (width - space * nodes.length) / 2;
    nodes.forEach((i, place) => { x[i] = left + space * (place + .5); y[i] = gap * level + radius + 8; });
  });
  return { x, y, radius, row, rows, height: gap * (rows.length - 1) + 2 * radius + 16 };
}

// drawGraph fills an svg. at: the number of the run's state that is shown; cycle: the state to which the run goes back, or null;
// go(walk, position): goes to a state, by its walk or, if the run passes it, by its position.
export function drawGraph(svg, graph, { at, cycle, go }) {
  const width = Math.max(320, svg.clientWidth), { x, y, radius, row, rows, height } = layout(graph, width);
  const path = (from, to) => {
    if (from === to) return `M${x[from] + radius * .7} ${y[from] - radius * .7}a${radius} ${radius} 0 1 1 0 ${radius * 1.4}`;
    const right = row[from] > row[to] ? 40 : 0, down = row[from] === row[to] ? 1.6 * radius : 0; // back up, or beside
    return `M${x[from]} ${y[from]}Q${(x[from] + x[to]) / 2 + right} ${(y[from] + y[to]) / 2 + down} ${x[to]} ${y[to]}`;
  };
  const steps = new Map();
  graph.run.forEach((to, k) => {
    const from = graph.run[k - 1];
    if (k && from >= 0 && to >= 0) steps.set(from + ' ' + to, cycle !== null && k > cycle ? 'cycle' : 'run');
  });
  const lines = el('g', { class: 'edges' }), marks = el('g', { class: 'nodes' });
  const sorted = [...graph.edges].sort((a, b) => steps.has(a.join(' ')) - steps.has(b.join(' ')));
  for (const [from, to] of sorted) if (from !== to || !graph.fold.length) lines.append(el('path', { class: steps.get(from + ' ' + to) || 'edge', d: path(from, to) }));
  const nodes = graph.nodes.map((node, i) => {
    const k = graph.run.indexOf(i), words = describe(node, k);
    const g = el('g', {
      class: ['state', k >= 0 ? 'passed' : '', node.terminal ? 'terminal' : '', node.violates ? 'violating' : '', graph.run[at] === i ? 'here' : ''].join(' '),
      transform: `translate(${x[i]} ${y[i]})`, role: 'button', tabindex: graph.run[at] === i || (i === 0 && graph.run[at] < 0) ? 0 : -1, 'aria-label': words,
    }, el('title', {}, words), el('circle', { r: radius }));
    if (node.terminal) g.append(el('circle', { class: 'inner', r: radius - 3.5 }));
    const [side, size] = graph.fold.length ? [radius * .8, 4] : [0, radius / 2]; // of a class, the cross stands beside the count
    if (node.violates) g.append(el('path', { class: 'cross', d: `M${side - size} ${-side - size}l${2 * size} ${2 * size}m0 ${-2 * size}l${-2 * size} ${2 * size}` }));
    if (graph.fold.length && radius >= 13) g.append(el('text', { y: 5 }, short(node.count)));
    g.onclick = () => go(node.walk, k);
    g.onkeydown = event => {
      if (event.key === 'Enter') return g.onclick();
      const beside = rows[row[i]], place = beside.indexOf(i), sideways = { ArrowLeft: -1, ArrowRight: 1 }[event.key], down = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      const next = sideways ? beside[place + sideways] : down ? nearest(rows[row[i] + down], x, x[i]) : undefined;
      if (!sideways && !down) return;
      event.preventDefault();
      event.stopPropagation();
      if (next !== undefined) nodes[next].focus();
    };
    return g;
  });
  marks.append(...nodes);
  set(svg, { height, viewBox: `0 0 ${width} ${height}` });
  svg.replaceChildren(lines, marks);
}

const short = count => (count < 1000 ? String(count) : `${Math.round(count / 1000)}k`);
const nearest = (row, x, to) => row && row.reduce((best, i) => Math.abs(x[i] - to) < Math.abs(x[best] - to) ? i : best, row[0]);

function describe(node, k) {
  const words = [node.label];
  if (node.count >= 1000) words.push(`${short(node.count)} states: ${node.count.toLocaleString('en')}`);
  else if (node.count > 1) words.push(`${node.count} states`);
  if (k >= 0) words.push(k ? `after step ${k} of the run` : 'the run begins here');
  if (node.terminal) words.push('nothing more can happen');
  if (node.violates) words.push(`${node.count > 1 ? 'some violate' : 'violates'} ${node.violates}`);
  return words.join('; ');
}
