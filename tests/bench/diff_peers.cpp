#include "bench/diff_peers.h"

#include "bench/timing.h"
#include "support/temporary_file.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace loupe::test {

namespace {

/// Prints the seconds that each answer takes in one line: for whole arrays, then in chunks of 1 MiB. Written as an
/// expert would write it.
constexpr const char* numpyScript = R"(
import sys, time
try:
    import numpy as np
except ImportError:
    print("not installed", end=" ")
    sys.exit()
a, equal, changed = (np.memmap(path, "f4", "r") for path in sys.argv[1:])
for one in (a, equal, changed):
    one.view("u1").max()
def figures(x, y):
    x, y = x.astype("f8"), y.astype("f8")
    d = np.abs(x - y)
    return (x != y).sum(), d.max(), d.sum(), d @ d, x @ x, y @ y, x @ y
step = 1 << 18
def chunks(x, y, what):
    return [what(x[i:i + step], y[i:i + step]) for i in range(0, x.size, step)]
for what in (lambda: np.array_equal(a, equal), lambda: chunks(a, equal, np.array_equal),
             lambda: figures(a, changed), lambda: chunks(a, changed, figures)):
    begin = time.perf_counter()
    what()
    print("%.3f" % (time.perf_counter() - begin), end=" ", flush=True)
)";

/// As above, but with PyTorch and as many threads as the machine has.
constexpr const char* torchScript = R"(
import os, sys, time
try:
    import torch
except ImportError:
    print("not installed", end=" ")
    sys.exit()
torch.set_num_threads(os.cpu_count())
a, equal, changed = (torch.from_file(path, False, os.path.getsize(path) // 4) for path in sys.argv[1:])
for one in (a, equal, changed):
    one.max()
def figures(x, y):
    x, y = x.double(), y.double()
    d = (x - y).abs()
    return (x != y).sum(), d.max(), d.sum(), d.dot(d), x.dot(x), y.dot(y), x.dot(y)
def chunks(x, y, what):
    return [what(i, j) for i, j in zip(x.split(1 << 18), y.split(1 << 18))]
for what in (lambda: torch.equal(a, equal), lambda: chunks(a, equal, torch.equal),
             lambda: figures(a, changed), lambda: chunks(a, changed, figures)):
    begin = time.perf_counter()
    what()
    print("%.3f" % (time.perf_counter() - begin), end=" ", flush=True)
)";

void run(const char* peer, const std::string& program, const std::string& files)
{
    std::printf("%s's seconds: ", peer);
    std::fflush(stdout);
    // Debian's packages belong to the system's Python.
    const bool ran = std::system(("/usr/bin/python3 " + program + files).c_str()) == 0;
    std::puts(ran ? "(equality whole, in chunks; figures whole, in chunks)" : "failed");
}

} // namespace

void timeDiffPeers(const std::filesystem::path& folder)
{
    const auto path = [&](const char* name) { return " " + (folder / name).string(); };
    const std::string cmp = "cmp" + path("a") + path("equal");
    double seconds = 1e9;
    for (int round = 0; round < 3; ++round) {
        seconds = std::min(seconds, secondsOf([&] {
            if (std::system(cmp.c_str()) != 0)
                std::puts("cmp failed");
        }));
    }
    std::printf("cmp's seconds: %.3f\n", seconds);
    const TemporaryFolder scripts;
    const std::string files = path("a") + path("equal") + path("changed");
    run("NumPy", scripts.write("numpy_peer.py", numpyScript).string(), files);
    run("torch", scripts.write("torch_peer.py", torchScript).string(), files);
}

} // namespace loupe::test
