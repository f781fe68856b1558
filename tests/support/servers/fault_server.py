#!/usr/bin/python3 -IS
"""A web server on loopback that fails on request. Only for tests; needs only Python 3.

    fault_server.py [--root FOLDER] [--replay FILE] [--tls CERTIFICATE KEY]

Listens on two free ports of 127.0.0.1, "main" and "other", which a client treats as two hosts. As soon as both listen,
prints one line of JSON: {"main": PORT, "other": PORT}. Ends when its standard input closes, so that it never outlives the
test that started it. With --tls, main uses TLS and other does not. C++ tests use tests/support/fault_server.h.

A path has any number of faults, each a part that begins with ~, and then a file:

    /~delay=50/~cut=1000,2/a/model.safetensors

The arguments of a fault follow =, separated by commas. Slashes and commas in them are percent-encoded. TIMES is the number
of requests of this path (including its faults) that have the fault; later requests succeed. Without it, all requests have
the fault. A part ~id=ANYTHING only makes the path unique, so that it has its own counters.

Files
    /NAME                   a file of FOLDER
    /sparse/SIZE/NAME       SIZE bytes that are not stored: byte i is pattern[i % 65521], pattern[k] = (k * k * 7 + k * 13) >> 3 & 255
    /model/SxTxR/NAME       a safetensors model of S shards, each of T tensors of BF16 [R, 1024]: NAME is
                            model-00001-of-S.safetensors and so on (S in five digits), or model.safetensors.index.json.
                            Tensor t of shard s (from 0) is tensorName(s * T + t); its bytes are the pattern, counted from
                            the first byte of the file. 96x5208x1508 is 1.5 TB of 499,968 tensors. Headers are made
                            on the first request; a request of /control/prepare/model/SxTxR makes all of them.
    /empty                  no bytes

Faults of all answers
    ~delay=MS               MS milliseconds before the answer (latency)
    ~rate=BYTES             at most BYTES a second of the body
    ~status=CODE[,TIMES[,RETRY]]
                            this status and a short text. RETRY is a number of seconds, date:SECONDS (an HTTP date) or
                            rate:SECONDS (the hub's RateLimit with r=0)
    ~page=CODE,BYTES        this status with a page of HTML of BYTES bytes
    ~hub=CODE,ERROR[,TEXT]  this status with X-Error-Code ERROR and, as message and JSON, TEXT
    ~never[=TIMES]          accepts the request and never answers
    ~drop[=TIMES]           closes without an answer
    ~gone=N                 the same from request N on (from 0)
    ~headers=N  ~header=N   N more headers; one header of N bytes
    ~shaky=PERCENT[,SEED]   this percentage of requests has one transient fault, chosen at random: a client that retries
                            gets all bytes
    ~random=PERCENT[,SEED]  the same, also with faults that a client must notice

Faults of ranges and bodies
    ~ignore-range           200 and the whole file
    ~wrong-start[=N]        starts N bytes (default 1) after the requested offset, and says so
    ~no-content-range       206 without Content-Range
    ~unknown-total          Content-Range with /* for the size
    ~content-range=TEXT     this Content-Range;  ~length=TEXT: this Content-Length
    ~total=N                says that the file has N bytes
    ~416                    416 with bytes */SIZE;  ~416-bare: without it, to range requests; ~416-bare=1: to all
    ~multipart              206 with multipart/byteranges
    ~cut=N[,TIMES]          the correct length, but closed after N bytes of the body
    ~reset=N[,TIMES]        the same with a reset of the connection
    ~short=N[,TIMES]        chunked, properly ended after N bytes;  ~chunked: whole
    ~chunk-cut=N[,TIMES]    chunked, closed after N bytes without an end
    ~until-close=N[,TIMES]  without length, closed after N bytes
    ~extra=N                N bytes more than the range, with a matching length
    ~silent[=N]             the headers and N bytes (0), then nothing
    ~gzip                   compressed, with Content-Encoding
    ~flip=OFFSET            this byte of the file has its lowest bit flipped
    ~length-wrong=N         a Content-Length that is N bytes too large

Faults of identity
    ~no-etag  ~weak-etag    no ETag and no Last-Modified; a weak ETag
    ~change=N               from request N on (from 0) another ETag, If-Match is honored: 412
    ~change-silently=N      the same, If-Match is ignored
    ~grow=N                 from request N on one byte more, with the same ETag
    ~ignore-match           If-Match, If-None-Match and If-Range are ignored
    ~no-store               Cache-Control forbids to store it

Redirects
    ~redirect=other|same|plain[,CODE]
                            to the same file on the other port, with an absolute address; on this one, with a relative
                            address; on the other port, as http
    ~redirect-to=URL[,CODE] to URL, with {main} and {other} for the ports
    ~hops=N  ~loop          N redirects in sequence; endless redirects
    ~sign=N                 to the other port with a signed address that is valid for N requests; then 403, like a CDN.
                            Each request of the path itself gives a new address

Recorded exchanges: FILE of --replay is an array of {"request": {…}, "response": {…}}. The response of the first matching
request is sent: "method" (GET), "port" (main or other; default both), "target" (path and query, exactly), "headers" (regular
expressions; null: the header must be absent), "times" (how often it matches). A response has "status", "headers" (with {main} and {other} for the
ports) and "body" (text), "json", or "file", a path of this server whose bytes are sent by range.

A proxy: CONNECT is answered with 403, or with the status of /control/connect/CODE.

Control
    /control/stats          {"requests", "bytes" (of bodies), "connections", "open" (connections), "files": {path without
                            faults: {"requests", "bytes", "ranges": [[first, last], …]}}}, since the start or reset
    /control/log            [{"port", "method", "target", "headers" (lower-case names), "status"}, …]
    /control/reset          resets counters, log, and the request count of each path
"""

