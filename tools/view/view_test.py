# SPDX-License-Identifier: Apache-2.0
"""Reads pages of phobos-trace view in a headless Chromium: what they show is what NumPy reads from the trace; threads,
steps, filters, links and keys; both themes, print, narrow pages; axe-core finds nothing. Skipped where there is no
Chromium or no NumPy.

usage: view_test.py ROOT PROGRAMS      ROOT: the repository; PROGRAMS: the folder of phobos-run and phobos-trace
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy as np
except ImportError:
    print("skipped: the Debian package python3-numpy is not installed")
    sys.exit(77)

ROOT, PROGRAMS = map(pathlib.Path, sys.argv[1:3])
sys.path.insert(0, str(ROOT / "docs/book"))
import browser  # noqa: E402

if browser.find() is None:
    print(f"skipped: none of {', '.join(browser.PROGRAMS)} is installed")
    sys.exit(77)
AXE = ROOT / "docs/book/axe/node_modules/axe-core/axe.min.js"
VIOLATIONS = """axe.run(document, {resultTypes: ["violations"]}).then((found) => found.violations.map(
    (violation) => `${violation.id}: ${violation.help}: ${violation.nodes.slice(0, 3).map((node) => node.html)}`))"""

KERNEL = """\
@launch(128)
kernel k(X: tensor<f32>[N, M], B: tensor<i8>[P], O: tensor<f32>[Q]) {
    var t: tile<f32>[64, 32] = 0.0
    for j in range(ctx.warp, 32, ctx.warps) {
        t[ctx.lane, j] = X[ctx.lane, j]
    }
    barrier()
    var a = t[ctx.warp, ctx.lane % 32]
    if ctx.lane % 3 == 0 {
        a += X[ctx.lane * ctx.lane % 7, 3]
    }
    a += f32(sum(i32(B[ctx.thread * 16 :+ 16])))
    a += shuffle_xor(a, 16)
    O[ctx.block.x * ctx.threads + ctx.thread] = sum<over ctx.lane>(a)
}
"""
ARGUMENTS = ["--in", "X=iota:64x32", "--in", "B=zeros:2048", "--out", "O=o.npy", "--shape", "O=384", "--grid", "3"]
RACE = """\
// </script><script>window.bad = 1</script> & "quotes" 'here' <b>
@launch(64)
kernel race(O: tensor<i32>[N]) {
    O[ctx.lane] = ctx.thread
}
"""
HOSTILE = "a'\"<b>&.ph"


def program(folder, name, *words, code=0):
    ended = subprocess.run([PROGRAMS / name, *words], cwd=folder, capture_output=True, text=True)
    assert ended.returncode == code, (words, ended.stderr)


class ViewTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.place = pathlib.Path(cls.folder.name)
        (cls.place / "k.ph").write_text(KERNEL, encoding="utf-8")
        (cls.place / HOSTILE).write_text(RACE, encoding="utf-8")
        program(cls.place, "phobos-run", "k.ph", *ARGUMENTS, "--trace", "k.npz", "--trace-values", "--view", "k.html")
        program(cls.place, "phobos-run", "k.ph", *ARGUMENTS, "--lanes", "64", "--trace", "wide.npz", "--trace-blocks", "1-2",
                "--trace-limit", "70", "--view", "wide.html")
        program(cls.place, "phobos-run", HOSTILE, "--out", "O=r.npy", "--shape", "O=64", "--grid", "1", "--view", "race.html", code=1)
        program(cls.place, "phobos-trace", "view", "k.npz", "wide.npz", "-o", "both.html")
        trace = np.load(cls.place / "k.npz")
        cls.trace = {name: trace[name] for name in trace.files if name != "manifest.json"}
        cls.manifest = json.loads(trace["manifest.json"])
        cls.browser = browser.Browser(browser.find(), seconds=60)

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.folder.cleanup()

    def setUp(self):
        self.resize(1280, 900)
        self.prefer("light")

    def tearDown(self):
        self.assertEqual(self.browser.complaints, [])

    def js(self, expression):
        return self.browser.evaluate(expression)

    def text(self, selector):
        return self.js(f"document.querySelector({json.dumps(selector)}).textContent")

    def resize(self, width, height):
        self.browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def prefer(self, theme, media=""):
        self.browser.call("Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": theme}])

    def open(self, name, link=""):
        self.browser.open("about:blank")  # a link alone would load nothing
        self.browser.open(f"{(self.place / name).as_uri()}{link}")
        self.until("'ready' in document.documentElement.dataset")

    def until(self, expression):
        while not self.js(expression):
            self.js("new Promise((done) => setTimeout(done, 10))")

    def keys(self, *names):
        for name in names:
            self.browser.press(name)

    def shown(self):
        return self.js("[phobos.state.event, phobos.state.thread]")

    def first(self, line, kind):
        lines = np.array([site["line"] for site in self.manifest["sites"]])[self.trace["site"]]
        return int(np.flatnonzero((lines == line) & (self.trace["kind"] == kind))[0])

    def test_every_event_is_as_in_the_file(self):
        self.open("k.html")
        got = self.js("""(() => { const [trace] = phobos.traces; return Array.from({length: trace.events}, (_, event) => [
            trace.columns.kind[event], trace.warpOf(event), trace.columns.site[event], trace.columns.visit[event],
            trace.lanesOf(event).reduce((sum, lane) => sum + 2 ** lane, 0), trace.blockOf(event),
            trace.isAccess(event) ? trace.offsets(event).filter((each) => each !== undefined) : [],
            trace.isAccess(event) && trace.buffer(event).element === "f32" ? trace.values(event, trace.lanesOf(event)[0]) : []]); })()""")
        trace, access, value = self.trace, 0, 0
        blocks = np.repeat(np.arange(len(trace["block"])), trace["block_events"].astype(int))
        self.assertEqual(len(got), len(trace["kind"]))
        for event, told in enumerate(got):
            lanes = [lane for lane in range(32) if int(trace["lanes"][event]) >> lane & 1]
            offsets, values = [], []
            if trace["kind"][event] < 3:
                base, stride = int(trace["access_base"][access]), int(trace["access_stride"][access])
                is_listed = trace["access_form"][access] == 1
                offsets = trace["offsets"][base:base + len(lanes)].tolist() if is_listed else [base + stride * lane for lane in lanes]
                element = self.manifest["buffers"][trace["access_buffer"][access]]["element"]
                size = int(trace["access_width"][access]) * {"f32": 4, "i8": 1}[element]
                if element == "f32":
                    values = trace["values"][value:value + size].tobytes()
                    values = [float(each) for each in np.frombuffer(values, "<f4")]
                value += size * len(lanes)
                access += 1
            told[7] = [float(each) for each in told[7]]
            self.assertEqual(told, [trace["kind"][event], trace["warp"][event], trace["site"][event], trace["visit"][event],
                                    int(trace["lanes"][event]), blocks[event], offsets, values], event)

    def test_the_pictures_count_as_the_table_of_costs(self):
        for name in ("k.html", "wide.html"):
            self.open(name)
            differ = self.js("""phobos.traces[0].lineCosts.flatMap((line) => {
                const trace = phobos.traces[0];
                const sums = {requests: 0, sectors: 0, ideal_sectors: 0, wavefronts: 0, conflicts: 0, bytes_used: 0, bytes_moved: 0};
                for (let event = 0; event < trace.events; ++event) {
                    if (!trace.isAccess(event) || trace.lineOf(event) !== line.line) continue;
                    for (const [name, value] of Object.entries(phobos.costOf(trace, event))) sums[name] += value;
                }
                return Object.entries(sums).filter(([name, value]) => value !== line[name]).map(([name]) => [line.line, name]);
            })""")
            self.assertEqual(differ, [], name)

    def test_a_thread_is_picked_by_keys_and_by_mouse(self):
        self.open("k.html")
        self.js("document.querySelector('.pickable').focus()")
        self.keys("ArrowDown", "ArrowRight", "ArrowRight")
        self.assertEqual(self.shown()[1], 34)
        self.assertIn("34 = 1 * 32 + 2", self.text(".readout"))
        self.keys("End", "PageDown")
        self.assertEqual(self.shown()[1], 127)
        self.keys("Home", "PageUp", "ArrowUp", "ArrowLeft")
        self.assertEqual(self.shown()[1], 0)
        x, y = self.js("(() => { const box = document.querySelectorAll('.pickable .cell')[3 * 32 + 17].getBoundingClientRect();"
                       " return [box.x + box.width / 2, box.y + box.height / 2]; })()")
        for kind in ("mousePressed", "mouseReleased"):
            self.browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        self.assertEqual(self.shown()[1], 113)
        self.assertIn("Thread 113 is lane 17 of warp 3: 113 = 3 * 32 + 17.", self.text(".told"))

    def test_steps_turns_and_filters(self):
        self.open("k.html")
        self.keys("n", "n", "p")
        self.assertEqual(self.shown()[0], 1)
        load = self.first(5, 0)
        self.js(f"phobos.go({load})")
        self.assertIn("reads X[0, 0]", self.text(".told"))
        self.assertIn("32 sectors of 32 bytes; 4 would hold", self.text("#pictures"))
        self.keys("]", "]")
        self.assertEqual(self.text("#turn"), "2 of 0 to 7")
        self.assertIn("reads X[0, 8]", self.text(".told"))
        self.js(f"phobos.go({self.first(5, 1)})")
        self.assertIn("31 bank conflicts", self.text("#pictures"))
        self.keys("j")
        self.assertEqual(self.js("phobos.traces[0].warpOf(phobos.state.event)"), 0)
        self.js("document.querySelectorAll('button.line').forEach((button) => { if (button.textContent === '14') button.click(); })")
        lines = set()
        for _ in range(30):
            self.keys("n")
            lines.add(self.js("phobos.traces[0].lineOf(phobos.state.event)"))
        self.assertEqual(lines, {14})
        every = np.array([site["line"] for site in self.manifest["sites"]])[self.trace["site"]]
        self.assertEqual(self.shown()[0], int(np.flatnonzero(every == 14)[-1]))
        self.assertEqual(self.text("#said"), "There is none.")
        self.keys("a", "w", "b")
        self.assertEqual(self.js("[phobos.state.line, phobos.state.warp, phobos.state.block]"), [0, 3, 2])

    def test_a_shuffle_tells_who_reads_whom(self):
        self.open("k.html", f"#event={self.first(13, 5)}&thread=5")
        self.assertIn("Lane 5 reads lane 21.", self.text("#pictures"))
        self.js("[...document.querySelectorAll('summary')].find((each) => each.textContent.startsWith('The exchange')).click()")
        self.until("[...document.querySelectorAll('caption')].some((each) => each.textContent.startsWith('Lane 5 reads'))")
        rows = self.js("[...[...document.querySelectorAll('caption')].find((each) => each.textContent.startsWith('Lane 5 reads'))"
                       ".parentElement.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
        self.assertEqual(rows, [[str(lane), str(lane ^ 16)] for lane in range(32)])

    def test_links_lead_where_they_led(self):
        self.open("k.html", "#event=40&thread=70&line=5")
        self.keys("n")
        event, thread = self.shown()
        self.until(f"location.hash === '#event={event}&thread={thread}&line=5'")
        link = self.js("location.hash")
        self.open("k.html", link)
        self.assertEqual(self.shown(), [event, thread])
        self.js("location.hash = '#event=7'")
        self.until("phobos.state.event === 7")
        self.open("k.html", "#event=99999999&thread=-1&block=7&warp=x")
        self.assertEqual(self.shown(), [0, 0])

    def test_a_race_shows_both_sides_and_no_name_is_markup(self):
        self.open("race.html")
        self.assertIn(HOSTILE, self.text("h1"))
        self.assertEqual(self.js("window.bad"), None)
        self.assertIn("</script><script>window.bad", self.text("#source code"))
        self.assertIn("race", self.text(".fault h2"))
        self.assertEqual(self.js("document.querySelectorAll('.fault li').length"), 2)
        self.js("document.querySelectorAll('.fault button')[1].click()")
        self.assertEqual(self.js("phobos.traces[0].lineOf(phobos.state.event)"), 4)
        self.assertIn("race", self.js("document.querySelectorAll('#source tbody tr')[3].querySelector('.marks').textContent"))

    def test_what_is_left_out_is_told(self):
        self.open("wide.html")
        dropped = self.text(".notice")
        self.assertIn("of 1 block that --trace-blocks 1-2 did not ask for", dropped)
        self.assertIn("beyond --trace-limit 70", dropped)
        self.assertEqual(self.js("document.querySelectorAll('.pickable .cell').length"), 128)

    def test_two_traces_are_shown_side_by_side(self):
        self.open("both.html")
        self.assertEqual(self.js("document.querySelectorAll('.side').length"), 2)
        self.assertIn("Event 0 is the first that differs", self.text("#first-difference"))
        self.assertGreater(self.js("document.querySelectorAll('#different-lines tbody tr').length"), 3)

    def test_axe_finds_nothing(self):
        if not AXE.exists():
            self.skipTest("axe-core is not installed: npm ci --ignore-scripts --prefix docs/book/axe")
        source = AXE.read_text(encoding="utf-8")
        for name, line, kind in (("k.html", 5, 1), ("k.html", 13, 5), ("race.html", 0, 0), ("both.html", 0, 0)):
            for theme in ("light", "dark"):
                with self.subTest(page=name, line=line, theme=theme):
                    self.prefer(theme)
                    self.open(name, f"#event={self.first(line, kind)}" if line else "")
                    self.js("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
                    self.js(source + ";0")
                    self.assertEqual(self.js(VIOLATIONS), [])

    def test_narrow_pages_do_not_scroll_sideways(self):
        self.resize(390, 800)
        for name in ("k.html", "wide.html", "race.html"):
            self.open(name)
            self.assertLessEqual(self.js("document.documentElement.scrollWidth"), 390, name)

    def test_print_is_dark_on_white(self):
        self.prefer("dark", media="print")
        self.open("k.html")
        self.assertEqual(self.js("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
        self.assertFalse(self.js("document.getElementById('theme').checkVisibility()"))
        self.assertTrue(self.js("document.querySelector('.picture svg').checkVisibility()"))

    def test_the_theme_is_the_systems_until_it_is_chosen(self):
        ground = "getComputedStyle(document.body).backgroundColor"
        self.prefer("light")
        self.open("k.html")
        light = self.js(ground)
        self.prefer("dark")
        self.until(f"{ground} !== '{light}'")
        self.js("document.getElementById('theme').click()")
        self.assertEqual(self.js(ground), light)
        self.prefer("light")
        self.prefer("dark")
        self.assertEqual(self.js(ground), light)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
