// The panels beside the picture: rules, choices, refusals, properties, the caption, and the menu of a process.
import { html, icon } from './dom.js';
import { explained, lettersOf } from './glossary.js';

const WORLD = {
  crash: 'A process may die at any time.', lose: 'The channel may lose a message.', restart: 'A dead process may come back.',
  tick: 'Time passes for all.', bounds: 'From now on the bounds hold.', mistakes: 'From now on the detector is right.', draw: 'A random number.', suspect: 'The detector is wrong.', withdraw: 'The detector corrects itself.', report: 'The detector reports a dead process.',
};
export const FIXED = 'This run only plays; the walks of explore serve branch.';
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
  const { run, k } = stage, step = run.step(k), now = step?.rules || [], known = run.doc.rules || [];
  const cards = known.map(r => card(r, now.filter(f => f.id === r.id), now, stage));
  for (const f of now) if (!known.some(r => r.id === f.id)) cards.unshift(card({ id: f.id, when: '', text: '' }, [f], now, stage));
  const world = step && !now.length && WORLD[step.action.split(' ')[0]];
  if (world) cards.unshift(html('li', 'lit world', html('b', '', 'The world'), html('span', 'when', 'No rule of the algorithm.'), html('span', 'text', world)));
  const letters = lettersOf(known), means = Object.entries(letters).map(([letter, meaning]) => `${letter} is ${meaning}`);
  for (const e of cards.flatMap(c => [...c.querySelectorAll('.when, .text')])) e.replaceChildren(...explained(e.textContent, new Set(), letters));
  list.replaceChildren(html('li', 'letters', ...means.length ? [`Here ${means.join(', ')}.`] : [{ hidden: '' }]), ...cards);
  const lit = list.querySelector('.lit'), panel = list.closest('.panel');
  if (lit && panel) panel.scrollTop = Math.max(0, Math.min(lit.offsetTop - 44, lit.offsetTop + lit.offsetHeight - panel.clientHeight + 12));
}

function card(r, mine, all, stage) {
  const li = html('li', mine.length ? 'lit' : '', html('b', '', r.id)), tab = mine.length ? stage.tab : stage.tabs.get(r.id) || 'words';
  const show = { words: null, Go: r.go, 'TLA+': r.tla }, names = Object.keys(show).filter(n => n === 'words' || show[n]);
  if (names.length > 1) li.append(html('span', 'tabs', ...names.map(n => html('button', '', n, { 'data-key': r.id + n, 'aria-label': `${n}: ${r.id}`,
    'aria-pressed': n === (show[tab] ? tab : 'words'), onclick: () => stage.openTab(r.id, n, mine.length > 0) }))));
  if (tab !== 'words' && show[tab]) li.append(html('pre', '', { tabindex: 0 }, show[tab]));
  else li.append(...[['when', r.when], ['text', mine.length && r.text.length > LONG ? '' : r.text]].filter(([, text]) => text).map(([cls, text]) => html('span', cls, text)));
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
  const cut = /, dies after (\d+) of \d+ messages$/, words = c => c.text.replace(/^P\d+ /, '').replace(cut, ', and dies after some messages');
  const groups = new Map(), key = c => c.action + words(c), short = c => `P${c.process}` + (cut.test(c.text) ? ` after ${cut.exec(c.text)[1]}` : '');
  all.forEach((c, i) => groups.set(key(c), [...(groups.get(key(c)) || []), i]));
  const rows = [...groups.values()].flatMap(g => g.length > 2 ? [g] : g.map(i => [i]));
  list.replaceChildren(...rows.map(g => {
    const buttons = g.map(i => {
      const b = choiceButton(stage, all[i], i, at, g.length > 1 ? short(all[i]) : all[i].text, g.length === 1);
      if (pick) b.classList.add(about(all[i], stage.run.messageOf(all[i], at), pick) ? 'mine' : 'other');
      if (i === chosen) b.classList.add(moving ? 'going' : 'next');
      return b;
    });
    if (g.length === 1) return html('li', '', ...buttons);
    const c = all[g[0]];
    return html('li', 'group', html('span', 'what', icon(c.action, hueOf(stage, c, at)), words(c)), html('div', '', ...buttons));
  }));
}

export const KEYS = '0123456789abdeghijkmopqstvwxyz'; // the other letters have a meaning
const hueOf = (stage, c, at) => { const m = stage.run.messageOf(c, at); return m ? 'k' + m.hue : ''; };

function choiceButton(stage, c, i, at, text, withIcon) {
  const run = stage.run, m = run.messageOf(c, at), taken = i === run.chosen(at), can = taken || stage.host?.act;
  const parts = [KEYS[i] ? html('kbd', '', KEYS[i]) : withIcon && html('i'), withIcon && icon(c.action, hueOf(stage, c, at)), html('span', '', text),
    c.bound && html('small', '', `beyond ${c.bound}`)].filter(part => part);
  return html('button', 'choice' + (c.owed ? '' : ' may'), ...parts, {
    'data-key': c.text, onclick: () => stage.take(i), ...(can ? {} : { 'aria-disabled': 'true' }),
    title: taken ? 'The run goes on with this.' : can ? c.text + (c.owed ? '' : ' (optional)') : FIXED,
    onpointerenter: () => stage.hint(m ? { message: m.i } : { process: c.process }), onpointerleave: () => stage.hint(null),
  });
}

