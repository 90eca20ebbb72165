// Terms of docs/glossary.md, explained where they stand.
import { html } from './dom.js';

export const TERMS = {
  'bound': 'a limit on the search; it makes a verdict inconclusive',
  'budget': 'how often the adversary may act; part of the world',
  'candidate': 'a process that stands for election and collects answers or votes',
  'channel': 'carries messages from one process to another, in order of sending',
  'counterexample': 'a shortest path or lasso that violates a property',
  'crash': 'makes a process dead',
  'detector': 'reports dead processes. It may be incomplete or inaccurate',
  'elected': 'the process that a process considers the leader, or ⊥ for none',
  'enabled': 'possible in a state',
  'idle': 'neither taking part in an election nor waiting. Only an idle process detects a dead leader',
  'initiators': 'the processes that may start an election on their own',
  'lasso': 'an infinite run: a stem, then a cycle that repeats forever',
  'leader': 'a live process that has elected itself',
  'liveness': 'violated only by an infinite run',
  'restart': 'makes a dead process live again, under its id',
  'safety': 'violated by a finite path',
  'suspects': 'takes for dead; a detector may be wrong',
  'term': 'the number of an election of raft; a process votes once in each',
  'tick': 'the unit of discrete time',
  'timer': 'wakes the process that armed it; -timeouts sets when it may fire',
  'vacuous': 'true because the premise is never true. A witness is a path to a true premise',
  'world': 'channels, timers, detectors, crashes and other surroundings of an algorithm',
};

// LETTERS of the rules, by the first letters of their numbers.
const LINE = { i: 'this process', j: 'the number in its message' }, HEARD = { i: 'this process', j: 'the sender of the message' };
const LETTERS = {
  RI: LINE, RA: LINE, RM: LINE, CR: LINE, LL: { ...LINE, e: 'the answer in it' }, RW: { k: 'a process that it watches' }, RD: { k: 'the process that may be dead' },
  BU: HEARD, BR: HEARD, RF: { ...HEARD, t: 'the term in it', l: 'the log in it' }, HS: { ...LINE, r: 'the phase in it', h: 'the hops in it' },
  IR: { k: 'the number drawn', h: 'the hops in the message', c: 'whether no other has this number', N: 'the number of processes' },
  OT: { q: 'the sender of the message' }, OM: { p: 'this process', q: 'the process that the message or timer is of' },
};

// lettersOf are the letters in rules, with their meanings.
export const lettersOf = rules => Object.fromEntries(rules.flatMap(r => Object.entries(LETTERS[r.id.slice(0, 2)] || {})
  .filter(([letter]) => new RegExp(`\\b${letter}\\b`).test(r.when + ' ' + r.text))));

// explained splits a text at the terms that are not in seen yet, and marks each of them.
export function explained(text, seen, terms = TERMS) {
  const out = [], word = new RegExp(`\\b(${Object.keys(terms).join('|') || '$^'})\\b`);
  for (let rest = text; rest;) {
    const m = word.exec(rest), end = m ? m.index + m[0].length : rest.length;
    if (!m || seen.has(m[0])) out.push(rest.slice(0, end));
    else {
      seen.add(m[0]);
      out.push(rest.slice(0, m.index), html('dfn', '', m[0], { tabindex: 0, 'data-term': m[0], 'data-means': terms[m[0]] }));
    }
    rest = rest.slice(end);
  }
  return out;
}

// explain shows the definition of a term while the pointer or the focus is on it.
export function explain(root) {
  const tip = html('div', 'tip', { role: 'tooltip', id: 'tip-' + Math.random().toString(36).slice(2), hidden: '' });
  root.append(tip);
  const show = e => {
    const dfn = e.target.closest?.('dfn[data-term]');
    if (!dfn) return;
    tip.replaceChildren(html('b', '', dfn.dataset.term), ': ' + dfn.dataset.means);
    dfn.setAttribute('aria-describedby', tip.id);
    tip.hidden = false;
    const a = dfn.getBoundingClientRect(), b = tip.getBoundingClientRect();
    tip.style.left = Math.max(8, Math.min(innerWidth - b.width - 8, a.left)) + 'px';
    tip.style.top = (a.bottom + b.height + 12 < innerHeight ? a.bottom + 6 : a.top - b.height - 6) + 'px';
  };
  const hide = () => { tip.hidden = true; };
  for (const event of ['pointerover', 'focusin']) root.addEventListener(event, show);
  for (const event of ['pointerout', 'focusout']) root.addEventListener(event, hide);
  return hide;
}
