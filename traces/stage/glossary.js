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
const WORD = new RegExp(`\\b(${Object.keys(TERMS).join('|')})\\b`);

// explained splits a text at the terms that are not in seen yet, and marks each of them.
export function explained(text, seen) {
  const out = [];
  for (let rest = text; rest;) {
    const m = WORD.exec(rest), end = m ? m.index + m[0].length : rest.length;
    if (!m || seen.has(m[0])) out.push(rest.slice(0, end));
    else {
      seen.add(m[0]);
      const dfn = html('dfn', '', m[0]);
      dfn.tabIndex = 0;
      dfn.dataset.term = m[0];
      out.push(rest.slice(0, m.index), dfn);
    }
    rest = rest.slice(end);
  }
  return out;
}

// explain shows the definition of a term while the pointer or the focus is on it.
export function explain(root) {
  const tip = html('div', 'tip');
  tip.setAttribute('role', 'tooltip');
  tip.id = 'tip-' + Math.random().toString(36).slice(2);
  tip.hidden = true;
  root.append(tip);
  const show = e => {
    const dfn = e.target.closest?.('dfn[data-term]');
    if (!dfn) return;
    tip.replaceChildren(html('b', '', dfn.dataset.term), ': ' + TERMS[dfn.dataset.term]);
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