import json
import os
import re
import socket
import struct
import sys
import threading
import time

PERIOD = 65521
PATTERN = bytes((k * k * 7 + k * 13) >> 3 & 255 for k in range(PERIOD))
REPEATED = memoryview(PATTERN * 65)
LARGEST_PIECE = 64 * PERIOD
LONGEST_HEAD = 1 << 20
REASONS = {200: "OK", 206: "Partial Content", 301: "Moved Permanently", 302: "Found", 304: "Not Modified", 307: "Temporary Redirect",
           308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
           407: "Proxy Authentication Required", 412: "Precondition Failed", 416: "Range Not Satisfiable",
           429: "Too Many Requests", 500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable"}
PASSING = ["drop", "reset=1000", "cut=1000", "short=1000", "chunk-cut=1000", "until-close=1000", "status=503",
           "status=429,,0", "status=500"]
WRONG = ["ignore-range", "wrong-start", "no-content-range", "unknown-total", "extra=10", "gzip", "change-silently=0", "416",
         "multipart", "grow=0", "status=403"]


def unquote(text):
    parts = text.encode().split(b"%")
    decoded = parts[0]
    for part in parts[1:]:
        try:
            decoded += bytes([int(part[:2], 16)]) + part[2:]
        except ValueError:
            decoded += b"%" + part
    return decoded.decode("utf-8", "surrogateescape")


def http_date(seconds):
    return time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(seconds))


def tensor_name(number):
    layer, rest = divmod(number, 8192)
    expert, part = divmod(rest, 4)
    return f"model.layers.{layer}.mlp.experts.{expert}.{('gate_proj', 'up_proj', 'down_proj', 'router')[part]}.weight"


class Content:
    """The bytes of one file: a few given ones at the start, then the pattern, counted from the first byte of the
    file."""

    def __init__(self, size, head=b"", tag="virtual"):
        self.size = size
        self.head = head
        self.etag = f"{tag}-{size:x}"
        self.modified = 1700000000

    def pieces(self, begin, end):
        if begin < len(self.head):
            yield memoryview(self.head)[begin:min(end, len(self.head))]
            begin = min(end, len(self.head))
        while begin < end:
            at = begin % PERIOD
            count = min(end - begin, LARGEST_PIECE)
            yield REPEATED[at:at + count]
            begin += count


