// SPDX-License-Identifier: Apache-2.0
// Elements of pages and pictures. Text of a trace goes into text nodes and attributes only.

const LEGIBLE = 480;  // how narrow a picture may become, in pixels
const SVG = "http://www.w3.org/2000/svg";
function svg(tag, attributes = {}, ...children) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
}
function html(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
}

const number = (value) => value.toLocaleString("en");
const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;
const percent = (part, whole) => (whole === 0 ? "" : `${Math.round(100 * part / whole)} %`);
// "0-3, 7"
function ranges(ascending) {
    const parts = [];
    for (let first = 0; first < ascending.length;) {
        let last = first;
        while (last + 1 < ascending.length && ascending[last + 1] === ascending[last] + 1) ++last;
        parts.push(first === last ? `${ascending[first]}` : `${ascending[first]}\u2013${ascending[last]}`);
        first = last + 1;
    }
    return parts.join(", ");
}
const lanesText = (lanes, of) =>
    (lanes.length === 0 ? "no lane" : lanes.length === of ? `all ${of} lanes` :
        `${lanes.length === 1 ? "lane" : "lanes"} ${ranges(lanes)}`);

// The indices of an element: [3, 17].
function indices(buffer, offset) {
    const all = [];
    for (let axis = buffer.shape.length - 1; axis >= 0; --axis) {
        const extent = buffer.shape[axis];
        if (axis === 0 || extent === 0) {
            all.unshift(offset);
        } else {
            all.unshift(((offset % extent) + extent) % extent);
            offset = Math.floor(offset / extent);
        }
    }
    return all;
}
const elementName = (buffer, offset) => `${buffer.name}[${indices(buffer, offset).join(", ")}]`;

function fillTable(table, caption, heads, rows) {
    table.replaceChildren(
        html("caption", {}, caption),
        html("thead", {}, html("tr", {}, ...heads.map((head) => html("th", {scope: "col"}, head)))),
        html("tbody", {}, ...rows.map((row) => html("tr", {}, ...row.map((cell, at) =>
            (at === 0 ? html("th", {scope: "row"}, String(cell)) : html("td", {}, String(cell))))))));
}

// A figure with a caption, a picture and, when it is opened, the same as a table: {figure, picture, show(...)}.
function pictured(label) {
    const title = html("span", {class: "fig"});
    const said = html("p", {class: "said"});
    const picture = html("div", {class: "picture"});
    const legend = html("p", {class: "legend"});
    const table = html("table");
    const details = html("details", {}, html("summary", {}, `${label} as a table`),
        html("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": `${label} as a table`}, table));
    const figure = html("figure", {}, html("figcaption", {}, title, said), picture, legend, details);
    let rows = null;
    const fill = () => { if (details.open && rows) fillTable(table, ...rows()); };
    details.addEventListener("toggle", fill);
    return {
        figure, picture, details,
        // `told` is one sentence or more; `asTable` gives caption, heads and rows when they are wanted.
        show(name, told, drawn, swatches, asTable) {
            figure.hidden = false;
            title.textContent = name;
            said.textContent = told;
            if (drawn) {
                drawn.setAttribute("role", "img");
                drawn.setAttribute("aria-label", told);
                drawn.style.minWidth = `${Math.min(Number(drawn.getAttribute("width")), LEGIBLE)}px`;
                picture.replaceChildren(drawn);
            }
            if (legend.dataset.of !== swatches.join()) {
                legend.dataset.of = swatches.join();
                legend.replaceChildren(...swatches.map(([kind, words]) => html("span", {class: "key"}, swatch(kind), words)));
            }
            rows = asTable;
            fill();
        },
        hide() { figure.hidden = true; },
    };
}
function swatch(kind) {
    const drawn = MARKS[kind]?.(0, 0, 14, 14, 1) ?? svg("rect", {x: 1, y: 1, width: 12, height: 12, rx: 2});
    drawn.setAttribute("class", MARKS[kind] ? `mark ${kind}` : `cell ${kind}`);
    return svg("svg", {width: 14, height: 14, "aria-hidden": "true"}, drawn);
}

