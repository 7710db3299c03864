// SPDX-License-Identifier: Apache-2.0
// What the lanes of a warp touch: elements over the rows of the tensor, sectors, banks.

const MOST_STRIPS = 32, FEW_STRIPS = 8, NEAR_TURNS = 6, MOST_REQUESTS = 4;

// The elements of one access laid over the rows of its buffer, and those of the turns around it.
function drawElements(picture, trace, event, lane) {
    const buffer = trace.buffer(event);
    const width = trace.width(event);
    const turns = trace.turns(event);
    const at = turns.indexOf(event);
    const rank = buffer.shape.length;
    const rowLength = Math.max(rank === 0 ? 1 : buffer.shape[rank - 1], 1);
    const columns = Math.min(trace.lanes, rowLength);
    const stripsARow = Math.ceil(rowLength / columns);
    const stripOf = (offset) => Math.floor(offset / rowLength) * stripsARow + Math.floor((((offset % rowLength) + rowLength) % rowLength) / columns);
    const offsetOf = (strip) => Math.floor(strip / stripsARow) * rowLength + (strip % stripsARow) * columns;

    // By element: the lanes that touch it now, whether a turn before did, the turns in which the picked lane does.
    const now = new Map(), earlier = new Set(), own = new Map();
    const touch = (turn, see) => trace.offsets(turns[turn]).forEach((offset, each) => {
        for (let i = 0; i < width; ++i) see(offset + i, each);
    });
    touch(at, (offset, each) => { if (!now.has(offset)) now.set(offset, []); now.get(offset).push(each); });
    const nearby = [];
    for (let turn = Math.max(at - NEAR_TURNS, 0); turn <= Math.min(at + NEAR_TURNS, turns.length - 1); ++turn)
        if (turn !== at) nearby.push(turn);
    const nearStrips = new Set();
    for (const turn of nearby)
        touch(turn, (offset, each) => {
            if (turn < at) earlier.add(offset);
            if (each === lane) own.set(offset, turn);
            nearStrips.add(stripOf(offset));
        });

    const touched = [...new Set([...now.keys()].map(stripOf))].sort((a, b) => a - b);
    const ownStrip = trace.has(event, lane) ? touched.indexOf(stripOf(trace.offsets(event)[lane])) : 0;
    const first = Math.max(0, Math.min(ownStrip - (MOST_STRIPS >> 1), touched.length - MOST_STRIPS));
    const chosen = new Set(touched.slice(first, first + MOST_STRIPS));
    const distance = (strip) => Math.min(...touched.map((other) => Math.abs(other - strip)));
    const others = [...nearStrips].filter((strip) => !chosen.has(strip)).sort((a, b) => distance(a) - distance(b));
    for (const strip of others.slice(0, Math.max(FEW_STRIPS - chosen.size, 0))) chosen.add(strip);
    const strips = [...chosen].sort((a, b) => a - b);

    const cell = trace.lanes > 32 ? 9 : 15, left = 96, gap = 12;
    const bytes = trace.elementBytes(buffer);
    const perSector = SECTOR / bytes, shift = (buffer.space === "tile" ? 0 : buffer.address || 0) / bytes;
    const drawing = [];
    let y = 4;
    strips.forEach((strip, i) => {
        const start = offsetOf(strip);
        if (i > 0 && strip !== strips[i - 1] + 1) {
            drawing.push(svg("text", {x: left - 8, y: y + 8, class: "tick end"}, "\u22ee"));
            y += gap;
        }
        drawing.push(svg("text", {x: left - 8, y: y + cell / 2 + 4, class: "tick end"}, indices(buffer, start).join(", ")));
        const length = Math.min(columns, rowLength - (strip % stripsARow) * columns);
        for (let column = 0; column < length; ++column) {
            const offset = start + column;
            const lanes = now.get(offset);
            const kind = lanes ? "on" : earlier.has(offset) ? "done" : "idle";
            const x = left + column * cell;
            drawing.push(svg("rect", {x: x + 1, y: y + 1, width: cell - 2, height: cell - 2, rx: 2, class: `cell ${kind}`}));
            if (lanes && cell > 9)
                drawing.push(svg("text", {x: x + cell / 2, y: y + cell / 2 + 3.2, class: "in middle"},
                    lanes.length > 1 ? `\u00d7${lanes.length}` : String(lanes[0])));
            if (lanes?.includes(lane)) drawing.push(svg("rect", {x, y, width: cell, height: cell, rx: 3, class: "ring"}));
            else if (own.has(offset)) drawing.push(svg("rect", {x: x + 0.5, y: y + 0.5, width: cell - 1, height: cell - 1, rx: 3, class: "ring thin"}));
            if (buffer.space !== "tile" && column > 0 && (offset + shift) % perSector === 0)
                drawing.push(svg("path", {d: `M${x} ${y}V${y + cell}`, class: "sector"}));
        }
        y += cell;
    });

    const verb = {load: "reads", store: "writes", atomic: "changes"}[trace.kindOf(event)];
    const name = (offset) => elementName(buffer, offset) + (width > 1 ? ` and ${plural(width - 1, "element")} behind` : "");
    const offset = trace.offsets(event)[lane];
    const values = trace.values(event, lane);
    const told = [
        offset === undefined ? `Lane ${lane} takes no part.` :
            `Lane ${lane} ${verb} ${name(offset)}${values ? `: ${values.slice(0, 16).join(", ")}` : ""}.`,
        turns.length > 1 ? `Turn ${number(at)}, from 0 to ${number(turns.length - 1)}.` : "",
        touched.length > strips.filter((strip) => touched.includes(strip)).length ?
            `${strips.filter((strip) => touched.includes(strip)).length} of ${touched.length} rows of elements are drawn; the table has all.` : "",
    ].filter(Boolean).join(" ");
    const size = [left + columns * cell + 2, y + 4];
    picture.show(`elements / ${buffer.name}: ${buffer.element}[${buffer.shape.join(", ")}]${buffer.space === "tile" ? ", a tile" : ""}`, told,
        svg("svg", {viewBox: `0 0 ${size[0]} ${size[1]}`, width: size[0], height: size[1]}, ...drawing),
        [["on", `${verb} now, by the lane written in it`], ["done", "earlier turns"], ["idle", "not touched"],
            ["ringed", "of the picked lane, in this turn or others near it"]],
        () => [told, ["lane", "element", "offset", ...(trace.valueStart ? ["values"] : [])],
            trace.offsets(event).map((each, i) => [i, elementName(buffer, each), each,
                ...(trace.valueStart ? [trace.values(event, i).join(", ")] : [])]).filter(Boolean)]);
}