class DiskContent:
    def __init__(self, path):
        self.path = path
        status = os.stat(path)
        self.size = status.st_size
        self.etag = f"{status.st_mtime_ns:x}-{self.size:x}"
        self.modified = status.st_mtime

    def pieces(self, begin, end):
        with open(self.path, "rb") as file:
            file.seek(begin)
            while begin < end:
                piece = file.read(min(end - begin, 1 << 20))
                if not piece:
                    return
                begin += len(piece)
                yield memoryview(piece)


class Models:
    """The headers of the files of /model, each generated once."""

    def __init__(self):
        self.lock = threading.Lock()
        self.made = {}

    def content(self, sizes, name):
        shards, tensors, rows = (int(size) for size in sizes.split("x"))
        with self.lock:
            if (sizes, name) not in self.made:
                self.made[sizes, name] = self.make(shards, tensors, rows, name)
            return self.made[sizes, name]

    @staticmethod
    def make(shards, tensors, rows, name):
        if name == "model.safetensors.index.json":
            entries = ",\n".join(f'"{tensor_name(s * tensors + t)}": "model-{s + 1:05}-of-{shards:05}.safetensors"'
                                 for s in range(shards) for t in range(tensors))
            total = shards * tensors * rows * 2048
            text = f'{{"metadata": {{"total_size": {total}}},\n"weight_map": {{{entries}}}}}'.encode()
            return Content(len(text), text, "index")
        match = re.fullmatch(r"model-(\d{5})-of-(\d{5})\.safetensors", name)
        if not match or int(match[2]) != shards or not 1 <= int(match[1]) <= shards:
            return None
        first = (int(match[1]) - 1) * tensors
        size = rows * 2048
        text = "{" + ",".join(
            f'"{tensor_name(first + t)}":{{"dtype":"BF16","shape":[{rows},1024],"data_offsets":[{t * size},{(t + 1) * size}]}}'
            for t in range(tensors)) + "}"
        text += " " * (-len(text) % 8)
        head = struct.pack("<Q", len(text)) + text.encode()
        return Content(len(head) + tensors * size, head, f"shard{match[1]}")


class Tally:
    """Records requests and traffic for tests."""

    def __init__(self):
        self.lock = threading.Lock()
        self.open = 0
        self.reset()

    def reset(self):
        with self.lock:
            self.requests = self.bytes = self.connections = 0
            self.files = {}
            self.log = []
            self.asked = {}

    def ask(self, key):
        """How often `key` was requested before."""
        with self.lock:
            before = self.asked.get(key, 0)
            self.asked[key] = before + 1
            return before

    def note(self, entry, file):
        with self.lock:
            self.requests += 1
            self.log.append(entry)
            if file is not None:
                self.files.setdefault(file, {"requests": 0, "bytes": 0, "ranges": []})["requests"] += 1

    def sent(self, file, count):
        with self.lock:
            self.bytes += count
            if file in self.files:
                self.files[file]["bytes"] += count

    def ranged(self, file, first, last):
        with self.lock:
            if file in self.files:
                self.files[file]["ranges"].append([first, last])

    def stats(self):
        with self.lock:
            return {"requests": self.requests, "bytes": self.bytes, "connections": self.connections, "open": self.open,
                    "files": self.files}


class Closed(Exception):
    """The connection has ended, or must end."""


