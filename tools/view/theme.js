// SPDX-License-Identifier: Apache-2.0
// The theme of the reader's system, or the one chosen by the button. Runs before the page is drawn.
"use strict";
{
    const root = document.documentElement;
    const system = matchMedia("(prefers-color-scheme: dark)");
    const shown = () => root.dataset.theme || (system.matches ? "dark" : "light");
    const other = () => (shown() === "dark" ? "light" : "dark");
    document.addEventListener("DOMContentLoaded", () => {
        const button = document.getElementById("theme");
        const label = () => { button.textContent = other() === "dark" ? "Dark" : "Light"; };
        button.addEventListener("click", () => {
            root.dataset.theme = other();
            label();
        });
        system.addEventListener("change", label);
        label();
    });
}
