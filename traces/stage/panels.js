// The panels beside the picture: rules, choices, refusals, properties, the caption, and the menu of a process.
import { html, icon } from './dom.js';
import { explained } from './glossary.js';

const WORLD = {
  crash: 'A process may die at any time.', lose: 'The channel may lose a message.', restart: 'A dead process may come back.',
  tick: 'Time passes for all.', bounds: 'From now on the bounds hold.', mistakes: 'From now on the detector is right.', draw: 'A random number.', suspect: 'The detector is wrong.', withdraw: 'The detector corrects itself.', report: 'The detector reports a dead process.',
};
const LONG = 60; // letters of a rule that is shown with its values alone when it fires
const SIGNS = { true: ['✓', 'true so far'], idle: ['–', 'not applicable yet'], pending: ['…', 'still to come'], broken: ['✗', 'broken'] };

// keepFocus rebuilds a panel without losing the place of the keyboard.
export function keepFocus(panel, build) {
  const held = panel.contains(document.activeElement) ? document.activeElement.dataset.key || 'first' : '';
  build();
  if (!held) return;
  const keyed = [...panel.querySelectorAll('[data-key]')];
  (keyed.find(e => e.dataset.key === held) || keyed[0])?.focus({ preventScroll: true });
}

export function rules(list, stage) {
  const { run, k } = stage, step = run.step(k), now = step?.rules || [], known = new Set((run.doc.rules || []).map(r => r.id));
  const cards = (run.doc.rules || []).map(r => card(r, now.filter(f => f.id === r.id), now, stage));
  for (const f of now) if (!known.has(f.id)) cards.unshift(card({ id: f.id, when: '', text: '' }, [f], now, stage));
  const world = step && !now.length && WORLD[step.action.split(' ')[0]];
  if (world) cards.unshift(html('li', 'lit world', html('b', '', 'The world'), html('span', 'when', 'No rule of the algorithm.'), html('span', 'text', world)));
  list.replaceChildren(...cards);
  const lit = list.querySelector('.lit'), panel = list.closest('.panel');
  if (lit && panel) panel.scrollTop = Math.max(0, Math.min(lit.offsetTop - 44, lit.offsetTop + lit.offsetHeight - panel.clientHeight + 12));
}

function card(r, mine, all, stage) {
  const li = html('li', mine.length ? 'lit' : '', html('b', '', r.id)), tab = mine.length ? stage.tab : stage.tabs.get(r.id) || 'words';
  const show = { words: null, Go: r.go, 'TLA+': r.tla }, names = Object.keys(show).filter(n => n === 'words' || show[n]);
  if (names.length > 1) {
    const tabs = html('span', 'tabs');
    for (const n of names) {
      const b = html('button', '', n);
      b.dataset.key = r.id + n;
      b.setAttribute('aria-pressed', n === (show[tab] ? tab : 'words'));
      b.setAttribute('aria-label', `${n}: ${r.id}`);
      b.addEventListener('click', () => stage.openTab(r.id, n, mine.length > 0));
      tabs.append(b);
    }
    li.append(tabs);
  }
  if (tab !== 'words' && show[tab]) {
    const pre = html('pre', '', show[tab]);
    pre.tabIndex = 0;
    li.append(pre);
  } else li.append(...[['when', r.when], ['text', mine.length && r.text.length > LONG ? '' : r.text]].filter(([, text]) => text).map(([cls, text]) => html('span', cls, text)));
  for (const f of mine) li.append(html('span', 'filled', (all.length > 1 ? '①②③④⑤⑥⑦⑧⑨'[all.indexOf(f)] + ' ' : '') + f.text));
  if (mine.length) li.setAttribute('aria-current', 'true');
  return li;
}

// about says whether a choice or refusal concerns what is picked.
function about(x, m, pick) {
  if (!pick) return true;
  return 'process' in pick ? x.process === pick.process || x.peer === pick.process : !!m && m.i === pick.message;
}