// What an event is on the time line, in a cell at x and y of that size; `share` of the warp's lanes takes part.
const MARKS = {
    load(x, y, wide, high, share) {
        const tall = Math.max((high - 4) * share, 2);
        return svg("rect", {x: x + 2, y: y + high - 2 - tall, width: wide - 4, height: tall, rx: 1});
    },
    store(x, y, wide, high, share) {
        const bottom = y + high - 2;
        return svg("path", {d: `M${x + 2} ${bottom}H${x + wide - 2}L${x + wide / 2} ${bottom - Math.max((high - 4) * share, 3)}Z`});
    },
    atomic(x, y, wide, high) {
        const middle = y + high / 2;
        return svg("path", {d: `M${x + wide / 2} ${y + 2}L${x + wide - 2} ${middle}L${x + wide / 2} ${y + high - 2}L${x + 2} ${middle}Z`});
    },
    fork(x, y, wide, high) {
        const [right, middle] = [x + wide - 3, y + high / 2];
        return svg("path", {d: `M${x + 3} ${middle}H${right}M${right - 3} ${middle - 3}L${right} ${middle}L${right - 3} ${middle + 3}`});
    },
    split(x, y, wide, high) {
        const [from, middle] = [x + wide / 2 - 1, y + high / 2];
        return svg("path", {d: `M${x + 2} ${middle}H${from}L${x + wide - 2} ${y + 2}M${from} ${middle}L${x + wide - 2} ${y + high - 2}`});
    },
    join(x, y, wide, high) {
        const [to, middle] = [x + wide / 2 + 1, y + high / 2];
        return svg("path", {d: `M${x + 2} ${y + 2}L${to} ${middle}H${x + wide - 2}M${x + 2} ${y + high - 2}L${to} ${middle}`});
    },
    meeting(x, y, wide, high) {
        return svg("rect", {x: x + wide / 2 - 2, y: y + 1, width: 4, height: high - 2, rx: 1});
    },
};

// --- the block: rows of warps ---

class BlockPicture {
    constructor(trace, pick) {
        this.trace = trace;
        this.picture = pictured("The block");
        const cell = this.cell = trace.lanes > 32 ? 9 : 15;
        const [left, top] = this.origin = [64, 18];
        const size = [left + trace.lanes * cell + 2, top + trace.warps * cell + 2];
        this.svg = svg("svg", {viewBox: `0 0 ${size[0]} ${size[1]}`, width: size[0], height: size[1]});
        this.heads = [];
        for (let lane = 0; lane < trace.lanes; ++lane) {
            const text = svg("text", {x: left + (lane + 0.5) * cell, y: top - 6, class: "tick middle"}, String(lane));
            this.heads.push(text);
        }
        this.names = Array.from({length: trace.warps}, (_, warp) =>
            svg("text", {x: left - 8, y: top + (warp + 0.5) * cell + 4, class: "tick end"}, `warp ${warp}`));
        this.cells = Array.from({length: trace.manifest.threads}, (_, thread) => svg("rect", {
            x: left + (thread % trace.lanes) * cell + 1, y: top + Math.floor(thread / trace.lanes) * cell + 1,
            width: cell - 2, height: cell - 2, rx: 2, class: "cell idle"}));
        this.ring = svg("rect", {width: cell + 2, height: cell + 2, rx: 3, class: "ring"});
        this.svg.append(svg("text", {x: left - 8, y: top - 6, class: "tick end"}, "lane"), ...this.heads, ...this.names,
            ...this.cells, this.ring);
        const host = this.picture.picture;
        this.svg.style.minWidth = `${Math.min(size[0], LEGIBLE)}px`;
        host.replaceChildren(this.svg);
        host.tabIndex = 0;
        host.setAttribute("role", "application");
        host.setAttribute("aria-roledescription", "threads of a block");
        host.setAttribute("aria-label", "The threads of a block: arrow keys pick one");
        host.classList.add("pickable");
        this.svg.setAttribute("aria-hidden", "true");
        this.svg.addEventListener("pointerdown", (event) => {
            const box = this.svg.getBoundingClientRect();
            const scale = size[0] / box.width;
            const lane = Math.floor(((event.clientX - box.left) * scale - left) / cell);
            const warp = Math.floor(((event.clientY - box.top) * scale - top) / cell);
            if (lane >= 0 && lane < trace.lanes && warp >= 0 && warp < trace.warps) pick(warp * trace.lanes + lane);
        });
        host.addEventListener("keydown", (event) => {
            const moved = this.moved(event.key);
            if (moved === null || event.ctrlKey || event.altKey || event.metaKey) return;
            event.preventDefault();
            pick(moved);
        });
    }

