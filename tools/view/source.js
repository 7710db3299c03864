// SPDX-License-Identifier: Apache-2.0
// The source with what each line costs, and what is wrong at it.

// What a line's costs say is worth a look: [mark, words].
function remarksOn(costs) {
    const remarks = [];
    if (costs.sectors > costs.ideal_sectors)
        remarks.push(["\u25b2", `uncoalesced: ${number(costs.sectors)} sectors where ${number(costs.ideal_sectors)} would do`]);
    if (costs.conflicts > 0) remarks.push(["\u25c6", plural(costs.conflicts, "bank conflict")]);
    if (costs.diverged > 0) remarks.push(["\u25d0", `lanes part ${plural(costs.diverged, "time")}`]);
    return remarks;
}
const LEGEND = [["\u2716", "where the run ended by a fault"], ["\u25b2", "uncoalesced"], ["\u25c6", "bank conflicts"], ["\u25d0", "lanes part"]];

const ofTensors = (costs) => costs.requests - costs.shared_requests;
const ratio = (a, b) => (b === 0 ? "" : (a / b).toFixed(1));
const sectorsText = (costs) => (costs.sectors === 0 ? "" : `${ratio(costs.sectors, ofTensors(costs))} of ${ratio(costs.ideal_sectors, ofTensors(costs))}`);
const lanesShare = (costs, lanes) => percent(costs.lanes + costs.branch_lanes, (costs.executions + costs.branches) * lanes);

// The places that an outcome names: for a race both sides.
function placesOf(outcome) {
    if (Array.isArray(outcome.accesses)) return outcome.accesses;
    return typeof outcome.line === "number" ? [outcome] : [];
}

class SourcePane {
    // `only` shows the events of a line.
    constructor(traces, only) {
        const [trace, other] = traces;
        this.traces = traces;
        const lines = trace.manifest.source.text.replace(/\r?\n$/, "").split(/\r?\n/);
        const costs = traces.map((each) => new Map(each.lineCosts.map((line) => [line.line, line])));
        const faults = new Map();
        for (const each of traces)
            placesOf(each.manifest.outcome).forEach((place, i) =>
                faults.set(place.line, i > 0 ? `${each.manifest.outcome.kind}, the other side` : each.manifest.outcome.kind ?? each.manifest.outcome.outcome));
        const isSame = !other || other.manifest.source.text === trace.manifest.source.text;
        const table = document.getElementById("source");
        const heads = ["line", "", "sectors", "conflicts", "lanes", ...(other && isSame ? ["sectors in B"] : []), "source"];
        this.rows = new Map();
        const body = html("tbody");
        lines.forEach((text, i) => {
            const line = i + 1;
            const each = costs[0].get(line);
            const remarks = each ? remarksOn(each) : [];
            if (faults.has(line)) remarks.unshift(["\u2716", faults.get(line)]);
            const button = html("button", {type: "button", class: "line", title: `only the events of line ${line}`}, String(line));
            if (each) button.addEventListener("click", () => only(line));
            else button.disabled = true;
            const row = html("tr", {},
                html("th", {scope: "row"}, each ? button : String(line)),
                html("td", {class: "marks"}, ...remarks.flatMap(([mark, words]) => [html("span", {title: words, "aria-hidden": "true"}, mark), html("span", {class: "unseen"}, `${words}; `)])),
                html("td", {}, each ? sectorsText(each) : ""),
                html("td", {class: "extra"}, each && each.shared_requests > 0 ? number(each.conflicts) : ""),
                html("td", {class: "extra"}, each ? lanesShare(each, trace.lanes) : ""));
            if (other && isSame) row.append(html("td", {}, costs[1].has(line) ? sectorsText(costs[1].get(line)) : ""));
            row.append(html("td", {class: "code"}, html("code", {}, text || " ")));
            this.rows.set(line, row);
            body.append(row);
        });
        table.replaceChildren(html("thead", {}, html("tr", {}, ...heads.map((head, at) => html(head ? "th" : "td", {...(head && {scope: "col"}), ...(["conflicts", "lanes"].includes(head) && {class: "extra"})}, head)))), body);
        document.getElementById("source-legend").replaceChildren(...LEGEND.flatMap(([mark, words]) =>
            [html("span", {class: "key mark-key"}, html("b", {"aria-hidden": "true"}, mark), words)]),
            html("span", {}, "sectors: those of a request, of how many would do"));
        if (other && !isSame)
            document.getElementById("source-legend").after(html("p", {class: "notice"}, "The traces are of different sources; this is that of A."));
        this.fillCosts(costs);
        this.fillVariables(trace);
    }

    fillCosts(costs) {
        const heads = ["line", ...(costs.length > 1 ? ["trace"] : []), "requests", "sectors", "ideal sectors", "wavefronts", "conflicts", "bytes used", "bytes moved",
            "lanes", "branches", "diverged", "meetings"];
        const rows = [];
        for (const line of [...new Set(costs.flatMap((map) => [...map.keys()]))].sort((a, b) => a - b))
            costs.forEach((map, at) => {
                const each = map.get(line);
                if (!each) return;
                rows.push([line, ...(costs.length > 1 ? ["AB"[at]] : []), ...[each.requests, each.sectors, each.ideal_sectors, each.wavefronts, each.conflicts, each.bytes_used,
                    each.bytes_moved].map(number), lanesShare(each, this.traces[at].lanes), ...[each.branches, each.diverged, each.meetings].map(number)]);
            });
        fillTable(document.getElementById("costs"), "Of the events in the trace; sectors have 32 bytes, and there are 32 banks of 4 bytes.", heads, rows);
    }
    fillVariables(trace) {
        const locals = trace.manifest.locals ?? [];
        document.getElementById("variables-details").hidden = locals.length === 0;
        fillTable(document.getElementById("variables"), "Where the values of a variable may differ.", ["variable", "line", "level"],
            locals.map((local) => [local.name, local.line, local.level]));
    }

    mark(line) {
        this.rows.get(this.line)?.removeAttribute("aria-current");
        this.line = line;
        const row = this.rows.get(line);
        if (!row) return;
        row.setAttribute("aria-current", "step");
        const scroll = row.closest(".scroll");
        const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
        if (top < scroll.scrollTop + 40) scroll.scrollTop = Math.max(top - 60, 0);
        else if (bottom > scroll.scrollTop + scroll.clientHeight) scroll.scrollTop = bottom - scroll.clientHeight + 40;
    }
}