class Server:
    def __init__(self, arguments):
        self.root = None
        self.replay = []
        self.tls = None
        while arguments:
            option = arguments.pop(0)
            if option == "--root":
                self.root = os.path.realpath(arguments.pop(0))
            elif option == "--replay":
                with open(arguments.pop(0), encoding="utf-8") as file:
                    self.replay = json.load(file)
            elif option == "--tls":
                import ssl
                self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                self.tls.load_cert_chain(arguments.pop(0), arguments.pop(0))
            else:
                sys.exit(f"unknown option {option}")
        self.tally = Tally()
        self.models = Models()
        self.connect_status = 403
        self.ports = {}

    def run(self):
        listeners = {}
        for name in ("main", "other"):
            listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
            listeners[name] = listener
            self.ports[name] = listener.getsockname()[1]
        for name, listener in listeners.items():
            threading.Thread(target=self.accept, args=(name, listener), daemon=True).start()
        print(json.dumps(self.ports), flush=True)
        sys.stdin.read()
        os._exit(0)

    def accept(self, name, listener):
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=self.serve, args=(name, connection), daemon=True).start()

    def serve(self, name, connection):
        with self.tally.lock:
            self.tally.connections += 1
            self.tally.open += 1
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self.tls and name == "main":
                connection = self.tls.wrap_socket(connection, server_side=True)
            rest = b""
            while True:
                request, rest = read_request(connection, rest)
                Answer(self, name, connection, request).send()
        except (Closed, OSError, ValueError):
            pass
        finally:
            with self.tally.lock:
                self.tally.open -= 1
            connection.close()

    def find(self, path):
        """The file of a path without faults; None if there is none."""
        if path == "/empty":
            return Content(0)
        parts = path.split("/")
        try:
            if len(parts) == 4 and parts[1] == "sparse":
                return Content(int(parts[2]))
            if len(parts) == 4 and parts[1] == "model":
                return self.models.content(parts[2], parts[3])
        except ValueError:
            return None
        if self.root is None:
            return None
        found = os.path.realpath(self.root + path)
        return DiskContent(found) if found.startswith(self.root + "/") and os.path.isfile(found) else None


def read_request(connection, data):
    while b"\r\n\r\n" not in data:
        more = connection.recv(65536)
        if not more or len(data) > LONGEST_HEAD:
            raise Closed
        data += more
    head, rest = data.split(b"\r\n\r\n", 1)
    lines = head.decode("latin-1").split("\r\n")
    method, target, _ = lines[0].split(" ", 2)
    headers = {}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    length = int(headers.get("content-length", 0))
    while len(rest) < length:
        more = connection.recv(65536)
        if not more:
            raise Closed
        rest += more
    return {"method": method, "target": target, "headers": headers}, rest[length:]


def decimal(text, default=None):
    return int(text) if text else default


