// SPDX-License-Identifier: Apache-2.0
// The state of the page: an event, a thread, which events are gone through. Everything shown follows from it.

const $ = (id) => document.getElementById(id);
const state = {event: 0, thread: 0, line: 0, block: -1, warp: -1};
let traces = [], sides = [], source = null, lead = null;

const wanted = () => {
    const {line, block, warp} = state;
    return {sites: line > 0 ? lead.manifest.sites.map((site) => site.line === line) : null, block, warp};
};

function clamped(value, low, high) { return Math.min(Math.max(value, low), high); }

// Goes to an event; the picked thread goes to its warp.
function go(event) {
    if (lead.events === 0) return;
    state.event = clamped(event, 0, lead.events - 1);
    state.thread = lead.warpOf(state.event) * lead.lanes + state.thread % lead.lanes;
    draw();
}
// Picks a thread, and shows what its warp does in this step where it does something.
function pick(thread) {
    state.thread = clamped(thread, 0, lead.manifest.threads - 1);
    if (lead.events > 0) {
        const warp = Math.floor(state.thread / lead.lanes);
        const own = lead.eventsOfStep(lead.stepOf(state.event)).find((event) => lead.warpOf(event) === warp);
        if (own !== undefined) state.event = own;
    }
    draw();
}

const MOVES = {
    next: () => lead.find(state.event, 1, wanted()),
    previous: () => lead.find(state.event, -1, wanted()),
    warp: () => lead.find(state.event, 1, {...wanted(), warp: lead.warpOf(state.event)}),
    "warp-back": () => lead.find(state.event, -1, {...wanted(), warp: lead.warpOf(state.event)}),
    turn: () => neighbourTurn(1),
    "turn-back": () => neighbourTurn(-1),
};
function neighbourTurn(direction) {
    const turns = lead.turns(state.event);
    return turns[turns.indexOf(state.event) + direction] ?? -1;
}
function move(way) {
    if (lead.events === 0) return;
    const event = MOVES[way]();
    if (event >= 0) go(event);
    else $("said").textContent = "There is none.";
}

function only(changes) {
    Object.assign(state, changes);
    const here = lead.find(state.event - 1, 1, wanted());
    const event = here >= 0 ? here : lead.find(lead.events, -1, wanted());
    if (lead.events > 0 && event >= 0) go(event);
    else {
        draw();
        $("said").textContent = "No event is of that line, block and warp together.";
    }
}
const toggled = (name, value, none) => only({[name]: state[name] === value ? none : value});

// --- links ---

function hash() {
    const parts = [`event=${state.event}`, `thread=${state.thread}`];
    if (state.line > 0) parts.push(`line=${state.line}`);
    if (state.block >= 0) parts.push(`block=${state.block}`);
    if (state.warp >= 0) parts.push(`warp=${state.warp}`);
    return `#${parts.join("&")}`;
}
// What a link says, as far as it makes sense here.
function readHash() {
    const given = new Map(location.hash.slice(1).split("&").map((part) => part.split("=")));
    const read = (name, low, high, none) => {
        const value = /^\d{1,12}$/.test(given.get(name) ?? "") ? Number(given.get(name)) : none;
        return value >= low && value <= high ? value : none;
    };
    if (!["event", "thread", "line", "block", "warp"].some((name) => given.has(name))) return false;
    state.event = read("event", 0, Math.max(lead.events - 1, 0), state.event);
    state.thread = read("thread", 0, lead.manifest.threads - 1, state.thread);
    state.line = read("line", 1, 1e9, 0);
    state.block = read("block", 0, lead.blockStart.length - 2, -1);
    state.warp = read("warp", 0, lead.warps - 1, -1);
    if (lead.events > 0 && !given.has("event")) {
        const first = lead.find(-1, 1, wanted());
        if (first >= 0) state.event = first;
    }
    if (lead.events === 0) return true;
    // A thread that does something in this step, or whatever warp it is of where the step is not its own.
    const warp = Math.floor(state.thread / lead.lanes);
    const isThere = lead.eventsOfStep(lead.stepOf(state.event)).some((event) => lead.warpOf(event) === warp);
    if (!given.has("thread") || isThere) state.thread = lead.warpOf(state.event) * lead.lanes + state.thread % lead.lanes;
    return true;
}
let linkTimer = 0;
function keepLink() {  // browsers allow a page few changes of its address a second
    clearTimeout(linkTimer);
    linkTimer = setTimeout(() => { if (hash() !== location.hash) history.replaceState(null, "", hash()); }, 250);
}

