# SPDX-License-Identifier: Apache-2.0
"""What the tests that read the book in a browser share. Who imports this is skipped where there is no Chromium, or the
book cannot be made."""
import pathlib
import sys
import tempfile
import unittest

import browser


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


if browser.find() is None:
    skip(f"none of {', '.join(browser.PROGRAMS)} is installed")
try:
    import book
except ModuleNotFoundError as error:
    if error.name != "markdown":
        raise
    skip("the package python3-markdown is not installed")


class ReadingTest(unittest.TestCase):
    """The book in a folder of its own, and a browser for all tests of a class, `seconds` long."""
    seconds = 60

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.names = [name for name in book.write(pathlib.Path(cls.folder.name)) if name.endswith(".html")]
        cls.browser = browser.Browser(browser.find(), cls.seconds)

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.folder.cleanup()

    def js(self, expression):
        return self.browser.evaluate(expression)

    def open(self, name):
        """A page, or a place in it after `#`."""
        self.browser.open(f"{pathlib.Path(self.folder.name).as_uri()}/{name}")

    def prefer(self, theme, media=""):
        self.browser.call("Emulation.setEmulatedMedia", media=media,
                          features=[{"name": "prefers-color-scheme", "value": theme}])
