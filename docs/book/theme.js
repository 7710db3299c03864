// SPDX-License-Identifier: Apache-2.0
// The theme of the reader's system, or the one chosen by the button. Runs before the page is drawn.
"use strict";
{
    const root = document.documentElement;
    const system = matchMedia("(prefers-color-scheme: dark)");
    const stored = () => {
        try { return localStorage.getItem("theme"); } catch { return null; }
    };
    const store = (theme) => {
        try { localStorage.setItem("theme", theme); } catch { /* a page without storage forgets it */ }
    };
    const shown = () => root.dataset.theme || (system.matches ? "dark" : "light");
    const other = () => (shown() === "dark" ? "light" : "dark");
    if (["light", "dark"].includes(stored())) root.dataset.theme = stored();

    document.addEventListener("DOMContentLoaded", () => {
        const button = document.getElementById("theme");
        const label = () => { button.textContent = other() === "dark" ? "Dark" : "Light"; };
        button.setAttribute("aria-label", "Change between light and dark");
        button.hidden = false;
        button.addEventListener("click", () => {
            root.dataset.theme = other();
            store(root.dataset.theme);
            label();
        });
        system.addEventListener("change", label);
        label();
    });
}