// --- what is shown beside the pictures ---

function drawControls() {
    const {event} = state;
    $("event").value = event;
    $("events").textContent = lead.events === 0 ? "none" : `of 0 to ${number(lead.events - 1)}`;
    const turns = lead.events === 0 ? [] : lead.turns(event);
    $("turn").textContent = turns.length === 0 ? "" : `${number(turns.indexOf(event))} of 0 to ${number(turns.length - 1)}`;
    $("warp").textContent = lead.events === 0 ? "" : lead.warpOf(event);
    $("only-line").value = state.line;
    $("only-block").value = state.block < 0 ? "" : state.block;
    $("only-warp").value = state.warp;
    if (lead.events === 0) return;
    const {level} = lead.siteOf(event);
    $("said").textContent = `Block ${lead.blockName(lead.blockOf(event))}, ${describe(lead, event)}.` + (level ? ` Control flow: ${level}.` : "");
}

function draw() {
    for (const side of sides) {
        const event = Math.min(state.event, side.trace.events - 1);
        side.draw(event, Math.min(state.thread, side.trace.manifest.threads - 1));
    }
    drawControls();
    if (lead.events > 0) source.mark(lead.lineOf(state.event));
    keepLink();
}

function fillChoices() {
    const lines = [...new Set([...new Set(lead.columns.site)].map((site) => lead.manifest.sites[site].line))].sort((a, b) => a - b);
    $("only-line").replaceChildren(html("option", {value: 0}, "all"), ...lines.map((line) => html("option", {value: line}, String(line))));
    $("only-warp").replaceChildren(html("option", {value: -1}, "all"),
        ...Array.from({length: lead.warps}, (_, warp) => html("option", {value: warp}, String(warp))));
}

function fillHead() {
    const {kernel, source: {name}, grid, threads, lanes, dims, constants, outcome} = lead.manifest;
    document.title = `${kernel}: Phobos trace`;
    $("title").replaceChildren(kernel, " ", html("small", {}, name));
    const numbers = Object.entries({...dims, ...constants}).map(([key, value]) => `${key} = ${value}`);
    $("facts").textContent = [`${grid.join(" \u00d7 ")} blocks of ${plural(threads, "thread")}, ${lanes} lanes a warp`, ...numbers,
        `${plural(lead.events, "event")} of ${plural(lead.blockStart.length - 1, "block")}`, `run ${outcome.outcome ?? "of unknown end"}`].join("; ");
}

function droppedText(trace) {
    const {dropped_by_sampling: sampled, dropped_by_limit: limited, blocks, limit} = trace.manifest;
    const parts = [];
    if (sampled.events > 0) parts.push(`${plural(sampled.events, "event")} of ${plural(sampled.blocks, "block")} that --trace-blocks ${blocks} did not ask for`);
    if (limited.events > 0) parts.push(`${plural(limited.events, "event")} beyond --trace-limit ${limit}${limited.blocks > 0 ? `, ${plural(limited.blocks, "block")} wholly` : ""}`);
    return parts.length === 0 ? "" : `This trace is not whole. It leaves out ${parts.join(" and ")}.`;
}

