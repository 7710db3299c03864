// SPDX-License-Identifier: Apache-2.0
// Search over `entries` of index.js: t title, w page, u address, x text, d the terms it defines. Every word of a query
// must begin a word of an entry.
"use strict";
{
    const most_shown = 40;
    const words_of = (text) => text.toLowerCase().match(/[a-z0-9_]+(?:-\d+)?/g) || [];
    const index = entries.map((entry) => ({
        entry, title: words_of(entry.t), terms: words_of(entry.d), words: words_of(`${entry.t} ${entry.x}`),
    }));

    /// How well a word of the query fits: not at all is 0.
    const fit = (word, {title, terms, words}) => {
        if (title.includes(word)) return 20;
        if (title.some((known) => known.startsWith(word))) return 8;
        if (terms.includes(word)) return 6;
        if (words.includes(word)) return 3;
        return words.some((known) => known.startsWith(word)) ? 1 : 0;
    };

    const found = (query) => {
        const words = words_of(query);
        if (words.length === 0) return [];
        return index
            .map((row) => ({entry: row.entry, fits: words.map((word) => fit(word, row))}))
            .filter(({fits}) => fits.every((value) => value > 0))
            .map(({entry, fits}) => ({entry, score: fits.reduce((sum, value) => sum + value, 0)}))
            .sort((a, b) => b.score - a.score)
            .map(({entry}) => entry);
    };

    const input = document.getElementById("query");
    const results = document.getElementById("results");
    const hits = document.getElementById("hits");
    const list = results.querySelector("ol");

    const item_of = (entry) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = entry.u;
        link.textContent = `${entry.t} (${entry.w})`;
        link.addEventListener("click", () => show(""));
        const text = document.createElement("p");
        text.textContent = entry.x.length > 240 ? `${entry.x.slice(0, 240)} ...` : entry.x;
        item.append(link, text);
        return item;
    };

    const show = (query) => {
        const all = found(query);
        results.hidden = query.trim() === "";
        list.replaceChildren(...all.slice(0, most_shown).map(item_of));
        const shown = all.length > most_shown ? `, the first ${most_shown} of them here` : "";
        hits.textContent = all.length === 0 ? "Nothing found." : `${all.length} found${shown}.`;
    };

    /// The arrows walk through input and results.
    const walk = (event) => {
        const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
        if (!step || results.hidden) return;
        const stops = [input, ...list.querySelectorAll("a")];
        const next = stops[stops.indexOf(document.activeElement) + step];
        if (!next) return;
        event.preventDefault();
        next.focus();
    };

    input.form.hidden = false;
    input.form.addEventListener("submit", (event) => {
        event.preventDefault();
        const first = list.querySelector("a");
        if (first) first.click();
    });
    input.addEventListener("input", () => show(input.value));
    input.form.addEventListener("keydown", walk);
    results.addEventListener("keydown", walk);
    document.addEventListener("keydown", (event) => {
        if (event.key === "/" && document.activeElement !== input && !event.ctrlKey && !event.metaKey && !event.altKey) {
            event.preventDefault();
            input.focus();
        }
        if (event.key === "Escape" && !results.hidden) {
            input.value = "";
            show("");
            input.focus();
        }
    });
}
