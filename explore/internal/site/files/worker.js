// The worker of the static site: it unpacks the explorer, runs it, and passes requests on to it.
'use strict';
importScripts('wasm_exec.js');

// load is a file of the site; it tells how much of it has come.
async function load(name) {
  const answer = await fetch(name), of = Number(answer.headers.get('Content-Length')), parts = [];
  if (!answer.ok) throw new Error(`${name}: the server answers with ${answer.status}`);
  let loaded = 0;
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    loaded += value.length;
    postMessage({ loaded, of: Math.max(of, loaded) });
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

// unpack reads the format .lzma, with its length in the header. The names are those of its specification.
function unpack(packed) {
  const lc = packed[0] % 9, lp = Math.floor(packed[0] / 9) % 5, pb = Math.floor(packed[0] / 45);
  const out = new Uint8Array(new DataView(packed.buffer, packed.byteOffset).getUint32(5, true));
  const probabilities = n => new Uint16Array(n).fill(1024);
  let at = 18, range = 0xFFFFFFFF, code = new DataView(packed.buffer, packed.byteOffset).getUint32(14) >>> 0;

  function normalize() {
    if (range >>> 0 < 0x1000000) {
      range = (range << 8) >>> 0;
      code = (code << 8 | packed[at++]) >>> 0;
    }
  }
  function bit(p, i) {
    const v = p[i], bound = (range >>> 11) * v;
    let b = 0;
    if (code < bound) {
      p[i] = v + (2048 - v >>> 5);
      range = bound;
    } else {
      p[i] = v - (v >>> 5);
      code -= bound;
      range -= bound;
      b = 1;
    }
    normalize();
    return b;
  }
  function direct(n) {
    let v = 0;
    for (; n > 0; n--) {
      range >>>= 1;
      const b = code >= range ? 1 : 0;
      if (b) code -= range;
      v = v << 1 | b;
      normalize();
    }
    return v;
  }
  function tree(p, from, bits) {
    let m = 1;
    for (let i = 0; i < bits; i++) m = m << 1 | bit(p, from + m);
    return m - (1 << bits);
  }
  function reverse(p, from, bits) {
    let m = 1, v = 0;
    for (let i = 0; i < bits; i++) {
      const b = bit(p, from + m);
      m = m << 1 | b;
      v |= b << i;
    }
    return v;
  }
  const lengths = () => ({ choice: probabilities(2), low: probabilities(128), mid: probabilities(128), high: probabilities(256) });
  function length(c, state) {
    if (!bit(c.choice, 0)) return tree(c.low, state << 3, 3);
    if (!bit(c.choice, 1)) return 8 + tree(c.mid, state << 3, 3);
    return 16 + tree(c.high, 0, 8);
  }

  const literal = probabilities(0x300 << lc + lp), match = probabilities(192), rep0long = probabilities(192), rep = probabilities(12),
    repG0 = probabilities(12), repG1 = probabilities(12), repG2 = probabilities(12), slot = probabilities(256), special = probabilities(128),
    align = probabilities(16), len = lengths(), repLen = lengths();
  let n = 0, state = 0, d0 = 0, d1 = 0, d2 = 0, d3 = 0; // the last distances, less one
  while (n < out.length) {
    const pos = n & (1 << pb) - 1;
    if (!bit(match, (state << 4) + pos)) {
      const from = 0x300 * (((n & (1 << lp) - 1) << lc) + ((n ? out[n - 1] : 0) >>> 8 - lc));
      let m = 1;
      if (state >= 7) {
        for (let like = out[n - d0 - 1]; m < 0x100;) {
          const l = like >>> 7 & 1, b = bit(literal, from + (1 + l << 8) + m);
          like <<= 1;
          m = m << 1 | b;
          if (l !== b) break;
        }
      }
      while (m < 0x100) m = m << 1 | bit(literal, from + m);
      out[n++] = m;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count;
    if (!bit(rep, state)) {
      [d3, d2, d1] = [d2, d1, d0];
      count = length(len, pos);
      state = state < 7 ? 7 : 10;
      d0 = tree(slot, Math.min(count, 3) << 6, 6);
      if (d0 >= 4) {
        const s = d0, bits = (s >> 1) - 1;
        d0 = (2 | s & 1) << bits;
        d0 += s < 14 ? reverse(special, d0 - s, bits) : (direct(bits - 4) << 4) + reverse(align, 0, 4);
      }
    } else {
      if (!bit(repG0, state)) {
        if (!bit(rep0long, (state << 4) + pos)) {
          state = state < 7 ? 9 : 11;
          out[n] = out[n++ - d0 - 1];
          continue;
        }
      } else if (!bit(repG1, state)) [d0, d1] = [d1, d0];
      else if (!bit(repG2, state)) [d0, d1, d2] = [d2, d0, d1];
      else [d0, d1, d2, d3] = [d3, d0, d1, d2];
      count = length(repLen, pos);
      state = state < 7 ? 8 : 11;
    }
    for (count += 2; count > 0 && n < out.length; count--) out[n] = out[n++ - d0 - 1];
  }
  return out;
}

async function start() {
  const go = new Go(), { instance } = await WebAssembly.instantiate(unpack(await load('interrex.wasm.lzma')), go.importObject);
  await go.run(instance);
  throw new Error('its program has ended');
}

self.ready = () => {
  onmessage = ({ data: { id, method, address, body, type } }) =>
    self.answer(method, address, type, body, (status, headers, body) => postMessage({ id, answer: { status, headers, body } }));
  postMessage({ ready: true });
};
start().catch(e => postMessage({ failed: e.message }));
