"use strict";
// The page of a run. `data.results[config][task]` is [verdict, status, cpu, wall, memory, reason] or 0; names are numbers
// into the lists beside it.

const data = JSON.parse(document.getElementById("data").textContent);
const { configs, tasks, results, statuses } = data;
const VERDICT = 0, STATUS = 1, CPU = 2, WALL = 3, MEMORY = 4, REASON = 5;
const MEASURES = [["CPU time (s)", CPU], ["wall time (s)", WALL], ["memory (MB)", MEMORY]];
const status = Object.fromEntries(statuses.map((name, index) => [name, index]));
const byId = id => document.getElementById(id);

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "class") node.className = value;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}
const statusClass = s => "s-" + statuses[s].replaceAll(" ", "-");
const swatch = index => element("span", { class: "swatch", style: `background:var(--c${index % 8})` });
const shortNumber = value => value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
const isTrue = result => data.verdicts[result[VERDICT]] === "TRUE";

// ---- Overview

function count(config, list) {
  const counts = { tasks: 0, right: [0, 0], wrong: [0, 0], score: 0, cpu: 0, others: statuses.map(() => 0) };
  for (const task of list) {
    const result = results[config][task];
    if (!result) continue;
    counts.tasks++;
    counts.cpu += result[CPU];
    const proof = isTrue(result) ? 0 : 1;
    if (result[STATUS] === status.correct) { counts.right[proof]++; counts.score += proof ? 1 : 2; }
    else if (result[STATUS] === status.wrong) { counts.wrong[proof]++; counts.score -= proof ? 16 : 32; }
    else counts.others[result[STATUS]]++;
  }
  return counts;
}
const sum = pair => pair[0] + pair[1];
const cell = value => element("td", value === 0 ? { class: "zero" } : {}, String(value));

function showOverview() {
  const facts = data.facts;
  const missing = results.reduce((total, list) => total + list.filter(result => !result).length, 0);
  byId("subtitle").textContent = `${tasks.length.toLocaleString("en")} tasks, ${configs.length} configuration` +
    `${configs.length > 1 ? "s" : ""}, ${data.limits.cpu_seconds} s CPU time, ${data.limits.wall_seconds} s wall time, ` +
    `${data.limits.megabytes} MB each; ${facts.started ?? ""} UTC` + (missing ? `; ${missing} runs are missing` : "");
  const all = tasks.map((_, index) => index);
  const others = ["unknown", "timeout", "out of memory", "output limit", "error", "unjudged"];
  const head = ["configuration", "score", "correct", "true", "false", "wrong", ...others, "CPU (s)"];
  const rows = configs.map((config, index) => {
    const c = count(index, all);
    const wrong = element("td", { class: sum(c.wrong) ? "s-wrong" : "zero" }, String(sum(c.wrong)));
    return element("tr", {}, element("th", { scope: "row" }, swatch(index), config.name), cell(c.score), cell(sum(c.right)),
      cell(c.right[0]), cell(c.right[1]), wrong, ...others.map(name => cell(c.others[status[name]])), cell(Math.round(c.cpu)));
  });
  byId("totals").append(element("thead", {}, element("tr", {}, ...head.map(h => element("th", { scope: "col" }, h)))),
    element("tbody", {}, ...rows));
  const list = byId("facts").querySelector("dl");
  const add = (key, value) => value && list.append(element("dt", {}, key), element("dd", {}, String(value)));
  for (const [key, value] of Object.entries(facts)) add(key, value);
  add("runs at a time", data.jobs);
  for (const c of configs) add(c.name, `${c.version} ${c.options} (sha256 ${c.sha256.slice(0, 16)}…)`);
  showWrong();
}

function showWrong() {
  const lines = [];
  configs.forEach((config, c) => tasks.forEach((task, t) => {
    const result = results[c][t];
    if (!result || result[STATUS] !== status.wrong) return;
    const open = element("button", { type: "button", onclick: () => openLog(t, c) }, task[0]);
    lines.push(element("li", {}, `${config.name}: `, open, ` (${data.properties[task[1]]}) says ` +
      `${data.verdicts[result[VERDICT]]}, expected ${data.expected[task[3]]}`));
  }));
  if (lines.length)
    byId("wrong").append(element("h3", {}, `${lines.length} wrong answer${lines.length > 1 ? "s" : ""}`), element("ul", {}, ...lines));
}

