#include "bench/stats_peers.h"

#include "support/temporary_file.h"

#include <cstdio>
#include <utility>

namespace loupe::test {

namespace {

/// Prints lines of seconds, the letter of PeerTime::answer, and a description. Converts F16 to F32 for the computation,
/// since NumPy's own F16 arithmetic is slow and overflows.
constexpr const char* script = R"(
import sys, time
path, peer, dtype = sys.argv[1:]
def timed(answer, what, run):
    begin = time.perf_counter()
    result = run()
    print("%.4f %s %s" % (time.perf_counter() - begin, answer, what), flush=True)
    return result
def chunks(data, size):
    for begin in range(0, len(data), (1 << 20) // size):
        yield data[begin:begin + (1 << 20) // size]
def use_numpy():
    import numpy as np
    np.seterr(all="ignore")
    data = np.memmap(path, dtype, "r")
    data.view("u1").max()
    floats = data.dtype.kind == "f"
    def numbers(x):
        return x.astype(np.float32) if x.dtype == np.float16 else x
    def finite(x):
        return x[np.isfinite(x)] if floats else x
    def figures(x):
        wide = numbers(x)
        kept = finite(wide).astype(np.float64)
        special = (np.isnan(wide).sum(), np.isposinf(wide).sum(), np.isneginf(wide).sum()) if floats else ()
        return (kept.min(), kept.max(), kept.mean(), kept.std(), (wide == 0).sum(), (wide < 0).sum(), special)
    def binned_chunks():
        total = 0
        for x in chunks(data, data.itemsize):
            figures(x)
            total = total + np.histogram(finite(numbers(x)), 256, (low, high))[0]
    timed("f", "NumPy, figures in chunks", lambda: [figures(x) for x in chunks(data, data.itemsize)])
    low, high = timed("f", "NumPy, figures of the whole array", lambda: figures(data))[:2]
    timed("b", "NumPy, figures and bins in chunks, given the range", binned_chunks)
    timed("b", "NumPy, bins alone, of the whole array", lambda: np.histogram(finite(numbers(data)), 256))
    timed("r", "NumPy, percentiles alone", lambda: np.percentile(finite(numbers(data)), [1, 5, 25, 50, 75, 95, 99]))
def use_torch():
    import os
    import torch
    torch.set_num_threads(os.cpu_count())
    kind = {"f4": torch.float32, "bf16": torch.bfloat16}[dtype]
    size = {"f4": 4, "bf16": 2}[dtype]
    data = torch.from_file(path, False, os.path.getsize(path) // size, dtype=kind)
    def figures(x):
        wide = x.float()
        kept = wide[torch.isfinite(wide)].double()
        return (torch.isnan(wide).sum(), torch.isposinf(wide).sum(), torch.isneginf(wide).sum(), (wide == 0).sum(),
                (wide < 0).sum(), kept.min(), kept.max(), kept.mean(), kept.std(unbiased=False))
    for x in chunks(data, size):
        x.max()
    timed("f", "torch, figures in chunks, %d threads" % torch.get_num_threads(),
          lambda: [figures(x) for x in chunks(data, size)])
try:
    use_numpy() if peer == "NumPy" else use_torch()
except ImportError:
    print("-1 - %s not installed" % peer)
)";

/// NumPy's name of the dtype; null if NumPy lacks it.
const char* numpyName(DType dtype)
{
    switch (dtype) {
    case DType::F16:
        return "f2";
    case DType::F32:
        return "f4";
    case DType::F64:
        return "f8";
    case DType::I64:
        return "i8";
    case DType::U8:
        return "u1";
    default:
        return nullptr;
    }
}

const char* torchName(DType dtype)
{
    return dtype == DType::F32 ? "f4" : dtype == DType::BF16 ? "bf16" : nullptr;
}

/// Returns a message about what could not be run, or empty.
std::string ask(const std::string& command, const char* peer, const std::function<void(const PeerTime&)>& tell)
{
    std::string missing;
    FILE* const pipe = popen(command.c_str(), "r");
    if (!pipe)
        return std::string(peer) + " could not be started";
    char line[256];
    while (std::fgets(line, sizeof(line), pipe)) {
        PeerTime time;
        int textBegin = 0;
        std::string text(line);
        text.erase(text.find_last_not_of('\n') + 1);
        if (std::sscanf(line, "%lf %c %n", &time.seconds, &time.answer, &textBegin) != 2)
            continue;
        time.what = text.substr(static_cast<std::size_t>(textBegin));
        if (time.seconds < 0)
            missing = time.what;
        else
            tell(time);
    }
    return pclose(pipe) == 0 ? missing : std::string(peer) + " failed";
}

} // namespace

bool hasPeer(DType dtype)
{
    return numpyName(dtype) || torchName(dtype);
}

std::string timePeers(
    const std::filesystem::path& elements, DType dtype, const std::function<void(const PeerTime&)>& tell)
{
    const TemporaryFolder folder;
    const auto program = folder.write("peer.py", script);
    std::string missing;
    for (const auto& [peer, name] : {std::pair("NumPy", numpyName(dtype)), std::pair("torch", torchName(dtype))}) {
        if (!name)
            continue;
        // Debian's packages belong to the system's Python.
        const std::string command =
            "/usr/bin/python3 " + program.string() + ' ' + elements.string() + ' ' + peer + ' ' + name;
        if (const auto one = ask(command, peer, tell); !one.empty())
            missing += (missing.empty() ? "" : "; ") + one;
    }
    return missing;
}

} // namespace loupe::test
