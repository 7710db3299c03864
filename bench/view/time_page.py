#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times a page of phobos-trace view with a million events in a headless Chromium: until its first picture is drawn, and
steps of every kind. Checks that the last event is the file's.

usage: bench/view/time_page.py PROGRAMS [EVENTS]      PROGRAMS: the folder of phobos-run and phobos-trace
"""
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs/book"))
import browser  # noqa: E402

KERNEL = """\
@launch(256)
kernel many(X: tensor<f32>[R, K], O: tensor<f32>[R, K]) {
    let r = ctx.block.x
    for k in range(ctx.thread, K, ctx.threads) {
        if ctx.lane % 2 == 0 {
            O[r, k] = X[r, k] + X[r, (k * 7) % K]
        }
    }
}
"""
# The time from the start of a way through the trace until the browser has drawn what follows from it.
STEP = """(async (ways) => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => { const channel = new MessageChannel();
        channel.port1.onmessage = done; channel.port2.postMessage(0); }));
    const times = {};
    for (const [way, count] of ways) {
        times[way] = [];
        for (let i = 0; i < count; ++i) {
            await drawn();
            const begin = performance.now();
            if (way === "far") phobos.go(Math.floor((i * 0.618034 % 1) * phobos.traces[0].events)); else phobos.move(way);
            document.body.getBoundingClientRect();
            times[way].push(performance.now() - begin);
        }
    }
    return times;
})([["next", 60], ["turn", 60], ["warp", 60], ["previous", 30], ["far", 60]])"""


def made(folder, programs, events):
    """The page of a trace of so many events, and the trace."""
    (folder / "k.ph").write_text(KERNEL, encoding="utf-8")
    subprocess.run([programs / "phobos-run", "k.ph", "--fast", "--in", "X=zeros:96x65536", "--out", "O=o.npy", "--grid", "R", "--trace", "t.npz",
                    "--trace-limit", str(events)], cwd=folder, check=True, capture_output=True)
    begin = time.monotonic()
    subprocess.run([programs / "phobos-trace", "view", "t.npz", "-o", "v.html"], cwd=folder, check=True, capture_output=True)
    print(f"page: written in {time.monotonic() - begin:.2f} s, {(folder / 'v.html').stat().st_size / 1e6:.1f} MB "
          f"of a trace of {(folder / 't.npz').stat().st_size / 1e6:.1f} MB")
    return np.load(folder / "t.npz")


def last_event(trace):
    lines = [site["line"] for site in json.loads(trace["manifest.json"])["sites"]]
    return [len(trace["kind"]) - 1, int(trace["kind"][-1]), int(trace["warp"][-1]), lines[int(trace["site"][-1])],
            int(trace["visit"][-1]), str(int(trace["lanes"][-1]))]


def main():
    programs = pathlib.Path(sys.argv[1]).resolve()
    events = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    with tempfile.TemporaryDirectory() as name, browser.Browser(browser.find(), seconds=300) as tab:
        folder = pathlib.Path(name)
        trace = made(folder, programs, events)
        tab.call("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)
        paints = []
        for _ in range(5):
            tab.open("about:blank")
            tab.open((folder / "v.html").as_uri())
            while not tab.evaluate("performance.getEntriesByName('shown').length > 0"):
                tab.evaluate("new Promise((done) => setTimeout(done, 10))")
            paints.append(tab.evaluate("performance.getEntriesByName('shown')[0].startTime"))
        print(f"first picture: median {statistics.median(paints):.0f} ms of {len(paints)}, at most {max(paints):.0f} ms")
        slowest = 0
        for way, times in tab.evaluate(STEP).items():
            slowest = max(slowest, max(times))
            print(f"{way}: median {statistics.median(times):.1f} ms of {len(times)}, at most {max(times):.1f} ms")
        tab.evaluate(f"phobos.go({events - 1})")
        shown = tab.evaluate("""(() => { const [trace] = phobos.traces, {event} = phobos.state; return [event, trace.columns.kind[event],
            trace.warpOf(event), trace.lineOf(event), trace.columns.visit[event],
            String(trace.lanesOf(event).reduce((sum, lane) => sum + 2n ** BigInt(lane), 0n))]; })()""")
        print(f"the last event shown: {shown}; in the file: {last_event(trace)}")
        return 0 if shown == last_event(trace) and tab.complaints == [] else 1


if __name__ == "__main__":
    sys.exit(main())