// ---- Groups

function showGroups(id, title, names, column) {
  const lists = names.map(() => []);
  tasks.forEach((task, index) => lists[task[column]].push(index));
  const head = [title, "tasks", ...configs.map(c => c.name)];
  const order = names.map((_, index) => index).sort((a, b) => names[a].localeCompare(names[b]));
  const rows = order.map(group => element("tr", {}, element("th", { scope: "row" }, names[group]), cell(lists[group].length),
    ...configs.map((_, index) => {
      const c = count(index, lists[group]);
      const node = cell(sum(c.right));
      if (sum(c.wrong)) {
        node.className = "";
        node.append(element("span", { class: "s-wrong" }, ` (${sum(c.wrong)} wrong)`));
      }
      return node;
    })));
  byId(id).append(element("thead", {}, element("tr", {}, ...head.map(h => element("th", { scope: "col" }, h)))),
    element("tbody", {}, ...rows));
}

function showReasons() {
  const general = text => text.replace(/`[^`]*`/g, "…").replace(/\S*\.[ci]:\S*/g, "").replace(/\S*\d\S*/g, "N");
  configs.forEach((config, c) => {
    const counts = new Map();
    for (const result of results[c]) {
      if (!result || result[STATUS] <= status.unjudged) continue;
      const key = statuses[result[STATUS]] + ": " + general(data.reasons[result[REASON]]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const top = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 15);
    byId("reasons").append(element("h3", {}, config.name), element("table", { class: "plain" }, element("tbody", {},
      ...top.map(([reason, n]) => element("tr", {}, element("td", {}, reason), element("td", {}, String(n)))))));
  });
}

// ---- Plots

const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Prepares a canvas with axes; gives the context and the mapping of values to points. */
function axes(canvas, x, y) {
  const box = canvas.getBoundingClientRect(), scale = window.devicePixelRatio || 1;
  canvas.width = box.width * scale;
  canvas.height = box.height * scale;
  const g = canvas.getContext("2d");
  g.scale(scale, scale);
  g.clearRect(0, 0, box.width, box.height);
  const left = 58, right = 14, top = 10, bottom = 44, w = box.width - left - right, h = box.height - top - bottom;
  const place = (axis, value) => axis.log
    ? Math.log(Math.max(value, axis.min) / axis.min) / Math.log(axis.max / axis.min)
    : (value - axis.min) / (axis.max - axis.min);
  const px = value => left + w * place(x, value), py = value => top + h * (1 - place(y, value));
  g.font = "12px system-ui, sans-serif";
  g.lineWidth = 1;
  for (const [axis, horizontal] of [[x, true], [y, false]]) {
    for (const [value, major] of ticks(axis)) {
      g.strokeStyle = colour("--line");
      g.globalAlpha = major ? 1 : 0.4;
      g.beginPath();
      if (horizontal) { g.moveTo(px(value), top); g.lineTo(px(value), top + h); }
      else { g.moveTo(left, py(value)); g.lineTo(left + w, py(value)); }
      g.stroke();
      g.globalAlpha = 1;
      if (!major) continue;
      g.fillStyle = colour("--soft");
      g.textAlign = horizontal ? "center" : "right";
      g.textBaseline = horizontal ? "top" : "middle";
      g.fillText(String(value), horizontal ? px(value) : left - 7, horizontal ? top + h + 6 : py(value));
    }
  }
  g.fillStyle = colour("--soft");
  g.textAlign = "center";
  g.textBaseline = "bottom";
  g.fillText(x.title, left + w / 2, box.height - 2);
  g.save();
  g.translate(12, top + h / 2);
  g.rotate(-Math.PI / 2);
  g.textBaseline = "middle";
  g.fillText(y.title, 0, 0);
  g.restore();
  return { g, px, py, left, top, w, h };
}

function ticks(axis) {
  const list = [];
  if (axis.log) {
    for (let power = Math.floor(Math.log10(axis.min)); power <= Math.ceil(Math.log10(axis.max)); power++)
      for (let digit = 1; digit < 10; digit++) {
        const value = Number((digit * 10 ** power).toPrecision(2));
        if (value >= axis.min && value <= axis.max) list.push([value, digit === 1]);
      }
    return list;
  }
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find(s => axis.max / s <= 7) ?? 10000;
  for (let value = 0; value <= axis.max; value += step) list.push([value, true]);
  return list;
}

const smallest = measure => measure === MEMORY ? 1 : 0.01;

let quantileLines = [];
function drawQuantile() {
  const measure = Number(byId("quantile-measure").value);
  const lines = configs.map((_, c) => {
    const list = [];
    tasks.forEach((_, t) => { const r = results[c][t]; if (r && r[STATUS] === status.correct) list.push([r[measure], t]); });
    return list.sort((a, b) => a[0] - b[0]);
  });
  const most = Math.max(1, ...lines.map(l => l.length));
  const largest = Math.max(smallest(measure) * 10, ...lines.map(l => l.length ? l[l.length - 1][0] : 0));
  const canvas = byId("quantile");
  const p = axes(canvas, { min: 0, max: most * 1.02, title: "tasks solved correctly" },
    { min: smallest(measure), max: largest * 1.3, log: true, title: MEASURES.find(m => m[1] === measure)[0] });
  quantileLines = lines.map(line => line.map(([value, t], i) => [p.px(i + 1), p.py(value), value, t, i + 1]));
  quantileLines.forEach((line, c) => {
    p.g.strokeStyle = colour(`--c${c % 8}`);
    p.g.lineWidth = 2;
    p.g.beginPath();
    line.forEach(([x, y], i) => i ? p.g.lineTo(x, y) : p.g.moveTo(x, y));
    p.g.stroke();
    if (line.length) {
      const [x, y] = line[line.length - 1];
      p.g.fillStyle = p.g.strokeStyle;
      p.g.beginPath(); p.g.arc(x, y, 3.5, 0, 7); p.g.fill();
    }
  });
  byId("legend").replaceChildren(...configs.map((c, i) => element("span", {}, swatch(i), `${c.name}: ${lines[i].length}`)));
  canvas.setAttribute("aria-label", "Quantile plot. " + configs.map((c, i) => `${c.name} solves ${lines[i].length} tasks.`).join(" "));
}

let scatterPoints = [];
function drawScatter() {
  const a = Number(byId("scatter-x").value), b = Number(byId("scatter-y").value);
  const measure = Number(byId("scatter-measure").value);
  const both = [];
  let largest = smallest(measure) * 10;
  tasks.forEach((_, t) => {
    const x = results[a][t], y = results[b][t];
    if (!x || !y) return;
    both.push([x, y, t]);
    largest = Math.max(largest, x[measure], y[measure]);
  });
  const axis = config => ({ min: smallest(measure), max: largest * 1.3, log: true,
    title: `${configs[config].name}: ${MEASURES.find(m => m[1] === measure)[0]}` });
  const canvas = byId("scatter");
  const p = axes(canvas, axis(a), axis(b));
  p.g.setLineDash([]);
  p.g.strokeStyle = colour("--soft");
  const diagonal = (factor, dash) => {
    p.g.save(); p.g.beginPath(); p.g.rect(p.left, p.top, p.w, p.h); p.g.clip();
    p.g.setLineDash(dash); p.g.beginPath();
    p.g.moveTo(p.px(smallest(measure)), p.py(smallest(measure)) - factor); p.g.lineTo(p.px(largest * 1.3), p.py(largest * 1.3) - factor);
    p.g.stroke(); p.g.restore();
  };
  const ten = p.py(smallest(measure)) - p.py(smallest(measure) * 10);
  diagonal(0, []); diagonal(ten, [4, 4]); diagonal(-ten, [4, 4]);
  // What kind of pair a point is, its colour and its legend.
  const kinds = [["both correct", "--both"], [`only ${configs[a].name}`, `--c${a % 8}`], [`only ${configs[b].name}`, `--c${b % 8}`],
    ["a wrong answer", "--bad"], ["neither", "--line"]];
  const numbers = kinds.map(() => 0);
  const colours = kinds.map(([, name]) => colour(name));
  scatterPoints = both.map(([x, y, t]) => {
    const right = [x[STATUS] === status.correct, y[STATUS] === status.correct];
    const kind = x[STATUS] === status.wrong || y[STATUS] === status.wrong ? 3 : right[0] ? (right[1] ? 0 : 1) : right[1] ? 2 : 4;
    numbers[kind]++;
    return [p.px(x[measure]), p.py(y[measure]), t, kind];
  });
  p.g.globalAlpha = 0.65;
  const size = both.length > 3000 ? 2 : 3;
  for (const draw of [4, 0, 1, 2, 3])
    for (const [x, y, , kind] of scatterPoints)
      if (kind === draw) { p.g.fillStyle = colours[kind]; p.g.beginPath(); p.g.arc(x, y, kind === 3 ? 4.5 : size, 0, 7); p.g.fill(); }
  p.g.globalAlpha = 1;
  byId("scatter-legend").replaceChildren(...kinds.map(([title, name], i) => element("span", {},
    element("span", { class: "swatch", style: `background:var(${name})` }), `${title}: ${numbers[i]}`)));
  canvas.setAttribute("aria-label", "Scatter plot. " + kinds.map(([title], i) => `${title}: ${numbers[i]}.`).join(" "));
}

function nearest(points, event, canvas, reach) {
  const box = canvas.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
  let best = null, distance = reach * reach;
  for (const point of points) {
    const d = (point[0] - x) ** 2 + (point[1] - y) ** 2;
    if (d < distance) { distance = d; best = point; }
  }
  return best;
}

function tip(event, text) {
  const node = byId("tip");
  node.hidden = !text;
  if (!text) return;
  node.textContent = text;
  node.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - node.offsetWidth - 8)) + "px";
  node.style.top = Math.max(4, Math.min(event.clientY + 14, innerHeight - node.offsetHeight - 8)) + "px";
}

function line(c, t) {
  const r = results[c][t];
  return r ? `${configs[c].name}: ${data.verdicts[r[VERDICT]]} (${statuses[r[STATUS]]}), ${shortNumber(r[CPU])} s CPU, ${shortNumber(r[WALL])} s wall, ${r[MEMORY]} MB` : `${configs[c].name}: no result`;
}

function setUpPlots() {
  const options = (select, list, chosen) => {
    select.append(...list.map(([name, value]) => element("option", { value }, name)));
    select.value = String(chosen);
  };
  const names = configs.map((c, i) => [c.name, i]);
  options(byId("quantile-measure"), MEASURES, CPU);
  options(byId("scatter-measure"), MEASURES, CPU);
  options(byId("scatter-x"), names, 0);
  options(byId("scatter-y"), names, configs.length - 1);
  byId("quantile-measure").addEventListener("change", drawQuantile);
  for (const id of ["scatter-x", "scatter-y", "scatter-measure"]) byId(id).addEventListener("change", drawScatter);
  const quantile = byId("quantile"), scatter = byId("scatter");
  quantile.addEventListener("mousemove", event => {
    let text = "";
    quantileLines.forEach((points, c) => {
      const point = text ? null : nearest(points, event, quantile, 14);
      if (point) text = `${tasks[point[3]][0]}\n${configs[c].name}: ${point[4]} tasks within ${shortNumber(point[2])}`;
    });
    tip(event, text);
  });
  scatter.addEventListener("mousemove", event => {
    const point = nearest(scatterPoints, event, scatter, 12);
    const pair = [...new Set([Number(byId("scatter-x").value), Number(byId("scatter-y").value)])];
    tip(event, point && `${tasks[point[2]][0]}\n${pair.map(c => line(c, point[2])).join("\n")}`);
    scatter.style.cursor = point ? "pointer" : "";
  });
  scatter.addEventListener("click", event => {
    const point = nearest(scatterPoints, event, scatter, 12);
    if (point) openLog(point[2], Number(byId("scatter-y").value));
  });
  for (const canvas of [quantile, scatter]) canvas.addEventListener("mouseleave", event => tip(event, ""));
  const draw = () => { drawQuantile(); drawScatter(); };
  new ResizeObserver(draw).observe(byId("plots"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
}

// ---- The table: only the rows that can be seen exist.

const ROW = 28, EXTRA = 12;
let order = tasks.map((_, index) => index), shown = order;
let sorted = { column: 0, down: false };
const columns = [
  { title: "task", width: 340, key: t => tasks[t][0], text: true },
  { title: "property", width: 150, key: t => data.properties[tasks[t][1]], text: true },
  { title: "expected", width: 120, key: t => data.expected[tasks[t][3]], text: true },
];
configs.forEach((_, c) => {
  const get = (t, field, missing) => results[c][t] ? results[c][t][field] : missing;
  columns.push(
    // By status first: wrong answers are on top.
    { title: "verdict", width: 160, key: t => get(t, STATUS, 99) * 1000 + get(t, VERDICT, 0), config: c, first: true },
    { title: "CPU s", width: 78, key: t => get(t, CPU, Infinity), config: c, field: CPU, number: true },
    { title: "MB", width: 70, key: t => get(t, MEMORY, Infinity), config: c, field: MEMORY, number: true },
  );
});

function setUpTable() {
  const table = byId("table");
  table.querySelector("colgroup").append(...columns.map(c => element("col", { style: `width:${c.width}px` })));
  table.style.width = columns.reduce((total, c) => total + c.width, 0) + "px";
  const groups = element("tr", {}, element("th", { colspan: 3, scope: "colgroup" }),
    ...configs.map((c, i) => element("th", { colspan: 3, scope: "colgroup", class: "group" }, swatch(i), c.name)));
  const heads = element("tr", {}, ...columns.map((column, index) => element("th",
    { scope: "col", class: (column.number ? "number " : "") + (column.first ? "first" : "") },
    element("button", { type: "button", onclick: () => sortBy(index) }, column.title))));
  table.querySelector("thead").append(groups, heads);
  const viewport = byId("viewport");
  let waiting = false;
  viewport.addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; showRows(); });
  });
  new ResizeObserver(showRows).observe(viewport);
}

function sortBy(index) {
  sorted = { column: index, down: sorted.column === index ? !sorted.down : false };
  applySort();
  filter();
}

function applySort() {
  const column = columns[sorted.column], keys = tasks.map((_, t) => column.key(t));
  const sign = sorted.down ? -1 : 1;
  const before = (a, b) => keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : 0;
  order = tasks.map((_, t) => t).sort((a, b) => sign * before(a, b) || a - b);
  document.querySelectorAll("#table thead tr:last-child th").forEach((head, i) => {
    if (i === sorted.column) head.setAttribute("aria-sort", sorted.down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  });
}

function filter() {
  const text = byId("filter-text").value.trim().toLowerCase();
  const number = id => byId(id).value === "" ? null : Number(byId(id).value);
  const [property, folder, expected] = ["filter-property", "filter-folder", "filter-expected"].map(number);
  const wanted = number("filter-status"), only = number("filter-config");
  const looked = only === null ? configs.map((_, c) => c) : [only];
  shown = order.filter(t => {
    const task = tasks[t];
    if (property !== null && task[1] !== property || folder !== null && task[2] !== folder) return false;
    if (expected !== null && task[3] !== expected) return false;
    if (wanted !== null && !looked.some(c => results[c][t] && results[c][t][STATUS] === wanted)) return false;
    return !text || task[0].toLowerCase().includes(text) ||
      looked.some(c => results[c][t] && data.reasons[results[c][t][REASON]].toLowerCase().includes(text));
  });
  byId("shown").textContent = shown.length === tasks.length ? `${tasks.length} tasks` : `${shown.length} of ${tasks.length} tasks`;
  byId("table").setAttribute("aria-rowcount", shown.length);
  byId("viewport").scrollTop = 0;
  showRows();
}

function showRows() {
  const viewport = byId("viewport");
  const from = Math.max(0, Math.floor(viewport.scrollTop / ROW) - EXTRA);
  const to = Math.min(shown.length, from + Math.ceil(viewport.clientHeight / ROW) + 2 * EXTRA);
  const pad = height => element("tr", { class: "pad", "aria-hidden": "true" }, element("td", { colspan: columns.length, style: `height:${height}px` }));
  const focused = document.activeElement?.dataset?.cell;
  const rows = shown.slice(from, to).map((t, i) => row(t, from + i));
  byId("table").querySelector("tbody").replaceChildren(pad(from * ROW), ...rows, pad((shown.length - to) * ROW));
  if (focused) document.querySelector(`[data-cell="${focused}"]`)?.focus({ preventScroll: true });
}

function row(t, position) {
  const cells = columns.map(column => {
    if (column.config === undefined) return element("td", { title: column.key(t) }, column.key(t));
    const result = results[column.config][t];
    const name = (column.number ? "number " : "") + (column.first ? "first" : "");
    if (!result) return element("td", { class: name });
    if (column.number) return element("td", { class: name }, column.field === MEMORY ? String(result[MEMORY]) : shortNumber(result[column.field]));
    const answer = result[STATUS] <= status.unjudged;
    const label = answer ? data.verdicts[result[VERDICT]] : statuses[result[STATUS]];
    const mark = result[STATUS] === status.correct ? "\u2713 " : result[STATUS] === status.wrong ? "\u2717 " : "";
    return element("td", { class: name }, element("button", { type: "button", class: "verdict " + statusClass(result[STATUS]),
      "data-cell": `${column.config}.${t}`, title: data.reasons[result[REASON]] || statuses[result[STATUS]],
      onclick: () => openLog(t, column.config) }, mark + label));
  });
  return element("tr", { "aria-rowindex": position + 1 }, ...cells);
}

function setUpFilters() {
  const fill = (id, names, all) => byId(id).append(element("option", { value: "" }, all),
    ...names.map((name, i) => [name, i]).sort((a, b) => a[0].localeCompare(b[0])).map(([name, value]) => element("option", { value }, name || "none")));
  fill("filter-property", data.properties, "all");
  fill("filter-folder", data.folders, "all");
  fill("filter-expected", data.expected, "all");
  fill("filter-status", statuses, "all");
  fill("filter-config", configs.map(c => c.name), "any configuration");
  const form = byId("filters");
  form.addEventListener("input", filter);
  form.addEventListener("submit", event => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filter));
}

// ---- Logs

let logs = null;
async function logOf(t, c) {
  logs ??= JSON.parse(byId("logs").textContent);
  const packed = logs[`${c}.${t}`];
  if (packed === undefined) return "This log is not part of the page. It is in the run file:\n\n" +
    `aver bench show RUN --log '${tasks[t][0]}' --config ${configs[c].name}`;
  const bytes = Uint8Array.from(atob(packed), char => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}

async function openLog(t, c) {
  const result = results[c][t];
  byId("log-title").textContent = tasks[t][0];
  byId("log-facts").textContent = `${data.properties[tasks[t][1]]}, ${tasks[t][4]}, expected ${data.expected[tasks[t][3]] || "unknown"}. ` +
    line(c, t) + (result && data.reasons[result[REASON]] ? `. ${data.reasons[result[REASON]]}` : "");
  byId("log-tabs").replaceChildren(...configs.map((config, i) => element("button", { type: "button", role: "tab",
    "aria-selected": String(i === c), onclick: () => openLog(t, i) }, config.name)));
  byId("log-text").textContent = "…";
  if (!byId("log").open) byId("log").showModal();
  byId("log-text").textContent = await logOf(t, c);
}

showOverview();
showGroups("by-property", "property", data.properties, 1);
showGroups("by-folder", "folder", data.folders, 2);
showReasons();
setUpPlots();
setUpTable();
setUpFilters();
applySort();
filter();