// The last event of a warp at a place, before which a run ended; -1 where the trace has none.
function eventAt(trace, place) {
    for (let event = trace.events - 1; event >= 0; --event) {
        if (trace.warpOf(event) !== place.warp || trace.lineOf(event) !== place.line) continue;
        if (trace.blockName(trace.blockOf(event)) === place.block.join(", ")) return event;
    }
    return -1;
}
function faultNotice(trace, title) {
    const {outcome} = trace.manifest;
    if (outcome.outcome === "finished" || outcome.outcome === undefined) return null;
    const notice = html("section", {class: "notice fault", "aria-label": "How the run ended"},
        html("h2", {}, `${title}\u2716 ${outcome.kind ?? outcome.limit ?? outcome.outcome}${outcome.code ? ` (${outcome.code})` : ""}`),
        html("p", {}, outcome.message ?? ""));
    const places = placesOf(outcome);
    if (places.length > 0)
        notice.append(html("ul", {}, ...places.map((place, i) => {
            const event = trace === lead ? eventAt(trace, place) : -1;
            const item = html("li", {}, `${places.length > 1 ? (i === 0 ? "one side: " : "the other side: ") : ""}line ${place.line}, ` +
                `block ${place.block.join(", ")}, warp ${place.warp}, ${place.lanes.length === 1 ? "lane" : "lanes"} ${ranges(place.lanes)} `);
            if (event >= 0) {
                const button = html("button", {type: "button"}, "Show");
                button.addEventListener("click", () => {
                    Object.assign(state, {line: 0, block: -1, warp: -1, thread: place.warp * lead.lanes + place.lanes[0]});
                    go(event);
                });
                item.append(button);
            } else if (trace === lead) {
                item.append("(no event of it is in the trace)");
            }
            return item;
        })));
    return notice;
}

function fillNotices() {
    for (const [i, trace] of traces.entries()) {
        const title = traces.length > 1 ? `${"AB"[i]}: ` : "";
        const dropped = droppedText(trace);
        if (dropped) $("notices").append(html("p", {class: "notice"}, `${title}${dropped}`));
        const fault = faultNotice(trace, title);
        if (fault) $("notices").append(fault);
    }
}

// --- two traces ---

function firstDifference(a, b) {
    const ranks = {kind: 1, warp: 1, site: 1, visit: 1, lanes: 2};
    const most = Math.min(a.events, b.events);
    for (let event = 0; event < most; ++event) {
        for (const [name, size] of Object.entries(ranks))
            for (let i = 0; i < size; ++i)
                if (a.columns[name][event * size + i] !== b.columns[name][event * size + i]) return event;
        const kind = a.columns.kind[event];
        if (kind === BRANCH && (a.takenOf(event).join() !== b.takenOf(event).join())) return event;
        if (kind < BRANCH && (a.buffer(event).name !== b.buffer(event).name || a.width(event) !== b.width(event) ||
            a.offsets(event).join() !== b.offsets(event).join())) return event;
    }
    return a.events === b.events ? -1 : most;
}
function fillDifferences() {
    const [a, b] = traces;
    if (!b) return;
    $("differences").hidden = false;
    const first = firstDifference(a, b);
    const told = $("first-difference");
    told.textContent = first < 0 ? "The events are the same." : `Event ${number(first)} is the first that differs. `;
    if (first >= 0 && first < a.events) {
        const button = html("button", {type: "button"}, "Show");
        button.addEventListener("click", () => go(first));
        told.append(button);
    }
    const fields = {requests: "requests", sectors: "sectors", conflicts: "conflicts", bytes_moved: "bytes moved", branches: "branches", diverged: "diverged", meetings: "meetings"};
    const costs = traces.map((trace) => new Map(trace.lineCosts.map((line) => [line.line, line])));
    const rows = [];
    for (const line of [...new Set(costs.flatMap((map) => [...map.keys()]))].sort((x, y) => x - y))
        for (const [field, words] of Object.entries(fields)) {
            const [x, y] = costs.map((map) => map.get(line)?.[field] ?? 0);
            if (x !== y) rows.push([line, words, number(x), number(y), `${y > x ? "+" : "\u2212"}${number(Math.abs(y - x))}`]);
        }
    fillTable($("different-lines"), rows.length === 0 ? "No line counts otherwise." : "Lines whose counts differ.",
        ["line", "what", `A: ${a.name}`, `B: ${b.name}`, "B less A"], rows);
}