function drawMemory(picture, trace, event, lane) {
    const requests = requestsOf(trace, event);
    if (trace.buffer(event).space === "tile") drawBanks(picture, trace, event, lane, requests);
    else drawSectors(picture, trace, event, lane, requests);
}

const requestTitle = (requests, at) => (requests.length === 1 ? "" :
    `request ${at + 1} of ${requests.length}: bytes ${requests[at].first}\u2013${requests[at].first + requests[at].bytes - 1} of each run`);

function drawSectors(picture, trace, event, lane, requests) {
    const buffer = trace.buffer(event);
    const base = buffer.address || 0;
    const perRow = 4, wide = 136, strip = 15, high = 34;
    const drawing = [];
    let y = 4, sectors = 0, ideal = 0, used = 0;
    const costs = requests.map(sectorsOf);
    costs.forEach((cost, at) => {
        sectors += cost.sectors.length;
        ideal += cost.ideal;
        used += cost.used;
        if (at >= MOST_REQUESTS) return;
        if (requests.length > 1) {
            drawing.push(svg("text", {x: 0, y: y + 11, class: "tick"}, requestTitle(requests, at)));
            y += 18;
        }
        cost.sectors.forEach((sector, i) => {
            const x = (i % perRow) * wide, top = y + Math.floor(i / perRow) * high;
            const unit = (wide - 8) / SECTOR;
            const begin = sector.number * SECTOR - base;
            drawing.push(svg("text", {x, y: top + 10, class: "tick"}, `${number(begin)}\u2013${number(begin + SECTOR - 1)}`),
                svg("rect", {x, y: top + 13, width: wide - 8, height: strip, class: "cell vain"}));
            for (const use of sector.uses) {
                const from = Math.max(use.from, 0), to = Math.min(use.to, SECTOR);
                const isOwn = use.lanes.includes(lane);
                drawing.push(svg("rect", {x: x + from * unit + 0.5, y: top + 13.5, width: (to - from) * unit - 1, height: strip - 1, rx: 2,
                    class: `cell on${isOwn ? " own" : ""}`}));
                if ((to - from) * unit >= 13)
                    drawing.push(svg("text", {x: x + (from + to) / 2 * unit, y: top + 24, class: "in middle"},
                        use.lanes.length > 1 ? `\u00d7${use.lanes.length}` : String(use.lanes[0])));
            }
        });
        y += Math.ceil(cost.sectors.length / perRow) * high + 2;
    });
    const more = requests.length > MOST_REQUESTS ? ` ${MOST_REQUESTS} of ${requests.length} requests are drawn; the table has all.` : "";
    const told = `${plural(requests.length, "request")}: ${plural(sectors, "sector")} of 32 bytes; ${number(ideal)} would hold what is asked for. ` +
        `${number(used)} of ${number(sectors * SECTOR)} bytes are used (${percent(used, sectors * SECTOR)}).${more}`;
    picture.show(`sectors / ${buffer.name}`, told, svg("svg", {viewBox: `0 0 ${perRow * wide} ${y}`, width: perRow * wide, height: y}, ...drawing),
        [["on", "bytes that a lane asks for"], ["vain", "bytes moved in vain"], ["ringed", "of the picked lane"]],
        () => [told, ["sector", ...(requests.length > 1 ? ["request"] : []), "bytes", "lanes", "bytes used"],
            costs.flatMap((cost, at) => cost.sectors.map((sector) => [sector.number, ...(requests.length > 1 ? [at + 1] : []),
                `${number(sector.number * SECTOR - base)}\u2013${number(sector.number * SECTOR - base + SECTOR - 1)}`,
                ranges([...new Set(sector.uses.flatMap((use) => use.lanes))].sort((a, b) => a - b)),
                sector.uses.reduce((sum, use) => sum + use.to - use.from, 0)]))]);
}

