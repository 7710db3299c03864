// SPDX-License-Identifier: Apache-2.0
// What the warps of a block do, step after step: a row per warp, a column per step.

class TimeLine {
    constructor(trace, go) {
        this.trace = trace;
        this.go = go;
        this.picture = pictured("The time line");
        const host = this.picture.picture;
        host.tabIndex = 0;
        host.setAttribute("role", "application");
        host.setAttribute("aria-roledescription", "time line");
        host.setAttribute("aria-label", "The steps of the block: arrow keys go to another");
        host.classList.add("pickable");
        host.addEventListener("keydown", (event) => {
            const steps = {ArrowLeft: -1, ArrowRight: 1, PageUp: -this.columns, PageDown: this.columns, Home: -Infinity, End: Infinity}[event.key];
            if (steps === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
            event.preventDefault();
            const [first, last] = trace.stepsOfBlock(this.block);
            this.goTo(Math.min(Math.max(trace.stepOf(this.event) + steps, first), last));
        });
        host.addEventListener("pointerdown", (event) => {
            const target = event.target.closest("[data-step]");
            if (target) return this.goTo(Number(target.dataset.step), Number(target.dataset.warp ?? -1));
            const strip = event.target.closest(".overview");
            if (!strip) return;
            const box = strip.getBoundingClientRect();
            const [first, last] = trace.stepsOfBlock(this.block);
            this.goTo(first + Math.round((event.clientX - box.left) / box.width * (last - first)));
        });
    }

    // To the event of the step that is of the warp, else of the warp at hand, else the first.
    goTo(step, warp = -1) {
        const events = this.trace.eventsOfStep(step);
        const of = (wanted) => events.find((event) => this.trace.warpOf(event) === wanted);
        this.go(of(warp) ?? of(this.trace.warpOf(this.event)) ?? events[0]);
    }

    draw(event, room) {
        const {trace} = this;
        this.event = event;
        this.block = trace.blockOf(event);
        const [first, last] = trace.stepsOfBlock(this.block);
        const at = trace.stepOf(event);
        const cell = 14, left = 64, high = trace.warps > 16 ? 11 : 15, top = 46;
        this.columns = Math.max(12, Math.min(96, Math.floor((room - left - 8) / cell)));
        const begin = Math.max(first, Math.min(at - (this.columns >> 1), last - this.columns + 1));
        const end = Math.min(begin + this.columns, last + 1);
        const width = left + this.columns * cell + 4, height = top + trace.warps * high + 6;
        const drawing = [];
        const x = (step) => left + (step - begin) * cell;
        const y = (warp) => top + warp * high;

        // The whole block, and which of it is drawn below.
        const span = last - first + 1, strip = this.columns * cell;
        drawing.push(svg("rect", {x: left, y: 4, width: strip, height: 8, rx: 2, class: "overview"}),
            svg("rect", {x: left + (begin - first) / span * strip, y: 4, width: Math.max((end - begin) / span * strip, 2), height: 8, rx: 2, class: "window"}),
            svg("rect", {x: left + (at - first) / span * strip - 1, y: 2, width: 2, height: 12, class: "now"}),
            svg("text", {x: left - 8, y: 12, class: "tick end"}, "block"));
        drawing.push(svg("rect", {x: x(at), y: 18, width: cell, height: height - 20, rx: 3, class: "column"}),
            svg("text", {x: left - 8, y: 32, class: "tick end"}, "line"));
        for (let warp = 0; warp < trace.warps; ++warp)
            drawing.push(svg("text", {x: left - 8, y: y(warp) + high / 2 + 4, class: `tick end${warp === trace.warpOf(event) ? " picked" : ""}`}, `warp ${warp}`),
                svg("path", {d: `M${left} ${y(warp) + high / 2}H${left + (end - begin) * cell}`, class: "thread"}));

        let line = 0, shownLine = begin - 4;
        const parted = new Array(trace.warps).fill(-1);  // from which step on
        const band = (warp, to) => {
            if (parted[warp] >= 0)
                drawing.push(svg("rect", {x: x(parted[warp]), y: y(warp) + 1, width: (to - parted[warp]) * cell, height: high - 2, class: "parted"}));
            parted[warp] = -1;
        };
        const marks = [];
        for (let step = begin; step < end; ++step) {
            const events = trace.eventsOfStep(step);
            const site = trace.siteOf(events[0]);
            if (site.line !== line && step - shownLine > 1) {
                marks.push(svg("text", {x: x(step) + cell / 2, y: 32, class: "tick middle"}, String(site.line)));
                shownLine = step;
            }
            line = site.line;
            const isBarrier = trace.columns.kind[events[0]] === MEETING;
            if (isBarrier && events.length > 1)
                marks.push(svg("path", {d: `M${x(step) + cell / 2} ${y(trace.warpOf(events[0]))}V${y(trace.warpOf(events.at(-1))) + high}`, class: "barrier"}));
            for (const each of events) {
                const warp = trace.warpOf(each);
                if (trace.depth[each] > 0 && parted[warp] < 0) parted[warp] = step;
                if (trace.depth[each] === 0) band(warp, step);
                marks.push(this.mark(each, step, x(step), y(warp), cell, high));
            }
        }
        for (let warp = 0; warp < trace.warps; ++warp) band(warp, end);
        drawing.push(...marks);

        const site = trace.siteOf(event);
        const told = `Step ${number(at - first)} of the block, from 0 to ${number(last - first)}: ${describe(trace, event)}.`;
        this.picture.show(`time / block ${trace.blockName(this.block)}`, told,
            svg("svg", {viewBox: `0 0 ${width} ${height}`, width, height}, ...drawing),
            [["load", "reads"], ["store", "writes"], ["atomic", "atomic"], ["fork", "branch"], ["split", "branch where lanes part"], ["join", "lanes meet again"],
                ["meeting", "barrier or exchange"], ["parted", "lanes are parted"]],
            () => [told, ["step", "line", "what", ...Array.from({length: trace.warps}, (_, warp) => `warp ${warp}`)], this.rows(begin, end, first)]);
        this.picture.picture.setAttribute("aria-label", `The steps of the block, at line ${site.line}: arrow keys go to another`);
    }

    mark(event, step, x, y, cell, high) {
        const {trace} = this;
        const kind = trace.kindOf(event);
        const name = kind === "branch" ? (trace.diverges(event) ? "split" : "fork") : kind === "reunion" ? "join" : kind;
        const shape = MARKS[name](x, y, cell, high, trace.countOf(event) / trace.lanes);
        shape.setAttribute("class", `mark ${name}`);
        const hit = svg("rect", {x, y, width: cell, height: high, class: "hit", "data-step": step, "data-warp": trace.warpOf(event)});
        return svg("g", {}, shape, hit);
    }

    rows(begin, end, first) {
        const {trace} = this;
        return Array.from({length: end - begin}, (_, i) => {
            const events = trace.eventsOfStep(begin + i);
            const by = new Map(events.map((event) => [trace.warpOf(event), event]));
            return [begin + i - first, trace.lineOf(events[0]), describePlace(trace, events[0]),
                ...Array.from({length: trace.warps}, (_, warp) => {
                    if (!by.has(warp)) return "";
                    const event = by.get(warp);
                    return `${lanesText(trace.lanesOf(event), trace.lanes)}${trace.diverges(event) ? ", parted" : ""}`;
                })];
        });
    }
}

const MEETINGS = {barrier: "barrier of the block", warp_barrier: "barrier of the warp", grid_barrier: "barrier of the grid",
    tile: "barrier of a tile operation", slice: "barrier of a tile operation", slice_store: "barrier of a tile operation"};

// "reads X", "branch", "sum<over ctx.lane>"
function describePlace(trace, event) {
    const kind = trace.kindOf(event);
    const site = trace.siteOf(event);
    if (trace.isAccess(event)) return `${{load: "reads", store: "writes", atomic: "changes"}[kind]} ${trace.buffer(event).name}`;
    if (kind === "branch") return trace.diverges(event) ? "branch where lanes part" : "branch";
    if (kind === "reunion") return "lanes meet again";
    const call = callAt(trace.manifest, site);
    return MEETINGS[site.kind] ?? (call ? `${call.name}${call.scope ? `<over ctx.${call.scope}>` : ""}` : site.kind);
}
function describe(trace, event) {
    return `warp ${trace.warpOf(event)} at line ${trace.lineOf(event)}, ${describePlace(trace, event)}, ` +
        lanesText(trace.lanesOf(event), trace.lanes);
}