// --- events of the page ---

function numberIn(input) {
    const text = input.value.replaceAll(/[ ,]/g, "");
    return /^\d+$/.test(text) ? Number(text) : null;
}
const KEYS = {
    n: () => move("next"), p: () => move("previous"), j: () => move("warp"), k: () => move("warp-back"),
    "]": () => move("turn"), "[": () => move("turn-back"),
    g: () => $("event").select(),
    l: () => toggled("line", lead.lineOf(state.event), 0),
    b: () => toggled("block", lead.blockOf(state.event), -1),
    w: () => toggled("warp", lead.warpOf(state.event), -1),
    a: () => only({line: 0, block: -1, warp: -1}),
    "?": () => $("keys").showModal(),
};
function listen() {
    for (const button of document.querySelectorAll("[data-go]")) button.addEventListener("click", () => move(button.dataset.go));
    $("event").addEventListener("change", () => go(numberIn($("event")) ?? state.event));
    $("event").addEventListener("focus", () => $("event").select());
    $("only-line").addEventListener("change", () => only({line: Number($("only-line").value)}));
    $("only-warp").addEventListener("change", () => only({warp: Number($("only-warp").value)}));
    $("only-block").addEventListener("change", () => {
        const block = numberIn($("only-block"));
        only({block: block === null ? -1 : clamped(block, 0, lead.blockStart.length - 2)});
    });
    $("clear").addEventListener("click", KEYS.a);
    $("help").addEventListener("click", KEYS["?"]);
    document.addEventListener("keydown", (event) => {
        const isText = event.target.closest?.("input, select, dialog");
        if (isText || event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(KEYS, event.key)) return;
        event.preventDefault();
        if (lead.events > 0 || event.key === "?") KEYS[event.key]();
    });
    addEventListener("hashchange", () => { if (readHash()) draw(); });
    let width = innerWidth;
    addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; draw(); } });
    // What scrolls sideways can be scrolled by keys.
    const watch = new ResizeObserver((entries) => {
        for (const {target} of entries) if (!target.classList.contains("pickable")) {
            const scrolls = target.scrollWidth > target.clientWidth;
            if (scrolls) target.tabIndex = 0; else target.removeAttribute("tabindex");
        }
    });
    for (const picture of document.querySelectorAll(".picture")) watch.observe(picture);
}

async function start() {
    const count = document.querySelectorAll("script[data-trace]").length;
    traces = await Promise.all(Array.from({length: count}, (_, i) => Trace.read(i)));
    lead = traces[0];
    fillHead();
    sides = traces.map((trace, i) => new Side(trace, count > 1 ? `${"AB"[i]}: ${trace.name}` : "", {
        pick, go: (event) => go(event)}));
    $("pictures").classList.toggle("two", count > 1);
    $("pictures").replaceChildren(...sides.map((side) => side.section));
    source = new SourcePane(traces, (line) => toggled("line", line, 0));
    fillChoices();
    fillNotices();
    fillDifferences();
    if (!readHash() && lead.events > 0) state.thread = lead.warpOf(0) * lead.lanes;
    listen();
    draw();
    // For scripts: what is shown, and the same ways through it.
    window.phobos = {state, traces, go, pick, move, costOf};
    requestAnimationFrame(() => setTimeout(() => performance.mark("shown")));  // once it is on the screen
    document.documentElement.dataset.ready = "";
}

start().catch((error) => {
    $("facts").textContent = `The trace cannot be shown: ${error.message}`;
    throw error;
});
