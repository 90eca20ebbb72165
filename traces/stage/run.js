// A run document, with what the picture asks of it at every frame.

const DEAD = { live: false, role: 'dead', elected: 0 };

export class Run {
  constructor(doc) {
    this.doc = doc;
    this.ids = doc.processes;
    this.steps = doc.steps || [];
    this.last = this.steps.length;
    this.stays = doc.cycle === this.last; // the last state repeats for ever
    this.cycle = this.stays ? null : doc.cycle ?? null;
    this.topology = doc.topology;
    this.messages = (doc.messages || []).map((m, i) => ({ ...m, end: m.end ?? null, i, hue: hue(m.kind) }));
    this.place = new Map(this.ids.map((id, i) => [id, i]));
    this.underWay = Array.from({ length: this.last + 1 }, () => []); // also those that end or are lost in this step
    for (const m of this.messages) {
      const end = m.end === null ? this.last : m.end;
      for (let k = m.sent; k <= end; k++) this.underWay[k]?.push(m);
    }
    this.continued = new Map(); // a message whose way changes -> the one that goes on for it
    this.pairMoved();
    this.timed = Math.min(2, Math.max(0, ...(doc.locals || []).map(l => (l.timers || []).length)));
    this.suspicious = (doc.locals || []).some(l => l.suspects?.length);
    this.times = this.clockTimes();
    this.captions = [null, ...this.steps.map(s => s.caption ? s : null)];
    let now;
    this.properties = (doc.states || []).map(s => (now = s.properties || now));
  }

  // clockTimes are the times of the states of a recorded run, in seconds; null: unknown. What has no time has that before it.
  clockTimes() {
    if (!this.steps.some(s => s.seconds !== undefined)) return null;
    const all = [this.steps.find(s => s.seconds !== undefined).seconds];
    for (const s of this.steps) all.push(Math.max(all[all.length - 1], s.seconds ?? 0));
    return all;
  }

  pairMoved() {
    const free = new Set(this.messages);
    for (const m of this.messages.filter(m => m.fate === 'moved')) {
      const all = [...free].filter(c => c.i !== m.i && c.sent === m.end && c.text === m.text);
      const next = all.find(c => c.from === m.from || c.to === m.to) || all[0];
      if (next) this.continued.set(m.i, next);
      free.delete(next);
    }
    this.continues = new Map([...this.continued].map(([i, next]) => [next.i, this.messages[i]]));
  }

  local(k, id) { return this.doc.locals[this.doc.states[k].locals[this.place.get(id)]] || DEAD; }
  open(m, k) { return m.sent <= k && (m.end === null || m.end > k); }
  waiting(k) { return this.underWay[k].filter(m => this.open(m, k)); }
  sent(k) { return this.underWay[k].filter(m => m.sent === k && !this.continues.has(m.i)); }
  step(k) { return k > 0 ? this.steps[k - 1] : null; }
  taken(k) { return this.messages[this.step(k)?.takes] || null; }
  deadness(k) { return new Map(this.ids.map(id => [id, this.local(k, id).live ? 0 : 1])); }

  // choices in state k, or null if they are not known.
  choices(k) { const s = this.doc.states[k]; return s.can ? s.can.map(i => this.doc.choices[i]) : null; }
  refusals(k) { return (this.doc.states[k].cannot || []).map(i => this.doc.refusals[i]); }
  chosen(k) { return k < this.last ? this.steps[k].choice ?? -1 : -1; }

  // messageOf finds the message in state k that a choice is about.
  messageOf(c, k) {
    if (!c.message) return null;
    const way = m => (m.to === c.process && m.from === c.peer) || (m.from === c.process && m.to === c.peer);
    return this.waiting(k).find(m => m.text === c.message && way(m)) || null;
  }

  over(k) { return k === this.last || (this.cycle !== null && k > this.cycle); }

  // parts are the lengths of the parts of a step, in ms at speed 1: a pulse for folded heartbeats, taking a
  // message or running a timer down, the change, the sends, and a death within the step.
  parts(k) {
    const s = this.step(k), sent = this.sent(k).length;
    const lost = this.underWay[k].some(m => m.end === k && m.sent < k && m.fate !== 'taken');
    const fold = s.folded ? 700 : 0;
    const take = s.action === 'lose' ? 0 : this.taken(k) ? 450 : s.action.startsWith('timeout') ? 700
      : /^(detect|suspect|report)/.test(s.action) ? 450 : 120;
    const change = lost || /^(crash|restart|lose)/.test(s.action) ? 1000 : s.action === 'tick' ? 260 : 320;
    const stagger = Math.min(90, 450 / Math.max(1, sent)), send = 900;
    const sending = sent ? send - 220 + stagger * (sent - 1) : 0, death = s.crashed ? 700 : 0;
    return { fold, take, change, send, stagger, death, sends: fold + take + change - 220, dies: fold + take + change + sending,
      total: fold + take + change + sending + death };
  }
}

// A kind is coloured by its meaning: 1 a call, 2 an answer, 3 leadership, 4 to 6 others.
export function hue(kind) {
  if (/^(VOTE|PREVOTE|OK|ANSWER|REPLY|ACK)/.test(kind)) return 2;
  if (/^(COORD|ELECTED|LEADER|ALIVE|DECIDE|HEARTBEAT)/.test(kind)) return 3;
  if (/^(ELECT|PROBE|REQUEST|CALL|ASK)/.test(kind)) return 1;
  return 4 + [...kind].reduce((sum, c) => sum + c.charCodeAt(0), 0) % 3;
}

// brief is the text of a message where there is no room: E(4) for ELECTION(4).
export const brief = text => text.replace(/^([A-Z])[A-Z]{2,}/, '$1');

// label says in few words what a process is; the shapes around it say the same.
export function label(s, small) {
  if (!s.live) return small ? '' : 'dead';
  const value = name => s.variables?.find(v => v[0] === name)?.[1];
  const words = [];
  if (s.role === 'leader') words.push(small ? '' : 'leader');
  else if (s.role !== 'idle') words.push(small ? '' : value('mode') || s.role);
  if (s.elected && s.role !== 'leader') words.push(small ? `♛ ${s.elected}` : `elected P${s.elected}`);
  for (const name of ['term', 'round', 'phase']) if (value(name) && !small) words.push(`${name} ${value(name)}`);
  return words.filter(w => w).join(', ');
}
