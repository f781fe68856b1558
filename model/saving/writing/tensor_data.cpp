#include "saving/writing/tensor_data.h"

#include "analysis/digests/whole_reading.h"
#include "analysis/parallel/parallel.h"
#include "core/elements.h"
#include "core/null_values.h"
#include "formats/storages/plain_runs.h"
#include "saving/casting/cast.h"
#include "saving/difference/difference.h"
#include "saving/recipe/nulls.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <memory>
#include <vector>

namespace loupe {

namespace {

constexpr std::uint64_t blockBytes = std::uint64_t{1} << 20;
constexpr std::uint64_t castElementsAtOnce = std::uint64_t{1} << 15; // source and target fit in the second-level cache
constexpr std::uint64_t differencesAtOnce = std::uint64_t{1} << 14; // both sides, with 8 bytes each, and the result fit
                                                                    // in it, too
constexpr std::uint64_t runBytes = std::uint64_t{8} << 20;

std::uint64_t bytesFor(std::uint64_t elements, DType dtype)
{
    return (elements * bitsPerElement(dtype) + 7) / 8;
}

/// Unmaps pages that were read. Any that are still mapped at exit are unmapped then: for 20 GB, that would delay the
/// exit after Ctrl+C by a third of a second.
void releaseRead(const Elements& elements, std::uint64_t first, std::uint64_t count)
{
    constexpr std::uint64_t few = std::uint64_t{64} << 10; // bytes; less is not worth a call
    const std::uint64_t bytes = bytesFor(count, elements.dtype());
    if (!elements.lieInMap() || bytes < few)
        return;
    const std::uint64_t begin = elements.tensor().bytes.begin + bytesFor(first, elements.dtype());
    elements.source().release({begin, begin + bytes});
}

/// Announces to remote sources all that will be read, so that it is not fetched separately for each tensor. `places`:
/// indexes into PlannedFile::items.
std::vector<std::shared_ptr<void>> expectItems(
    const Recipe& recipe, const PlannedFile& file, const std::vector<std::uint32_t>& places)
{
    std::map<const Checkpoint*, std::vector<std::uint32_t>> tensors;
    for (const std::uint32_t place : places) {
        const RecipeItem& item = recipe.items[file.items[place]];
        if (remoteBytes(*item.source, item.tensor) > 0)
            tensors[item.source.get()].push_back(item.tensor);
        if (item.isDifference() && remoteBytes(*item.base, item.baseTensor) > 0)
            tensors[item.base.get()].push_back(item.baseTensor);
    }
    std::vector<std::shared_ptr<void>> expected;
    for (const auto& [checkpoint, list] : tensors) {
        auto more = expectTensors(*checkpoint, list, {.purpose = Reading::Purpose::Copy});
        std::ranges::move(more, std::back_inserter(expected));
    }
    return expected;
}

/// The indexes of the items that have to be read, in order.
std::vector<std::uint32_t> placesToRead(
    const PlannedFile& file, const std::vector<DataRun>& runs, const std::function<bool(std::size_t run)>& isDone)
{
    std::vector<bool> isNeeded(file.items.size(), !isDone);
    for (std::size_t run = 0; isDone && run < runs.size(); ++run) {
        for (std::uint32_t i = runs[run].begin; i < runs[run].end && !isDone(run); ++i)
            isNeeded[i] = true;
    }
    std::vector<std::uint32_t> places;
    for (std::uint32_t i = 0; i < file.items.size(); ++i) {
        if (isNeeded[i])
            places.push_back(i);
    }
    return places;
}

} // namespace

Result<> ItemReader::readDifference(const RecipeItem& item, std::uint64_t first, std::uint64_t count,
    std::uint64_t offset, const Work& work, const DataSink& sink)
{
    const auto a = Elements::open(item.base, item.baseTensor);
    if (!a)
        return fail(a.error());
    const auto b = Elements::open(item.source, item.tensor);
    if (!b)
        return fail(b.error());
    DifferenceBlock block(a->dtype(), b->dtype(), item.dtype);
    const bool hasNulls = mayHaveNulls(item);
    while (count > 0) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        const std::uint64_t size = std::min(count, differencesAtOnce);
        std::span<const std::byte> differences;
        auto done = block.resize(size)
                        .and_then([&] {
                            return a->visit(
                                first, size, m_scratch, [&](std::span<const std::byte> values) { block.setA(values); });
                        })
                        .and_then([&] {
                            return b->visit(
                                first, size, m_scratch, [&](std::span<const std::byte> values) { block.setB(values); });
                        })
                        .and_then([&] {
                            differences = block.subtract();
                            return hasNulls ? withoutNulls(item, first, size, differences) : Result<>();
                        })
                        .and_then([&] { return sink(offset, differences); });
        if (!done)
            return done;
        first += size;
        count -= size;
        offset += differences.size();
    }
    return {};
}

