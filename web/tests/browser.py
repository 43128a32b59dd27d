"""A browser and a server under test, with nothing but the standard library.

The browser is driven by chromedriver over the WebDriver protocol, which is
JSON over HTTP.
"""

import base64
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--hide-scrollbars", "--force-color-profile=srgb",
    # Nothing but this machine can be reached.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
KEYS = {
    "Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Space": " ", "Left": "\ue012",
    "Up": "\ue013", "Right": "\ue014", "Down": "\ue015", "Delete": "\ue017", "Home": "\ue011", "End": "\ue010",
}
SHIFT = "\ue008"
# What the driver says of an element that is not shown yet, or was made anew meanwhile.
NOT_YET = ["no such element", "not interactable", "stale element", "click intercepted"]


def missing():
    """What is needed and not there."""
    return [name for name in ("chromium", "chromedriver") if not shutil.which(name)]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    """`allsmall serve` on a free port."""

    def __init__(self, program, *options):
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", "--quiet", *options], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        if not found:
            raise RuntimeError(f"the server did not start: {line!r}")
        self.url = found.group()

    def stop(self):
        self.process.terminate()
        self.process.wait(10)
        self.process.stdout.close()


class Folder:
    """The page without a server: its folder behind a plain file server."""

    def __init__(self, folder):
        if not os.path.isfile(os.path.join(folder, "allsmall.wasm")):
            raise RuntimeError(f"there is no page in {folder}; web/build makes it")
        port = free_port()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", folder],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.url = f"http://127.0.0.1:{port}/"
        for _ in range(200):
            try:
                with urllib.request.urlopen(self.url, timeout=5):
                    return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("the file server did not start")

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


class Browser:
    """One window of a fresh Chromium."""

    def __init__(self, width=1280, height=900):
        self.profile = tempfile.mkdtemp(prefix="allsmall-browser-")
        port = free_port()
        self.driver = subprocess.Popen(
            ["chromedriver", f"--port={port}", "--log-level=OFF"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{port}"
        self.session = ""
        for _ in range(200):
            try:
                if self.call("GET", "/status")["ready"]:
                    break
            except OSError:
                time.sleep(0.1)
        options = {"args": [*FLAGS, f"--user-data-dir={self.profile}"], "binary": shutil.which("chromium")}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        made = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = f"/session/{made['sessionId']}"
        self.size(width, height)

    def call(self, method, path, body=None):
        data = None if method == "GET" or method == "DELETE" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.base + path, data, {"content-type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from None

    def do(self, method, path, **body):
        return self.call(method, self.session + path, body)

    def devtools(self, command, **params):
        return self.do("POST", "/goog/cdp/execute", cmd=command, params=params)

    def size(self, width, height, phone=False):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height,
                      deviceScaleFactor=2 if phone else 1, mobile=phone)

    def dark(self, on=True, calm=False):
        """Dark or light, and with or without movement."""
        self.devtools("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if on else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if calm else "no-preference"}])

    def begin_anew(self, url):
        """A new window, and nothing kept of the page at this address: as in a browser that was just installed."""
        old = self.call("GET", self.session + "/window")
        new = self.do("POST", "/window/new", type="window")["handle"]
        self.do("POST", "/window", handle=old)
        self.call("DELETE", self.session + "/window")
        self.do("POST", "/window", handle=new)
        self.devtools("Storage.clearDataForOrigin", origin=url, storageTypes="all")

    def offline(self, on=True):
        self.devtools("Network.enable")
        self.devtools("Network.emulateNetworkConditions", offline=on, latency=0, downloadThroughput=-1, uploadThroughput=-1)

    def open(self, url):
        # Another fragment alone would not load the page again.
        self.do("POST", "/url", url="about:blank")
        self.do("POST", "/url", url=url)

    def run(self, script, *args):
        return self.do("POST", "/execute/sync", script=script, args=list(args))

    def find(self, selector):
        return self.do("POST", "/element", using="css selector", value=selector)[ELEMENT]

    def at(self, selector, *acts, seconds=60):
        """Acts on an element as a person would: as soon as it is there and lets itself be acted on."""
        end = time.monotonic() + seconds
        while True:
            try:
                element = self.find(selector)
                for path, body in acts:
                    self.do("POST", f"/element/{element}/{path}", **body)
                return
            except AssertionError as refused:
                if time.monotonic() > end or not any(words in str(refused) for words in NOT_YET):
                    raise
            time.sleep(0.05)

    def click(self, selector, seconds=60):
        self.at(selector, ("click", {}), seconds=seconds)

    def press(self, *keys):
        """Keys to whatever has the focus."""
        actions = []
        for key in keys:
            value = KEYS.get(key, key)
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self.do("POST", "/actions", actions=[{"type": "key", "id": "keys", "actions": actions}])

    def drag(self, start, end):
        """The mouse takes what is at one element to another."""
        middle = ("const r = document.querySelector(arguments[0]).getBoundingClientRect();"
                  "return [Math.round(r.x + r.width / 2), Math.round(r.y + r.height / 2)]")
        (x1, y1), (x2, y2) = self.run(middle, start), self.run(middle, end)
        steps = [{"type": "pointerMove", "x": x1, "y": y1}, {"type": "pointerDown", "button": 0}]
        steps += [{"type": "pointerMove", "duration": 20, "x": x1 + (x2 - x1) * i // 4, "y": y1 + (y2 - y1) * i // 4} for i in range(1, 5)]
        steps += [{"type": "pointerUp", "button": 0}]
        self.do("POST", "/actions", actions=[{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}])

    def write(self, selector, text):
        self.at(selector, ("clear", {}), ("value", {"text": text}))

    def text(self, selector="body"):
        return self.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def count(self, selector):
        return self.run("return document.querySelectorAll(arguments[0]).length", selector)

    def until(self, what, condition, seconds=60):
        """Waits for a condition, and fails in words."""
        end = time.monotonic() + seconds
        while True:
            found = condition()
            if found:
                return found
            if time.monotonic() > end:
                raise AssertionError(f"waited {seconds} s for {what}; the page says:\n{self.text('main')[:1500]}")
            time.sleep(0.05)

    def sees(self, text, selector="main"):
        return self.until(f"{text!r} in {selector}", lambda: text in self.text(selector))

    def screenshot(self, path, whole=False):
        if whole:
            size = self.run("return [document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
            clip = {"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1}
            data = self.devtools("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)["data"]
        else:
            data = self.do("GET", "/screenshot")
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        """What the page wrote to the console as errors."""
        entries = self.do("POST", "/se/log", type="browser")
        return [entry["message"] for entry in entries if entry["level"] == "SEVERE"]

    def stop(self):
        try:
            self.call("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait(10)
            shutil.rmtree(self.profile, ignore_errors=True)