function drawBanks(picture, trace, event, lane, requests) {
    const buffer = trace.buffer(event);
    const cell = 16, left = 64;
    const drawing = [];
    let y = 4, wavefronts = 0, conflicts = 0;
    const costs = requests.map((request) => banksOf(request, trace.lanes));
    const rows = [];
    costs.forEach((cost, at) => {
        wavefronts += cost.wavefronts;
        conflicts += cost.conflicts;
        cost.phases.forEach((phase, i) => {
            phase.banks.forEach((words, bank) => words.forEach((each) =>
                rows.push([bank, requests.length > 1 ? at + 1 : null, i + 1, each.word, ranges(each.lanes)])));
            if (at >= MOST_REQUESTS) return;
            const title = [requestTitle(requests, at), cost.phases.length > 1 ? `phase ${i + 1}: ${lanesText(phase.lanes, trace.lanes)}` : ""].filter(Boolean).join("; ");
            if (title) {
                drawing.push(svg("text", {x: 0, y: y + 11, class: "tick"}, title));
                y += 16;
            }
            drawing.push(svg("text", {x: left - 8, y: y + 11, class: "tick end"}, "bank"));
            for (let bank = 0; bank < BANKS; ++bank)
                if (bank % 4 === 0) drawing.push(svg("text", {x: left + (bank + 0.5) * cell, y: y + 11, class: "tick middle"}, String(bank)));
            y += 16;
            for (let row = 0; row < phase.words; ++row) {
                drawing.push(svg("text", {x: left - 8, y: y + cell / 2 + 4, class: "tick end"}, row === 0 ? "at once" : `then ${row}`));
                phase.banks.forEach((words, bank) => {
                    const each = words[row];
                    const x = left + bank * cell;
                    drawing.push(svg("rect", {x: x + 1, y: y + 1, width: cell - 2, height: cell - 2, rx: 2,
                        class: `cell ${each ? (row > 0 ? "conflict" : "on") : "idle"}`}));
                    if (!each) return;
                    drawing.push(svg("text", {x: x + cell / 2, y: y + cell / 2 + 3.2, class: "in middle"},
                        each.lanes.length > 1 ? `\u00d7${each.lanes.length}` : String(each.lanes[0])));
                    if (each.lanes.includes(lane)) drawing.push(svg("rect", {x, y, width: cell, height: cell, rx: 3, class: "ring"}));
                });
                y += cell;
            }
            y += 8;
        });
    });
    const more = requests.length > MOST_REQUESTS ? ` ${MOST_REQUESTS} of ${requests.length} requests are drawn; the table has all.` : "";
    const told = conflicts === 0 ? `No bank conflict: ${plural(wavefronts, "wavefront")}.${more}` :
        `${plural(conflicts, "bank conflict")}: ${plural(wavefronts, "wavefront")} where ${number(wavefronts - conflicts)} would do, since a bank gives one word of 4 bytes at a time.${more}`;
    picture.show(`banks / ${buffer.name}`, told, svg("svg", {viewBox: `0 0 ${left + BANKS * cell + 2} ${y}`, width: left + BANKS * cell + 2, height: y}, ...drawing),
        [["on", "a word, by the lane that asks for it"], ["conflict", "a further word of the same bank: a conflict"], ["idle", "nothing asked"], ["ringed", "of the picked lane"]],
        () => [told, ["bank", ...(requests.length > 1 ? ["request"] : []), "phase", "word", "lanes"],
            rows.map((row) => row.filter((cell_) => cell_ !== null))]);
}