/// If either side is null, there is no difference.
Result<> ItemReader::withoutNulls(
    const RecipeItem& item, std::uint64_t first, std::uint64_t count, std::span<const std::byte>& differences)
{
    m_present.resize(count);
    return m_cast.resize(differences.size()).and_then([&] { return readPresent(item, first, m_present); }).map([&] {
        std::ranges::copy(differences, m_cast.bytes().begin());
        fillNulls(item.dtype, m_present, m_cast.bytes());
        differences = m_cast.bytes();
    });
}

/// Passes data directly from the file to the sink, even if a tensor is assembled from pieces. Returns false if the
/// elements must be decoded first.
Result<bool> ItemReader::readPlainRun(
    const Elements& elements, std::uint64_t first, std::uint64_t& count, std::uint64_t offset, const DataSink& sink)
{
    constexpr std::uint64_t few = std::uint64_t{16} << 10; // bytes; for shorter runs, gathering is faster
    const auto* const runs = dynamic_cast<const PlainRuns*>(elements.tensor().storage);
    const auto run = runs ? runs->plainRun(elements.tensor(), elements.source(), first, count) : std::nullopt;
    if (!run || run->bytes.size() < std::min(few, bytesFor(count, elements.dtype())))
        return false;
    Result<> taken;
    const auto visited = run->source->visit(
        run->bytes, m_scratch, [&](std::span<const std::byte> values) { taken = sink(offset, values); });
    if (!taken || !visited)
        return fail(taken ? visited.error() : taken.error());
    if (auto unchanged = run->source->checkUnchanged(); !unchanged)
        return fail(unchanged.error());
    run->source->release(run->bytes);
    count = run->elements;
    return true;
}

Result<> ItemReader::read(const RecipeItem& item, std::uint64_t first, std::uint64_t count, std::uint64_t offset,
    const Work& work, const DataSink& sink)
{
    if (item.isDifference())
        return readDifference(item, first, count, offset, work, sink);
    const auto elements = Elements::open(item.source, item.tensor);
    if (!elements)
        return fail(elements.error());
    const auto expected = elements->expect();
    const DType from = elements->dtype();
    const std::uint64_t atOnce = item.isCast() ? castElementsAtOnce : blockBytes * 8 / bitsPerElement(from) / 8 * 8;
    while (count > 0) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        std::uint64_t size = std::min(count, atOnce);
        const auto isRead = item.isCast() ? Result<bool>(false) : readPlainRun(*elements, first, size, offset, sink);
        if (!isRead)
            return fail(isRead.error());
        const std::uint64_t bytes = bytesFor(size, item.dtype);
        if (*isRead) {
            first += size;
            count -= size;
            offset += bytes;
            continue;
        }
        if (item.isCast()) {
            if (auto room = m_cast.resize(bytes); !room)
                return room;
        }
        // Copied bytes already contain the representation of null.
        const bool fillsNulls = item.isCast() && elements->hasNulls();
        m_present.resize(fillsNulls ? size : 0);
        if (auto known = fillsNulls ? elements->readPresent(first, m_present) : Result<>(); !known)
            return known;
        Result<> taken;
        auto visited = elements->visit(first, size, m_scratch, [&](std::span<const std::byte> values) {
            if (item.isCast()) {
                castElements(from, item.dtype, values.data(), size, m_cast.bytes().data());
                fillNulls(item.dtype, m_present, m_cast.bytes());
                values = m_cast.bytes();
            }
            taken = sink(offset, values);
        });
        if (!taken)
            return taken;
        if (!visited)
            return visited;
        releaseRead(*elements, first, size);
        first += size;
        count -= size;
        offset += bytes;
    }
    return {};
}

