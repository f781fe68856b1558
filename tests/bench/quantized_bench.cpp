/// quantized_bench [CASE]: decodes quantized weights of 4096 x 8192 in page cache on one thread. Prints GB/s of decoded
/// F32 for decoding alone and for decoding with statistics (counts, extremes, mean, deviation; median of rounds, wall
/// time), and how many times as long NumPy takes for values, extremes, mean and deviation. Runs only cases whose names
/// begin with CASE.

#include "analysis/parallel/parallel.h"
#include "analysis/statistics/summary.h"
#include "bench/quantized_peers.h"
#include "bench/timing.h"
#include "formats/opening/open_checkpoint.h"
#include "formats/quantized/logical_checkpoint.h"
#include "support/compared_pair.h"
#include "support/temporary_file.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::test {

namespace {

constexpr unsigned rounds = 5;
constexpr std::uint64_t outputs = 4096;
constexpr std::uint64_t inputs = 8192;

struct Case {
    std::string name;
    std::string scheme; ///< name in the peer's script; empty if the script lacks the scheme
    std::vector<WantedTensor> tensors;
    std::string config;
};

std::string shapeText(std::uint64_t rows, std::uint64_t columns)
{
    return '[' + std::to_string(rows) + ',' + std::to_string(columns) + ']';
}

std::string randomBytes(std::uint64_t size, unsigned char mask = 0xff)
{
    static std::mt19937_64 random(1);
    std::string bytes(size, '\0');
    for (char& byte : bytes)
        byte = static_cast<char>(random() & mask);
    return bytes;
}

/// Random F16 scales, none of which is NaN, infinite or subnormal.
std::string halves(std::uint64_t count)
{
    std::string bytes = randomBytes(2 * count);
    for (std::size_t i = 1; i < bytes.size(); i += 2)
        bytes[i] = static_cast<char>(0x28 | (bytes[i] & 3));
    return bytes;
}

WantedTensor made(std::string name, std::string dtype, std::uint64_t rows, std::uint64_t columns, std::string bytes)
{
    return {std::move(name), std::move(dtype), shapeText(rows, columns), std::move(bytes)};
}

WantedTensor words(std::string name, std::string dtype, std::uint64_t rows, std::uint64_t columns)
{
    return made(std::move(name), std::move(dtype), rows, columns, randomBytes(4 * rows * columns));
}

Case gptq(std::string name, bool isShuffled)
{
    std::vector<std::int32_t> groups(inputs);
    for (std::size_t i = 0; i < inputs; ++i)
        groups[i] = static_cast<std::int32_t>(i / 128);
    if (isShuffled)
        std::shuffle(groups.begin(), groups.end(), std::mt19937_64(1));
    return {std::move(name), "gptq",
        {words("q.qweight", "I32", inputs / 8, outputs), words("q.qzeros", "I32", inputs / 128, outputs / 8),
            made("q.scales", "F16", inputs / 128, outputs, halves(inputs / 128 * outputs)),
            {"q.g_idx", "I32", '[' + std::to_string(inputs) + ']', packedBytes(groups)}},
        R"({"quantization_config":{"quant_method":"gptq","bits":4,"group_size":128}})"};
}

Case mlx(unsigned bits)
{
    return {"MLX-" + std::to_string(bits), bits == 4 ? "mlx" : "",
        {words("q.weight", "U32", outputs, inputs * bits / 32),
            made("q.scales", "F16", outputs, inputs / 64, halves(outputs * inputs / 64)),
            made("q.biases", "F16", outputs, inputs / 64, halves(outputs * inputs / 64))},
        R"({"quantization":{"group_size":64,"bits":)" + std::to_string(bits) + "}}"};
}

std::vector<Case> allCases()
{
    const std::string one = packedBytes<float>({0.001F});
    return {
        {"FP8 128x128", "fp8",
            {made("q.weight", "F8_E4M3", outputs, inputs, randomBytes(outputs * inputs, 0xf7)),
                made("q.weight_scale_inv", "F32", outputs / 128, inputs / 128,
                    packedBytes(std::vector<float>(outputs / 128 * inputs / 128, 0.01F)))},
            ""},
        {"NVFP4", "nvfp4",
            {made("q.weight", "U8", outputs, inputs / 2, randomBytes(outputs * inputs / 2)),
                made("q.weight_scale", "F8_E4M3", outputs, inputs / 16, randomBytes(outputs * inputs / 16, 0x77)),
                {"q.weight_scale_2", "F32", "[]", one}},
            ""},
        {"INT4 g128 of compressed-tensors", "int4",
            {words("q.weight_packed", "I32", outputs, inputs / 8),
                made("q.weight_scale", "BF16", outputs, inputs / 128, halves(outputs * inputs / 128)),
                {"q.weight_shape", "I64", "[2]", packedBytes<std::int64_t>({outputs, inputs})}},
            R"({"quantization_config":{"quant_method":"compressed-tensors","config_groups":{"g":{"weights":)"
            R"({"num_bits":4,"symmetric":true,"group_size":128}}}}})"},
        gptq("GPTQ-4 g128", false),
        gptq("GPTQ-4 g128 act-order", true),
        {"AWQ-4 g128", "awq",
            {words("q.qweight", "I32", inputs, outputs / 8), words("q.qzeros", "I32", inputs / 128, outputs / 8),
                made("q.scales", "F16", inputs / 128, outputs, halves(inputs / 128 * outputs))},
            R"({"quantization_config":{"quant_method":"awq","bits":4,"group_size":128}})"},
        mlx(4),
        mlx(3),
    };
}

void decodeAll(const Elements& elements)
{
    Buffer scratch;
    for (std::uint64_t first = 0; first < elements.count(); first += elements.chunkElements()) {
        const std::uint64_t count = std::min(elements.chunkElements(), elements.count() - first);
        if (!elements.visit(first, count, scratch, [](std::span<const std::byte>) {}))
            return std::abort();
    }
}

void run(const Case& what)
{
    const TemporaryFolder folder;
    if (!what.config.empty())
        folder.write("config.json", what.config);
    const auto path = folder.write("model.safetensors", safetensorsOf(what.tensors));
    const auto checkpoint = quantized::logicalOf(openCheckpoint(path).value()).value();
    const Elements elements = Elements::open(checkpoint, 0).value();
    std::vector<double> decoding;
    std::vector<double> figures;
    decodeAll(elements);
    for (unsigned round = 0; round < rounds; ++round) {
        decoding.push_back(secondsOf([&] { decodeAll(elements); }));
        figures.push_back(secondsOf([&] { (void)summarize(elements, {.bins = 0}).value(); }));
    }
    constexpr double bytes = outputs * inputs * sizeof(float);
    std::printf(
        "%-32s %5.2f    %5.2f", what.name.c_str(), bytes / median(decoding) / 1e9, bytes / median(figures) / 1e9);
    const auto peer = what.scheme.empty() ? std::nullopt : numpySeconds(path, what.scheme);
    if (peer)
        std::printf("    %5.1fx", *peer / median(figures));
    std::printf("\n");
    std::fflush(stdout);
}

} // namespace

} // namespace loupe::test

int main(int argumentCount, char** arguments)
{
    using namespace loupe::test;
    const std::string_view wanted = argumentCount > 1 ? arguments[1] : "";
    loupe::setThreadLimit(1);
    std::puts("GB/s of F32                      decoded  +figures  NumPy");
    for (const Case& what : allCases()) {
        if (what.name.starts_with(wanted))
            run(what);
    }
}
