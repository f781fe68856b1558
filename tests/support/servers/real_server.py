#!/usr/bin/python3 -I
"""Starts a real server of Debian on loopback, for tests.

    real_server.py nginx|lighttpd|swift|sftp FOLDER

Serves FOLDER/root. The rest of FOLDER is for the server: certificates of a new certificate authority, its configuration,
logs. When the server listens, prints one line of JSON. Ends when standard input closes. If the server is not installed,
the status is 77 and a line on standard error says what to install.

nginx: HTTP/2 and TLS. {"https": PORT, "http": PORT, "ca": FILE, "unknown": PORT, "wrong_name": PORT, "expired": PORT}: the last
three have a certificate of another authority, one for another name, and an expired one. Below the root of each,
/norange/ ignores ranges, /limited/ answers 429 beyond two requests a second, /slow/ sends 20 kB per second, /gzip/ compresses
on request, and /redirect/ redirects to http.

lighttpd: ignores If-Match; HTTP/2 and TLS. {"https": PORT, "ca": FILE}.

swift: OpenStack Swift with s3api, which checks signatures. Takes a few seconds to start, and must run as root. {"http": PORT,
"access_key", "secret_key", "region", "bucket"}: the bucket has the files of FOLDER/root under their paths. Also
supports the bucket in the host name, as BUCKET.s3.localhost.

sftp: OpenSSH, for the user who starts it, who must have FOLDER/run/id_ed25519. {"port": PORT, "user": NAME, "process": ID}.
FOLDER/run/known_hosts has the server's key, and each connection is a child of the process. Paths are those of this machine.
"""

import hashlib
import hmac
import http.client
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.parse

NOT_INSTALLED = 77


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def program(*names):
    """The paths of programs. Ends with NOT_INSTALLED if one is missing."""
    paths = [shutil.which(name, path="/usr/sbin:/usr/bin:/sbin:/bin") for name in names[:-1]]
    if not all(paths):
        print(f"skipped: {', '.join(names[:-1])} not found (Debian: {names[-1]})", file=sys.stderr)
        sys.exit(NOT_INSTALLED)
    return paths


class Folder:
    def __init__(self, path):
        self.path = os.path.realpath(path)
        for name in ("root", "run", "log", "ca"):
            os.makedirs(self / name, exist_ok=True)
        os.chmod(self.path, 0o755)

    def __str__(self):
        return self.path

    def __truediv__(self, name):
        return os.path.join(self.path, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self / name), exist_ok=True)
        with open(self / name, "w", encoding="utf-8") as file:
            file.write(text)
        return self / name

    def openssl(self, *arguments):
        subprocess.run(["openssl", *arguments], cwd=self / "ca", check=True, capture_output=True)

    def make_authority(self, name="ca"):
        self.openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                     "-subj", f"/CN=test authority {name}", "-keyout", f"{name}.key", "-out", f"{name}.pem",
                     "-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign")
        return self / f"ca/{name}.pem"

    def make_certificate(self, name, authority="ca", hosts="DNS:localhost,DNS:*.localhost,IP:127.0.0.1,IP:::1", ended=False):
        """Creates NAME.pem and NAME.key, and NAME.both with both."""
        self.openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost",
                     "-keyout", f"{name}.key", "-out", f"{name}.csr")
        extensions = f"subjectAltName={hosts}\nextendedKeyUsage=serverAuth\n"
        self.write(f"ca/{name}.ext", extensions)
        if ended:
            # Only `openssl ca` of OpenSSL 3.0 can make an expired certificate.
            self.write("ca/index.txt", "")
            self.write("ca/ca.cnf", "[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\nnew_certs_dir=.\nrand_serial=yes\n"
                                    "default_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n")
            self.openssl("ca", "-batch", "-config", "ca.cnf", "-cert", f"{authority}.pem", "-keyfile", f"{authority}.key",
                         "-in", f"{name}.csr", "-out", f"{name}.pem", "-notext", "-extfile", f"{name}.ext",
                         "-startdate", "20200101000000Z", "-enddate", "20200201000000Z")
        else:
            self.openssl("x509", "-req", "-in", f"{name}.csr", "-CA", f"{authority}.pem", "-CAkey", f"{authority}.key",
                         "-CAcreateserial", "-days", "2", "-extfile", f"{name}.ext", "-out", f"{name}.pem")
        with open(self / f"ca/{name}.both", "wb") as both:
            for part in ("pem", "key"):
                with open(self / f"ca/{name}.{part}", "rb") as file:
                    both.write(file.read())


