#include "bench/quantized_peers.h"

#include "support/temporary_file.h"

#include <cstdio>

namespace loupe::test {

namespace {

/// Prints seconds. Decodes the codes of each scheme to F32 [out, in], as the scheme's library does.
constexpr const char* script = R"(
import json, sys, time
import numpy as np
path, scheme = sys.argv[1:]
data = np.memmap(path, "u1", "r")
data.max()
length = int(data[:8].view("u8")[0])
header = json.loads(data[8:8 + length].tobytes())
kinds = {"F8_E4M3": "u1", "U8": "u1", "F32": "f4", "F16": "f2", "BF16": "u2", "I32": "i4", "U32": "u4", "I64": "i8"}
def part(name):
    one = header[name]
    begin, end = one["data_offsets"]
    array = data[8 + length + begin:8 + length + end].view(kinds[one["dtype"]]).reshape(one["shape"])
    return (array.astype("u4") << 16).view("f4") if one["dtype"] == "BF16" else array
code = np.arange(256)
exponent, mantissa = code >> 3 & 15, code & 7
e4m3 = np.where(exponent == 0, mantissa / 512, (1 + mantissa / 8) * 2.0 ** (exponent - 7)) * np.where(code < 128, 1, -1)
e4m3[[127, 255]] = np.nan
e4m3 = e4m3.astype("f4")
e2m1 = np.array([0, .5, 1, 1.5, 2, 3, 4, 6, -0., -.5, -1, -1.5, -2, -3, -4, -6], "f4")
def nibbles(words):
    low_first = words.view("u1")
    return np.stack([low_first & 15, low_first >> 4], -1).reshape(words.shape[0], -1)
def rows(values, scale, offset=None):
    groups = values.reshape(*scale.shape, -1)
    result = groups * scale[..., None]
    return (result if offset is None else result + offset[..., None]).reshape(values.shape)
def fp8():
    scale = part("q.weight_scale_inv").repeat(128, 0).repeat(128, 1)
    return e4m3[part("q.weight")] * scale
def nvfp4():
    return rows(e2m1[nibbles(part("q.weight"))], e4m3[part("q.weight_scale")] * part("q.weight_scale_2"))
def int4():
    return rows(nibbles(part("q.weight_packed")).astype("f4") - 8, part("q.weight_scale"))
def gptq():
    words, zeros = part("q.qweight"), nibbles(part("q.qzeros"))
    codes = (words[:, None, :] >> (4 * np.arange(8))[None, :, None] & 15).reshape(-1, words.shape[1])
    group = part("q.g_idx")
    zero = (zeros.astype("f4") + 1) % 16
    return ((codes - zero[group]) * part("q.scales").astype("f4")[group]).T
def awq():
    order = [0, 4, 1, 5, 2, 6, 3, 7]
    codes, zeros = [nibbles(part(name)).reshape(len(part(name)), -1, 8)[..., order].reshape(len(part(name)), -1).astype("f4")
                    for name in ("q.qweight", "q.qzeros")]
    each = codes.shape[0] // zeros.shape[0]
    return ((codes - zeros.repeat(each, 0)) * part("q.scales").astype("f4").repeat(each, 0)).T
def mlx():
    return rows(nibbles(part("q.weight")).astype("f4"), part("q.scales").astype("f4"), part("q.biases").astype("f4"))
begin = time.perf_counter()
values = globals()[scheme]()
figures = values.min(), values.max(), values.mean(dtype="f8"), values.std(dtype="f8")
print(time.perf_counter() - begin)
)";

} // namespace

std::optional<double> numpySeconds(const std::filesystem::path& model, const std::string& scheme)
{
    const TemporaryFolder folder;
    // Debian's packages belong to the system's Python.
    const std::string command =
        "/usr/bin/python3 " + folder.write("peer.py", script).string() + ' ' + model.string() + ' ' + scheme;
    FILE* const pipe = popen(command.c_str(), "r");
    if (!pipe)
        return std::nullopt;
    double seconds = 0;
    const bool isTold = std::fscanf(pipe, "%lf", &seconds) == 1;
    return pclose(pipe) == 0 && isTold ? std::optional(seconds) : std::nullopt;
}

} // namespace loupe::test