export function choices(list, stage) {
  const { at, all, moving } = stage.offer(), pick = stage.picked, chosen = stage.run.chosen(at);
  if (!all) return list.replaceChildren(html('li', 'none', 'The choices of this moment were not recorded.'));
  if (!all.length) return list.replaceChildren(html('li', 'none', 'Nothing more can happen.'));
  const groups = new Map(), words = c => c.text.replace(/^P\d+ /, ''), key = c => c.action + words(c);
  all.forEach((c, i) => groups.set(key(c), [...(groups.get(key(c)) || []), i]));
  const rows = [...groups.values()].flatMap(g => g.length > 2 ? [g] : g.map(i => [i]));
  list.replaceChildren(...rows.map(g => {
    const buttons = g.map(i => {
      const b = choiceButton(stage, all[i], i, at, g.length > 1 ? 'P' + all[i].process : all[i].text, g.length === 1);
      if (pick) b.classList.add(about(all[i], stage.run.messageOf(all[i], at), pick) ? 'mine' : 'other');
      if (i === chosen) b.classList.add(moving ? 'going' : 'next');
      return b;
    });
    if (g.length === 1) return html('li', '', ...buttons);
    const c = all[g[0]];
    return html('li', 'group', html('span', 'what', icon(c.action, hueOf(stage, c, at)), words(c)), html('div', '', ...buttons));
  }));
}

const hueOf = (stage, c, at) => { const m = stage.run.messageOf(c, at); return m ? 'k' + m.hue : ''; };

function choiceButton(stage, c, i, at, text, withIcon) {
  const run = stage.run, b = html('button', 'choice' + (c.owed ? '' : ' may'));
  if (i < 10) b.append(html('kbd', '', String(i))); else if (withIcon) b.append(html('i'));
  b.dataset.key = c.text;
  if (withIcon) b.append(icon(c.action, hueOf(stage, c, at)));
  b.append(html('span', '', text));
  if (c.bound) b.append(html('small', '', `beyond ${c.bound}`));
  const taken = i === run.chosen(at), can = taken || stage.host?.act;
  b.title = taken ? 'The run goes on with this.' : can ? c.text + (c.owed ? '' : ' (optional)') : 'This run only plays; the walks of explore serve branch.';
  if (!can) b.setAttribute('aria-disabled', 'true');
  b.addEventListener('click', () => stage.take(i));
  const m = run.messageOf(c, at), hint = m ? { message: m.i } : { process: c.process };
  b.addEventListener('pointerenter', () => stage.hint(hint));
  b.addEventListener('pointerleave', () => stage.hint(null));
  return b;
}

export function refusals(list, stage) {
  const { at } = stage.offer(), pick = stage.picked, seen = new Set(), rows = new Map();
  for (const x of stage.run.refusals(at)) {
    if (pick && pick.process && x.process !== pick.process) continue;
    const key = x.action + x.why.replace(/\d+/g, '#');
    if (rows.has(key)) rows.get(key).who.push(x.process);
    else rows.set(key, { ...x, who: [x.process] });
  }
  const merged = new Map(); // what the same processes cannot do for the same reason
  for (const x of rows.values()) {
    const why = x.why.split(': ')[0], key = x.who.join() + why;
    if (merged.has(key)) merged.get(key).actions.push(x.action);
    else merged.set(key, { ...x, why, actions: [x.action], full: x.why });
  }
  list.replaceChildren(...[...merged.values()].map(x => refusal({ ...x, action: [...new Set(x.actions)].join(', ') }, seen, x.full)));
  if (!rows.size) list.append(html('li', 'none', 'Everything is possible.'));
  list.previousElementSibling.hidden = list.hidden = !stage.run.doc.states[at].cannot; // that was not recorded
}

// refusal is a line of what is impossible, with its guard.
function refusal(x, seen, full) {
  const who = [...new Set(x.who)], names = !who[0] ? 'the world' : who.length > 3 ? `${who.length} processes` : who.map(i => 'P' + i).join(', ');
  const li = html('li', '', icon(x.action), html('span', '', `${names}: ${x.action}`), html('span', 'guard', ...explained(x.why, seen)));
  if (full) li.title = full;
  return li;
}

export function properties(list, stage) {
  const { run, k } = stage, now = run.properties[k] || [];
  list.replaceChildren(...(run.doc.properties || []).map((p, i) => {
    const state = now[i] || 'idle', [sign, words] = SIGNS[state] || SIGNS.idle;
    const li = html('li', `${state}${p.asked ? '' : ' unasked'}${p.name === run.doc.property ? ' shown' : ''}`, html('span', 'sign', sign), html('span', '', p.name));
    li.firstChild.setAttribute('aria-hidden', 'true');
    li.append(html('span', 'unseen', ': ' + words));
    li.title = `${p.text || p.name} (${words}${p.asked ? '' : ', not asked'})`;
    return li;
  }));
}

