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

/// Receives the bytes at `offset` of the planned file. They are valid only during the call.
using DataSink = std::function<Result<>(std::uint64_t offset, std::span<const std::byte> bytes)>;

/// Calls `sink` with elements [first, first + count) of `item`, in the target dtype, in blocks of at most 1 MiB. Does
/// not copy them if they are stored plainly in a map and neither cast nor subtracted. `offset` is that of the first
/// element in the planned file. Nulls become NaN, or 0 in dtypes without NaN. For sub-byte dtypes, `first` must be a
/// multiple of 8. Fails as Elements does, with Stopped, or as `sink` does.
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

/// checkWhole() (analysis/whole_reading.h) of the tensors that the item is made from.
Result<> checkItem(const RecipeItem& item, const Work& work);

/// A unit of work for one thread: several whole tensors of a planned file, or a part of one.
struct DataRun {
    std::uint32_t begin = 0; ///< tensors [begin, end) of PlannedFile::items
    std::uint32_t end = 0;
    std::uint64_t firstElement = 0; ///< if `part`: elements [firstElement, firstElement + elements)
    std::uint64_t elements = 0;
    bool part = false;
};

/// Splits the tensor bytes of `file` into runs of about 8 MiB, in file order.
std::vector<DataRun> cutIntoRuns(const Recipe& recipe, const PlannedFile& file);

/// The file ranges of a run's bytes, in the order in which a sink gets them.
std::vector<ByteRange> rangesOf(const Recipe& recipe, const PlannedFile& file, const DataRun& run);

/// Passes all tensor bytes of `file` to `sinks`, on several threads. Each thread gets its own sink from `make(thread)`,
/// which receives runs in no particular order; `endRun(thread, run)` is called after each run. All items are checked
/// first, so no byte of a damaged tensor is passed on.
struct DataSinks {
    std::function<DataSink(std::size_t thread)> make;
    std::function<Result<>(std::size_t thread, std::size_t run)> endRun; ///< may be empty; `run` is an index into
                                                                         ///< cutIntoRuns()
    std::size_t mostThreads = 1;
    std::function<bool(std::size_t run)> isDone = {}; ///< whether to skip a run; may be empty
};
Result<> readData(const Recipe& recipe, const PlannedFile& file, const Work& work, const DataSinks& sinks);

} // namespace loupe
