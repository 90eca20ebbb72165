// A saved file: it plays its runs and branches nowhere.
import { Stage } from './stage.js';

// The documents are JSON, packed: so a long run is a small file.
const packed = Uint8Array.from(atob(document.getElementById('runs').textContent), c => c.charCodeAt(0));
const runs = JSON.parse(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).text());
const host = {
  runs: runs.map(r => r.title),
  at: 0,
  pick(i, at) { // at the same moment
    const link = new URLSearchParams(location.hash.slice(1));
    link.set('run', i + 1);
    link.set('at', at);
    location.hash = link.toString();
  },
};
const stage = runs.length ? new Stage(document.getElementById('stage'), host) : null;

function followLink() {
  const i = Math.max(0, Math.min(runs.length - 1, (new URLSearchParams(location.hash.slice(1)).get('run') || 1) - 1));
  if (stage.run?.doc !== runs[i]) {
    host.at = i;
    stage.load(runs[i]);
    document.title = runs[i].title;
  }
  stage.follow();
}
if (stage) {
  addEventListener('hashchange', followLink);
  followLink();
}
