"use strict";
// Everything is a link or a form that works without this file. With it, keys follow the links of the
// same name (data-key), a run plays by itself, and files may be dropped.
const named = (key) => document.querySelector('[data-key="' + key + '"]');
const keys = { j: "next", ArrowRight: "next", ArrowDown: "next", k: "back", ArrowLeft: "back", ArrowUp: "back", Home: "first", End: "end", u: "undo", " ": "play" };
const pause = 900; // milliseconds a step stays when a run plays
let timer = null;

function follow(key) {
  const link = named(key);
  if (!link) return false;
  link.click();
  return true;
}
function playing(on) {
  clearTimeout(timer);
  timer = on ? setTimeout(() => { if (!follow("next")) playing(false); }, pause) : null;
  const button = named("play");
  if (!button) return;
  button.textContent = on ? "▮▮ pause" : "▶ play";
  button.setAttribute("aria-pressed", String(on));
}
document.addEventListener("keydown", (e) => {
  const what = keys[e.key], tag = e.target.tagName;
  if (!what || e.ctrlKey || e.metaKey || e.altKey || !named("play")) return;
  if (["INPUT", "SELECT", "TEXTAREA"].includes(tag) && !(e.target.type === "range" && "jku".includes(e.key))) return;
  if (["BUTTON", "A", "SUMMARY"].includes(tag) && e.key === " ") return;
  e.preventDefault();
  if (what !== "play") playing(false);
  follow(what);
});
document.addEventListener("click", (e) => {
  const play = e.target.closest('[data-key="play"]'), moment = e.target.closest(".moment[data-step]");
  if (play) playing(!timer);
  else if (e.isTrusted && timer && e.target.closest("a, button")) playing(false);
  if (moment) {
    const link = document.querySelector('.steps a[data-step="' + moment.dataset.step + '"]');
    if (link) { playing(false); link.click(); }
  }
});
document.addEventListener("change", (e) => {
  if (e.target.id === "algo") document.querySelector(".reform").click();
  if (e.target.matches(".controls input[type=range]")) { playing(false); e.target.form.requestSubmit(); }
  if (e.target.matches(".drop input[type=file]") && e.target.files.length) e.target.form.requestSubmit();
});
for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
  document.addEventListener(kind, (e) => {
    const area = document.querySelector(".drop");
    if (!area) return;
    e.preventDefault();
    area.classList.toggle("over", kind === "dragenter" || kind === "dragover");
    if (kind === "drop" && e.dataTransfer.files.length) {
      const input = area.querySelector("input[type=file]");
      input.files = e.dataTransfer.files;
      input.form.requestSubmit();
    }
  });
}
// settle is called for each page and each part of one that has come.
function settle() {
  const button = named("play"), now = document.querySelector(".steps [aria-current]"), said = document.getElementById("said"), where = document.querySelector(".where");
  if (button) button.hidden = false;
  if (said && where && said.textContent !== where.textContent) said.textContent = where.textContent;
  if (now) within(now.closest(".steps"), now);
  const moment = document.querySelector(".stage .moment.now");
  if (moment) within(moment.closest(".lanes"), moment);
  if (timer) playing(true);
}
function within(box, item) {
  const outer = box.getBoundingClientRect(), inner = item.getBoundingClientRect();
  if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - outer.height / 2;
}
document.addEventListener("DOMContentLoaded", settle);
document.addEventListener("htmx:afterSettle", settle);
