// The pages of elections, and the form. Each is complete without this file; with it, runs play, and checks tell their state.
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const json = async address => (await fetch(address)).json();
const stages = () => import('./stage.js');

// films plays the runs of the first page.
async function films(list) {
  const [{ Stage }, runs] = await Promise.all([stages(), json('/films')]);
  all('.film .screen').forEach((screen, i) => {
    if (runs[i]?.run) new Stage(screen, null, { mini: true }).load(runs[i].run);
    else screen.textContent = runs[i]?.words ?? '';
  });
  list.dataset.ready = '';
}

// A Player plays a run of an algorithm's page, and lights the rules of each step.
class Player {
  constructor(root) {
    this.root = root;
    this.heading = root.closest('section')?.querySelector('h2');
    this.link = root.querySelector('.open');
    for (const button of all('[data-do]', root)) button.addEventListener('click', () => this.do(button.dataset.do));
  }

  async open(found) {
    found ??= await json(this.root.dataset.film);
    const screen = this.root.querySelector('.screen');
    if (!found.run) { screen.textContent = found.words; this.link.hidden = true; return; }
    if (!this.stage) {
      const { Stage } = await stages();
      this.stage = new Stage(screen, null, { mini: true, waits: true });
      const panels = this.stage.panels.bind(this.stage);
      this.stage.panels = () => { panels(); this.tell(); };
      for (const button of all('[data-do]', this.root)) button.hidden = false;
    }
    this.link.href = found.watch;
    this.stage.load(found.run, { at: 'end' in this.root.dataset ? found.run.steps.length : 0 });
    this.root.dataset.ready = '';
  }

  do(what) {
    if (what === 'play') this.stage.play();
    else if (what === 'next') this.stage.next();
    else this.stage.previous();
  }

  // tell shows what the moment says: the rules that made it, and whether it plays.
  tell() {
    const { run, k, playing } = this.stage, fired = new Set((run.step(k)?.rules ?? []).map(r => r.id));
    this.root.querySelector('[data-do=play]').textContent = playing ? '▮▮ Pause' : '▶ Play';
    for (const card of all('.cards li')) card.classList.toggle('lit', fired.has(card.id));
    if (k === run.last && run.cycle === null && run.doc.note) this.root.querySelector('.says').textContent += ` ${run.doc.note}`;
  }
}

// chips checks the worlds of "what if", one after the other. A click plays a run.
async function chips(list, player) {
  for (const link of all('.chip', list)) {
    const asks = link.querySelector('b').textContent, words = link.querySelector('span');
    link.className = 'chip running';
    words.textContent = 'checking';
    const found = await json('/film?show=counterexample&' + new URL(link.href).search.slice(1));
    link.className = `chip ${found.state}`;
    words.textContent = found.words;
    link.addEventListener('click', async e => {
      if (!found.run && found.state !== 'holds' || !player || e.button || e.ctrlKey || e.metaKey || e.shiftKey) return;
      e.preventDefault();
      await player.open(found.run ? found : await json(link.dataset.film));
      player.heading.textContent = `If ${asks}: ` + (found.run ? `${found.words} is violated` : 'a run without a fault of the algorithm');
      player.root.scrollIntoView({ block: 'center' });
      player.stage?.play();
    });
  }
  list.dataset.ready = '';
}

// say keeps the sentence and the command of the form with its answers.
function say(form) {
  let latest = 0;
  const asked = () => {
    const query = new URLSearchParams(new FormData(form));
    for (const [name, value] of [...query]) if (!value.trim()) query.delete(name);
    return query;
  };
  form.addEventListener('input', async () => {
    const mine = ++latest, said = await json('/sentence?' + asked());
    if (mine !== latest) return;
    const line = document.getElementById('sentence');
    line.textContent = said.error ?? said.sentence;
    line.classList.toggle('error', !!said.error);
    document.getElementById('command').textContent = said.command;
  });
  document.getElementById('algo').addEventListener('change', e => location.assign('/check?form=only&algo=' + e.target.value));
}

for (const button of all('[data-copy]')) {
  button.hidden = !navigator.clipboard;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = 'Copied';
  });
}
const list = document.getElementById('films'), ifs = document.getElementById('what-if'), form = document.getElementById('world');
let player;
function play() {
  const place = document.getElementById('player');
  if (!place || player?.root === place) return;
  player = new Player(place);
  player.open();
}
play();
document.addEventListener('done', play); // what a job has found
if (list) films(list);
if (ifs) chips(ifs, player);
if (form) say(form);