class Children:
    def __init__(self):
        self.running = []

    def start(self, arguments, log, **more):
        with open(log, "ab") as output:
            self.running.append(subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=output, stderr=output, **more))

    def wait_for(self, ports, log):
        """Waits until all ports are listening."""
        end = time.monotonic() + 60
        for port in ports:
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    if time.monotonic() > end or any(child.poll() is not None for child in self.running):
                        with open(log, encoding="utf-8", errors="replace") as file:
                            sys.exit("the server did not start:\n" + file.read())
                    time.sleep(0.02)

    def stop(self):
        for child in self.running:
            child.send_signal(signal.SIGTERM)
        for child in self.running:
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


def start_nginx(folder, children):
    (nginx,) = program("nginx", "nginx-light")
    folder.make_authority()
    folder.make_authority("stranger")
    folder.make_certificate("https")
    folder.make_certificate("unknown", authority="stranger")
    folder.make_certificate("wrong_name", hosts="DNS:example.invalid")
    folder.make_certificate("expired", ended=True)
    names = ["https", "unknown", "wrong_name", "expired"]
    http, *ports = free_ports(1 + len(names))
    places = f"""root {folder}/root;
      location /norange/ {{ alias {folder}/root/; max_ranges 0; }}
      location /limited/ {{ alias {folder}/root/; limit_req zone=z; limit_req_status 429; }}
      location /slow/ {{ alias {folder}/root/; limit_rate 20k; }}
      location /gzip/ {{ alias {folder}/root/; gzip on; gzip_min_length 1; gzip_types *; }}
      location /redirect/ {{ rewrite ^/redirect/(.*)$ http://127.0.0.1:{http}/$1 redirect; }}"""
    servers = f"server {{ listen 127.0.0.1:{http}; {places} }}\n"
    for name, port in zip(names, ports):
        servers += f"""server {{ listen 127.0.0.1:{port} ssl http2; ssl_certificate {folder}/ca/{name}.pem;
      ssl_certificate_key {folder}/ca/{name}.key; {places} }}\n"""
    user = "user root; " if os.getuid() == 0 else ""
    config = folder.write("nginx.conf", f"""daemon off; {user}pid {folder}/run/nginx.pid; error_log {folder}/log/nginx.err;
events {{}}
http {{ access_log {folder}/log/nginx.acc; default_type application/octet-stream;
  client_body_temp_path {folder}/run/b; proxy_temp_path {folder}/run/p; fastcgi_temp_path {folder}/run/f;
  uwsgi_temp_path {folder}/run/u; scgi_temp_path {folder}/run/s;
  limit_req_zone $binary_remote_addr zone=z:1m rate=2r/s;
  {servers} }}
""")
    children.start([nginx, "-c", config, "-e", folder / "log/nginx.err"], folder / "log/out")
    children.wait_for([http, *ports], folder / "log/out")
    return {"http": http, **dict(zip(names, ports)), "ca": folder / "ca/ca.pem"}


def start_lighttpd(folder, children):
    (lighttpd,) = program("lighttpd", "lighttpd lighttpd-mod-openssl")
    folder.make_authority()
    folder.make_certificate("https")
    (port,) = free_ports(1)
    config = folder.write("lighttpd.conf", f"""server.modules = ("mod_openssl")
server.document-root = "{folder}/root"
server.port = {port}
server.bind = "127.0.0.1"
server.errorlog = "{folder}/log/l.err"
server.stat-cache-engine = "disable"
ssl.engine = "enable"
ssl.pemfile = "{folder}/ca/https.both"
mimetype.assign = ( "" => "application/octet-stream" )
""")
    children.start([lighttpd, "-D", "-f", config], folder / "log/out")
    children.wait_for([port], folder / "log/out")
    return {"https": port, "ca": folder / "ca/ca.pem"}


# Swift's own defaults for a test account.
ACCESS_KEY, SECRET_KEY, REGION, BUCKET = "test:tester", "testing", "us-east-1", "loupe"


def signed_put(port, path, body):
    """Sends PUT with a version 4 signature. Uses separate code, so that Tensorloupe's is not tested against itself."""
    now = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    digest = hashlib.sha256(body).hexdigest()
    headers = {"host": f"127.0.0.1:{port}", "x-amz-content-sha256": digest, "x-amz-date": now}
    quoted = urllib.parse.quote(path, safe="/~", errors="surrogateescape")
    canonical = "\n".join(["PUT", quoted, "", *[f"{name}:{value}" for name, value in headers.items()], "",
                           ";".join(headers), digest])
    scope = f"{now[:8]}/{REGION}/s3/aws4_request"
    text = f"AWS4-HMAC-SHA256\n{now}\n{scope}\n{hashlib.sha256(canonical.encode()).hexdigest()}"
    key = ("AWS4" + SECRET_KEY).encode()
    for part in scope.split("/"):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    signature = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
    headers["authorization"] = (f"AWS4-HMAC-SHA256 Credential={ACCESS_KEY}/{scope}, "
                                f"SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature={signature}")
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("PUT", quoted, body, headers)
    answer = connection.getresponse()
    text = answer.read()
    if answer.status not in (200, 201):
        sys.exit(f"PUT {path}: {answer.status} {text[:500]}")