// fired names the rules of a step with their values.
export const fired = step => (step?.rules || []).map(r => `${r.id}: ${r.text}`).join('    ');

export function caption(told, stage) {
  const { run, k } = stage, step = run.step(k), over = run.over(k), story = run.captions[k], doc = run.doc;
  const rounds = run.cycle !== null && stage.round > 1 ? ` · round ${stage.round}` : '';
  const state = doc.states[k], clock = [state.clock, step?.seconds !== undefined ? `${step.seconds.toFixed(2)} s` : ''].filter(x => x).join(' · ');
  told.count.textContent = `${k} / ${run.last}${rounds}`;
  told.clock.textContent = clock;
  const opening = () => {
    const leaders = new Set(run.ids.map(id => run.local(0, id).elected));
    return leaders.size > 1 ? 'At first.' : leaders.has(0) ? 'At first: no process has a leader.' : `At first: all have elected P${[...leaders][0]}.`;
  };
  told.story.replaceChildren(...(story ? explained(story.caption, new Set()) : []));
  if (story?.original) {
    const b = html('button', 'original', stage.showOriginal ? story.original : 'original');
    b.setAttribute('aria-expanded', stage.showOriginal);
    b.addEventListener('click', () => { stage.showOriginal = !stage.showOriginal; stage.refresh(true); });
    told.story.append(' ', b);
  }
  told.story.hidden = !story;
  const folded = step?.folded ? `${step.folded} heartbeats, then: ` : '';
  const says = folded + (step ? step.says : opening());
  if (told.says.textContent !== says) told.says.replaceChildren(...explained(says, new Set())); // or it would be read out again
  told.says.classList.toggle('lesser', !!story);
  told.fired.textContent = fired(step);
  const bad = doc.verdict === 'violated', sign = doc.verdict === 'holds' ? '✓ ' : bad ? '✗ ' : '';
  told.note.textContent = over && (doc.note || doc.property) ? sign + (doc.note || `${doc.property} ${bad ? 'is violated' : doc.verdict}`) : '';
  told.note.className = 'note ' + (run.cycle !== null && bad ? 'cycle' : bad ? 'bad' : doc.verdict === 'holds' ? 'good' : '');
}

// menu fills the menu beside a process or message: its variables, its choices, and what is impossible and why.
export function menu(box, stage) {
  const { run, picked } = stage, { at, all } = stage.offer(), m = picked.message !== undefined ? run.messages[picked.message] : null;
  const close = html('button', 'close', '×');
  close.setAttribute('aria-label', 'close');
  close.addEventListener('click', () => stage.pick(null));
  const title = m ? `${m.text}: P${m.from} → P${m.to}` : 'P' + picked.process;
  box.setAttribute('aria-label', title);
  box.replaceChildren(html('div', 'head', html('b', '', title), close));
  if (!m) {
    const s = run.local(stage.k, picked.process), dl = html('dl');
    if (s.suspects?.length) dl.append(html('dt', '', 'suspects'), html('dd', '', s.suspects.map(i => 'P' + i).join(', ')));
    for (const t of s.timers || []) dl.append(html('dt', '', `timer ${t.name}`), html('dd', '', t.total ? `${t.left} of ${t.total} ticks left` : 'armed'));
    for (const [name, value] of s.variables || []) dl.append(html('dt', '', name), html('dd', '', value));
    if (dl.children.length) box.append(dl);
  }
  const mine = (all || []).map((c, i) => [c, i]).filter(([c]) => about(c, run.messageOf(c, at), picked) && (m || c.process === picked.process));
  const ol = html('ol', 'choices', ...mine.map(([c, i]) => html('li', '', choiceButton(stage, c, i, at, c.text, true))));
  if (!mine.length) ol.append(html('li', 'none', m ? 'It cannot be taken or lost now.' : 'It can do nothing now.'));
  box.append(ol);
  const seen = new Set(), not = m ? [] : run.refusals(at).filter(x => x.process === picked.process);
  if (not.length) box.append(html('ul', 'refused', ...not.map(x => refusal({ ...x, who: [x.process] }, seen))));
}
