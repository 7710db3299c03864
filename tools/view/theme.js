// SPDX-License-Identifier: Apache-2.0
// The theme of the reader's system, until another is chosen by the button. Runs before the page is drawn.
"use strict";
{
    const root = document.documentElement;
    const system = matchMedia("(prefers-color-scheme: dark)");
    const other = () => (root.dataset.theme === "dark" ? "light" : "dark");
    let isChosen = false;
    const follow = () => {
        if (!isChosen) root.dataset.theme = system.matches ? "dark" : "light";
    };
    follow();
    document.addEventListener("DOMContentLoaded", () => {
        const button = document.getElementById("theme");
        const label = () => { button.textContent = other() === "dark" ? "Dark" : "Light"; };
        button.addEventListener("click", () => {
            isChosen = true;
            root.dataset.theme = other();
            label();
        });
        system.addEventListener("change", () => {
            follow();
            label();
        });
        label();
    });
}