def start_swift(folder, children):
    names = ("account", "container", "object")
    *servers, builder, memcached = program(*[f"swift-{name}-server" for name in (*names, "proxy")], "swift-ring-builder",
                                           "memcached", "swift swift-proxy swift-account swift-container swift-object memcached")
    if os.getuid() != 0:
        print("skipped: Swift must be started as root", file=sys.stderr)
        sys.exit(NOT_INSTALLED)
    os.makedirs(folder / "srv/d1", exist_ok=True)
    folder.write("etc/swift.conf", "[swift-hash]\nswift_hash_path_suffix = x\nswift_hash_path_prefix = x\n"
                                   "[storage-policy:0]\nname = Policy-0\ndefault = yes\n")
    *ports, proxy, cache = free_ports(len(names) + 2)
    etc = folder / "etc"
    # The place where Swift looks for swift.conf, instead of /etc/swift.
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "SWIFT_CONF_DIR": etc, "HOME": folder.path}
    for name, port in zip(names, ports):
        folder.write(f"etc/{name}.conf", f"""[DEFAULT]
swift_dir = {etc}
devices = {folder}/srv
mount_check = false
bind_ip = 127.0.0.1
bind_port = {port}
user = root
workers = 0
fallocate_reserve = 0
[pipeline:main]
pipeline = {name}-server
[app:{name}-server]
use = egg:swift#{name}
""")
        for words in (["create", "1", "1", "0"], ["add", f"r1z1-127.0.0.1:{port}/d1", "1"], ["rebalance"]):
            subprocess.run([builder, f"{name}.builder", *words], cwd=etc, env=environment, check=True, capture_output=True)
    filters = "".join(f"[filter:{name}]\nuse = egg:swift#{name}\n" for name in ("catch_errors", "gatekeeper", "slo"))
    folder.write("etc/proxy.conf", f"""[DEFAULT]
swift_dir = {etc}
bind_ip = 127.0.0.1
bind_port = {proxy}
user = root
workers = 0
[pipeline:main]
pipeline = catch_errors gatekeeper cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:{cache}
[filter:s3api]
use = egg:swift#s3api
location = {REGION}
dns_compliant_bucket_names = True
storage_domain = s3.localhost
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = {SECRET_KEY} .admin
{filters}""")
    log = folder / "log/out"
    children.start([memcached, "-u", "root", "-l", "127.0.0.1", "-p", str(cache), "-m", "16"], log)
    for server, name in zip(servers, (*names, "proxy")):
        children.start([server, f"{etc}/{name}.conf"], log, env=environment)
    children.wait_for([cache, *ports, proxy], log)
    signed_put(proxy, f"/{BUCKET}", b"")
    root = folder / "root"
    for place, _, files in os.walk(root):
        for name in files:
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                signed_put(proxy, f"/{BUCKET}/{os.path.relpath(path, root)}", file.read())
    return {"http": proxy, "access_key": ACCESS_KEY, "secret_key": SECRET_KEY, "region": REGION, "bucket": BUCKET}


def start_sftp(folder, children):
    sshd, keygen = program("sshd", "ssh-keygen", "openssh-server")
    if os.getuid() == 0:
        os.makedirs("/run/sshd", mode=0o755, exist_ok=True)
    (port,) = free_ports(1)
    for name in ("host", "id_ed25519"):
        subprocess.run([keygen, "-q", "-t", "ed25519", "-N", "", "-f", folder / f"run/{name}"], check=True)
    shutil.copy(folder / "run/id_ed25519.pub", folder / "run/authorized_keys")
    with open(folder / "run/host.pub", encoding="ascii") as key:
        folder.write("run/known_hosts", f"[127.0.0.1]:{port} {' '.join(key.read().split()[:2])}\n")
    config = folder.write("sshd_config", f"""ListenAddress 127.0.0.1:{port}
HostKey {folder}/run/host
PidFile {folder}/run/sshd.pid
AuthorizedKeysFile {folder}/run/authorized_keys
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin yes
Subsystem sftp internal-sftp
""")
    children.start([sshd, "-D", "-e", "-f", config], folder / "log/out")
    children.wait_for([port], folder / "log/out")
    return {"port": port, "user": pwd.getpwuid(os.getuid()).pw_name, "process": children.running[-1].pid}


def main():
    kinds = {"nginx": start_nginx, "lighttpd": start_lighttpd, "swift": start_swift, "sftp": start_sftp}
    if len(sys.argv) != 3 or sys.argv[1] not in kinds:
        sys.exit(__doc__)
    children = Children()
    try:
        line = kinds[sys.argv[1]](Folder(sys.argv[2]), children)
        print(json.dumps(line), flush=True)
        sys.stdin.read()
    finally:
        children.stop()


if __name__ == "__main__":
    main()