Result<> checkItem(const RecipeItem& item, const Work& work)
{
    if (item.isDifference()) {
        if (auto checked = checkWhole(*item.base, item.baseTensor, work); !checked)
            return checked;
    }
    return checkWhole(*item.source, item.tensor, work);
}

std::vector<DataRun> cutIntoRuns(const Recipe& recipe, const PlannedFile& file)
{
    std::vector<DataRun> runs;
    std::uint64_t gathered = 0;
    for (std::uint32_t i = 0; i < file.items.size(); ++i) {
        const RecipeItem& item = recipe.items[file.items[i]];
        const std::uint64_t bytes = file.ranges[i].size();
        if (bytes <= runBytes) {
            if (runs.empty() || runs.back().part || gathered + bytes > runBytes) {
                runs.push_back({.begin = i});
                gathered = 0;
            }
            runs.back().end = i + 1;
            gathered += bytes;
            continue;
        }
        const std::uint64_t all = item.original().elements();
        const std::uint64_t atOnce = runBytes * 8 / bitsPerElement(item.dtype) / 8 * 8;
        for (std::uint64_t first = 0; first < all; first += atOnce) {
            runs.push_back({.begin = i,
                .end = i + 1,
                .firstElement = first,
                .elements = std::min(atOnce, all - first),
                .part = true});
        }
    }
    return runs;
}

std::vector<ByteRange> rangesOf(const Recipe& recipe, const PlannedFile& file, const DataRun& run)
{
    if (!run.part)
        return {file.ranges.begin() + run.begin, file.ranges.begin() + run.end};
    const DType dtype = recipe.items[file.items[run.begin]].dtype;
    const std::uint64_t begin = file.ranges[run.begin].begin + bytesFor(run.firstElement, dtype);
    return {{begin, begin + bytesFor(run.elements, dtype)}};
}

Result<> readData(const Recipe& recipe, const PlannedFile& file, const Work& work, const DataSinks& sinks)
{
    const auto runs = cutIntoRuns(recipe, file);
    const auto places = placesToRead(file, runs, sinks.isDone);
    const auto expected = expectItems(recipe, file, places);
    const auto checkOne = [&](std::uint64_t i, std::size_t) {
        return checkItem(recipe.items[file.items[places[i]]], work);
    };
    if (auto checked = runPieces(places.size(), work, checkOne); !checked)
        return checked;
    const auto readRun = [&](const DataRun& run, ItemReader& reader, const DataSink& sink) -> Result<> {
        for (std::uint32_t i = run.begin; i < run.end; ++i) {
            const RecipeItem& item = recipe.items[file.items[i]];
            const std::uint64_t count = run.part ? run.elements : item.original().elements();
            const std::uint64_t offset = file.ranges[i].begin + bytesFor(run.firstElement, item.dtype);
            if (auto read = reader.read(item, run.firstElement, count, offset, work, sink); !read)
                return read;
        }
        return {};
    };
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> failed = false;
    const std::size_t threads = std::min({sinks.mostThreads, threadLimit(), runs.size()});
    return runPieces(threads, work, [&](std::uint64_t thread, std::size_t) -> Result<> {
        ItemReader reader;
        const DataSink sink = sinks.make(thread);
        for (std::size_t i = next++; i < runs.size() && !failed; i = next++) {
            if (sinks.isDone && sinks.isDone(i))
                continue;
            auto done = readRun(runs[i], reader, sink);
            if (done && sinks.endRun)
                done = sinks.endRun(thread, i);
            if (!done) {
                failed = true;
                return done;
            }
        }
        return {};
    });
}

} // namespace loupe
