# SPDX-License-Identifier: Apache-2.0
"""What GoogleTest writes by --gtest_output=json, as far as a visit asks for it."""
import collections
import json


def read(path):
    """[{"name", "state": ok | failed | skipped, "why", and the properties that the test recorded}], or None without a
    file: then the program did not come to its end."""
    if not path.is_file():
        return None
    tests = []
    for suite in json.loads(path.read_text(errors="replace")).get("testsuites", []):
        for test in suite["testsuite"]:
            failures = [failure["failure"] for failure in test.get("failures", [])]
            skips = [skip.get("message", "") for skip in test.get("skipped", [])]
            state = "failed" if failures else "skipped" if test.get("result") == "SKIPPED" else "ok"
            tests.append(test | {"name": f"{suite['name']}.{test['name']}", "state": state,
                                 "why": (failures or skips or [""])[0]})
    return tests


def counts(tests, property_name):
    """The sum over the tests of a property written as "name:count name:count"."""
    total = collections.Counter()
    for test in tests:
        for word in test.get(property_name, "").split():
            name, _, count = word.rpartition(":")
            total[name] += int(count)
    return dict(total)


def total(tests, property_name):
    return sum(int(test.get(property_name, 0)) for test in tests)