class Answer:
    """A request and its response."""

    def __init__(self, server, port, connection, request):
        self.server = server
        self.port = port
        self.connection = connection
        self.request = request
        self.headers = request["headers"]
        self.out = {}
        self.more = []
        self.faults = []
        self.rate = 0
        self.flip = None
        self.file = None
        self.range = (0, -1)

    def send(self):
        target = self.request["target"]
        if self.request["method"] == "CONNECT":
            return self.say(self.server.connect_status, b"no tunnel here\n")
        if target.startswith(("http://", "https://")):
            target = "/" + target.split("/", 3)[3]
        if target.startswith("/control/"):
            return self.control(target)
        if self.replayed(target):
            return None
        path = target.split("?", 1)[0]
        parts = path.split("/")[1:]
        while parts and parts[0].startswith("~"):
            name, _, value = parts.pop(0)[1:].partition("=")
            self.faults.append((name, [unquote(part) for part in value.split(",")] if value else []))
        self.file = "/" + "/".join(unquote(part) for part in parts)
        before = self.server.tally.ask(f"{self.port} {target if 'ticket' in dict(self.faults) else path}")
        self.choose_at_random()
        return self.with_faults(before)

    def choose_at_random(self):
        for name, values in list(self.faults):
            if name in ("shaky", "random"):
                import random
                number = self.server.tally.ask(f"chance {name} {values}")
                chance = random.Random(f"{values[1:]}{number}")
                if chance.random() * 100 < float(values[0]):
                    fault, _, value = chance.choice(PASSING if name == "shaky" else PASSING + WRONG).partition("=")
                    self.faults.append((fault, value.split(",") if value else []))

    def fault(self, name, before=0, times=None):
        """The arguments of the fault as a list; None if it was not requested, or no longer applies."""
        for other, values in self.faults:
            if other == name:
                limit = decimal(values[times], None) if times is not None and len(values) > times else None
                return values if limit is None or before < limit else None
        return None

    def with_faults(self, before):
        if (delay := self.fault("delay")) is not None:
            time.sleep(int(delay[0]) / 1000)
        if (rate := self.fault("rate")) is not None:
            self.rate = int(rate[0])
        is_gone = (first := self.fault("gone")) is not None and before >= int(first[0])
        if is_gone or self.fault("drop", before, 0) is not None:
            self.note(0)
            raise Closed
        if self.fault("never", before, 0) is not None:
            self.note(0)
            self.wait_for_close()
        if (count := self.fault("headers")) is not None:
            self.more += [(f"X-Filler-{i}", "x") for i in range(int(count[0]))]
        if (count := self.fault("header")) is not None:
            self.more.append(("X-Filler", "x" * int(count[0])))
        if (values := self.fault("status", before, 1)) is not None:
            if len(values) > 2:
                self.retry_after(values[2])
            return self.say(int(values[0]), b"it was asked for\n")
        if (values := self.fault("page")) is not None:
            page = b"<html><body>" + b"<p>sorry</p>\n" * (int(values[1]) // 13 + 1)
            self.out["Content-Type"] = "text/html"
            return self.say(int(values[0]), page[:int(values[1])])
        if (values := self.fault("hub")) is not None:
            text = values[2] if len(values) > 2 else values[1]
            self.out.update({"X-Error-Code": values[1], "X-Error-Message": text, "X-Request-Id": "Root=1-test",
                             "Content-Type": "application/json"})
            return self.say(int(values[0]), json.dumps({"error": text}).encode())
        if self.redirected(before):
            return None
        content = self.server.find(self.file)
        if content is None:
            return self.say(404, b"no such file\n")
        return self.send_content(content, before)

    def retry_after(self, text):
        kind, _, seconds = text.rpartition(":")
        if kind == "date":
            self.out["Retry-After"] = http_date(time.time() + int(seconds))
        elif kind == "rate":
            self.out["RateLimit"] = f'"resolvers";r=0;t={seconds}'
            self.out["RateLimit-Policy"] = '"fixed window";"resolvers";q=3000;w=300'
        elif seconds:
            self.out["Retry-After"] = seconds

    def redirected(self, before):
        path = "/".join(part for part in self.request["target"].split("/") if not re.match("~(redirect|hops|loop|sign)", part))
        other = f"http://127.0.0.1:{self.server.ports['other']}"
        if (values := self.fault("redirect")) is not None:
            to = path if values[0] == "same" else other + path
            self.redirect(to, values[1:])
        elif (values := self.fault("redirect-to")) is not None:
            self.redirect(self.with_ports(values[0]), values[1:])
        elif (values := self.fault("hops")) is not None and int(values[0]) > 0:
            self.redirect(self.request["target"].replace(f"~hops={values[0]}", f"~hops={int(values[0]) - 1}"), [])
        elif self.fault("loop") is not None:
            self.redirect(self.request["target"], [])
        elif (values := self.fault("sign")) is not None:
            ticket = self.server.tally.ask("tickets")
            self.redirect(f"{other}/~ticket={ticket},{values[0]}{path}?X-Amz-Signature={ticket:064x}", [])
        elif (values := self.fault("ticket")) is not None and before >= int(values[1]):
            self.out["Content-Type"] = "application/xml"
            self.say(403, b"<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>")
        else:
            return False
        return True

    def redirect(self, target, code):
        self.out["Location"] = target
        self.say(int(code[0]) if code else 302, b"elsewhere\n")

    def with_ports(self, text):
        for name, port in self.server.ports.items():
            text = text.replace("{" + name + "}", str(port))
        return text

    def replayed(self, target):
        for number, exchange in enumerate(self.server.replay):
            wanted = exchange["request"]
            if wanted["target"] != target or wanted.get("method", "GET") != self.request["method"] \
                    or wanted.get("port", self.port) != self.port or not self.has_headers(wanted.get("headers", {})):
                continue
            if self.server.tally.ask(f"exchange {number}") >= wanted.get("times", 1 << 62):
                continue
            response = exchange["response"]
            self.out = {name: self.with_ports(value) for name, value in response.get("headers", {}).items()}
            if "file" in response:
                self.file = response["file"]
                self.send_content(self.server.find(self.file), 0)
            else:
                body = json.dumps(response["json"]) if "json" in response else response.get("body", "")
                self.say(response["status"], self.with_ports(body).encode())
            return True
        return False

    def has_headers(self, wanted):
        for name, pattern in wanted.items():
            value = self.headers.get(name.lower())
            if (value is None) != (pattern is None) or (value is not None and not re.search(pattern, value)):
                return False
        return True

    def control(self, target):
        tally = self.server.tally
        words = target.split("/")[2:]
        body = {}
        if words[0] == "stats":
            body = tally.stats()
        elif words[0] == "log":
            with tally.lock:
                body = list(tally.log)
        elif words[0] == "reset":
            tally.reset()
        elif words[0] == "connect":
            self.server.connect_status = int(words[1])
        elif words[0] == "prepare":
            sizes = words[2]
            shards = int(sizes.split("x")[0])
            for shard in range(shards):
                self.server.models.content(sizes, f"model-{shard + 1:05}-of-{shards:05}.safetensors")
        text = json.dumps(body).encode()
        self.connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(text) + text)

    # The file

    def send_content(self, content, before):
        size = content.size
        etag = f'"{content.etag}"'
        if (values := self.fault("change") or self.fault("change-silently")) is not None and before >= int(values[0]):
            etag = f'"{content.etag}-changed"'
        if (values := self.fault("grow")) is not None and before >= int(values[0]):
            size += 1
        if (values := self.fault("total")) is not None:
            size = int(values[0])
        if self.fault("weak-etag") is not None:
            etag = "W/" + etag
        if self.fault("no-etag") is None:
            self.out.setdefault("ETag", etag)
            self.out.setdefault("Last-Modified", http_date(content.modified))
            etag = self.out["ETag"]
        else:
            etag = None
        if self.fault("no-store") is not None:
            self.out["Cache-Control"] = "private, no-store"
        self.out.setdefault("Accept-Ranges", "bytes")
        self.out.setdefault("Content-Type", "application/octet-stream")

        ignores = any(self.fault(name) is not None for name in ("change-silently", "ignore-match"))
        if etag is not None and self.headers.get("if-none-match") == etag and not etag.startswith("W/") \
                and self.fault("ignore-match") is None:
            return self.say(304, b"")
        wanted = self.headers.get("if-match")
        if wanted is not None and not ignores and wanted != "*" and (etag is None or wanted != etag or etag.startswith("W/")):
            return self.say(412, b"another version\n")
        asked = parse_range(self.headers.get("range"), size)
        guard = self.headers.get("if-range")
        if self.fault("ignore-range") is not None or (guard is not None and not ignores and guard != etag):
            asked = None
        bare = self.fault("416-bare")
        refuses = bare is not None and (bool(bare) or self.headers.get("range") is not None)
        if self.fault("416") is not None or refuses or asked == "beyond":
            if not refuses:
                self.out["Content-Range"] = f"bytes */{size}"
            return self.say(416, b"")
        begin, end = (0, size) if asked is None else asked
        status = 200 if asked is None else 206
        if (values := self.fault("wrong-start")) is not None:
            begin = min(begin + (int(values[0]) if values else 1), size - 1)
        if asked is not None:
            total = "*" if self.fault("unknown-total") is not None else size
            self.out["Content-Range"] = f"bytes {begin}-{end - 1}/{total}"
        if self.fault("no-content-range") is not None:
            self.out.pop("Content-Range", None)
        if (values := self.fault("content-range")) is not None:
            self.out["Content-Range"] = values[0]
        if self.fault("multipart") is not None:
            self.out["Content-Type"] = "multipart/byteranges; boundary=x"
        if (values := self.fault("extra")) is not None:
            end += int(values[0])
        if (values := self.fault("flip")) is not None:
            self.flip = int(values[0])
        self.range = (begin, end - 1)
        return self.send_body(status, content, begin, end, before)

    def send_body(self, status, content, begin, end, before):
        if self.fault("gzip") is not None:
            import gzip
            body = gzip.compress(b"".join(content.pieces(begin, min(end, begin + (1 << 24)))), 1)
            self.out["Content-Encoding"] = "gzip"
            self.out["Content-Length"] = str(len(body))
            self.head(status)
            return self.write(memoryview(body))
        for name in ("short", "chunk-cut", "until-close", "cut", "reset", "silent", "chunked"):
            if (values := self.fault(name, before, 1)) is not None:
                return self.send_broken(name, decimal(values[0] if values else "", 0), status, content, begin, end)
        self.out["Content-Length"] = str(end - begin)
        if (values := self.fault("length")) is not None:
            self.out["Content-Length"] = values[0]
        if (values := self.fault("length-wrong")) is not None:
            self.out["Content-Length"] = str(end - begin + int(values[0]))
        self.head(status)
        if self.request["method"] != "HEAD":
            self.stream(content, begin, end)
        if self.fault("length") is not None or self.fault("length-wrong") is not None:
            raise Closed
        return None

    def send_broken(self, name, count, status, content, begin, end):
        stop = end if name == "chunked" else min(end, begin + count)
        if name in ("short", "chunk-cut", "chunked"):
            self.out["Transfer-Encoding"] = "chunked"
        elif name == "until-close":
            self.out["Connection"] = "close"
        else:
            self.out["Content-Length"] = str(end - begin)
        self.head(status)
        self.stream(content, begin, stop, chunked=name in ("short", "chunk-cut", "chunked"))
        if name in ("short", "chunked"):
            self.connection.sendall(b"0\r\n\r\n")
            return
        if name == "silent":
            self.wait_for_close()
        if name == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raise Closed

    # The connection

    def note(self, status):
        self.server.tally.note({"port": self.port, "status": status, **self.request}, self.file)

    def say(self, status, body):
        self.out["Content-Length"] = str(len(body))
        self.head(status)
        if self.request["method"] != "HEAD":
            self.write(memoryview(body))

    def head(self, status):
        self.note(status)
        if status == 206:
            self.server.tally.ranged(self.file, *self.range)
        self.out.setdefault("Date", http_date(time.time()))
        lines = [f"HTTP/1.1 {status} {REASONS.get(status, 'Status')}"]
        lines += [f"{name}: {value}" for name, value in [*self.out.items(), *self.more]]
        self.connection.sendall("\r\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape"))

    def stream(self, content, begin, end, chunked=False):
        at = begin
        for piece in content.pieces(begin, end):
            if self.flip is not None and at <= self.flip < at + len(piece):
                changed = bytearray(piece)
                changed[self.flip - at] ^= 1
                piece = memoryview(changed)
            at += len(piece)
            if chunked:
                self.connection.sendall(b"%x\r\n" % len(piece))
            self.write(piece)
            if chunked:
                self.connection.sendall(b"\r\n")
        # A file on disk that claims to be longer than it is.
        if at < end:
            self.write(memoryview(bytes(min(end - at, 1 << 20))))

    def write(self, piece):
        step = max(1, self.rate // 10) if self.rate else 1 << 20
        for begin in range(0, len(piece), step):
            part = piece[begin:begin + step]
            # Count first, so that a client that has all bytes finds all of them counted.
            self.server.tally.sent(self.file, len(part))
            self.connection.sendall(part)
            if self.rate:
                time.sleep(len(part) / self.rate)

    def wait_for_close(self):
        while self.connection.recv(65536):
            pass
        raise Closed


def parse_range(text, size):
    """(begin, end), None for the whole file, or "beyond"."""
    match = re.fullmatch(r"bytes=(\d*)-(\d*)", text or "")
    if not match or not (match[1] or match[2]):
        return None
    if not match[1]:
        count = min(int(match[2]), size)
        return (size - count, size) if count else "beyond"
    begin = int(match[1])
    end = min(int(match[2]) + 1, size) if match[2] else size
    return (begin, end) if begin < min(size, end) else "beyond"


if __name__ == "__main__":
    Server(sys.argv[1:]).run()
