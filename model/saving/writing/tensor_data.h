#pragma once

#include "core/buffer.h"
#include "core/elements.h"
#include "core/work.h"
#include "saving/recipe/plan.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace loupe {

/// Gets the bytes that belong at `offset` of the planned file; they are valid during the call only.
using DataSink = std::function<Result<>(std::uint64_t offset, std::span<const std::byte> bytes)>;

/// Calls `sink` with elements [first, first + count) of `item`, in the dtype they are to have, in blocks of at most
/// 1 MiB: without a copy where they lie plainly in a map and are neither cast nor subtracted. The first of them belongs
/// at `offset`. Nulls become NaN, or 0 in dtypes without one. For sub-byte dtypes, `first` must be a multiple of 8.
/// Fails as Elements do, with Stopped, or as `sink` does.
class ItemReader {
public:
    Result<> read(const RecipeItem& item, std::uint64_t first, std::uint64_t count, std::uint64_t offset,
        const Work& work, const DataSink& sink);

private:
    Result<bool> readPlainRun(const Elements& elements, std::uint64_t first, std::uint64_t& count, std::uint64_t offset,
        const DataSink& sink);
    Result<> readDifference(const RecipeItem& item, std::uint64_t first, std::uint64_t count, std::uint64_t offset,
        const Work& work, const DataSink& sink);
    Result<> withoutNulls(
        const RecipeItem& item, std::uint64_t first, std::uint64_t count, std::span<const std::byte>& differences);

    Buffer m_scratch;
    Buffer m_cast;
    std::vector<std::byte> m_present;
};

/// checkWhole() (analysis/whole_reading.h) of what the item is made of.
Result<> checkItem(const RecipeItem& item, const Work& work);

/// A stretch of a planned file for one thread: several whole tensors, or a part of one.
struct DataRun {
    std::uint32_t begin = 0; ///< tensors [begin, end) of PlannedFile::items
    std::uint32_t end = 0;
    std::uint64_t firstElement = 0; ///< of a part: elements [firstElement, firstElement + elements)
    std::uint64_t elements = 0;
    bool part = false;
};

/// The tensor bytes of `file` in runs of about 8 MiB, in the order of the file.
std::vector<DataRun> cutIntoRuns(const Recipe& recipe, const PlannedFile& file);

/// Where the bytes of a run belong in the file, in the order in which a sink gets them.
std::vector<ByteRange> rangesOf(const Recipe& recipe, const PlannedFile& file, const DataRun& run);

/// Hands all tensor bytes of `file` to `sinks`, on several threads: each has a sink of its own, made by
/// `make(thread)`, which gets its runs in no particular order, and `endRun(thread, run)` after each of them. Checks the
/// items first: no byte of a damaged tensor is handed out.
struct DataSinks {
    std::function<DataSink(std::size_t thread)> make;
    std::function<Result<>(std::size_t thread, std::size_t run)> endRun; ///< may be empty; `run` of cutIntoRuns()
    std::size_t mostThreads = 1;
    std::function<bool(std::size_t run)> isDone = {}; ///< of runs that are not to be read; may be empty
};
Result<> readData(const Recipe& recipe, const PlannedFile& file, const Work& work, const DataSinks& sinks);

} // namespace loupe
