"use strict";
// One run is shown at a time, and of it one state. The fragment of the address says which.
const runs = [...document.querySelectorAll("section.run")];
let run = 0, step = 0, timer = null;
const all = (selector) => [...runs[run].querySelectorAll(selector)];
const last = () => Number(runs[run].dataset.last);
const loop = () => Number(runs[run].dataset.loop);
const before = () => Number(runs[run].dataset.before); // steps that are left out
const after = () => Number(runs[run].dataset.after);

function show(newRun, newStep, quietly) {
  run = Math.min(Math.max(newRun, 0), runs.length - 1);
  step = Math.min(Math.max(newStep, 0), last());
  runs.forEach((r, i) => { r.hidden = i !== run; });
  document.querySelectorAll(".pick").forEach((a, i) => mark(a, i === run));
  for (const s of all(".snapshot")) s.hidden = Number(s.dataset.step) !== step;
  for (const m of all(".lanes .moment")) m.classList.toggle("now", Number(m.dataset.step) === step);
  for (const a of all(".steps a")) {
    mark(a, Number(a.dataset.step) === step);
    if (Number(a.dataset.step) === step) within(a.closest(".side"), a);
  }
  all("input")[0].value = step;
  const again = loop() >= 0 && loop() < last() && step > loop() ? ", in the cycle" : "";
  all("output")[0].textContent = "step " + (before() + step) + " of " + (before() + last() + after()) + again;
  if (!quietly) history.replaceState(null, "", "#run=" + (run + 1) + "&step=" + step);
}
function mark(a, on) { if (on) a.setAttribute("aria-current", "step"); else a.removeAttribute("aria-current"); }
function within(box, item) {
  const top = item.offsetTop - box.offsetTop;
  if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 30) box.scrollTop = top - box.clientHeight / 2;
}
function next() {
  if (step < last()) show(run, step + 1);
  else if (loop() >= 0 && loop() < last()) show(run, loop() + 1);
  else pause();
}
function pause() {
  clearInterval(timer); timer = null;
  for (const b of document.querySelectorAll("[data-go=play]")) { b.textContent = "▶ play"; b.setAttribute("aria-pressed", "false"); }
}
function play() {
  if (timer) return pause();
  if (step === last() && !(loop() >= 0 && loop() < last())) show(run, 0);
  timer = setInterval(next, 900);
  for (const b of all("[data-go=play]")) { b.textContent = "▮▮ pause"; b.setAttribute("aria-pressed", "true"); }
}
const go = { first: () => show(run, 0), back: () => show(run, step - 1), next: next, last: () => show(run, last()), play: play };
const keys = { j: "next", ArrowRight: "next", ArrowDown: "next", k: "back", ArrowLeft: "back", ArrowUp: "back", Home: "first", End: "last", " ": "play" };

document.addEventListener("keydown", (e) => {
  if (!runs.length || e.ctrlKey || e.metaKey || e.altKey) return;
  const tag = e.target.tagName;
  if (e.key === "[" || e.key === "]") { pause(); show((run + (e.key === "]" ? 1 : runs.length - 1)) % runs.length, 0); return; }
  const what = keys[e.key];
  if (!what || tag === "INPUT" && e.key !== "j" && e.key !== "k" || (tag === "BUTTON" || tag === "A") && e.key === " ") return;
  e.preventDefault();
  if (what !== "play") pause();
  go[what]();
});
document.addEventListener("click", (e) => {
  const button = e.target.closest("[data-go]"), link = e.target.closest(".steps a, .moment"), pick = e.target.closest(".pick");
  if (button) { if (button.dataset.go !== "play") pause(); go[button.dataset.go](); }
  if (link) { e.preventDefault(); pause(); show(run, Number(link.dataset.step)); }
  if (pick) { e.preventDefault(); pause(); show(Number(pick.dataset.run) - 1, 0); }
});
for (const r of runs) {
  r.querySelector(".controls").hidden = false;
  r.querySelector("input").addEventListener("input", (e) => { pause(); show(run, Number(e.target.value)); });
}
function fromAddress() {
  const f = new URLSearchParams(location.hash.slice(1));
  show(Number(f.get("run") || 1) - 1 || 0, Number(f.get("step")) || 0, true);
}
addEventListener("hashchange", () => { if (runs.length) fromAddress(); });
if (runs.length) fromAddress();