    moved(key) {
        const {lanes, manifest: {threads}} = this.trace;
        const lane = this.thread % lanes;
        switch (key) {
            case "ArrowLeft": return Math.max(this.thread - 1, 0);
            case "ArrowRight": return Math.min(this.thread + 1, threads - 1);
            case "ArrowUp": return this.thread >= lanes ? this.thread - lanes : this.thread;
            case "ArrowDown": return this.thread + lanes < threads ? this.thread + lanes : this.thread;
            case "Home": return this.thread - lane;
            case "End": return this.thread - lane + lanes - 1;
            case "PageUp": return lane;
            case "PageDown": return threads - lanes + lane;
            default: return null;
        }
    }

    // What each thread does in the step of the event: one word of a class.
    states(event) {
        const {trace} = this;
        const states = new Array(trace.manifest.threads).fill("idle");
        if (event < 0) return states;
        for (const at of trace.eventsOfStep(trace.stepOf(event))) {
            const isBranch = trace.columns.kind[at] === BRANCH;
            for (let lane = 0; lane < trace.lanes; ++lane)
                states[trace.warpOf(at) * trace.lanes + lane] = !trace.has(at, lane) ? "masked" :
                    !isBranch ? "on" : trace.takes(at, lane) ? "taken" : "refused";
        }
        return states;
    }

    draw(event, thread) {
        const {trace, cell, origin: [left, top]} = this;
        const states = this.states(event);
        states.forEach((state, at) => {
            const name = `cell ${state}`;
            if (this.cells[at].getAttribute("class") !== name) this.cells[at].setAttribute("class", name);
        });
        const [warp, lane] = [Math.floor(thread / trace.lanes), thread % trace.lanes];
        this.heads.forEach((head, at) => {
            head.classList.toggle("picked", at === lane);
            head.classList.toggle("rare", at % 4 !== 0 || (at !== lane && Math.abs(at - lane) < 3));
        });
        this.names[this.warp ?? 0].classList.remove("picked");
        Object.assign(this, {thread, warp, lane});
        this.names[warp].classList.add("picked");
        this.ring.setAttribute("x", left + lane * cell - 1);
        this.ring.setAttribute("y", top + warp * cell - 1);
        const host = this.picture.picture;
        const x = (left + (lane + 0.5) * cell) * this.svg.clientWidth / (left + trace.lanes * cell + 2);
        if (x < host.scrollLeft + 20 || x > host.scrollLeft + host.clientWidth - 20) host.scrollLeft = x - host.clientWidth / 2;
        const isBranch = event >= 0 && trace.columns.kind[event] === BRANCH;
        const swatches = isBranch ? [["taken", "the condition holds"], ["refused", "it does not"]] : [["on", "takes part in this step"]];
        const count = (word) => states.filter((state) => state === word).length;
        const told = event < 0 ? `One block of ${plural(trace.manifest.threads, "thread")}.` :
            isBranch ? `Of ${plural(trace.manifest.threads, "thread")}, the condition holds for ${number(count("taken"))} and not for ${number(count("refused"))}.` :
                `${number(count("on"))} of ${plural(trace.manifest.threads, "thread")} take part in this step.`;
        this.picture.show("block / warps and lanes", told, null,
            [...swatches, ["masked", "masked: its warp is here, the lane is not"], ["idle", "its warp is elsewhere"]],
            () => [told, ["warp", isBranch ? "condition holds" : "takes part", isBranch ? "does not hold" : "masked"],
                Array.from({length: trace.warps}, (_, at) => {
                    const own = states.slice(at * trace.lanes, (at + 1) * trace.lanes);
                    const lanes = (...words) => ranges(own.flatMap((state, i) => (words.includes(state) ? [i] : []))) || "none";
                    return own[0] === "idle" ? [at, "elsewhere", ""] : [at, lanes("on", "taken"), lanes(isBranch ? "refused" : "masked")];
                })]);
    }
}
