# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium, driven over a pipe by its debugging protocol: the standard library suffices."""
import itertools
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def find():
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class BrowserError(Exception):
    pass


class PageLeft(BrowserError):
    """The page was left for another while it was asked."""


LEFT = ("navigated or closed", "context was destroyed", "Cannot find context")


class Browser:
    """One tab. Errors of pages and lines of their consoles are kept in `complaints`."""

    def __init__(self, program, seconds=30):
        self.deadline = time.monotonic() + seconds
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)  # its helpers may end later
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()
        # The protocol is spoken on descriptors 3 and 4 of the browser; as root it needs --no-sandbox.
        command = ["sh", "-c", f'exec "$@" 3<&{to_browser} 4>&{from_browser}', "sh", program, "--headless",
                   "--remote-debugging-pipe", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--no-sandbox",
                   "--disable-background-networking", f"--user-data-dir={self.profile.name}", "about:blank"]
        self.process = subprocess.Popen(command, pass_fds=(to_browser, from_browser), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.watchdog = threading.Timer(seconds, self.process.kill)
        self.watchdog.start()
        self.buffer, self.numbers, self.complaints, self.events = b"", itertools.count(1), [], []
        self.session = None
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Accessibility", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.session = None
        try:
            self.call("Browser.close")
            self.process.wait(10)
        except (BrowserError, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.watchdog.cancel()
        os.close(self.write_end)
        os.close(self.read_end)
        self.profile.cleanup()

    def receive(self):
        while b"\0" not in self.buffer:
            piece = os.read(self.read_end, 1 << 16)
            if not piece:
                raise BrowserError("the browser ended, or its time was over")
            self.buffer += piece
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def call(self, method, **parameters):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == number:
                if "error" in answer:
                    is_left = any(words in answer["error"].get("message", "") for words in LEFT)
                    raise (PageLeft if is_left else BrowserError)(f"{method}: {answer['error']}")
                return answer["result"]
            self.note(answer)

    def note(self, event):
        method, parameters = event.get("method", ""), event.get("params", {})
        self.events.append(method)
        if method == "Runtime.exceptionThrown":
            self.complaints.append(str(parameters["exceptionDetails"].get("exception", parameters)))
        if method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.complaints.append(str(parameters["args"]))
        if method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.complaints.append(parameters["entry"]["text"])
        if method == "Network.requestWillBeSent" and not parameters["request"]["url"].startswith(("file:", "data:")):
            self.complaints.append(f"a request for {parameters['request']['url']}")

    def open(self, url):
        """Returns once the page, its scripts included, is loaded."""
        self.events.clear()
        self.call("Page.navigate", url=url)
        while "Page.loadEventFired" not in self.events:
            self.note(self.receive())

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise BrowserError(str(result["exceptionDetails"]))
        return result["result"].get("value")

    def press(self, key, code=None):
        """A key by its name, as Enter, Tab, Escape, ArrowDown or /."""
        codes = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38}
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        both = {"key": key, "windowsVirtualKeyCode": codes.get(key, ord(key[0])), "code": code or key}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **both)
        self.call("Input.dispatchKeyEvent", type="keyUp", **both)

    def write(self, text):
        self.call("Input.insertText", text=text)
