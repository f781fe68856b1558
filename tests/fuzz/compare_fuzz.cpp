/// Takes the input as two tensors of any two dtypes. Their comparison, with or without a tolerance, must agree with its
/// slow twin for each Highway target that the machine can run. Comparing the other way round, or with another function,
/// must give matching results. The first twelve bytes choose the dtypes and options; the rest are the values.

#include "analysis/comparison/difference_histogram.h"
#include "analysis/comparison/difference_search.h"
#include "analysis/parallel/parallel.h"
#include "fuzz/fuzzing.h"
#include "support/delta_checks.h"
#include "support/made_checkpoint.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string_view>

#include <hwy/targets.h>

namespace {

using namespace loupe;
using fuzz::require;

constexpr std::size_t choiceBytes = 12;
constexpr std::uint64_t mostElements = 2100; // more than one block

DType readableDType(unsigned choice)
{
    static const auto readable = [] {
        std::vector<DType> dtypes;
        for (std::size_t i = 0; i < dtypeCount; ++i) {
            if (hasReadableValues(static_cast<DType>(i)))
                dtypes.push_back(static_cast<DType>(i));
        }
        return dtypes;
    }();
    return readable[choice % readable.size()];
}

double toleranceIn(const std::uint8_t* bytes)
{
    float number = 0;
    std::memcpy(&number, bytes, sizeof(number));
    return std::isfinite(number) ? std::abs(static_cast<double>(number)) : 0;
}

/// `text`, repeated up to `size` bytes.
std::string repeated(std::string_view text, std::size_t size)
{
    std::string bytes;
    bytes.reserve(size + text.size());
    while (bytes.size() < size && !text.empty())
        bytes += text;
    bytes.resize(size);
    return bytes;
}

std::optional<Elements> elementsOf(
    const std::string& bytes, DType dtype, std::uint64_t count, std::size_t slot, bool mapped)
{
    const auto path = fuzz::memoryFile(bytes.data(), bytes.size(), slot);
    auto source =
        path ? Source::open(*path, mapped ? Source::Access::Map : Source::Access::Read) : fail(ErrorCode::Io, "");
    if (!source)
        return std::nullopt;
    test::MadeCheckpoint made;
    made->files.front().source = *source;
    made.add("t", dtype, {count});
    auto elements = Elements::open(made.take(), 0);
    require(elements.has_value(), "the tensor is there");
    return *elements;
}

void checkOthers(const Elements& a, const Elements& b, const Delta& delta)
{
    require(areIdentical(a, b).value() == delta.identical, "identical is identical");
    const Delta back = compareValues(b, a).value();
    require(back.differing == delta.differing && back.firstDifference == delta.firstDifference,
        "the same elements differ either way");
    require(back.maximum == delta.maximum && back.maximumUlp == delta.maximumUlp, "by as much either way");
    require(back.nonfiniteOnlyA == delta.nonfiniteOnlyB && back.nonfiniteOnlyB == delta.nonfiniteOnlyA,
        "sides change places");
    if (a.count() == 0)
        return;
    // The search wraps around: forward from the last element, it starts again at the first one.
    require(findDifference(a, b, a.count() - 1, SearchDirection::Forward).value() == delta.firstDifference,
        "the search finds the first difference");
    for (const ComplexPart part : {ComplexPart::Real, ComplexPart::Imaginary}) {
        const auto counted = countDifferences(a, b, {-1, -1e-3, 0, 1e-3, 1}, part).value();
        const Histogram& histogram = counted.histogram;
        const std::uint64_t finite =
            std::accumulate(histogram.counts.begin(), histogram.counts.end(), histogram.below + histogram.above);
        require(finite + counted.nonfinite == a.count(), "each difference is counted once");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const auto targets = hwy::SupportedAndGeneratedTargets();
    if (size < choiceBytes)
        return 0;
    setThreadLimit(1);
    hwy::SetSupportedTargetsForTest(targets[data[2] % targets.size()]);
    const bool isCopy = (data[3] & 1) != 0;
    const bool isLong = (data[3] & 2) != 0;
    const bool mapped = (data[3] & 4) != 0;
    const DType dtypeA = readableDType(data[0]);
    const DType dtypeB = (data[3] & 8) != 0 ? dtypeA : readableDType(data[1]);
    const Tolerance tolerance{toleranceIn(data + 4), toleranceIn(data + 8)};

    const std::string_view bytes(reinterpret_cast<const char*>(data) + choiceBytes, size - choiceBytes);
    const std::string_view first = bytes.substr(0, bytes.size() / 2);
    const std::string_view second = bytes.substr(bytes.size() / 2);
    const unsigned widest = std::max(bitsPerElement(dtypeA), bitsPerElement(dtypeB));
    std::uint64_t count = first.empty() ? 0
        : isLong                        ? mostElements
                                        : std::min<std::uint64_t>(first.size() * 8 / widest, mostElements);
    count -= count % 2; // whole bytes of all dtypes
    const std::string a = repeated(first, count * bitsPerElement(dtypeA) / 8);
    std::string b = repeated(isCopy ? first : second, count * bitsPerElement(dtypeB) / 8);
    for (std::size_t i = 0; isCopy && i + 2 < second.size() && !b.empty(); i += 3) {
        const auto place = static_cast<std::uint8_t>(second[i]) << 8 | static_cast<std::uint8_t>(second[i + 1]);
        b[static_cast<std::size_t>(place) % b.size()] = second[i + 2];
    }

    const auto elementsA = elementsOf(a, dtypeA, count, 0, mapped);
    const auto elementsB = elementsOf(b, dtypeB, count, 1, mapped);
    if (!elementsA || !elementsB)
        return 0;
    const auto delta = compareValues(*elementsA, *elementsB, {.tolerance = tolerance});
    require(delta.has_value(), "what can be read can be compared");
    const test::PlainPair pair{dtypeA, std::as_bytes(std::span(a)), dtypeB, std::as_bytes(std::span(b)), count};
    const std::string differs = test::checkDelta(*delta, pair, tolerance);
    require(differs.empty(), differs.c_str());
    checkOthers(*elementsA, *elementsB, *delta);
    return 0;
}
