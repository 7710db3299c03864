// SPDX-License-Identifier: Apache-2.0
// Who reads whom at a collective, shuffle or ballot, as far as the trace and the source beside it tell.

// The call at a site: {name, scope, arguments}, from the text of the source; null where none stands there.
function callAt(manifest, site) {
    const text = [...(manifest.source.text.split("\n")[site.line - 1] ?? "")].slice(site.column - 1).join("");
    const found = /^(\w+)\s*(?:<\s*over\s+ctx\.(\w+)\s*>)?\s*\(/.exec(text);
    if (!found) return null;
    const words = [];
    let depth = 0, word = "";
    for (const character of text.slice(found[0].length)) {
        if (depth === 0 && (character === ")" || character === ",")) {
            words.push(word.trim());
            word = "";
            if (character === ")") return {name: found[1], scope: found[2] ?? null, arguments: words};
            continue;
        }
        depth += "([".includes(character) ? 1 : ")]".includes(character) ? -1 : 0;
        word += character;
    }
    return null;
}

// The value of an integer that the launch alone decides, null for any other text.
function constantOf(manifest, text) {
    const names = {...manifest.dims, ...manifest.constants, "ctx.lanes": manifest.lanes, "ctx.threads": manifest.threads,
        "ctx.warps": manifest.threads / manifest.lanes};
    if (/^\d+$/.test(text)) return Number(text);
    if (/^0[xX][0-9a-fA-F]+$/.test(text)) return Number(text);
    if (Object.hasOwn(names, text)) return names[text];
    const halves = /^(\S+) *([/*+-]) *(\S+)$/.exec(text);
    if (!halves) return null;
    const [a, b] = [constantOf(manifest, halves[1]), constantOf(manifest, halves[3])];
    if (a === null || b === null || (halves[2] === "/" && b === 0)) return null;
    return {"/": Math.trunc(a / b), "*": a * b, "+": a + b, "-": a - b}[halves[2]];
}

// coll-11 to coll-13: by lane the lane whose value it gets; null where the trace does not tell.
function sourcesOf(trace, event) {
    const call = callAt(trace.manifest, trace.siteOf(event));
    if (!call || !/^shuffle(_xor|_up|_down)?$/.test(call.name) || call.arguments.length !== 2) return null;
    const selector = constantOf(trace.manifest, call.arguments[1]);
    if (selector === null) return null;
    const lanes = trace.lanes;
    const wrapped = ((selector % lanes) + lanes) % lanes;
    const within = (source, lane) => (source >= 0 && source < lanes ? source : lane);
    return Array.from({length: lanes}, (_, lane) => {
        switch (call.name) {
            case "shuffle": return wrapped;
            case "shuffle_xor": return lane ^ wrapped;
            case "shuffle_up": return within(lane - selector, lane);
            default: return within(lane + selector, lane);
        }
    });
}

function drawExchange(picture, trace, event, lane) {
    const site = trace.siteOf(event);
    const call = callAt(trace.manifest, site);
    const lanes = trace.lanesOf(event);
    const cell = trace.lanes > 32 ? 9 : 16, left = 64, top = 4, high = 110;
    const x = (each) => left + (each + 0.5) * cell;
    const drawing = [];
    const row = (y, name) => {
        drawing.push(svg("text", {x: left - 8, y: y + cell / 2 + 4, class: "tick end"}, name));
        for (let each = 0; each < trace.lanes; ++each) {
            drawing.push(svg("rect", {x: left + each * cell + 1, y: y + 1, width: cell - 2, height: cell - 2, rx: 2,
                class: `cell ${trace.has(event, each) ? "on" : "masked"}`}));
            if (trace.has(event, each) && cell > 9)
                drawing.push(svg("text", {x: x(each), y: y + cell / 2 + 3.2, class: "in middle"}, String(each)));
        }
        drawing.push(svg("rect", {x: left + lane * cell, y, width: cell, height: cell, rx: 3, class: "ring"}));
    };
    const from = top + cell, to = top + high;
    const arrow = (a, b, isOwn) => drawing.push(svg("path", {d: `M${x(a)} ${from + 2}L${x(b)} ${to - 3}`, class: `arrow${isOwn ? " own" : ""}`}));
    const sources = sourcesOf(trace, event);
    const middle = (from + to) / 2;
    let told = "", reads = () => "not told";
    const through = (words) => {
        for (const each of lanes) drawing.push(svg("path", {d: `M${x(each)} ${from + 2}V${middle - 12}`, class: `arrow${each === lane ? " own" : ""}`}),
            svg("path", {d: `M${x(each)} ${middle + 12}V${to - 3}`, class: `arrow${each === lane ? " own" : ""}`}));
        drawing.push(svg("rect", {x: left, y: middle - 12, width: trace.lanes * cell, height: 24, rx: 4, class: "bar"}),
            svg("text", {x: left + trace.lanes * cell / 2, y: middle + 4, class: "middle label"}, words));
    };
    if (sources) {
        for (const each of lanes) if (each !== lane) arrow(sources[each], each, false);
        if (trace.has(event, lane)) arrow(sources[lane], lane, true);
        told = `Lane ${lane} reads lane ${sources[lane]}.`;
        reads = (each) => String(sources[each]);
    } else if (site.kind === "shuffle" && call?.name !== "ballot") {
        through("which lane each reads, the kernel computes");
        told = "Each lane reads one lane of its warp. Which one the kernel computes; the trace does not tell.";
    } else {
        const isBlock = call?.scope === "thread";
        through(call?.name ?? "all together");
        told = isBlock ? "Every thread of the block gets what all of them give." : "Every lane of the warp gets what all of them give.";
        reads = () => (isBlock ? "all threads of the block" : lanesText(lanes, trace.lanes));
    }
    row(top, "gives");
    row(to, "gets");
    const size = [left + trace.lanes * cell + 2, to + cell + 4];
    const name = call ? `${call.name}${call.scope ? `<over ctx.${call.scope}>` : ""}` : site.kind;
    picture.show(`exchange / ${name}`, told, svg("svg", {viewBox: `0 0 ${size[0]} ${size[1]}`, width: size[0], height: size[1]}, ...drawing),
        [["on", "a lane that takes part"], ["ringed", "the picked lane"]],
        () => [told, ["lane", "reads"], lanes.map((each) => [each, reads(each)])]);
}
