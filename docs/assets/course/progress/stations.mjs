// Marks what the learner's record says about lessons and tracks.
//   data-progress-lesson="<lesson id>" data-items="<count>"   gets data-state = started | done | due
//   data-progress-track="<track id>"                          counts the lessons inside it, or else of the page
//   data-progress-items="<item ids>"                          the same for items of several lessons, such as a review's
// Each may hold a [data-progress-text], which then says the same in words.
import { say } from "../language.mjs";
import { store } from "../store.mjs";

// Milliseconds since the last answer in a finished lesson.
const REVIEW_AFTER = 21 * 24 * 3600 * 1000;

// How far a lesson is: {tried, right, state: "" | started | done | due}.
export function lessonProgress(items, lesson, count, now = Date.now()) {
  return progressOf([...items].filter(([id]) => id.startsWith(`${lesson}/`)).map(([, entry]) => entry), count, now);
}

function progressOf(known, count, now = Date.now()) {
  const entries = known.filter((entry) => entry?.tries > 0);
  // A guess is kept and not counted.
  const graded = entries.filter((entry) => Number.isFinite(entry.first));
  const tried = Math.min(count, graded.length);
  const right = graded.filter((entry) => entry.first >= 1).length;
  const last = Math.max(...entries.map((entry) => Number(entry.time) || 0));
  const done = count > 0 && tried >= count;
  const state = !entries.length ? "" : !done ? "started" : now - last > REVIEW_AFTER ? "due" : "done";
  return { tried, right, state };
}

function markStations() {
  const items = store.items();
  for (const station of document.querySelectorAll("[data-progress-lesson]")) {
    const count = Number(station.dataset.items) || 0;
    const { tried, state } = lessonProgress(items, station.dataset.progressLesson, count);
    if (state) station.dataset.state = state;
    else delete station.dataset.state;
    write(station, state && say(`station_${state}`, { tried, count }));
  }
  for (const review of document.querySelectorAll("[data-progress-items]")) {
    const ids = review.dataset.progressItems.split(" ");
    const { tried, right } = progressOf(ids.map((id) => items.get(id)), ids.length);
    write(review, tried ? say("progress_summary", { tried, right, count: ids.length }) : "");
  }
  for (const track of document.querySelectorAll("[data-progress-track]")) {
    const own = track.querySelectorAll("[data-progress-lesson]");
    const lessons = [...(own.length ? own : document.querySelectorAll("[data-progress-lesson]"))];
    const started = lessons.some((lesson) => lesson.dataset.state);
    const done = lessons.filter((lesson) => ["done", "due"].includes(lesson.dataset.state)).length;
    write(track, started ? say("track_done", { done, count: lessons.length }) : "");
  }
}

function write(root, words) {
  const place = root.querySelector("[data-progress-text]");
  if (!place) return;
  place.textContent = words;
  const hidden = place.closest("[hidden]");
  if (words && hidden) hidden.hidden = false;
}

// theme.mjs says when another page stands.
export function watchStations() {
  store.addEventListener("change", markStations);
  markStations();
  document.addEventListener("course:page", markStations);
}