// refusals lists what is impossible, with its guard: once for processes and actions that have it in common.
export function refusals(list, stage) {
  const { at } = stage.offer(), pick = stage.picked, seen = new Set(), gather = (all, key, one) => Object.values(Object.groupBy(all, key)).map(one);
  const mine = stage.run.refusals(at).filter(x => !pick?.process || x.process === pick.process);
  const rows = gather(mine, x => x.action + x.why.replace(/\d+/g, '#'), g => ({ ...g[0], who: [...new Set(g.map(x => x.process))], short: g[0].why.length < 120 && g.every(x => x.why === g[0].why) ? g[0].why : g[0].why.split(': ')[0] }));
  list.replaceChildren(...gather(rows, x => x.who + x.short, g => {
    const { who, short, why } = g[0], names = !who[0] ? 'the world' : who.length > 3 ? `${who.length} processes` : who.map(i => 'P' + i).join(', ');
    const actions = [...new Set(g.map(x => x.action))].join(', ');
    return html('li', '', icon(g[0].action), html('span', '', `${names}: ${actions}`), html('span', 'guard', ...explained(short, seen)), { title: why });
  }));
  if (!rows.length) list.append(html('li', 'none', 'Everything is possible.'));
}

export function properties(list, stage) {
  const { run, k } = stage, now = run.properties[k] || [];
  list.replaceChildren(...(run.doc.properties || []).map((p, i) => {
    const state = now[i] || 'idle', [sign, words] = SIGNS[state] || SIGNS.idle;
    return html('li', `${state}${p.asked ? '' : ' unasked'}${p.name === run.doc.property ? ' shown' : ''}`, html('span', 'sign', sign, { 'aria-hidden': 'true' }),
      html('span', '', p.name), html('span', 'unseen', ': ' + words), { title: `${p.text || p.name} (${words}${p.asked ? '' : ', not asked'})` });
  }));
}

// fired names the rules of a step with their values.
export const fired = step => (step?.rules || []).map(r => `${r.id}: ${r.text}`).join('    ');

export function caption(told, stage) {
  const { run, k } = stage, step = run.step(k), story = run.captions[k], doc = run.doc;
  const rounds = run.cycle !== null && stage.round > 1 ? ` · round ${stage.round}` : '';
  told.count.textContent = `${k} / ${run.last}${rounds}`;
  told.clock.textContent = [doc.states[k].clock, step?.seconds !== undefined ? `${step.seconds.toFixed(2)} s` : ''].filter(x => x).join(' · ');
  const opening = () => {
    const leaders = new Set(run.ids.map(id => run.local(0, id).elected));
    return leaders.size > 1 ? 'At first.' : leaders.has(0) ? 'At first: no process has a leader.' : `At first: all have elected P${[...leaders][0]}.`;
  };
  told.story.replaceChildren(...(story ? explained(story.caption, new Set()) : []));
  if (story?.original) told.story.append(' ', html('button', 'original', stage.showOriginal ? story.original : 'original',
    { 'aria-expanded': stage.showOriginal, onclick: () => { stage.showOriginal = !stage.showOriginal; stage.refresh(true); } }));
  told.story.hidden = !story;
  const folded = step?.folded ? `${step.folded} heartbeats, then: ` : '';
  const says = folded + (step ? step.says : opening());
  if (told.says.textContent !== says) told.says.replaceChildren(...explained(says, new Set())); // or it would be read out again
  told.says.classList.toggle('lesser', !!story);
  told.fired.textContent = fired(step);
  const bad = doc.verdict === 'violated', sign = doc.verdict === 'holds' ? '✓ ' : bad ? '✗ ' : '';
  told.note.textContent = (run.over(k) || (bad && run.cycle !== null)) && (doc.note || doc.property) ? sign + (doc.note || `${doc.property} ${bad ? 'is violated' : doc.verdict}`) : '';
  told.note.className = 'note ' + (run.cycle !== null && bad ? 'cycle' : bad ? 'bad' : doc.verdict === 'holds' ? 'good' : '');
}

// menu fills the menu beside a process or message: its variables, its choices, and what is impossible and why.
export function menu(box, stage) {
  const { run, picked } = stage, { at, all } = stage.offer(), m = picked.message !== undefined ? run.messages[picked.message] : null;
  const title = m ? `${m.text}: P${m.from} → P${m.to}` : 'P' + picked.process;
  box.setAttribute('aria-label', title);
  box.replaceChildren(html('div', 'head', html('b', '', title), html('button', 'close', '×', { 'aria-label': 'close', onclick: () => stage.pick(null) })));
  const s = m ? {} : run.local(stage.k, picked.process), facts = [...s.suspects?.length ? [['suspects', s.suspects.map(i => 'P' + i).join(', ')]] : [],
    ...(s.timers || []).map(t => [`timer ${t.name}`, t.total ? `${t.left} of ${t.total} ticks left` : 'armed']), ...s.variables || []];
  if (facts.length) box.append(html('dl', '', ...facts.flatMap(([name, value]) => [html('dt', '', name), html('dd', '', value)])));
  const mine = (all || []).map((c, i) => [c, i]).filter(([c]) => about(c, run.messageOf(c, at), picked) && (m || c.process === picked.process));
  const ol = html('ol', 'choices', ...mine.map(([c, i]) => html('li', '', choiceButton(stage, c, i, at, c.text, true))));
  if (!mine.length) ol.append(html('li', 'none', m ? 'It cannot be taken or lost now.' : 'It can do nothing now.'));
  box.append(ol);
  const not = html('ul', 'refused');
  if (!m) { refusals(not, stage); box.append(not); }
}
