// The stage of a running cluster: it shows what the nodes do, until one looks back.
import { Stage } from './stage.js';

const BEHIND = 12; // steps, above which the stage skips some
const said = document.getElementById('said'), live = said.textContent;
let now = { version: 0, dropped: 0, run: null }, shown = 0;

async function get(version) {
  const answer = await fetch(`run?version=${version}`);
  if (!answer.ok) throw new Error(`The cluster answers with ${answer.status}.`);
  return answer.json();
}

const host = {
  // act asks for an action, and gives the run that comes of it.
  async act(i) {
    const c = now.run.choices[now.run.states[now.run.steps.length].can[i]], before = now.version;
    const answer = await fetch('act', { method: 'POST', body: new URLSearchParams({ action: c.action, node: c.process }) });
    if (!answer.ok) throw new Error((await answer.text()).trim());
    const next = await get(before);
    stage.branchEnd = false;
    now = next;
    return next.run;
  },
  link: () => location.pathname,
};
const stage = new Stage(document.getElementById('stage'), host);

// follow shows a newer run: at its end, if the end has been shown so far.
function follow(next) {
  const last = stage.run ? stage.run.last : 0, follows = !stage.run || stage.playing || stage.k === last;
  const lost = next.dropped - now.dropped, at = Math.max(0, stage.run ? stage.at - lost : next.run.steps.length);
  now = next;
  for (const state of next.run.states) state.can = next.run.states.at(-1).can; // what can be done is done now
  const end = next.run.steps.length;
  if (!follows) {
    stage.load(next.run, { at });
    return;
  }
  const from = Math.min(end, Math.max(Math.floor(at), end - BEHIND));
  stage.load(next.run, { at: from });
  stage.loop = false;
  stage.speed = end - from > 2 ? 4 : 1;
  if (from < end) stage.play();
}

for (;;) {
  try {
    const next = await get(now.version);
    if (next.version > now.version) follow(next);
    const gaps = (next.gaps || []).map(node => `P${node}`).join(', ');
    said.textContent = gaps ? `Steps of ${gaps} are missing: the trace cannot be written. Is the disk full?` : live;
    if (next.fault) said.textContent = `The traces can be read no further: ${next.fault}`;
    shown++;
  } catch (e) {
    said.textContent = shown ? 'The cluster has ended.' : e.message;
    for (const state of now.run?.states || []) state.can = [];
    stage.refresh(true);
    break;
  }
  while (stage.run && stage.playing && stage.k < stage.run.last - 1) await new Promise(wake => setTimeout(wake, 100));
}
